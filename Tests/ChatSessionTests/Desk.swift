import AppModel
import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// A client model with simulated answers and notifications of a server, without a socket.
struct Desk {
    var model: ClientModel
    let me: Handle
    let bea: Handle
    let conversation = ConversationID("c1")
    var position: Int64 = 0
    let start = Instant(milliseconds: 1_662_973_200_000)

    init() throws {
        me = try #require(Handle("anna"))
        bea = try #require(Handle("bea"))
        model = ClientModel(me: me, face: .utc, now: start)
    }

    func message(
        _ sequence: Int64, _ text: String, own: Bool = false, in other: ConversationID? = nil, clientID: String? = nil
    ) -> Message {
        Message(
            id: MessageID("m\(sequence)"), conversation: other ?? conversation, sender: own ? me : bea, text: text,
            sentAt: start.advanced(byMilliseconds: sequence * 60_000), sequence: sequence, clientID: clientID)
    }

    func value(_ conversations: [Conversation]) throws -> JSONValue {
        try JSONReader.read(JSONWriter.bytes(of: Answer.conversations(conversations, next: nil))).value
    }

    /// Returns the same conversation as one-to-one: without a name, and with two people only.
    func alone(unread: Int64 = 0, last: Message? = nil) -> Conversation {
        var conversation = about(unread: unread, last: last)
        conversation.name = nil
        return conversation
    }

    /// Returns the conversation with two more people.
    func group() throws -> Conversation {
        let more = try ["carl", "dora"].map { try #require(Handle($0)) }
        let people = about().people + more.map { Person(handle: $0, name: $0.defaultName) }
        return Conversation(
            id: conversation, name: "Weekend", people: people, unread: 0, lastMessage: nil, muted: false,
            waitingNotices: [])
    }

    func about(unread: Int64 = 0, last: Message? = nil, waiting: [Notice] = []) -> Conversation {
        Conversation(
            id: conversation, name: "Weekend",
            people: [Person(handle: me, name: "Anna"), Person(handle: bea, name: "Bea")], unread: unread,
            lastMessage: last, muted: false, waitingNotices: waiting)
    }

    func notice(_ text: String) -> Notice {
        Notice(
            id: NoticeID("n1"), conversation: conversation, actor: bea, event: .highlight(.change(.edit)),
            app: AppID("a.notes"),
            url: "https://notes.example/1", title: "Plan", count: 1, text: text, postedAt: start)
    }

    /// Connects, lists one conversation, and opens it.
    mutating func open(entries: [ThreadEntry] = [], unread: Int64 = 0, last: Message? = nil) throws {
        model.apply(.phase(.live))
        model.apply(.welcome(isFresh: true, now: start))
        #expect(
            model.outbox.drain(\.requests) == [
                .collaboration(.shares(nil)), .collaboration(.starts), .listConversations,
                .settings(isAsked: false), .shelf(isAsked: false),
            ])
        model.apply(
            .result(.listConversations, clientID: nil, try value([about(unread: unread, last: last)])))
        settle()
        #expect(model.outbox.drain(\.requests).first == .history(conversation, before: nil))
        try answer(.history(conversation, before: nil), .history(entries, more: false))
        turn(to: conversation)
        settle()
    }

    /// Opens a conversation, as the Return key does.
    mutating func turn(to id: ConversationID) {
        let actions = ChatUpdate.run(on: &model.state) { update in
            update.select(id)
            update.open()
        }
        for action in actions { model.perform(action) }
    }

    mutating func settle() {
        for action in ChatUpdate.settle(&model.state, size: Size(columns: 80, rows: 24)) { model.perform(action) }
    }

    /// Returns the facts to print once all names in them are known; an empty list until then.
    mutating func namedFacts() -> [PlainFact] { model.line.isNamed ? model.outbox.drain(\.facts) : [] }

    mutating func answer(_ request: ClientRequest, _ answer: Answer, clientID: String? = nil) throws {
        let value = try JSONReader.read(JSONWriter.bytes(of: answer)).value
        model.apply(.result(request, clientID: clientID, value))
    }

