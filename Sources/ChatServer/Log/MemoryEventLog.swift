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

/// The reads of a log in memory.
extension MemoryEventLog {
    /// Returns the records after a position.
    public func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        let start = min(max(position, 0), end)
        return (start..<end).prefix(max(limit, 0)).map { record($0 + 1) }
    }

    /// Returns the hot records after a position.
    public func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        let start = hotPositions.firstIndex(after: position)
        return hotPositions[start...].prefix(max(limit, 0)).map(record)
    }

    /// Returns the head of each conversation that has a message.
    public func heads() throws(LogError) -> [ConversationHead] {
        try checkOpen()
        var heads: [ConversationHead] = []
        for thread in threads.inOrder {
            guard thread.lastMessagePlace > 0 else { continue }
            let index = thread.places.firstIndex(after: thread.lastMessagePlace - 1)
            var senders: [BytewiseString: Int64] = [:]
            for place in thread.places {
                guard let key = rows[Int(place) - 1].entry, key.kind == .message else { continue }
                senders[BytewiseString(key.sender)] = key.sequence
            }
            heads.append(
                ConversationHead(
                    conversation: thread.conversation, sequence: thread.lastSequence,
                    lastMessage: entry(at: index, of: thread),
                    senders: senders.sorted { $0.key < $1.key }
                        .map { .init(sender: $0.key.text, sequence: $0.value) }))
        }
        return heads
    }

    /// Returns a page of a thread.
    public func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try checkOpen()
        guard let number = threads.number(of: conversation), limit > 0 else { return [] }
        let thread = threads[number]
        let lower = thread.places.firstIndex(after: after)
        var upper = thread.places.count
        if let before {
            upper = before == Int64.min ? 0 : thread.places.firstIndex(after: before - 1)
        }
        guard lower < upper else { return [] }
        return (lower..<upper).suffix(limit).map { entry(at: $0, of: thread) }
    }

    /// Returns the entry with an id.
    public func entry(id: String) throws(LogError) -> StoredEntry? {
        try checkOpen()
        return location(of: id).flatMap(entry)
    }

    /// Returns the entries that match a query, by examining each entry.
    public func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try checkOpen()
        var found = FoundEntries()
        guard !query.isEmpty, limit > 0 else { return found }
        var effort = SearchEffort(effort)
        let newest = before.map { $0 == Int64.min ? 0 : min($0 - 1, end) } ?? end
        for place in stride(from: newest, to: 0, by: -1) {
            guard found.entries.count < limit, !effort.isSpent else {
                found.rest = place + 1
                break
            }
            effort.spend()
            guard let text = texts[Int(place) - 1], let entry = entry(at: place),
                entry.record.entry.map({ scope.contains($0.conversation) }) ?? true
            else { continue }
            effort.spend(words: text.utf8.count)
            if query.matches(line: SearchWords.line(of: text)) { found.entries.append(entry) }
        }
        return found
    }

    /// Returns the replies of a thread.
    public func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try checkOpen()
        guard let places = replies[BytewiseString(id)] else { return [] }
        return places[places.firstIndex(after: after)...].prefix(max(limit, 0)).compactMap { entry(at: $0) }
    }

    /// Returns the number of replies after a place in each of some threads.
    public func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try checkOpen()
        return ids.map { id in
            guard let places = replies[BytewiseString(id)] else { return 0 }
            return places.count - places.firstIndex(after: after)
        }
    }

    /// Returns the records that replaced an entry, by scanning all records after it.
    public func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        guard let location = location(of: id) else { return [] }
        var found: [LogRecord] = []
        for position in stride(from: end, to: location.place, by: -1) where found.count < limit {
            guard standing[Int(position) - 1] == location.thread, let key = rows[Int(position) - 1].entry,
                key.replaces, BytewiseString(key.id) == BytewiseString(id)
            else { continue }
            found.append(record(position))
        }
        return found
    }

    /// Returns the position of the record that answered a request.
    public func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        try checkOpen()
        return results[Request(key)]
    }

    /// Returns the record at a position.
    public func record(at position: Int64) throws(LogError) -> LogRecord? {
        try checkOpen()
        return position >= 1 && position <= end ? record(position) : nil
    }

    /// Returns the record at a position that exists.
    private func record(_ position: Int64) -> LogRecord {
        let row = rows[Int(position) - 1]
        return LogRecord(
            position: position, at: row.at, isHot: row.isHot, body: row.body, entry: row.entry,
            idempotencyKey: row.idempotencyKey)
    }

    private func entry(at index: Int, of thread: MemoryThreads.Thread) -> StoredEntry {
        StoredEntry(place: thread.places[index], record: record(thread.records[index]))
    }

    private func entry(at location: Location) -> StoredEntry? {
        let thread = threads[location.thread]
        return entry(at: thread.index(of: location.place), of: thread)
    }

    /// Returns the entry at a place; nil if there is none.
    private func entry(at place: Int64) -> StoredEntry? {
        guard place >= 1, place <= end, let key = rows[Int(place) - 1].entry, !key.replaces else { return nil }
        return location(of: key.id).flatMap(entry)
    }

    /// Returns the location of the entry with an id; nil if no record before the position has it.
    func location(of id: String, before position: Int64? = nil) -> Location? {
        if let place = id.positionInID, place < position ?? end + 1, let key = rows[Int(place) - 1].entry,
            !key.replaces, BytewiseString(key.id) == BytewiseString(id)
        {
            return Location(thread: Int(standing[Int(place) - 1]), place: place)
        }
        return locations.isEmpty ? nil : locations[BytewiseString(id)]
    }
}
