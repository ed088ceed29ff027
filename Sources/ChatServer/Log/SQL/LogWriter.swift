import ChatCore

/// A writer of batches: the statements of an append, and the update of the heads.
struct LogWriter<Connection: SQLConnection> {
    typealias Statement = Connection.Statement
    typealias Failure = Connection.Failure

    private let connection: Connection
    private let insertRecord: Statement
    private let insertHot: Statement
    private let insertEntry: Statement
    private let replaceEntry: Statement
    private let insertReceipt: Statement
    private let head: Upsert<Connection>
    private let senderHead: Upsert<Connection>
    private let recordOfEntry: Statement
    private let replacements: Statement
    private let setBody: Statement
    private let search: SearchIndex<Connection>

    init(_ connection: Connection, search: SearchIndex<Connection>) throws(Failure) {
        self.connection = connection
        self.search = search
        insertRecord = try connection.prepare(.insertRecord)
        insertHot = try connection.prepare(.insertHot)
        insertEntry = try connection.prepare(.insertEntry)
        replaceEntry = try connection.prepare(.replaceEntry)
        insertReceipt = try connection.prepare(.insertReceipt)
        head = try Upsert(connection, .setHead, orElse: .insertHead)
        senderHead = try Upsert(connection, .setSenderHead, orElse: .insertSenderHead)
        recordOfEntry = try connection.prepare(.recordOfEntry)
        replacements = try connection.prepare(.replacements)
        setBody = try connection.prepare(.setBody)
    }

    /// Writes a batch in one transaction. If it throws, nothing was written, unless the failure's `isInDoubt` is true.
    func append(_ batch: [LogRecord]) throws(Failure) {
        let standing = search.standing
        do throws(Failure) {
            try connection.begin()
            try write(batch)
            try connection.commit()
        } catch {
            search.restore(standing)
            // Some failures roll back by themselves. If rolling back is impossible, the connection is closed with the
            // transaction open, which also undoes it.
            connection.rollBack()
            throw error
        }
    }

    /// Writes a batch in the caller's transaction. A caller that rolls back must also restore the search index.
    func write(_ batch: [LogRecord]) throws(Failure) {
        var heads = BatchHeads(ofAtMost: batch.count)
        for record in batch {
            try write(record)
            if let key = record.entry { heads.note(key, at: record.position) }
        }
        try write(heads)
        if let last = batch.last { try search.writeSegmentIfDue(end: last.position) }
    }

