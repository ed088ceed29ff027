import ChatCore

/// A reader of a log's indexes. Every statement is a search in a B-tree; none scans old records.
struct LogReader<Connection: SQLConnection> {
    typealias Statement = Connection.Statement
    typealias Failure = Connection.Failure

    private let recordsAfter: Statement
    private let hotRecordsAfter: Statement
    private let recordAt: Statement
    private let page: Statement
    private let entryByID: Statement
    private let receipt: Statement
    private let allHeads: Statement
    private let allSenderHeads: Statement
    private let replies: Statement
    private let replyCount: Statement
    private let changes: Statement

    init(_ connection: Connection) throws(Failure) {
        recordsAfter = try connection.prepare(.recordsAfter)
        hotRecordsAfter = try connection.prepare(.hotRecordsAfter)
        recordAt = try connection.prepare(.recordAt)
        page = try connection.prepare(.page)
        entryByID = try connection.prepare(.entryByID)
        receipt = try connection.prepare(.receipt)
        allHeads = try connection.prepare(.heads)
        allSenderHeads = try connection.prepare(.senderHeads)
        replies = try connection.prepare(.replies)
        replyCount = try connection.prepare(.replyCount)
        changes = try connection.prepare(.changes)
    }

    func records(after position: Int64, limit: Int) throws(Failure) -> [LogRecord] {
        try records(recordsAfter, after: position, limit: limit)
    }

    func hotRecords(after position: Int64, limit: Int) throws(Failure) -> [LogRecord] {
        try records(hotRecordsAfter, after: position, limit: limit)
    }

    func record(at position: Int64) throws(Failure) -> LogRecord? {
        defer { recordAt.finish() }
        recordAt.bind(1, position)
        return try recordAt.step() ? Self.record(from: recordAt) : nil
    }

    func position(of key: IdempotencyKey) throws(Failure) -> Int64? {
        defer { receipt.finish() }
        receipt.bind(1, key.handle)
        receipt.bind(2, key.clientID)
        return try receipt.step() ? receipt.integer(0) : nil
    }

    func entry(id: String) throws(Failure) -> StoredEntry? {
        defer { entryByID.finish() }
        entryByID.bind(1, id)
        return try entryByID.step() ? Self.entry(from: entryByID) : nil
    }

    func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(Failure) -> [StoredEntry] {
        defer { page.finish() }
        page.bind(1, conversation)
        page.bind(2, after)
        page.bind(3, before ?? Int64.max)
        page.bind(4, Int64(max(limit, 0)))
        var entries: [StoredEntry] = []
        while try page.step() { entries.append(try Self.entry(from: page)) }
        entries.reverse()
        return entries
    }

    func replies(of id: String, after: Int64, limit: Int) throws(Failure) -> [StoredEntry] {
        defer { replies.finish() }
        replies.bind(1, id)
        replies.bind(2, after)
        replies.bind(3, Int64(max(limit, 0)))
        var entries: [StoredEntry] = []
        while try replies.step() { entries.append(try Self.entry(from: replies)) }
        return entries
    }

    func replyCounts(of ids: [String], after: Int64) throws(Failure) -> [Int] {
        var counts: [Int] = []
        for id in ids {
            defer { replyCount.finish() }
            replyCount.bind(1, id)
            replyCount.bind(2, after)
            counts.append(try replyCount.step() ? Int(replyCount.integer(0)) : 0)
        }
        return counts
    }

    func changes(of id: String, limit: Int) throws(Failure) -> [LogRecord] {
        defer { changes.finish() }
        changes.bind(1, id)
        changes.bind(2, Int64(max(limit, 0)))
        var records: [LogRecord] = []
        while try changes.step() { records.append(try Self.record(from: changes)) }
        return records
    }

    func heads() throws(Failure) -> [ConversationHead] {
        defer {
            allHeads.finish()
            allSenderHeads.finish()
        }
        var heads: [ConversationHead] = []
        var hasSender = try allSenderHeads.step()
        while try allHeads.step() {
            let conversation = allHeads.text(15)
            var head = ConversationHead(
                conversation: conversation, sequence: allHeads.integer(16),
                lastMessage: try Self.entry(from: allHeads), senders: [])
            // Both lists are ordered by the conversation's id, so they are read in parallel.
            while hasSender, BytewiseString(allSenderHeads.text(0)) == BytewiseString(conversation) {
                head.senders.append(.init(sender: allSenderHeads.text(1), sequence: allSenderHeads.integer(2)))
                hasSender = try allSenderHeads.step()
            }
            heads.append(head)
        }
        return heads
    }

