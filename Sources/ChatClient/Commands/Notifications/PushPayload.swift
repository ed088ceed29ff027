import ChatProtocol

/// The payloads of push services. The body is shortened so that a payload fits, and then ends with “…”.
extension PushAlert {
    /// The most bytes of a payload for APNs (“Generating a remote notification”), which `simctl push` also takes.
    static let apnsBytesMax = 4_096
    /// The most bytes of a web push message: 4096 without the bytes of its encryption (RFC 8291, section 4).
    static let webPushBytesMax = 3_993
    /// The most bytes of a title in a payload, so that the body keeps most of the room.
    private static let titleBytesMax = 256
    /// The room for the body below which the link is left out.
    private static let bodyBytesMin = 256

    /// Returns the payload for APNs, in the form that `xcrun simctl push DEVICE FILE` takes.
    ///
    /// - Parameter bundle: The bundle id of the app that shows the alert.
    func apns(to bundle: String) -> [UInt8] {
        fitted(to: Self.apnsBytesMax) { alert in
            JSONWriter.object {
                $0.member("Simulator Target Bundle", bundle)
                $0.key("aps")
                $0.object {
                    $0.key("alert")
                    $0.object {
                        $0.member("title", alert.title)
                        $0.member("subtitle", alert.subtitle)
                        $0.member("body", alert.body)
                    }
                    $0.member("badge", alert.badge)
                    $0.member("sound", "default")
                    $0.member("thread-id", alert.conversation)
                    $0.member("category", alert.category.rawValue)
                }
                alert.writeOrigin(to: &$0)
                $0.member("url", alert.url)
            }
        }
    }

    /// Returns the payload for web push, as a declarative push message (W3C Push API).
    ///
    /// Safari reads `app_badge` in `notification`, and the draft of the W3C has it next to `notification`.
    ///
    /// - Parameter home: The page that a click opens if the alert has no link.
    func webPush(home: String) -> [UInt8] {
        fitted(to: Self.webPushBytesMax) { alert in
            JSONWriter.object {
                $0.member("web_push", 8030)
                $0.key("notification")
                $0.object {
                    // Browsers show no subtitle.
                    $0.member("title", alert.title + (alert.subtitle.map { " · " + $0 } ?? ""))
                    $0.member("body", alert.body)
                    $0.member("navigate", alert.url ?? home)
                    $0.member("tag", alert.tag)
                    $0.member("silent", false)
                    $0.member("app_badge", alert.badge)
                    $0.key("data")
                    $0.object { alert.writeOrigin(to: &$0) }
                }
                $0.member("app_badge", alert.badge)
            }
        }
    }

    /// Returns true if two payloads are about the same notification. Their badges, names and titles can differ.
    static func haveSameOrigin(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard let left = origin(in: left), let right = origin(in: right) else { return false }
        return left == right
    }

    private static let originMembers = ["world", "person", "cursor", "conversation", "message", "notice", "time"]

    private static func origin(in payload: [UInt8]) -> [JSONValue?]? {
        guard let value = try? JSONReader.read(payload).value else { return nil }
        let members = value["notification"]?["data"] ?? value
        return originMembers.map { members[$0] }
    }

    private func writeOrigin(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        switch subject {
        case .message(let id, let sentAt):
            json.member("message", id)
            json.member("time", sentAt)
        case .notice(let id, let postedAt):
            json.member("notice", id)
            json.member("time", postedAt)
        }
        json.member("person", person)
        json.member("world", world)
        json.member("cursor", cursor)
    }

    /// Returns the payload and a line end, with as much of the body as fits.
    private func fitted(to limit: Int, _ payload: (PushAlert) -> [UInt8]) -> [UInt8] {
        var alert = self
        alert.title = Self.shortened(title, to: Self.titleBytesMax)
        alert.subtitle = subtitle.map { Self.shortened($0, to: Self.titleBytesMax) }
        alert.body = ""
        func room() -> Int { limit - 1 - payload(alert).count }
        if room() < Self.bodyBytesMin { alert.url = nil }
        alert.body = Self.shortened(body, to: room())
        return payload(alert) + [0x0A]
    }

    /// Returns the longest beginning of a text whose JSON has at most `limit` bytes, without the quotes. It ends after a
    /// whole character, and with “…” if the text continues.
    private static func shortened(_ text: String, to limit: Int) -> String {
        let mark = "…"
        guard limit >= mark.utf8.count else { return "" }
        var (bytes, index, end) = (0, text.startIndex, text.startIndex)
        while index < text.endIndex {
            let next = text.index(after: index)
            bytes += JSONWriter.bytes(of: String(text[index..<next])).count - 2
            if bytes > limit { return text[..<end] + mark }
            if bytes + mark.utf8.count <= limit { end = next }
            index = next
        }
        return text
    }
}
