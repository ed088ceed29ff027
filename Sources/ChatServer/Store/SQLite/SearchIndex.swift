/// Keeps what entries are found by: the writing half of search in the file.
///
/// An entry's `line` is written with its record: one row at the end of a table. Its rows in `word`, one for each word,
/// lie all over their tree, so they are made for many entries at once, in the order of the tree, by the append with
/// which `waitingMax` lines wait. Lines after `indexed.through` have no rows yet, and a search reads those lines.
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

    /// So many lines wait at most: reading them costs a search less than a millisecond.
    static let waitingMax: Int64 = 512

    private(set) var standing: Standing
    private let entryPlace: SQLiteStatement
    private let lineAt: SQLiteStatement
    private let insertLine: SQLiteStatement
    private let deleteLine: SQLiteStatement
    private let insertWord: SQLiteStatement
    private let deleteWord: SQLiteStatement
    private let waitingLines: SQLiteStatement
    private let setThrough: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        entryPlace = try connection.prepare(Query.entryPlace.sql)
        lineAt = try connection.prepare(Query.lineAt.sql)
        insertLine = try connection.prepare("INSERT INTO line (place, conversation, words) VALUES (?1, ?2, ?3)")
        deleteLine = try connection.prepare(Query.deleteLine.sql)
        insertWord = try connection.prepare(
            "INSERT OR IGNORE INTO word (conversation, word, place) VALUES (?1, ?2, ?3)")
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
        try forget(key.conversation, at: place)
        try keep(words, key.conversation, at: place)
    }

    /// Makes the words of the lines that wait, if enough of them do. `end` is the position of the last record.
    func settle(end: Int64) throws(SQLiteFailure) {
        guard standing.waiting >= Self.waitingMax else { return }
        var words: [(conversation: String, word: Substring, place: Int64)] = []
        do {
            defer { waitingLines.finish() }
            waitingLines.bind(1, standing.through)
            while try waitingLines.step() {
                let place = waitingLines.integer(0)
                let conversation = waitingLines.text(1)
                for word in waitingLines.text(2).split(separator: " ") { words.append((conversation, word, place)) }
            }
        }
        // The order in which the tree has them, near enough: neighbours are written to the same page.
        words.sort { ($0.conversation, $0.word, $0.place) < ($1.conversation, $1.word, $1.place) }
        for (conversation, word, place) in words { try insert(String(word), conversation, place) }
        setThrough.bind(1, end)
        try setThrough.run()
        standing = Standing(through: end, waiting: 0)
    }

    /// Goes back to how things stood before a transaction that was rolled back.
    func restore(_ standing: Standing) {
        self.standing = standing
    }

    private func keep(_ words: String, _ conversation: String, at place: Int64) throws(SQLiteFailure) {
        guard !words.isEmpty else { return }
        insertLine.bind(1, place)
        insertLine.bind(2, conversation)
        insertLine.bind(3, words)
        try insertLine.run()
        guard place <= standing.through else { return standing.waiting += 1 }
        for word in words.split(separator: " ") { try insert(String(word), conversation, place) }
    }

    private func forget(_ conversation: String, at place: Int64) throws(SQLiteFailure) {
        guard let words = try line(at: place) else { return }
        deleteLine.bind(1, place)
        try deleteLine.run()
        guard place <= standing.through else { return standing.waiting -= 1 }
        for word in words.split(separator: " ") {
            deleteWord.bind(1, conversation)
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

    private func insert(_ word: String, _ conversation: String, _ place: Int64) throws(SQLiteFailure) {
        insertWord.bind(1, conversation)
        insertWord.bind(2, word)
        insertWord.bind(3, place)
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
        case nextConversation

        var sql: String {
            switch self {
            case .entryPlace: "SELECT place FROM entry WHERE id = ?1"
            case .lineAt: "SELECT words FROM line WHERE place = ?1"
            case .deleteLine: "DELETE FROM line WHERE place = ?1"
            case .deleteWord: "DELETE FROM word WHERE conversation = ?1 AND word = ?2 AND place = ?3"
            case .waitingLines: "SELECT place, conversation, words FROM line WHERE place > ?1 ORDER BY place"
            case .setThrough: "UPDATE indexed SET through = ?1 WHERE rowid = 1"
            case .through: "SELECT through FROM indexed WHERE rowid = 1"
            case .newestLines:
                """
                SELECT place, conversation, words FROM line WHERE place > ?1 AND place < ?2 ORDER BY place DESC
                """
            case .placesOfWord:
                """
                SELECT place FROM word WHERE conversation = ?1 AND word = ?2 AND place > ?3 AND place < ?4
                ORDER BY place DESC
                """
            case .placesOfBeginning:
                """
                SELECT DISTINCT place FROM word
                WHERE conversation = ?1 AND word >= ?2 AND word < ?5 AND place > ?3 AND place < ?4
                ORDER BY place DESC
                """
            case .entryAt:
                """
                SELECT \(LogReader.Query.columns), entry.place FROM entry CROSS JOIN log ON log.position = entry.record
                WHERE entry.conversation = ?1 AND entry.place = ?2
                """
            case .nextConversation:
                "SELECT conversation FROM word WHERE conversation >= ?1 ORDER BY conversation LIMIT 1"
            }
        }
    }
}
