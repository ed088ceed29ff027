/// The differences between the SQL of the databases that store a log.
enum SQLDialect {
    /// SQLite: a file holds one log.
    case sqlite
    /// PostgreSQL: a database holds many logs. Each table has one more column first, the world of a row. Each statement
    /// has one more parameter first, which restricts its rows to that world.
    case postgres

    /// Returns the parameter with a number, counted from 1.
    subscript(number: Int) -> String {
        switch self {
        case .sqlite: "?\(number)"
        case .postgres: "$\(number + 1)"
        }
    }

    /// Returns the condition that restricts a table to the rows of this log, to be followed by another condition.
    func own(_ table: String) -> String {
        switch self {
        case .sqlite: ""
        case .postgres: "\(table).world = $1 AND "
        }
    }

    /// Returns the whole clause that restricts a table to the rows of this log.
    func all(of table: String) -> String {
        switch self {
        case .sqlite: ""
        case .postgres: "WHERE \(table).world = $1"
        }
    }

    /// Returns the join of a table to the tables before it, which have fewer rows. Each of their rows is looked up by
    /// an index.
    ///
    /// SQLite keeps this order for a `CROSS JOIN`. PostgreSQL assumes a world to be empty until its tables are
    /// analyzed, and would then compare each row with each row. It does not reorder a subquery with an `OFFSET`.
    func join(_ table: String, on condition: String) -> String {
        switch self {
        case .sqlite: "CROSS JOIN \(table) ON \(condition)"
        case .postgres:
            "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(own(table))\(condition) OFFSET 0) AS \(table)"
        }
    }

    /// Returns the insertion of a row: the SQL value of each column.
    func insert(into table: String, _ columns: KeyValuePairs<String, String>) -> String {
        let own = self == .postgres ? [("world", "$1")] : []
        let all = own + columns.map { ($0.key, $0.value) }
        return "INSERT INTO \(table) (\(all.map(\.0).joined(separator: ", "))) "
            + "VALUES (\(all.map(\.1).joined(separator: ", ")))"
    }

    /// Returns the clause that updates these columns if the row exists.
    ///
    /// It is empty for SQLite, which would search for the row twice; the caller updates the row first.
    func orUpdate(_ key: String, _ columns: [String]) -> String {
        switch self {
        case .sqlite: ""
        case .postgres:
            " ON CONFLICT (world, \(key)) DO UPDATE SET "
                + columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        }
    }
}
