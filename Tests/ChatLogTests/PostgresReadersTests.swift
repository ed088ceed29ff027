import ChatProtocol
import Dispatch
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatLog

/// Searches on their own connections, separate from the one that writes.
@Suite(.enabled(if: PostgresCluster.isWanted), .timeLimit(.minutes(TestExtent.hang))) struct PostgresReadersTests {
    /// A client that starts searches and is woken by their results.
    private struct Asker {
        let log: any EventLog
        let wakes: DispatchSemaphore

        func begin(_ text: String) throws -> PendingSearch? {
            try log.searchAsync(SearchQuery(text), in: SearchScope(nil), before: nil, limit: 999, effort: .max)
        }

        func outcome(_ pending: PendingSearch) -> PendingSearch.Outcome {
            while true {
                if let outcome = pending.outcome { return outcome }
                wakes.wait()
            }
        }

        func places(_ pending: PendingSearch) throws -> [Int64] {
            guard case .found(let found) = outcome(pending) else {
                Issue.record("\(outcome(pending))")
                return []
            }
            return found.entries.map(\.place)
        }

        func places(_ text: String) throws -> [Int64] { try places(try #require(try begin(text))) }

        /// Returns the error of a search, or nil if the search did not run.
        func failure(_ pending: PendingSearch?) throws -> LogError? {
            switch outcome(try #require(pending)) {
            case .failed(let error): return error
            case .notRun: return nil
            case .found(let found):
                Issue.record("\(found.entries.map(\.place))")
                return nil
            }
        }
    }

    private static let gone = LogError.unavailable(reason: "the world was reset or deleted")

    private static func server(_ address: PostgresAddress) throws -> (worlds: PostgresWorlds, main: Asker) {
        let worlds = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        let wakes = DispatchSemaphore(value: 0)
        worlds.readAsync { wakes.signal() }
        return (worlds, Asker(log: try worlds.take(), wakes: wakes))
    }

    private static func address(in cluster: PostgresCluster? = nil) throws -> PostgresAddress {
        let (text, schema) = if let cluster { (cluster.address, "beside") } else { try PostgresCluster.newSchema() }
        return try #require(PostgresAddress(text, schema: schema, use: .serving))
    }

    /// Appends enough messages for a segment, so that a search reads a table that nothing else reads.
    private static func fill(_ log: any EventLog) throws {
        let count = Int64(SearchProgress.linesMax)
        try log.append((1...count).map { .found($0, "m\($0)", by: "said n\($0)") }, expectedEnd: 0)
    }

    @Test("a search on another connection finds the messages that were written before it")
    func searchFindsEarlierMessages() throws {
        let (worlds, main) = try Self.server(try Self.address())
        defer { worlds.close() }
        var end: Int64 = 0
        var places: [Int64] = []
        for turn in 0..<50 {
            // Some messages are new, an old one is edited, and some turns make another segment.
            let count: Int64 = turn % 12 == 0 ? 500 : 3
            let said = (end + 1...end + count).map { LogRecord.found($0, "m\($0)", by: "said n\($0) in x\(turn)") }
            places += said.map(\.position)
            let old = places[places.count / (turn % 2 == 0 ? 2 : 1) - 1]
            let edit = LogRecord.found(end + count + 1, "m\(old)", by: "edited y\(turn)", replaces: true)
            try main.log.append(said + [edit], expectedEnd: end)
            end += count + 1
            #expect(try main.places("x\(turn) ").count == (old > end - count - 1 ? count - 1 : count))
            #expect(try main.places("y\(turn) ") == [old])
        }
    }

    @Test("long searches use two connections and do not block appends")
    func longSearchesDoNotBlockAppends() throws {
        let address = try Self.address()
        let (worlds, main) = try Self.server(address)
        defer { worlds.close() }
        try Self.fill(main.log)
        let holder = try Holder(address)
        let pending = try (1...4).map { try #require(try main.begin("n\($0) ")) }
        try holder.wait(for: 2)
        pending[2].giveUp()
        let end = main.log.end
        try main.log.append([.found(end + 1, "new", by: "meanwhile")], expectedEnd: end)
        #expect(try main.log.record(at: end + 1) != nil)
        let last = try #require(try main.begin("meanwhile"))
        #expect(try holder.waiting() == 2)
        try holder.letGo()
        for (index, search) in pending.enumerated() where index != 2 {
            #expect(try main.places(search) == [Int64(index + 1)])
        }
        #expect(try main.places(last) == [end + 1])
        #expect(pending[2].outcome == nil)
    }

    @Test func searchOverTheTimeLimitIsEnded() throws {
        var address = try Self.address()
        address.asyncTimeout = 300
        let (worlds, main) = try Self.server(address)
        defer { worlds.close() }
        try Self.fill(main.log)
        let holder = try Holder(address)
        #expect(try main.failure(try main.begin("n1 "))?.reason.contains("took too long") == true)
        #expect(try holder.waiting() == 0)
        try holder.letGo()
        #expect(try main.places("n1 ") == [1])
    }

    @Test("a search fails on a lost connection, and does not run without a connection to the same database")
    func searchNeedsAConnectionToTheSameDatabase() throws {
        let (cluster, other) = (try PostgresCluster(), try PostgresCluster())
        defer { for cluster in [cluster, other] { cluster.end() } }
        var address = try Self.address(in: cluster)
        address.asyncRetryPause = 0
        let (worlds, main) = try Self.server(address)
        defer { worlds.close() }
        try Self.fill(main.log)
        let holder = try Holder(address)
        try holder.letGo()

        // The database refuses new connections.
        try holder.run("UPDATE pg_database SET datallowconn = false WHERE datname = 'postgres'")
        for _ in 0..<3 { #expect(try main.failure(try main.begin("n1 ")) == nil) }
        try holder.run("UPDATE pg_database SET datallowconn = true WHERE datname = 'postgres'")
        #expect(try main.places("n1 ") == [1])

        // A lost connection fails its own search and no other.
        try holder.hold()
        let search = try main.begin("n1 ")
        try holder.wait(for: 1)
        try holder.run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE \(Holder.isWaiting)")
        #expect(try main.failure(search) != nil)
        try holder.letGo()
        #expect(try main.places("n1 ") == [1])

        // The server may reconnect to another database server, so the read-only connections are opened again too.
        let readers = "SELECT pid::bigint FROM pg_stat_activity WHERE application_name = 'chat-server search'"
        let reader = try holder.number(readers)
        try holder.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'chat-server' AND pid <> pg_backend_pid()
            """)
        while main.log.problem == nil { main.log.recover() }
        for _ in 0..<1_000 where main.log.problem != nil { main.log.recover() }
        #expect(try main.places("n2 ") == [2])
        #expect(try holder.number("SELECT count(*) FROM (\(readers)) AS readers WHERE pid <> \(reader)") == 1)

        // Results from another database are not accepted.
        let elsewhere = try Self.address(in: other)
        let copy = try PostgresWorlds(elsewhere, searchText: LogRecord.foundBy)
        defer { copy.close() }
        try Self.fill(try copy.take())
        let connection = try PostgresConnection(address)
        let log = try PostgresEventLog(connection, world: 1, searchText: LogRecord.foundBy)
        connection.set(
            readers: PostgresReaders(elsewhere, searchText: LogRecord.foundBy) { [wakes = main.wakes] in
                wakes.signal()
            })
        defer { connection.close() }
        let asker = Asker(log: log, wakes: main.wakes)
        #expect(try asker.failure(try asker.begin("n1 ")) == nil)
        // The next attempt happens only after a pause.
        #expect(try asker.begin("n1 ") == nil)
        #expect(try asker.log.places("n1 ") == [1])
    }

    @Test("a search fails in a deleted world, and does not run on a log that lags")
    func searchOnAnOlderStateIsRefused() throws {
        let address = try Self.address()
        let (worlds, main) = try Self.server(address)
        defer { worlds.close() }
        let connection = try PostgresConnection(address)
        let readers = PostgresReaders(address, searchText: LogRecord.foundBy) { [wakes = main.wakes] in wakes.signal() }
        defer { readers.close() }
        func ask(world: Int64, end: Int64) throws -> LogError? {
            try main.failure(
                readers.ask(
                    .init(
                        query: SearchQuery("one"), scope: SearchScope(nil), before: .max, limit: 9, effort: 9,
                        world: world, end: end, witness: connection.witness, generation: connection.generation)))
        }
        try main.log.append([.found(1, "m1", by: "one")], expectedEnd: 0)
        // The first world does not exist, and the second log ends too early.
        #expect(try ask(world: 99, end: 1) == Self.gone)
        #expect(try ask(world: 1, end: 2) == nil)
    }

    @Test("a search in a world that was reset fails")
    func aSearchInAResetWorldFails() throws {
        let (worlds, main) = try Self.server(try Self.address())
        defer { worlds.close() }
        let name = WorldName("other")
        _ = try worlds.make(name, clock: .virtual, seed: 0)
        let log = try worlds.take(name)
        try log.append([.found(1, "m1", by: "one")], expectedEnd: 0)
        let asker = Asker(log: log, wakes: main.wakes)
        #expect(try asker.places("one") == [1])
        try worlds.empty(name).append([.found(1, "m1", by: "one")], expectedEnd: 0)
        #expect(try asker.failure(try asker.begin("one")) == Self.gone)
    }

    /// The close of a server does not wait for running searches.
    @Test func closeDoesNotWaitForSearches() throws {
        let address = try Self.address()
        let (worlds, main) = try Self.server(address)
        try Self.fill(main.log)
        let holder = try Holder(address)
        let searches = try (1...3).map { try main.begin("n\($0) ") }
        try holder.wait(for: 2)
        worlds.close()
        #expect(try main.begin("n1 ") == nil)
        try holder.letGo()
        // The threads finish their current searches and close their connections.
        while try holder.number("SELECT count(*) FROM pg_locks WHERE relation = 'amended'::regclass") > 0 {}
        #expect(searches[2]?.outcome == nil)
    }
}

/// A session that locks the table that only searches read.
private final class Holder {
    static let isWaiting = "NOT granted AND relation = 'amended'::regclass"
    private let connection: PostgresConnection

    init(_ address: PostgresAddress) throws {
        connection = try PostgresConnection(address.wanted(for: .reading))
        try hold()
    }

    func hold() throws {
        try connection.begin()
        try run("LOCK TABLE amended IN ACCESS EXCLUSIVE MODE")
    }

    func letGo() throws { try run("ROLLBACK") }

    func run(_ sql: String) throws {
        try connection.send(sql)
        try connection.exchange()
    }

    func number(_ sql: String) throws -> Int64 {
        let statement = PostgresStatement(connection, sql: sql)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Returns the number of sessions that wait for the lock.
    func waiting() throws -> Int64 { try number("SELECT count(*) FROM pg_locks WHERE \(Self.isWaiting)") }

    func wait(for count: Int64) throws { while try waiting() < count {} }
}
