import CSystem

/// A result code of SQLite and what SQLite said of it.
struct SQLiteFailure: SQLFailure, Equatable {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words.
    let message: String
    /// The rule of the log that was broken, where a constraint says so.
    var rejection: LogError.Rejection?
    /// Whether a commit failed so that the batch may be in the file: that is for the next opening to find.
    var isInDoubt = false
}

extension SQLiteFailure {
    /// The last failure of a connection.
    init(code: Int32, connection: OpaquePointer?) {
        self.code = code
        message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }

    static func rejected(_ rejection: LogError.Rejection) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_CONSTRAINT, message: "", rejection: rejection)
    }

    /// Something is not as it was written.
    static func damage(_ what: String) -> SQLiteFailure { SQLiteFailure(code: SQLITE_CORRUPT, message: what) }

    /// The family of the code: its extended form without the detail.
    var primaryCode: Int32 { code & 0xFF }

    var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    var isFull: Bool { primaryCode == SQLITE_FULL }

    var isLocked: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Not a database at all.
    var isNoDatabase: Bool { primaryCode == SQLITE_NOTADB }

    /// Not as it was written, or no database at all.
    var isDamage: Bool { isNoDatabase || primaryCode == SQLITE_CORRUPT || isWrongPage }

    /// A page that has another checksum than it was written with (`SQLITE_IOERR_DATA`).
    private var isWrongPage: Bool { code == CheckedFile.damaged }

    /// After a failed write or sync the kernel may have dropped the pages that it could not write, and a later sync
    /// says that all is well. What this connection believes about the file can no longer be trusted.
    var poisonsTheConnection: Bool { primaryCode == SQLITE_IOERR || isDamage }

    /// What a person can act on, without a full stop.
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
