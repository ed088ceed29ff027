import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem
import Testing

@testable import ChatServer

/// Unsent bytes, counted for each connection, each person and the server, and the connection to close past a bound.
struct UnsentBytesTests {
    private let engine: ServerEngine
    private let peer: SocketAddress

    init() throws {
        engine = try ServerEngine(log: MemoryEventLog(), isStored: false) { Instant(milliseconds: 0) }
        peer = try #require(SocketAddress(host: "127.0.0.1", port: 1))
    }

    private func connection(_ slot: Int, of hello: String?) -> AcceptedConnection {
        let connection = AcceptedConnection(
            descriptor: -1, slot: slot, generation: 0, peer: peer, wire: WireConnection(), strangers: RecentTime(),
            now: 0)
        guard let hello else { return connection }
        let session = engine.open(tag: slot)
        let request = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{\#(hello)}}"#
        engine.tick { handle in handle(Array(request.utf8), session) }
        connection.become(session)
        return connection
    }

    private func add(_ count: Int, on connection: AcceptedConnection, _ unsent: inout UnsentBytes) {
        connection.discardUnsent()
        connection.append([UInt8](repeating: 0, count: count))
        unsent.note(connection)
    }

    private let anna = #""role":"person","handle":"anna""#
    private let bea = #""role":"person","handle":"bea""#

    @Test("a person's sessions count together, and an observer counts for the server alone")
    func unsentBytesCountForPersonAndServer() throws {
        var unsent = UnsentBytes()
        let all = [anna, anna, bea, #""role":"observer""#].enumerated().map { connection($0, of: $1) }
        for (index, connection) in all.enumerated() { add(10 + index, on: connection, &unsent) }
        #expect(
            unsent.bytes == 46 && all[0].unsentCharge.person === all[1].unsentCharge.person
                && all[3].unsentCharge.person == nil)
        #expect(all[0].unsentCharge.person?.bytes == 21 && all[2].unsentCharge.person?.bytes == 12)
        add(1, on: all[0], &unsent)
        #expect(unsent.bytes == 37 && all[1].unsentCharge.person?.bytes == 12)
        all[0].markClosed()
        unsent.note(all[0])
        #expect(unsent.bytes == 36 && all[0].unsentCharge.person == nil && all[1].unsentCharge.person?.bytes == 11)
        for connection in all {
            connection.markClosed()
            unsent.note(connection)
        }
        #expect(unsent.bytes == 0 && unsent.people.isEmpty, "nothing is kept of who is gone")
    }

    @Test func unsentBytesFromBeforeALoginCountForThePerson() throws {
        var unsent = UnsentBytes()
        let stranger = connection(0, of: nil)
        add(5, on: stranger, &unsent)
        #expect(unsent.bytes == 5 && unsent.people.isEmpty)
        stranger.become(connection(0, of: anna).session)
        add(7, on: stranger, &unsent)
        #expect(unsent.bytes == 7 && stranger.unsentCharge.person?.bytes == 7)
        // Over HTTP, each request may belong to another person.
        stranger.become(connection(0, of: bea).session)
        unsent.note(stranger)
        #expect(unsent.people.count == 1 && stranger.unsentCharge.person?.bytes == 7)
        // Bytes that an ended session left unsent still count for its person.
        stranger.become(nil)
        add(3, on: stranger, &unsent)
        #expect(stranger.unsentCharge.person?.bytes == 3)
    }

    @Test("past a bound, the slowest connection of the person with the most unsent bytes is found")
    func slowestConnectionIsFoundPastABound() throws {
        var limits = Limits.standard
        (limits.unsentBytesOfPerson, limits.unsentBytesOfServer) = (100, 150)
        var unsent = UnsentBytes()
        let all = [anna, anna, anna, bea].enumerated().map { connection($0, of: $1) }
        for (index, count) in [30, 40, 30, 50].enumerated() { add(count, on: all[index], &unsent) }
        #expect(all.allSatisfy { unsent.passedBound(by: $0, limits) == nil })
        add(31, on: all[2], &unsent)
        let ofPerson = try #require(unsent.passedBound(by: all[0], limits))
        #expect(unsent.slowest(of: all, past: ofPerson) === all[1], "not Bea, who has less than Anna")
        add(30, on: all[2], &unsent)
        add(51, on: all[3], &unsent)
        let ofServer = try #require(unsent.passedBound(by: all[3], limits))
        #expect(unsent.slowest(of: all, past: ofServer) === all[1], "not Bea: Anna has the most, if in several")
    }
}
