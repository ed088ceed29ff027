package import ChatCore
package import ChatProtocol

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

extension LogRecord {
    /// Creates the record of an event, with its body and its index keys.
    ///
    /// - Parameter body: The encoded event, if it is already encoded.
    package init(_ record: EventRecord, body: [UInt8]? = nil) {
        self.init(
            position: record.position, at: record.at.milliseconds, isHot: record.event.isHot,
            body: body ?? record.body,
            entry: record.event.entryKey(at: record.position),
            idempotencyKey: record.idempotency.map { IdempotencyKey(handle: $0.sender, clientID: $0.clientID) },
            searchText: record.event.message?.searchText, erasure: Erasure(record))
    }
}

extension Erasure {
    /// Creates the bodies that replace an unsent message, an erased attachment or an erased draft.
    ///
    /// They contain only the note that this event leaves, so that clients that were offline never receive the erased
    /// text. Returns nil if the event erases nothing.
    init?(_ record: EventRecord) {
        guard let (first, rest) = record.event.remainder else { return nil }
        self.init(first: record.body(of: first), rest: record.body(of: rest))
    }
}

extension EventRecord {
    fileprivate func body(of event: Event) -> [UInt8] { EventRecord(position: position, at: at, event: event).body }
}

extension Message {
    /// The searchable text of the message: its text, the titles of its links, and the name of its document; nil if
    /// unsent.
    package var searchText: String? {
        guard !isUnsent else { return nil }
        if links.isEmpty, attachment == nil { return text }
        let titles = links.compactMap(\.title) + (attachment.map { [$0.name] } ?? [])
        return titles.isEmpty ? text : ([text] + titles).joined(separator: "\n")
    }
}

extension SQLiteEventLog {
    /// Opens the log in a file, or creates it: the file with mode 0600, missing folders with mode 0700.
    ///
    /// Makes the messages of a file of an older format searchable like new ones.
    /// - Throws: `LogOpenError`, whose description is for the person who started the server.
    public convenience init(path: String) throws(LogOpenError) {
        try self.init(path: path, pagesMax: nil)
    }

    /// Opens the log in a file that may not exceed a number of pages, to simulate a full disk in tests.
    convenience init(path: String, pagesMax: Int?) throws(LogOpenError) {
        // An unreadable body yields no text. The read that needs the body reports it, and a search omits it.
        try self.init(path: path, pagesMax: pagesMax, searchText: LogRecord.textOfBody)
    }
}

extension LogRecord {
    /// Returns the searchable text of a record's entry, derived from its body; nil if there is none or it is
    /// unreadable.
    package static func textOfBody(_ record: LogRecord) -> String? {
        (try? EventRecord(record))?.event.message?.searchText
    }
}

extension EventRecord {
    /// Decodes the event of a record.
    ///
    /// - Throws: ``InvalidField`` if this version does not know the event.
    package init(_ row: LogRecord) throws(InvalidField) {
        try self.init(position: row.position, at: Instant(milliseconds: row.at), body: row.body)
    }
}

extension StoredEntry {
    /// The message of the entry; nil if the entry is not a message.
    package var message: PlacedMessage? {
        guard record.entry?.kind == .message else { return nil }
        return (try? EventRecord(record))?.event.message.map {
            PlacedMessage($0, at: place, fact: record.position)
        }
    }
}

extension EventLog {
    /// Returns the core's state, restored from the log: the hot events folded in order, and the head of each
    /// conversation.
    ///
    /// The cost grows with the hot events, the conversations and the documents. It does not grow with the messages or
    /// their edits, because old messages stay on the disk.
    package func restoredState() throws(LogError) -> CoreState {
        var state = CoreState()
        while true {
            let page = try readHot(after: state.position, limit: 1_000)
            // Records that other servers append during the read are after the known end, and are applied as remote
            // changes.
            for row in page where row.position <= end { state.fold(try readable(row)) }
            if page.count < 1_000 || state.position < page.last?.position ?? 0 { break }
        }
        for head in try heads() {
            guard let message = try readable(head.lastMessage.record).event.message else { continue }
            state.restoreHead(
                of: message, at: head.lastMessage.place, fact: head.lastMessage.record.position,
                lastSequences: head.senders.compactMap { sender in
                    Handle(sender.sender).map { ($0, sender.sequence) }
                })
        }
        for head in state.conversations.pendingNewestQueries {
            state.conversations.setHead(try newest(head), of: head.conversation, for: head.person)
        }
        for id in state.documents.ids {
            guard let newest = try entry(id: id.rawValue)?.record,
                case .documentSaved(let saved) = try readable(newest).event
            else { continue }
            state.documents.restoreContent(of: saved.document)
        }
        if let last = try record(at: end) { state.restoreEnd(end, at: Instant(milliseconds: last.at)) }
        return state
    }

    /// Returns the newest message that a member still sees in a conversation where they deleted messages.
    package func newest(_ head: NewestMessageQuery) throws(LogError) -> PlacedMessage? {
        var before = head.before
        while true {
            let rows = try entries(conversation: head.conversation.rawValue, before: before, limit: 32)
            if let row = rows.last(where: { $0.record.entry?.kind == .message }) { return row.message }
            guard rows.count == 32, let oldest = rows.first else { return nil }
            before = oldest.place
        }
    }

    /// Returns the events after a position, in order, at most `limit`.
    package func facts(after position: Int64, limit: Int) throws(LogError) -> [EventRecord] {
        var facts: [EventRecord] = []
        for row in try read(after: position, limit: limit) { facts.append(try readable(row)) }
        return facts
    }

    private func readable(_ row: LogRecord) throws(LogError) -> EventRecord {
        do {
            return try EventRecord(row)
        } catch {
            throw .unavailable(reason: "the event at position \(row.position) cannot be read: \(error.description)")
        }
    }
}
