/// The tables of a database.
///
/// One set of tables holds the logs of all worlds. Each row has the number of its world before its key. The other
/// tables are `world`, `server`, `token` and `format`.
///
/// Texts are stored as bytes, as in a file. Equality, order and permitted characters depend on no collation and no
/// encoding. `SELECT convert_from(body, 'UTF8') FROM log` makes them readable.
struct PostgresSchema {
    /// The constraint that a second record at one position violates.
    static let positions = "log_pkey"

    /// The migrations: step `n` converts format `n + 1` to format `n + 2`. A released step never changes. New databases
    /// get the newest format directly.
    static let migrations: [[String]] = [[node], live, [segmentGroup], tokens, leases]

    /// The servers, in formats 2 to 5.
    private static let node = "CREATE TABLE node (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lost TIMESTAMPTZ)"

    /// Faults and sessions, in formats 3 to 5.
    ///
    /// Earlier versions did not store the clock of `main`, so it becomes empty, and the first server sets it.
    private static let live = [
        """
        CREATE TABLE fault (
            world BIGINT NOT NULL, number BIGINT NOT NULL, body BYTEA NOT NULL, once BIGINT NOT NULL,
            matches BIGINT NOT NULL, fired BIGINT NOT NULL, PRIMARY KEY (world, number)
        )
        """,
        """
        CREATE TABLE session (
            world BIGINT NOT NULL, node BIGINT NOT NULL REFERENCES node ON DELETE CASCADE, id BYTEA NOT NULL,
            person BYTEA NOT NULL, app BYTEA NOT NULL, number BIGINT, PRIMARY KEY (world, node, id)
        )
        """,
        "CREATE UNIQUE INDEX session_number ON session (world, person, app, number)",
        "CREATE INDEX session_node ON session (node)",
        "ALTER TABLE world ADD COLUMN faults BIGINT NOT NULL DEFAULT 0",
        "UPDATE world SET clock = '' WHERE name = 'main'",
    ]

    private static let segmentGroup = """
        CREATE TABLE segment_group (
            world BIGINT NOT NULL, through BIGINT NOT NULL, after BIGINT NOT NULL, block BIGINT NOT NULL,
            blocks BIGINT NOT NULL, CONSTRAINT segment_group_pkey PRIMARY KEY (world, through)
        )
        """

    /// The tokens. The number of their changes is a column of `format`, because that table has one row.
    private static let tokens = [
        PostgresTokens.creation, "ALTER TABLE format ADD COLUMN tokens BIGINT NOT NULL DEFAULT 0",
    ]

    /// The servers with their addresses, the worlds they hold, and the secret by which they authenticate each other.
    private static let leases =
        [
            "DROP TABLE session", "DROP TABLE fault", "DROP TABLE node", "ALTER TABLE world DROP COLUMN faults",
            "ALTER TABLE world ADD COLUMN holder BIGINT",
            "ALTER TABLE world ADD COLUMN sessions BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE format ADD COLUMN secret BYTEA",
        ] + server

    private static let server = [
        """
        CREATE TABLE server (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address BYTEA NOT NULL DEFAULT '',
            renewed TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        )
        """,
        "CREATE INDEX world_holder ON world (holder)",
    ]

    var migrations = Self.migrations

    /// The format that this version writes.
    var version: Int64 { Int64(migrations.count) + 1 }

    /// Creates or migrates the tables in one transaction, so that an interrupted migration has no effect.
    func prepare(_ connection: PostgresConnection) throws(LogOpenError) {
        guard try found(connection) < version else { return }
        do throws(PostgresFailure) {
            try connection.migrate(if: { () throws(PostgresFailure) in try Self.version(connection) < version }) {
                () throws(PostgresFailure) in try change(connection)
            }
        } catch {
            throw PostgresSchema.openError(error)
        }
    }

    private func found(_ connection: PostgresConnection) throws(LogOpenError) -> Int64 {
        let found: Int64
        do throws(PostgresFailure) {
            found = try Self.version(connection)
        } catch {
            throw PostgresSchema.openError(error)
        }
        guard found <= version else {
            throw .newerVersion(path: Self.name, found: found, known: version)
        }
        return found
    }

    private func change(_ connection: PostgresConnection) throws(PostgresFailure) {
        let found = try Self.version(connection)
        let steps =
            found == 0
            ? Self.creation(connection.address.schema) : migrations[(Int(found) - 1)...].flatMap { $0 }
        do throws(PostgresFailure) {
            try connection.begin()
            for step in steps { try connection.send(step) }
            try connection.send("UPDATE format SET version = \(version)")
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Refuses tables whose format this version does not read.
    func check(_ connection: PostgresConnection) throws(PostgresFailure) {
        let found = try Self.version(connection)
        guard found != version else { return }
        throw PostgresFailure(
            found == 0
                ? "it contains no log"
                : "it has format \(found), but this version reads only \(version): "
                    + "start chat-server on it, which upgrades older formats")
    }

    /// The name of the database in errors. The address may contain confidential parts.
    private static let name = "the database"

    /// Converts a failure at the opening to an error for the person who started the server.
    static func openError(_ failure: PostgresFailure) -> LogOpenError {
        .unavailable(path: name, reason: failure.words)
    }

    /// Returns the format of the existing tables; 0 if there are none.
    private static func version(_ connection: PostgresConnection) throws(PostgresFailure) -> Int64 {
        func number(_ sql: String) throws(PostgresFailure) -> Int64 {
            let statement = PostgresStatement(connection, sql: sql)
            return try statement.step() ? statement.integer(0) : 0
        }
        let isThere = try number(
            """
            SELECT count(*) FROM pg_catalog.pg_tables
            WHERE schemaname = '\(connection.address.schema)' AND tablename = 'format'
            """)
        return isThere == 0 ? 0 : try number("SELECT version FROM format")
    }

    private static func creation(_ schema: String) -> [String] {
        var steps = [
            "CREATE SCHEMA IF NOT EXISTS \"\(schema)\"",
            "CREATE TABLE format (version BIGINT NOT NULL, tokens BIGINT NOT NULL DEFAULT 0, secret BYTEA)",
            "INSERT INTO format (version) VALUES (0)",
            """
            CREATE TABLE world (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name BYTEA NOT NULL UNIQUE, clock BYTEA NOT NULL,
                seed BIGINT NOT NULL, holder BIGINT, sessions BIGINT NOT NULL DEFAULT 0
            )
            """,
            PostgresTokens.creation,
        ]
        steps += server
        for table in LogTable.all {
            let columns = table.columns.map { "\($0.name) \($0.postgresType)" }.joined(separator: ", ")
            steps.append(
                """
                CREATE TABLE \(table.name) (
                    world BIGINT NOT NULL, \(columns),
                    CONSTRAINT \(table.name)_pkey PRIMARY KEY (world, \(table.key.joined(separator: ", ")))
                )
                """)
            for index in table.indexes {
                steps.append(
                    "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name) ON \(table.name) "
                        + "(world, \(index.columns.joined(separator: ", ")))"
                        + (index.condition.map { " WHERE \($0)" } ?? ""))
            }
        }
        return steps
    }
}

extension LogTable.Column {
    fileprivate var postgresType: String {
        switch kind {
        case .number: isOptional ? "BIGINT" : "BIGINT NOT NULL"
        case .bytes: isOptional ? "BYTEA" : "BYTEA NOT NULL"
        case .counter: "BIGINT GENERATED ALWAYS AS IDENTITY"
        }
    }
}
