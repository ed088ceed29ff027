import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Deletions: their storage, history and notifications.
struct DeletionTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    @discardableResult
    private func say(_ text: String, as client: EngineClient? = nil) throws -> JSONValue {
        let sent = try (client ?? trip.anna).ask(
            "message.send", ["conversation": trip.conversation, "text": .string(text)])
        return try #require(sent["message"]?["id"])
    }

    private func texts(of client: EngineClient, _ params: JSONValue = [:]) throws -> [String] {
        let page = try client.ask("conversation.history", with(params, "conversation", trip.conversation))
        return (page["entries"]?.arrayValue ?? []).compactMap { $0["message"]?["text"]?.stringValue }
    }

    private var here: JSONValue { ["conversation": trip.conversation] }

    @Test("swy-delete: a deletion notifies only the person's own sessions, including the one that asked")
    func deletionNotifiesOnlyOwnSessions() throws {
        let phone = try trip.server.person("bea")
        let message = try say("one")
        for client in [trip.anna, trip.bea, trip.carl, phone, trip.app] { _ = client.takeHeard() }
        try trip.bea.ask("message.delete", ["messages": .array([message])])
        for client in [trip.bea, phone] {
            let told = client.heard("deletion.changed")
            #expect(told.count == 1 && told[0]["change"] == "deleted")
            #expect(told[0]["messages"] == [["first": 2, "last": 2]])
            #expect(told[0]["conversation"]?["lastMessage"]?["sequence"] == 1)
        }
        for client in [trip.anna, trip.carl, trip.app] { #expect(client.takeHeard().isEmpty) }
    }

    @Test("swy-delete: a deletion of messages in two conversations, of too many or of none is refused")
    func invalidDeletionIsRefused() throws {
        let created = try trip.anna.ask("conversation.create", ["participants": ["bea"]])
        let other = try #require(created["conversation"]?["id"])
        let sent = try trip.anna.ask("message.send", ["conversation": other, "text": "two"])
        let messages: JSONValue = .array([try say("one"), try #require(sent["message"]?["id"])])
        #expect(trip.anna.refusal("message.delete", ["messages": messages]) == .invalidParams)
        #expect(trip.anna.refusal("message.delete", ["messages": .array([])]) == .invalidParams)
        let many = (0...200).map { JSONValue.string("m\($0)") }
        #expect(trip.anna.refusal("message.delete", ["messages": .array(many)]) == .tooLarge)
        #expect(try texts(of: trip.anna).last == "one")
    }

    @Test("swy-delete: a repeated deletion changes nothing")
    func repeatedDeletionChangesNothing() throws {
        let message: JSONValue = ["messages": .array([try say("one")])]
        let first = try trip.bea.ask("message.delete", with(message, "clientID", "k"))
        let end = trip.server.log.end
        #expect(try trip.bea.ask("message.delete", with(message, "clientID", "k")) == first)
        try trip.bea.ask("message.delete", message)
        #expect(trip.server.log.end == end)
    }

    @Test("swy-delete: an answer stored for a retry loses a text that is unsent since")
    func storedAnswerLosesUnsentText() throws {
        let secret = try say("Zwetschgenkuchen")
        let last = try say("two")
        let answer = try trip.bea.ask("message.delete", ["messages": .array([last]), "clientID": "k"])
        #expect(answer["conversation"]?["lastMessage"]?["text"] == "Zwetschgenkuchen")
        try trip.anna.ask("message.unsend", ["message": secret])
        let again = try trip.bea.ask("message.delete", ["messages": .array([last]), "clientID": "k"])
        #expect(again["conversation"]?["lastMessage"]?["text"] == "")
        for row in try trip.server.log.read(after: 0, limit: 1_000) {
            #expect(!String(decoding: row.body, as: UTF8.self).contains("Zwetschgen"))
        }
    }

    @Test("a restart keeps the newest message that was not deleted")
    func restartKeepsTheNewestRemainingMessage() throws {
        let messages = try (1...40).map { try say("Message \($0)") }
        let gone = JSONValue.array(Array(messages.suffix(36)))
        try trip.bea.ask("message.delete", ["messages": gone])
        try trip.anna.ask("message.edit", ["message": messages[3], "text": "Edited"])
        func listed() throws -> JSONValue? {
            try trip.server.person("bea").ask("conversation.list")["conversations"]?.arrayValue?.first
        }
        let before = try #require(try listed())
        #expect(before["lastMessage"]?["text"] == "Edited" && before["unread"] == 5)
        try trip.server.restart()
        #expect(try listed() == before)
    }

    @Test("message.recentlyDeleted pages through the recoverable messages")
    func recentlyDeletedIsPaged() throws {
        let messages = try (1...9).map { try say("Message \($0)") }
        for index in [1, 2, 3, 6] { try trip.bea.ask("message.delete", ["messages": .array([messages[index]])]) }
        func page(before: JSONValue?) throws -> (texts: [String], more: Bool) {
            var params = with(here, "limit", 2)
            if let before { params = with(params, "before", before) }
            let page = try trip.bea.ask("message.recentlyDeleted", params)
            let texts = (page["messages"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
            return (texts, page["more"] == true)
        }
        #expect(try page(before: nil) == (["Message 4", "Message 7"], true))
        #expect(try page(before: messages[3]) == (["Message 2", "Message 3"], false))
        #expect(trip.bea.refusal("message.recentlyDeleted", with(here, "before", messages[4])) == .notFound)
        let all = try trip.bea.ask("conversation.recentlyDeleted")["conversations"]?.arrayValue
        #expect(all?.count == 1 && all?[0]["messages"] == 4 && all?[0]["conversation"]?["lastMessage"] == nil)
    }

    @Test("the history of a deleted conversation has only new and restored messages")
    func historyOmitsDeletedMessages() throws {
        for number in 1...300 { try say("Message \(number)") }
        try trip.bea.ask("conversation.delete", here)
        try say("Afterwards")
        #expect(try texts(of: trip.bea) == ["Afterwards"])
        let page = try trip.bea.ask("message.recentlyDeleted", with(here, "limit", 1))
        let newest = try #require(page["messages"]?.arrayValue?.first?["id"])
        try trip.bea.ask("message.restore", ["messages": [newest]])
        #expect(try texts(of: trip.bea) == ["Message 300", "Afterwards"])
        try trip.bea.ask("conversation.restore", here)
        #expect(try texts(of: trip.bea, ["limit": 3]) == ["Message 299", "Message 300", "Afterwards"])
    }

    @Test("a deleted conversation without messages can be restored")
    func emptyConversationIsRestored() throws {
        let made = try trip.bea.ask("conversation.create", ["participants": ["anna", "carl"], "name": "Empty"])
        let id = try #require(made["conversation"]?["id"])
        let empty: JSONValue = ["conversation": id]
        #expect(trip.bea.refusal("conversation.restore", empty) == .notFound, "it was not deleted")
        try trip.bea.ask("conversation.delete", empty)
        #expect(trip.bea.refusal("conversation.erase", empty) == .notFound)
        let restored = try trip.bea.ask("conversation.restore", empty)
        #expect(restored["conversation"]?["id"] == id && restored["conversation"]?["deleted"] == nil)
        let list = try trip.bea.ask("conversation.list")["conversations"]?.arrayValue ?? []
        #expect(list.contains { $0["id"] == id })
        #expect(trip.bea.refusal("conversation.restore", empty) == .notFound)
    }

    @Test("a deletion that would store too many runs is refused")
    func tooManyRunsAreRefused() throws {
        let draft = Draft()
        let core = Core(draft)
        let (anna, now) = (try #require(Handle("anna")), Instant(milliseconds: 0))
        let bea = try #require(Handle("bea"))
        guard
            case .conversation(let talk, _) = try core.handle(
                .conversationCreate(.init(participants: [bea])), from: .person(anna), at: now),
            case .message(let message) = try core.handle(
                .messageSend(.init(conversation: talk.id, text: "one")), from: .person(anna), at: now)
        else {
            Issue.record("no message")
            return
        }
        // Each run is stored twice: with the deleted and with the recoverable messages.
        let runs = (2...Int64(1 + DeletionDecisions.deletedRunsMax / 2)).map {
            DeletedRun(first: 2 * $0, last: 2 * $0, from: $0, to: $0)
        }
        draft.decide(.messagesDeleted(by: anna, talk.id, runs), at: now)
        let named = Prefetched.deletion([PlacedMessage(message, at: 4, fact: 4)], newest: nil)
        let request = Request.messageDelete(.init(messages: [message.id]))
        #expect(throws: RPCError.self) {
            try core.handle(request, from: .person(anna), prefetched: named, at: now)
        }
        _ = try core.handle(.conversationDelete(.init(conversation: talk.id)), from: .person(anna), at: now)
        #expect(core.state.conversations.deleted(by: anna, in: talk.id)?.messages.contains(1) == true)
    }

    @Test("a new message returns a deleted conversation to the list before its own delivery")
    func newMessageReturnsADeletedConversation() throws {
        try trip.bea.ask("conversation.delete", here)
        _ = trip.bea.takeHeard()
        let text: JSONValue = ["conversation": trip.conversation, "text": "back", "clientID": "k"]
        let sent = try trip.anna.ask("message.send", text)
        #expect(trip.bea.takeHeard().map(\.method) == ["conversation.changed", "message.posted"])
        #expect(try trip.anna.ask("message.send", text) == sent, "the retry finds its message")
        let page = try trip.bea.ask("conversation.history", here)
        #expect(page["entries"]?.arrayValue?.map { $0["id"] } == [sent["message"]?["id"]])
    }

    @Test("a rename of a deleted conversation leaves it deleted")
    func renameLeavesAConversationDeleted() throws {
        try trip.bea.ask("conversation.delete", here)
        _ = trip.bea.takeHeard()
        try trip.anna.ask("conversation.rename", with(here, "name", "Hike"))
        #expect(trip.bea.heard("conversation.changed").map { $0["conversation"]?["deleted"] } == [true])
        #expect(try trip.bea.ask("conversation.list")["conversations"] == .array([]))
        #expect(try trip.observer.ask("conversation.list")["conversations"]?.arrayValue?.count == 1)
    }

    @Test("delivery.explain names the deletion of a message and its link")
    func explanationNamesTheDeletion() throws {
        let message = try say("https://notes.example/d/7")
        try trip.bea.ask("message.delete", ["messages": .array([message])])
        func rules(_ about: JSONValue) throws -> [String] {
            let trail = try trip.bea.ask("delivery.explain", ["person": "bea", "about": about])
            return (trail["reasons"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
        }
        #expect(try rules("https://notes.example/d/7").last == "swy-delete")
        #expect(try rules(message).contains("unread-mark"))
    }

    @Test("the journal keeps the delivery of a deleted message")
    func journalKeepsTheDeliveryOfADeletedMessage() throws {
        let message = try say("one")
        try trip.bea.ask("message.delete", ["messages": .array([message])])
        let journal = try trip.observer.ask("journal.list", ["person": "bea", "event": "message.posted"])
        let told = (journal["entries"]?.arrayValue ?? []).filter { $0["about"] == message }
        #expect(told.compactMap { $0["kind"]?.stringValue } == ["notification"], "\(journal)")
    }
}
