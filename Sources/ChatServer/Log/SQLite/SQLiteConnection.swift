import CSQLite

/// One connection to one database file, held by one thread.
final class SQLiteConnection {
    private let handle: OpaquePointer

    /// Opens a file that exists. SQLite's own mutexes are off: the thread that owns the log is the lock.
    init(path: String) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let failure = SQLiteFailure(code: code, connection: opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
    }

    /// Closes once the last statement is finalised, which SQLite itself waits for.
    deinit {
        sqlite3_close_v2(handle)
    }

    /// How many rows the last statement changed.
    var changedRows: Int64 { Int64(sqlite3_changes(handle)) }

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
