import ChatCore

/// The log of a world that need not outlive its process: the twin of `SQLiteEventLog`, with the same answers.
///
/// An empty one is a few empty arrays, so that a test can have hundreds of worlds.
public final class MemoryEventLog: EventLog {
    fileprivate struct Thread {
        var places: [Int64] = []
        var records: [Int64] = []
        var lastMessagePlace: Int64 = 0
        var lastSequence: Int64 = 0
        var senders: [BytewiseString: Int64] = [:]
    }

    private struct Request: Hashable {
        let handle: BytewiseString
        let clientID: BytewiseString

        init(_ key: IdempotencyKey) {
            handle = BytewiseString(key.handle)
            clientID = BytewiseString(key.clientID)
        }
    }

    private struct Location {
        let conversation: BytewiseString
        let index: Int
    }

    private var records: [LogRecord] = []
    private var hotPositions: [Int64] = []
    private var threads: [BytewiseString: Thread] = [:]
    private var locations: [BytewiseString: Location] = [:]
    private var results: [Request: Int64] = [:]
    /// The texts that entries are found by, by their places; their words are made by whoever searches.
    private var texts: [Int64: String] = [:]
    /// The places of the replies of each thread, by the entry that begins it.
    private var replies: [BytewiseString: [Int64]] = [:]
    private var isClosed = false

    /// An empty log.
    public init() {}

    /// The position of the last record.
    public var end: Int64 { Int64(records.count) }

    /// Appends a batch, or nothing of it.
    public func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        try checkOpen()
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        try checkKeys(of: batch)
        for record in batch { keep(record) }
    }

    /// The records after a position.
    public func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        let start = Int(min(max(position, 0), end))
        return Array(records[start...].prefix(max(limit, 0)))
    }

    /// The hot records after a position.
    public func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try checkOpen()
        let start = hotPositions.firstIndex(after: position)
        return hotPositions[start...].prefix(max(limit, 0)).map { records[Int($0) - 1] }
    }

    /// The head of each conversation that has a message.
    public func heads() throws(LogError) -> [ConversationHead] {
        try checkOpen()
        var heads: [ConversationHead] = []
        for (conversation, thread) in threads.sorted(by: { $0.key < $1.key }) where thread.lastMessagePlace > 0 {
            let index = thread.places.firstIndex(after: thread.lastMessagePlace - 1)
            let senders = thread.senders.sorted { $0.key < $1.key }
            heads.append(
                ConversationHead(
                    conversation: conversation.text, sequence: thread.lastSequence,
                    lastMessage: entry(at: index, of: thread),
                    senders: senders.map { .init(sender: $0.key.text, sequence: $0.value) }))
        }
        return heads
    }

    /// A page of a thread.
    public func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try checkOpen()
        guard let thread = threads[BytewiseString(conversation)], limit > 0 else { return [] }
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
        guard let location = locations[BytewiseString(id)], let thread = threads[location.conversation] else {
            return nil
        }
        return entry(at: location.index, of: thread)
    }

    /// The entries that a query finds, by looking at each.
    public func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try checkOpen()
        var found = FoundEntries()
        guard !query.isEmpty, !texts.isEmpty, limit > 0 else { return found }
        var effort = SearchEffort(effort)
        let newest = before.map { $0 == Int64.min ? 0 : min($0 - 1, end) } ?? end
        for place in stride(from: newest, to: 0, by: -1) {
            guard found.entries.count < limit, !effort.isSpent else {
                found.rest = place + 1
                break
            }
            effort.spend()
            guard let text = texts[place], let entry = entry(at: place),
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
        return position >= 1 && position <= end ? records[Int(position) - 1] : nil
    }

    /// Lets go of what the log holds.
    public func close() {
        isClosed = true
    }

    private func checkOpen() throws(LogError) {
        if isClosed { throw .unavailable(reason: "it was closed") }
    }

    private func entry(at index: Int, of thread: Thread) -> StoredEntry {
        StoredEntry(place: thread.places[index], record: records[Int(thread.records[index]) - 1])
    }

    /// The entry that stands at a place; nil if none does.
    private func entry(at place: Int64) -> StoredEntry? {
        guard place >= 1, place <= end, let key = records[Int(place) - 1].entry, !key.replaces,
            let location = locations[BytewiseString(key.id)], let thread = threads[location.conversation]
        else { return nil }
        return entry(at: location.index, of: thread)
    }

    /// Looks at the whole batch before any of it is kept.
    private func checkKeys(of batch: [LogRecord]) throws(LogError) {
        var newEntries: [BytewiseString: BytewiseString] = [:]
        var newRequests: Set<Request> = []
        for record in batch {
            if record.erasure != nil, record.entry?.replaces != true {
                throw .rejected(.misplacedErasure(position: record.position))
            }
            if let key = record.entry {
                let id = BytewiseString(key.id)
                let owner = newEntries[id] ?? locations[id]?.conversation
                if key.replaces {
                    guard owner == BytewiseString(key.conversation) else { throw .rejected(.unknownEntry(id: key.id)) }
                } else {
                    guard owner == nil else { throw .rejected(.duplicateEntry(id: key.id)) }
                    newEntries[id] = BytewiseString(key.conversation)
                }
            }
            if let key = record.idempotencyKey {
                guard results[Request(key)] == nil, newRequests.insert(Request(key)).inserted else {
                    throw .rejected(.duplicateReceipt(handle: key.handle, clientID: key.clientID))
                }
            }
        }
    }

    private func keep(_ record: LogRecord) {
        records.append(record)
        records[records.count - 1].searchText = nil
        records[records.count - 1].erasure = nil
        if record.isHot { hotPositions.append(record.position) }
        if let key = record.idempotencyKey { results[Request(key)] = record.position }
        guard let key = record.entry else { return }
        let conversation = BytewiseString(key.conversation)
        var place = record.position
        if key.replaces {
            guard let location = locations[BytewiseString(key.id)] else { return }
            place = threads[conversation]?.places[location.index] ?? place
            if let erasure = record.erasure { erase(place, key, erasure, before: record.position) }
            threads[conversation]?.records[location.index] = record.position
        } else {
            let index = threads[conversation, default: Thread()].add(record.position, key)
            locations[BytewiseString(key.id)] = Location(conversation: conversation, index: index)
            if let thread = key.thread { replies[BytewiseString(thread), default: []].append(place) }
        }
        let text = key.kind == .content ? nil : record.searchText
        if text != nil || key.replaces { texts[place] = text }
    }

    /// Looks through all that was stored since the entry: what is taken back is seldom old.
    private func erase(_ place: Int64, _ key: EntryKey, _ erasure: Erasure, before position: Int64) {
        records[Int(place) - 1].body = erasure.first
        for index in Int(place)..<(Int(position) - 1) {
            guard let other = records[index].entry, other.replaces, BytewiseString(other.id) == BytewiseString(key.id)
            else {
                continue
            }
            records[index].body = erasure.rest
        }
    }
}

extension MemoryEventLog.Thread {
    /// - Returns: the index at which it stands.
    fileprivate mutating func add(_ position: Int64, _ key: EntryKey) -> Int {
        places.append(position)
        records.append(position)
        if key.kind == .message {
            lastMessagePlace = position
            lastSequence = key.sequence
            senders[BytewiseString(key.sender)] = key.sequence
        }
        return places.count - 1
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
