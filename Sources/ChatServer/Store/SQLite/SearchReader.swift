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
    private let nextConversation: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        lineAt = try connection.prepare(SearchIndex.Query.lineAt.sql)
        newestLines = try connection.prepare(SearchIndex.Query.newestLines.sql)
        placesOfWord = try connection.prepare(SearchIndex.Query.placesOfWord.sql)
        placesOfBeginning = try connection.prepare(SearchIndex.Query.placesOfBeginning.sql)
        entryAt = try connection.prepare(SearchIndex.Query.entryAt.sql)
        nextConversation = try connection.prepare(SearchIndex.Query.nextConversation.sql)
    }

    /// - Parameter through: Up to this place lines have their words in the index; those after it are read.
    func entries(
        _ query: SearchQuery, conversations: [String]?, before: Int64?, limit: Int, through: Int64
    ) throws(SQLiteFailure) -> [StoredEntry] {
        guard !query.isEmpty, limit > 0 else { return [] }
        let before = before ?? Int64.max
        var hits = try waiting(query, in: conversations, after: through, before: before, limit: limit)
        if hits.count < limit {
            let room = limit - hits.count
            hits += try indexed(query, in: conversations, before: min(before, through + 1), limit: room)
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
        _ query: SearchQuery, in conversations: [String]?, after: Int64, before: Int64, limit: Int
    ) throws(SQLiteFailure) -> [Hit] {
        defer { newestLines.finish() }
        let allowed = conversations.map { Set($0.map(ByteText.init)) }
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
        _ query: SearchQuery, in conversations: [String]?, before: Int64, limit: Int
    ) throws(SQLiteFailure) -> [Hit] {
        let asked = conversations.map { Set($0.map(ByteText.init)).map(\.text) }
        let conversations: [String]
        if let asked { conversations = asked } else { conversations = try allConversations() }
        var hits: [Hit] = []
        for conversation in conversations {
            // What is older than the newest that were found elsewhere need not be looked at.
            let after = hits.count == limit ? hits.last?.place ?? 0 : 0
            let places = try places(query, in: conversation, after: after, before: before, limit: limit)
            hits += places.map { Hit(place: $0, conversation: conversation) }
            hits.sort { $0.place > $1.place }
            hits.removeLast(max(hits.count - limit, 0))
        }
        return hits
    }

    /// The newest places in one conversation, newest first.
    private func places(
        _ query: SearchQuery, in conversation: String, after: Int64, before: Int64, limit: Int
    ) throws(SQLiteFailure) -> [Int64] {
        let statement: SQLiteStatement
        if let word = query.longestWholeWord {
            statement = placesOfWord
            statement.bind(2, word)
        } else if let beginning = query.beginning {
            statement = placesOfBeginning
            statement.bind(2, beginning)
            // No word has that scalar, which is none, and it is greater than all that are.
            statement.bind(5, beginning + "\u{10FFFF}")
        } else {
            return []
        }
        defer { statement.finish() }
        statement.bind(1, conversation)
        statement.bind(3, after)
        statement.bind(4, before)
        var places: [Int64] = []
        while places.count < limit, try statement.step() {
            let place = statement.integer(0)
            // One word was asked of the index itself.
            if query.isOneWord {
                places.append(place)
            } else if try matches(query, at: place) {
                places.append(place)
            }
        }
        return places
    }

    private func matches(_ query: SearchQuery, at place: Int64) throws(SQLiteFailure) -> Bool {
        defer { lineAt.finish() }
        lineAt.bind(1, place)
        guard try lineAt.step() else { return false }
        return query.matches(line: lineAt.text(0))
    }

    private func allConversations() throws(SQLiteFailure) -> [String] {
        var conversations: [String] = []
        var next = ""
        while true {
            defer { nextConversation.finish() }
            nextConversation.bind(1, next)
            guard try nextConversation.step() else { return conversations }
            let conversation = nextConversation.text(0)
            conversations.append(conversation)
            // The first text after that one.
            next = conversation + "\u{0}"
        }
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
