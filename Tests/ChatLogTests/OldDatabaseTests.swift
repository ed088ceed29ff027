import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatLog

/// Databases that earlier versions wrote.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct OldDatabaseTests {
    /// The statements of `pg_dump --inserts` for a database of format 1 or 2. Format 1 had no table of servers.
    private static func dump(format: Int, in schema: String) throws -> [String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        var statements = try String(contentsOf: tests.appending(path: "Deploy/database-format-2.sql"), encoding: .utf8)
            .replacing("SCHEMA understudy", with: "SCHEMA \(schema)")
            .replacing("understudy.", with: "\(schema).").split(separator: ";\n").map(String.init)
        guard format == 1 else { return statements }
        statements.removeAll { $0.contains(".node") }
        return statements.map { $0.replacing("\(schema).format VALUES (2)", with: "\(schema).format VALUES (1)") }
    }

    /// Returns a database of an older version. The first migrations of format 2 make formats 3 to 5. `Tests/Releases`
    /// has a database that the version of format 5 itself wrote.
    private static func database(format: Int) throws -> PostgresAddress {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let connection = try PostgresConnection(address.wanted(for: .reading))
        for statement in try dump(format: format, in: schema) { try connection.send(statement) }
        try connection.exchange()
        try PostgresSchema(migrations: Array(PostgresSchema.migrations[..<(format - 1)])).prepare(connection)
        return address
    }

    private func check(_ log: any EventLog, end: Int64) throws {
        #expect(log.end == end)
        #expect(LogCheck(log, searchText: LogRecord.textOfBody).problems.isEmpty)
        #expect(try log.restoredState().position == end)
        try log.append([.plain(end + 1)], expectedEnd: end)
    }

    @Test("a database of formats 1 to 5 is migrated with all of its contents", arguments: 1...5)
    func oldDatabaseIsMigratedWithItsContents(format: Int) throws {
        let address = try Self.database(format: format)
        let worlds = try PostgresWorlds(address)
        #expect(
            try worlds.list()?.map { "\($0.name) \($0.clock) \($0.seed) \($0.sessions)" }
                == ["main real 0 0", "w virtual 7 0"])
        #expect(try worlds.list()?.allSatisfy { $0.holder == nil } == true)
        let (main, other) = (try worlds.take(), try worlds.take(WorldName("w")))
        #expect(try main.places("cafe") == [5] && main.places("pleasure") == [7])
        #expect(try main.places("Geheimnis").isEmpty)
        #expect(try other.places("東京") == [3])
        #expect(try main.position(of: IdempotencyKey(handle: "anna", clientID: "one")) == 5)
        try check(main, end: 13)
        try check(other, end: 3)
        #expect(try worlds.make(WorldName("new"), clock: .virtual, seed: 1))
        #expect(try worlds.take(WorldName("new")).end == 0)
        #expect(try Self.columns(address) == Self.columns(try Self.newDatabase()))
    }

    /// Formats 1 and 2 did not store the clock of `main`: the first server that names it sets it.
    @Test func firstServerOfAnOlderDatabaseSetsTheClockOfMain() throws {
        let address = try Self.database(format: 2)
        for beginning in [nil, PostgresWorlds.Beginning(clock: .virtual, seed: 0)] {
            try PostgresWorlds(address, main: beginning).close()
        }
        let error = #expect(throws: LogOpenError.self) {
            try PostgresWorlds(address, main: .init(clock: .real, seed: 0))
        }
        #expect(error?.description.contains("created with --clock virtual, but this server has --clock real") == true)
        try PostgresWorlds(address, main: .init(clock: .virtual, seed: 0)).close()
        #expect(throws: LogOpenError.self) { try PostgresWorlds(address, main: .init(clock: .virtual, seed: 1)) }
        try PostgresWorlds(address).close()
    }

    private static func newDatabase() throws -> PostgresAddress {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        try PostgresWorlds(address).close()
        return address
    }

    /// The columns of all tables, and the indexes.
    private static func columns(_ address: PostgresAddress) throws -> [String] {
        let connection = try PostgresConnection(address.wanted(for: .reading))
        let all = PostgresStatement(
            connection,
            sql: """
                SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, is_identity, column_default)
                FROM information_schema.columns WHERE table_schema = '\(address.schema)'
                UNION ALL SELECT replace(indexdef, '\(address.schema)', '') FROM pg_indexes
                WHERE schemaname = '\(address.schema)' ORDER BY 1
                """)
        var columns: [String] = []
        while try all.step() { columns.append(all.text(0)) }
        return columns
    }
}
