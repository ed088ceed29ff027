public import ChatProtocol

/// The append-only log of events, with indexes for reading them back.
///
/// The log is the truth. The core appends its decisions in one batch, and they are acknowledged after `append` returns.
/// Each batch is decided for one position. `append` refuses the batch if the log does not end at that position.
///
/// A log belongs to its opener: it is not `Sendable`, and only one caller at a time may use it.
public protocol EventLog: AnyObject {
    /// The last known position, 0 if the log has no record. Reading it costs nothing.
    var end: Int64 { get }

    /// Appends a batch in one transaction: either the whole batch is durable when this returns, or nothing was
    /// appended.
    ///
    /// The positions must be `expectedEnd + 1`, `expectedEnd + 2`, and so on. An empty batch only checks the end.
    /// - Throws: `.conflict` if the log does not end at `expectedEnd`. `.notHeld` if another server may serve the
    ///   world. `.rejected` if the batch breaks a rule of the log. `.unavailable` if the batch could not be written.
    ///   Nothing was appended in any of these cases, with one exception: `.unavailable` with the outcome `unknown`.
    ///   Then the outcome is known when the log can be written again: the log ends either before or after the whole
    ///   batch.
    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError)

    /// Returns the records after a position, in order, at most `limit`.
    func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord]

    /// Returns the hot records after a position, in order, at most `limit`. The cost is independent of the number of
    /// cold records.
    func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord]

    /// Returns the head of each conversation that has a message, ordered by the bytes of the conversation's id.
    ///
    /// The cost grows with the number of conversations and of their senders, and is independent of the number of
    /// messages.
    func heads() throws(LogError) -> [ConversationHead]

    /// Returns a page of a thread: the newest entries after one place and before another, oldest first.
    /// - Parameters:
    ///   - after: Excludes entries at or before this place, as for a member who joined there; 0 for the whole thread.
    ///   - before: Excludes entries at or after this place; nil to begin with the newest.
    ///   - limit: The maximum number of entries.
    func entries(conversation: String, after: Int64, before: Int64?, limit: Int) throws(LogError) -> [StoredEntry]

    /// Returns the entry with an id; nil if there is none.
    func entry(id: String) throws(LogError) -> StoredEntry?

    /// Returns the entries that match a query, newest place first.
    ///
    /// The cost depends on how often the words occur in the scope. In a file it does not depend on the length of the
    /// log.
    /// - Parameters:
    ///   - query: The query. A query without words matches nothing.
    ///   - scope: The conversations to search.
    ///   - before: Excludes entries at or after this place; nil to begin with the newest.
    ///   - limit: The maximum number of entries.
    ///   - effort: The approximate number of entries to examine. The search then stops and returns the place at which
    ///     to resume.
    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries

    /// Starts the same search on another thread, if the log can do that, over the records known at the time of the
    /// call.
    ///
    /// - Returns: The pending search; nil if the caller must search in place.
    func searchAsync(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> PendingSearch?

    /// Returns the replies of a thread, oldest first: the entries that name an entry as the thread's first, without the
    /// first entry itself.
    /// - Parameters:
    ///   - id: The entry that begins the thread.
    ///   - after: Excludes entries at or before this place; 0 for the whole thread.
    ///   - limit: The maximum number of entries.
    func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry]

    /// Returns the number of replies after a place in each of some threads, in the order of the ids; 0 if there is no
    /// thread.
    func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int]

    /// Returns the records that replaced an entry, newest first, at most `limit`.
    func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord]

    /// Returns the position of the record that answered a request; nil if no such request was recorded.
    func position(of key: IdempotencyKey) throws(LogError) -> Int64?

    /// Returns the record at a position; nil if there is none.
    func record(at position: Int64) throws(LogError) -> LogRecord?

    /// The reason that nothing can be written; nil if writing is possible.
    var problem: String? { get }

    /// The reason that the disk or the database refused a batch while the log could still be read; nil once it accepts
    /// writes again.
    ///
    /// Batches are still tried. ``recover()`` checks if the refusal is over.
    var refusal: String? { get }

    /// Checks if the log can still be written, as far as that can be known without waiting, and retries if it cannot.
    ///
    /// To be called periodically.
    func recover()

    /// Returns the trouble with the log since the last call: a failed write, or damaged data. Reports only the first
    /// damage.
    func takeProblem() -> String?

    /// Returns a reason that acknowledged records may still be lost, once for each reason.
    func takeDurabilityWarning() -> String?

    /// Closes the log's files and connections. Every later call throws `.unavailable`. A second call has no effect.
    func close()
}

extension EventLog {
    /// Returns the entries that match a query, newest place first, without a limit on effort.
    func search(
        _ query: SearchQuery, conversations: [String]?, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try search(query, in: SearchScope(conversations), before: before, limit: limit, effort: .max).entries
    }

    /// Returns nil: the log has no other thread.
    public func searchAsync(
        _: SearchQuery, in _: SearchScope, before _: Int64?, limit _: Int, effort _: Int
    ) -> PendingSearch? { nil }

    /// Nil: memory can always be written.
    public var problem: String? { nil }

    /// Nil: memory accepts every batch.
    public var refusal: String? { nil }

