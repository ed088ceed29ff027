import ChatProtocol
import ChatTerminal

/// What was asked and heard on this connection alone: a lost one takes it along, and all is asked again after the next.
struct ConnectionMemory: Sendable {
    /// The list of conversations came.
    var isListed = false
    /// The list of conversations of which pages are still to come.
    var listing = Listing()
    /// Threads whose newest page was asked for.
    var pages: Set<ConversationID> = []
    /// Messages that were asked for because a reply answers them.
    var origins: Set<MessageID> = []
    /// Apps whose name was asked for.
    var appNames = AskedOnce<AppID>()
    /// True if the contacts were asked for.
    var hasAskedContacts = false
    /// Links that were asked about.
    var links = AskedOnce<String>()
    /// True if links came that can be asked about only after the list of conversations.
    var hasUnaskedLinks = false
    /// Who is typing, in the order in which they began: the server tells the end of each.
    var typing: [ConversationID: [Handle]] = [:]
    /// Where the others were told that this person types, with which text, and when.
    var typingTold: (conversation: ConversationID, version: LineEditor.Version, since: Int64)?

    /// The events that the client missed before this connection.
    var missed = MissedEvents()

    /// Whether all that is printed by its name can be: what is printed cannot be drawn anew.
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
    /// The position of the log at which they end.
    private let end: Int64
    /// The entries of threads that answers brought since the login, at most ``answeredMax``: without others, no later
    /// notification removes them.
    private var answered: Set<String> = []
    private static let answeredMax = 1_000
    /// True while a notification is applied, and while one of a missed event is.
    private var isNotification = false
    private var isMissed = false

    init(end: Int64 = 0) { self.end = end }

    /// Begins with a notification.
    mutating func begin(_ cursor: Int64?) {
        isNotification = true
        guard let cursor else { return }
        isMissed = cursor <= end
        if !isMissed { answered = [] }
    }

    mutating func endNotification() { (isNotification, isMissed) = (false, false) }

    /// Notes an entry of a thread.
    ///
    /// - Returns: the entries that it belongs before.
    mutating func note(_ entry: String) -> Set<String> {
        if !isNotification, answered.count < Self.answeredMax { answered.insert(entry) }
        return isMissed ? answered : []
    }
}

/// A list of conversations that comes in pages.
struct Listing: Sendable {
    /// The conversations that were known before it, and that no page had yet.
    var missing: Set<ConversationID> = []
    /// The place after which the next page was asked for; nil where none was.
    var next: Int64?
}

/// Things of a kind, each of which is asked about once.
struct AskedOnce<Subject: Hashable & Sendable>: Sendable {
    private var asked: Set<Subject> = []
    private var waiting: Set<Subject> = []

    /// Whether nothing is on its way.
    var isAnswered: Bool { waiting.isEmpty }

    /// Begins a question; false where it was asked before.
    mutating func begin(_ subject: Subject) -> Bool {
        guard asked.insert(subject).inserted else { return false }
        waiting.insert(subject)
        return true
    }

    /// The answer came, whatever it was.
    mutating func end(_ subject: Subject) { waiting.remove(subject) }
}
