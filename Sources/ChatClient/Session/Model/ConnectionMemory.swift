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

    /// Whether all that is printed by its name can be: what is printed cannot be drawn anew.
    var isNamed: Bool { appNames.isAnswered && links.isAnswered && !hasUnaskedLinks }

    /// Forgets a conversation.
    mutating func remove(_ conversation: ConversationID) {
        pages.remove(conversation)
        listing.missing.remove(conversation)
        typing[conversation] = nil
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
