import CSystem
import ChatSystem

// The detection of changed files, and of a disk that refuses batches.
extension SQLiteEventLog {
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
    func relocate() {
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
