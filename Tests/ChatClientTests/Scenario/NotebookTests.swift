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

    static func message(
        _ id: String, _ text: String, from sender: ChatProtocol.Person = anna, links: [String] = []
    ) -> Message {
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
            id: NoticeID("n1"), conversation: ConversationID("c1"), actor: anna.handle,
            event: .highlight(.change(.edit)),
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

    @Test func aMessageThatComesLateStandsWhereItWasSaid() {
        var book = Self.book()
        for (id, sequence) in [("m1", 1), ("m3", 3), ("m2", 2), ("m3", 3)] as [(String, Int64)] {
            var message = Self.message(id, id)
            message.sequence = sequence
            book.take(message)
        }
        #expect(book.thread(ConversationID("c1"))?.entries.map(\.id) == ["m1", "m2", "m3"])
    }

    @Test func aReceiptIsForWhatWasSaidBeforeToo() throws {
        var book = Self.book()
        var messages: [Message] = []
        for number in 1...3 as ClosedRange<Int64> {
            var message = Self.message("m\(number)", "x")
            message.sequence = number
            messages.append(message)
        }
        for message in messages { book.take(message) }
        #expect(messages.map(book.isDelivered) == [false, false, false])
        try book.take(
            .init(
                method: "receipt",
                params: [
                    "conversation": "c1", "person": "bea", "message": "m2", "status": "delivered", "sequence": 2,
                    "at": "2026-01-01T00:00:00.000Z",
                ]))
        #expect(messages.map(book.isDelivered) == [true, true, false])
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

    static func notified(
        _ method: String, _ message: Message, change: MessageChange? = nil, alert: Bool = false
    ) throws -> ScriptedClient.Notified {
        let encoded =
            change.map { Notification.messageChanged(message, $0, alert: alert) }
            ?? .messagePosted(message, alert: alert)
        let bytes = encoded.encoded(cursor: 1)
        guard case .notification(method, let params)? = ServerMessage.read(bytes) else {
            throw InvalidField(field: method, problem: "is not what was written")
        }
        return ScriptedClient.Notified(method: method, params: params)
    }

    @Test func aMessageThatChangesStaysInItsPlace() throws {
        var book = Self.book()
        try book.take(Self.notified("message.posted", Self.message("m1", "Hi")))
        try book.take(Self.notified("message.posted", Self.message("m2", "Hello", from: Self.bea)))
        var edited = Self.message("m1", "Hey")
        edited.editedAt = Instant(milliseconds: 1)
        try book.take(Self.notified("message.changed", edited, change: .edited(mentioned: [])))
        #expect(book.thread(ConversationID("c1"))?.messages.map(\.text) == ["Hey", "Hello"])
        #expect(book.lines(of: Self.bea.handle, names: Self.names).first == "[Trip] Anna: Hey (edited)")
        var unsent = Self.message("m1", "")
        unsent.unsentAt = Instant(milliseconds: 2)
        try book.take(Self.notified("message.changed", unsent, change: .unsent))
        #expect(book.thread(ConversationID("c1"))?.messages.map(\.text) == ["", "Hello"])
        // A story can still speak of what it said last, and of nothing that it said before.
        #expect(book.thread(ConversationID("c1"))?.unsentTexts == [MessageID("m1"): "Hey"])
    }

    @Test func whatAlertsIsNotedAsItReadThenAndNothingElse() throws {
        var book = Self.book()
        try book.take(Self.notified("message.posted", Self.message("m1", "Hi"), alert: true))
        try book.take(Self.notified("message.posted", Self.message("m2", "Quiet")))
        let edited = Self.message("m1", "Hey")
        try book.take(Self.notified("message.changed", edited, change: .edited(mentioned: [])))
        try book.take(
            Self.notified(
                "message.changed", edited,
                change: .reacted(by: Self.bea.handle, .classic(.thumbsUp), removed: false), alert: true))
        #expect(
            book.thread(ConversationID("c1"))?.alerts
                == [.text("Hi"), .reaction(by: Self.bea.handle, .classic(.thumbsUp), to: "Hey")])
    }

    @Test func readingGoesForwardOnly() throws {
        var book = Self.book()
        for sequence: Int64 in [2, 1] {
            let receipt = Notification.receipt(
                ConversationID("c1"), person: Self.bea.handle, MessageID("m1"),
                MessageReceipt(status: .read, sequence: sequence, at: Instant(milliseconds: 0)))
            guard case .notification(let method, let params)? = ServerMessage.read(receipt.encoded(cursor: 1)) else {
                Issue.record("a receipt is not what was written")
                return
            }
            try book.take(ScriptedClient.Notified(method: method, params: params))
        }
        #expect(book.thread(ConversationID("c1"))?.readThrough == 2)
    }

    @Test(arguments: Reaction.Classic.allCases)
    func aTapbackIsSaidInWords(_ classic: Reaction.Classic) {
        let reaction = Reaction.classic(classic)
        #expect(Reaction.word(spoken: reaction.spoken) == reaction.rawValue)
        #expect(reaction.spoken == reaction.spoken.lowercased())
    }

    @Test func whatIsNoTapbackGoesAsItIs() {
        #expect(Reaction.word(spoken: "thumbs up") == "thumbsUp")
        #expect(Reaction.word(spoken: "great") == "great")
        #expect(Reaction.word(spoken: "🎉") == "🎉")
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
