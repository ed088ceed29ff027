import AppModel
import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// A conversation that is being created, and the person's actions before the server answers.
struct BeginningTests {
    private let size = Size(columns: 80, rows: 24)
    private let request = ClientRequest.create(participants: ["carl"], name: nil)

    @discardableResult
    private func press(_ keys: [Key], _ desk: inout Desk) -> [ChatAction] {
        var all: [ChatAction] = []
        for key in keys {
            let actions = ChatUpdate.apply(key, to: &desk.model.state, size: size)
            for action in actions { desk.model.perform(action) }
            all += actions
        }
        return all
    }

    @discardableResult
    private func enter(_ text: String, _ desk: inout Desk) -> [ChatAction] {
        press(text.map { .character($0) } + [.enter], &desk)
    }

    @Test("a conversation that the server refuses leaves the people that were named")
    func aRefusedConversationKeepsItsPeople() throws {
        var desk = try Desk()
        try desk.open()
        enter("/new", &desk)
        #expect(enter("carl", &desk).contains(.createConversation(handles: ["carl"], name: nil)))
        desk.model.apply(.refusal(request, clientID: nil, RPCError(.tooLarge, "One conversation more than you may.")))
        enter("/new", &desk)
        #expect(desk.model.state.view.compose.people.text == "carl")
    }

    /// Returns a person in Weekend who has asked for a conversation with Carl.
    private func asking() throws -> Desk {
        var desk = try Desk()
        try desk.open()
        #expect(enter("/new carl", &desk).contains(.createConversation(handles: ["carl"], name: nil)))
        return desk
    }

    private func answer(_ desk: inout Desk) throws {
        var other = desk.about()
        (other.id, other.name) = (ConversationID("c2"), "Carl")
        try desk.answer(request, .conversation(other, line: nil))
        desk.settle()
    }

    @Test("the first Return does not send to the old conversation, and the words go to the new one")
    func wordsGoToTheNewConversation() throws {
        var desk = try asking()
        #expect(enter("hello", &desk).isEmpty)
        let why = "The new conversation is being created. Return again means “Weekend”"
        #expect(desk.model.state.view.hint == why && desk.model.state.view.draft.text == "hello")
        press([.character("!")], &desk)
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c2" && desk.model.state.view.draft.text == "hello!")
        #expect(desk.model.state.view.drafts["c1"] == nil && desk.model.state.view.refusals.isEmpty)
        #expect(press([.enter], &desk).contains(.send(text: "hello!", conversation: "c2")))
    }

    @Test("the second Return sends to the conversation on the screen")
    func secondReturnSends() throws {
        var desk = try asking()
        enter("hello", &desk)
        #expect(press([.enter], &desk).contains(.send(text: "hello", conversation: "c1")))
        #expect(enter("and", &desk).contains(.send(text: "and", conversation: "c1")))
    }

    @Test("Return after more words asks again and sends nothing to the old conversation")
    func moreWordsAskAgain() throws {
        var desk = try asking()
        enter("hello", &desk)
        #expect(enter(" there", &desk).isEmpty && desk.model.state.view.draft.text == "hello there")
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c2" && desk.model.state.view.draft.text == "hello there")
    }

    @Test("words begun before the answer are not sent to the old conversation by the first Return after it")
    func wordsAcrossTheAnswerAreNotSent() throws {
        var desk = try asking()
        press("half of ".map { .character($0) }, &desk)
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c1")
        #expect(enter("it", &desk).isEmpty && desk.model.state.view.draft.text == "half of it")
        let why = "“Carl” has begun: Alt-K goes there. Return again means “Weekend”"
        #expect(desk.model.state.view.hint == why)
        #expect(press([.enter], &desk).contains(.send(text: "half of it", conversation: "c1")))
        #expect(desk.model.state.view.asked == nil)
    }

    @Test("a new conversation in the list is forgotten once the words that may be meant for it are cleared")
    func clearedWordsForgetTheNewConversation() throws {
        var desk = try asking()
        press("half of ".map { .character($0) }, &desk)
        try answer(&desk)
        press([.alt("c")], &desk)
        #expect(enter("hello", &desk).contains(.send(text: "hello", conversation: "c1")))
    }

    @Test("a group name that is too long is refused on its page")
    func longGroupNameIsRefused() throws {
        var desk = try Desk()
        try desk.open()
        enter("/new", &desk)
        enter("carl dora", &desk)
        enter(String(repeating: "x", count: desk.model.state.limits.nameCharacters + 1), &desk)
        #expect(desk.model.state.view.compose.page == 2)
        #expect(desk.model.state.view.hint == "1 characters too long: a name takes 200")
    }

    @Test("a conversation that is refused gives Return back to the one on the screen")
    func refusalGivesReturnBack() throws {
        var desk = try asking()
        let error = RPCError(.notFound, "There is no Carl.")
        desk.model.apply(.refusal(request, clientID: nil, error))
        #expect(enter("hello", &desk).contains(.send(text: "hello", conversation: "c1")))
    }

