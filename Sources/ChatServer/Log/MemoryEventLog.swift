import ChatCore
import ChatProtocol

/// A log in memory, for a world that ends with its process. It gives the same answers as `SQLiteEventLog`.
///
/// An empty log is a few empty arrays, so that a test can have hundreds of worlds.
///
/// - Note: `@exclusivity(unchecked)` marks properties that every message accesses, to save the run-time check. It is
///   sound because only one thread uses the log, and no access to a marked property calls code that could begin another
///   access.
public final class MemoryEventLog: EventLog {
    /// The key of an answered request, compared by bytes.
    struct Request: Hashable {
        let handle: BytewiseString
        let clientID: BytewiseString

        init(_ key: IdempotencyKey) {
            handle = BytewiseString(key.handle)
            clientID = BytewiseString(key.clientID)
        }
    }

    /// The stored part of a record: its bytes and keys, without the instructions to `append`.
    struct Row {
        let at: Int64
        var body: [UInt8]
        let entry: EntryKey?
        let idempotencyKey: IdempotencyKey?
        let isHot: Bool

        init(_ record: LogRecord) {
            (at, body, entry, isHot) = (record.at, record.body, record.entry, record.isHot)
            idempotencyKey = record.idempotencyKey
        }
    }

    /// The location of an entry: its thread, and its place in the thread.
    struct Location {
        let thread: Int
        let place: Int64
    }

    /// The rows in the order of their positions: position 1 is at index 0.
    @exclusivity(unchecked) private(set) var rows: [Row] = []
    @exclusivity(unchecked) private(set) var hotPositions: [Int64] = []
    @exclusivity(unchecked) private(set) var threads = MemoryThreads()
    /// The number of the thread of each record's entry; 0 if the record has no entry.
    @exclusivity(unchecked) private(set) var standing: [Int32] = []
    /// The locations of the entries whose ids do not contain their position.
    @exclusivity(unchecked) private(set) var locations: [BytewiseString: Location] = [:]
    @exclusivity(unchecked) private(set) var results: [Request: Int64] = [:]
    /// The searchable text of the entry at each place. Each search splits it into words.
    @exclusivity(unchecked) private(set) var texts: [String?] = []
    /// The places of the replies in each thread, keyed by the id of the thread's first entry.
    @exclusivity(unchecked) private(set) var replies: [BytewiseString: [Int64]] = [:]
    /// The location of the entry of each record in the batch that is being appended.
    @exclusivity(unchecked) private var claimed: [Location?] = []
    @exclusivity(unchecked) private var isClosed = false

    /// Creates an empty log.
    public init() {}

    /// The position of the last record.
    public var end: Int64 { Int64(rows.count) }

    /// Appends a whole batch, or nothing.
    public func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try checkOpen()
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        // The records are checked in their final storage, so that each is copied only once.
        let start = rows.count
        for record in batch { rows.append(Row(record)) }
        try claimKeys(of: batch, from: start)
        for index in batch.indices {
            store(start + index, batch[index].searchText, batch[index].erasure, at: claimed[index])
        }
    }

    /// Closes the log. Every later call throws `.unavailable`.
    public func close() {
        isClosed = true
    }

    func checkOpen() throws(LogError) {
        if isClosed { throw .unavailable(reason: "the log is closed") }
    }

    /// Checks the whole batch and claims its ids and receipts before any other table changes.
    private func claimKeys(of batch: [LogRecord], from start: Int) throws(LogError) {
        claimed.removeAll(keepingCapacity: true)
        for index in start..<rows.count {
            guard let reason = claim(index, erases: batch[index - start].erasure != nil) else { continue }
            for row in rows[start..<index] {
                if let key = row.entry, !key.replaces { forget(key) }
                if let key = row.idempotencyKey { results[Request(key)] = nil }
            }
            rows.removeLast(rows.count - start)
            standing.removeLast(standing.count - start)
            throw .rejected(reason)
        }
    }

    /// - Returns: The reason that the record cannot be stored; nil if its keys were claimed.
    private func claim(_ index: Int, erases: Bool) -> LogError.Rejection? {
        let position = Int64(index + 1)
        if erases, rows[index].entry?.replaces != true { return .misplacedErasure(position: position) }
        var location: Location?
        if let key = rows[index].entry {
            let earlier = self.location(of: key.id, before: position)
            if key.replaces {
                guard let thread = threads.number(of: key.conversation), earlier?.thread == thread else {
                    return .unknownEntry(id: key.id)
                }
                location = earlier
            } else {
                guard earlier == nil else { return .duplicateEntry(id: key.id) }
                let thread = threads.number(of: key.conversation) ?? threads.begin(key.conversation)
                let new = Location(thread: thread, place: position)
                if key.id.positionInID != position { locations[BytewiseString(key.id)] = new }
                location = new
            }
        }
        if let key = rows[index].idempotencyKey, let earlier = results.updateValue(position, forKey: Request(key)) {
            results[Request(key)] = earlier
            if let entry = rows[index].entry, !entry.replaces { forget(entry) }
            return .duplicateReceipt(handle: key.handle, clientID: key.clientID)
        }
        claimed.append(location)
        standing.append(Int32(location?.thread ?? 0))
        return nil
    }

    private func forget(_ key: EntryKey) {
        if !locations.isEmpty { locations[BytewiseString(key.id)] = nil }
    }

    /// Adds a record whose keys are claimed to every other table.
    ///
    /// - Parameter location: The location of its entry.
    private func store(_ index: Int, _ searchText: String?, _ erasure: Erasure?, at location: Location?) {
        let (position, key) = (Int64(index + 1), rows[index].entry)
        let text = key?.kind == .content ? nil : searchText
        texts.append(key?.replaces == false ? text : nil)
        if rows[index].isHot { hotPositions.append(position) }
        guard let key, let location else { return }
        if key.replaces {
            if let erasure { erase(location.place, key, erasure, before: position) }
            let place = threads[location.thread].index(of: location.place)
            threads[location.thread].records[place] = position
            texts[Int(location.place) - 1] = text
        } else {
            threads[location.thread].add(position, key)
            if let thread = key.thread { replies[BytewiseString(thread), default: []].append(position) }
        }
    }

    /// Replaces the bodies of all records of an entry. It scans all records since the entry, because unsent messages
    /// are seldom old.
    private func erase(_ place: Int64, _ key: EntryKey, _ erasure: Erasure, before position: Int64) {
        erase(Int(place) - 1, to: erasure.first)
        for index in Int(place)..<(Int(position) - 1) {
            guard let other = rows[index].entry, other.replaces, BytewiseString(other.id) == BytewiseString(key.id)
            else {
                continue
            }
            erase(index, to: erasure.rest)
        }
    }

    private func erase(_ index: Int, to body: [UInt8]) {
        rows[index].body = body
    }
}
