import ChatProtocol
import ChatSystem
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog
@testable import ChatServer

/// The source of the valid tokens of a server.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct TokenSourceTests {
    private static let token = Token(
        id: Token.ID("x"), grant: .observer, madeAt: Instant(milliseconds: 5), salt: [UInt8](repeating: 1, count: 16),
        digest: [UInt8](repeating: 1, count: 32))

    /// A login is checked against the changed tokens, even if no notification of the change has arrived.
    @Test func changedTokensAreReadAtTheNextQuery() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let maker = TokenTable(try PostgresTokens(of: address, makingTables: true))
        let worlds = try PostgresWorlds(address)
        var source = TokenSource(file: nil, table: worlds.tokens.map { TokenTable($0) })
        #expect(try source.readIfChanged() == nil && !source.isDatabase)
        try maker.change { (book) throws(FileProblem) in book.add(Self.token) }
        #expect(try source.readIfChanged(asking: false) == nil)
        #expect(try source.readIfChanged()?.tokens.count == 1 && source.isDatabase)
        #expect(try source.readIfChanged() == nil)
        try maker.change { (book) throws(FileProblem) in _ = book.remove(book.tokens[0].id) }
        #expect(try source.readIfChanged()?.tokens.isEmpty == true)
        // A refused change has no effect.
        #expect(throws: FileProblem.self) {
            try maker.change { (book) throws(FileProblem) in
                book.add(Self.token)
                throw FileProblem(path: "", reason: "no")
            }
        }
        #expect(try source.readIfChanged() == nil)
        // A row of a newer version is reported once, and the database still counts as one with tokens.
        let rows = try PostgresTokens(of: address, makingTables: true)
        _ = try rows.beginChange()
        try rows.endChange(removing: [], adding: [.init(id: "x", body: Array("{\"king\":1}".utf8))])
        #expect(throws: FileProblem.self) { try source.readIfChanged() }
        #expect(try source.readIfChanged() == nil && source.isDatabase)
        // The tokens do not change while the database is unreachable.
        _ = try rows.beginChange()
        try rows.endChange(removing: ["x"], adding: [])
        worlds.close()
        #expect(try source.readIfChanged() == nil)
        var new = TokenSource(file: nil, table: source.table)
        #expect(throws: FileProblem.self, "nobody begins without knowing") { try new.readIfChanged() }
    }

    private func source() throws -> (TokenSource, PostgresTokens, PostgresWorlds, PostgresAddress) {
        let (text, schema) = try PostgresCluster.newSchema()
        var address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        // The timeout for a lock is shorter than that of a server.
        address.timeout = 500
        let maker = try PostgresTokens(of: address, makingTables: true)
        let worlds = try PostgresWorlds(address)
        try TokenTable(maker).change { (book) throws(FileProblem) in book.add(Self.token) }
        return (TokenSource(file: nil, table: worlds.tokens.map { TokenTable($0) }), maker, worlds, address)
    }

    @Test func tokensAreReadAfterALockTimeout() throws {
        var (source, maker, worlds, address) = try source()
        #expect(try source.readIfChanged()?.tokens.count == 1)
        try TokenTable(maker).change { (book) throws(FileProblem) in _ = book.remove(Self.token.id) }
        let other = try PostgresConnection(address)
        try other.begin()
        try other.send("LOCK TABLE token IN ACCESS EXCLUSIVE MODE")
        try other.exchange()
        #expect(try source.readIfChanged() == nil)
        other.rollBack()
        for _ in 0..<1_000 where worlds.main.problem != nil { worlds.main.recover() }
        #expect(try source.readIfChanged()?.tokens.isEmpty == true)
    }

    /// A promoted standby may have the same number of changes, but different tokens.
    @Test func tokensAreReadAgainOverANewConnection() throws {
        var (source, _, worlds, address) = try source()
        #expect(try source.readIfChanged()?.tokens.count == 1)
        let other = try PostgresConnection(address)
        func run(_ statement: String) throws {
            try other.send(statement)
            try other.exchange()
        }
        try run("DELETE FROM token")
        #expect(try source.readIfChanged() == nil, "nobody is to change them so")
        try run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
            AND classid::bigint = hashtext('\(address.schema)')::bigint & 4294967295
            """)
        while worlds.main.problem == nil { worlds.main.recover() }
        for _ in 0..<1_000 where worlds.main.problem != nil { worlds.main.recover() }
        #expect(try source.readIfChanged()?.tokens.isEmpty == true)
    }
}
