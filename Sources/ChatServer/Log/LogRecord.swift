package import ChatCore
import ChatProtocol

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
    package var idempotencyKey: IdempotencyKey?
    /// The text that its entry is found by from now on; nil for what no search finds, and for an entry that a search
    /// shall find no more. It is what the body says too: a log may forget it and ask the body. An instruction to
    /// `append`: a record that is read back has nil here.
    var searchText: String?
    /// What takes the place of the earlier texts of its entry. An instruction to `append`, for a record that replaces
    /// an entry: a record that is read back has nil here.
    var erasure: Erasure?
}

/// What stands in the log in place of what somebody took back.
///
/// The earlier records of the entry keep their positions, times, keys, receipts and warmth, so that all that points at
/// them still does; their bodies become these, and the bytes that stood there are overwritten. Where a decision went on
/// behind one of them, it still does.
struct Erasure: Sendable, Equatable {
    /// The body that takes the place of the entry's first record.
    var first: [UInt8]
    /// The body that takes the place of every record that replaced the entry after that and before the erasing one.
    var rest: [UInt8]
}

/// A request as its sender knows it: who asked, and the `clientID` that they gave it. One record at most bears it.
public struct IdempotencyKey: Sendable, Equatable {
    /// The handle of the sender.
    package var handle: String
    /// The sender's own id for the request.
    package var clientID: String

    /// The receipt of one request.
    package init(handle: String, clientID: String) {
        self.handle = handle
        self.clientID = clientID
    }
}

extension [LogRecord] {
    /// Holds the positions of a batch to the rule: they count on from the log's end without a gap.
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
    /// The line of words by which a search finds the entry; empty for none. The content of a document is no row of a
    /// thread, so no search finds it.
    var words: String {
        guard entry?.kind != .content else { return "" }
        return searchText.map(SearchWords.line(of:)) ?? ""
    }
}
