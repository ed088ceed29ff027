import CSystem

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
