/// The place of a record in a conversation's thread.
///
/// Strings here are compared byte for byte, not by canonical equivalence as Swift does: it is what the database does,
/// and what the wire means by an opaque id.
///
/// It is one reference, because it goes with its record from hand to hand, and has four strings.
package final class EntryKey: Sendable, Equatable {
    /// What kind of row an entry is in its thread. The numbers are stored: they never change.
    package enum Kind: Int64, Sendable, Equatable, CaseIterable {
        /// Somebody's message: it counts in the sequence and is the head of its conversation.
        case message = 1
        /// The notice of a highlight event.
        case notice = 2
        /// What the system says: a name changed, somebody joined.
        case system = 3
        /// The content of a document: it is kept with its thread, and is no row of it.
        case content = 4
        /// What a document of the document service reads as now: found by its id, and in no thread.
        case document = 5
    }

    /// The conversation whose thread this is.
    package let conversation: String
    /// The entry's id, one in the whole log.
    package let id: String
    /// The message's number in its conversation; 0 for what is not a message.
    package let sequence: Int64
    /// The handle of who caused it.
    package let sender: String
    /// What kind of row it is.
    package let kind: Kind
    /// Whether this record takes the place of an earlier one under the same id (a notice that grew, a message that was
    /// edited): the entry stays where it stood in the thread, and reads as this record from now on. It keeps the
    /// sequence and the sender that it was first stored with, as far as heads are concerned.
    package let replaces: Bool
    /// The id of the entry that begins the thread of replies in which this entry stands; nil if it stands in none. The
    /// beginning itself bears none. An entry keeps the thread that it was first stored with.
    package let thread: String?

    /// The place of a new entry, or with `replaces` of the new text of an old one.
    package init(
        conversation: String, id: String, sequence: Int64, sender: String, kind: Kind, replaces: Bool = false,
        thread: String? = nil
    ) {
        self.conversation = conversation
        self.id = id
        self.sequence = sequence
        self.sender = sender
        self.kind = kind
        self.replaces = replaces
        self.thread = thread
    }

    package static func == (left: EntryKey, right: EntryKey) -> Bool {
        left.conversation == right.conversation && left.id == right.id && left.sequence == right.sequence
            && left.sender == right.sender && left.kind == right.kind && left.replaces == right.replaces
            && left.thread == right.thread
    }
}
