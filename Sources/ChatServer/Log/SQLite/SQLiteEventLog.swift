import ChatSystem

/// The log in a file: SQLite in WAL mode, synced at each append.
///
/// One server holds a file at a time; the lock is the operating system's, and goes with the process however it ends.
/// The file can be read with the `sqlite3` command while no server runs: bodies are text.
public final class SQLiteEventLog: EventLog {
    private enum State {
        case open(Database)
        /// Reads may go on; appends would be promises that the disk may not keep.
        case failed(Database, reason: String)
        case closed
    }

    /// The connection and its statements, prepared once.
    struct Database {
        let connection: SQLiteConnection
        let writer: LogWriter
        let reader: LogReader
        let search: SearchIndex
        let searchReader: SearchReader
    }

    private var state: State
    /// Whether the write-ahead log may still hold a text that was erased.
    private var mustTruncate = false
    /// The position of the last record.
    public private(set) var end: Int64

    /// Opens the log in a file, or makes it: the file with mode 0600, missing directories with 0700.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pagesMax: How many pages the file may have at most: a full disk for tests. Nil for no limit but the disk's.
    ///   - searchText: What the entry of a record is found by, as its body says it: for what was stored before the file
    ///     was opened and has no words in it yet, and for the messages among which a phrase is looked for.
    /// - Throws: `LogOpenError`, whose description is for the person who started the server.
    init(path: String, pagesMax: Int?, searchText: @escaping (LogRecord) -> String?) throws(LogOpenError) {
        guard !path.isEmpty else { throw .unavailable(path: "“”", reason: "the path is empty") }
        // A relative path gets its dot, so that SQLite sees nothing special in a name such as ":memory:".
        let file = path.hasPrefix("/") ? path : "./" + path
        do throws(SystemFailure) {
            try PrivateFile.create(at: file)
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
        let connection = try Self.connect(file: file, path: path, searchText: searchText)
        do throws(SQLiteFailure) {
            if let pagesMax { try connection.execute("PRAGMA max_page_count = \(pagesMax)") }
            end = try connection.integer("SELECT max(position) FROM log")
            let search = try SearchIndex(connection, end: end, searchText: searchText)
            let database = Database(
                connection: connection, writer: try LogWriter(connection, search: search),
                reader: try LogReader(connection), search: search,
                searchReader: try SearchReader(connection, index: search))
            state = .open(database)
        } catch {
            throw Self.openError(error, path: path)
        }
    }

    /// Appends a batch in one transaction, synced when this returns, or nothing of it.
    ///
    /// What the batch erases is gone from the file and from its write-ahead log when this returns. If the disk does not
    /// let the write-ahead log be emptied then, the next append, the close or the next start does it.
    ///
    /// SQLite does not clean what it moved when pages were divided or joined. So a body that takes the place of a shorter
    /// one can leave a copy of its neighbours in the gaps of a page. The words cannot: they are overwritten where they
    /// lie.
    public func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        let database: Database
        switch state {
        case .open(let open): database = open
        case .failed(_, let reason): throw .unavailable(reason: "\(reason), and the server must be started again")
        case .closed: throw .unavailable(reason: "it was closed")
        }
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        guard !batch.isEmpty else { return }
        do throws(LogWriter.Failure) {
            try database.writer.append(batch)
        } catch {
            switch error {
            case .rejection(let rejection): throw .rejected(rejection)
            case .database(let failure):
                if failure.poisonsTheConnection { state = .failed(database, reason: failure.words) }
                throw .unavailable(reason: failure.words)
            }
        }
        end += Int64(batch.count)
        if batch.contains(where: { $0.erasure != nil }) { mustTruncate = true }
        if mustTruncate { truncate(database) }
    }

    /// Brings the file up to date and empties the write-ahead log, in which the pages of before still stand.
    ///
    /// The batch is stored whatever happens here, so a failure is not one of the append.
    private func truncate(_ database: Database) {
        do throws(SQLiteFailure) {
            mustTruncate = try database.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
        } catch {
            if error.poisonsTheConnection { state = .failed(database, reason: error.words) }
        }
    }

    /// The records after a position.
    public func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { database throws(SQLiteFailure) in try database.reader.records(after: position, limit: limit) }
    }

    /// The hot records after a position.
    public func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { database throws(SQLiteFailure) in try database.reader.hotRecords(after: position, limit: limit) }
    }

    /// The head of each conversation that has a message.
    public func heads() throws(LogError) -> [ConversationHead] {
        try reading { database throws(SQLiteFailure) in try database.reader.heads() }
    }

    /// A page of a thread.
    public func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try reading { database throws(SQLiteFailure) in
            try database.reader.entries(conversation: conversation, after: after, before: before, limit: limit)
        }
    }

    /// The entry with an id.
    public func entry(id: String) throws(LogError) -> StoredEntry? {
        try reading { database throws(SQLiteFailure) in try database.reader.entry(id: id) }
    }

    /// The entries that a query finds.
    public func search(
        _ query: SearchQuery, conversations: [String]?, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try reading { database throws(SQLiteFailure) in
            try database.searchReader.entries(
                query, conversations: conversations, before: before, limit: limit)
        }
    }

    /// The replies of a thread.
    public func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try reading { database throws(SQLiteFailure) in
            try database.reader.replies(of: id, after: after, limit: limit)
        }
    }

    /// How many replies each of some threads has after a place.
    public func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try reading { database throws(SQLiteFailure) in try database.reader.replyCounts(of: ids, after: after) }
    }

    /// The position of the record that answered a request.
    public func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        try reading { database throws(SQLiteFailure) in try database.reader.position(of: key) }
    }

    /// The record at a position.
    public func record(at position: Int64) throws(LogError) -> LogRecord? {
        try reading { database throws(SQLiteFailure) in try database.reader.record(at: position) }
    }

    /// Closes the file and lets the next server have it.
    public func close() {
        state = .closed
    }

    private func reading<Answer>(_ body: (Database) throws(SQLiteFailure) -> Answer) throws(LogError) -> Answer {
        let open: Database
        switch state {
        case .open(let database), .failed(let database, _): open = database
        case .closed: throw .unavailable(reason: "it was closed")
        }
        do throws(SQLiteFailure) {
            return try body(open)
        } catch {
            throw .unavailable(reason: error.words)
        }
    }
}
