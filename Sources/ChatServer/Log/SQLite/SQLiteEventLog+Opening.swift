// What happens between finding the file and the first record: settings, migration, and the words for what went wrong.
extension SQLiteEventLog {
    /// Opens the file, learns whose it is before anything in it is changed, and makes it ready.
    static func connect(
        file: String, path: String, searchText: @escaping (LogRecord) -> String?
    ) throws(LogOpenError) -> SQLiteConnection {
        let connection: SQLiteConnection
        let standing: LogSchema.Standing
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(path: file)
            // Before the first look at the file: then the lock is taken by it, and not given back until the close.
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            standing = try LogSchema.standing(of: connection)
        } catch {
            throw openError(error, path: path)
        }
        let version = try version(of: standing, path: path)
        do throws(SQLiteFailure) {
            try prepare(connection, from: version, searchText: searchText)
        } catch {
            throw openError(error, path: path)
        }
        return connection
    }

    private static func version(of standing: LogSchema.Standing, path: String) throws(LogOpenError) -> Int64 {
        switch standing {
        case .empty:
            return 0
        case .foreign:
            throw .notALog(path: path, reason: "it is some other program's database")
        case .log(let version):
            guard version <= LogSchema.version else {
                throw .newerVersion(path: path, found: version, known: LogSchema.version)
            }
            return version
        }
    }

    /// Sets the connection up and brings the file to the newest format.
    ///
    /// `synchronous = FULL`: what was acknowledged survives a power cut, not only a crash of the process. It costs one
    /// sync a transaction, which a batch shares.
    ///
    /// A new file is made without a sync for each step and synced once as a whole, by a checkpoint, before anything is
    /// promised on it: a third of the syncs, which are most of the time that a first start takes.
    private static func prepare(
        _ connection: SQLiteConnection, from version: Int64, searchText: @escaping (LogRecord) -> String?
    ) throws(SQLiteFailure) {
        let isNew = version == 0
        if isNew { try connection.execute("PRAGMA synchronous = OFF") }
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw SQLiteFailure(code: 1, message: "the file system does not allow a write-ahead log")
        }
        try connection.execute("PRAGMA trusted_schema = OFF")
        // Client ids are random, so receipts land on pages all over their tree. 16 MiB of cache (in -KiB) and of
        // write-ahead log (in pages) between checkpoints let such a page be changed many times and copied once.
        try connection.execute("PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4096")
        if !isNew { try connection.execute("PRAGMA synchronous = FULL") }
        // What is deleted is overwritten: the text of a message that was taken back may not lie in the gaps of pages.
        try connection.execute("PRAGMA secure_delete = ON")
        try LogSchema.migrate(connection, from: version) { () throws(SQLiteFailure) in
            try SearchIndex.fill(connection, searchText: searchText)
        }
        if isNew { try connection.execute("PRAGMA synchronous = FULL") }
        // A server that was killed may have left a write-ahead log with texts that it had just erased.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // Takes the write lock now, so that a second server hears of the first when it starts and not when it writes.
        try connection.execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// What a failure at the start means to the person who started the server.
    static func openError(_ failure: SQLiteFailure, path: String) -> LogOpenError {
        if failure.isLocked { return .inUse(path: path) }
        if failure.isDamage { return .notALog(path: path, reason: failure.words) }
        return .unavailable(path: path, reason: failure.words)
    }
}
