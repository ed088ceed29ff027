import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Changes on one device of a person reach the others, also a device that was offline.
struct DevicesInStepTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    private func here(_ more: JSONValue = [:]) -> JSONValue { (["conversation": chat.group] as JSONValue).adding(more) }

    /// Returns the lists, settings and history of a device.
    private func shown(_ device: EngineClient) throws -> [JSONValue] {
        var all = try ["conversation.list", "settings.get", "highlight.list", "contact.list"].map { try device.ask($0) }
        all.append(try device.ask("conversation.history", here()))
        return all
    }

    /// Sends a request from a device of Bea. Her second device receives the notifications at once, and an offline one
    /// when it resumes.
    private func bea(
        does method: String, _ params: JSONValue, heardAs expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let device = try chat.device(of: "bea")
        let cursor = chat.server.log.end
        _ = chat.bea.takeHeard()
        try chat.bea.ask(method, params)
        #expect(device.durable.map(\.method) == expected, "\(method)", sourceLocation: sourceLocation)
        let away = try chat.device(of: "bea", after: cursor)
        #expect(away.durable == device.durable, "\(method), away", sourceLocation: sourceLocation)
        let own = chat.bea.durable.filter { $0.method == expected.first }
        #expect(own.isEmpty, "\(method): its own session has the answer", sourceLocation: sourceLocation)
        for other in [device, away] {
            #expect(try shown(other) == shown(chat.bea), "\(method)", sourceLocation: sourceLocation)
            chat.server.engine.close(other.engineSession)
        }
    }

    @Test("D26: a change on one device reaches the person's other devices")
    func changeOnOneDeviceReachesTheOthers() throws {
        let message = try chat.send("https://notes.example/1")
        try bea(does: "message.send", here(["text": "mine"]), heardAs: ["message.posted"])
        try bea(does: "message.react", ["message": message, "reaction": "heart"], heardAs: ["message.changed"])
        try bea(does: "conversation.markUnread", here(), heardAs: ["conversation.changed"])
        try bea(does: "conversation.markRead", here(), heardAs: ["conversation.changed"])
        try bea(does: "conversation.mute", here(["muted": true]), heardAs: ["conversation.changed"])
        try bea(does: "conversation.pin", here(["pinned": true]), heardAs: ["settings.changed"])
        try bea(does: "conversation.rename", here(["name": "Trip"]), heardAs: ["conversation.changed"])
        try bea(
            does: "settings.set", ["readReceipts": ["everywhere": false], "mentionAlerts": false],
            heardAs: ["settings.changed"])
        try bea(
            does: "settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]],
            heardAs: ["settings.changed"])
        try bea(does: "conversation.create", ["participants": ["emil"]], heardAs: ["conversation.changed"])
    }

    @Test("D26: a consent request that one device answers disappears from the others")
    func answeredConsentRequestDisappears() throws {
        try chat.send("https://notes.example/1")
        let device = try chat.device(of: "bea")
        let before = chat.server.log.end
        try chat.bea.ask("link.pin", here(["url": "https://notes.example/1"]))
        let consent = try #require(chat.bea.heard("consent.requested").first?["consent"])
        #expect(device.heard("consent.requested").map { $0["consent"] } == [consent])
        let asked = try chat.device(of: "bea", after: before)
        #expect(asked.heard("consent.requested").map { $0["consent"] } == [consent], "it waits")
        try chat.bea.ask("consent.answer", ["consent": consent, "answer": "notNow"])
        for other in [device, asked] {
            #expect(other.heard("settings.changed").map { $0["settings"]?["consents"] } == [[]])
            #expect(other.refusal("consent.answer", ["consent": consent, "answer": "allow"]) == .notFound)
        }
        let away = try chat.device(of: "bea", after: before)
        #expect(away.heard("consent.requested").isEmpty, "who was away is not asked what was answered")
        #expect(away.heard("settings.changed").count == 1)
    }

    @Test("D12, D26: leaving a conversation on one device leaves it on the others")
    func leavingAppliesToAllDevices() throws {
        let device = try chat.device(of: "bea")
        let before = chat.server.log.end
        try chat.bea.ask("conversation.leave", here())
        let away = try chat.device(of: "bea", after: before)
        for other in [device, away] {
            #expect(other.heard("conversation.changed").map { $0["conversation"]?["left"] } == [true])
            #expect(try chat.view(chat.group, of: other) == nil)
        }
    }

    @Test("D20: a resuming device receives messages, but no typing and no delivery receipts")
    func typingAndReceiptsAreNotRepeated() throws {
        let before = chat.server.log.end
        try chat.bea.ask("conversation.typing", ["conversation": chat.pair, "typing": true])
        try chat.send("one", by: chat.bea, to: chat.pair)
        #expect(chat.anna.heard("typing").map { $0["typing"] } == [true, false])
        #expect(chat.bea.heard("receipt").map { $0["status"] } == ["delivered"])
        let fleeting = (chat.anna.heard + chat.bea.heard).filter { $0.params["cursor"] == nil }
        #expect(fleeting.map(\.method).sorted() == ["receipt", "typing", "typing"])
        for name in ["anna", "bea"] {
            let late = try chat.device(of: name, after: before)
            #expect(late.heard.allSatisfy { $0.cursor > before && $0.cursor <= chat.server.log.end })
            #expect(late.heard.map(\.method) == ["message.posted"])
        }
    }

    @Test("D17: a fence does not wait for a session that still catches up")
    func fenceDoesNotWaitForACatchUp() throws {
        let text = String(repeating: "x", count: 20_000)
        let before = chat.server.log.end
        for _ in 0..<200 { try chat.send(text) }
        let late = chat.server.connect()
        late.post("session.hello", ["role": "person", "handle": "dora", "after": .integer(before)])
        // Dora's client reads nothing.
        late.engineSession.noteUnsent(.max / 2)
        let fence = chat.carl.post("session.fence")
        chat.server.flush()
        #expect(try chat.carl.answer(fence)["cursor"] == .integer(chat.server.log.end))
        #expect(!late.engineSession.isCurrent && late.durable.count < 200)
    }
}
