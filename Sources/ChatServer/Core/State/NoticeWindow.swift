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

    init(_ event: HighlightEvent, by actor: Handle, at url: String, in conversation: ConversationID) {
        self.conversation = conversation
        self.actor = actor
        self.url = url
        (type, trigger) = event.words
        switch event {
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
