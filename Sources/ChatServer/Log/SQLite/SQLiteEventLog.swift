import ChatProtocol
import ChatSystem

/// The log in a file: SQLite in WAL mode, synced at each append.
///
/// One server holds a file at a time; the lock is the operating system's, and goes with the process however it ends.
/// The file can be read with the `sqlite3` command while no server runs: bodies are text.
public final class SQLiteEventLog: EventLog {
    enum State {
        case open(Database)
        /// The files at the path are not those that are open. Nothing is acknowledged. The connection stays open,
        /// because it may hold the only copy of what was stored.
        case detached(Database, reason: String)
        /// A write or a sync failed, and the file cannot be opened again yet: what the connection believed of it can no
        /// longer be trusted, and so it is closed.
        case shut(reason: String)
        case closed
    }

    /// The connection and its statements, prepared once.
    struct Database {
        let connection: SQLiteConnection
        /// The position of the last record when it was opened.
        let end: Int64
        /// What whoever runs the server should know.
        let warning: String?
        let writer: LogWriter<SQLiteConnection>
        let reader: LogReader<SQLiteConnection>
        let searchReader: SearchReader<SQLiteConnection>
        /// The files as they were when they were opened.
        let files: OpenedFiles
    }

    /// A batch that the disk refused.
    struct Refusal {
        let reason: String
        /// About how many bytes the batch needs on the disk.
        let bytes: Int64
        let isFull: Bool
    }

    var state: State
    private let open: () throws(LogOpenError) -> Database
    /// Whether the write-ahead log may still hold a text that was erased.
    private var mustTruncate = false
    /// What went wrong and was not told yet.
    var trouble: String?
    private var knowsDamage = false
    var refused: Refusal?
    /// The files that were opened last.
    var files: OpenedFiles
    /// The position of the last record.
    public internal(set) var end: Int64

    /// Opens the log in a file, or makes it: the file with mode 0600, missing directories with 0700.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pagesMax: How many pages the file may have at most: a full disk for tests. Nil for no limit but the disk's.
    ///   - searchText: What the entry of a record is found by, as its body says it: for what was stored before the file
    ///     was opened and has no words in it yet, and for the messages among which a phrase is looked for.
    /// - Throws: `LogOpenError`, whose description is for the person who started the server.
    init(path: String, pagesMax: Int?, searchText: @escaping (LogRecord) -> String?) throws(LogOpenError) {
        open = { () throws(LogOpenError) in
            try Self.database(path: path, pagesMax: pagesMax, searchText: searchText)
        }
        let database = try open()
        (state, end, trouble) = (.open(database), database.end, database.warning)
        files = database.files
    }

