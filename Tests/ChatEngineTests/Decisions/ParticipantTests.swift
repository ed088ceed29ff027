import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Joining and leaving a conversation, and the history that a participant can see.
struct ParticipantTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    @discardableResult
    private func add(_ handle: Handle, by client: EngineClient) throws -> Answered.Conversation {
        try client.conversation.addParticipant(conversation: chat.group, handle: handle)
    }

    @discardableResult
    private func remove(_ handle: Handle, by client: EngineClient) throws -> Answered.Conversation {
        try client.conversation.removeParticipant(conversation: chat.group, handle: handle)
    }

    // MARK: Rights and limits

    @Test("a conversation is new for its first participants, but not for a person added later")
    func conversationIsNewForItsFirstParticipants() throws {
        let chat = try GroupFixture()
        func delivered(_ client: EngineClient) -> JSONValue? {
            client.takeReceived().last { $0.method == "conversation.changed" }?.params["conversation"]?["isNew"]
        }
        let begun = try chat.anna.conversation.create(participants: ["bea", "carl", "dora"])
        #expect(begun.isNew)
        chat.server.flush()
        #expect(delivered(chat.bea) == true && delivered(chat.emil) == nil)
        try chat.anna.conversation.addParticipant(conversation: begun.id, handle: "emil")
        chat.server.flush()
        #expect(delivered(chat.bea) == nil && delivered(chat.emil) == nil, "what was before is not theirs, the line is")
        let pair = try chat.anna.conversation.create(participants: ["bea"])
        #expect(pair.id == chat.pair && !pair.isNew)
    }

    @Test("a group keeps at least three participants")
    func groupKeepsThreeParticipants() throws {
        try remove("dora", by: chat.anna)
        #expect(chat.refusal(chat.anna) { try remove("carl", by: $0) } == .conflict)
        #expect(chat.refusal(chat.carl) { try $0.conversation.leave(conversation: chat.group) } == .conflict)
        try add("emil", by: chat.carl)
        try chat.carl.conversation.leave(conversation: chat.group)
        #expect(try chat.view(chat.group, of: chat.anna)?.participants == ["anna", "bea", "emil"])
    }

    @Test("a conversation of two can be neither left nor reduced")
    func conversationOfTwoCannotBeLeft() {
        #expect(chat.refusal(chat.anna) { try $0.conversation.leave(conversation: chat.pair) } == .conflict)
        #expect(
            chat.refusal(chat.anna) { try $0.conversation.removeParticipant(conversation: chat.pair, handle: "bea") }
                == .conflict)
    }

    @Test("adding a participant again is refused, and so is removing a stranger or oneself")
    func unsuitableHandleIsRefused() {
        #expect(chat.refusal(chat.anna) { try add("bea", by: $0) } == .conflict)
        #expect(chat.refusal(chat.anna) { try add("anna", by: $0) } == .conflict)
        #expect(chat.refusal(chat.anna) { try remove("emil", by: $0) } == .notFound)
        #expect(chat.refusal(chat.anna) { try remove("anna", by: $0) } == .invalidParams)
    }

    @Test(
        "a stranger cannot find the conversation to change it",
        arguments: ["addParticipant", "removeParticipant", "leave", "rename", "mute", "markUnread", "pin"])
    func strangerCannotFindTheConversation(_ word: String) {
        let more: [String: JSONValue] = [
            "addParticipant": ["handle": "emil"], "removeParticipant": ["handle": "dora"], "rename": ["name": "Mine"],
            "mute": ["muted": true], "pin": ["pinned": true],
        ]
        for id in [chat.group, "c404"] {
            let params = (["conversation": JSONValue(id)] as JSONValue).adding(more[word] ?? [:])
            #expect(chat.refusal(chat.emil) { try $0.ask("conversation.\(word)", params) } == .notFound)
        }
    }

    @Test("a conversation has at most 250 participants")
    func conversationHasAtMost250Participants() throws {
        let others = try (1...248).map { try #require(Handle("p\($0)")) }
        let big = try chat.anna.conversation.create(participants: others).id
        try chat.anna.conversation.addParticipant(conversation: big, handle: "bea")
        #expect(try chat.view(big, of: chat.bea)?.participants.count == 250)
        #expect(
            chat.refusal(chat.bea) { try $0.conversation.addParticipant(conversation: big, handle: "carl") }
                == .tooLarge)
    }

    // MARK: One to one

    @Test("adding a person to a conversation of two begins a group without its history")
    func addingToAConversationOfTwoBeginsAGroup() throws {
        try chat.send("between us", to: chat.pair)
        let answer = try chat.anna.conversation.addParticipant(conversation: chat.pair, handle: "carl")
        #expect(answer.id != chat.pair && answer.line == nil)
        #expect(answer.participants == ["anna", "bea", "carl"])
        #expect(chat.carl.received("conversation.changed").map { $0["conversation"]?["id"] } == [JSONValue(answer.id)])
        #expect(try chat.thread(chat.carl, answer.id) == [])
        #expect(chat.refusal(chat.carl) { try $0.conversation.history(conversation: chat.pair) } == .notFound)
        #expect(try chat.view(chat.pair, of: chat.bea)?.participants == ["anna", "bea"])
        #expect(try chat.thread(chat.bea, chat.pair) == ["between us"])
        let again = try chat.changesNothing(chat.bea) { try $0.conversation.create(participants: ["anna"]) }
        #expect(again.id == chat.pair, "it is still the one of the two")
    }

    // MARK: Joining

    @Test("grp-add: a newcomer can neither see nor use earlier messages")
    func newcomerCannotUseEarlierMessages() throws {
        let secret = try chat.send("https://notes.example/before secret")
        let cursor = chat.server.log.end
        let answer = try add("emil", by: chat.anna)
        #expect(answer.line?.systemText == "You added Emil to the conversation")
        #expect(try chat.thread(chat.emil) == ["Anna added you to the conversation"])
        let view = try #require(try chat.view(chat.group, of: chat.emil))
        #expect(view.lastMessage == nil && view.unread == 0)
        let requests: [(EngineClient) throws -> Void] = [
            { try $0.message.react(message: secret, reaction: .classic(.heart)) },
            { try $0.message.edit(message: secret, text: "mine") }, { try $0.message.unsend(message: secret) },
            { try $0.message.attachment(message: secret) },
            { try $0.message.send(conversation: chat.group, text: "re", replyTo: secret) },
            { try $0.conversation.markRead(conversation: chat.group, through: secret) },
            { try $0.conversation.history(conversation: chat.group, before: secret.rawValue) },
            { try $0.link.pin(conversation: chat.group, url: "https://notes.example/before") },
            { try $0.delivery.explain(person: "emil", about: "https://notes.example/before") },
        ]
        for (index, request) in requests.enumerated() {
            #expect(chat.refusal(chat.emil, of: request) == .notFound, "request \(index)")
        }
        try chat.send("hello")
        #expect(try chat.view(chat.group, of: chat.emil)?.unread == 1)
        let late = try chat.device(of: "emil", after: 0)
        #expect(late.received.allSatisfy { $0.cursor > cursor })
        #expect(late.received("message.posted").map { $0["message"]?["text"] } == ["hello"])
    }

    @Test("a newcomer receives no changes of earlier messages")
    func newcomerReceivesNoEarlierChanges() throws {
        let old = try chat.send("before")
        try add("emil", by: chat.anna)
        _ = chat.emil.takeReceived()
        try chat.anna.message.edit(message: old, text: "before, changed")
        try chat.bea.message.react(message: old, reaction: .classic(.heart))
        try chat.anna.message.unsend(message: old)
        #expect(chat.emil.received.isEmpty)
        #expect(chat.bea.received("message.changed").count == 2, "her own tapback was in the answer")
        #expect(try chat.device(of: "emil", after: 0).received("message.changed").isEmpty)
        #expect(try chat.view(chat.group, of: chat.emil)?.lastMessage == nil)
    }

    @Test("a newcomer's shelf has only links that are sent after the join")
    func newcomersShelfBeginsAtTheJoin() throws {
        try chat.emil.contact.add(handle: "anna")
        try chat.emil.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        try chat.send("https://notes.example/before")
        try add("emil", by: chat.anna)
        #expect(try chat.shelf(chat.emil) == [])
        #expect(chat.emil.received("highlights.changed").isEmpty)
        try chat.send("https://notes.example/after")
        #expect(try chat.shelf(chat.emil) == ["https://notes.example/after"])
        try chat.send("https://notes.example/before again")
        #expect(try chat.shelf(chat.emil).count == 2)
        try chat.emil.link.pin(conversation: chat.group, url: "https://notes.example/before")
    }

    // MARK: Leaving

    @Test("a removed participant resumes only the events before the removal")
    func removedParticipantResumesEarlierEvents() throws {
        try chat.send("one")
        let cursor = chat.server.log.end
        let there = try chat.send("two")
        try chat.anna.message.edit(message: there, text: "two, changed")
        try remove("dora", by: chat.anna)
        let end = try #require(chat.dora.received.last)
        try chat.anna.message.edit(message: there, text: "not for her")
        try chat.bea.message.react(message: there, reaction: .classic(.heart))
        try chat.anna.message.unsend(message: there)
        try chat.send("three")
        try chat.anna.conversation.rename(conversation: chat.group, name: "Without Dora")
        #expect(chat.dora.received.last == end, "nothing later")
        let late = try chat.device(of: "dora", after: cursor)
        let live = chat.dora.received.filter { $0.cursor > cursor }
        #expect(late.received.map(\.cursor) == live.map(\.cursor))
        for (one, other) in zip(late.received, live) { #expect(NotificationMatch.isSame(one, other)) }
        #expect(late.received.map(\.method) == ["message.posted", "message.changed", "conversation.changed"])
        #expect(end.params["conversation"]?["left"] == true && end.params["line"] == nil)
        #expect(end.params["conversation"]?["participants"] == ["anna", "bea", "carl"])
        #expect(chat.refusal(chat.dora) { try $0.conversation.history(conversation: chat.group) } == .notFound)
        #expect(try chat.view(chat.group, of: chat.dora) == nil)
        #expect(
            chat.refusal(chat.dora) { try $0.message.react(message: there, reaction: .classic(.heart)) } == .notFound)
    }

    @Test("leaving is answered to the asking session and notifies the other devices and participants")
    func leavingNotifiesTheOtherSessions() throws {
        let device = try chat.device(of: "dora")
        let answer = try chat.dora.conversation.leave(conversation: chat.group)
        #expect(answer.left)
        #expect(answer.line?.systemText == "You left the conversation")
        #expect(chat.dora.received.isEmpty)
        #expect(device.received.map { $0.params["conversation"]?["left"] } == [true])
        let delivered = try #require(chat.carl.received("conversation.changed").first)
        #expect(delivered["line"]?["text"] == "Dora left the conversation" && delivered["conversation"]?["left"] == nil)
        #expect(try chat.thread(chat.carl) == ["Dora left the conversation"])
    }

    @Test("a returning participant's history begins at the return")
    func historyBeginsAtTheReturn() throws {
        let first = try chat.send("first time")
        try remove("dora", by: chat.anna)
        try chat.send("between")
        try add("dora", by: chat.bea)
        let second = try chat.send("second time")
        #expect(try chat.thread(chat.dora) == ["Bea added you to the conversation", "second time"])
        #expect(
            chat.refusal(chat.dora) { try $0.message.react(message: first, reaction: .classic(.heart)) } == .notFound)
        let late = try chat.device(of: "dora", after: 0)
        #expect(late.received("message.posted").map { $0["message"]?["id"] } == [JSONValue(first), JSONValue(second)])
        #expect(late.received("conversation.changed").contains { $0["conversation"]?["left"] == true })
        #expect(try chat.view(chat.group, of: chat.dora)?.participants == ["anna", "bea", "carl", "dora"])
        _ = chat.dora.takeReceived()
        try chat.anna.message.edit(message: first, text: "not hers any more")
        #expect(chat.dora.received.isEmpty)
        try chat.server.restart()
        #expect(try chat.device(of: "dora", after: 0).received == late.received)
    }

    @Test("a removal clears the participant's mute and pin of the conversation")
    func removalClearsMuteAndPin() throws {
        try chat.dora.conversation.mute(conversation: chat.group, muted: true)
        try chat.dora.conversation.pin(conversation: chat.group, pinned: true)
        try remove("dora", by: chat.anna)
        #expect(try chat.dora.settings.get().pinnedConversations.isEmpty)
        try add("dora", by: chat.anna)
        let view = try chat.view(chat.group, of: chat.dora)
        #expect(view?.muted == false && view?.pinned == false)
    }

    @Test("a link surfaces as long as a contact is in the group")
    func linkSurfacesWhileAContactIsInTheGroup() throws {
        try chat.bea.contact.add(handle: "anna")
        try chat.bea.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        try chat.send("https://notes.example/1", by: chat.carl)
        #expect(try chat.shelf(chat.bea).count == 1)
        _ = chat.bea.takeReceived()
        try chat.anna.conversation.leave(conversation: chat.group)
        #expect(chat.bea.received("highlights.changed").map { $0["removed"]?.arrayValue?.count } == [1])
        #expect(try chat.shelf(chat.bea) == [])
        try add("anna", by: chat.carl)
        #expect(try chat.shelf(chat.bea).count == 1)
        #expect(try chat.shelf(chat.anna) == [], "it came before she did")
    }
}
