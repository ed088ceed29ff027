extension LogReader {
    /// The questions that are put to the file. A test holds the plan of each to searches.
    enum Query: CaseIterable {
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

        /// The columns of a record, in the order in which `record(from:)` reads them.
        static let columns = """
            log.position, log.at, log.hot, log.body, log.conversation, log.entry, log.sequence, log.sender, log.kind,
            log.replaces, log.handle, log.client, log.thread, \(RecordChecksum.isWholeSQL)
            """

        /// The statement. CROSS JOIN is SQLite's way to fix the order of two tables: the small one first.
        var sql: String {
            let columns = Self.columns
            return switch self {
            case .recordsAfter:
                "SELECT \(columns) FROM log WHERE position > ?1 ORDER BY position LIMIT ?2"
            case .hotRecordsAfter:
                """
                SELECT \(columns) FROM hot CROSS JOIN log ON log.position = hot.position
                WHERE hot.position > ?1 ORDER BY hot.position LIMIT ?2
                """
            case .recordAt:
                "SELECT \(columns) FROM log WHERE position = ?1"
            case .page:
                """
                SELECT \(columns), entry.place FROM entry CROSS JOIN log ON log.position = entry.record
                WHERE entry.conversation = ?1 AND entry.place > ?2 AND entry.place < ?3
                ORDER BY entry.place DESC LIMIT ?4
                """
            case .entryByID:
                """
                SELECT \(columns), entry.place FROM entry CROSS JOIN log ON log.position = entry.record
                WHERE entry.id = ?1
                """
            case .receipt:
                "SELECT position FROM receipt WHERE handle = ?1 AND client = ?2"
            case .heads:
                """
                SELECT \(columns), entry.place, head.conversation, head.sequence FROM head
                CROSS JOIN entry ON entry.conversation = head.conversation AND entry.place = head.place
                CROSS JOIN log ON log.position = entry.record
                ORDER BY head.conversation
                """
            case .senderHeads:
                "SELECT conversation, sender, sequence FROM sender_head ORDER BY conversation, sender"
            case .replies:
                """
                SELECT \(columns), entry.place FROM entry CROSS JOIN log ON log.position = entry.record
                WHERE entry.thread = ?1 AND entry.place > ?2 ORDER BY entry.place LIMIT ?3
                """
            case .replyCount:
                "SELECT count(*) FROM entry WHERE thread = ?1 AND place > ?2"
            }
        }
    }
}
