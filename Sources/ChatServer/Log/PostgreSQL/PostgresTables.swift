/// The tables of one world.
final class PostgresTables: SQLConnection {
    typealias Failure = PostgresFailure
    typealias Statement = PostgresStatement

    static let dialect = SQLDialect.postgres

    let connection: PostgresConnection
    let world: Int64
    /// The number of this server, which must hold the world to write to it; nil for who has the database alone.
    private let holder: Int64?

    init(_ connection: PostgresConnection, world: Int64, holder: Int64?) {
        (self.connection, self.world, self.holder) = (connection, world, holder)
    }

    func prepare(_ sql: String) throws(PostgresFailure) -> PostgresStatement {
        PostgresStatement(connection, world: world, sql: sql)
    }

    /// It is learned with the answer to all that is sent.
    var changedRows: Int64? { nil }

    func begin() throws(PostgresFailure) {
        try connection.begin()
        try hold()
    }

    /// Begins what a transaction writes to this world.
    func hold() throws(PostgresFailure) {
        // Whoever takes the world over waits for this transaction; where the world is another server's, or gone, the
        // division by zero ends it.
        let isHolder = holder == nil ? "" : "AND holder = $2 "
        let isHeld = PostgresStatement(
            connection, world: world,
            sql: "SELECT 1 / count(*) FROM (SELECT id FROM world WHERE id = $1 \(isHolder)FOR SHARE) AS world")
        if let holder { isHeld.bind(1, holder) }
        try isHeld.run(orReject: nil)
    }

    /// Whether there is such a world still.
    func isThere() throws(PostgresFailure) -> Bool {
        try PostgresStatement(connection, world: world, sql: "SELECT 1 FROM world WHERE id = $1").step()
    }

    func commit() throws(PostgresFailure) { try connection.commit() }

    func rollBack() { connection.rollBack() }
}
