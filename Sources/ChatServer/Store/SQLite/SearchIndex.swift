/// Keeps what entries are found by: the writing half of search in the file.
///
/// An entry's `line` is written with its record: one row at the end of a table. Its rows in `word`, one for each word,
/// would lie all over a tree of all words, and each would cost a page. So they are made for many entries at once, by
/// the append with which `waitingMax` lines wait, as a segment: the words of those lines in order, at the end of the
/// table. A segment is called by the last place that it covers, so the newest are asked first. Lines after
/// `indexed.through` are in no segment yet, and a search reads those lines.
///
/// Not FTS5: what it deletes stays in its segments until they happen to be merged, and what was unsent must be gone.
final class SearchIndex {
    /// How far the words are.
    struct Standing {
        /// The lines up to this place have their words.
        var through: Int64
        /// How many lines are after it.
        var waiting: Int64
    }

    /// So many lines wait at most. A search reads as many lines, and asks one segment for as many messages.
    static let waitingMax: Int64 = 1_024

    private(set) var standing: Standing
    private let segmentOf: SQLiteStatement
    private let entryPlace: SQLiteStatement
    private let lineAt: SQLiteStatement
    private let insertLine: SQLiteStatement
    private let deleteLine: SQLiteStatement
    private let insertWord: SQLiteStatement
    private let deleteWord: SQLiteStatement
    private let waitingLines: SQLiteStatement
    private let setThrough: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        segmentOf = try connection.prepare(Query.segmentOf.sql)
        entryPlace = try connection.prepare(Query.entryPlace.sql)
        lineAt = try connection.prepare(Query.lineAt.sql)
        insertLine = try connection.prepare("INSERT INTO line (place, conversation, words) VALUES (?1, ?2, ?3)")
        deleteLine = try connection.prepare(Query.deleteLine.sql)
        insertWord = try connection.prepare(
            "INSERT OR IGNORE INTO word (segment, word, place, conversation) VALUES (?1, ?2, ?3, ?4)")
        deleteWord = try connection.prepare(Query.deleteWord.sql)
        waitingLines = try connection.prepare(Query.waitingLines.sql)
        setThrough = try connection.prepare(Query.setThrough.sql)
        let through = try connection.integer(Query.through.sql)
        let waiting = try connection.integer("SELECT count(*) FROM line WHERE place > \(through)")
        standing = Standing(through: through, waiting: waiting)
    }

    /// Notes what an entry is found by from now on, in the transaction that stores the record.
    func note(_ text: String?, of key: EntryKey, at position: Int64) throws(SQLiteFailure) {
        let words = text.map(SearchWords.line(of:)) ?? ""
        guard key.replaces else { return try keep(words, key.conversation, at: position) }
        defer { entryPlace.finish() }
        entryPlace.bind(1, key.id)
        guard try entryPlace.step() else { return }
        let place = entryPlace.integer(0)
        try forget(at: place)
        try keep(words, key.conversation, at: place)
    }

    /// Makes the words of the lines that wait, if enough of them do. `end` is the position of the last record.
    func settle(end: Int64) throws(SQLiteFailure) {
        guard standing.waiting >= Self.waitingMax else { return }
        let segment = try waitingWords()
        try segment.forEach { (word, place, conversation) throws(SQLiteFailure) in
            insertWord.bind(1, end)
            insertWord.bind(2, word)
            insertWord.bind(3, place)
            insertWord.bind(4, conversation)
            try insertWord.run()
        }
        setThrough.bind(1, end)
        try setThrough.run()
        standing = Standing(through: end, waiting: 0)
    }

    /// Goes back to how things stood before a transaction that was rolled back.
    func restore(_ standing: Standing) {
        self.standing = standing
    }

    private func waitingWords() throws(SQLiteFailure) -> SearchSegment {
        defer { waitingLines.finish() }
        waitingLines.bind(1, standing.through)
        var segment = SearchSegment()
        while try waitingLines.step() {
            segment.add(
                waitingLines.bytes(2), place: waitingLines.integer(0), conversation: waitingLines.text(1))
        }
        return segment
    }

    private func keep(_ words: String, _ conversation: String, at place: Int64) throws(SQLiteFailure) {
        guard !words.isEmpty else { return }
        insertLine.bind(1, place)
        insertLine.bind(2, conversation)
        insertLine.bind(3, words)
        try insertLine.run()
        guard place <= standing.through else { return standing.waiting += 1 }
        let segment = try segment(of: place)
        for word in words.split(separator: " ") { try insert(String(word), conversation, place, segment: segment) }
    }

    private func forget(at place: Int64) throws(SQLiteFailure) {
        guard let words = try line(at: place) else { return }
        deleteLine.bind(1, place)
        try deleteLine.run()
        guard place <= standing.through else { return standing.waiting -= 1 }
        let segment = try segment(of: place)
        for word in words.split(separator: " ") {
            deleteWord.bind(1, segment)
            deleteWord.bind(2, String(word))
            deleteWord.bind(3, place)
            try deleteWord.run()
        }
    }

    private func line(at place: Int64) throws(SQLiteFailure) -> String? {
        defer { lineAt.finish() }
        lineAt.bind(1, place)
        return try lineAt.step() ? lineAt.text(0) : nil
    }

    /// The segment that covers a place. One that has no words left is not there, and the next one covers its places.
    private func segment(of place: Int64) throws(SQLiteFailure) -> Int64 {
        defer { segmentOf.finish() }
        segmentOf.bind(1, place)
        return try segmentOf.step() ? segmentOf.integer(0) : standing.through
    }

    private func insert(
        _ word: String, _ conversation: String, _ place: Int64, segment: Int64
    ) throws(SQLiteFailure) {
        insertWord.bind(1, segment)
        insertWord.bind(2, word)
        insertWord.bind(3, place)
        insertWord.bind(4, conversation)
        try insertWord.run()
    }
}

