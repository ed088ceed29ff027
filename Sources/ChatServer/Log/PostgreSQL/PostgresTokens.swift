import ChatProtocol

/// The tokens by which all servers of a database know who connects, as rows: what they are is said by whoever makes them.
///
/// Nothing of them is in a log, and a copy takes none along.
public final class PostgresTokens {
    /// One of them.
    package struct Row: Equatable {
        /// What it is known by.
        package let id: String
        /// What it is.
        package let body: [UInt8]

        package init(id: String, body: [UInt8]) { (self.id, self.body) = (id, body) }
    }

    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// The tokens of a database that servers may use meanwhile.
    ///
    /// - Parameter makesTables: whether those are made where they are missing, as for the first token.
    /// - Throws: ``LogOpenError``, whose description is for people: also where there are no tables that this version reads.
    package convenience init(of address: PostgresAddress, makingTables makesTables: Bool) throws(LogOpenError) {
        let connection: PostgresConnection
        do throws(PostgresFailure) {
            connection = try PostgresConnection(address.wanted(for: makesTables ? .serving : .reading))
            if !makesTables { try PostgresSchema().check(connection) }
        } catch {
            throw PostgresSchema.openError(error)
        }
        if makesTables { try PostgresSchema().prepare(connection) }
        self.init(connection)
    }

    static let creation = """
        CREATE TABLE token (
            id BYTEA PRIMARY KEY, body BYTEA NOT NULL, number BIGINT GENERATED ALWAYS AS IDENTITY
        )
        """

    /// What tells whether they are the same as when they were read.
    package struct Version: Equatable {
        /// How often they were changed: 0 where there were never any, and nobody is asked for one.
        package var changes: Int64
        /// Over which connection that was learned: another may lead to another primary, where other changes were made.
        var generation: Int
    }

    /// How they are now.
    package func version() throws(LogError) -> Version {
        try connection.asking { () throws(PostgresFailure) in
            let changes = PostgresStatement(connection, sql: "SELECT tokens FROM format")
            let count = try changes.step() ? changes.integer(0) : 0
            return Version(changes: count, generation: connection.generation)
        }
    }

    /// True if somebody said since the last look that they changed them.
    package func takeNews() -> Bool { connection.takeNotifications() }

    /// All of them, in the order in which they were made.
    package func all() throws(LogError) -> [Row] {
        try connection.asking { () throws(PostgresFailure) in try rows() }
    }

    /// Begins to change them: whoever else does waits for the end of that.
    ///
    /// - Returns: all that there are.
    package func beginChange() throws(LogError) -> [Row] {
        try connection.asking { () throws(PostgresFailure) in
            do throws(PostgresFailure) {
                try connection.begin()
                let count = PostgresStatement(
                    connection, sql: "UPDATE format SET tokens = tokens + 1 RETURNING tokens")
                _ = try count.step()
                return try rows()
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    /// Leaves them as they were.
    package func undoChange() { connection.rollBack() }

    /// Changes them, and says so to all servers.
    package func endChange(removing ids: [String], adding added: [Row]) throws(LogError) {
        try connection.asking { () throws(PostgresFailure) in
            do throws(PostgresFailure) {
                for id in ids {
                    let remove = PostgresStatement(connection, sql: "DELETE FROM token WHERE id = $1")
                    remove.bind(0, id)
                    try remove.run(orReject: nil)
                }
                for row in added {
                    let add = PostgresStatement(connection, sql: "INSERT INTO token (id, body) VALUES ($1, $2)")
                    add.bind(0, row.id)
                    add.bind(1, row.body)
                    try add.run(orReject: nil)
                }
                try connection.send("NOTIFY \"\(connection.address.schema)\"")
                try connection.commit()
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    private func rows() throws(PostgresFailure) -> [Row] {
        let all = PostgresStatement(connection, sql: "SELECT id, body FROM token ORDER BY number")
        var rows: [Row] = []
        while try all.step() { rows.append(Row(id: all.text(0), body: all.bytes(1))) }
        return rows
    }
}
