import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem
import Testing

@testable import ChatServer

/// The connection to close in a full table: among those without a login, the one that was silent the longest.
struct ConnectionTableTests {
    private let engine: ServerEngine
    private let peer: SocketAddress

    init() throws {
        engine = try ServerEngine(log: MemoryEventLog(), isStored: false) { Instant(milliseconds: 0) }
        peer = try #require(SocketAddress(host: "127.0.0.1", port: 1))
    }

    private func add(to table: inout ConnectionTable) -> AcceptedConnection {
        table.add { slot, generation in
            AcceptedConnection(
                descriptor: -1, slot: slot, generation: generation, peer: peer, wire: WireConnection(),
                strangers: RecentTime(),
                now: 0)
        }
    }

    private func logIn(_ connection: AcceptedConnection) {
        let session = engine.open(tag: connection.slot)
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#
        engine.tick { handle in handle(Array(hello.utf8), session) }
        connection.become(session)
    }

    @Test("the stranger that was silent the longest is chosen, and a connection with a login never is")
    func longestSilentStrangerIsChosen() {
        var table = ConnectionTable(limit: 4)
        func longest() -> AcceptedConnection? { table.longestSilentUnauthenticated() }
        let all = (0..<4).map { _ in add(to: &table) }
        #expect(table.isFull && longest() === all[0])
        table.noteActivity(all[0])
        #expect(longest() === all[1])
        logIn(all[1])
        #expect(longest() === all[2])
        table.remove(all[2])
        #expect(!table.isFull && longest() === all[3])
        table.noteActivity(all[3])
        #expect(longest() === all[0])
        let later = add(to: &table)
        #expect(table[token: later.token] === later && table[token: all[2].token] == nil, "in the slot of another")
        for connection in [all[0], all[3]] { logIn(connection) }
        #expect(longest() === later)
        logIn(later)
        #expect(longest() == nil)
        // A connection that lost its session joins the queue again when it sends something.
        all[1].become(nil)
        table.noteActivity(all[1])
        #expect(longest() === all[1])
    }

    @Test("the longest silent stranger is the first of a plain list after each random step")
    func longestSilentStrangerMatchesAPlainList() {
        var random = AnyOrder(state: 7)
        var table = ConnectionTable(limit: .max)
        func longest() -> AcceptedConnection? { table.longestSilentUnauthenticated() }
        var queue: [AcceptedConnection] = []
        for _ in 0..<5_000 {
            let index = queue.isEmpty ? 0 : Int.random(in: 0..<queue.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: queue.append(add(to: &table))
            case 1 where !queue.isEmpty:
                let received = queue.remove(at: index)
                table.noteActivity(received)
                queue.append(received)
            case 2 where !queue.isEmpty: logIn(queue.remove(at: index))
            case 3 where queue.count > 20: table.remove(queue.remove(at: index))
            default: break
            }
            #expect(longest() === queue.first)
        }
        #expect(table.count == table.open.count)
    }

    /// A generator that gives the same numbers on every run.
    private struct AnyOrder: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }
}
