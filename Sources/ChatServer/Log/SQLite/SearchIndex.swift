import ChatCore

/// Keeps what entries are found by: the writing half of search in the file.
///
/// A row for each word of each message would cost more than the message. So words are made for many entries at once, as
/// a segment: each word with the places that have it, in the order of the words, packed into a few blocks at the end of
/// a table. Entries after `through` are in no segment yet: their words are in memory, and can be had again from the log
/// itself, so that nothing is written for them. An append makes the next segment when enough of them wait.
///
/// What is erased is taken out of the blocks. What an entry of a segment is found by after it was edited is in
/// `amended`, a row for each edit. The rows of both keep their lengths and are never deleted: see `SearchBlock`.
///
/// Not FTS5: what it deletes stays in its segments until they happen to be merged, and what was unsent must be gone.
final class SearchIndex {
    /// How far the segments are.
    struct Standing {
        /// The entries up to this place are in segments.
        var through: Int64
        /// The number of the next block.
        var nextBlock: Int64
        /// How many bytes of bodies were stored since the last segment, as far as this process knows.
        var bytes = 0
    }

    /// So many lines wait at most for their segment. A search reads as many, and asks one segment for as many.
    static let linesMax = 1_024
    /// So many records, of whatever kind, are after the last segment at most: they are read when a server was started.
    static let recordsMax: Int64 = 4_096
    /// So many bytes of bodies are after the last segment at most.
    static let bytesMax = 4 << 20

    private(set) var standing: Standing
    let searchText: (LogRecord) -> String?
    /// The words of the entries after `through`; nil while they have to be read from the log.
    private var waiting: SearchLines?
    private let entryPlace: SQLiteStatement
    private let entriesAfter: SQLiteStatement
    private let insertSegment: SQLiteStatement
    private let insertBlock: SQLiteStatement
    private let segmentOf: SQLiteStatement
    private let blocksOf: SQLiteStatement
    private let setBlock: SQLiteStatement
    private let insertAmended: SQLiteStatement
    private let blankAmended: SQLiteStatement

    /// - Parameters:
    ///   - end: The position of the last record.
    ///   - searchText: What the entry of a record is found by, as the writer of the record would say today.
    init(
        _ connection: SQLiteConnection, end: Int64, searchText: @escaping (LogRecord) -> String?
    ) throws(SQLiteFailure) {
        self.searchText = searchText
        entryPlace = try connection.prepare(Query.entryPlace.sql)
        entriesAfter = try connection.prepare(Query.entriesAfter.sql)
        insertSegment = try connection.prepare(
            "INSERT INTO segment (through, after, block, blocks, places) VALUES (?1, ?2, ?3, ?4, ?5)")
        insertBlock = try connection.prepare("INSERT INTO block (id, words) VALUES (?1, ?2)")
        segmentOf = try connection.prepare(Query.segmentOf.sql)
        blocksOf = try connection.prepare(Query.blocksOf.sql)
        setBlock = try connection.prepare(Query.setBlock.sql)
        insertAmended = try connection.prepare("INSERT INTO amended (place, conversation, words) VALUES (?1, ?2, ?3)")
        blankAmended = try connection.prepare(Query.blankAmended.sql)
        standing = Standing(
            through: try connection.integer("SELECT max(through) FROM segment"),
            nextBlock: try connection.integer("SELECT max(id) FROM block") + 1)
        if standing.through == end { waiting = SearchLines() }
    }

    /// Notes what an entry is found by from now on, in the transaction that stores the record.
    func note(_ record: LogRecord, of key: EntryKey) throws(SQLiteFailure) {
        standing.bytes += record.body.count
        guard key.replaces else {
            waiting?.set(record.words, place: record.position, conversation: key.conversation)
            return
        }
        guard let place = try place(of: key) else { return }
        guard place <= standing.through else {
            waiting?.set(record.words, place: place, conversation: key.conversation)
            return
        }
        try forget(at: place)
        let words = record.words
        guard !words.isEmpty else { return }
        insertAmended.bind(1, place)
        insertAmended.bind(2, key.conversation)
        insertAmended.bind(3, words)
        try insertAmended.run()
    }

    /// Makes a segment of the entries that wait, if enough do. `end` is the position of the last record.
    func settle(end: Int64) throws(SQLiteFailure) {
        let records = end - standing.through
        guard records >= Self.recordsMax || standing.bytes >= Self.bytesMax || records >= Self.linesMax else { return }
        let lines = try waitingLines()
        guard records >= Self.recordsMax || standing.bytes >= Self.bytesMax || lines.lines.count >= Self.linesMax else {
            return
        }
        try write(lines, through: end)
        waiting = SearchLines()
    }

    /// Goes back to how things stood before a transaction that was rolled back.
    func restore(_ standing: Standing) {
        self.standing = standing
        waiting = nil
    }

