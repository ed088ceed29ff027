/// The log of a world that need not outlive its process: the twin of `SQLiteEventLog`, with the same answers.
///
/// An empty one is a few empty arrays, so that a test can have hundreds of worlds.
public final class MemoryEventLog: EventLog {
    fileprivate struct Thread {
        var places: [Int64] = []
        var records: [Int64] = []
        var lastMessagePlace: Int64 = 0
        var lastSequence: Int64 = 0
        var senders: [ByteText: Int64] = [:]
    }

    private struct Receipt: Hashable {
        let handle: ByteText
        let clientID: ByteText

        init(_ key: ReceiptKey) {
            handle = ByteText(key.handle)
            clientID = ByteText(key.clientID)
        }
    }

    private struct Location {
        let conversation: ByteText
        let index: Int
    }

    private var records: [LogRecord] = []
    private var hotPositions: [Int64] = []
    private var threads: [ByteText: Thread] = [:]
    private var locations: [ByteText: Location] = [:]
    private var receipts: [Receipt: Int64] = [:]
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
        guard let thread = threads[ByteText(conversation)], limit > 0 else { return [] }
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
        guard let location = locations[ByteText(id)], let thread = threads[location.conversation] else { return nil }
        return entry(at: location.index, of: thread)
    }

    /// The position of the record that answered a request.
    public func position(of receipt: ReceiptKey) throws(LogError) -> Int64? {
        try checkOpen()
        return receipts[Receipt(receipt)]
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

    /// Looks at the whole batch before any of it is kept.
    private func checkKeys(of batch: [LogRecord]) throws(LogError) {
        var newEntries: [ByteText: ByteText] = [:]
        var newReceipts: Set<Receipt> = []
        for record in batch {
            if let key = record.entry {
                let id = ByteText(key.id)
                let owner = newEntries[id] ?? locations[id]?.conversation
                if key.replaces {
                    guard owner == ByteText(key.conversation) else { throw .rejected(.unknownEntry(id: key.id)) }
                } else {
                    guard owner == nil else { throw .rejected(.duplicateEntry(id: key.id)) }
                    newEntries[id] = ByteText(key.conversation)
                }
            }
            if let key = record.receipt {
                guard receipts[Receipt(key)] == nil, newReceipts.insert(Receipt(key)).inserted else {
                    throw .rejected(.duplicateReceipt(handle: key.handle, clientID: key.clientID))
                }
            }
        }
    }

    private func keep(_ record: LogRecord) {
        records.append(record)
        if record.isHot { hotPositions.append(record.position) }
        if let receipt = record.receipt { receipts[Receipt(receipt)] = record.position }
        guard let key = record.entry else { return }
        let conversation = ByteText(key.conversation)
        if key.replaces {
            guard let location = locations[ByteText(key.id)] else { return }
            threads[conversation]?.records[location.index] = record.position
            return
        }
        threads[conversation, default: Thread()].add(record.position, key)
        let index = (threads[conversation]?.places.count ?? 1) - 1
        locations[ByteText(key.id)] = Location(conversation: conversation, index: index)
    }
}

extension MemoryEventLog.Thread {
    fileprivate mutating func add(_ position: Int64, _ key: EntryKey) {
        places.append(position)
        records.append(position)
        guard key.kind == .message else { return }
        lastMessagePlace = position
        lastSequence = key.sequence
        senders[ByteText(key.sender)] = key.sequence
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
