/// The tables of one world.
final class PostgresTables: SQLConnection {
    typealias Failure = PostgresFailure
    typealias Statement = PostgresStatement

    static let dialect = SQLDialect.postgres

    let connection: PostgresConnection
    let world: Int64
    /// The number of this server, which must hold the world to write to it; nil for exclusive access to the database.
    private let holder: Int64?

    init(_ connection: PostgresConnection, world: Int64, holder: Int64?) {
        (self.connection, self.world, self.holder) = (connection, world, holder)
    }

    func prepare(_ sql: String) throws(PostgresFailure) -> PostgresStatement {
        PostgresStatement(connection, world: world, sql: sql)
    }

    /// Nil: the number is known only after the answers to the whole pipeline.
    var changedRows: Int64? { nil }

    func begin() throws(PostgresFailure) {
        try connection.begin()
        try hold()
    }

    /// Locks the world for a transaction that writes to it, and checks that this server holds it.
    func hold() throws(PostgresFailure) {
        // A server that takes over the world waits for this transaction. If the world has another holder or is deleted,
        // the division by zero aborts the transaction.
        let isHolder = holder == nil ? "" : "AND holder = $2 "
        let isHeld = PostgresStatement(
            connection, world: world,
            sql: "SELECT 1 / count(*) FROM (SELECT id FROM world WHERE id = $1 \(isHolder)FOR SHARE) AS world")
        if let holder { isHeld.bind(1, holder) }
        try isHeld.run(orReject: nil)
    }

    /// Returns true if the world still exists.
    func isThere() throws(PostgresFailure) -> Bool {
        try PostgresStatement(connection, world: world, sql: "SELECT 1 FROM world WHERE id = $1").step()
    }

    func commit() throws(PostgresFailure) { try connection.commit() }

    func rollBack() { connection.rollBack() }
}
