/// The tables of one world.
final class PostgresTables: SQLConnection {
    typealias Failure = PostgresFailure
    typealias Statement = PostgresStatement

    static let dialect = SQLDialect.postgres

    let connection: PostgresConnection
    private let world: Int64

    init(_ connection: PostgresConnection, world: Int64) {
        (self.connection, self.world) = (connection, world)
    }

    func prepare(_ sql: String) throws(PostgresFailure) -> PostgresStatement {
        PostgresStatement(connection, world: world, sql: sql)
    }

    /// It is learned with the answer to all that is sent.
    var changedRows: Int64? { nil }

    func begin() throws(PostgresFailure) { try connection.begin() }

    func commit() throws(PostgresFailure) { try connection.commit() }

    func rollBack() { connection.rollBack() }
}