    private func write(_ record: LogRecord) throws(Failure) {
        if record.erasure != nil, record.entry?.replaces != true {
            throw .rejected(.misplacedErasure(position: record.position))
        }
        bind(record)
        try insertRecord.run()
        if record.isHot {
            insertHot.bind(1, record.position)
            try insertHot.run()
        }
        if let key = record.entry {
            try write(key, at: record.position)
            try search.note(record, of: key)
            if let erasure = record.erasure { try erase(key, erasure, before: record.position) }
        }
        if let key = record.idempotencyKey {
            insertReceipt.bind(1, key.handle)
            insertReceipt.bind(2, key.clientID)
            insertReceipt.bind(3, record.position)
            try insertReceipt.run(orReject: .duplicateReceipt(handle: key.handle, clientID: key.clientID))
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
        insertRecord.bind(14, record.checksum)
    }

    private func write(_ key: EntryKey, at position: Int64) throws(Failure) {
        let statement = key.replaces ? replaceEntry : insertEntry
        statement.bind(1, key.conversation)
        statement.bind(2, position)
        statement.bind(3, key.id)
        if !key.replaces, let thread = key.thread { statement.bind(4, thread) }
        try statement.run(orReject: key.replaces ? .unknownEntry(id: key.id) : .duplicateEntry(id: key.id))
        if key.replaces, connection.changedRows == 0 { throw .rejected(.unknownEntry(id: key.id)) }
    }

    private func erase(_ key: EntryKey, _ erasure: Erasure, before position: Int64) throws(Failure) {
        recordOfEntry.bind(1, key.id)
        try setBodies(erasure.first, of: recordOfEntry)
        replacements.bind(1, key.id)
        replacements.bind(2, position)
        try setBodies(erasure.rest, of: replacements)
    }

    /// Replaces the bodies of the records that a statement finds.
    private func setBodies(_ body: [UInt8], of found: Statement) throws(Failure) {
        var records: [LogRecord] = []
        defer { found.finish() }
        while try found.step() { records.append(LogRecord(found)) }
        for var record in records {
            record.body = body
            setBody.bind(1, record.position)
            setBody.bind(2, record.body)
            setBody.bind(3, record.checksum)
            try setBody.run()
        }
    }

    private func write(_ heads: BatchHeads) throws(Failure) {
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
}

/// A change of a row that nearly always exists, with an insertion if it does not.
///
/// With SQLite's own `ON CONFLICT`, each change would search for its row twice. A database in which the result of a
/// change is unknown until the whole batch is sent inserts or changes the row in one statement.
private struct Upsert<Connection: SQLConnection> {
    private let connection: Connection
    private let update: Connection.Statement
    private let insert: Connection.Statement

    init(
        _ connection: Connection, _ update: LogStatement, orElse insert: LogStatement
    ) throws(Connection.Failure) {
        self.connection = connection
        self.update = try connection.prepare(update)
        self.insert = try connection.prepare(insert)
    }

    func run(_ bind: (Connection.Statement) -> Void) throws(Connection.Failure) {
        if Connection.dialect == .sqlite {
            bind(update)
            try update.run()
            guard connection.changedRows == 0 else { return }
        }
        bind(insert)
        try insert.run()
    }
}

/// The heads of the conversations of one batch after the batch.
///
/// They are collected first and written once each, because a thousand messages to one conversation move only one head.
struct BatchHeads {
    struct Head {
        let conversation: String
        var place: Int64
        var sequence: Int64
    }

    struct SenderHead {
        let conversation: String
        let sender: String
        var sequence: Int64
    }

    private struct SenderKey: Hashable {
        let conversation: BytewiseString
        let sender: BytewiseString
    }

    /// The heads in the order of first appearance, so that the same batch always writes the same file.
    private(set) var conversations: [Head] = []
    private(set) var senders: [SenderHead] = []
    private var conversationIndexes: [BytewiseString: Int] = [:]
    private var senderIndexes: [SenderKey: Int] = [:]

    /// - Parameter count: The number of records in the batch.
    init(ofAtMost count: Int) {
        // Without a reservation both would grow and be rehashed several times. A flood of messages to one conversation
        // needs few.
        conversationIndexes.reserveCapacity(min(count, 256))
        senderIndexes.reserveCapacity(min(count, 256))
    }

    mutating func note(_ key: EntryKey, at position: Int64) {
        guard key.kind == .message, !key.replaces else { return }
        let conversation = BytewiseString(key.conversation)
        if let index = conversationIndexes[conversation] {
            conversations[index].place = position
            conversations[index].sequence = key.sequence
        } else {
            conversationIndexes[conversation] = conversations.count
            conversations.append(Head(conversation: key.conversation, place: position, sequence: key.sequence))
        }
        let senderKey = SenderKey(conversation: conversation, sender: BytewiseString(key.sender))
        if let index = senderIndexes[senderKey] {
            senders[index].sequence = key.sequence
        } else {
            senderIndexes[senderKey] = senders.count
            senders.append(SenderHead(conversation: key.conversation, sender: key.sender, sequence: key.sequence))
        }
    }
}

/// The statements that write the tables of a log, and the queries they need. A test checks that each plan has only
/// searches.
enum LogStatement: CaseIterable {
    case insertRecord
    case insertHot
    case insertEntry
    case replaceEntry
    case insertReceipt
    case setHead
    case insertHead
    case setSenderHead
    case insertSenderHead
    case recordOfEntry
    case replacements
    case setBody

    func sql(_ d: SQLDialect) -> String {
        switch self {
        case .insertRecord:
            d.insert(
                into: "log",
                [
                    "position": d[1], "at": d[2], "hot": d[3], "body": d[4], "conversation": d[5], "entry": d[6],
                    "sequence": d[7], "sender": d[8], "kind": d[9], "replaces": d[10], "handle": d[11],
                    "client": d[12], "thread": d[13], "crc": d[14],
                ])
        case .insertHot: d.insert(into: "hot", ["position": d[1]])
        case .insertEntry:
            d.insert(into: "entry", ["conversation": d[1], "place": d[2], "id": d[3], "record": d[2], "thread": d[4]])
        case .replaceEntry:
            switch d {
            case .sqlite: "UPDATE entry SET record = ?2 WHERE id = ?3 AND conversation = ?1"
            // If the entry does not exist, its place is NULL, and the database refuses the row.
            case .postgres:
                d.insert(
                    into: "entry",
                    [
                        "conversation": d[1], "id": d[3], "record": d[2],
                        "place": """
                        (SELECT place FROM entry WHERE \(d.own("entry"))id = \(d[3]) AND conversation = \(d[1]))
                        """,
                    ]) + d.orUpdate("conversation, place", ["record"])
            }
        case .insertReceipt: d.insert(into: "receipt", ["handle": d[1], "client": d[2], "position": d[3]])
        case .setHead:
            "UPDATE head SET place = \(d[2]), sequence = \(d[3]) WHERE \(d.own("head"))conversation = \(d[1])"
        case .insertHead:
            d.insert(into: "head", ["conversation": d[1], "place": d[2], "sequence": d[3]])
                + d.orUpdate("conversation", ["place", "sequence"])
        case .setSenderHead:
            """
            UPDATE sender_head SET sequence = \(d[3])
            WHERE \(d.own("sender_head"))conversation = \(d[1]) AND sender = \(d[2])
            """
        case .insertSenderHead:
            d.insert(into: "sender_head", ["conversation": d[1], "sender": d[2], "sequence": d[3]])
                + d.orUpdate("conversation, sender", ["sequence"])
        case .recordOfEntry:
            """
            SELECT \(LogQuery.columns) FROM entry \(d.join("log", on: "log.position = entry.place"))
            WHERE \(d.own("entry"))entry.id = \(d[1])
            """
        case .replacements:
            """
            SELECT \(LogQuery.columns) FROM log
            WHERE \(d.own("log"))entry = \(d[1]) AND replaces = 1 AND position < \(d[2]) ORDER BY position
            """
        case .setBody:
            "UPDATE log SET body = \(d[2]), crc = \(d[3]) WHERE \(d.own("log"))position = \(d[1])"
        }
    }
}
