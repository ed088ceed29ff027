/// A table of a log in its current format. ``LogSchema`` migrates older files to it; a test compares the two.
///
/// `log` holds the records, each with its checksum. Every other table is an index that can be rebuilt from it.
/// - `hot`: the positions to fold at start-up.
/// - `entry`: the entries of each thread in order. `place` is the entry's place in the thread, `record` the position of
///   its current record. Updating a notice changes only this number.
/// - `receipt`: the answered requests; most records have none.
/// - `head`, `sender_head`: the last sequences of each conversation, so that start-up does not read its messages.
/// - `segment`, `segment_group`, `block`, `amended`: the search index; see `SearchIndex`.
struct LogTable {
    /// The type of a column's values.
    enum Kind {
        case number
        /// Text in UTF-8, or encoded bytes.
        case bytes
        /// A number that the database assigns.
        case counter
    }

    struct Column {
        let name: String
        let kind: Kind
        var isOptional = false
    }

    struct Index {
        let name: String
        let columns: [String]
        var isUnique = false
        var condition: String?
    }

    let name: String
    /// The columns of the primary key.
    let key: [String]
    let columns: [Column]
    var indexes: [Index] = []

    static let all = [
        LogTable(
            name: "log", key: ["position"],
            columns: numbers("position", "at", "hot") + bytes("body") + optional(bytes("conversation", "entry"))
                + optional(numbers("sequence") + bytes("sender") + numbers("kind", "replaces"))
                + optional(bytes("handle", "client", "thread") + numbers("crc")),
            indexes: [Index(name: "log_replacing", columns: ["entry"], condition: "replaces = 1")]),
        LogTable(name: "hot", key: ["position"], columns: numbers("position")),
        LogTable(
            name: "entry", key: ["conversation", "place"],
            columns: bytes("conversation") + numbers("place") + bytes("id") + numbers("record")
                + optional(bytes("thread")),
            indexes: [
                Index(name: "entry_id", columns: ["id"], isUnique: true),
                Index(name: "entry_thread", columns: ["thread", "place"], condition: "thread IS NOT NULL"),
            ]),
        LogTable(
            name: "receipt", key: ["handle", "client"], columns: bytes("handle", "client") + numbers("position")),
        LogTable(name: "head", key: ["conversation"], columns: bytes("conversation") + numbers("place", "sequence")),
        LogTable(
            name: "sender_head", key: ["conversation", "sender"],
            columns: bytes("conversation", "sender") + numbers("sequence")),
        LogTable(
            name: "segment", key: ["through"],
            columns: numbers("through", "after", "block", "blocks") + bytes("places")),
        LogTable(name: "segment_group", key: ["through"], columns: numbers("through", "after", "block", "blocks")),
        LogTable(name: "block", key: ["id"], columns: numbers("id") + bytes("words")),
        LogTable(
            name: "amended", key: ["id"],
            columns: [Column(name: "id", kind: .counter)] + numbers("place") + bytes("conversation", "words"),
            indexes: [Index(name: "amended_place", columns: ["place"])]),
    ]

    private static func numbers(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .number) } }

    private static func bytes(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .bytes) } }

    private static func optional(_ columns: [Column]) -> [Column] {
        columns.map { Column(name: $0.name, kind: $0.kind, isOptional: true) }
    }
}
