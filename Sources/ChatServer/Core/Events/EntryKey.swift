/// The key of a log record in the thread of its conversation.
///
/// The strings are opaque ids and compared byte for byte, as the database compares them. Swift's `==` would compare
/// them by canonical equivalence.
///
/// The key is a class because it has four strings and is passed on often with its record.
package final class EntryKey: Sendable, Equatable {
    /// The kind of an entry. The raw values are stored and never change.
    package enum Kind: Int64, Sendable, Equatable, CaseIterable {
        /// A message of a person. It has a sequence number and can be the newest message of its conversation.
        case message = 1
        /// The notice of a highlight event.
        case notice = 2
        /// A system line, about a new name or a new member for example.
        case system = 3
        /// The content of an attachment or a draft. It is stored with the conversation and has no row in the thread.
        case content = 4
        /// The newest version of a document of the document service. It is found by its id and is in no thread.
        case document = 5
    }

    /// The conversation that has the thread.
    package let conversation: String
    /// The id of the entry, unique in the whole log.
    package let id: String
    /// The number of the message in its conversation; 0 for an entry that is not a message.
    package let sequence: Int64
    /// The handle of the person who caused the entry.
    package let sender: String
    /// The kind of the entry.
    package let kind: Kind
    /// True if the record replaces an earlier one with the same id, such as an edited message or a notice that grew.
    /// The entry stays at its place in the thread and has the content of this record. Queries for the newest message
    /// use the sequence and the sender of the first record.
    package let replaces: Bool
    /// The id of the root entry of the thread of replies that contains this entry; nil if there is none. The root entry
    /// has nil. The first record of an entry determines its thread.
    package let thread: String?

    /// Creates the key of a new entry, or with `replaces` the key of a new version of an existing entry.
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
