package import ChatCore
import ChatProtocol

/// A stored event.
///
/// The log does not interpret events: the body is the JSON text of an event, encoded and decoded by the core's codec.
/// The record's other fields hold the keys of the log's indexes: the place in a thread, the receipt of a request.
public struct LogRecord: Sendable, Equatable {
    /// The position in the log: 1, 2, 3 … without gaps. It is the cursor of the wire protocol.
    package var position: Int64
    /// The time of the decision, in milliseconds since 1970 UTC.
    package var at: Int64
    /// True if the event must be folded again at start-up, because it created state that is in memory.
    ///
    /// Plain old messages are cold: they are read only when a person scrolls back.
    var isHot: Bool
    /// The JSON text of the event, in UTF-8. The log returns the same bytes.
    package var body: [UInt8]
    /// The key of the event's entry in a conversation's thread; nil if it has no entry.
    package var entry: EntryKey?
    /// The request that the event answers, if a retry of that request must find it.
    package var idempotencyKey: IdempotencyKey?
    /// The searchable text of the entry from this record on; nil if no search may find the entry any more, or ever.
    ///
    /// The body contains the same text, so a log may discard it and derive it from the body. It is an instruction to
    /// `append`: records that are read back have nil.
    var searchText: String?
    /// The replacement of the entry's earlier texts, for a record that replaces an entry.
    ///
    /// It is an instruction to `append`: records that are read back have nil.
    var erasure: Erasure?
}

/// The bodies that replace the earlier texts of an erased entry.
///
/// The earlier records of the entry keep their positions, times, keys, receipts and hotness, so that all references to
/// them stay valid. Their bodies become these, and the old bytes are overwritten.
struct Erasure: Sendable, Equatable {
    /// The body that replaces the body of the entry's first record.
    var first: [UInt8]
    /// The body for every record that replaced the entry after the first record and before the erasing one.
    var rest: [UInt8]
}

/// The key of a request: its sender and the sender's `clientID`. At most one record has a given key.
public struct IdempotencyKey: Sendable, Equatable {
    package var handle: String
    /// The sender's own id for the request.
    package var clientID: String

    /// Creates the key of one request.
    package init(handle: String, clientID: String) {
        self.handle = handle
        self.clientID = clientID
    }
}

extension [LogRecord] {
    /// Checks that the positions of a batch continue the log's end without a gap.
    func checkPositions(after end: Int64) throws(LogError) {
        var expected = end
        for record in self {
            expected += 1
            guard record.position == expected else {
                throw .rejected(.gap(expected: expected, found: record.position))
            }
        }
    }
}

extension LogRecord {
    /// The line of words by which a search finds the entry; empty if no search finds it.
    ///
    /// The content of a document is not a row of a thread, so no search finds it.
    var words: String {
        guard entry?.kind != .content else { return "" }
        return searchText.map(SearchWords.line(of:)) ?? ""
    }
}