    /// The words of the entries after `through`.
    func waitingLines() throws(SQLiteFailure) -> SearchLines {
        if let waiting { return waiting }
        let lines = try readLines(to: Int64.max, isBounded: false).lines
        waiting = lines
        return lines
    }

    /// Reads from the log what entries after `through` are found by: of all, or of as many as a segment shall have.
    ///
    /// - Parameter end: The last record to look at.
    /// - Returns: the words, and the last record that was looked at.
    private func readLines(
        to end: Int64, isBounded: Bool
    ) throws(SQLiteFailure) -> (lines: SearchLines, through: Int64) {
        defer { entriesAfter.finish() }
        entriesAfter.bind(1, standing.through)
        entriesAfter.bind(2, end)
        var lines = SearchLines()
        var bytes = 0
        while try entriesAfter.step() {
            let entry = try LogReader.entry(from: entriesAfter)
            lines.set(words(of: entry), place: entry.place, conversation: entry.record.entry?.conversation ?? "")
            bytes += entry.record.body.count
            if isBounded, lines.lines.count >= Self.linesMax || bytes >= Self.bytesMax { return (lines, entry.place) }
        }
        standing.bytes = max(standing.bytes, bytes)
        return (lines, end)
    }

    /// The line of words of an entry, by its body.
    func words(of entry: StoredEntry) -> String {
        var record = entry.record
        guard record.entry?.kind != .content else { return "" }
        record.searchText = searchText(record)
        return record.words
    }

    private func write(_ lines: SearchLines, through: Int64) throws(SQLiteFailure) {
        let first = standing.nextBlock
        var block: [UInt8] = []
        try lines.forEachWord { (word, places) throws(SQLiteFailure) in
            let size = block.count
            SearchBlock.append(word, places, through: through, to: &block)
            guard block.count > SearchBlock.sizeMax, size > 0 else { return }
            let item = Array(block[size...])
            block.removeSubrange(size...)
            try insert(block)
            block = item
        }
        if !block.isEmpty { try insert(block) }
        insertSegment.bind(1, through)
        insertSegment.bind(2, standing.through)
        insertSegment.bind(3, first)
        insertSegment.bind(4, standing.nextBlock - first)
        insertSegment.bind(5, blob: SearchPlaces.bytes(of: lines.lines, through: through))
        try insertSegment.run()
        standing.through = through
        standing.bytes = 0
    }

    private func insert(_ block: [UInt8]) throws(SQLiteFailure) {
        insertBlock.bind(1, standing.nextBlock)
        insertBlock.bind(2, blob: block)
        try insertBlock.run()
        standing.nextBlock += 1
    }

    /// Takes an entry out of its segment, whatever words it has there.
    private func forget(at place: Int64) throws(SQLiteFailure) {
        blankAmended.bind(1, place)
        try blankAmended.run()
        let (through, block, blocks) = try segment(of: place)
        for (id, words) in try blocksOfSegment(from: block, count: blocks) {
            guard let changed = SearchBlock(bytes: words).without(place, through: through) else { continue }
            setBlock.bind(1, id)
            setBlock.bind(2, blob: changed.bytes)
            try setBlock.run()
        }
    }

    private func blocksOfSegment(
        from block: Int64, count: Int64
    ) throws(SQLiteFailure) -> [(id: Int64, words: [UInt8])] {
        defer { blocksOf.finish() }
        blocksOf.bind(1, block)
        blocksOf.bind(2, block + count)
        var blocks: [(id: Int64, words: [UInt8])] = []
        while try blocksOf.step() { blocks.append((blocksOf.integer(0), blocksOf.blob(1))) }
        return blocks
    }

    private func segment(of place: Int64) throws(SQLiteFailure) -> (through: Int64, block: Int64, blocks: Int64) {
        defer { segmentOf.finish() }
        segmentOf.bind(1, place)
        guard try segmentOf.step() else { return (place, 0, 0) }
        return (segmentOf.integer(0), segmentOf.integer(2), segmentOf.integer(3))
    }

    private func place(of key: EntryKey) throws(SQLiteFailure) -> Int64? {
        defer { entryPlace.finish() }
        entryPlace.bind(1, key.id)
        return try entryPlace.step() ? entryPlace.integer(0) : nil
    }
}

extension SearchIndex {
    /// Makes the segments of a file that was written before there were any.
    static func fill(
        _ connection: SQLiteConnection, searchText: @escaping (LogRecord) -> String?
    ) throws(SQLiteFailure) {
        let end = try connection.integer("SELECT max(position) FROM log")
        let index = try SearchIndex(connection, end: end, searchText: searchText)
        while end - index.standing.through >= recordsMax {
            let (lines, through) = try index.readLines(to: index.standing.through + recordsMax, isBounded: true)
            try index.write(lines, through: through)
        }
    }
}
