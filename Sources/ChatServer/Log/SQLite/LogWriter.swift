import ChatCore

/// Writes batches: the statements of an append, and what a batch does to the heads.
struct LogWriter {
    enum Failure: Error {
        case rejection(LogError.Rejection)
        case database(SQLiteFailure)
        /// The commit itself failed: whether the batch is in the file is for the next opening to find.
        case commit(SQLiteFailure)
    }

    private let connection: SQLiteConnection
    private let begin: SQLiteStatement
    private let commit: SQLiteStatement
    private let insertRecord: SQLiteStatement
    private let insertHot: SQLiteStatement
    private let insertEntry: SQLiteStatement
    private let replaceEntry: SQLiteStatement
    private let insertReceipt: SQLiteStatement
    private let head: Upsert
    private let senderHead: Upsert
    private let eraseFirst: SQLiteStatement
    private let eraseRest: SQLiteStatement
    private let search: SearchIndex

    init(_ connection: SQLiteConnection, search: SearchIndex) throws(SQLiteFailure) {
        self.connection = connection
        self.search = search
        begin = try connection.prepare("BEGIN IMMEDIATE")
        commit = try connection.prepare("COMMIT")
        let columns = RecordChecksum.columns
        insertRecord = try connection.prepare(
            """
            INSERT INTO log (\(columns.joined(separator: ", ")), crc)
            VALUES (\(columns.map { ":\($0)" }.joined(separator: ", ")), \(RecordChecksum.of(":")))
            """)
        insertHot = try connection.prepare("INSERT INTO hot (position) VALUES (?1)")
        insertEntry = try connection.prepare(
            "INSERT INTO entry (conversation, place, id, record, thread) VALUES (?1, ?2, ?3, ?2, ?4)")
        replaceEntry = try connection.prepare("UPDATE entry SET record = ?2 WHERE id = ?3 AND conversation = ?1")
        insertReceipt = try connection.prepare("INSERT INTO receipt (handle, client, position) VALUES (?1, ?2, ?3)")
        head = try Upsert(
            connection, "UPDATE head SET place = ?2, sequence = ?3 WHERE conversation = ?1",
            orElse: "INSERT INTO head (conversation, place, sequence) VALUES (?1, ?2, ?3)")
        senderHead = try Upsert(
            connection, "UPDATE sender_head SET sequence = ?3 WHERE conversation = ?1 AND sender = ?2",
            orElse: "INSERT INTO sender_head (conversation, sender, sequence) VALUES (?1, ?2, ?3)")
        eraseFirst = try connection.prepare(Self.eraseFirstSQL)
        eraseRest = try connection.prepare(Self.eraseRestSQL)
    }

    static let eraseFirstSQL =
        "UPDATE log SET body = ?1, crc = \(RecordChecksum.of("", body: "?1")) "
        + "WHERE position = (SELECT place FROM entry WHERE id = ?2)"
    static let eraseRestSQL =
        "UPDATE log SET body = ?1, crc = \(RecordChecksum.of("", body: "?1")) "
        + "WHERE entry = ?2 AND replaces = 1 AND position < ?3"

