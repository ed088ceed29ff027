import CSystem

/// A connection to one database file, used by one thread.
final class SQLiteConnection: SQLConnection {
    static let dialect = SQLDialect.sqlite

    private let handle: OpaquePointer
    private var beginning: SQLiteStatement?
    private var committing: SQLiteStatement?

    /// Opens an existing file. SQLite's own mutexes are off, because only the thread that owns the log uses the
    /// connection.
    init(path: String) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var code = ChecksumVFS.registration
        if code == SQLITE_OK { code = sqlite3_open_v2(path, &opened, flags, ChecksumVFS.namePointer) }
        guard code == SQLITE_OK, let opened else {
            let failure = SQLiteFailure(code: code, connection: opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        // This precedes the first read of the file, so that the read takes the lock and keeps it until the connection
        // is closed.
        try execute("PRAGMA locking_mode = EXCLUSIVE")
    }

    /// Calls `sqlite3_file_control` on the data file with a value.
    func control(_ operation: Int32, _ value: Int32) throws(SQLiteFailure) {
        var value = value
        let code = sqlite3_file_control(handle, "main", operation, &value)
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code, connection: handle) }
    }

    private func file(_ operation: Int32) -> CheckedFile? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", operation, &file) == SQLITE_OK else { return nil }
        return ChecksumVFS.checkedFile(file)
    }

    /// The minimum sizes of the data file and its write-ahead log in bytes, as far as this connection wrote them.
    var fileSizes: (data: Int64, log: Int64) {
        (file(SQLITE_FCNTL_FILE_POINTER)?.bytesMin ?? 0, file(SQLITE_FCNTL_JOURNAL_POINTER)?.bytesMin ?? 0)
    }

    // MARK: Passes of the write-ahead log

    // A pass is what SQLite writes into the write-ahead log before it begins again at its start.

    /// The number of pages in the write-ahead log at which SQLite copies them into the data file.
    ///
    /// After that it begins a new pass.
    static let pagesOfPassMax: Int64 = 4_096

    /// True if the next transaction may begin a new pass.
    private var beginsPass: Bool {
        let bytes = file(SQLITE_FCNTL_JOURNAL_POINTER)?.bytesInUse ?? 0
        return bytes == 0 || bytes > Self.pagesOfPassMax * 4_096
    }

    /// Writes the number of the coming pass of the write-ahead log into the first page of the data file.
    ///
    /// The data file has the previous pass's number until that page is copied. So an older copy of it next to a newer
    /// write-ahead log can be detected (``WriteAheadLog/numbers``). The number is in the upper 24 bits of the schema's
    /// version, whose lower bits SQLite increments at each change of the schema.
    ///
    /// - Parameter isNew: True if the file is being created. It begins with a random number, so that two files differ.
    ///   A file of an older version has the number 0.
    func numberPass(isNew: Bool = false) throws(SQLiteFailure) {
        let version = UInt32(truncatingIfNeeded: try integer("PRAGMA schema_version"))
        let number = version >> 8
        let next = isNew ? UInt32.random(in: 1..<1 << 24) : number &+ 1
        try execute("PRAGMA schema_version = \(Int32(bitPattern: next << 8))")
    }

    /// SQLite delays the close until the last statement is finalized.
    deinit {
        sqlite3_close_v2(handle)
    }

    /// Keeps the write-ahead log unchanged when the connection is closed, so that the next opening finds the state
    /// after a crash.
    func leaveWriteAheadLog() { _ = understudy_sqlite_close_without_checkpoint(handle) }

    var changedRows: Int64? { Int64(sqlite3_changes(handle)) }

    func begin() throws(SQLiteFailure) {
        if beginning == nil { beginning = try prepare("BEGIN IMMEDIATE") }
        try beginning?.run()
        if beginsPass { try numberPass() }
    }

    func commit() throws(SQLiteFailure) {
        if committing == nil { committing = try prepare("COMMIT") }
        do throws(SQLiteFailure) {
            try committing?.run()
        } catch {
            var failure = error
            // A full disk took less than the whole commit, so the transaction is certainly not committed.
            failure.isInDoubt = !error.isFull
            throw failure
        }
    }

    func rollBack() {
        if isInTransaction { try? execute("ROLLBACK") }
    }

    /// True if a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Executes statements that have no parameters and whose rows are not needed.
    func execute(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code, connection: handle) }
    }

    /// Prepares a statement for repeated use.
    func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        try SQLiteStatement(connection: handle, sql: sql)
    }

    /// Returns the first column of the first row, as an integer; 0 if there is no row.
    func integer(_ sql: String) throws(SQLiteFailure) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Returns the first column of the first row, as text; empty if there is no row.
    func text(_ sql: String) throws(SQLiteFailure) -> String {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : ""
    }
}
