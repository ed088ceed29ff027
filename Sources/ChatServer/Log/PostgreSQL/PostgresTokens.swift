import ChatProtocol

/// The tokens that authenticate clients to all servers of a database, stored as rows. The caller defines their content.
///
/// They are not part of a log, and a copy of a log does not include them.
public final class PostgresTokens {
    /// A stored token.
    package struct Row: Equatable {
        /// The id of the token.
        package let id: String
        /// The encoded token.
        package let body: [UInt8]

        package init(id: String, body: [UInt8]) { (self.id, self.body) = (id, body) }
    }

    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Opens the tokens of a database, which servers may be using.
    ///
    /// - Parameter makesTables: True to create missing tables, as for the first token.
    /// - Throws: ``LogOpenError``, whose description is for people. Also thrown if this version cannot read the tables.
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

    /// A version of the tokens, to detect changes.
    package struct Version: Equatable {
        /// The number of changes; 0 if there were never any tokens, so that no client needs one.
        package var changes: Int64
        /// The generation of the connection on which it was read. Another connection may lead to another primary with
        /// other changes.
        var generation: Int
    }

    /// Reads the current version of the tokens.
    package func version() throws(LogError) -> Version {
        try connection.asking { () throws(PostgresFailure) in
            let changes = PostgresStatement(connection, sql: "SELECT tokens FROM format")
            let count = try changes.step() ? changes.integer(0) : 0
            return Version(changes: count, generation: connection.generation)
        }
    }

    /// Returns true if another session reported a change of the tokens since the last call.
    package func takeChangeNotification() -> Bool { connection.takeNotifications() }

    /// Returns all tokens in the order of their creation.
    package func all() throws(LogError) -> [Row] {
        try connection.asking { () throws(PostgresFailure) in try rows() }
    }

    /// Begins a change of the tokens. Other changes wait until it ends.
    ///
    /// - Returns: All tokens.
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

    /// Rolls back the change.
    package func undoChange() { connection.rollBack() }

    /// Commits the change and notifies all servers.
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
