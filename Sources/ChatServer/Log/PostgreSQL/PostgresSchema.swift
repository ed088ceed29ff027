/// The tables of a database: those of every world's log in one, each row with the number of its world before its key,
/// and beside them `world`, `server`, `token` and `format`.
///
/// Texts are bytes, as in a file: what equals, what comes first and what may stand in them depends on no collation and no
/// encoding. `SELECT convert_from(body, 'UTF8') FROM log` makes them readable.
struct PostgresSchema {
    /// The constraint that a second record at one position breaks.
    static let positions = "log_pkey"

    /// Step `n` makes tables of format `n + 1` into those of `n + 2`. A step that was released never changes; what is new
    /// has the newest format at once.
    static let migrations: [[String]] = [[node], live, [segmentGroup], tokens, leases]

    /// The servers, in formats 2 to 5.
    private static let node = "CREATE TABLE node (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lost TIMESTAMPTZ)"

    /// Faults and sessions, in formats 3 to 5. With which clock `main` was begun an earlier version did not say: the first
    /// server says it.
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

    /// How often the tokens were changed stands beside the format, because that is one row.
    private static let tokens = [
        PostgresTokens.creation, "ALTER TABLE format ADD COLUMN tokens BIGINT NOT NULL DEFAULT 0",
    ]

    /// The servers, where each can be reached, and which worlds it holds; and the secret by which they know each other.
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

    /// Makes what is missing, in one transaction: an interrupted migration never was.
    func prepare(_ connection: PostgresConnection) throws(LogOpenError) {
        guard try found(connection) < version else { return }
        do throws(PostgresFailure) {
            try connection.takeAlone()
            try change(connection)
            try connection.share()
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
        // Another server may have done it meanwhile.
        let found = try Self.version(connection)
        guard found < version else { return }
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

    /// Refuses tables that are not of the format that this version reads.
    func check(_ connection: PostgresConnection) throws(PostgresFailure) {
        let found = try Self.version(connection)
        guard found != version else { return }
        throw PostgresFailure(
            found == 0
                ? "it contains no log"
                : "it has format \(found), but this version reads only \(version): "
                    + "start chat-server on it, which upgrades older formats")
    }

    /// What it is called where something is wrong with it: the address may say what is nobody's business.
    private static let name = "the database"

    /// What a failure at the start means to the person who started the server.
    static func openError(_ failure: PostgresFailure) -> LogOpenError {
        .unavailable(path: name, reason: failure.words)
    }

    /// The format of the tables that are there; 0 where there are none.
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
