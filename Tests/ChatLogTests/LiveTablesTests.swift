import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

/// What several nodes ask of the rows that they share, at the same time.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct LiveTablesTests {
    private let nodes: [PostgresWorlds]
    private let tables: [any LiveTables]

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        nodes = try (0..<2).map { _ in try PostgresWorlds(address) }
        tables = try nodes.map { try #require($0.main.liveTables) }
    }

    /// Both see that it is their turn, and one of them has it.
    @Test func whoeverIsFirstHasTheFault() throws {
        let number = try #require(try tables[0].addFault(isOnce: true, max: 9) { Array("fault \($0)".utf8) })
        #expect(try tables[1].faults() == [StoredFault(number: number, body: Array("fault 1".utf8), fired: 0)])
        #expect(try tables.map { try $0.countMatch(of: [number]) } == [[number: 1], [number: 2]])
        #expect(try tables.map { try $0.fire(number) } == [true, false])
        #expect(try tables[1].countMatch(of: [number]) == [:], "it is spent")
        // What comes about again and again does so for each.
        let again = try #require(try tables[1].addFault(isOnce: false, max: 9) { _ in [] })
        #expect(try tables.map { try $0.fire(again) } == [true, true])
        #expect(try tables[0].countMatch(of: [number, again]) == [again: 1])
        #expect(try tables[0].faults().map(\.fired) == [1, 2])
    }

    @Test func aSessionThatComesBackKeepsItsNumberUnlessItIsTaken() throws {
        let bea = { (id: String) in SessionSeat(id: id, person: "bea", app: nil) }
        #expect(try tables[0].addSession(bea("a")) == 1)
        #expect(try tables[1].addSession(bea("a")) == 2)
        #expect(try tables[0].keepSession(bea("a"), number: 1))
        try nodes[0].channel?.keepSessions([])
        #expect(try tables[1].addSession(bea("b")) == 1)
        #expect(try !tables[0].keepSession(bea("a"), number: 1))
        #expect(try tables[0].addSession(bea("a")) == 3)
        #expect(try tables[1].sessionCounts(from: "bea", through: "bea") == ["bea": 3])
        try tables[1].removeSession("b")
        #expect(try tables[0].addSession(SessionSeat(id: "o", person: nil, app: nil)) == nil)
        #expect(try nodes[1].list()?.map(\.sessions) == [3])
    }

    /// Whoever was killed has nothing any more once another server begins.
    @Test func theSeatsOfAServerThatWasKilledAreFree() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let seat = SessionSeat(id: "a", person: "bea", app: nil)
        do {
            let gone = try PostgresWorlds(address)
            #expect(try gone.main.liveTables?.addSession(seat) == 1)
        }
        // Its session ends with its connection; that is not waited for by who closes one.
        let other = try PostgresConnection(address.wanted(for: .alone))
        other.close()
        let next = try PostgresWorlds(address)
        #expect(try next.main.liveTables?.addSession(seat) == 1)
    }
}
