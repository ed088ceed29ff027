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
