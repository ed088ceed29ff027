import CSystem
import ChatSystem

// The opening of a log: checks of the files, settings, migration, and the errors of opening.
extension SQLiteEventLog {
    /// Opens the file, identifies its content before changing anything, and prepares it for use.
    static func connect(
        file: String, path: String, searchText: @escaping (LogRecord) -> String?
    ) throws(LogOpenError) -> SQLiteConnection {
        let connection: SQLiteConnection
        let standing: LogSchema.Standing
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(path: file)
            standing = try LogSchema.standing(of: connection)
        } catch {
            throw openError(error, path: path)
        }
        let version = try version(of: standing, path: path)
        do throws(SQLiteFailure) {
            try prepare(connection, from: version, searchText: searchText)
        } catch {
            // SQLite would delete the write-ahead log at the close, and the next attempt would miss it.
            connection.leaveWriteAheadLog()
            throw openError(error, path: path)
        }
        return connection
    }

    /// Checks that the data file and its write-ahead log are intact and belong together, before SQLite uses them.
    ///
    /// - Returns: A warning for the operator of the server; nil if there is none.
    /// - Throws: `damaged` or `unavailable` if opening the file would lose acknowledged records.
    static func checkFiles(_ file: String, path: String) throws(LogOpenError) -> String? {
        guard FileSystem.entry(at: file + "-wal") != nil else { return nil }
        let bytes = try? FileSystem.bytes(ofFile: file + "-wal", max: walBytesMax)
        try checkDataFile(file, forLog: bytes ?? [], path: path)
        guard let bytes, !bytes.isEmpty, let head = try? FileSystem.firstBytes(ofFile: file, count: 44),
            head.count == 44
        else { return nil }
        let size = Int(head[16]) << 8 | Int(head[17])
        let log = WriteAheadLog(bytes, pageBytes: size == 1 ? 65_536 : size)
        if let numbers = log.numbers, !numbers.fit(head) {
            throw .unavailable(
                path: path,
                reason:
                    "its write-ahead log (\(path)-wal) belongs to another file, or to an earlier or later copy of this "
                    + "one. Put back the data file that belongs to it; or, to continue with this data file, move "
                    + "\(path)-wal to another folder and keep it"
            )
        }
        switch log.standing {
        case .whole: return nil
        case .lastIsDamaged:
            return "the write-ahead log ends in an incomplete transaction, which is ignored: "
                + "it was cut off before it was acknowledged, or the disk damaged it"
        case .damaged(let frame):
            throw .damaged(
                path: path,
                reason: "its write-ahead log (\(path)-wal) is damaged at frame \(frame), and opening the file would "
                    + "lose the acknowledged records after that frame")
        }
    }

    /// Refuses a write-ahead log without its data file.
    ///
    /// A server that was killed while it created both leaves an empty data file, and a write-ahead log in its first
    /// use. That one contains nothing that was acknowledged.
    private static func checkDataFile(
        _ file: String, forLog log: [UInt8], path: String
    ) throws(LogOpenError) {
        let data = FileSystem.entry(at: file)
        guard data.map({ $0.bytes == 0 && WriteAheadLog(log, pageBytes: 0).isUsedAgain }) ?? true else { return }
        throw .unavailable(
            path: path,
            reason:
                "it is \(data == nil ? "missing" : "empty"), but its write-ahead log (\(path)-wal) exists. Put the "
                + "data file back; or, to begin a new log, move \(path)-wal to another folder and keep it")
    }

    /// The maximum size to check. A write-ahead log usually has about 16 MiB; larger ones than this are not checked.
    private static let walBytesMax = 1 << 30

    private static func version(of standing: LogSchema.Standing, path: String) throws(LogOpenError) -> Int64 {
        switch standing {
        case .empty:
            return 0
        case .foreign:
            throw .notALog(path: path, reason: "it is another program's database")
        case .log(let version):
            guard version <= LogSchema.version else {
                throw .newerVersion(path: path, found: version, known: LogSchema.version)
            }
            return version
        }
    }

    /// Configures the connection and migrates the file to the newest format.
    ///
    /// `synchronous = FULL`: acknowledged records survive a power failure, not only a crash of the process. It costs
    /// one sync for each transaction, which all requests of a batch share.
    ///
    /// A new file is created without a sync for each step. It is synced once as a whole, by a checkpoint, before any
    /// record is acknowledged. That saves a third of the syncs, which take most of the time of a first start.
    private static func prepare(
        _ connection: SQLiteConnection, from version: Int64, searchText: @escaping (LogRecord) -> String?
    ) throws(SQLiteFailure) {
        let isNew = version == 0
        if isNew { try connection.execute("PRAGMA synchronous = OFF") }
        if version < LogSchema.firstVersionWithChecksums { try makeRoomForChecksums(connection, isNew: isNew) }
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw SQLiteFailure(code: 1, message: "the file system does not allow a write-ahead log")
        }
        try connection.execute("PRAGMA trusted_schema = OFF")
        // Client ids are random, so receipts are written to pages all over their tree. 16 MiB of cache (in -KiB) and of
        // write-ahead log (in pages) between checkpoints let such a page change many times and be copied once.
        try connection.execute(
            "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = \(SQLiteConnection.pagesOfPassMax)")
        if !isNew { try connection.execute("PRAGMA synchronous = FULL") }
        // Overwrites deleted data: the text of an unsent message must not remain in the gaps of pages.
        try connection.execute("PRAGMA secure_delete = ON")
        try LogSchema.migrate(connection, from: version) { () throws(SQLiteFailure) in
            try SearchIndex.fill(connection, searchText: searchText)
        }
        if isNew {
            try connection.numberPass(isNew: true)
            try connection.execute("PRAGMA synchronous = FULL")
        }
        // A killed server may have left a write-ahead log that contains texts it had just erased.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // Takes the write lock immediately, so that a second server fails at its start and not at its first write.
        try connection.execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// Reserves a few bytes at the end of each page. A file that already has pages is rewritten for that.
    private static func makeRoomForChecksums(
        _ connection: SQLiteConnection, isNew: Bool
    ) throws(SQLiteFailure) {
        try connection.control(SQLITE_FCNTL_RESERVE_BYTES, ChecksumVFS.reservedBytes)
        guard !isNew else { return }
        // SQLite can rewrite the pages only without a write-ahead log.
        try connection.execute("PRAGMA journal_mode = DELETE")
        try connection.control(ChecksumVFS.rewriting, 0)
        try connection.execute("VACUUM")
    }

    /// Converts a failure at the opening to an error for the person who started the server.
    static func openError(_ failure: SQLiteFailure, path: String) -> LogOpenError {
        if failure.isLocked { return .inUse(path: path) }
        if failure.isNoDatabase { return .notALog(path: path, reason: failure.words) }
        if failure.isDamage { return .damaged(path: path, reason: failure.words) }
        return .unavailable(path: path, reason: failure.words)
    }
}