    @Test("a command that others see is refused once, and one that goes elsewhere is not", arguments: [true, false])
    func commandIsRefusedOnce(isSeen: Bool) throws {
        var desk = try asking()
        let adding = ChatAction.addMember(handle: "dora", conversation: "c1")
        #expect(enter(isSeen ? "/add dora" : "/help", &desk).isEmpty)
        #expect((desk.model.state.sheet == .help) == !isSeen)
        #expect(press([.enter], &desk).contains(adding) == isSeen)
    }

    @Test("a message typed before the first conversation exists waits for it")
    func newMessageWaits() throws {
        var desk = try Desk()
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, isNew: true, now: desk.start))
        desk.settle()
        enter("/new carl", &desk)
        enter("hello", &desk)
        #expect(desk.model.state.view.hint == "The new conversation is being created: wait for it")
        #expect(desk.model.state.sheet == nil)
        // A conversation that another person started is not selected in its place.
        try desk.notify(.conversationChanged(desk.about(), line: nil))
        desk.settle()
        #expect(desk.model.state.view.selected == nil)
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c2" && desk.model.state.view.draft.text == "hello")
    }

    @Test("open details keep to their conversation when another begins")
    func detailsKeepToTheirConversation() throws {
        var desk = try asking()
        press([.control("g"), .down], &desk)
        try answer(&desk)
        #expect(desk.model.state.sheet == .details("c1") && desk.model.state.view.selected == "c1")
        #expect(desk.model.state.view.hint == "“Carl” is in the list. Alt-K goes there")
        press([.escape], &desk)
        #expect(enter("hello", &desk).contains(.send(text: "hello", conversation: "c1")))
    }

    @Test("a person who turned to another conversation stays there")
    func personStaysWhereTheyWent() throws {
        var desk = try Desk()
        try desk.open()
        var third = desk.about()
        (third.id, third.name) = (ConversationID("c3"), "Third")
        try desk.notify(.conversationChanged(third, line: nil))
        desk.settle()
        enter("/new carl", &desk)
        enter("/to Third", &desk)
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c3")
        #expect(enter("hello", &desk).contains(.send(text: "hello", conversation: "c3")))
    }

    @Test(
        "an item for the people of New Message goes to no conversation that a command began", arguments: [true, false])
    func itemGoesOnlyToItsNewMessage(isOfSheet: Bool) throws {
        var desk = try Desk()
        try desk.open()
        desk.model.state.view.handsOn = ShareContext(.link(url: "http://a.b/c", title: nil), preview: "")
        enter(isOfSheet ? "/new" : "/new carl", &desk)
        if isOfSheet { enter("carl", &desk) }
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c2")
        #expect((desk.model.state.view.handsOn == nil) == isOfSheet)
        #expect(desk.model.state.view.draft.text == (isOfSheet ? "http://a.b/c " : ""))
    }

    @Test(
        "an item for a new conversation waits there while the person writes on in another one",
        arguments: [ActivityItem.link(url: "http://a.b/c", title: nil), .file("/tmp/a.txt"), .text("look")])
    func itemWaits(_ item: ActivityItem) throws {
        var desk = try Desk()
        try desk.open()
        desk.model.state.view.handsOn = ShareContext(item, preview: "")
        enter("/new", &desk)
        enter("carl", &desk)
        press("for the weekend".map { .character($0) }, &desk)
        try answer(&desk)
        press([.character("!")], &desk)
        let view = desk.model.state.view
        #expect(view.selected == "c1" && view.draft.text == "for the weekend!" && view.handsOn == nil)
        #expect(view.hint == "“Carl” is in the list. Alt-K goes there" || view.hint == nil)
        let waits = (view.drafts["c2"]?.text.trimmed ?? "") + (view.attachments["c2"] ?? "")
        #expect(waits == item.plainText)
        #expect(press([.enter], &desk).contains { if case .send(_, "c2", _) = $0 { true } else { false } } == false)
    }

    @Test("a file of a message is not sent to a new conversation that waits in the list")
    func fileOfMessage() throws {
        var desk = try Desk()
        try desk.open()
        var context = ShareContext(.file("report.md"), preview: "")
        context.message = "m1"
        desk.model.state.view.handsOn = context
        enter("/new", &desk)
        enter("carl", &desk)
        press("for the weekend".map { .character($0) }, &desk)
        try answer(&desk)
        #expect(desk.model.state.sheet == nil && desk.model.state.view.question == nil)
        #expect(desk.model.state.view.hint == "“Carl” is in the list, without the file. Alt-K goes there")
    }

    @Test("a new conversation does not open under a question about the present one")
    func questionStays() throws {
        var desk = try asking()
        let question = Confirmation(title: "Delete?", body: "", button: "Delete", action: .copy(text: ""))
        _ = ChatUpdate.run(on: &desk.model.state) { $0.ask(question) }
        try answer(&desk)
        #expect(desk.model.state.view.selected == "c1")
    }
}
