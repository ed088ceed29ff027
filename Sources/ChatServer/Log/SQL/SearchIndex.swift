import ChatCore

/// The progress of a log's search index.
struct SearchProgress {
    /// The maximum number of lines that wait for a segment. A search reads all of them, and a segment holds as many.
    static let linesMax = 1_024
    /// The maximum number of records of any kind after the last segment. They are read after a server starts.
    static let recordsMax: Int64 = 4_096
    /// The maximum number of bytes of bodies after the last segment.
    static let bytesMax = 4 << 20
    /// The number of segments in a group.
    static let groupSize = 32

    /// The last place that is in a segment.
    var through: Int64
    /// The number of the next block.
    var nextBlock: Int64
    /// The last place that is in a group.
    var grouped: Int64
    /// The number of segments that are in no group; nil until they are counted.
    var ungrouped: Int?
    /// The number of bytes of bodies stored since the last segment, as far as this process knows.
    var bytes = 0

    /// Reads the row of ``SearchIndexQuery/standing``.
    init(_ row: some SQLStatement) {
        (through, nextBlock, grouped) = (row.integer(0), row.integer(1) + 1, row.integer(2))
    }

    /// Returns true if the next segment is due, given the numbers of records and lines after the last one.
    func isDue(records: Int64, lines: Int64) -> Bool {
        records >= Self.recordsMax || bytes >= Self.bytesMax || lines >= Self.linesMax
    }
}

/// The search index in the file: the writing half of search.
///
/// A row for each word of each message would cost more than the message. So the words of many entries are written
/// together, as a segment. It contains each word with its places, ordered by word and packed into a few blocks at the
/// end of a table. In the same way a group contains each word of many segments, with the segments that have it.
///
/// Entries after `through` are in no segment yet. Their words are in memory and can be read from the log again, so
/// nothing is written for them. An append writes the next segment when enough entries wait.
///
/// Erased words are removed from the blocks. The words of an entry that was edited after its segment was written are in
/// `amended`, a row for each edit. The rows of both tables keep their lengths and are never deleted: see `SearchBlock`.
///
/// FTS5 is unsuitable: deleted words stay in its segments until they happen to be merged, but unsent text must be gone.
final class SearchIndex<Connection: SQLConnection> {
    typealias Statement = Connection.Statement
    typealias Failure = Connection.Failure

    private(set) var standing: SearchProgress
    let searchText: (LogRecord) -> String?
    /// The words of the entries after `through`; nil if they must be read from the log first.
    private var waiting: SearchLines?
    /// The result of the last count of waiting lines: the segment they follow, the last record counted, and their
    /// number.
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
    ///   - standing: The progress, if it was already read.
    ///   - searchText: Returns the searchable text of a record's entry, as this version derives it from the body.
    init(
        _ connection: Connection, end: Int64, standing known: SearchProgress? = nil,
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
            standing = SearchProgress(last)
        }
        if standing.through == end { waiting = SearchLines() }
    }

    /// Updates the words of an entry, in the transaction that stores the record.
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

    /// Writes a segment of the waiting entries, if enough wait. `end` is the position of the last record.
    func writeSegmentIfDue(end: Int64) throws(Failure) {
        let records = end - standing.through
        if counted.through != standing.through { counted = (standing.through, standing.through, 0) }
        // Each record has at most one line. Lines are counted only if they may be enough, because a server that shares
        // the log must read them to count them.
        guard standing.isDue(records: records, lines: counted.lines + end - counted.end) else { return }
        let lines = try waitingLines()
        counted = (standing.through, end, Int64(lines.lines.count))
        guard standing.isDue(records: records, lines: counted.lines) else { return }
        try write(lines, through: end)
        waiting = SearchLines()
        try makeGroup()
    }

    /// Replaces the progress after another server wrote to the log, or after a rollback.
    func restore(_ standing: SearchProgress) {
        self.standing = standing
        waiting = nil
    }

    /// Returns the words of the entries after `through`.
    func waitingLines() throws(Failure) -> SearchLines {
        if let waiting { return waiting }
        let lines = try readLines(to: Int64.max, isBounded: false).lines
        waiting = lines
        return lines
    }

    /// Reads from the log the words of the entries after `through`: of all, or of as many as one segment holds.
    ///
    /// - Parameter end: The last position to read.
    /// - Returns: The words, and the last position read.
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
            if lines.lines.count >= SearchProgress.linesMax || bytes >= SearchProgress.bytesMax {
                return (lines, entry.place)
            }
        }
        standing.bytes = max(standing.bytes, bytes)
        return (lines, end)
    }

    /// Returns the line of words of an entry, derived from its body.
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

    /// Writes a group of the oldest ungrouped segments, if there are enough.
    ///
    /// A log from a version without groups gets one group at a time.
    private func makeGroup() throws(Failure) {
        guard standing.ungrouped.map({ $0 >= SearchProgress.groupSize }) ?? true else { return }
        let segments = try ungroupedSegments()
        standing.ungrouped = max(standing.ungrouped ?? 0, segments.count)
        guard segments.count == SearchProgress.groupSize, let last = segments.last else { return }
        var lines = SearchLines()
        for segment in segments {
            var words: [UInt8] = []
            for block in try blocks.all(of: segment) { block.appendWords(to: &words) }
            lines.set(String(decoding: words, as: UTF8.self), place: segment.through, conversation: "")
        }
        insertGroup.bind(try writeBlocks(of: lines, after: standing.grouped, through: last.through))
        try insertGroup.run()
        standing.grouped = last.through
        // The number of remaining segments is unknown, unless the group has the last one.
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

    /// Removes an entry from its segment, with all its words there. Removes the segment from its group for each word
    /// that no other entry of the segment has.
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
    /// Writes the segments of a log from a version without segments.
    static func fill(_ connection: Connection, searchText: @escaping (LogRecord) -> String?) throws(Failure) {
        let last: Statement = try connection.prepare(.end)
        let end = try last.step() ? last.integer(0) : 0
        last.finish()
        let index = try SearchIndex(connection, end: end, searchText: searchText)
        while end - index.standing.through >= SearchProgress.recordsMax {
            let next = index.standing.through + SearchProgress.recordsMax
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
