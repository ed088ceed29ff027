/// The tables of one world.
final class PostgresTables: SQLConnection {
    typealias Failure = PostgresFailure
    typealias Statement = PostgresStatement

    static let dialect = SQLDialect.postgres

    let connection: PostgresConnection
    let world: Int64
    /// Sends what is to stand behind the commit: there it holds up nobody else who commits.
    var afterCommit: () throws(PostgresFailure) -> Void = { () throws(PostgresFailure) in }

    init(_ connection: PostgresConnection, world: Int64) {
        (self.connection, self.world) = (connection, world)
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
        // Whoever empties the world waits for this transaction; and where it was emptied, dividing by nothing ends it.
        let isThere = PostgresStatement(
            connection, world: world,
            sql: "SELECT 1 / count(*) FROM (SELECT id FROM world WHERE id = $1 FOR KEY SHARE) AS world")
        try isThere.run(orReject: nil)
    }

    /// Whether there is such a world still.
    func isThere() throws(PostgresFailure) -> Bool {
        try PostgresStatement(connection, world: world, sql: "SELECT 1 FROM world WHERE id = $1").step()
    }

    func commit() throws(PostgresFailure) { try connection.commit(afterCommit) }

    func rollBack() { connection.rollBack() }
}
