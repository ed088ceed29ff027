import AppModel
import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Answers that are missing or late.
struct AwayTests {
    @Test("a refused login is the state of the connection, with its reason")
    func refusedLoginIsTheStateOfTheConnection() throws {
        var desk = try Desk()
        let error = RPCError(.forbidden, "This token is for another person.")
        desk.model.apply(.phase(.refused(error)))
        #expect(desk.model.state.connection == .offline(error.sentence))
    }

    @Test("missed events come before one's own message, although its answer arrives first")
    func missedEventsComeBeforeAnswers() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "hi"))])
        desk.model.apply(.phase(.waiting(until: 0)))
        desk.model.echo("are you there?", in: desk.conversation, clientID: "1")
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: false, now: desk.start, end: 2))
        let own = desk.message(3, "are you there?", own: true)
        try desk.answer(.send(text: own.text, desk.conversation), .message(own), clientID: "1")
        let line = ThreadEntry.system(id: "e1", text: "Bea named the conversation “Weekend”")
        try desk.notify(.conversationChanged(desk.about(), line: line))
        try desk.notify(.messagePosted(desk.message(2, "hello"), alert: false))
        #expect(desk.texts == ["hi", "· Bea named the conversation “Weekend”", "hello", "are you there?"])
        let late = ThreadEntry.system(id: "e4", text: "Bea named the conversation “Lake”")
        try desk.notify(.conversationChanged(desk.about(), line: late))
        #expect(desk.texts.last == "· Bea named the conversation “Lake”")
    }

    private let size = Size(columns: 80, rows: 24)

    private func type(_ text: String, _ desk: inout Desk) {
        for key in text.map({ Key.character($0) }) {
            for action in ChatUpdate.apply(key, to: &desk.model.state, size: size) { desk.model.perform(action) }
        }
    }

    @Test("a search that a lost connection cuts off says so, on the screen and in lines")
    func cutSearchSaysSo() throws {
        var desk = try Desk()
        try desk.open()
        desk.model.state.view.search = SearchPanel(query: LineEditor("tent", isOneLine: true))
        for action in ChatUpdate.apply(.enter, to: &desk.model.state, size: size) { desk.model.perform(action) }
        #expect(desk.model.state.search.isRunning)
        _ = desk.lines()
        let search = ClientRequest.live(.messageSearch(.init(text: "tent")))
        desk.model.apply(.unanswered(search))
        let why = "The server is unreachable. Search again when it is back"
        #expect(desk.model.state.view.hint == why && desk.lines() == ["(hint) \(why)"])
        #expect(!desk.model.state.search.isRunning)
        // The next key removes the hint. The panel still shows the reason, and Return searches again.
        _ = ChatUpdate.apply(.left, to: &desk.model.state, size: size)
        let screen = ChatScreen.render(desk.model.state, size: size).text
        #expect(screen.contains("The server is") && !screen.contains("0 found"))
        let again = ChatUpdate.apply(.enter, to: &desk.model.state, size: size)
        #expect(again.contains(.search(text: "tent")))
    }

    @Test("a list that was asked for and is not answered says so, and what loads by itself does not")
    func unansweredReadsSaySo() throws {
        var desk = try Desk()
        try desk.open()
        for request in [ClientRequest.settings(isAsked: false), .history(desk.conversation, before: nil)] {
            desk.model.apply(.unanswered(request))
            #expect(desk.model.state.view.hint == nil)
        }
        for request in [ClientRequest.settings(isAsked: true), .explain(about: "x"), .audit(app: nil)] {
            desk.model.state.view.hint = nil
            desk.model.apply(.unanswered(request))
            #expect(desk.model.state.view.hint == "The server is unreachable. Try again when it is back")
        }
    }

    @Test("the hint about a change that waits for the server ends when the connection is back")
    func theHintEndsWithTheReconnection() throws {
        var desk = try Desk()
        try desk.open()
        desk.model.set(.reconnecting(seconds: 1))
        desk.model.apply(.unanswered(.leave(desk.conversation)))
        #expect(desk.model.state.view.hint == "Not done yet: the server is unreachable")
        desk.model.set(.connected)
        #expect(desk.model.state.view.hint == nil)
    }

    @Test("the hits and the count belong to the words in the field")
    func hitsBelongToTheWords() throws {
        var desk = try Desk()
        try desk.open()
        _ = ChatUpdate.apply(.control("s"), to: &desk.model.state, size: size)
        type("tent", &desk)
        _ = ChatUpdate.apply(.enter, to: &desk.model.state, size: size)
        let search = ClientRequest.live(.messageSearch(.init(text: "tent")))
        try desk.answer(search, .messages([desk.message(1, "the tent")], more: false))
        #expect(ChatScreen.render(desk.model.state, size: size).text.contains("1 found"))
        #expect(ChatScreen.keys(desk.model.state, on: size) == ["Esc close", "a-z words", "↑↓ step", "↵ go there"])
        type("s", &desk)
        let screen = ChatScreen.render(desk.model.state, size: size).text
        #expect(!screen.contains("found") && !screen.contains("the tent"))
        #expect(ChatScreen.keys(desk.model.state, on: size) == ["Esc close", "a-z words", "↵ search"])
        _ = ChatUpdate.apply(.down, to: &desk.model.state, size: size)
        #expect(desk.model.state.view.search?.focus == nil)
    }

    @Test("a new conversation waits in the list while the person writes on", arguments: [true, false])
    func newConversationWaits(writesOn: Bool) throws {
        var desk = try Desk()
        try desk.open()
        type("see", &desk)
        desk.model.perform(.createConversation(handles: ["carl"], name: nil))
        if writesOn { type(" you", &desk) }
        var other = desk.about()
        (other.id, other.name) = (ConversationID("c2"), "Carl")
        let request = ClientRequest.create(participants: ["carl"], name: nil)
        try desk.answer(request, .conversation(other, line: nil))
        #expect(desk.model.state.view.selected == (writesOn ? "c1" : "c2"))
        #expect((desk.model.state.view.hint == "“Carl” is in the list. Alt-K goes there") == writesOn)
        #expect(desk.model.state.view.drafts["c1"]?.text == (writesOn ? "see you" : "see"))
    }

    // MARK: Recently Deleted

    /// Returns a client that looks at two deleted messages of the conversation.
    private func deleted() throws -> Desk {
        var desk = try Desk()
        try desk.open()
        let row = RecentlyDeleted(
            conversation: desk.about(), messages: 2, deletedAt: desk.start,
            endsAt: desk.start.advanced(byMilliseconds: 86_400_000))
        try desk.answer(.request(.conversationRecentlyDeleted), .recentlyDeleted([row], more: false))
        try left([1, 2], &desk)
        return desk
    }

    private func left(_ numbers: [Int64], _ desk: inout Desk) throws {
        let asked = ClientRequest.live(.messageRecentlyDeleted(.init(conversation: desk.conversation)))
        try desk.answer(asked, .messages(numbers.map { desk.message($0, "message \($0)") }, more: false))
        desk.settle()
    }

    private func title(_ desk: Desk) throws -> String {
        Sheets.sheet(try #require(desk.model.state.sheet), in: desk.model.state).title
    }

    private func restore(_ numbers: ClosedRange<Int64>, _ desk: inout Desk) throws {
        let run = MessageRun(first: numbers.lowerBound, last: numbers.upperBound)
        try desk.notify(.deletionChanged(desk.about(), DeletionChange(kind: .restored, runs: [run], whole: false)))
    }

    @Test("a question before erasing asks again what is left, and closes when nothing is")
    func erasingQuestionFollows() throws {
        var desk = try deleted()
        let actions = try ChatUpdate.run(on: &desk.model.state, size: size) { update throws(SlashCommand.Mistake) in
            _ = try update.perform("/erase weekend")
        }
        #expect(actions.isEmpty)
        #expect(try title(desk) == "Delete 2 Messages?")
        _ = desk.model.outbox.drain(\.requests)
        try restore(1...1, &desk)
        let asked = ClientRequest.live(.messageRecentlyDeleted(.init(conversation: desk.conversation)))
        let requests = desk.model.outbox.drain(\.requests)
        #expect(requests.contains(asked) && requests.contains(.request(.conversationRecentlyDeleted)))
        desk.model.state.recentlyDeleted.rows[0].count = 1
        try left([2], &desk)
        #expect(try title(desk) == "Delete 1 Message?")
        try left([], &desk)
        #expect(desk.model.state.sheet == nil)
        #expect(desk.model.state.view.hint == "It is no longer in Recently Deleted")
    }

    @Test("the sheet and the question of one deleted message close when another device recovers it")
    func deletedMessageCloses() throws {
        for asks in [false, true] {
            var desk = try deleted()
            let messages = Deletable.messages(["m1"], conversation: "c1")
            _ = ChatUpdate.run(on: &desk.model.state, size: size) { update in
                update.present(.deletedMessage("m1", conversation: "c1"))
                if asks { update.presentForNow(.confirm(update.state.erasing(messages))) }
            }
            try left([2], &desk)
            #expect(desk.model.state.sheet == nil && desk.model.state.view.returnsTo.isEmpty)
        }
    }

    @Test("/yes in plain lines refuses to erase what another device recovered")
    func plainQuestionIsRefused() throws {
        var desk = try deleted()
        desk.model.state.view.question = desk.model.state.erasing(.messages(["m1"], conversation: "c1"))
        try left([2], &desk)
        #expect(throws: SlashCommand.Mistake.self) {
            _ = try ChatUpdate.run(on: &desk.model.state, size: size) { update throws(SlashCommand.Mistake) in
                _ = try update.perform("/yes")
            }
        }
    }

    @Test("the question before an empty conversation is deleted promises no recovery of messages")
    func emptyConversationPromisesNothing() throws {
        var desk = try Desk()
        try desk.open()
        let empty = ChatUpdate.deleting(try #require(desk.model.state.threads["c1"]))
        #expect(!empty.body.contains("30 days") && !empty.body.contains("/recover"))
        try desk.notify(.messagePosted(desk.message(1, "one")))
        let full = ChatUpdate.deleting(try #require(desk.model.state.threads["c1"]))
        #expect(full.body.contains("30 days"))
    }
}
