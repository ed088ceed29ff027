/// A connection to the database that stores a log, as needed by the statements of a log.
///
/// The statements and their order are defined once, for every kind of database.
protocol SQLConnection: AnyObject {
    associatedtype Failure: SQLFailure
    associatedtype Statement: SQLStatement where Statement.Failure == Failure

    /// The dialect of the database.
    static var dialect: SQLDialect { get }

    /// Prepares a statement for repeated use.
    func prepare(_ sql: String) throws(Failure) -> Statement

    /// The number of rows that the last statement changed; nil if that is not known yet.
    var changedRows: Int64? { get }

    /// Begins a transaction.
    func begin() throws(Failure)

    /// Commits a transaction: its writes are durable when this returns.
    ///
    /// - Throws: The reason of the failure. Its `isInDoubt` is true if the transaction may have been committed.
    func commit() throws(Failure)

    /// Rolls back the open transaction, if there is one.
    func rollBack()
}

extension SQLConnection {
    func prepare(_ statement: LogStatement) throws(Failure) -> Statement { try prepare(statement.sql(Self.dialect)) }

    func prepare(_ query: LogQuery) throws(Failure) -> Statement { try prepare(query.sql(Self.dialect)) }

    func prepare(_ query: SearchIndexQuery) throws(Failure) -> Statement { try prepare(query.sql(Self.dialect)) }
}

/// A prepared statement. It is bound, then stepped or run, then reset for its next use.
///
/// Indexes of parameters count from 1, indexes of columns from 0.
protocol SQLStatement: AnyObject {
    associatedtype Failure: SQLFailure

    func bind(_ index: Int32, _ value: Int64)
    func bind(_ index: Int32, _ text: String)
    func bind(_ index: Int32, _ text: [UInt8])
    func bind(_ index: Int32, blob: [UInt8])

    /// Steps once. Returns true if there is a row to read, and false if the statement is done.
    func step() throws(Failure) -> Bool

    /// Executes the statement, discards its rows and resets it.
    ///
    /// A remote database may execute it together with the next request; a failure is then thrown by that request.
    /// - Parameter rejection: The rule of the log that the batch breaks if a constraint is violated.
    func run(orReject rejection: LogError.Rejection?) throws(Failure)

    /// Discards the rows and the bound values.
    func finish()

    func isNull(_ column: Int32) -> Bool
    func integer(_ column: Int32) -> Int64
    func text(_ column: Int32) -> String
    func bytes(_ column: Int32) -> [UInt8]
    func blob(_ column: Int32) -> [UInt8]
}

extension SQLStatement {
    func run() throws(Failure) { try run(orReject: nil) }
}

/// The reason that a database did not execute a request.
protocol SQLFailure: Error {
    /// The rule of the log that the batch broke; nil for another failure.
    var rejection: LogError.Rejection? { get }
    /// True if the outcome of a commit is unknown.
    var isInDoubt: Bool { get }

    /// Returns the failure of a batch that broke a rule of the log.
    static func rejected(_ rejection: LogError.Rejection) -> Self

    /// Returns the failure of damaged data.
    static func damage(_ what: String) -> Self
}

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
