import ChatConnection
import ChatProtocol
import Foundation
import Testing

@testable import ChatClient

/// The payloads of push services for each kind of alert. `Tests/Alerts` has their bytes.
@Suite struct PushAlertTests {
    private static let link = "https://notes.example/d/1"

    /// The conversations of Bea: one with Anna, and the group “Trip”.
    private func context(unread: Int64 = 2) throws -> AlertContext {
        var context = AlertContext(of: try #require(Handle("bea")))
        let pair = try conversation("c1", ["anna": "Anna", "bea": "Bea"], unread: 1)
        let group = try conversation("c2", ["anna": "Anna", "bea": "Bea", "carl": "Carl"], "Trip", unread: unread)
        context.add([pair])
        context.add([group])
        return context
    }

    private func conversation(
        _ id: String, _ people: KeyValuePairs<String, String>, _ name: String? = nil, unread: Int64
    ) throws -> Conversation {
        let bytes = JSONWriter.object { json in
            json.member("id", id)
            json.member("name", name)
            json.key("people")
            json.array { list in
                for (handle, name) in people {
                    list.object {
                        $0.member("handle", handle)
                        $0.member("name", name)
                    }
                }
            }
            json.member("unread", unread)
            json.member("muted", false)
            json.key("waitingNotices")
            json.array { _ in }
        }
        var fields = try JSONFields(try JSONReader.read(bytes).value)
        return try Conversation(from: &fields)
    }

    private func message(_ text: String, in conversation: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
        let bytes = JSONWriter.object { json in
            json.member("id", "m7")
            json.member("conversation", conversation)
            json.member("sender", "anna")
            json.member("text", text)
            json.member("sentAt", "2026-09-21T14:13:20.000Z")
            json.member("sequence", 3)
            for (name, value) in more {
                json.key(dynamic: name)
                value.write(to: &json)
            }
        }
        return (try? JSONReader.read(bytes).value) ?? [:]
    }

    private func alert(_ method: String, _ params: JSONValue, _ context: AlertContext? = nil) throws -> PushAlert? {
        guard case .lasting(let notification)? = try HeardNotification(method: method, params: params).content() else {
            return nil
        }
        return PushAlert(notification, at: 42, in: .main, try context ?? self.context())
    }

    private func sample(_ name: String) throws -> (method: String, params: JSONValue) {
        let links: JSONValue = [["url": .string(Self.link), "range": ["location": 12, "length": 25]]]
        let edited: JSONValue = ["kind": "edited", "mentioned": ["bea"]]
        let loved: JSONValue = ["kind": "reacted", "by": "carl", "reaction": "heart"]
        let file: JSONValue = [
            "name": "route.pdf", "type": "com.adobe.pdf", "size": 3,
            "digest": .string("sha256:" + String(repeating: "0", count: 64)),
        ]
        switch name {
        case "message":
            let text = "Who drives? \(Self.link)"
            return ("message.posted", ["message": message(text, in: "c1", [("links", links)]), "alert": true])
        case "group-message":
            return ("message.posted", ["message": message("“Who”\ndrives? 🚗", in: "c2"), "alert": true])
        case "file":
            return ("message.posted", ["message": message("", in: "c1", [("attachment", file)]), "alert": true])
        case "edit":
            let text = message("@Bea drives", in: "c2")
            return ("message.changed", ["message": text, "change": edited, "alert": true])
        case "reaction":
            let text = message("See you", in: "c2")
            return ("message.changed", ["message": text, "change": loved, "alert": true])
        default:
            let notice: JSONValue = [
                "id": "n9", "conversation": "c2", "actor": "anna", "event": ["type": "mention", "mentioned": "bea"],
                "app": "com.example.notes", "url": .string(Self.link), "title": "Trip plan", "count": 1,
                "text": "Anna mentioned you in “Trip plan”", "postedAt": "2026-09-21T14:13:20.000Z",
            ]
            return ("notice.posted", ["notice": notice, "alert": true])
        }
    }

    @Test(
        "the payloads of an alert have the bytes of their samples",
        arguments: ["message", "group-message", "file", "edit", "reaction", "notice"])
    func payloadsHaveTheBytesOfTheirSamples(name: String) throws {
        let (method, params) = try sample(name)
        let alert = try #require(try alert(method, params))
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Alerts")
        for (file, payload) in [
            ("\(name).apns", alert.apns(to: "com.apple.MobileSMS")),
            ("\(name).webpush.json", alert.webPush(home: "http://127.0.0.1:7400/")),
        ] {
            let expected = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(String(decoding: payload, as: UTF8.self) == expected, "\(file)")
        }
    }

    @Test("a notification without an alert has no payload")
    func notificationWithoutAlertHasNoPayload() throws {
        let posted = message("Hi", in: "c1")
        let unsent = message("", in: "c1", [("unsentAt", "2026-09-21T14:13:21.000Z")])
        #expect(try alert("message.posted", ["message": posted]) == nil)
        #expect(try alert("message.changed", ["message": unsent, "change": ["kind": "unsent"], "alert": true]) == nil)
        #expect(try alert("notice.cleared", ["notices": ["n9"], "alert": true]) == nil)
    }

    @Test(
        "a long text is cut after a whole character, so that the payload just fits",
        arguments: ["x", "👨‍👩‍👧‍👦", "é", "שלום ", "مرحبا ", "\"", "\u{1}", "👍🏽 ok\n"])
    func longTextIsCutAfterAWholeCharacter(unit: String) throws {
        let text = String(repeating: unit, count: 100_000 / unit.count)
        let alert = try #require(try alert("message.posted", ["message": message(text, in: "c2"), "alert": true]))
        let apns = alert.apns(to: "com.example.messages")
        let webPush = alert.webPush(home: "http://127.0.0.1:7400/")
        // The next character would not have fitted; an escape has six bytes for each scalar.
        let room = 6 * unit.utf8.count + 3
        #expect((4_096 - room...4_096).contains(apns.count) && (3_993 - room...3_993).contains(webPush.count))
        let bodies = [
            try JSONReader.read(apns).value["aps"]?["alert"]?["body"]?.stringValue,
            try JSONReader.read(webPush).value["notification"]?["body"]?.stringValue,
        ]
        for body in bodies {
            let body = try #require(body)
            #expect(body.last == "…" && text.hasPrefix(body.dropLast()) && body.count > 100)
        }
    }

    @Test("a character that is larger than the payload leaves only the ellipsis")
    func hugeCharacterLeavesOnlyTheEllipsis() throws {
        let text = "e" + String(repeating: "\u{301}", count: 50_000)
        let alert = try #require(try alert("message.posted", ["message": message(text, in: "c1"), "alert": true]))
        let apns = try JSONReader.read(alert.apns(to: "com.example.messages")).value
        #expect(apns["aps"]?["alert"]?["body"] == "…")
    }

    @Test("a payload with the longest link and long names fits and keeps the link")
    func longestLinkFits() throws {
        let url = "https://notes.example/" + String(repeating: "a", count: 2_026)
        let long = String(repeating: "👨‍👩‍👧‍👦", count: 200)
        var context = try context()
        context.add([try conversation("c3", ["anna": long], long, unread: 0)])
        let links: JSONValue = [["url": .string(url), "range": ["location": 0, "length": 2_048]]]
        let params: JSONValue = ["message": message(url + long, in: "c3", [("links", links)]), "alert": true]
        let alert = try #require(try alert("message.posted", params, context))
        let (apns, webPush) = (alert.apns(to: "com.example.messages"), alert.webPush(home: "http://a.example/"))
        #expect(apns.count <= 4_096 && webPush.count <= 3_993)
        #expect(try JSONReader.read(apns).value["url"]?.stringValue == url)
        #expect(try JSONReader.read(webPush).value["notification"]?["navigate"]?.stringValue == url)
    }

    @Test("payloads have the same origin only if they are about the same notification")
    func payloadsOfOneNotificationHaveTheSameOrigin() throws {
        let (method, params) = try sample("message")
        let one = try #require(try alert(method, params))
        let later = try #require(try alert(method, params, context(unread: 9)))
        let other = try #require(try alert("message.posted", try sample("file").params))
        let (bundle, home) = ("com.example.messages", "http://127.0.0.1:7400/")
        #expect(one.badge == 3 && later.badge == 10)
        #expect(PushAlert.haveSameOrigin(one.apns(to: bundle), later.apns(to: bundle)))
        #expect(PushAlert.haveSameOrigin(one.webPush(home: home), later.webPush(home: home)))
        #expect(PushAlert.haveSameOrigin(one.apns(to: bundle), other.apns(to: bundle)), "both are m7 at 42")
        let notice = try #require(try alert("notice.posted", try sample("notice").params))
        #expect(!PushAlert.haveSameOrigin(one.apns(to: bundle), notice.apns(to: bundle)))
        #expect(!PushAlert.haveSameOrigin(Array("nonsense".utf8), one.apns(to: bundle)))
    }
}