    /// Writes a batch in one transaction; when it throws, nothing was written.
    func append(_ batch: [LogRecord]) throws(Failure) {
        let standing = search.standing
        do throws(Failure) {
            try database { () throws(SQLiteFailure) in try begin.run() }
            var heads = BatchHeads(ofAtMost: batch.count)
            for record in batch {
                try write(record)
                if let key = record.entry { heads.note(key, at: record.position) }
            }
            try database { () throws(SQLiteFailure) in
                try write(heads)
                if let last = batch.last { try search.settle(end: last.position) }
            }
            try end()
        } catch {
            search.restore(standing)
            // Some failures roll back by themselves. Where this one cannot be, the connection is closed with the
            // transaction open, which undoes it as well.
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
    }

    private func end() throws(Failure) {
        do throws(SQLiteFailure) {
            try commit.run()
        } catch {
            // A disk that is full took less than was to be written.
            throw error.isFull ? .database(error) : .commit(error)
        }
    }

    private func write(_ record: LogRecord) throws(Failure) {
        if record.erasure != nil, record.entry?.replaces != true {
            throw .rejection(.misplacedErasure(position: record.position))
        }
        try database { () throws(SQLiteFailure) in
            bind(record)
            try insertRecord.run()
            if record.isHot {
                insertHot.bind(1, record.position)
                try insertHot.run()
            }
        }
        if let key = record.entry {
            try write(key, at: record.position)
            try database { () throws(SQLiteFailure) in
                try search.note(record, of: key)
                if let erasure = record.erasure { try erase(key, erasure, before: record.position) }
            }
        }
        if let key = record.idempotencyKey {
            insertReceipt.bind(1, key.handle)
            insertReceipt.bind(2, key.clientID)
            insertReceipt.bind(3, record.position)
            try run(insertReceipt, orReject: .duplicateReceipt(handle: key.handle, clientID: key.clientID))
        }
    }

    private func bind(_ record: LogRecord) {
        insertRecord.bind(1, record.position)
        insertRecord.bind(2, record.at)
        insertRecord.bind(3, record.isHot ? 1 : 0)
        insertRecord.bind(4, record.body)
        if let key = record.entry {
            insertRecord.bind(5, key.conversation)
            insertRecord.bind(6, key.id)
            insertRecord.bind(7, key.sequence)
            insertRecord.bind(8, key.sender)
            insertRecord.bind(9, key.kind.rawValue)
            insertRecord.bind(10, key.replaces ? 1 : 0)
            if let thread = key.thread { insertRecord.bind(13, thread) }
        }
        if let key = record.idempotencyKey {
            insertRecord.bind(11, key.handle)
            insertRecord.bind(12, key.clientID)
        }
    }

    private func write(_ key: EntryKey, at position: Int64) throws(Failure) {
        let statement = key.replaces ? replaceEntry : insertEntry
        statement.bind(1, key.conversation)
        statement.bind(2, position)
        statement.bind(3, key.id)
        if !key.replaces, let thread = key.thread { statement.bind(4, thread) }
        try run(statement, orReject: .duplicateEntry(id: key.id))
        if key.replaces, connection.changedRows == 0 { throw .rejection(.unknownEntry(id: key.id)) }
    }

    private func erase(_ key: EntryKey, _ erasure: Erasure, before position: Int64) throws(SQLiteFailure) {
        eraseFirst.bind(1, erasure.first)
        eraseFirst.bind(2, key.id)
        try eraseFirst.run()
        eraseRest.bind(1, erasure.rest)
        eraseRest.bind(2, key.id)
        eraseRest.bind(3, position)
        try eraseRest.run()
    }

    private func write(_ heads: BatchHeads) throws(SQLiteFailure) {
        for new in heads.conversations {
            try head.run { statement in
                statement.bind(1, new.conversation)
                statement.bind(2, new.place)
                statement.bind(3, new.sequence)
            }
        }
        for new in heads.senders {
            try senderHead.run { statement in
                statement.bind(1, new.conversation)
                statement.bind(2, new.sender)
                statement.bind(3, new.sequence)
            }
        }
    }

    private func run(
        _ statement: SQLiteStatement, orReject rejection: @autoclosure () -> LogError.Rejection
    ) throws(Failure) {
        do throws(SQLiteFailure) {
            try statement.run()
        } catch {
            throw error.isConstraint ? .rejection(rejection()) : .database(error)
        }
    }

    private func database(_ body: () throws(SQLiteFailure) -> Void) throws(Failure) {
        do throws(SQLiteFailure) { try body() } catch { throw .database(error) }
    }
}

/// Changes a row that is there nearly always, and inserts it where it is not: with SQLite's own `ON CONFLICT` each change
/// would look for its row twice.
private struct Upsert {
    private let connection: SQLiteConnection
    private let update: SQLiteStatement
    private let insert: SQLiteStatement

    init(_ connection: SQLiteConnection, _ update: String, orElse insert: String) throws(SQLiteFailure) {
        self.connection = connection
        self.update = try connection.prepare(update)
        self.insert = try connection.prepare(insert)
    }

    func run(_ bind: (SQLiteStatement) -> Void) throws(SQLiteFailure) {
        bind(update)
        try update.run()
        guard connection.changedRows == 0 else { return }
        bind(insert)
        try insert.run()
    }
}
