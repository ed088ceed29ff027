import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

/// The log in PostgreSQL: conflicts, indexes, formats and addresses.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct PostgresEventLogTests {
    @Test("an append at a position that another connection wrote is a conflict and writes nothing")
    func conflictWritesNothing() throws {
        let address = try PostgresAddress.ofATest()
        let (first, second) = (try address.log(), try address.log())
        try first.append([.message(1, "m1", sequence: 1)], expectedEnd: 0)
        #expect(throws: LogError.conflict(actualEnd: 1)) {
            try second.append([.message(1, "n1", sequence: 1), .plain(2)], expectedEnd: 0)
        }
        #expect(second.end == 1)
        try second.append([.message(2, "n1", sequence: 2)], expectedEnd: 1)
        #expect(try first.read(after: 0, limit: 9) == second.read(after: 0, limit: 9))
    }

    /// PostgreSQL can answer every statement with an index.
    @Test func everyStatementCanUseAnIndex() throws {
        let address = try PostgresAddress.ofATest()
        let connection = try PostgresConnection(address)
        try PostgresSchema().prepare(connection)
        // With these settings, the plan depends neither on the parameters nor on the number of rows.
        for setting in ["enable_seqscan = off", "enable_bitmapscan = off", "plan_cache_mode = force_generic_plan"] {
            try connection.send("SET \(setting)")
        }
        let statements =
            LogQuery.allCases.map { $0.sql(.postgres) } + LogStatement.allCases.map { $0.sql(.postgres) }
            + SearchIndexQuery.allCases.map { $0.sql(.postgres) }
        for sql in statements {
            let numbers = sql.split(separator: "$").dropFirst().compactMap { Int($0.prefix(while: \.isNumber)) }
            try connection.send("PREPARE asked AS " + sql)
            try connection.exchange()
            let values = [String](repeating: "NULL", count: numbers.max() ?? 0).joined(separator: ", ")
            let explain = PostgresStatement(connection, sql: "EXPLAIN EXECUTE asked(\(values))")
            while try explain.step() { #expect(!explain.text(0).contains("Seq Scan"), "\(sql)") }
            try connection.send("DEALLOCATE asked")
            try connection.exchange()
        }
    }

    @Test func tableDefinitionsMatchTheSQLiteTables() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try SQLiteEventLog(path: path).close()
            let connection = try SQLiteConnection(path: path)
            for table in LogTable.all {
                let rows = try connection.prepare(
                    "SELECT name, type, \"notnull\" OR pk > 0 FROM pragma_table_info('\(table.name)')")
                for column in table.columns {
                    #expect(try rows.step(), "\(table.name).\(column.name)")
                    #expect(rows.text(0) == column.name)
                    #expect((rows.text(1) == "INTEGER") != (column.kind == .bytes), "\(table.name).\(column.name)")
                    #expect((rows.integer(2) == 0) == column.isOptional, "\(table.name).\(column.name)")
                }
                #expect(try !rows.step(), "\(table.name)")
            }
        }
    }

    // MARK: Opening

    @Test func olderFormatIsMigratedAndNewerFormatIsRefused() throws {
        let address = try PostgresAddress.ofATest()
        let connection = try PostgresConnection(address)
        try PostgresSchema().prepare(connection)
        try connection.addWorld(1)
        let log = try PostgresEventLog(connection, world: 1, searchText: LogRecord.foundBy)
        try log.append([.plain(1)], expectedEnd: 0)
        let next = PostgresSchema(migrations: PostgresSchema.migrations + [["ALTER TABLE log ADD COLUMN later BIGINT"]])
        try next.prepare(connection)
        try next.prepare(connection)
        #expect(try log.read(after: 0, limit: 9) == [.plain(1)])
        try connection.send("SELECT later FROM log")
        try connection.exchange()
        let error = LogOpenError.newerVersion(
            path: "the database", found: next.version, known: PostgresSchema().version)
        #expect(throws: error) { try PostgresSchema().prepare(connection) }
        let broken = PostgresSchema(
            migrations: next.migrations + [["ALTER TABLE log ADD COLUMN x BIGINT", "SELECT 1/0"]])
        #expect(throws: LogOpenError.self) { try broken.prepare(connection) }
        // The failed migration changed nothing.
        #expect(throws: PostgresFailure.self) {
            try connection.send("SELECT x FROM log")
            try connection.exchange()
        }
    }

    @Test("a database that servers use can be neither locked for one program nor migrated")
    func databaseInUseCannotBeLockedOrMigrated() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let servers = try (1...2).map { _ in try PostgresWorlds(address, searchText: LogRecord.foundBy) }
        let error = #expect(throws: LogOpenError.self) {
            try PostgresWorlds(address.wanted(for: .alone), searchText: LogRecord.foundBy)
        }
        #expect(error?.description.contains("another server has locked the database") == true)
        let next = PostgresSchema(migrations: PostgresSchema.migrations + [["ALTER TABLE log ADD COLUMN later BIGINT"]])
        let newer = try PostgresConnection(address)
        #expect(throws: try #require(error)) { try next.prepare(newer) }
        newer.close()
        #expect(throws: Never.self) { try PostgresWorlds.reading(address) }
        for server in servers { server.close() }
        #expect(throws: Never.self) {
            try PostgresWorlds(address.wanted(for: .alone), searchText: LogRecord.foundBy)
        }
    }

    @Test(arguments: [
        ("postgres://anna:secret@/postgres", "password"),
        ("postgres://anna@/postgres?password=secret", "password"),
        ("postgres://anna@/postgres?hots=x", "invalid URI query parameter"),
        ("postgres://anna@/postgres?host=/nowhere/at/all", "No such file"),
        ("postgres:///?service=nowhere-to-be-found", "nowhere-to-be-found"),
    ])
    func unusableAddressIsRefusedInOneLineWithoutThePassword(_ text: String, _ reason: String) throws {
        let address = try #require(PostgresAddress(text))
        let error = #expect(throws: LogOpenError.self) { try PostgresWorlds(address) }
        let line = error?.description ?? ""
        #expect(line.contains(reason) && !line.contains("secret") && !line.contains("\n"), "\(line)")
    }
}
