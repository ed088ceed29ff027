import ChatCore
import ChatProtocol

/// The log of a world that need not outlive its process: the twin of `SQLiteEventLog`, with the same answers.
///
/// An empty one is a few empty arrays, so that a test can have hundreds of worlds.
///
/// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 36). It is sound there because one
///   thread has it, and an access to it calls nothing that could begin another.
public final class MemoryEventLog: EventLog {
    fileprivate struct Thread {
        let conversation: String
        var places: [Int64] = []
        var records: [Int64] = []
        var lastMessagePlace: Int64 = 0
        var lastSequence: Int64 = 0
    }

    private struct Request: Hashable {
        let handle: BytewiseString
        let clientID: BytewiseString

        init(_ key: IdempotencyKey) {
            handle = BytewiseString(key.handle)
            clientID = BytewiseString(key.clientID)
        }
    }

    /// What is kept of a record: its bytes and its keys, without what told the log what to do with it.
    private struct Row {
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
    private struct Location {
        let thread: Int
        let place: Int64
    }

    /// The row of each position, the first at 0.
    @exclusivity(unchecked) private var rows: [Row] = []
    @exclusivity(unchecked) private var hotPositions: [Int64] = []
    @exclusivity(unchecked) private var threads: [Thread] = []
    /// Which of them is whose, by the positions that the ids of conversations say, and of those that say none by these.
    @exclusivity(unchecked) private var threadNumbers = PositionTable()
    @exclusivity(unchecked) private var otherThreadNumbers: [BytewiseString: Int] = [:]
    /// The number of the thread in which the entry of each record stands.
    @exclusivity(unchecked) private var standing: [Int32] = []
    /// Where those entries stand whose ids do not say it themselves.
    @exclusivity(unchecked) private var locations: [BytewiseString: Location] = [:]
    @exclusivity(unchecked) private var results: [Request: Int64] = [:]
    /// The text that the entry at each place is found by; its words are made by whoever searches.
    @exclusivity(unchecked) private var texts: [String?] = []
    /// The places of the replies of each thread, by the entry that begins it.
    @exclusivity(unchecked) private var replies: [BytewiseString: [Int64]] = [:]
    /// Where the entry of each record of the batch stands that is being appended.
    @exclusivity(unchecked) private var claimed: [Location?] = []
    @exclusivity(unchecked) private var isClosed = false
    /// Whether several servers have it, in a test.
    public let isShared: Bool

    /// An empty log.
    public init() { isShared = false }

    /// An empty log that several servers of one process share.
    package init(isShared: Bool) { self.isShared = isShared }

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

    /// The records after a position.
    public func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        let start = min(max(position, 0), end)
        return (start..<end).prefix(max(limit, 0)).map { record($0 + 1) }
    }

