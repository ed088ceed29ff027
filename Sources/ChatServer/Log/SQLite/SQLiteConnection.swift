import CSystem

/// One connection to one database file, held by one thread.
final class SQLiteConnection: SQLConnection {
    static let dialect = SQLDialect.sqlite

    private let handle: OpaquePointer
    private var beginning: SQLiteStatement?
    private var committing: SQLiteStatement?

    /// Opens a file that exists. SQLite's own mutexes are off: the thread that owns the log is the lock.
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
        // Before the first look at the file: then the lock is taken by it, and not given back until the close.
        try execute("PRAGMA locking_mode = EXCLUSIVE")
    }

    /// Tells the file something, or asks it.
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

    /// How many bytes the data file and its write-ahead log have at least, as far as this connection wrote them.
    var fileSizes: (data: Int64, log: Int64) {
        (file(SQLITE_FCNTL_FILE_POINTER)?.bytesMin ?? 0, file(SQLITE_FCNTL_JOURNAL_POINTER)?.bytesMin ?? 0)
    }

    // MARK: Uses of the write-ahead log

    /// SQLite copies the write-ahead log into the data file once it has so many pages, and then begins to use it from
    /// its start.
    static let pagesInUseMax: Int64 = 4_096

    /// True if the next transaction may begin to use the write-ahead log from its start.
    private var beginsUse: Bool {
        let bytes = file(SQLITE_FCNTL_JOURNAL_POINTER)?.bytesInUse ?? 0
        return bytes == 0 || bytes > Self.pagesInUseMax * 4_096
    }

    /// Gives the coming use of the write-ahead log its number, in the first page of the data file.
    ///
    /// The data file has the number of the use before until that page is copied. So the two files can be told from an
    /// older copy beside a newer write-ahead log (``WriteAheadLog/numbers``). The number stands in the upper bits of the
    /// schema's version, which changes of the schema count up by one.
    ///
    /// - Parameter isNew: True if the file is being made: it begins with a random number, so that two files differ. A file
    ///   of an older version has the number 0.
    func numberUse(isNew: Bool = false) throws(SQLiteFailure) {
        let version = UInt32(truncatingIfNeeded: try integer("PRAGMA schema_version"))
        let number = version >> 8
        let next = isNew ? UInt32.random(in: 1..<1 << 24) : number &+ 1
        try execute("PRAGMA schema_version = \(Int32(bitPattern: next << 8))")
    }

    /// Closes once the last statement is finalised, which SQLite itself waits for.
    deinit {
        sqlite3_close_v2(handle)
    }

    /// Lets the write-ahead log stay as it is when this is closed: the next one finds what a crash would have left.
    func leaveWriteAheadLog() { _ = understudy_sqlite_close_without_checkpoint(handle) }

    var changedRows: Int64? { Int64(sqlite3_changes(handle)) }

    func begin() throws(SQLiteFailure) {
        if beginning == nil { beginning = try prepare("BEGIN IMMEDIATE") }
        try beginning?.run()
        if beginsUse { try numberUse() }
    }

    func commit() throws(SQLiteFailure) {
        if committing == nil { committing = try prepare("COMMIT") }
        do throws(SQLiteFailure) {
            try committing?.run()
        } catch {
            var failure = error
            // A disk that is full took less than was to be written.
            failure.isInDoubt = !error.isFull
            throw failure
        }
    }

    func rollBack() {
        if isInTransaction { try? execute("ROLLBACK") }
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs one or several statements that have no parameters and no rows of interest.
    func execute(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code, connection: handle) }
    }

    /// Prepares a statement that will be used many times.
    func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        try SQLiteStatement(connection: handle, sql: sql)
    }

    /// The first column of the first row, as an integer; 0 if there is no row.
    func integer(_ sql: String) throws(SQLiteFailure) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The first column of the first row, as text; empty if there is no row.
    func text(_ sql: String) throws(SQLiteFailure) -> String {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : ""
    }
}
