/// Finds entries by their words: the reading half of search in the file.
///
/// One word of the query, its longest whole one, says which lines are looked at; the query itself then reads each line,
/// as the log in memory does, so that the two cannot find different things.
struct SearchReader {
    private struct Hit {
        let place: Int64
        let conversation: String
    }

    private let lineAt: SQLiteStatement
    private let newestLines: SQLiteStatement
    private let placesOfWord: SQLiteStatement
    private let placesOfBeginning: SQLiteStatement
    private let entryAt: SQLiteStatement
    private let segmentOf: SQLiteStatement
    private let segmentBefore: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        lineAt = try connection.prepare(SearchIndex.Query.lineAt.sql)
        newestLines = try connection.prepare(SearchIndex.Query.newestLines.sql)
        placesOfWord = try connection.prepare(SearchIndex.Query.placesOfWord.sql)
        placesOfBeginning = try connection.prepare(SearchIndex.Query.placesOfBeginning.sql)
        entryAt = try connection.prepare(SearchIndex.Query.entryAt.sql)
        segmentOf = try connection.prepare(SearchIndex.Query.segmentOf.sql)
        segmentBefore = try connection.prepare(SearchIndex.Query.segmentBefore.sql)
    }

    /// - Parameter through: Up to this place lines have their words in the index; those after it are read.
    func entries(
        _ query: SearchQuery, conversations: [String]?, before: Int64?, limit: Int, through: Int64
    ) throws(SQLiteFailure) -> [StoredEntry] {
        guard !query.isEmpty, limit > 0 else { return [] }
        let before = before ?? Int64.max
        let allowed = conversations.map { Set($0.map(ByteText.init)) }
        var hits = try waiting(query, in: allowed, after: through, before: before, limit: limit)
        var segment = hits.count < limit ? try newestSegment(through: before) : nil
        while let asked = segment {
            hits += try indexed(query, in: allowed, segment: asked, before: before, limit: limit - hits.count)
            segment = hits.count < limit ? try nextSegment(before: asked) : nil
        }
        var entries: [StoredEntry] = []
        for hit in hits {
            defer { entryAt.finish() }
            entryAt.bind(1, hit.conversation)
            entryAt.bind(2, hit.place)
            if try entryAt.step() { entries.append(LogReader.entry(from: entryAt)) }
        }
        return entries
    }

    private func waiting(
        _ query: SearchQuery, in allowed: Set<ByteText>?, after: Int64, before: Int64, limit: Int
    ) throws(SQLiteFailure) -> [Hit] {
        defer { newestLines.finish() }
        newestLines.bind(1, after)
        newestLines.bind(2, before)
        var hits: [Hit] = []
        while hits.count < limit, try newestLines.step() {
            let conversation = newestLines.text(1)
            if let allowed, !allowed.contains(ByteText(conversation)) { continue }
            guard query.matches(line: newestLines.text(2)) else { continue }
            hits.append(Hit(place: newestLines.integer(0), conversation: conversation))
        }
        return hits
    }

    private func indexed(
        _ query: SearchQuery, in allowed: Set<ByteText>?, segment: Int64, before: Int64, limit: Int
    ) throws(SQLiteFailure) -> [Hit] {
        let statement: SQLiteStatement
        if let word = query.longestWholeWord {
            statement = placesOfWord
            statement.bind(2, word)
        } else if let beginning = query.beginning {
            statement = placesOfBeginning
            statement.bind(2, beginning)
            // No word has that scalar, which is none, and it is greater than all that are.
            statement.bind(4, beginning + "\u{10FFFF}")
        } else {
            return []
        }
        defer { statement.finish() }
        statement.bind(1, segment)
        statement.bind(3, before)
        var hits: [Hit] = []
        while hits.count < limit, try statement.step() {
            let hit = Hit(place: statement.integer(0), conversation: statement.text(1))
            if let allowed, !allowed.contains(ByteText(hit.conversation)) { continue }
            // One word was asked of the index itself.
            if query.isOneWord {
                hits.append(hit)
            } else if try matches(query, at: hit.place) {
                hits.append(hit)
            }
        }
        return hits
    }

    /// The newest segment that has to do with places before one; nil if there is none at all.
    private func newestSegment(through before: Int64) throws(SQLiteFailure) -> Int64? {
        defer { segmentOf.finish() }
        segmentOf.bind(1, before)
        if try segmentOf.step() { return segmentOf.integer(0) }
        return try nextSegment(before: Int64.max)
    }

    private func nextSegment(before segment: Int64) throws(SQLiteFailure) -> Int64? {
        defer { segmentBefore.finish() }
        segmentBefore.bind(1, segment)
        return try segmentBefore.step() ? segmentBefore.integer(0) : nil
    }

    private func matches(_ query: SearchQuery, at place: Int64) throws(SQLiteFailure) -> Bool {
        defer { lineAt.finish() }
        lineAt.bind(1, place)
        guard try lineAt.step() else { return false }
        return query.matches(line: lineAt.text(0))
    }
}

extension SearchQuery {
    /// The longest of the words that must stand in the text whole: likely the rarest. Nil if there is only a beginning.
    fileprivate var longestWholeWord: String? {
        phrases.flatMap { $0.isOpen ? $0.words.dropLast() : $0.words[...] }.max { $0.utf8.count < $1.utf8.count }
    }

    /// The beginning with which some word must begin.
    fileprivate var beginning: String? {
        phrases.last.flatMap { $0.isOpen ? $0.words.last : nil }
    }

    fileprivate var isOneWord: Bool { phrases.count == 1 && phrases[0].words.count == 1 }
}
