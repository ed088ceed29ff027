/// The tables of one world.
final class PostgresTables: SQLConnection {
    typealias Failure = PostgresFailure
    typealias Statement = PostgresStatement

    static let dialect = SQLDialect.postgres

    let connection: PostgresConnection
    private let world: Int64
    /// Where other nodes hear of what is written.
    private let channel: PostgresChannel?
    /// Where the log ends with what is being written.
    var nextEnd: Int64 = 0

    init(_ connection: PostgresConnection, world: Int64, channel: PostgresChannel? = nil) {
        (self.connection, self.world, self.channel) = (connection, world, channel)
    }

    func prepare(_ sql: String) throws(PostgresFailure) -> PostgresStatement {
        PostgresStatement(connection, world: world, sql: sql)
    }

    /// It is learned with the answer to all that is sent.
    var changedRows: Int64? { nil }

    func begin() throws(PostgresFailure) {
        try connection.begin()
        // Whoever empties the world waits for this transaction; and where it was emptied, dividing by nothing ends it.
        let isThere = PostgresStatement(
            connection, world: world,
            sql: "SELECT 1 / count(*) FROM (SELECT id FROM world WHERE id = $1 FOR KEY SHARE) AS world")
        try isThere.run(orReject: nil)
    }

    /// What wakes the others comes behind it, and not within: there it would hold up all who commit.
    func commit() throws(PostgresFailure) {
        try connection.commit { () throws(PostgresFailure) in
            try channel?.notify(appended: nextEnd, to: world)
        }
    }

    func rollBack() { connection.rollBack() }
}