/// The identities and sizes of the data file and its write-ahead log when the log was opened.
///
/// They reveal that one of the files was deleted, renamed, replaced or truncated.
struct OpenedFiles {
    /// A change made to the files by another program or a person.
    struct Change {
        /// The description of the change.
        let what: String
        /// True if the data file itself is unchanged.
        let leavesData: Bool
    }

    let path: String
    private let data: FileSystem.Identity?
    private let log: FileSystem.Identity?
    private let dataBytes: Int64
    /// Returns the minimum sizes of both files in bytes, as far as this process wrote them.
    private let sizes: () -> (data: Int64, log: Int64)

    /// - Parameters:
    ///   - path: The path of the data file.
    ///   - connection: The connection that has both files open.
    init(_ path: String, _ connection: SQLiteConnection) {
        self.path = path
        let found = FileSystem.entry(at: path)
        (data, dataBytes) = (found?.identity, found?.bytes ?? 0)
        log = FileSystem.entry(at: path + "-wal")?.identity
        sizes = { [weak connection] in connection?.fileSizes ?? (0, 0) }
    }

    /// Returns the change since the files were opened; nil if they are the same.
    func change(includingSizes: Bool = true) -> Change? {
        let sizes = includingSizes ? sizes() : (0, 0)
        if let what = change(of: path, data, atLeast: includingSizes ? max(sizes.0, dataBytes) : 0) {
            return Change(what: "the data file \(path) \(what.words)", leavesData: false)
        }
        guard let what = change(of: path + "-wal", log, atLeast: sizes.1) else { return nil }
        return Change(what: "the write-ahead log \(path)-wal \(what.words)", leavesData: !what.isTruncated)
    }

    private func change(
        of path: String, _ known: FileSystem.Identity?, atLeast bytes: Int64
    ) -> (words: String, isTruncated: Bool)? {
        guard let found = FileSystem.entry(at: path), found.links > 0 else { return ("was deleted or renamed", false) }
        if found.identity != known { return ("was replaced by another file", false) }
        return found.bytes < bytes ? ("was truncated from \(bytes) to \(found.bytes) bytes", true) : nil
    }
}
