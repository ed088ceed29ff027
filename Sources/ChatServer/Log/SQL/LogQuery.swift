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