    /// Does nothing: there is nothing to recover.
    public func recover() {}

    /// Returns nil: memory has no trouble to report.
    public func takeProblem() -> String? { nil }

    /// Returns nil: no risk is known.
    public func takeDurabilityWarning() -> String? { nil }

    /// Returns a page of a whole thread: the newest entries before a place, oldest first.
    package func entries(conversation: String, before: Int64? = nil, limit: Int) throws(LogError) -> [StoredEntry] {
        try entries(conversation: conversation, after: 0, before: before, limit: limit)
    }
}

/// An entry of a thread in its current form.
public struct StoredEntry: Sendable, Equatable {
    /// The position of the entry's first record: its place in the thread, and the cursor of pages.
    package var place: Int64
    /// The current form of the entry: the record at `place`, or the last record that replaced it.
    package var record: LogRecord
}

/// The state of a conversation that is needed to continue it without reading its messages.
public struct ConversationHead: Sendable, Equatable {
    /// The last message that a sender sent in the conversation.
    struct SenderSequence: Sendable, Equatable {
        var sender: String
        /// The sequence of the sender's last message.
        var sequence: Int64
    }

    var conversation: String
    /// The sequence of the last message.
    var sequence: Int64
    /// The last message in its current form.
    var lastMessage: StoredEntry
    /// The last message of each sender, ordered by the bytes of the handle.
    var senders: [SenderSequence]
}

/// The reason for a failed call of the log.
public enum LogError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A rule of the log that a batch breaks: an error of the caller, found before anything was stored.
    public enum Rejection: Sendable, Equatable {
        /// The positions of a batch are not consecutive from its expected end.
        case gap(expected: Int64, found: Int64)
        /// A new entry has the id of an earlier entry.
        case duplicateEntry(id: String)
        /// A record replaces an entry that does not exist in its conversation.
        case unknownEntry(id: String)
        /// A record erases the earlier texts of an entry without replacing the entry.
        case misplacedErasure(position: Int64)
        /// The request was recorded earlier.
        case duplicateReceipt(handle: String, clientID: String)
    }

    /// The log ends at `actualEnd`, not at the position for which the batch was decided.
    case conflict(actualEnd: Int64)
    case rejected(Rejection)
    /// This server does not hold the log's world: another server serves it or has deleted it.
    case notHeld
    /// The log cannot be read or written now. The reason is for a person ("the disk is full").
    case unavailable(reason: String, outcome: RPCError.Outcome = .none)

    /// One sentence for a log file or a person.
    public var description: String {
        switch self {
        case .conflict(let actualEnd): "The batch does not follow the end of the log, position \(actualEnd)."
        case .notHeld: "Another server serves this world now."
        case .rejected(.gap(let expected, let found)):
            "The batch has a record at position \(found) instead of \(expected)."
        case .rejected(.duplicateEntry(let id)): "The log already has an entry “\(id)”."
        case .rejected(.unknownEntry(let id)): "A record replaces entry “\(id)”, which its conversation does not have."
        case .rejected(.misplacedErasure(let position)):
            "The record at position \(position) erases earlier texts, but replaces no entry."
        case .rejected(.duplicateReceipt(let handle, let clientID)):
            "The log already has the request “\(clientID)” of \(handle)."
        case .unavailable(let reason, _): "The log is unavailable: \(reason)."
        }
    }

    /// The reason, without a full stop.
    package var reason: String {
        if case .unavailable(let reason, _) = self { reason } else { String(description.dropLast()) }
    }

    /// The outcome of the batch. It is `unknown` only if the disk failed in the middle of a commit and still fails.
    package var outcome: RPCError.Outcome {
        if case .unavailable(_, let outcome) = self { outcome } else { .none }
    }
}

/// The reason that a log file could not be opened. A file in use, or of another program, is unchanged.
public enum LogOpenError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another server uses the file.
    case inUse(path: String)
    /// The file is not a log of this program.
    case notALog(path: String, reason: String)
    /// The file is a log of this program, but damaged.
    case damaged(path: String, reason: String)
    /// The file was written by a newer version of this program.
    case newerVersion(path: String, found: Int64, known: Int64)
    /// The file or its folder cannot be created, read or written.
    case unavailable(path: String, reason: String)

    /// The reason without the path.
    var reason: String {
        switch self {
        case .notALog(_, let reason), .damaged(_, let reason), .unavailable(_, let reason): reason
        case .inUse, .newerVersion: description
        }
    }

    /// One sentence for the person who started the server.
    public var description: String {
        switch self {
        case .inUse(let path):
            "\(path) is in use by a server. Stop it, name another file with --data, or copy the file: chat-server copy FROM TO."
        case .notALog(let path, let reason): "\(path) is not an Understudy log: \(reason)."
        case .damaged(let path, let reason):
            "\(path) cannot be used: \(reason). Keep the file; "
                + "chat-server copy --skip-damaged copies its intact records."
        case .newerVersion(let path, let found, let known):
            "\(path) has format \(found), but this version reads formats up to \(known); use a newer version."
        case .unavailable(let path, let reason): "\(path) cannot be used: \(reason)."
        }
    }
}