    private func records(
        _ statement: Statement, after position: Int64, limit: Int
    ) throws(Failure) -> [LogRecord] {
        defer { statement.finish() }
        statement.bind(1, position)
        statement.bind(2, Int64(max(limit, 0)))
        var records: [LogRecord] = []
        while try statement.step() { records.append(try Self.record(from: statement)) }
        return records
    }

    static func entry(from row: Statement) throws(Failure) -> StoredEntry {
        StoredEntry(place: row.integer(14), record: try record(from: row))
    }

    /// - Throws: A failure that names the record if its checksum is wrong.
    static func record(from row: Statement) throws(Failure) -> LogRecord {
        let record = LogRecord(row)
        guard row.integer(13) == record.checksum else { throw .damage("the record at position \(record.position)") }
        return record
    }
}

extension LogRecord {
    /// Creates the record of a row with the columns of ``LogQuery/columns``, without checking its checksum.
    init(_ row: some SQLStatement) {
        self.init(position: row.integer(0), at: row.integer(1), isHot: row.integer(2) != 0, body: row.bytes(3))
        if let kind = EntryKey.Kind(rawValue: row.integer(8)) {
            entry = EntryKey(
                conversation: row.text(4), id: row.text(5), sequence: row.integer(6), sender: row.text(7), kind: kind,
                replaces: row.integer(9) != 0, thread: row.isNull(12) ? nil : row.text(12))
        }
        if !row.isNull(10) { idempotencyKey = IdempotencyKey(handle: row.text(10), clientID: row.text(11)) }
    }
}

/// The queries on the tables of a log. A test checks that the plan of each query has only searches, no scans.
enum LogQuery: CaseIterable {
    case recordsAfter
    case hotRecordsAfter
    case recordAt
    case page
    case entryByID
    case receipt
    case heads
    case senderHeads
    case replies
    case replyCount
    case changes
    case end

    /// The columns of a record, in the order that `LogRecord(_:)` reads.
    static let columns = """
        log.position, log.at, log.hot, log.body, log.conversation, log.entry, log.sequence, log.sender, log.kind,
        log.replaces, log.handle, log.client, log.thread, log.crc
        """

    func sql(_ d: SQLDialect) -> String {
        let columns = Self.columns
        let entries = """
            SELECT \(columns), entry.place FROM entry \(d.join("log", on: "log.position = entry.record"))
            """
        return switch self {
        case .recordsAfter:
            "SELECT \(columns) FROM log WHERE \(d.own("log"))position > \(d[1]) ORDER BY position LIMIT \(d[2])"
        case .hotRecordsAfter:
            """
            SELECT \(columns) FROM hot \(d.join("log", on: "log.position = hot.position"))
            WHERE \(d.own("hot"))hot.position > \(d[1]) ORDER BY hot.position LIMIT \(d[2])
            """
        case .recordAt:
            "SELECT \(columns) FROM log WHERE \(d.own("log"))position = \(d[1])"
        case .page:
            """
            \(entries) WHERE \(d.own("entry"))entry.conversation = \(d[1]) AND entry.place > \(d[2])
            AND entry.place < \(d[3]) ORDER BY entry.place DESC LIMIT \(d[4])
            """
        case .entryByID:
            "\(entries) WHERE \(d.own("entry"))entry.id = \(d[1])"
        case .receipt:
            "SELECT position FROM receipt WHERE \(d.own("receipt"))handle = \(d[1]) AND client = \(d[2])"
        case .heads:
            """
            SELECT \(columns), entry.place, head.conversation, head.sequence FROM head
            \(d.join("entry", on: "entry.conversation = head.conversation AND entry.place = head.place"))
            \(d.join("log", on: "log.position = entry.record"))
            \(d.all(of: "head")) ORDER BY head.conversation
            """
        case .senderHeads:
            """
            SELECT conversation, sender, sequence FROM sender_head \(d.all(of: "sender_head"))
            ORDER BY conversation, sender
            """
        case .replies:
            """
            \(entries) WHERE \(d.own("entry"))entry.thread = \(d[1]) AND entry.place > \(d[2])
            ORDER BY entry.place LIMIT \(d[3])
            """
        case .replyCount:
            "SELECT count(*) FROM entry WHERE \(d.own("entry"))thread = \(d[1]) AND place > \(d[2])"
        case .changes:
            """
            SELECT \(columns) FROM log WHERE \(d.own("log"))entry = \(d[1]) AND replaces = 1
            ORDER BY position DESC LIMIT \(d[2])
            """
        case .end:
            "SELECT max(position) FROM log \(d.all(of: "log"))"
        }
    }
}
