/// A table of a log, as the databases have it today. A file comes to have it by the steps of ``LogSchema``, which a test
/// holds to this.
///
/// `log` holds the records themselves, each with its checksum; every other table is an index that could be made again
/// from it.
/// - `hot`: the positions to fold at start-up.
/// - `entry`: a thread in order. `place` is where the entry stands, `record` the position of what it reads as now, so
///   that a notice that grew is a change of one number.
/// - `receipt`: the requests that were answered; most records have none.
/// - `head`, `sender_head`: where each conversation is, so that start-up reads no message twice.
/// - `segment`, `segment_group`, `block`, `amended`: what entries are found by; see `SearchIndex`.
struct LogTable {
    /// What a column holds.
    enum Kind {
        case number
        /// Text in UTF-8, or a codec's bytes.
        case bytes
        /// A number that nobody gives.
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
    /// The columns by which a row is known.
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
