import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Joining and leaving a conversation, and the history that a participant can see.
struct ParticipantTests {
    private let chat: GroupFixture

    init() throws { chat = try GroupFixture() }

    private func change(_ handle: String, in conversation: JSONValue? = nil) -> JSONValue {
        ["conversation": conversation ?? chat.group, "handle": .string(handle)]
    }

    private func here(_ conversation: JSONValue? = nil) -> JSONValue { ["conversation": conversation ?? chat.group] }

    // MARK: Rights and limits

    @Test("a conversation is new for its first participants, but not for a person added later")
    func conversationIsNewForItsFirstParticipants() throws {
        let chat = try GroupFixture()
        func told(_ client: EngineClient) -> JSONValue? {
            client.takeHeard().last { $0.method == "conversation.changed" }?.params["conversation"]?["isNew"]
        }
        let others: JSONValue = ["participants": ["bea", "carl", "dora"]]
        let begun = try chat.anna.ask("conversation.create", others)["conversation"]
        #expect(begun?["isNew"] == true)
        chat.server.flush()
        #expect(told(chat.bea) == true && told(chat.emil) == nil)
        let id = try #require(begun?["id"])
        try chat.anna.ask("conversation.addParticipant", ["conversation": id, "handle": "emil"])
        chat.server.flush()
        #expect(told(chat.bea) == nil && told(chat.emil) == nil, "what was before is not theirs, the line is")
        let pair = try chat.anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]
        #expect(pair?["id"] == chat.pair && pair?["isNew"] == nil)
    }

    @Test("a group keeps at least three participants")
    func groupKeepsThreeParticipants() throws {
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        #expect(chat.refusal(chat.anna, "conversation.removeParticipant", change("carl")) == .conflict)
        #expect(chat.refusal(chat.carl, "conversation.leave", here()) == .conflict)
        try chat.carl.ask("conversation.addParticipant", change("emil"))
        try chat.carl.ask("conversation.leave", here())
        #expect(try chat.view(chat.group, of: chat.anna)?["participants"] == ["anna", "bea", "emil"])
    }

    @Test("a conversation of two can be neither left nor reduced")
    func conversationOfTwoCannotBeLeft() {
        #expect(chat.refusal(chat.anna, "conversation.leave", here(chat.pair)) == .conflict)
        #expect(chat.refusal(chat.anna, "conversation.removeParticipant", change("bea", in: chat.pair)) == .conflict)
    }

    @Test("adding a participant again is refused, and so is removing a stranger or oneself")
    func unsuitableHandleIsRefused() {
        #expect(chat.refusal(chat.anna, "conversation.addParticipant", change("bea")) == .conflict)
        #expect(chat.refusal(chat.anna, "conversation.addParticipant", change("anna")) == .conflict)
        #expect(chat.refusal(chat.anna, "conversation.removeParticipant", change("emil")) == .notFound)
        #expect(chat.refusal(chat.anna, "conversation.removeParticipant", change("anna")) == .invalidParams)
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
            let params = here(id).adding(more[word] ?? [:])
            #expect(chat.refusal(chat.emil, "conversation.\(word)", params) == .notFound)
        }
    }

    @Test("a conversation has at most 250 participants")
    func conversationHasAtMost250Participants() throws {
        let others = JSONValue.array((1...248).map { .string("p\($0)") })
        let big = try #require(
            try chat.anna.ask("conversation.create", ["participants": others])["conversation"]?["id"])
        try chat.anna.ask("conversation.addParticipant", change("bea", in: big))
        #expect(try chat.view(big, of: chat.bea)?["participants"]?.arrayValue?.count == 250)
        #expect(chat.refusal(chat.bea, "conversation.addParticipant", change("carl", in: big)) == .tooLarge)
    }

    // MARK: One to one

    @Test("adding a person to a conversation of two begins a group without its history")
    func addingToAConversationOfTwoBeginsAGroup() throws {
        try chat.send("between us", to: chat.pair)
        let answer = try chat.anna.ask("conversation.addParticipant", change("carl", in: chat.pair))
        let new = try #require(answer["conversation"]?["id"])
        #expect(new != chat.pair && answer["line"] == nil)
        #expect(answer["conversation"]?["participants"] == ["anna", "bea", "carl"])
        #expect(chat.carl.heard("conversation.changed").map { $0["conversation"]?["id"] } == [new])
        #expect(try chat.thread(chat.carl, new) == [])
        #expect(chat.refusal(chat.carl, "conversation.history", here(chat.pair)) == .notFound)
        #expect(try chat.view(chat.pair, of: chat.bea)?["participants"] == ["anna", "bea"])
        #expect(try chat.thread(chat.bea, chat.pair) == ["between us"])
        let again = try chat.changesNothing(chat.bea, "conversation.create", ["participants": ["anna"]])
        #expect(again["conversation"]?["id"] == chat.pair, "it is still the one of the two")
    }

    // MARK: Joining

    @Test("grp-add: a newcomer can neither see nor use earlier messages")
    func newcomerCannotUseEarlierMessages() throws {
        let secret = try chat.send("https://notes.example/before secret")
        let cursor = chat.server.log.end
        let answer = try chat.anna.ask("conversation.addParticipant", change("emil"))
        #expect(answer["line"]?["text"] == "You added Emil to the conversation")
        #expect(try chat.thread(chat.emil) == ["Anna added you to the conversation"])
        let view = try #require(try chat.view(chat.group, of: chat.emil))
        #expect(view["lastMessage"] == nil && view["unread"] == 0)
        for (method, params) in [
            ("message.react", ["message": secret, "reaction": "heart"]),
            ("message.edit", ["message": secret, "text": "mine"]), ("message.unsend", ["message": secret]),
            ("message.attachment", ["message": secret]),
            ("message.send", here().adding(["text": "re", "replyTo": secret])),
            ("conversation.markRead", here().adding(["through": secret])),
            ("conversation.history", here().adding(["before": secret])),
            ("link.pin", here().adding(["url": "https://notes.example/before"])),
            ("delivery.explain", ["person": "emil", "about": "https://notes.example/before"]),
        ] as [(String, JSONValue)] {
            #expect(chat.refusal(chat.emil, method, params) == .notFound, "\(method)")
        }
        try chat.send("hello")
        #expect(try chat.view(chat.group, of: chat.emil)?["unread"] == 1)
        let late = try chat.device(of: "emil", after: 0)
        #expect(late.heard.allSatisfy { $0.cursor > cursor })
        #expect(late.heard("message.posted").map { $0["message"]?["text"] } == ["hello"])
    }

    @Test("a newcomer receives no changes of earlier messages")
    func newcomerReceivesNoEarlierChanges() throws {
        let old = try chat.send("before")
        try chat.anna.ask("conversation.addParticipant", change("emil"))
        _ = chat.emil.takeHeard()
        try chat.anna.ask("message.edit", ["message": old, "text": "before, changed"])
        try chat.bea.ask("message.react", ["message": old, "reaction": "heart"])
        try chat.anna.ask("message.unsend", ["message": old])
        #expect(chat.emil.heard.isEmpty)
        #expect(chat.bea.heard("message.changed").count == 2, "her own tapback was in the answer")
        #expect(try chat.device(of: "emil", after: 0).heard("message.changed").isEmpty)
        #expect(try chat.view(chat.group, of: chat.emil)?["lastMessage"] == nil)
    }

    @Test("a newcomer's shelf has only links that are sent after the join")
    func newcomersShelfBeginsAtTheJoin() throws {
        try chat.emil.ask("contact.add", ["handle": "anna"])
        try chat.emil.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        try chat.send("https://notes.example/before")
        try chat.anna.ask("conversation.addParticipant", change("emil"))
        #expect(try chat.shelf(chat.emil) == [])
        #expect(chat.emil.heard("highlights.changed").isEmpty)
        try chat.send("https://notes.example/after")
        #expect(try chat.shelf(chat.emil) == ["https://notes.example/after"])
        try chat.send("https://notes.example/before again")
        #expect(try chat.shelf(chat.emil).count == 2)
        try chat.emil.ask("link.pin", here().adding(["url": "https://notes.example/before"]))
    }

    // MARK: Leaving

    @Test("a removed participant resumes only the events before the removal")
    func removedParticipantResumesEarlierEvents() throws {
        try chat.send("one")
        let cursor = chat.server.log.end
        let there = try chat.send("two")
        try chat.anna.ask("message.edit", ["message": there, "text": "two, changed"])
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        let end = try #require(chat.dora.heard.last)
        try chat.anna.ask("message.edit", ["message": there, "text": "not for her"])
        try chat.bea.ask("message.react", ["message": there, "reaction": "heart"])
        try chat.anna.ask("message.unsend", ["message": there])
        try chat.send("three")
        try chat.anna.ask("conversation.rename", here().adding(["name": "Without Dora"]))
        #expect(chat.dora.heard.last == end, "nothing later")
        let late = try chat.device(of: "dora", after: cursor)
        let live = chat.dora.heard.filter { $0.cursor > cursor }
        #expect(late.heard.map(\.cursor) == live.map(\.cursor))
        for (one, other) in zip(late.heard, live) { #expect(Told.isSame(one, other)) }
        #expect(late.heard.map(\.method) == ["message.posted", "message.changed", "conversation.changed"])
        #expect(end.params["conversation"]?["left"] == true && end.params["line"] == nil)
        #expect(end.params["conversation"]?["participants"] == ["anna", "bea", "carl"])
        #expect(chat.refusal(chat.dora, "conversation.history", here()) == .notFound)
        #expect(try chat.view(chat.group, of: chat.dora) == nil)
        #expect(chat.refusal(chat.dora, "message.react", ["message": there, "reaction": "heart"]) == .notFound)
    }

    @Test("leaving is answered to the asking session and notifies the other devices and participants")
    func leavingNotifiesTheOtherSessions() throws {
        let device = try chat.device(of: "dora")
        let answer = try chat.dora.ask("conversation.leave", here())
        #expect(answer["conversation"]?["left"] == true)
        #expect(answer["line"]?["text"] == "You left the conversation")
        #expect(chat.dora.heard.isEmpty)
        #expect(device.heard.map { $0.params["conversation"]?["left"] } == [true])
        let told = try #require(chat.carl.heard("conversation.changed").first)
        #expect(told["line"]?["text"] == "Dora left the conversation" && told["conversation"]?["left"] == nil)
        #expect(try chat.thread(chat.carl) == ["Dora left the conversation"])
    }

    @Test("a returning participant's history begins at the return")
    func historyBeginsAtTheReturn() throws {
        let first = try chat.send("first time")
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        try chat.send("between")
        try chat.bea.ask("conversation.addParticipant", change("dora"))
        let second = try chat.send("second time")
        #expect(try chat.thread(chat.dora) == ["Bea added you to the conversation", "second time"])
        #expect(chat.refusal(chat.dora, "message.react", ["message": first, "reaction": "heart"]) == .notFound)
        let late = try chat.device(of: "dora", after: 0)
        #expect(late.heard("message.posted").map { $0["message"]?["id"] } == [first, second])
        #expect(late.heard("conversation.changed").contains { $0["conversation"]?["left"] == true })
        #expect(try chat.view(chat.group, of: chat.dora)?["participants"] == ["anna", "bea", "carl", "dora"])
        _ = chat.dora.takeHeard()
        try chat.anna.ask("message.edit", ["message": first, "text": "not hers any more"])
        #expect(chat.dora.heard.isEmpty)
        try chat.server.restart()
        #expect(try chat.device(of: "dora", after: 0).heard == late.heard)
    }

    @Test("a removal clears the participant's mute and pin of the conversation")
    func removalClearsMuteAndPin() throws {
        for (method, more) in [("mute", ["muted": true]), ("pin", ["pinned": true])] as [(String, JSONValue)] {
            try chat.dora.ask("conversation.\(method)", here().adding(more))
        }
        try chat.anna.ask("conversation.removeParticipant", change("dora"))
        #expect(try chat.dora.ask("settings.get")["settings"]?["pinnedConversations"] == [])
        try chat.anna.ask("conversation.addParticipant", change("dora"))
        let view = try chat.view(chat.group, of: chat.dora)
        #expect(view?["muted"] == false && view?["pinned"] == false)
    }

    @Test("a link surfaces as long as a contact is in the group")
    func linkSurfacesWhileAContactIsInTheGroup() throws {
        try chat.bea.ask("contact.add", ["handle": "anna"])
        try chat.bea.ask("settings.set", ["automaticSharing": ["apps": ["com.example.notes": true]]])
        try chat.send("https://notes.example/1", by: chat.carl)
        #expect(try chat.shelf(chat.bea).count == 1)
        _ = chat.bea.takeHeard()
        try chat.anna.ask("conversation.leave", here())
        #expect(chat.bea.heard("highlights.changed").map { $0["removed"]?.arrayValue?.count } == [1])
        #expect(try chat.shelf(chat.bea) == [])
        try chat.carl.ask("conversation.addParticipant", change("anna"))
        #expect(try chat.shelf(chat.bea).count == 1)
        #expect(try chat.shelf(chat.anna) == [], "it came before she did")
    }
}