extension SearchIndex {
    /// Indexes every record of a file that was written before there was an index, a thousand at a time.
    ///
    /// - Parameter searchText: What the entry of a record is found by, as the writer of the record would say today.
    static func fill(
        _ connection: SQLiteConnection, searchText: (LogRecord) -> String?
    ) throws(SQLiteFailure) {
        let index = try SearchIndex(connection)
        let reader = try LogReader(connection)
        var position: Int64 = 0
        while true {
            let page = try reader.records(after: position, limit: 1_000)
            guard let last = page.last else { return }
            position = last.position
            for record in page {
                guard let key = record.entry else { continue }
                try index.note(searchText(record), of: key, at: record.position)
            }
            try index.settle(end: position)
        }
    }

    /// The statements of search, written and read. A test holds the plan of each to searches.
    enum Query: CaseIterable {
        case entryPlace
        case lineAt
        case deleteLine
        case deleteWord
        case waitingLines
        case setThrough
        case through
        case newestLines
        case placesOfWord
        case placesOfBeginning
        case entryAt
        case segmentOf
        case segmentBefore

        var sql: String {
            switch self {
            case .entryPlace: "SELECT place FROM entry WHERE id = ?1"
            case .lineAt: "SELECT words FROM line WHERE place = ?1"
            case .deleteLine: "DELETE FROM line WHERE place = ?1"
            case .deleteWord: "DELETE FROM word WHERE segment = ?1 AND word = ?2 AND place = ?3"
            case .waitingLines: "SELECT place, conversation, words FROM line WHERE place > ?1 ORDER BY place"
            case .setThrough: "UPDATE indexed SET through = ?1 WHERE rowid = 1"
            case .through: "SELECT through FROM indexed WHERE rowid = 1"
            case .newestLines:
                """
                SELECT place, conversation, words FROM line WHERE place > ?1 AND place < ?2 ORDER BY place DESC
                """
            case .placesOfWord:
                """
                SELECT place, conversation FROM word WHERE segment = ?1 AND word = ?2 AND place < ?3
                ORDER BY place DESC
                """
            case .placesOfBeginning:
                """
                SELECT DISTINCT place, conversation FROM word
                WHERE segment = ?1 AND word >= ?2 AND word < ?4 AND place < ?3 ORDER BY place DESC
                """
            case .entryAt:
                """
                SELECT \(LogReader.Query.columns), entry.place FROM entry CROSS JOIN log ON log.position = entry.record
                WHERE entry.conversation = ?1 AND entry.place = ?2
                """
            case .segmentOf:
                "SELECT segment FROM word WHERE segment >= ?1 ORDER BY segment LIMIT 1"
            case .segmentBefore:
                "SELECT segment FROM word WHERE segment < ?1 ORDER BY segment DESC LIMIT 1"
            }
        }
    }
}
