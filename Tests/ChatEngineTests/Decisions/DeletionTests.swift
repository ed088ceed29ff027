import ChatProtocol
import ChatTestKit
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
    private func send(_ text: String) throws -> MessageID {
        try trip.anna.message.send(conversation: trip.conversation, text: text).id
    }

    private func texts(of client: EngineClient, limit: Int? = nil) throws -> [String] {
        try client.conversation.history(conversation: trip.conversation, limit: limit).entries
            .compactMap { if case .message(let message) = $0 { message.text } else { nil } }
    }

    @Test("swy-delete: a deletion notifies only the person's own sessions, including the one that asked")
    func deletionNotifiesOnlyOwnSessions() throws {
        let phone = try trip.server.person("bea")
        let message = try send("one")
        for client in [trip.anna, trip.bea, trip.carl, phone, trip.app] { _ = client.takeReceived() }
        try trip.bea.message.delete(messages: [message])
        for client in [trip.bea, phone] {
            let delivered = client.received("deletion.changed")
            #expect(delivered.count == 1 && delivered[0]["change"] == "deleted")
            #expect(delivered[0]["messages"] == [["first": 2, "last": 2]])
            #expect(delivered[0]["conversation"]?["lastMessage"]?["sequence"] == 1)
        }
        for client in [trip.anna, trip.carl, trip.app] { #expect(client.takeReceived().isEmpty) }
    }

    @Test("swy-delete: a deletion of messages in two conversations, of too many or of none is refused")
    func invalidDeletionIsRefused() throws {
        let other = try trip.anna.conversation.create(participants: ["bea"]).id
        let messages = [try send("one"), try trip.anna.message.send(conversation: other, text: "two").id]
        #expect(trip.anna.refusal { try $0.message.delete(messages: messages) } == .invalidParams)
        #expect(trip.anna.refusal { try $0.message.delete(messages: []) } == .invalidParams)
        let many = (0...200).map { MessageID("m\($0)") }
        #expect(trip.anna.refusal { try $0.message.delete(messages: many) } == .tooLarge)
        #expect(try texts(of: trip.anna).last == "one")
    }

    @Test("swy-delete: a repeated deletion changes nothing")
    func repeatedDeletionChangesNothing() throws {
        let message = try send("one")
        let first = try trip.bea.message.delete(messages: [message], clientID: "k")
        let end = trip.server.log.end
        #expect(try trip.bea.message.delete(messages: [message], clientID: "k") == first)
        try trip.bea.message.delete(messages: [message])
        #expect(trip.server.log.end == end)
    }

    @Test("swy-delete: an answer stored for a retry loses a text that is unsent since")
    func storedAnswerLosesUnsentText() throws {
        let secret = try send("Zwetschgenkuchen")
        let last = try send("two")
        let answer = try trip.bea.message.delete(messages: [last], clientID: "k")
        #expect(answer.lastMessage?.text == "Zwetschgenkuchen")
        try trip.anna.message.unsend(message: secret)
        let again = try trip.bea.message.delete(messages: [last], clientID: "k")
        #expect(again.lastMessage?.text == "")
        for row in try trip.server.log.read(after: 0, limit: 1_000) {
            #expect(!String(decoding: row.body, as: UTF8.self).contains("Zwetschgen"))
        }
    }

    @Test("a restart keeps the newest message that was not deleted")
    func restartKeepsTheNewestRemainingMessage() throws {
        let messages = try (1...40).map { try send("Message \($0)") }
        try trip.bea.message.delete(messages: messages.suffix(36))
        try trip.anna.message.edit(message: messages[3], text: "Edited")
        func listed() throws -> Conversation? {
            try trip.server.person("bea").conversation.list().conversations.first
        }
        let before = try #require(try listed())
        #expect(before.lastMessage?.text == "Edited" && before.unread == 5)
        try trip.server.restart()
        #expect(try listed() == before)
    }

    @Test("message.recentlyDeleted pages through the recoverable messages")
    func recentlyDeletedIsPaged() throws {
        let messages = try (1...9).map { try send("Message \($0)") }
        for index in [1, 2, 3, 6] { try trip.bea.message.delete(messages: [messages[index]]) }
        func page(before: MessageID?) throws -> (texts: [String], more: Bool) {
            let page = try trip.bea.message.recentlyDeleted(
                conversation: trip.conversation, before: before, limit: 2)
            return (page.messages.map(\.text), page.more)
        }
        #expect(try page(before: nil) == (["Message 4", "Message 7"], true))
        #expect(try page(before: messages[3]) == (["Message 2", "Message 3"], false))
        let refusal = trip.bea.refusal {
            try $0.message.recentlyDeleted(conversation: trip.conversation, before: messages[4])
        }
        #expect(refusal == .notFound)
        let all = try trip.bea.conversation.recentlyDeleted().conversations
        #expect(all.count == 1 && all[0].messages == 4 && all[0].conversation.lastMessage == nil)
    }

    @Test("the history of a deleted conversation has only new and restored messages")
    func historyOmitsDeletedMessages() throws {
        for number in 1...300 { try send("Message \(number)") }
        try trip.bea.conversation.delete(conversation: trip.conversation)
        try send("Afterwards")
        #expect(try texts(of: trip.bea) == ["Afterwards"])
        let page = try trip.bea.message.recentlyDeleted(conversation: trip.conversation, limit: 1)
        let newest = try #require(page.messages.first)
        try trip.bea.message.restore(messages: [newest.id])
        #expect(try texts(of: trip.bea) == ["Message 300", "Afterwards"])
        try trip.bea.conversation.restore(conversation: trip.conversation)
        #expect(try texts(of: trip.bea, limit: 3) == ["Message 299", "Message 300", "Afterwards"])
    }

    @Test("unread-mark: an erasure of the listed messages spares a message that was deleted after the list")
    func erasureSparesLaterDeletions() throws {
        let messages = try (1...4).map { try send("Message \($0)") }
        func listed() throws -> [MessageRun] {
            try trip.bea.conversation.recentlyDeleted().conversations.flatMap(\.runs)
        }
        try trip.bea.message.delete(messages: [messages[2]])
        let first = try listed()
        #expect(first == [MessageRun(first: 4, last: 4)])
        try trip.bea.message.delete(messages: [messages[1]])
        let both = try listed()
        try trip.bea.conversation.erase(conversation: trip.conversation, runs: first)
        #expect(try listed() == [MessageRun(first: 3, last: 3)])
        for runs in [first, [MessageRun(first: 9, last: 3)]] {
            let refusal = trip.bea.refusal { try $0.conversation.erase(conversation: trip.conversation, runs: runs) }
            #expect(refusal == .notFound)
        }
        try trip.bea.conversation.restore(conversation: trip.conversation, runs: both)
        #expect(try texts(of: trip.bea).suffix(3) == ["Message 1", "Message 2", "Message 4"])
    }

    @Test("unread-mark: the deletion of a conversation through a message leaves the newer ones in the list")
    func deletionThroughAMessageLeavesNewerOnes() throws {
        let messages = try (1...3).map { try send("Message \($0)") }
        let other = try trip.anna.conversation.create(participants: ["bea"]).id
        let foreign = try trip.anna.message.send(conversation: other, text: "one").id
        func delete(through message: MessageID) throws -> Bool {
            try trip.bea.conversation.delete(conversation: trip.conversation, through: message).deleted
        }
        #expect(try !delete(through: messages[1]) && !delete(through: messages[0]))
        #expect(try texts(of: trip.bea) == ["Message 3"])
        #expect(trip.bea.refusal { _ in _ = try delete(through: foreign) } == .notFound)
        #expect(try delete(through: messages[2]))
        #expect(try texts(of: trip.bea).isEmpty)
    }

    @Test("a deleted conversation without messages can be restored")
    func emptyConversationIsRestored() throws {
        let empty = try trip.bea.conversation.create(participants: ["anna", "carl"], name: "Empty").id
        func restore() -> RPCError.Reason? { trip.bea.refusal { try $0.conversation.restore(conversation: empty) } }
        #expect(restore() == .notFound, "it was not deleted")
        try trip.bea.conversation.delete(conversation: empty)
        #expect(trip.bea.refusal { try $0.conversation.erase(conversation: empty) } == .notFound)
        let restored = try trip.bea.conversation.restore(conversation: empty)
        #expect(restored.id == empty && !restored.deleted)
        #expect(try trip.bea.conversation.list().conversations.contains { $0.id == empty })
        #expect(restore() == .notFound)
    }

    @Test("a deletion that would store too many runs is refused")
    func tooManyRunsAreRefused() throws {
        let draft = Draft()
        let core = Core(draft)
        let (anna, now): (Handle, _) = ("anna", Instant(milliseconds: 0))
        guard
            case .conversation(let talk, _) = try core.handle(
                .conversationCreate(.init(participants: ["bea"])), from: .person(anna), at: now),
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
        try trip.bea.conversation.delete(conversation: trip.conversation)
        _ = trip.bea.takeReceived()
        func send() throws -> Message {
            try trip.anna.message.send(conversation: trip.conversation, text: "back", clientID: "k")
        }
        let sent = try send()
        #expect(trip.bea.takeReceived().map(\.method) == ["conversation.changed", "message.posted"])
        #expect(try send() == sent, "the retry finds its message")
        let page = try trip.bea.conversation.history(conversation: trip.conversation)
        #expect(page.entries.map(\.id) == [sent.id.rawValue])
    }

    @Test("a rename of a deleted conversation leaves it deleted")
    func renameLeavesAConversationDeleted() throws {
        try trip.bea.conversation.delete(conversation: trip.conversation)
        _ = trip.bea.takeReceived()
        try trip.anna.conversation.rename(conversation: trip.conversation, name: "Hike")
        #expect(trip.bea.received("conversation.changed").map { $0["conversation"]?["deleted"] } == [true])
        #expect(try trip.bea.conversation.list().conversations.isEmpty)
        #expect(try trip.observer.conversation.list().conversations.count == 1)
    }

    @Test("delivery.explain names the deletion of a message and its link")
    func explanationNamesTheDeletion() throws {
        let message = try send("https://notes.example/d/7")
        try trip.bea.message.delete(messages: [message])
        func rules(_ subject: String) throws -> [String] {
            try trip.bea.delivery.explain(person: "bea", about: subject).reasons.map(\.rule)
        }
        #expect(try rules("https://notes.example/d/7").last == "swy-delete")
        #expect(try rules(message.rawValue).contains("unread-mark"))
    }

    @Test("the journal keeps the delivery of a deleted message")
    func journalKeepsTheDeliveryOfADeletedMessage() throws {
        let message = try send("one")
        try trip.bea.message.delete(messages: [message])
        let journal = try trip.observer.ask("journal.list", ["person": "bea", "event": "message.posted"])
        let delivered = (journal["entries"]?.arrayValue ?? []).filter { $0["about"] == JSONValue(message) }
        #expect(delivered.compactMap { $0["kind"]?.stringValue } == ["notification"], "\(journal)")
    }
}
