import ChatCore
import ChatProtocol

/// The log of a world that need not outlive its process: the twin of `SQLiteEventLog`, with the same answers.
///
/// An empty one is a few empty arrays, so that a test can have hundreds of worlds.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
public final class MemoryEventLog: EventLog {
    /// Whose request a record answered.
    struct Request: Hashable {
        let handle: BytewiseString
        let clientID: BytewiseString

        init(_ key: IdempotencyKey) {
            handle = BytewiseString(key.handle)
            clientID = BytewiseString(key.clientID)
        }
    }

    /// What is kept of a record: its bytes and its keys, without what told the log what to do with it.
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

    /// Where an entry stands: in which thread, and at which place of it.
    struct Location {
        let thread: Int
        let place: Int64
    }

    /// The row of each position, the first at 0.
    @exclusivity(unchecked) private(set) var rows: [Row] = []
    @exclusivity(unchecked) private(set) var hotPositions: [Int64] = []
    @exclusivity(unchecked) private(set) var threads = MemoryThreads()
    /// The number of the thread in which the entry of each record stands.
    @exclusivity(unchecked) private(set) var standing: [Int32] = []
    /// Where those entries stand whose ids do not say it themselves.
    @exclusivity(unchecked) private(set) var locations: [BytewiseString: Location] = [:]
    @exclusivity(unchecked) private(set) var results: [Request: Int64] = [:]
    /// The text that the entry at each place is found by; its words are made by whoever searches.
    @exclusivity(unchecked) private(set) var texts: [String?] = []
    /// The places of the replies of each thread, by the entry that begins it.
    @exclusivity(unchecked) private(set) var replies: [BytewiseString: [Int64]] = [:]
    /// Where the entry of each record of the batch stands that is being appended.
    @exclusivity(unchecked) private var claimed: [Location?] = []
    @exclusivity(unchecked) private var isClosed = false

    /// An empty log.
    public init() {}

    /// The position of the last record.
    public var end: Int64 { Int64(rows.count) }

    /// Appends a batch, or nothing of it.
    public func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try checkOpen()
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        // Looked at where they stay from then on: each is copied once.
        let start = rows.count
        for record in batch { rows.append(Row(record)) }
        try claimKeys(of: batch, from: start)
        for index in batch.indices {
            keep(start + index, batch[index].searchText, batch[index].erasure, at: claimed[index])
        }
    }

    /// Lets go of what the log holds.
    public func close() {
        isClosed = true
    }

    func checkOpen() throws(LogError) {
        if isClosed { throw .unavailable(reason: "the log is closed") }
    }

    /// Looks at the whole batch, and takes its ids and receipts, before it is kept in any other table.
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

    /// - Returns: why it cannot be kept; then nothing was taken.
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

    /// Keeps a record whose keys are taken, in every other table.
    ///
    /// - Parameter location: where its entry stands.
    private func keep(_ index: Int, _ searchText: String?, _ erasure: Erasure?, at location: Location?) {
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

    /// Looks through all that was stored since the entry: what is taken back is seldom old.
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
