import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem
import Testing

@testable import ChatServer

/// The bytes of incomplete messages, for strangers and for sessions, and the connections to close if they exceed the
/// budget.
struct UnfinishedInputTests {
    private let engine: ServerEngine
    private let peer: SocketAddress
    private let strangers = RecentTime()

    init() throws {
        engine = try ServerEngine(log: MemoryEventLog(), isStored: false) { Instant(milliseconds: 0) }
        peer = try #require(SocketAddress(host: "127.0.0.1", port: 1))
    }

    private func connection(_ slot: Int, isSession: Bool = false) -> AcceptedConnection {
        let connection = AcceptedConnection(
            descriptor: -1, slot: slot, generation: 0, peer: peer, wire: WireConnection(), strangers: strangers, now: 0)
        guard isSession else { return connection }
        let session = engine.open(tag: slot)
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#
        engine.tick { handle in handle(Array(hello.utf8), session) }
        connection.become(session)
        return connection
    }

    private func receive(_ bytes: Int, on connection: AcceptedConnection, _ input: inout UnfinishedInput) {
        connection.receive([UInt8](repeating: UInt8(ascii: "{"), count: bytes).span)
        input.note(connection)
    }

    @Test("a stranger's message is refused beyond the size of a login, and a session's is not")
    func aStrangersMessageIsNoLongerThanALogin() {
        var input = UnfinishedInput(.standard)
        let (stranger, session) = (connection(0), connection(1, isSession: true))
        receive(UnfinishedInput.loginBytes, on: stranger, &input)
        #expect(!input.isLongerThanLogin(stranger))
        receive(1, on: stranger, &input)
        #expect(input.isLongerThanLogin(stranger))
        receive(UnfinishedInput.loginBytes + 1, on: session, &input)
        #expect(!input.isLongerThanLogin(session))
    }

    @Test("strangers over their budget lose the largest inputs, and a session keeps its own")
    func strangersOverTheBudgetLoseTheLargestInputs() throws {
        var input = UnfinishedInput(.standard)
        #expect(input.budget == 16 * 1024 * 1024)
        let session = connection(0, isSession: true)
        receive(input.budget, on: session, &input)
        #expect(!input.isTooMuch(like: session))
        let all = (1...40).map { connection($0) }
        for (index, stranger) in all.enumerated() {
            receive(400_000 + index, on: stranger, &input)
            #expect(!input.isTooMuch(like: stranger))
        }
        let last = connection(41)
        receive(1_000_000, on: last, &input)
        #expect(input.isTooMuch(like: last) && !input.isTooMuch(like: session))
        let ended = input.largest(of: [session] + all + [last], like: last)
        #expect(ended.first === last && ended.dropFirst().first === all[39] && !ended.contains { $0 === session })
        for connection in ended {
            connection.markClosed()
            input.note(connection)
        }
        #expect(!input.isTooMuch(like: all[0]))
        #expect(input.largest(of: all.filter { !$0.isClosed }, like: all[0]).isEmpty, "a quarter of the budget is free")
    }

    @Test("a session over the budget of sessions is closed, and no stranger is")
    func sessionOverTheBudgetIsClosed() throws {
        var input = UnfinishedInput(.standard)
        let stranger = connection(1)
        receive(input.budget, on: stranger, &input)
        let session = connection(0, isSession: true)
        receive(input.budget + 1, on: session, &input)
        #expect(input.isTooMuch(like: session) && !input.isTooMuch(like: stranger))
        #expect(input.largest(of: [stranger, session], like: session).map(\.slot) == [0])
    }

    @Test("unfinished input counts for the sessions after its stranger logs in")
    func unfinishedInputFollowsTheLogin() throws {
        var input = UnfinishedInput(.standard)
        let newcomer = connection(0)
        receive(input.budget + 1, on: newcomer, &input)
        #expect(input.isTooMuch(like: connection(1)))
        let session = engine.open(tag: 0)
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"person","handle":"anna"}}"#
        engine.tick { handle in handle(Array(hello.utf8), session) }
        newcomer.become(session)
        input.note(newcomer)
        #expect(!input.isTooMuch(like: connection(1)) && input.isTooMuch(like: newcomer))
    }

    @Test("a new stranger starts with the time that other strangers have used")
    func strangersShareOneAccountOfTime() throws {
        var scheduler = Scheduler()
        let first = connection(0)
        scheduler.note(first.taken, took: 100_000, processor: nil, at: 1_000_000)
        #expect(!scheduler.hasPriority(connection(1).taken, at: 1_000_000))
        #expect(scheduler.hasPriority(RecentTime(), at: 1_000_000))
    }
}
