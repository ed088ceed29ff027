import ChatProtocol
import ChatScreens
import ChatTerminal

/// The requests and notifications of one connection. They are lost with it, and the next connection requests everything
/// again.
struct ConnectionMemory: Sendable {
    /// True if the whole list of conversations has arrived.
    var isListed = false
    /// The list of conversations while its pages arrive.
    var listing = Listing()
    /// The threads whose newest page was requested.
    var pages: Set<ConversationID> = []
    /// The messages that were requested because a reply answers them.
    var origins: Set<MessageID> = []
    /// The apps whose names were requested.
    var appNames = AskedOnce<AppID>()
    /// True if the contacts were requested.
    var hasAskedContacts = false
    /// The earlier states of changed shares. Sentences about the changes wait for the names of the contacts; nil if the
    /// contacts are not on their way.
    var sharesAwaitingNames: [CollaborationRow]?
    /// The links whose shares were requested.
    var links = AskedOnce<String>()
    /// True if links arrived that can be requested only after the list of conversations.
    var hasUnaskedLinks = false
    /// The people who are typing, in the order in which they began. The server sends a notification when each stops.
    var typing: [ConversationID: [Handle]] = [:]
    /// The last notification that this person types: the conversation, the version of the draft, and the time in
    /// milliseconds.
    var typingTold: (conversation: ConversationID, version: LineEditor.Version, since: Int64)?

    /// The events that the client missed before this connection.
    var missed = MissedEvents()

    /// True if all names for printed facts are known: a printed line cannot be redrawn.
    var isNamed: Bool { appNames.isAnswered && links.isAnswered && !hasUnaskedLinks }

    /// Forgets a conversation.
    mutating func remove(_ conversation: ConversationID) {
        pages.remove(conversation)
        listing.missing.remove(conversation)
        typing[conversation] = nil
    }
}

/// The events that the client missed. They can arrive after the answers to messages that waited to be sent, and belong
/// before these messages.
struct MissedEvents: Sendable {
    /// The cursor at which they end.
    private let end: Int64
    /// The entries of threads that answers brought since the login, at most ``answeredMax``. Without a
    /// later notification, nothing removes them.
    private var answered: Set<String> = []
    private static let answeredMax = 1_000
    /// True while a notification is applied; the second is true while that notification is a missed event.
    private var isNotification = false
    private var isMissed = false

    init(end: Int64 = 0) { self.end = end }

    /// Begins to apply a notification.
    mutating func begin(_ cursor: Int64?) {
        isNotification = true
        guard let cursor else { return }
        isMissed = cursor <= end
        if !isMissed { answered = [] }
    }

    mutating func endNotification() { (isNotification, isMissed) = (false, false) }

    /// Notes an entry of a thread.
    ///
    /// - Returns: the ids of the entries before which it belongs.
    mutating func note(_ entry: String) -> Set<String> {
        if !isNotification, answered.count < Self.answeredMax { answered.insert(entry) }
        return isMissed ? answered : []
    }
}

/// A list of conversations that comes in pages.
struct Listing: Sendable {
    /// The conversations that were known before the list, and that no page has had yet.
    var missing: Set<ConversationID> = []
    /// The place after which the next page was requested; nil if none was.
    var next: Int64?
}

/// Subjects that are requested once each.
struct AskedOnce<Subject: Hashable & Sendable>: Sendable {
    private var asked: Set<Subject> = []
    private var waiting: Set<Subject> = []

    /// True if no request is on its way.
    var isAnswered: Bool { waiting.isEmpty }

    /// Notes a request. Returns false if the subject was requested before.
    mutating func begin(_ subject: Subject) -> Bool {
        guard asked.insert(subject).inserted else { return false }
        waiting.insert(subject)
        return true
    }

    /// Notes the answer or the refusal of a request.
    mutating func end(_ subject: Subject) { waiting.remove(subject) }
}
