import CSystem
import ChatSystem

// The watch over the files, and over a disk that refuses batches.
extension SQLiteEventLog {
    /// Why the disk refused a batch while the log could still be read.
    public var refusal: String? { refused?.reason }

    /// Notes that the disk refused a batch; only the first refusal is news.
    func note(_ failure: SQLiteFailure, of batch: [LogRecord]) {
        // A record that no file could hold says nothing about the disk.
        guard failure.primaryCode != SQLITE_TOOBIG else { return }
        if refused == nil { trouble = failure.words }
        let bytes = batch.reduce(0) { $0 + Int64($1.body.count) }
        refused = Refusal(reason: failure.words, bytes: bytes, isFull: failure.isFull)
    }

    /// Looks whether the files are still those that were opened. If not, nothing is acknowledged from now on.
    ///
    /// - Returns: what happened to them; nil if they are the same.
    @discardableResult func lookAtFiles() -> String? {
        guard case .open(let database) = state, let change = database.files.change() else { return nil }
        var words = "\(change.what); put it back while the server runs, or restart the server with a copy of the data"
        // What only the deleted write-ahead log holds is saved, while it is still open.
        if change.leavesData, (try? database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")) != nil {
            words = "\(change.what); the data file contains all acknowledged records: restart the server"
        }
        (state, trouble) = (.detached(database, reason: words), words)
        return words
    }

    /// Goes on with the files once they are back at their paths. What was stored meanwhile is in them.
    func attachAgain() {
        guard case .detached(let database, _) = state, database.files.change() == nil,
            let found = try? database.connection.integer("SELECT max(position) FROM log")
        else { return }
        (state, end) = (.open(database), found)
    }

    /// Looks at the files, and whether the disk takes batches again.
    func lookAgain() {
        guard lookAtFiles() == nil, let refused, case .open(let database) = state else { return }
        // The pages of indexes come on top of the records.
        if refused.isFull, let free = database.files.freeBytes, free < refused.bytes * 3 + 65_536 { return }
        do throws(SQLiteFailure) {
            try database.connection.execute("PRAGMA user_version = \(LogSchema.version)")
            self.refused = nil
        } catch {
            if error.poisonsTheConnection { openAnew(after: error) }
        }
    }
}

extension OpenedFiles {
    /// The number of bytes that the disk still takes; nil if that is unknown.
    var freeBytes: Int64? { FileSystem.freeBytes(at: path) }
}
