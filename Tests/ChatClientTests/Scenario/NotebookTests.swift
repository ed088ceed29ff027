import ChatProtocol
import Testing

@testable import ChatClient

/// What a person was told, and how it reads.
@Suite struct NotebookTests {
    static let anna = Person(handle: handle("anna"), name: "Anna")
    static let bea = Person(handle: handle("bea"), name: "Bea")
    static let names = Notebook.Names(
        people: [anna.handle: "Anna", bea.handle: "Bea"], apps: [AppID("com.example.notes"): "Notes"])

    static func handle(_ text: String) -> Handle {
        guard let handle = Handle(text) else { preconditionFailure("a handle") }
        return handle
    }

    static func message(_ id: String, _ text: String, from sender: Person = anna, links: [String] = []) -> Message {
        Message(
            id: MessageID(id), conversation: ConversationID("c1"), sender: sender.handle, text: text,
            sentAt: Instant(milliseconds: 0), sequence: 1,
            links: links.map {
                MessageLink(
                    url: $0, app: AppID("com.example.notes"), title: nil, range: TextRange(location: 0, length: 1))
            })
    }

    static func notice(_ text: String, count: Int64) -> Notice {
        Notice(
            id: NoticeID("n1"), conversation: ConversationID("c1"), actor: anna.handle, event: .change(.edit),
            app: AppID("com.example.notes"), url: "https://notes.example/d/1", title: "Plan", count: count, text: text,
            postedAt: Instant(milliseconds: 0))
    }

    static let conversation = Conversation(
        id: ConversationID("c1"), name: "Trip", people: [anna, bea], unread: 0, lastMessage: nil, muted: false,
        waitingNotices: [])

    static func book() -> Notebook {
        var book = Notebook()
        book.take(conversation)
        return book
    }

    @Test func aThreadReadsAsItWasTold() {
        var book = Self.book()
        book.take(Self.message("m1", "Hi", links: ["https://notes.example/d/1"]))
        book.take(Self.message("m2", "Hello", from: Self.bea))
        book.take(Self.conversation, line: .system(id: "e1", text: "Bea left the conversation"))
        book.take(pin: "https://notes.example/d/1", isPinned: true)
        #expect(
            book.lines(of: Self.bea.handle, names: Self.names) == [
                "[Trip] Anna: Hi", "[Trip] link 1: (Notes) https://notes.example/d/1 [pinned]", "[Trip] You: Hello",
                "[Trip] (system) Bea left the conversation",
            ])
    }

    @Test func whatComesAgainStandsOnce() {
        var book = Self.book()
        book.take(Self.message("m1", "Hi"))
        book.take(Self.message("m1", "Hi"))
        book.take(Self.conversation, line: .system(id: "e1", text: "Bea left the conversation"))
        book.take(Self.conversation, line: .system(id: "e1", text: "Bea left the conversation"))
        #expect(book.thread(ConversationID("c1"))?.entries.map(\.id) == ["m1", "e1"])
    }

    @Test func aNoticeGrowsInItsPlaceAndWaitsAgain() {
        var book = Self.book()
        book.take(Self.notice("Anna edited “Plan”", count: 1))
        book.take(Self.message("m1", "Hi"))
        book.clear([NoticeID("n1")])
        #expect(book.thread(ConversationID("c1"))?.waiting == [])
        book.take(Self.notice("Anna made 2 edits to “Plan”", count: 2))
        #expect(book.thread(ConversationID("c1"))?.entries.map(\.id) == ["n1", "m1"])
        #expect(book.thread(ConversationID("c1"))?.waiting.map(\.text) == ["Anna made 2 edits to “Plan”"])
    }

    @Test func aNotificationThatIsNoneIsRefused() {
        var book = Self.book()
        #expect(throws: InvalidField.self) {
            try book.take(ScriptedClient.Notified(method: "message.posted", params: ["message": ["id": 1]]))
        }
        #expect(throws: Never.self) {
            try book.take(ScriptedClient.Notified(method: "from.the.future", params: [:]))
        }
    }

    @Test func aQuestionIsTheSheetUntilItIsAnswered() {
        var book = Self.book()
        book.take(
            ConsentRequest(
                id: ConsentID("q1"), app: AppID("com.example.notes"), conversation: ConversationID("c1"),
                url: "https://notes.example/d/1"))
        let asking = book.chatState(of: Self.bea.handle, isOnline: true, names: Self.names)
        #expect(asking.consents.map(\.app) == ["Notes"])
        #expect(asking.sheet != nil)
        book.take(Settings(everywhere: true, apps: [], conversations: [], consents: []))
        #expect(book.chatState(of: Self.bea.handle, isOnline: true, names: Self.names).sheet == nil)
    }
}
