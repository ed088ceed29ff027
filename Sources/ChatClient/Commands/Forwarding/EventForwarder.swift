import ChatConnection
import ChatProtocol
import ChatSystem

/// Posts events to a backend one after the other. Each is tried until the backend accepts it, or until it was tried
/// ``attemptsMax`` times.
struct EventForwarder {
    /// The outcome of one attempt.
    enum Outcome: Equatable {
        case answered(status: Int)
        case failed(String)

        /// True if the backend accepted the event, with a status from 200 to 299.
        var isTaken: Bool {
            if case .answered(let status) = self { (200...299).contains(status) } else { false }
        }
    }

    let target: ForwardTarget
    /// The key of the signature.
    let secret: [UInt8]
    /// The most attempts for each event.
    let attemptsMax: Int
    /// The parent process, at whose end the command ends; nil if its end is ignored.
    let parent: ParentWatch?
    /// The longest time for an answer, in milliseconds.
    private static let patience: Int64 = 10_000
    /// The most bytes of an answer that are read.
    private static let answerBytesMax = 64 * 1024

    /// Posts an event until it is accepted.
    ///
    /// - Parameter tell: Receives the number and the outcome of each attempt, and true for the last one.
    /// - Returns: True if the event was accepted.
    func forward(_ event: ForwardedEvent, tell: (_ attempt: Int, Outcome, _ isLast: Bool) -> Void) -> Bool {
        var backoff = Backoff()
        for attempt in 1...attemptsMax {
            let outcome = post(event, attempt: attempt)
            let isLast = outcome.isTaken || attempt == attemptsMax
            tell(attempt, outcome, isLast)
            if isLast { return outcome.isTaken }
            pause(backoff.next())
            if parent?.hasEnded == true { return false }
        }
        return false
    }

    private func pause(_ milliseconds: Int64) {
        let end = Clocks.steady() + milliseconds
        while case let left = end - Clocks.steady(), left > 0, parent?.hasEnded != true {
            _ = Readiness.wait(for: [], milliseconds: min(Int(left), ParentWatch.milliseconds))
        }
    }

    private func post(_ event: ForwardedEvent, attempt: Int) -> Outcome {
        let deadline = Clocks.steady() + Self.patience
        var answer = HTTPResponseReader(limits: WireLimits(messageBytes: Self.answerBytesMax))
        do {
            let stream = try ByteStream(to: target.endpoint, patienceMilliseconds: Self.patience)
            defer { stream.close() }
            var bytes: [UInt8]
            try stream.send(request(for: event, attempt: attempt, second: Clocks.wall() / 1_000))
            while !answer.isWhole, Clocks.steady() < deadline {
                do throws(TransportError) {
                    bytes = try stream.receive(until: deadline)
                } catch {
                    // The end of the stream may be the end of the answer.
                    if answer.head == nil { throw error }
                    break
                }
                try answer.receive(bytes)
            }
        } catch let error as HTTPError {
            return .failed("the answer is not HTTP: \(error)")
        } catch {
            return .failed("\(error)")
        }
        guard let head = answer.head else { return .failed("no answer within \(Self.patience / 1_000) s") }
        return .answered(status: head.status)
    }

    /// Returns the bytes of the whole request.
    ///
    /// - Parameter second: The time of the request, in seconds since 1970. A backend refuses old requests, so that a
    ///   copied request cannot be posted again.
    func request(for event: ForwardedEvent, attempt: Int, second: Int64) -> [UInt8] {
        let code = HMACSHA256.code(of: Array("\(second).".utf8) + event.body, key: secret)
        let head = """
            POST \(target.path) HTTP/1.1\r
            Host: \(target.endpoint)\r
            User-Agent: understudy/\(Understudy.version)\r
            Content-Type: application/json\r
            Content-Length: \(event.body.count)\r
            Connection: close\r
            Understudy-Event: \(Self.header(event.type))\r
            Understudy-Id: \(Self.header(event.id))\r
            Understudy-Attempt: \(attempt)\r
            Understudy-Signature: t=\(second),v1=\(Hexadecimal.text(code))\r
            \(event.trace.map { "traceparent: \($0)\r\n" } ?? "")\r

            """
        return Array(head.utf8) + event.body
    }

    /// Returns a text of the server or of a file as the value of a header. Everything but visible ASCII is
    /// percent-encoded, so that the text cannot end the line.
    private static func header(_ text: String) -> String {
        text.utf8.reduce(into: "") { value, byte in
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
            value += isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text([byte]).uppercased()
        }
    }
}

/// The URL to which notifications are posted: `http://127.0.0.1:3000/webhooks?from=chat`.
struct ForwardTarget: Hashable, CustomStringConvertible {
    /// The reason for which a text is no target.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The URL as it was written.
    let description: String
    let endpoint: ServerEndpoint
    /// The path and the query.
    let path: String

    /// Reads a URL.
    ///
    /// - Throws: ``Problem`` if it is not an `http` URL, has a user, or needs percent-encoding.
    init(_ text: String) throws(Problem) {
        description = text
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.count > 1 ? parts[0].lowercased() : "" {
        case "http": break
        case "https":
            throw Problem(
                description:
                    "“\(text)” needs TLS, which is not supported: give an http:// address of the backend "
                    + "or of a proxy on this machine that forwards to it over https")
        default: throw Problem(description: "“\(text)” is not an address such as http://127.0.0.1:3000/webhooks")
        }
        let host = parts[1].prefix { !"/?#".contains($0) }
        let rest = parts[1].dropFirst(host.count).prefix { $0 != "#" }
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Problem(description: "“\(text)” has characters in its path that need percent-encoding")
        }
        guard !host.contains("@") else {
            throw Problem(description: "“\(text)” contains a user; remove it: the signature authenticates each post")
        }
        path = rest.hasPrefix("/") ? String(rest) : "/" + rest
        do throws(ServerEndpoint.Problem) {
            // A URL without a port means port 80.
            let hasPort = host.hasSuffix("]") ? false : host.split(separator: "]").last?.contains(":") == true
            endpoint = try ServerEndpoint(hasPort ? String(host) : "\(host):80")
        } catch {
            throw Problem(description: "\(error)")
        }
    }
}

/// A notification as it is posted: a JSON object with its type and its recipient.
struct ForwardedEvent {
    /// The id of the event, which is the same in each attempt and when it is posted again.
    let id: String
    /// The notification's method.
    let type: String
    /// The trace of the request that caused it. It is passed on unchanged, because the posting is no span of its own.
    let trace: TraceParent?
    /// The exact bytes of the body, which are signed.
    let body: [UInt8]

    /// Creates the event of a new notification.
    init(_ heard: NotificationStream.Heard, id: String, at now: Instant, world: WorldName, to owner: Hello.Identity) {
        let trace = heard.trace
        (self.id, type, self.trace) = (id, heard.method, trace)
        body = JSONWriter.object {
            $0.member("id", id)
            $0.member("type", heard.method)
            $0.member("created", now)
            $0.member("world", world)
            $0.member("traceparent", trace)
            $0.key("to")
            $0.object { owner.writeMembers(to: &$0) }
            $0.member("data", heard.params)
        }
    }

    /// Reads an event of a log; nil if the value is not an event.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.stringValue, let type = value["type"]?.stringValue else { return nil }
        (self.id, self.type) = (id, type)
        trace = value["traceparent"]?.stringValue.flatMap(TraceParent.init)
        body = JSONWriter.bytes(of: value)
    }
}
