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

/// A prepared statement. It is bound, then stepped, then reset and cleared for the next use.
///
/// Indexes of parameters count from 1, indexes of columns from 0, as in SQLite.
final class SQLiteStatement: SQLStatement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer
    /// The code of the first failed bind. The next `step` throws it, so that callers can bind without error handling.
    private var bindFailure: Int32 = SQLITE_OK

    init(connection: OpaquePointer, sql: String) throws(SQLiteFailure) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteFailure(code: code, connection: connection)
        }
        self.connection = connection
        handle = prepared
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ index: Int32, _ value: Int64) {
        note(sqlite3_bind_int64(handle, index, value))
    }

    func bind(_ index: Int32, _ text: String) {
        var text = text
        text.withUTF8 { bindText(index, $0) }
    }

    func bind(_ index: Int32, _ text: ArraySlice<UInt8>) {
        text.withUnsafeBufferPointer { bindText(index, $0) }
    }

    func bind(_ index: Int32, _ text: [UInt8]) {
        text.withUnsafeBufferPointer { bindText(index, $0) }
    }

    func bind(_ index: Int32, blob: [UInt8]) {
        let code = blob.withUnsafeBytes { bytes in
            // An empty blob must not become NULL, as it would with a nil pointer.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : sqlite3_bind_blob64(
                    handle, index, bytes.baseAddress, UInt64(bytes.count), understudy_sqlite_transient())
        }
        note(code)
    }

    /// Steps once. Returns true if there is a row to read, and false if the statement is done.
    func step() throws(SQLiteFailure) -> Bool {
        guard bindFailure == SQLITE_OK else { throw SQLiteFailure(code: bindFailure, connection: connection) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteFailure(code: code, connection: connection)
        }
    }

    func run(orReject rejection: LogError.Rejection?) throws(SQLiteFailure) {
        defer { finish() }
        do throws(SQLiteFailure) {
            _ = try step()
        } catch {
            var failure = error
            if error.isConstraint { failure.rejection = rejection }
            throw failure
        }
    }

    /// Resets the statement and clears its bindings, after success or failure.
    ///
    /// A statement that is not reset keeps its transaction open. One that is not cleared may carry values into the next
    /// row.
    func finish() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        bindFailure = SQLITE_OK
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func text(_ column: Int32) -> String {
        String(decoding: buffer(column), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        Array(buffer(column))
    }

    func blob(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Returns the bytes of a column; valid until the next step.
    private func buffer(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        // The pointer is read before the count, because SQLite converts the value first and then measures it.
        let start = sqlite3_column_text(handle, column)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    private func bindText(_ index: Int32, _ buffer: UnsafeBufferPointer<UInt8>) {
        let code = buffer.withMemoryRebound(to: CChar.self) { characters in
            // Empty text must not become NULL, as it would with a nil pointer.
            guard let start = characters.baseAddress, !characters.isEmpty else {
                return sqlite3_bind_text(handle, index, "", 0, understudy_sqlite_transient())
            }
            return sqlite3_bind_text64(
                handle, index, start, UInt64(characters.count), understudy_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
        note(code)
    }

    private func note(_ code: Int32) {
        if bindFailure == SQLITE_OK { bindFailure = code }
    }
}

/// A result code of SQLite with its message.
struct SQLiteFailure: SQLFailure, Equatable {
    /// The extended result code.
    let code: Int32
    /// The message of SQLite.
    let message: String
    /// The rule of the log that was broken, if a constraint was violated.
    var rejection: LogError.Rejection?
    /// True if a commit failed so that the batch may be in the file. The next opening finds out.
    var isInDoubt = false
}

extension SQLiteFailure {
    /// Creates the failure of a connection's last call.
    init(code: Int32, connection: OpaquePointer?) {
        self.code = code
        message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }

    static func rejected(_ rejection: LogError.Rejection) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_CONSTRAINT, message: "", rejection: rejection)
    }

    /// Returns the failure of damaged data.
    static func damage(_ what: String) -> SQLiteFailure { SQLiteFailure(code: SQLITE_CORRUPT, message: what) }

    /// The primary result code: the code without its extension.
    var primaryCode: Int32 { code & 0xFF }

    var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    var isFull: Bool { primaryCode == SQLITE_FULL }

    var isLocked: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// True if the file is not a database.
    var isNoDatabase: Bool { primaryCode == SQLITE_NOTADB }

    /// True if the file is damaged or is not a database.
    var isDamage: Bool { isNoDatabase || primaryCode == SQLITE_CORRUPT || isWrongPage }

    /// True if a page has a wrong checksum (`SQLITE_IOERR_DATA`).
    private var isWrongPage: Bool { code == CheckedFile.damaged }

    /// True if the connection's view of the file is unreliable after this failure.
    ///
    /// After a failed write or sync the kernel may have dropped the pages that it could not write. A later sync then
    /// succeeds although they are lost.
    var poisonsTheConnection: Bool { primaryCode == SQLITE_IOERR || isDamage }

    /// The description for a person, without a full stop.
    var words: String {
        switch primaryCode {
        case SQLITE_FULL: "the disk is full"
        case SQLITE_READONLY: "the file or its directory is read-only"
        case SQLITE_PERM, SQLITE_AUTH: "access is denied"
        case SQLITE_CANTOPEN: "the file cannot be opened"
        case SQLITE_BUSY, SQLITE_LOCKED: "another process has locked the file"
        case SQLITE_IOERR where isWrongPage: "the file is damaged: a page has a wrong checksum"
        case SQLITE_CORRUPT where code == SQLITE_CORRUPT && message.hasPrefix("the record"):
            "the file is damaged: \(message) has a wrong checksum"
        case SQLITE_IOERR: "the disk failed to read or write (SQLite code \(code))"
        case SQLITE_CORRUPT: "the file is damaged (SQLite: \(message))"
        case SQLITE_NOTADB: "it is not an SQLite database"
        case SQLITE_NOMEM: "the process is out of memory"
        case SQLITE_TOOBIG: "a record is larger than SQLite can store"
        default: "SQLite: “\(message)” (code \(code))"
        }
    }
}
