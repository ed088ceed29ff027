import ChatCore

/// How far the segments of a log are.
struct SearchStanding {
    /// So many lines wait at most for their segment. A search reads as many, and asks one segment for as many.
    static let linesMax = 1_024
    /// So many records, of whatever kind, are after the last segment at most: they are read when a server was started.
    static let recordsMax: Int64 = 4_096
    /// So many bytes of bodies are after the last segment at most.
    static let bytesMax = 4 << 20
    /// So many segments make a group.
    static let groupSize = 32

    /// The entries up to this place are in segments.
    var through: Int64
    /// The number of the next block.
    var nextBlock: Int64
    /// The segments up to this place are in groups.
    var grouped: Int64
    /// How many segments are in no group; nil until they were counted.
    var ungrouped: Int?
    /// How many bytes of bodies were stored since the last segment, as far as this process knows.
    var bytes = 0

    /// What the row of ``SearchIndexQuery/standing`` says.
    init(_ row: some SQLStatement) {
        (through, nextBlock, grouped) = (row.integer(0), row.integer(1) + 1, row.integer(2))
    }

    /// Whether the next segment is due, where so many records and lines are after the last one.
    func isDue(records: Int64, lines: Int64) -> Bool {
        records >= Self.recordsMax || bytes >= Self.bytesMax || lines >= Self.linesMax
    }
}

/// Keeps what entries are found by: the writing half of search in the file.
///
/// A row for each word of each message would cost more than the message. So words are made for many entries at once, as
/// a segment: each word with the places that have it, in the order of the words, packed into a few blocks at the end of
/// a table; and of many segments a group, which says in the same way which of them have a word. Entries after `through` are in no segment yet: their words are in memory, and can be had again from the log
/// itself, so that nothing is written for them. An append makes the next segment when enough of them wait.
///
/// What is erased is taken out of the blocks. What an entry of a segment is found by after it was edited is in
/// `amended`, a row for each edit. The rows of both keep their lengths and are never deleted: see `SearchBlock`.
///
/// Not FTS5: what it deletes stays in its segments until they happen to be merged, and what was unsent must be gone.
final class SearchIndex<Connection: SQLConnection> {
    typealias Statement = Connection.Statement
    typealias Failure = Connection.Failure

    private(set) var standing: SearchStanding
    let searchText: (LogRecord) -> String?
    /// The words of the entries after `through`; nil while they have to be read from the log.
    private var waiting: SearchLines?
    /// How many lines waited when they were counted last: behind that segment, up to that record.
    private var counted: (through: Int64, end: Int64, lines: Int64) = (-1, 0, 0)
    private let entryPlace: Statement
    private let entriesAfter: Statement
    private let insertSegment: Statement
    private let insertGroup: Statement
    private let insertBlock: Statement
    private let segmentOf: Statement
    private let groupOf: Statement
    private let segmentsAfter: Statement
    private let blocks: SearchBlocks<Connection>
    private let insertAmended: Statement
    private let blankAmended: Statement

    /// - Parameters:
    ///   - end: The position of the last record.
    ///   - standing: How things stand, where that was asked already.
    ///   - searchText: What the entry of a record is found by, as the writer of the record would say today.
    init(
        _ connection: Connection, end: Int64, standing known: SearchStanding? = nil,
        searchText: @escaping (LogRecord) -> String?
    ) throws(Failure) {
        self.searchText = searchText
        entryPlace = try connection.prepare(.entryPlace)
        entriesAfter = try connection.prepare(.entriesAfter)
        insertSegment = try connection.prepare(.insertSegment)
        insertGroup = try connection.prepare(.insertGroup)
        insertBlock = try connection.prepare(.insertBlock)
        segmentOf = try connection.prepare(.segmentOf)
        groupOf = try connection.prepare(.groupOf)
        segmentsAfter = try connection.prepare(.segmentsAfter)
        blocks = try SearchBlocks(connection)
        insertAmended = try connection.prepare(.insertAmended)
        blankAmended = try connection.prepare(.blankAmended)
        if let known {
            standing = known
        } else {
            let last: Statement = try connection.prepare(.standing)
            defer { last.finish() }
            _ = try last.step()
            standing = SearchStanding(last)
        }
        if standing.through == end { waiting = SearchLines() }
    }

