import CSystem
import ChatProtocol
import ChatSystem

/// The log in a file: SQLite in WAL mode, synced at each append.
///
/// One server uses a file at a time. The lock is the operating system's, and ends with the process in every case. While
/// no server runs, the `sqlite3` command can read the file: bodies are text.
public final class SQLiteEventLog: EventLog {
    enum State {
        case open(Database)
        /// The files at the path are not those that are open. Nothing is acknowledged. The connection stays open,
        /// because it may hold the only copy of stored records.
        case detached(Database, reason: String)
        /// A write or a sync failed, and the file cannot be opened again yet. The connection's view of the file is no
        /// longer reliable, so the connection is closed.
        case shut(reason: String)
        case closed
    }

    /// The connection and its prepared statements.
    struct Database {
        let connection: SQLiteConnection
        /// The position of the last record at the opening.
        let end: Int64
        /// A warning for the operator of the server.
        let warning: String?
        let writer: LogWriter<SQLiteConnection>
        let reader: LogReader<SQLiteConnection>
        let searchReader: SearchReader<SQLiteConnection>
        /// The identities of the files at the opening.
        let files: OpenedFiles
    }

    /// A batch that the disk refused.
    struct Refusal {
        let reason: String
        /// The approximate number of bytes that the batch needs on the disk.
        let bytes: Int64
        let isFull: Bool
    }

    private(set) var state: State
    private let open: () throws(LogOpenError) -> Database
    /// True if the write-ahead log may still contain an erased text.
    private var mayContainErasedText = false
    /// The trouble that is not reported yet.
    private var trouble: String?
    private var knowsDamage = false
    private var refused: Refusal?
    /// The files of the last opening.
    var files: OpenedFiles
    /// The position of the last record.
    public internal(set) var end: Int64

    /// Opens the log in a file, or creates it: the file with mode 0600, missing folders with mode 0700.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - pagesMax: The maximum number of pages in the file, to simulate a full disk in tests. Nil for no limit but
    ///     the disk's.
    ///   - searchText: Returns the searchable text of a record's entry, derived from its body. It is needed for records
    ///     without stored words, and for messages that may contain a phrase.
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
        // A relative path gets the prefix `./`, so that a name such as ":memory:" has no special meaning to SQLite.
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