    private static func database(
        path: String, pagesMax: Int?, searchText: @escaping (LogRecord) -> String?
    ) throws(LogOpenError) -> Database {
        guard !path.isEmpty else { throw .unavailable(path: "“”", reason: "the path is empty") }
        // A relative path gets its dot, so that SQLite sees nothing special in a name such as ":memory:".
        let file = path.hasPrefix("/") ? path : "./" + path
        let warning = try checkFiles(file, path: path)
        do throws(SystemFailure) {
            try PrivateFile.create(at: file)
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
        let connection = try connect(file: file, path: path, searchText: searchText)
        do throws(SQLiteFailure) {
            if let pagesMax { try connection.execute("PRAGMA max_page_count = \(pagesMax)") }
            let end = try connection.integer("SELECT max(position) FROM log")
            let search = try SearchIndex(connection, end: end, searchText: searchText)
            return Database(
                connection: connection, end: end, warning: warning, writer: try LogWriter(connection, search: search),
                reader: try LogReader(connection), searchReader: try SearchReader(connection, index: search),
                files: OpenedFiles(file, connection))
        } catch {
            connection.leaveWriteAheadLog()
            throw openError(error, path: path)
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
        if let problem { throw .unavailable(reason: problem) }
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        guard !batch.isEmpty else { return }
        // A file that was truncated has its old size again once something is written behind its old end.
        if let reason = lookAtFiles() { throw .unavailable(reason: reason) }
        let end = expectedEnd + Int64(batch.count)
        guard let failure = write(batch) else {
            if batch.contains(where: { $0.erasure != nil }) { mustTruncate = true }
            // The batch is synced, but whoever starts the server next may find another file.
            if let reason = lookAtFiles() { throw .unavailable(reason: reason, outcome: .unknown) }
            self.end = end
            if mustTruncate { truncate() }
            return
        }
        if let rejection = failure.rejection { throw .rejected(rejection) }
        guard failure.isInDoubt else {
            if failure.poisonsTheConnection { openAnew(after: failure) } else { note(failure, of: batch) }
            throw .unavailable(reason: failure.words)
        }
        // Opened as after a crash, the file says what became of the batch.
        openAnew(after: failure)
        guard problem == nil else { throw .unavailable(reason: failure.words, outcome: .unknown) }
        guard self.end == end else { throw .unavailable(reason: failure.words) }
    }

    /// Its own function, so that nothing holds the connection when a failure has it closed.
    private func write(_ batch: [LogRecord]) -> SQLiteFailure? {
        guard case .open(let database) = state else { return nil }
        do throws(SQLiteFailure) {
            try database.writer.append(batch)
            return nil
        } catch {
            return error
        }
    }

    /// Brings the file up to date and empties the write-ahead log, in which the pages of before still stand.
    ///
    /// The batch is stored whatever happens here, so a failure is not one of the append.
    private func truncate() {
        guard let failure = checkpoint(), failure.poisonsTheConnection else { return }
        openAnew(after: failure)
    }

    private func checkpoint() -> SQLiteFailure? {
        guard case .open(let database) = state else { return nil }
        do throws(SQLiteFailure) {
            mustTruncate = try database.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
            return nil
        } catch {
            return error
        }
    }

    // MARK: When the disk failed

    /// Why nothing can be read or written now; nil while it can.
    public var problem: String? {
        switch state {
        case .open: nil
        case .shut(let reason), .detached(_, let reason): reason
        case .closed: "the log is closed"
        }
    }

    /// What went wrong with the disk since the last look.
    public func takeTrouble() -> String? {
        defer { trouble = nil }
        return trouble
    }

    /// Opens the file again as after a crash, where a failure had it closed: what is in its write-ahead log is read,
    /// written to the file and synced before anything else is done with it.
    public func recover() {
        switch state {
        case .open: lookAgain()
        case .detached: attachAgain()
        case .shut: reopen()
        case .closed: break
        }
    }

    private func reopen() {
        // Opening another file would begin a new log under a server that knows the old one.
        if let change = files.change(includingSizes: false) {
            state = .shut(reason: change.what)
            return
        }
        do throws(LogOpenError) {
            let database = try open()
            // Nothing was written by that where the write-ahead log is empty: a disk is well when it takes something.
            do throws(SQLiteFailure) {
                try database.connection.execute("PRAGMA user_version = \(LogSchema.version)")
            } catch {
                database.connection.leaveWriteAheadLog()
                throw Self.openError(error, path: "")
            }
            (state, end, mustTruncate, refused) = (.open(database), database.end, false, nil)
            files = database.files
        } catch {
            state = .shut(reason: error.reason)
        }
    }

    func openAnew(after failure: SQLiteFailure) {
        // A file without a name would be gone once it is closed.
        if lookAtFiles() != nil { return }
        trouble = failure.words
        if case .open(let database) = state { database.connection.leaveWriteAheadLog() }
        state = .shut(reason: failure.words)
        recover()
    }

    private func noteDamage(_ failure: SQLiteFailure) {
        guard failure.isDamage, !knowsDamage else { return }
        (trouble, knowsDamage) = (failure.words, true)
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
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try reading { database throws(SQLiteFailure) in
            try database.searchReader.search(query, in: scope, before: before, limit: limit, effort: effort)
        }
    }

    /// The replies of a thread.
    public func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try reading { database throws(SQLiteFailure) in
            try database.reader.replies(of: id, after: after, limit: limit)
        }
    }

    /// The records that replaced an entry.
    public func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { database throws(SQLiteFailure) in try database.reader.changes(of: id, limit: limit) }
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
        lookAtFiles()
        // SQLite would delete the write-ahead log at the path, which may be another log's.
        if case .detached(let database, _) = state { database.connection.leaveWriteAheadLog() }
        state = .closed
    }

    private func reading<Answer>(_ body: (Database) throws(SQLiteFailure) -> Answer) throws(LogError) -> Answer {
        guard case .open(let database) = state else { throw .unavailable(reason: problem ?? "") }
        do throws(SQLiteFailure) {
            return try body(database)
        } catch {
            noteDamage(error)
            throw .unavailable(reason: error.words)
        }
    }
}
