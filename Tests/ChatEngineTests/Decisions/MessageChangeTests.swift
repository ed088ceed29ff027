import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Edits, unsent messages and tapbacks.
struct MessageChangeTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    /// Returns the reason for which a tapback is refused, and checks that it changes nothing; nil if it succeeds.
    private func refusal(
        _ client: EngineClient, reactingTo message: MessageID, remove: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> RPCError.Reason? {
        chat.refusal(client, sourceLocation: sourceLocation) {
            try $0.message.react(message: message, reaction: .classic(.heart), remove: remove)
        }
    }

    private func refusal(
        _ client: EngineClient, editing message: MessageID, to text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> RPCError.Reason? {
        chat.refusal(client, sourceLocation: sourceLocation) { try $0.message.edit(message: message, text: text) }
    }

    private func refusal(
        _ client: EngineClient, unsending message: MessageID, sourceLocation: SourceLocation = #_sourceLocation
    ) -> RPCError.Reason? {
        chat.refusal(client, sourceLocation: sourceLocation) { try $0.message.unsend(message: message) }
    }

    private static let document = SentAttachment(name: "a.txt", type: "text/plain", content: Array("hi".utf8))

    private func reactions(_ message: Message) -> [String] {
        message.reactions.map { "\($0.handle.rawValue) \($0.reaction.rawValue)" }
    }

    // MARK: Edits

    @Test("an edit is accepted at fifteen minutes and refused a millisecond later")
    func editIsAcceptedForFifteenMinutes() throws {
        let message = try chat.send("one")
        try chat.advance(15 * GroupFixture.minute)
        let answer = try chat.anna.message.edit(message: message, text: "two")
        #expect(answer.text == "two" && answer.versions.map(\.text) == ["one"])
        try chat.advance(1)
        #expect(refusal(chat.anna, editing: message, to: "three") == .expired)
        #expect(refusal(chat.anna, editing: message, to: "two") == .expired, "nor to what it is")
    }

    @Test("a message can be edited at most five times")
    func messageIsEditedAtMostFiveTimes() throws {
        let message = try chat.send("0")
        for number in 1...5 { try chat.anna.message.edit(message: message, text: "\(number)") }
        #expect(refusal(chat.anna, editing: message, to: "6") == .conflict)
        let read = try chat.message(message, of: chat.bea)
        #expect(read.versions.map(\.text) == ["0", "1", "2", "3", "4"])
        #expect(read.text == "5")
        try chat.changesNothing(chat.anna) { try $0.message.edit(message: message, text: "5") }
    }

    @Test("an edit to the same text changes nothing")
    func editToTheSameTextChangesNothing() throws {
        let message = try chat.send("same")
        let answer = try chat.changesNothing(chat.anna) { try $0.message.edit(message: message, text: "same") }
        #expect(answer.editedAt == nil && answer.versions.isEmpty)
        #expect(chat.bea.received("message.changed").isEmpty)
    }

    @Test("an edit keeps the place of its message, the unread counts and the order of the list")
    func editKeepsPlaceAndUnreadCounts() throws {
        let first = try chat.send("one")
        try chat.send("two")
        try chat.bea.conversation.markRead(conversation: chat.group)
        try chat.send("three", to: chat.pair)
        try chat.advance(1)
        let answer = try chat.anna.message.edit(message: first, text: "uno")
        #expect(answer.sequence == 1)
        #expect(try chat.thread(chat.bea) == ["uno", "two"])
        #expect(try chat.view(chat.group, of: chat.bea)?.unread == 0)
        #expect(try chat.view(chat.group, of: chat.carl)?.unread == 2)
        #expect(try chat.view(chat.group, of: chat.carl)?.lastMessage?.text == "two")
        let order = try chat.bea.conversation.list().conversations.map(\.id)
        #expect(order == [chat.pair, chat.group], "an edit moves no conversation")
        let changed = try #require(chat.bea.received("message.changed").first)
        #expect(try changed["change"] == ["kind": "edited"] && changed["message"] == JSONValue(answer))
        #expect(chat.anna.received("message.changed").isEmpty, "her own session has the answer")
    }

    @Test("the list shows the current text of the newest message, also after a restart")
    func listShowsTheCurrentText() throws {
        let message = try chat.send("one")
        try chat.anna.message.edit(message: message, text: "two")
        #expect(try chat.view(chat.group, of: chat.carl)?.lastMessage?.text == "two")
        try chat.anna.message.unsend(message: message)
        #expect(try chat.view(chat.group, of: chat.carl)?.lastMessage?.text == "")
        let before = try chat.carl.conversation.list()
        try chat.server.restart()
        #expect(try chat.device(of: "carl").conversation.list() == before)
    }

    @Test("a tapback on an old message keeps the order of the list after a restart")
    func tapbackKeepsTheOrderAfterARestart() throws {
        let message = try chat.send("one")
        try chat.send("two", to: chat.pair)
        try chat.bea.message.react(message: message, reaction: .classic(.heart))
        let before = try chat.bea.conversation.list()
        #expect(before.conversations.map(\.id) == [chat.pair, chat.group])
        try chat.server.restart()
        #expect(try chat.device(of: "bea").conversation.list() == before)
    }

    @Test("an edit to a blank or too long text, or of an attachment, is refused")
    func invalidEditIsRefused() throws {
        let message = try chat.send("one")
        #expect(refusal(chat.anna, editing: message, to: "") == .invalidParams)
        for blank in [" \n", "\u{200B}\u{FEFF}", "\u{0}", "\u{2060} \u{200D}"] {
            #expect(refusal(chat.anna, editing: message, to: blank) == .invalidParams)
        }
        let long = String(repeating: "x", count: 20_000)
        try chat.anna.message.edit(message: message, text: long)
        #expect(refusal(chat.anna, editing: message, to: long + "x") == .tooLarge)
        let sent = try chat.send("with words", attachment: Self.document)
        #expect(refusal(chat.anna, editing: sent, to: "other words") == .conflict)
    }

    @Test("only the sender can change a message, and a stranger cannot find it")
    func onlyTheSenderChangesAMessage() throws {
        let message = try chat.send("one")
        for (client, expected) in [(chat.bea, RPCError.Reason.forbidden), (chat.emil, .notFound)] {
            #expect(refusal(client, editing: message, to: "mine") == expected)
            #expect(refusal(client, unsending: message) == expected)
        }
        #expect(refusal(chat.emil, reactingTo: message) == .notFound)
        #expect(refusal(chat.anna, editing: "m404", to: "x") == .notFound)
        #expect(refusal(chat.anna, unsending: "m404") == .notFound)
        #expect(refusal(chat.anna, reactingTo: "m404") == .notFound)
        try chat.bea.conversation.leave(conversation: chat.group)
        #expect(refusal(chat.bea, reactingTo: message) == .notFound)
    }

    @Test("a removed participant can no longer change their messages")
    func removedParticipantChangesNoMessage() throws {
        let message = try chat.send("mine", by: chat.dora)
        try chat.anna.conversation.removeParticipant(conversation: chat.group, handle: "dora")
        #expect(refusal(chat.dora, editing: message, to: "still mine") == .notFound)
        #expect(refusal(chat.dora, unsending: message) == .notFound)
        try chat.bea.message.react(message: message, reaction: .classic(.heart))
    }

    @Test("an edit removes old links from shelves and adds new ones")
    func editReplacesItsLinksOnShelves() throws {
        try chat.bea.contact.add(handle: "anna")
        try chat.bea.settings.set(sharing: .init(apps: .init([("com.example.notes", true)])))
        let message = try chat.send("see https://notes.example/1")
        try chat.carl.link.pin(conversation: chat.group, url: "https://notes.example/1")
        #expect(try chat.shelf(chat.bea) == ["https://notes.example/1"])
        try chat.anna.message.edit(message: message, text: "see https://notes.example/2")
        #expect(try chat.shelf(chat.bea) == ["https://notes.example/2"])
        #expect(try chat.shelf(chat.carl) == [], "the pin went with the last time it stood here")
        #expect(
            chat.refusal(chat.carl) { try $0.link.pin(conversation: chat.group, url: "https://notes.example/1") }
                == .notFound)
        try chat.anna.message.unsend(message: message)
        #expect(try chat.shelf(chat.bea) == [])
    }

    @Test("a pinned link stays if another message in the conversation has it")
    func linkOfAnotherMessageStays() throws {
        let message = try chat.send("https://notes.example/1")
        try chat.send("https://notes.example/1", by: chat.dora)
        try chat.carl.link.pin(conversation: chat.group, url: "https://notes.example/1")
        try chat.anna.message.unsend(message: message)
        #expect(try chat.shelf(chat.carl) == ["https://notes.example/1"])
    }

    // MARK: Unsending

    @Test("a message can be unsent at two minutes but not a millisecond later")
    func messageCanBeUnsentForTwoMinutes() throws {
        let one = try chat.send("one")
        try chat.advance(2 * GroupFixture.minute)
        let answer = try chat.anna.message.unsend(message: one)
        #expect(answer.text == "" && answer.unsentAt != nil && answer.sequence == 1)
        let two = try chat.send("two")
        try chat.advance(2 * GroupFixture.minute + 1)
        #expect(refusal(chat.anna, unsending: two) == .expired)
        #expect(try chat.thread(chat.bea) == ["", "two"])
    }

    @Test("an unsent message has no text, links, mentions, tapbacks or attachment")
    func unsentMessageHasNoContent() throws {
        let sent = try chat.send("@bea https://notes.example/1", attachment: Self.document)
        try chat.bea.message.react(message: sent, reaction: .classic(.heart))
        try chat.anna.message.attachment(message: sent)
        let answer = try chat.anna.ask("message.unsend", ["message": JSONValue(sent)])["message"]
        let left: Set = ["id", "conversation", "sender", "text", "sentAt", "sequence", "links", "mentions", "unsentAt"]
        #expect(Set(answer?.objectValue?.members.map(\.key) ?? []) == left)
        #expect(answer?["links"] == [] && answer?["mentions"] == [])
        #expect(chat.bea.received("message.changed").last?["message"] == answer)
        #expect(try JSONValue(chat.message(sent, of: chat.bea)) == answer)
        #expect(chat.refusal(chat.bea) { try $0.message.attachment(message: sent) } == .notFound)
        #expect(try chat.view(chat.group, of: chat.carl)?.unread == 1, "the note is as unread as the message was")
    }

    @Test("an unsent message cannot be changed")
    func unsentMessageCannotBeChanged() throws {
        let message = try chat.send("one")
        try chat.anna.message.unsend(message: message)
        #expect(refusal(chat.anna, unsending: message) == .conflict)
        #expect(refusal(chat.anna, editing: message, to: "two") == .conflict)
        #expect(refusal(chat.bea, reactingTo: message) == .conflict)
        #expect(refusal(chat.bea, reactingTo: message, remove: true) == .conflict)
        #expect(refusal(chat.bea, editing: message, to: "two") == .forbidden)
    }

    @Test("a restart keeps the order of a share's conversations")
    func restartKeepsTheConversationsOfAShare() throws {
        let url = "https://notes.example/d/1"
        try chat.anna.share.create(app: "com.example.notes", title: "Plan", url: url)
        let first = try chat.send(url)
        try chat.send(url, to: chat.pair)
        try chat.send(url)
        try chat.anna.message.unsend(message: first)
        func places(_ state: CoreState) -> [ConversationID]? { state.shares.all.first?.conversations }
        let expected = [chat.pair, chat.group]
        #expect(places(chat.server.state) == expected, "in the order of the messages that are left")
        try chat.server.restart()
        #expect(places(chat.server.state) == expected)
    }

    // MARK: Tapbacks

    @Test("a person has one tapback on a message: another replaces it, the same removes it")
    func personHasOneTapbackOnAMessage() throws {
        let message = try chat.send("one")
        func react(_ client: EngineClient, _ reaction: Reaction, remove: Bool = false) throws -> [String] {
            reactions(try client.message.react(message: message, reaction: reaction, remove: remove))
        }
        #expect(try react(chat.bea, .classic(.heart)) == ["bea heart"])
        #expect(try react(chat.carl, .classic(.heart)) == ["bea heart", "carl heart"])
        #expect(try react(chat.bea, .classic(.haHa)) == ["carl heart", "bea haHa"], "another replaces it")
        #expect(try react(chat.bea, .classic(.haHa)) == ["carl heart"], "the same takes it away")
        #expect(try react(chat.carl, .classic(.heart), remove: true) == [])
        #expect(
            chat.dora.received("message.changed").map { $0["change"]?["removed"] } == [nil, nil, nil, true, true])
        #expect(try react(chat.anna, .emoji("👍")) == ["anna 👍"], "one's own too")
    }

    @Test("removing a tapback that is not set changes nothing")
    func removingAMissingTapbackChangesNothing() throws {
        let message = try chat.send("one")
        func removeInVain(_ client: EngineClient, _ reaction: Reaction.Classic) throws {
            try chat.changesNothing(client) {
                try $0.message.react(message: message, reaction: .classic(reaction), remove: true)
            }
        }
        try removeInVain(chat.bea, .heart)
        try chat.bea.message.react(message: message, reaction: .classic(.heart))
        try removeInVain(chat.bea, .haHa)
        try removeInVain(chat.carl, .heart)
        #expect(try chat.message(message, of: chat.anna).reactions.count == 1)
    }

    @Test("tapbacks stay after an edit and have no time limit")
    func tapbacksStayAfterAnEdit() throws {
        let message = try chat.send("one")
        try chat.bea.message.react(message: message, reaction: .classic(.heart))
        let answer = try chat.anna.message.edit(message: message, text: "two")
        #expect(reactions(answer) == ["bea heart"])
        try chat.advance(400 * 86_400_000)
        let question = try chat.carl.message.react(message: message, reaction: .classic(.question))
        #expect(reactions(question) == ["bea heart", "carl question"])
        #expect(try chat.view(chat.group, of: chat.dora)?.unread == 1, "a tapback is nothing to be read")
    }
}
