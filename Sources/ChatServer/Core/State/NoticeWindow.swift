import ChatProtocol

/// What makes events one notice: the same actor does the same to the same thing in the same thread.
struct NoticeKey: Hashable, Sendable {
    var conversation: ConversationID
    var actor: Handle
    var url: String
    var type: String
    var trigger: String?
    /// Whom a mention or a membership event is about.
    var person: Handle?

    init(_ notice: Notice) {
        conversation = notice.conversation
        actor = notice.actor
        url = notice.url
        (type, trigger) = notice.event.words
        switch notice.event {
        case .mention(let mentioned): person = mentioned
        case .membership(_, let about): person = about
        case .change, .persistence: person = nil
        }
    }
}

/// A notice that still grows.
struct NoticeWindow: Equatable, Sendable {
    var notice: Notice
    var firstAt: Instant
}
