import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

/// The tokens of a database, as rows.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct PostgresTokensTests {
    private let worlds: PostgresWorlds
    private let server: PostgresTokens
    private let maker: PostgresTokens

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        // The first connection creates the tables.
        maker = try PostgresTokens(of: address, makingTables: true)
        worlds = try PostgresWorlds(address)
        server = try #require(worlds.tokens)
    }

    private func row(_ id: String, _ body: String) -> PostgresTokens.Row { .init(id: id, body: Array(body.utf8)) }

    @Test func changedTokensAreVisibleAndNotified() throws {
        #expect(try server.version().changes == 0 && server.all().isEmpty)
        #expect(try maker.beginChange().isEmpty)
        try maker.endChange(removing: [], adding: [row("b", "1\0"), row("a", "2")])
        #expect(try server.version().changes == 1 && server.all() == [row("b", "1\0"), row("a", "2")])
        _ = try maker.beginChange()
        try maker.endChange(removing: ["b"], adding: [row("c", "3")])
        #expect(try server.version().changes == 2 && server.all() == [row("a", "2"), row("c", "3")])
        #expect(server.takeChangeNotification() && !server.takeChangeNotification())
        // The number of changes stays after the last token is removed.
        _ = try maker.beginChange()
        try maker.endChange(removing: ["a", "c"], adding: [])
        #expect(try server.version().changes == 3 && server.all().isEmpty)
    }

    @Test func undoneOrFailedChangeLeavesNoRows() throws {
        _ = try maker.beginChange()
        maker.undoChange()
        #expect(try server.version().changes == 0)
        _ = try maker.beginChange()
        #expect(throws: LogError.self) { try maker.endChange(removing: [], adding: [row("a", "1"), row("a", "2")]) }
        #expect(try server.version().changes == 0 && server.all().isEmpty)
        #expect(!server.takeChangeNotification())
        _ = try maker.beginChange()
        try maker.endChange(removing: [], adding: [row("a", "1")])
        #expect(try server.all() == [row("a", "1")])
    }
}