    /// Notes what an entry is found by from now on, in the transaction that stores the record.
    func note(_ record: LogRecord, of key: EntryKey) throws(Failure) {
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
    func settle(end: Int64) throws(Failure) {
        let records = end - standing.through
        if counted.through != standing.through { counted = (standing.through, standing.through, 0) }
        // Each record has one line at most: they are counted only where they may be enough, for whoever shares the log has
        // to read them for that.
        guard standing.isDue(records: records, lines: counted.lines + end - counted.end) else { return }
        let lines = try waitingLines()
        counted = (standing.through, end, Int64(lines.lines.count))
        guard standing.isDue(records: records, lines: counted.lines) else { return }
        try write(lines, through: end)
        waiting = SearchLines()
        try makeGroup()
    }

    /// Knows how things stand where somebody else wrote to the log, or as before a transaction that was rolled back.
    func restore(_ standing: SearchStanding) {
        self.standing = standing
        waiting = nil
    }

    /// The words of the entries after `through`.
    func waitingLines() throws(Failure) -> SearchLines {
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
    ) throws(Failure) -> (lines: SearchLines, through: Int64) {
        defer { entriesAfter.finish() }
        entriesAfter.bind(1, standing.through)
        entriesAfter.bind(2, end)
        var lines = SearchLines()
        var bytes = 0
        while try entriesAfter.step() {
            let entry = try LogReader<Connection>.entry(from: entriesAfter)
            lines.set(words(of: entry), place: entry.place, conversation: entry.record.entry?.conversation ?? "")
            bytes += entry.record.body.count
            guard isBounded else { continue }
            if lines.lines.count >= SearchStanding.linesMax || bytes >= SearchStanding.bytesMax {
                return (lines, entry.place)
            }
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

    private func write(_ lines: SearchLines, through: Int64) throws(Failure) {
        let segment = try writeBlocks(of: lines, after: standing.through, through: through)
        insertSegment.bind(segment)
        insertSegment.bind(5, blob: SearchPlaces.bytes(of: lines.lines, through: through))
        try insertSegment.run()
        standing.through = through
        standing.bytes = 0
        standing.ungrouped? += 1
    }

    /// Makes a group of the oldest segments that are in none, if there are enough: of a log that was written before there
    /// were any, one at a time.
    private func makeGroup() throws(Failure) {
        guard standing.ungrouped.map({ $0 >= SearchStanding.groupSize }) ?? true else { return }
        let segments = try ungroupedSegments()
        standing.ungrouped = max(standing.ungrouped ?? 0, segments.count)
        guard segments.count == SearchStanding.groupSize, let last = segments.last else { return }
        var lines = SearchLines()
        for segment in segments {
            var words: [UInt8] = []
            for block in try blocks.all(of: segment) { block.appendWords(to: &words) }
            lines.set(String(decoding: words, as: UTF8.self), place: segment.through, conversation: "")
        }
        insertGroup.bind(try writeBlocks(of: lines, after: standing.grouped, through: last.through))
        try insertGroup.run()
        standing.grouped = last.through
        // Of those that are left nobody knows the number, unless there were no more than the group.
        standing.ungrouped = standing.through == last.through ? 0 : nil
    }

    private func ungroupedSegments() throws(Failure) -> [SearchSegment] {
        defer { segmentsAfter.finish() }
        segmentsAfter.bind(1, standing.grouped)
        var segments: [SearchSegment] = []
        while try segmentsAfter.step() { segments.append(SearchSegment(segmentsAfter)) }
        return segments
    }

    private func writeBlocks(
        of lines: SearchLines, after: Int64, through: Int64
    ) throws(Failure) -> SearchSegment {
        let first = standing.nextBlock
        var block: [UInt8] = []
        try lines.forEachWord { (word, places) throws(Failure) in
            let size = block.count
            SearchBlock.append(word, places, through: through, to: &block)
            guard block.count > SearchBlock.sizeMax, size > 0 else { return }
            let item = Array(block[size...])
            block.removeSubrange(size...)
            try insert(block)
            block = item
        }
        if !block.isEmpty { try insert(block) }
        return SearchSegment(through: through, after: after, block: first, blocks: standing.nextBlock - first)
    }

    private func insert(_ block: [UInt8]) throws(Failure) {
        insertBlock.bind(1, standing.nextBlock)
        insertBlock.bind(2, blob: block)
        try insertBlock.run()
        standing.nextBlock += 1
    }

    /// Takes an entry out of its segment, whatever words it has there, and the segment out of those of its group that no
    /// other entry of it has.
    private func forget(at place: Int64) throws(Failure) {
        blankAmended.bind(1, place)
        try blankAmended.run()
        guard let segment = try first(segmentOf, at: place) else { return }
        let lost = try blocks.remove(place, from: segment)
        guard !lost.isEmpty, segment.through <= standing.grouped, let group = try first(groupOf, at: segment.through)
        else { return }
        for word in lost { try blocks.remove(segment.through, of: word, from: group) }
    }

    private func first(_ statement: Statement, at place: Int64) throws(Failure) -> SearchSegment? {
        defer { statement.finish() }
        statement.bind(1, place)
        return try statement.step() ? SearchSegment(statement) : nil
    }

    private func place(of key: EntryKey) throws(Failure) -> Int64? {
        defer { entryPlace.finish() }
        entryPlace.bind(1, key.id)
        return try entryPlace.step() ? entryPlace.integer(0) : nil
    }
}

extension SearchIndex {
    /// Makes the segments of a log that was written before there were any.
    static func fill(_ connection: Connection, searchText: @escaping (LogRecord) -> String?) throws(Failure) {
        let last: Statement = try connection.prepare(.end)
        let end = try last.step() ? last.integer(0) : 0
        last.finish()
        let index = try SearchIndex(connection, end: end, searchText: searchText)
        while end - index.standing.through >= SearchStanding.recordsMax {
            let next = index.standing.through + SearchStanding.recordsMax
            let (lines, through) = try index.readLines(to: next, isBounded: true)
            try index.write(lines, through: through)
            try index.makeGroup()
        }
    }
}

extension SQLStatement {
    /// Binds a segment to the first four parameters.
    fileprivate func bind(_ segment: SearchSegment) {
        for (index, number) in [segment.through, segment.after, segment.block, segment.blocks].enumerated() {
            bind(Int32(index + 1), number)
        }
    }
}