    mutating func notify(_ notification: Notification) throws {
        position += 1
        let text = try JSONReader.read(notification.encoded(cursor: position)).value
        model.apply(
            .notification(
                HeardNotification(method: notification.name.rawValue, params: try #require(text["params"]))))
    }

    /// Delivers a notification from JSON, also one that this version of the protocol does not know.
    mutating func notify(_ method: String, _ params: String) throws {
        let params = try JSONReader.read(Array(params.utf8)).value
        model.apply(.notification(HeardNotification(method: method, params: params)))
    }

    /// The messages of the thread as they are shown.
    var messages: [MessageEntry] {
        (model.state.threads["c1"]?.entries ?? []).compactMap { entry in
            if case .message(let message) = entry { message } else { nil }
        }
    }

    /// Returns the events since the last call as `--plain` prints them.
    mutating func lines() -> [String] { model.outbox.drain(\.facts).flatMap { PlainRenderer.lines($0) } }

    var texts: [String] {
        (model.state.threads["c1"]?.entries ?? []).map { entry in
            switch entry {
            case .message(let message): message.text + (message.delivery == .sent ? "" : "…")
            case .notice(let notice): "◆ " + notice.text
            case .system(let system): "· " + system.text
            }
        }
    }
}

extension ThreadItem {
    /// Returns a message with the card of a link.
    static func link(_ number: Int, _ url: String) -> ThreadItem {
        var entry = MessageEntry(pending: "m\(number)", sender: "Bea", text: url, day: "", file: nil)
        entry.cards = [LinkCard(number: number, url: url)]
        return .message(entry)
    }
}

extension ClientRequest {
    static let listConversations = ClientRequest.live(.conversationList(.init()))
    static let clock = ClientRequest.live(.clockNow)

    static func history(_ conversation: ConversationID, before: String?) -> ClientRequest {
        .live(.conversationHistory(.init(conversation: conversation, before: before)))
    }

    static func send(text: String, _ conversation: ConversationID) -> ClientRequest {
        .request(.messageSend(.init(conversation: conversation, text: text)))
    }

    static func edit(_ message: MessageID, text: String) -> ClientRequest {
        .request(.messageEdit(.init(message: message, text: text)))
    }

    static func search(text: String) -> ClientRequest { .live(.messageSearch(.init(text: text))) }

    static func typing(_ conversation: ConversationID, isTyping: Bool) -> ClientRequest {
        .live(.conversationTyping(.init(conversation: conversation, isTyping: isTyping)))
    }

    static func markRead(_ conversation: ConversationID) -> ClientRequest {
        .request(.conversationMarkRead(.init(conversation: conversation)))
    }

    static func leave(_ conversation: ConversationID) -> ClientRequest {
        .request(.conversationLeave(.init(conversation: conversation)))
    }

    static func pinConversation(_ conversation: ConversationID, isPinned: Bool, place: Int?) -> ClientRequest {
        .request(.conversationPin(.init(conversation: conversation, pinned: isPinned, place: place)))
    }

    static func pin(url: String, _ conversation: ConversationID, isPinned: Bool) -> ClientRequest {
        .request(
            isPinned
                ? .linkPin(.init(conversation: conversation, url: url))
                : .linkUnpin(.init(conversation: conversation, url: url)))
    }

    static func answerConsent(_ consent: ConsentID, _ answer: ConsentAnswer) -> ClientRequest {
        .request(.consentAnswer(.init(consent: consent, answer: answer)))
    }

    static func setSharing(everywhere: Bool) -> ClientRequest {
        .request(.settingsSet(.init(sharing: .init(everywhere: everywhere))))
    }

    static func open(url: String) -> ClientRequest { .request(.shareAccept(.url(url))) }

    static func handOver(url: String) -> ClientRequest { .request(.linkOpen(.init(url: url))) }

    static func dismissNotice(_ notice: NoticeID) -> ClientRequest { .request(.noticeDismiss(.init(notice: notice))) }
}
