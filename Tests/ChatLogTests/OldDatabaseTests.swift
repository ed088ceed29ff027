import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatLog

/// Databases that earlier versions wrote, as `pg_dump` says them.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct OldDatabaseTests {
    /// What `pg_dump --inserts` says of one of format 2. Format 1 was the same without the table of nodes.
    private static func dump(format: Int, in schema: String) throws -> [String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let two = try String(
            contentsOf: tests.appending(path: "Deploy/database-format-2.sql"), encoding: .utf8)
        var statements = two.replacing("SCHEMA understudy", with: "SCHEMA \(schema)")
            .replacing("understudy.", with: "\(schema).").split(separator: ";\n").map(String.init)
        guard format == 1 else { return statements }
        statements.removeAll { $0.contains(".node") }
        return statements.map { $0.replacing("\(schema).format VALUES (2)", with: "\(schema).format VALUES (1)") }
    }

    /// The database of an older version.
    private static func database(format: Int) throws -> PostgresAddress {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let connection = try PostgresConnection(address.wanted(for: .reading))
        for statement in try dump(format: format, in: schema) { try connection.send(statement) }
        try connection.exchange()
        return address
    }

    @Test(arguments: [1, 2]) func aDatabaseOfAnOlderFormatIsFoundWhole(_ format: Int) throws {
        let address = try Self.database(format: format)
        let worlds = try PostgresWorlds(address)
        let (main, other) = (worlds.main, try #require(try worlds.find(WorldName("w"))))
        #expect(main.end == 13 && other.log.end == 3)
        #expect(other.clock == .virtual && other.seed == 7)
        #expect(try main.places("cafe") == [5] && main.places("pleasure") == [7])
        #expect(try main.places("Geheimnis").isEmpty)
        #expect(try other.log.places("東京") == [3])
        #expect(try main.position(of: IdempotencyKey(handle: "anna", clientID: "one")) == 5)
        #expect(try main.restoredState().position == 13)
        for log in [main, other.log] {
            #expect(LogCheck(log, searchText: LogRecord.textOfBody).problems.isEmpty)
            #expect(try log.liveTables?.faults() == [])
        }
        try main.append([.plain(14)], expectedEnd: 13)
        #expect(try worlds.make(WorldName("new"), clock: .virtual, seed: 1).end == 0)
        // Tables that are migrated are those that are new.
        #expect(try Self.columns(address) == Self.columns(try Self.newDatabase()))
    }

    /// Nobody said with which clock it was begun: the first server does.
    @Test func whoServesAnOlderOneFirstSaysHowItWasBegun() throws {
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
