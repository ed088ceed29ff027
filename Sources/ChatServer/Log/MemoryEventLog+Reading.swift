import ChatCore
import ChatProtocol

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
