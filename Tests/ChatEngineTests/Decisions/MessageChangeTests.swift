import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Edits, unsent messages and tapbacks.
struct MessageChangeTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    private func edit(_ message: JSONValue, _ text: String) -> JSONValue {
        ["message": message, "text": .string(text)]
    }

    private func tapback(_ message: JSONValue, _ reaction: String, remove: Bool = false) -> JSONValue {
        let params: JSONValue = ["message": message, "reaction": .string(reaction)]
        return remove ? params.adding(["remove": true]) : params
    }

    private func reactions(_ answer: JSONValue) -> [String] {
        (answer["message"]?["reactions"]?.arrayValue ?? []).map {
            "\($0["handle"]?.stringValue ?? "") \($0["reaction"]?.stringValue ?? "")"
        }
    }

    // MARK: Edits

    @Test("an edit is accepted at fifteen minutes and refused a millisecond later")
    func editIsAcceptedForFifteenMinutes() throws {
        let message = try chat.send("one")
        try chat.advance(15 * GroupFixture.minute)
        let answer = try chat.anna.ask("message.edit", edit(message, "two"))["message"]
        #expect(
            answer?["text"] == "two"
                && answer?["versions"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == ["one"])
        try chat.advance(1)
        #expect(chat.refusal(chat.anna, "message.edit", edit(message, "three")) == .expired)
        #expect(chat.refusal(chat.anna, "message.edit", edit(message, "two")) == .expired, "nor to what it is")
    }

    @Test("a message can be edited at most five times")
    func messageIsEditedAtMostFiveTimes() throws {
        let message = try chat.send("0")
        for number in 1...5 { try chat.anna.ask("message.edit", edit(message, "\(number)")) }
        #expect(chat.refusal(chat.anna, "message.edit", edit(message, "6")) == .conflict)
        let read = try chat.message(message, of: chat.bea)
        #expect(read["versions"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == ["0", "1", "2", "3", "4"])
        #expect(read["text"] == "5")
        try chat.changesNothing(chat.anna, "message.edit", edit(message, "5"))
    }

    @Test("an edit to the same text changes nothing")
    func editToTheSameTextChangesNothing() throws {
        let message = try chat.send("same")
        let answer = try chat.changesNothing(chat.anna, "message.edit", edit(message, "same"))
        #expect(answer["message"]?["editedAt"] == nil && answer["message"]?["versions"] == nil)
        #expect(chat.bea.heard("message.changed").isEmpty)
    }

    @Test("an edit keeps the place of its message, the unread counts and the order of the list")
    func editKeepsPlaceAndUnreadCounts() throws {
        let first = try chat.send("one")
        try chat.send("two")
        try chat.bea.ask("conversation.markRead", ["conversation": chat.group])
        try chat.send("three", to: chat.pair)
        try chat.advance(1)
        let answer = try chat.anna.ask("message.edit", edit(first, "uno"))
        #expect(answer["message"]?["sequence"] == 1)
        #expect(try chat.thread(chat.bea) == ["uno", "two"])
        #expect(try chat.view(chat.group, of: chat.bea)?["unread"] == 0)
        #expect(try chat.view(chat.group, of: chat.carl)?["unread"] == 2)
        #expect(try chat.view(chat.group, of: chat.carl)?["lastMessage"]?["text"] == "two")
        let order = try chat.bea.ask("conversation.list")["conversations"]?.arrayValue?.compactMap { $0["id"] }
        #expect(order == [chat.pair, chat.group], "an edit moves no conversation")
        let changed = try #require(chat.bea.heard("message.changed").first)
        #expect(changed["change"] == ["kind": "edited"] && changed["message"] == answer["message"])
        #expect(chat.anna.heard("message.changed").isEmpty, "her own session has the answer")
    }

    @Test("the list shows the current text of the newest message, also after a restart")
    func listShowsTheCurrentText() throws {
        let message = try chat.send("one")
        try chat.anna.ask("message.edit", edit(message, "two"))
        #expect(try chat.view(chat.group, of: chat.carl)?["lastMessage"]?["text"] == "two")
        try chat.anna.ask("message.unsend", ["message": message])
        #expect(try chat.view(chat.group, of: chat.carl)?["lastMessage"]?["text"] == "")
        let before = try chat.carl.ask("conversation.list")
        try chat.server.restart()
        #expect(try chat.device(of: "carl").ask("conversation.list") == before)
    }

    @Test("a tapback on an old message keeps the order of the list after a restart")
    func tapbackKeepsTheOrderAfterARestart() throws {
        let message = try chat.send("one")
        try chat.send("two", to: chat.pair)
        try chat.bea.ask("message.react", tapback(message, "heart"))
        let before = try chat.bea.ask("conversation.list")
        #expect(before["conversations"]?.arrayValue?.compactMap { $0["id"] } == [chat.pair, chat.group])
        try chat.server.restart()
        #expect(try chat.device(of: "bea").ask("conversation.list") == before)
    }

    @Test("an edit to a blank or too long text, or of an attachment, is refused")
    func invalidEditIsRefused() throws {
        let message = try chat.send("one")
        #expect(chat.refusal(chat.anna, "message.edit", edit(message, "")) == .invalidParams)
        for blank in [" \n", "\u{200B}\u{FEFF}", "\u{0}", "\u{2060} \u{200D}"] {
            #expect(chat.refusal(chat.anna, "message.edit", edit(message, blank)) == .invalidParams)
        }
        let long = String(repeating: "x", count: 20_000)
        try chat.anna.ask("message.edit", edit(message, long))
        #expect(chat.refusal(chat.anna, "message.edit", edit(message, long + "x")) == .tooLarge)
        let document: JSONValue = ["attachment": ["name": "a.txt", "type": "text/plain", "content": "aGk="]]
        let sent = try chat.send("with words", document)
        #expect(chat.refusal(chat.anna, "message.edit", edit(sent, "other words")) == .conflict)
    }

    @Test("only the sender can change a message, and a stranger cannot find it")
    func onlyTheSenderChangesAMessage() throws {
        let message = try chat.send("one")
        for (client, expected) in [(chat.bea, RPCError.Reason.forbidden), (chat.emil, .notFound)] {
            #expect(chat.refusal(client, "message.edit", edit(message, "mine")) == expected)
            #expect(chat.refusal(client, "message.unsend", ["message": message]) == expected)
        }
        #expect(chat.refusal(chat.emil, "message.react", tapback(message, "heart")) == .notFound)
        for (method, more) in [("edit", ["text": "x"]), ("unsend", [:]), ("react", ["reaction": "heart"])]
            as [(String, JSONValue)]
        {
            let missing = more.adding(["message": "m404"])
            #expect(chat.refusal(chat.anna, "message.\(method)", missing) == .notFound)
        }
        try chat.bea.ask("conversation.leave", ["conversation": chat.group])
        #expect(chat.refusal(chat.bea, "message.react", tapback(message, "heart")) == .notFound)
    }

    @Test("a removed participant can no longer change their messages")
    func removedParticipantChangesNoMessage() throws {
        let message = try chat.send("mine", by: chat.dora)
        try chat.anna.ask("conversation.removeParticipant", ["conversation": chat.group, "handle": "dora"])
        #expect(chat.refusal(chat.dora, "message.edit", edit(message, "still mine")) == .notFound)
        #expect(chat.refusal(chat.dora, "message.unsend", ["message": message]) == .notFound)
        try chat.bea.ask("message.react", tapback(message, "heart"))
    }

    @Test("an edit removes old links from shelves and adds new ones")
    func editReplacesItsLinksOnShelves() throws {
        try chat.bea.ask("contact.add", ["handle": "anna"])
        try chat.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        let message = try chat.send("see https://notes.example/1")
        try chat.carl.ask("link.pin", ["conversation": chat.group, "url": "https://notes.example/1"])
        #expect(try chat.shelf(chat.bea) == ["https://notes.example/1"])
        try chat.anna.ask("message.edit", edit(message, "see https://notes.example/2"))
        #expect(try chat.shelf(chat.bea) == ["https://notes.example/2"])
        #expect(try chat.shelf(chat.carl) == [], "the pin went with the last time it stood here")
        #expect(
            chat.refusal(
                chat.carl, "link.pin", ["conversation": chat.group, "url": "https://notes.example/1"]) == .notFound)
        try chat.anna.ask("message.unsend", ["message": message])
        #expect(try chat.shelf(chat.bea) == [])
    }

    @Test("a pinned link stays if another message in the conversation has it")
    func linkOfAnotherMessageStays() throws {
        let message = try chat.send("https://notes.example/1")
        try chat.send("https://notes.example/1", by: chat.dora)
        try chat.carl.ask("link.pin", ["conversation": chat.group, "url": "https://notes.example/1"])
        try chat.anna.ask("message.unsend", ["message": message])
        #expect(try chat.shelf(chat.carl) == ["https://notes.example/1"])
    }

    // MARK: Unsending

    @Test("a message can be unsent at two minutes but not a millisecond later")
    func messageCanBeUnsentForTwoMinutes() throws {
        let one = try chat.send("one")
        try chat.advance(2 * GroupFixture.minute)
        let answer = try chat.anna.ask("message.unsend", ["message": one])["message"]
        #expect(answer?["text"] == "" && answer?["unsentAt"] != nil && answer?["sequence"] == 1)
        let two = try chat.send("two")
        try chat.advance(2 * GroupFixture.minute + 1)
        #expect(chat.refusal(chat.anna, "message.unsend", ["message": two]) == .expired)
        #expect(try chat.thread(chat.bea) == ["", "two"])
    }

    @Test("an unsent message has no text, links, mentions, tapbacks or attachment")
    func unsentMessageHasNoContent() throws {
        let sent = try chat.send(
            "@bea https://notes.example/1",
            ["attachment": ["name": "a.txt", "type": "text/plain", "content": "aGk="]])
        try chat.bea.ask("message.react", tapback(sent, "heart"))
        try chat.anna.ask("message.attachment", ["message": sent])
        let answer = try chat.anna.ask("message.unsend", ["message": sent])["message"]
        let left: Set = ["id", "conversation", "sender", "text", "sentAt", "sequence", "links", "mentions", "unsentAt"]
        #expect(Set(answer?.objectValue?.members.map(\.key) ?? []) == left)
        #expect(answer?["links"] == [] && answer?["mentions"] == [])
        #expect(chat.bea.heard("message.changed").last?["message"] == answer)
        #expect(try chat.message(sent, of: chat.bea) == answer ?? .null)
        #expect(chat.refusal(chat.bea, "message.attachment", ["message": sent]) == .notFound)
        #expect(try chat.view(chat.group, of: chat.carl)?["unread"] == 1, "the note is as unread as the message was")
    }

    @Test("an unsent message cannot be changed")
    func unsentMessageCannotBeChanged() throws {
        let message = try chat.send("one")
        try chat.anna.ask("message.unsend", ["message": message])
        #expect(chat.refusal(chat.anna, "message.unsend", ["message": message]) == .conflict)
        #expect(chat.refusal(chat.anna, "message.edit", edit(message, "two")) == .conflict)
        #expect(chat.refusal(chat.bea, "message.react", tapback(message, "heart")) == .conflict)
        #expect(chat.refusal(chat.bea, "message.react", tapback(message, "heart", remove: true)) == .conflict)
        #expect(chat.refusal(chat.bea, "message.edit", edit(message, "two")) == .forbidden)
    }

    @Test("a restart keeps the order of a share's conversations")
    func restartKeepsTheConversationsOfAShare() throws {
        let url = "https://notes.example/d/1"
        try chat.anna.ask("share.create", ["app": "com.example.notes", "title": "Plan", "url": .string(url)])
        let first = try chat.send(url)
        try chat.send(url, to: chat.pair)
        try chat.send(url)
        try chat.anna.ask("message.unsend", ["message": first])
        func places(_ state: CoreState) -> [ConversationID]? { state.shares.all.first?.conversations }
        let expected = [chat.pair, chat.group].map { ConversationID($0.stringValue ?? "") }
        #expect(places(chat.server.state) == expected, "in the order of the messages that are left")
        try chat.server.restart()
        #expect(places(chat.server.state) == expected)
    }

    // MARK: Tapbacks

    @Test("a person has one tapback on a message: another replaces it, the same removes it")
    func personHasOneTapbackOnAMessage() throws {
        let message = try chat.send("one")
        #expect(try reactions(chat.bea.ask("message.react", tapback(message, "heart"))) == ["bea heart"])
        #expect(
            try reactions(chat.carl.ask("message.react", tapback(message, "heart"))) == ["bea heart", "carl heart"])
        #expect(
            try reactions(chat.bea.ask("message.react", tapback(message, "haHa"))) == ["carl heart", "bea haHa"],
            "another replaces it")
        #expect(
            try reactions(chat.bea.ask("message.react", tapback(message, "haHa"))) == ["carl heart"],
            "the same takes it away")
        #expect(try reactions(chat.carl.ask("message.react", tapback(message, "heart", remove: true))) == [])
        #expect(
            chat.dora.heard("message.changed").map { $0["change"]?["removed"] } == [nil, nil, nil, true, true])
        #expect(try reactions(chat.anna.ask("message.react", tapback(message, "👍"))) == ["anna 👍"], "one's own too")
    }

    @Test("removing a tapback that is not set changes nothing")
    func removingAMissingTapbackChangesNothing() throws {
        let message = try chat.send("one")
        try chat.changesNothing(chat.bea, "message.react", tapback(message, "heart", remove: true))
        try chat.bea.ask("message.react", tapback(message, "heart"))
        try chat.changesNothing(chat.bea, "message.react", tapback(message, "haHa", remove: true))
        try chat.changesNothing(chat.carl, "message.react", tapback(message, "heart", remove: true))
        #expect(try chat.message(message, of: chat.anna)["reactions"]?.arrayValue?.count == 1)
    }

    @Test("tapbacks stay after an edit and have no time limit")
    func tapbacksStayAfterAnEdit() throws {
        let message = try chat.send("one")
        try chat.bea.ask("message.react", tapback(message, "heart"))
        let answer = try chat.anna.ask("message.edit", edit(message, "two"))
        #expect(reactions(answer) == ["bea heart"])
        try chat.advance(400 * 86_400_000)
        #expect(
            try reactions(chat.carl.ask("message.react", tapback(message, "question"))) == [
                "bea heart", "carl question",
            ])
        #expect(try chat.view(chat.group, of: chat.dora)?["unread"] == 1, "a tapback is nothing to be read")
    }
}