    /// The hot records after a position.
    public func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        let start = hotPositions.firstIndex(after: position)
        return hotPositions[start...].prefix(max(limit, 0)).map(record)
    }

    /// The head of each conversation that has a message.
    public func heads() throws(LogError) -> [ConversationHead] {
        try checkOpen()
        var heads: [ConversationHead] = []
        for thread in threads.sorted(by: { BytewiseString($0.conversation) < BytewiseString($1.conversation) }) {
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

    /// A page of a thread.
    public func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try checkOpen()
        guard let number = number(of: conversation), limit > 0 else { return [] }
        let thread = threads[number]
        let lower = thread.places.firstIndex(after: after)
        var upper = thread.places.count
        if let before {
            upper = before == Int64.min ? 0 : thread.places.firstIndex(after: before - 1)
        }
        guard lower < upper else { return [] }
        return (lower..<upper).suffix(limit).map { entry(at: $0, of: thread) }
    }

    /// The entry with an id.
    public func entry(id: String) throws(LogError) -> StoredEntry? {
        try checkOpen()
        return location(of: id).flatMap(entry)
    }

    /// The entries that a query finds, by looking at each.
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

    /// The replies of a thread.
    public func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try checkOpen()
        guard let places = replies[BytewiseString(id)] else { return [] }
        return places[places.firstIndex(after: after)...].prefix(max(limit, 0)).compactMap { entry(at: $0) }
    }

    /// How many replies each of some threads has after a place.
    public func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try checkOpen()
        return ids.map { id in
            guard let places = replies[BytewiseString(id)] else { return 0 }
            return places.count - places.firstIndex(after: after)
        }
    }

    /// The position of the record that answered a request.
    public func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        try checkOpen()
        return results[Request(key)]
    }

    /// The record at a position.
    public func record(at position: Int64) throws(LogError) -> LogRecord? {
        try checkOpen()
        return position >= 1 && position <= end ? record(position) : nil
    }

    /// Lets go of what the log holds.
    public func close() {
        isClosed = true
    }

    private func checkOpen() throws(LogError) {
        if isClosed { throw .unavailable(reason: "it was closed") }
    }

    /// The record at a position that there is.
    private func record(_ position: Int64) -> LogRecord {
        let row = rows[Int(position) - 1]
        return LogRecord(
            position: position, at: row.at, isHot: row.isHot, body: row.body, entry: row.entry,
            idempotencyKey: row.idempotencyKey)
    }

    private func entry(at index: Int, of thread: Thread) -> StoredEntry {
        StoredEntry(place: thread.places[index], record: record(thread.records[index]))
    }

    private func entry(at location: Location) -> StoredEntry? {
        let thread = threads[location.thread]
        return entry(at: thread.index(of: location.place), of: thread)
    }

    /// The entry that stands at a place; nil if none does.
    private func entry(at place: Int64) -> StoredEntry? {
        guard place >= 1, place <= end, let key = rows[Int(place) - 1].entry, !key.replaces else { return nil }
        return location(of: key.id).flatMap(entry)
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
                guard let thread = number(of: key.conversation), earlier?.thread == thread else {
                    return .unknownEntry(id: key.id)
                }
                location = earlier
            } else {
                guard earlier == nil else { return .duplicateEntry(id: key.id) }
                let thread = number(of: key.conversation) ?? begin(key.conversation)
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

    /// Where the entry of that id stands; nil if none of the records before a position has it.
    private func location(of id: String, before position: Int64? = nil) -> Location? {
        if let place = id.positionInID, place < position ?? end + 1, let key = rows[Int(place) - 1].entry,
            !key.replaces, BytewiseString(key.id) == BytewiseString(id)
        {
            return Location(thread: Int(standing[Int(place) - 1]), place: place)
        }
        return locations.isEmpty ? nil : locations[BytewiseString(id)]
    }

    private func forget(_ key: EntryKey) {
        if !locations.isEmpty { locations[BytewiseString(key.id)] = nil }
    }

    /// The number of a conversation's thread; nil where nothing stands in it.
    private func number(of conversation: String) -> Int? {
        // Other ids may say the same position.
        if let position = conversation.positionInID, let number = threadNumbers[position],
            BytewiseString(threads[number].conversation) == BytewiseString(conversation)
        {
            return number
        }
        return otherThreadNumbers.isEmpty ? nil : otherThreadNumbers[BytewiseString(conversation)]
    }

    /// Begins the thread of a conversation.
    ///
    /// - Returns: its number.
    private func begin(_ conversation: String) -> Int {
        if let position = conversation.positionInID, position > 0, threadNumbers[position] == nil {
            threadNumbers.insert(threads.count, at: position)
        } else {
            otherThreadNumbers[BytewiseString(conversation)] = threads.count
        }
        threads.append(Thread(conversation: conversation))
        return threads.count - 1
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
        rows[index].body = EventRecord.text(body, inPlaceOf: rows[index].body)
    }
}

extension MemoryEventLog.Thread {
    /// The index of the entry at a place of it.
    fileprivate func index(of place: Int64) -> Int { places.firstIndex(after: place - 1) }

    fileprivate mutating func add(_ position: Int64, _ key: EntryKey) {
        places.append(position)
        records.append(position)
        if key.kind == .message {
            lastMessagePlace = position
            lastSequence = key.sequence
        }
    }
}

extension [Int64] {
    /// The index of the first element greater than a value, in a sorted array; `count` if there is none.
    fileprivate func firstIndex(after value: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > value { high = middle } else { low = middle + 1 }
        }
        return low
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
