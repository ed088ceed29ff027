/// How the databases behind a log want to be asked, where they differ.
enum SQLDialect {
    /// A file is one log.
    case sqlite
    /// A database has many: each table has a first column more, which says whose a row is, and each statement a first
    /// parameter more, by which its rows are narrowed.
    case postgres

    /// The parameter with a number, counted from 1.
    subscript(number: Int) -> String {
        switch self {
        case .sqlite: "?\(number)"
        case .postgres: "$\(number + 1)"
        }
    }

    /// Narrows a table to the rows of this log, before a condition that follows.
    func own(_ table: String) -> String {
        switch self {
        case .sqlite: ""
        case .postgres: "\(table).world = $1 AND "
        }
    }

    /// The same where nothing follows.
    func all(of table: String) -> String {
        switch self {
        case .sqlite: ""
        case .postgres: "WHERE \(table).world = $1"
        }
    }

    /// Joins a table to what stands before it and has fewer rows: for each of those, the rows are looked up by an index.
    ///
    /// SQLite keeps to that order where it is told so. PostgreSQL would compare each row with each where it takes a world for
    /// empty, as it does until somebody has the tables analyzed; it keeps to a subquery whose rows are counted off.
    func join(_ table: String, on condition: String) -> String {
        switch self {
        case .sqlite: "CROSS JOIN \(table) ON \(condition)"
        case .postgres:
            "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(own(table))\(condition) OFFSET 0) AS \(table)"
        }
    }

    /// Puts a row into a table: what each column is to say.
    func insert(into table: String, _ columns: KeyValuePairs<String, String>) -> String {
        let own = self == .postgres ? [("world", "$1")] : []
        let all = own + columns.map { ($0.key, $0.value) }
        return "INSERT INTO \(table) (\(all.map(\.0).joined(separator: ", "))) "
            + "VALUES (\(all.map(\.1).joined(separator: ", ")))"
    }

    /// What to do with a row that is there already: these columns say what the new one says. SQLite would look for it
    /// twice, and is told to change it first.
    func orUpdate(_ key: String, _ columns: [String]) -> String {
        switch self {
        case .sqlite: ""
        case .postgres:
            " ON CONFLICT (world, \(key)) DO UPDATE SET "
                + columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        }
    }
}
