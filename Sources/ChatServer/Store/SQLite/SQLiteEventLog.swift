/// The log in a file: SQLite in WAL mode, synced at each append.
///
/// One server holds a file at a time; the lock is the operating system's, and goes with the process however it ends.
/// The file can be read with the `sqlite3` command while no server runs: bodies are text.
public final class SQLiteEventLog: EventLog {
    private enum State {
        case open(Database)
        /// Reads may go on; appends would be promises that the disk may not keep.
        case failed(Database, reason: String)
        case closed
    }

    /// The connection and its statements, prepared once.
    struct Database {
        let connection: SQLiteConnection
        let writer: LogWriter
        let reader: LogReader
    }

    private var state: State
    /// The position of the last record.
    public private(set) var end: Int64

    /// Opens the log in a file, or makes it: the file with mode 0600, missing directories with 0700.
    /// - Throws: `LogOpenError`, whose description is for the person who started the server.
    public convenience init(path: String) throws(LogOpenError) {
        try self.init(path: path, pagesMax: nil)
    }

    /// As above, with a file that may not grow past a number of pages: a full disk for tests.
    init(path: String, pagesMax: Int?) throws(LogOpenError) {
        guard !path.isEmpty else { throw .unavailable(path: "“”", reason: "the path is empty") }
        // A relative path gets its dot, so that SQLite sees nothing special in a name such as ":memory:".
        let file = path.hasPrefix("/") ? path : "./" + path
        do throws(PrivateFile.Failure) {
            try PrivateFile.create(at: file)
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
        let connection = try Self.connect(file: file, path: path)
        do throws(SQLiteFailure) {
            if let pagesMax { try connection.execute("PRAGMA max_page_count = \(pagesMax)") }
            end = try connection.integer("SELECT max(position) FROM log")
            let database = Database(
                connection: connection, writer: try LogWriter(connection), reader: try LogReader(connection))
            state = .open(database)
        } catch {
            throw Self.openError(error, path: path)
        }
    }

    /// Appends a batch in one transaction, synced when this returns, or nothing of it.
    public func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        let database: Database
        switch state {
        case .open(let open): database = open
        case .failed(_, let reason): throw .unavailable(reason: "\(reason), and the server must be started again")
        case .closed: throw .unavailable(reason: "it was closed")
        }
        guard expectedEnd == end else { throw .conflict(actualEnd: end) }
        try batch.checkPositions(after: expectedEnd)
        guard !batch.isEmpty else { return }
        do throws(LogWriter.Failure) {
            try database.writer.append(batch)
        } catch {
            switch error {
            case .rejection(let rejection): throw .rejected(rejection)
            case .database(let failure):
                if failure.poisonsTheConnection { state = .failed(database, reason: failure.words) }
                throw .unavailable(reason: failure.words)
            }
        }
        end += Int64(batch.count)
    }

    /// The records after a position.
    public func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { reader throws(SQLiteFailure) in try reader.records(after: position, limit: limit) }
    }

    /// The hot records after a position.
    public func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try reading { reader throws(SQLiteFailure) in try reader.hotRecords(after: position, limit: limit) }
    }

    /// The head of each conversation that has a message.
    public func heads() throws(LogError) -> [ConversationHead] {
        try reading { reader throws(SQLiteFailure) in try reader.heads() }
    }

    /// A page of a thread.
    public func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        try reading { reader throws(SQLiteFailure) in
            try reader.entries(conversation: conversation, after: after, before: before, limit: limit)
        }
    }

    /// The entry with an id.
    public func entry(id: String) throws(LogError) -> StoredEntry? {
        try reading { reader throws(SQLiteFailure) in try reader.entry(id: id) }
    }

    /// The position of the record that answered a request.
    public func position(of receipt: ReceiptKey) throws(LogError) -> Int64? {
        try reading { reader throws(SQLiteFailure) in try reader.position(of: receipt) }
    }

    /// The record at a position.
    public func record(at position: Int64) throws(LogError) -> LogRecord? {
        try reading { reader throws(SQLiteFailure) in try reader.record(at: position) }
    }

    /// Closes the file and lets the next server have it.
    public func close() {
        state = .closed
    }

    private func reading<Answer>(_ body: (LogReader) throws(SQLiteFailure) -> Answer) throws(LogError) -> Answer {
        let reader: LogReader
        switch state {
        case .open(let database), .failed(let database, _): reader = database.reader
        case .closed: throw .unavailable(reason: "it was closed")
        }
        do throws(SQLiteFailure) {
            return try body(reader)
        } catch {
            throw .unavailable(reason: error.words)
        }
    }
}