    /// Appends a batch in one transaction: either all of it is synced when this returns, or nothing is stored.
    ///
    /// The texts that the batch erases are gone from the file and its write-ahead log when this returns. If the disk
    /// does not let the write-ahead log be emptied then, the next append, the close or the next start empties it.
    ///
    /// SQLite does not clear the data it moved when it split or merged pages. So a body that replaces a shorter one can
    /// leave a copy of its neighbours in the gaps of a page. The words of the search index cannot: they are overwritten
    /// in place.
    public func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        if let problem { throw .unavailable(reason: problem) }
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        guard !batch.isEmpty else { return }
        // This precedes the write, because a write after the old end of a truncated file restores its old size.
        if let reason = checkFiles() { throw .unavailable(reason: reason) }
        let end = expectedEnd + Int64(batch.count)
        guard let failure = write(batch) else {
            // Sometimes(D11): A batch erases a text from the file.
            if batch.contains(where: { $0.erasure != nil }) { mayContainErasedText = true }
            // The batch is synced, but the next server may find another file at the path.
            if let reason = checkFiles() { throw .unavailable(reason: reason, outcome: .unknown) }
            self.end = end
            if mayContainErasedText { truncate() }
            return
        }
        if let rejection = failure.rejection { throw .rejected(rejection) }
        guard failure.isInDoubt else {
            // Sometimes(D4): A batch fails before its commit.
            if failure.poisonsTheConnection { reopen(after: failure) } else { note(failure, of: batch) }
            throw .unavailable(reason: failure.words)
        }
        // Sometimes(D4): A commit is in doubt.
        // Opened as after a crash, the file shows if it contains the batch.
        reopen(after: failure)
        // Sometimes(D4): A commit is in doubt, and the file cannot be opened again.
        guard problem == nil else { throw .unavailable(reason: failure.words, outcome: .unknown) }
        // Sometimes(D4): A commit was in doubt, and is not in the file.
        guard self.end == end else { throw .unavailable(reason: failure.words) }
    }

    /// Writes a batch. It is a separate function, so that nothing retains the connection when a failure closes it.
    private func write(_ batch: [LogRecord]) -> SQLiteFailure? {
        guard case .open(let database) = state else { return nil }
        do throws(SQLiteFailure) {
            try database.writer.append(batch)
            return nil
        } catch {
            return error
        }
    }

    /// Copies the write-ahead log into the data file and empties it, because it still contains the previous pages.
    ///
    /// The batch is already stored, so a failure here is not a failure of the append.
    private func truncate() {
        guard let failure = checkpoint(), failure.poisonsTheConnection else { return }
        reopen(after: failure)
    }

    private func checkpoint() -> SQLiteFailure? {
        guard case .open(let database) = state else { return nil }
        do throws(SQLiteFailure) {
            mayContainErasedText = try database.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
            return nil
        } catch {
            return error
        }
    }

    // MARK: Recovery from a failed disk

    /// The reason that nothing can be read or written; nil if the log is usable.
    public var problem: String? {
        switch state {
        case .open: nil
        case .shut(let reason), .detached(_, let reason): reason
        case .closed: "the log is closed"
        }
    }

    /// Returns the trouble with the disk since the last call.
    public func takeProblem() -> String? {
        defer { trouble = nil }
        return trouble
    }

    /// Reopens the file as after a crash, if a failure closed it. Its write-ahead log is copied into the file and
    /// synced first.
    ///
    /// Also checks the files and a disk that refused a batch.
    public func recover() {
        switch state {
        case .open: checkDisk()
        case .detached: reattach()
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
            // The opening wrote nothing if the write-ahead log is empty. Only a successful write shows that the disk
            // works again.
            do throws(SQLiteFailure) {
                try database.connection.execute("PRAGMA user_version = \(LogSchema.version)")
            } catch {
                database.connection.leaveWriteAheadLog()
                throw Self.openError(error, path: "")
            }
            // Sometimes(D4): The log is open again after its disk failed.
            (state, end, mayContainErasedText, refused) = (.open(database), database.end, false, nil)
            files = database.files
        } catch {
            state = .shut(reason: error.reason)
        }
    }

    func reopen(after failure: SQLiteFailure) {
        // A file without a name would be deleted by closing it.
        if checkFiles() != nil { return }
        trouble = failure.words
        if case .open(let database) = state { database.connection.leaveWriteAheadLog() }
        state = .shut(reason: failure.words)
        recover()
    }

    private func noteDamage(_ failure: SQLiteFailure) {
        guard failure.isDamage, !knowsDamage else { return }
        (trouble, knowsDamage) = (failure.words, true)
    }

    /// Returns the records after a position.
    public func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { database throws(SQLiteFailure) in try database.reader.records(after: position, limit: limit) }
    }

    /// Returns the hot records after a position.
    public func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { database throws(SQLiteFailure) in try database.reader.hotRecords(after: position, limit: limit) }
    }

    /// Returns the head of each conversation that has a message.
    public func heads() throws(LogError) -> [ConversationHead] {
        try reading { database throws(SQLiteFailure) in try database.reader.heads() }
    }

    /// Returns a page of a thread.
    public func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try reading { database throws(SQLiteFailure) in
            try database.reader.entries(conversation: conversation, after: after, before: before, limit: limit)
        }
    }

    /// Returns the entry with an id.
    public func entry(id: String) throws(LogError) -> StoredEntry? {
        try reading { database throws(SQLiteFailure) in try database.reader.entry(id: id) }
    }

    /// Returns the entries that match a query.
    public func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try reading { database throws(SQLiteFailure) in
            try database.searchReader.search(query, in: scope, before: before, limit: limit, effort: effort)
        }
    }

    /// Returns the replies of a thread.
    public func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try reading { database throws(SQLiteFailure) in
            try database.reader.replies(of: id, after: after, limit: limit)
        }
    }

    /// Returns the records that replaced an entry.
    public func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { database throws(SQLiteFailure) in try database.reader.changes(of: id, limit: limit) }
    }

    /// Returns the number of replies after a place in each of some threads.
    public func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try reading { database throws(SQLiteFailure) in try database.reader.replyCounts(of: ids, after: after) }
    }

    /// Returns the position of the record that answered a request.
    public func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        try reading { database throws(SQLiteFailure) in try database.reader.position(of: key) }
    }

    /// Returns the record at a position.
    public func record(at position: Int64) throws(LogError) -> LogRecord? {
        try reading { database throws(SQLiteFailure) in try database.reader.record(at: position) }
    }

    /// Closes the file, so that the next server can open it.
    public func close() {
        checkFiles()
        // SQLite would delete the write-ahead log at the path, which may belong to another log.
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

    // MARK: Changed files, and a disk that refuses batches

    /// The reason that the disk refused a batch while the log could still be read.
    public var refusal: String? { refused?.reason }

    /// Records that the disk refused a batch. Only the first refusal is reported as trouble.
    func note(_ failure: SQLiteFailure, of batch: [LogRecord]) {
        // A record too large for any file indicates no fault of the disk.
        guard failure.primaryCode != SQLITE_TOOBIG else { return }
        if refused == nil { trouble = failure.words }
        let bytes = batch.reduce(0) { $0 + Int64($1.body.count) }
        refused = Refusal(reason: failure.words, bytes: bytes, isFull: failure.isFull)
    }

    /// Checks that the files are still those that were opened. If not, nothing is acknowledged any more.
    ///
    /// - Returns: The change of the files; nil if they are the same.
    @discardableResult func checkFiles() -> String? {
        guard case .open(let database) = state, let change = database.files.change() else { return nil }
        var words = "\(change.what); put it back while the server runs, or restart the server with a copy of the data"
        // Saves the records that only the deleted write-ahead log contains, while it is still open.
        if change.leavesData, (try? database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")) != nil {
            words = "\(change.what); the data file contains all acknowledged records: restart the server"
        }
        (state, trouble) = (.detached(database, reason: words), words)
        return words
    }

    /// Resumes writing if the files are back at their paths. They contain all stored records.
    func reattach() {
        guard case .detached(let database, _) = state, database.files.change() == nil,
            let found = try? database.connection.integer("SELECT max(position) FROM log")
        else { return }
        (state, end) = (.open(database), found)
    }

    /// Checks the files, and checks if the disk accepts batches again.
    func checkDisk() {
        guard checkFiles() == nil, let refused, case .open(let database) = state else { return }
        // The indexes need more pages in addition to the records.
        if refused.isFull, let free = database.files.freeBytes, free < refused.bytes * 3 + 65_536 { return }
        do throws(SQLiteFailure) {
            try database.connection.execute("PRAGMA user_version = \(LogSchema.version)")
            self.refused = nil
        } catch {
            if error.poisonsTheConnection { reopen(after: error) }
        }
    }
}

extension OpenedFiles {
    /// The number of free bytes on the disk; nil if it is unknown.
    var freeBytes: Int64? { FileSystem.freeBytes(at: path) }
}
