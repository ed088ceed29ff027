/// One decided fact as it is stored.
///
/// The log knows nothing of what a fact means: the body is the JSON text of an event, written and read by the core's
/// codec. What the log must find again by index (the place in a thread, the receipt of a request) is told beside it.
public struct LogRecord: Sendable, Equatable {
    /// 1, 2, 3 … without gaps in its log; the cursor of the wire.
    package var position: Int64
    /// When it was decided, in milliseconds since 1970 UTC.
    package var at: Int64
    /// Whether it must be folded again at start-up, because it made state that lives in memory. Plain old messages are
    /// cold: nothing reads them until somebody scrolls back.
    var isHot: Bool
    /// The JSON text of the event, in UTF-8. The log gives back the same bytes.
    package var body: [UInt8]
    /// Where it stands in a conversation's thread, if it stands there.
    package var entry: EntryKey?
    /// The request that it answers, if a retry of that request must find it.
    var idempotencyKey: IdempotencyKey?
    /// The text that its entry is found by from now on; nil for what no search finds, and for an entry that a search
    /// shall find no more. It is what the body says too: a log may forget it and ask the body. An instruction to
    /// `append`: a record that is read back has nil here.
    var searchText: String?
    /// What takes the place of the earlier texts of its entry. An instruction to `append`, for a record that replaces
    /// an entry: a record that is read back has nil here.
    var erasure: Erasure?

    /// A record; most have neither an entry nor a receipt.
    init(
        position: Int64, at: Int64, isHot: Bool, body: [UInt8], entry: EntryKey? = nil,
        idempotencyKey: IdempotencyKey? = nil,
        searchText: String? = nil, erasure: Erasure? = nil
    ) {
        self.position = position
        self.at = at
        self.isHot = isHot
        self.body = body
        self.entry = entry
        self.idempotencyKey = idempotencyKey
        self.searchText = searchText
        self.erasure = erasure
    }
}

/// What stands in the log in place of what somebody took back.
///
/// The earlier records of the entry keep their positions, times, keys, receipts and warmth, so that all that points at
/// them still does; their bodies become these, and the bytes that stood there are overwritten.
struct Erasure: Sendable, Equatable {
    /// The body that takes the place of the entry's first record.
    var first: [UInt8]
    /// The body that takes the place of every record that replaced the entry after that and before the erasing one.
    var rest: [UInt8]

    /// The bodies that stay.
    package init(first: [UInt8], rest: [UInt8]) {
        self.first = first
        self.rest = rest
    }
}

/// The place of a record in a conversation's thread.
///
/// Strings here are compared byte for byte, not by canonical equivalence as Swift does: it is what the database does,
/// and what the wire means by an opaque id.
package struct EntryKey: Sendable, Equatable {
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
    package var conversation: String
    /// The entry's id, one in the whole log.
    package var id: String
    /// The message's number in its conversation; 0 for what is not a message.
    var sequence: Int64
    /// The handle of who caused it.
    var sender: String
    /// What kind of row it is.
    package var kind: Kind
    /// Whether this record takes the place of an earlier one under the same id (a notice that grew, a message that was
    /// edited): the entry stays where it stood in the thread, and reads as this record from now on. It keeps the
    /// sequence and the sender that it was first stored with, as far as heads are concerned.
    package var replaces: Bool
    /// The id of the entry that begins the thread of replies in which this entry stands; nil if it stands in none. The
    /// beginning itself bears none. An entry keeps the thread that it was first stored with.
    var thread: String?

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
}

/// A request as its sender knows it: who asked, and the `clientID` that they gave it. One record at most bears it.
public struct IdempotencyKey: Sendable, Equatable {
    /// The handle of the sender.
    var handle: String
    /// The sender's own id for the request.
    var clientID: String

    /// The receipt of one request.
    package init(handle: String, clientID: String) {
        self.handle = handle
        self.clientID = clientID
    }
}
