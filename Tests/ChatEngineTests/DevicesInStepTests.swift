import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Changes on one device of a person reach the others, also a device that was offline.
struct DevicesInStepTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    /// The content of a device: its lists, settings and history.
    private struct Shown: Equatable {
        let conversations: Answered.Conversations
        let settings: Settings
        let highlights: Answered.Highlights
        let contacts: Answered.Contacts
        let history: Answered.History
    }

    private func shown(_ device: EngineClient) throws -> Shown {
        Shown(
            conversations: try device.conversation.list(), settings: try device.settings.get(),
            highlights: try device.highlight.list(), contacts: try device.contact.list(),
            history: try device.conversation.history(conversation: chat.group))
    }

    /// Makes a request from a device of Bea. Her second device receives the notifications at once, and an offline one
    /// when it resumes.
    private func bea<Value>(
        receives expected: String, sourceLocation: SourceLocation = #_sourceLocation,
        after request: (EngineClient) throws -> Value
    ) throws {
        let device = try chat.device(of: "bea")
        let cursor = chat.server.log.end
        _ = chat.bea.takeReceived()
        _ = try request(chat.bea)
        #expect(device.durable.map(\.method) == [expected], sourceLocation: sourceLocation)
        let away = try chat.device(of: "bea", after: cursor)
        #expect(away.durable == device.durable, "away", sourceLocation: sourceLocation)
        let own = chat.bea.durable.filter { $0.method == expected }
        #expect(own.isEmpty, "its own session has the answer", sourceLocation: sourceLocation)
        for other in [device, away] {
            #expect(try shown(other) == shown(chat.bea), sourceLocation: sourceLocation)
            chat.server.engine.close(other.engineSession)
        }
    }

    @Test("D26: a change on one device reaches the person's other devices")
    func changeOnOneDeviceReachesTheOthers() throws {
        let message = try chat.send("https://notes.example/1")
        let here = chat.group
        try bea(receives: "message.posted") { try $0.message.send(conversation: here, text: "mine") }
        try bea(receives: "message.changed") { try $0.message.react(message: message, reaction: .classic(.heart)) }
        try bea(receives: "conversation.changed") { try $0.conversation.markUnread(conversation: here) }
        try bea(receives: "conversation.changed") { try $0.conversation.markRead(conversation: here) }
        try bea(receives: "conversation.changed") { try $0.conversation.mute(conversation: here, muted: true) }
        try bea(receives: "settings.changed") { try $0.conversation.pin(conversation: here, pinned: true) }
        try bea(receives: "conversation.changed") { try $0.conversation.rename(conversation: here, name: "Trip") }
        try bea(receives: "settings.changed") {
            try $0.settings.set(receipts: .init(everywhere: false), mentionAlerts: false)
        }
        try bea(receives: "settings.changed") {
            try $0.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        }
        try bea(receives: "conversation.changed") { try $0.conversation.create(participants: ["emil"]) }
    }

    @Test("D26: a consent request that one device answers disappears from the others")
    func answeredConsentRequestDisappears() throws {
        try chat.send("https://notes.example/1")
        let device = try chat.device(of: "bea")
        let before = chat.server.log.end
        try chat.bea.link.pin(conversation: chat.group, url: "https://notes.example/1")
        let consent = try #require(chat.bea.received("consent.requested").first?["consent"]?.stringValue)
        #expect(device.received("consent.requested").map { $0["consent"]?.stringValue } == [consent])
        let asked = try chat.device(of: "bea", after: before)
        #expect(asked.received("consent.requested").map { $0["consent"]?.stringValue } == [consent], "it waits")
        try chat.bea.consent.answer(consent: .init(consent), answer: .notNow)
        for other in [device, asked] {
            #expect(other.received("settings.changed").map { $0["settings"]?["consents"] } == [[]])
            #expect(other.refusal { try $0.consent.answer(consent: .init(consent), answer: .allow) } == .notFound)
        }
        let away = try chat.device(of: "bea", after: before)
        #expect(away.received("consent.requested").isEmpty, "who was away is not asked what was answered")
        #expect(away.received("settings.changed").count == 1)
    }

    @Test("D12, D26: leaving a conversation on one device leaves it on the others")
    func leavingAppliesToAllDevices() throws {
        let device = try chat.device(of: "bea")
        let before = chat.server.log.end
        try chat.bea.conversation.leave(conversation: chat.group)
        let away = try chat.device(of: "bea", after: before)
        for other in [device, away] {
            #expect(other.received("conversation.changed").map { $0["conversation"]?["left"] } == [true])
            #expect(try chat.view(chat.group, of: other) == nil)
        }
    }

    @Test("D20: a resuming device receives messages, but no typing and no delivery receipts")
    func typingAndReceiptsAreNotRepeated() throws {
        let before = chat.server.log.end
        try chat.bea.conversation.typing(conversation: chat.pair, isTyping: true)
        try chat.send("one", by: chat.bea, to: chat.pair)
        #expect(chat.anna.received("typing").map { $0["typing"] } == [true, false])
        #expect(chat.bea.received("receipt").map { $0["status"] } == ["delivered"])
        let fleeting = (chat.anna.received + chat.bea.received).filter { $0.params["cursor"] == nil }
        #expect(fleeting.map(\.method).sorted() == ["receipt", "typing", "typing"])
        for name in ["anna", "bea"] {
            let late = try chat.device(of: name, after: before)
            #expect(late.received.allSatisfy { $0.cursor > before && $0.cursor <= chat.server.log.end })
            #expect(late.received.map(\.method) == ["message.posted"])
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
        let fence = chat.carl.post(LiveRequest.sessionFence)
        chat.server.flush()
        #expect(try chat.carl.answer(fence)["cursor"] == .integer(chat.server.log.end))
        #expect(!late.engineSession.isCurrent && late.durable.count < 200)
    }
}
