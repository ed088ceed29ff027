/// The append-only log of what was decided, and what is read back from it by index.
///
/// The log is the truth: the core's decisions are appended in one batch, and acknowledged when `append` has returned.
/// A batch is decided on a position, and `append` refuses it if the log ends elsewhere.
///
/// A log belongs to whoever opened it: it is not `Sendable`, and one caller at a time may use it.
public protocol EventLog: AnyObject {
    /// The position of the last record, 0 if there is none, as far as is known. Costs nothing.
    var end: Int64 { get }

    /// Appends a batch in one transaction: all of it is durable when this returns, or none of it is there.
    ///
    /// The positions must be `expectedEnd + 1`, `expectedEnd + 2`, and so on. An empty batch only checks the end.
    /// - Throws: `.conflict` if the log does not end at `expectedEnd`. `.notHeld` if another server may serve the world.
    ///   `.rejected` if the batch breaks a rule of the log. `.unavailable` if it could not be written. In all three
    ///   cases nothing was done, but where the last says that this is unknown: then it is known when the log can be
    ///   written again, and ends behind the batch or before it.
    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError)

    /// The records after a position, in order, at most `limit`.
    func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord]

    /// The hot records after a position, in order, at most `limit`. The number of cold ones does not matter to its cost.
    func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord]

    /// The head of each conversation that has a message, ordered by the bytes of the conversation's id. Costs as much
    /// as there are conversations and senders in them, however many messages they hold.
    func heads() throws(LogError) -> [ConversationHead]

    /// A page of a thread: the newest entries that stand after one place and before another, oldest of them first.
    /// - Parameters:
    ///   - after: Entries at this place or before are left out, as for somebody who joined then; 0 for the whole thread.
    ///   - before: Entries at this place or after are left out; nil to begin with the newest.
    ///   - limit: How many entries at most.
    func entries(conversation: String, after: Int64, before: Int64?, limit: Int) throws(LogError) -> [StoredEntry]

    /// The entry with an id; nil if there is none.
    func entry(id: String) throws(LogError) -> StoredEntry?

    /// The entries that a query finds, newest place first. What it costs depends on how often the words were said where
    /// it looks, and, in a file, not on how long the log is.
    /// - Parameters:
    ///   - query: What is looked for; one without words finds nothing.
    ///   - scope: Where to look.
    ///   - before: Entries at this place or after are left out; nil to begin with the newest.
    ///   - limit: How many entries at most.
    ///   - effort: After about how many entries that were looked at the search stops, and says where it can go on.
    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries

    /// Has the same searched on another thread, as far as the log is known now, beside what else is asked of it.
    ///
    /// - Returns: what will be found; nil where that is to be searched for in place.
    func searchBeside(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> PendingSearch?

    /// The replies of a thread, oldest first: the entries that name an entry as their thread's beginning, without that
    /// one itself.
    /// - Parameters:
    ///   - id: The entry that begins the thread.
    ///   - after: Entries at this place or before are left out; 0 for the whole thread.
    ///   - limit: How many entries at most.
    func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry]

    /// How many replies each of some threads has after a place, in the order of the ids; 0 where there is no thread.
    func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int]

    /// The records that replaced an entry, the newest first, at most `limit`.
    func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord]

    /// The position of the record that answered a request; nil if no such request was recorded.
    func position(of key: IdempotencyKey) throws(LogError) -> Int64?

    /// The record at a position; nil if there is none.
    func record(at position: Int64) throws(LogError) -> LogRecord?

    /// Why nothing can be written now; nil while it can.
    var problem: String? { get }

    /// Why the disk or the database refused a batch while the log could still be read; nil once it takes writes again.
    ///
    /// Batches are still tried. ``recover()`` finds out whether the refusal is over.
    var refusal: String? { get }

    /// Looks whether the log can still be written where that may be known without waiting, and tries again where it
    /// cannot: to be called once in a while.
    func recover()

    /// What went wrong with the log since the last look: that it could not be written, or what is not as it was
    /// written; of this the first alone.
    func takeTrouble() -> String?

    /// Why what is acknowledged may be lost all the same, where that was not said before.
    func takeRisk() -> String?

    /// Lets go of what the log holds open. Afterwards everything throws `.unavailable`. May be called twice.
    func close()
}

extension EventLog {
    /// The entries that a query finds, newest place first, however long it takes.
    func search(
        _ query: SearchQuery, conversations: [String]?, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try search(query, in: SearchScope(conversations), before: before, limit: limit, effort: .max).entries
    }

    /// There is no other thread.
    public func searchBeside(
        _: SearchQuery, in _: SearchScope, before _: Int64?, limit _: Int, effort _: Int
    ) -> PendingSearch? { nil }

    /// What is in memory can be written.
    public var problem: String? { nil }

    /// Memory takes every batch.
    public var refusal: String? { nil }

    /// There is nothing to be done.
    public func recover() {}

    /// Nothing is looked for.
    public func takeTrouble() -> String? { nil }

    /// None is known.
    public func takeRisk() -> String? { nil }

    /// A page of a whole thread: the newest entries before a place, oldest of them first.
    package func entries(conversation: String, before: Int64? = nil, limit: Int) throws(LogError) -> [StoredEntry] {
        try entries(conversation: conversation, after: 0, before: before, limit: limit)
    }
}

/// An entry of a thread as it reads now.
public struct StoredEntry: Sendable, Equatable {
    /// The position at which the entry was first stored: its place in the thread, and what pages begin at.
    package var place: Int64
    /// What the entry reads as now: the record at `place`, or the last one that replaced it.
    package var record: LogRecord
}

/// What must be known of a conversation to go on with it, without reading its messages.
public struct ConversationHead: Sendable, Equatable {
    /// The last message that somebody sent in the conversation.
    struct SenderSequence: Sendable, Equatable {
        /// The sender's handle.
        var sender: String
        /// The sequence of their last message.
        var sequence: Int64
    }

    /// The conversation's id.
    var conversation: String
    /// The sequence of its last message.
    var sequence: Int64
    /// The last message, as it reads now.
    var lastMessage: StoredEntry
    /// The last message of each sender, ordered by the bytes of the handle.
    var senders: [SenderSequence]
}
