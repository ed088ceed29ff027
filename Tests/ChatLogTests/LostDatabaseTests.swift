import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatLog

/// Connections that break, and database servers that stop or freeze. The log has every acknowledged record and no
/// refused one. A record with an unknown result may be in it.
@Suite(.enabled(if: PostgresCluster.isWanted), .serialized) struct LostDatabaseTests {
    /// The connection breaks at bytes throughout an append, in the requests or in the answers.
    @Test(arguments: CutLine.Direction.allCases) func brokenConnectionLosesNoAcknowledgedRecord(
        _ direction: CutLine.Direction
    ) throws {
        try withTemporaryDirectory { folder in
            let place = try PostgresCluster.newSchema()
            let socket = place.address.split(separator: "=").last.map(String.init) ?? ""
            let line = try CutLine(at: folder + "/.s.PGSQL.5432", to: socket + "/.s.PGSQL.5432")
            defer { line.end() }
            func address(_ text: String) throws -> PostgresAddress {
                try #require(PostgresAddress(text, schema: place.schema, use: .reading))
            }
            let (direct, cut) = (try address(place.address), try address(PostgresCluster.address(in: folder)))
            var total = 0
            var world: Int64 = 0
            var kinds = (refused: 0, unknown: 0)
            for at in [nil] + Array(0..<60).map(Optional.some) {
                world += 1
                let log = try cut.log(world: world)
                var scenario = AppendingScenario()
                scenario.attempt(1...2, on: log)
                line.cut(after: at.map { 1 + $0 * total / 60 } ?? Int.max - 1, direction)
                scenario.attempt(3...6, on: log)
                let count = line.repair()
                if at == nil { total = count }
                for _ in 0..<1_000 where log.problem != nil { log.recover() }
                #expect(log.problem == nil)
                kinds.refused += scenario.refused.count
                kinds.unknown += scenario.unknown.count
                // A record with an unknown result may still reach the disk. The next append finds it.
                scenario.attempt(7...9, on: log)
                #expect(scenario.acknowledged.contains(9), "it goes on")
                let witness = try direct.log(world: world)
                try scenario.resolve(witness)
                try scenario.check(witness, "cut \(direction) at \(at ?? -1) of \(total)")
            }
            #expect(total > 400 && kinds.refused > 20 && kinds.unknown > 3, "\(total) \(kinds)")
        }
    }

    @Test func logRecoversAfterADatabaseRestart() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let address = try #require(PostgresAddress(cluster.address, schema: "lost", use: .serving))
        let worlds = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        let log = try worlds.take()
        try log.append([.found(1, "m1", by: "one")], expectedEnd: 0)
        try cluster.stop()
        // The log notices the stop without a request.
        log.recover()
        log.recover()
        #expect(log.problem != nil)
        #expect(log.takeProblem() != nil)
        for _ in 0..<3 {
            log.recover()
            #expect(throws: LogError.self) { try log.append([.plain(2)], expectedEnd: 1) }
            #expect(throws: LogError.self) { try log.refresh() }
            #expect(throws: LogError.self) { try log.read(after: 0, limit: 1) }
        }
        #expect(log.takeProblem() == nil, "that it is still so is no news")
        try cluster.start()
        for _ in 0..<1_000 where log.problem != nil { log.recover() }
        try log.append([.found(2, "m2", by: "two")], expectedEnd: 1)
        #expect(try log.places("two") == [2])
        // No request was pending during this restart, so no result is in doubt.
        try cluster.stop()
        try cluster.start()
        try log.append([.found(3, "m3", by: "three")], expectedEnd: 2)
        #expect(log.end == 3)
    }

    @Test func appendToAFrozenDatabaseFailsAfterTheTimeout() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        var address = try #require(PostgresAddress(cluster.address, schema: "lost", use: .serving))
        address.timeout = 200
        let log = try PostgresWorlds(address, searchText: LogRecord.foundBy).take()
        try log.append([.plain(1)], expectedEnd: 0)
        try cluster.freeze()
        let failure = #expect(throws: LogError.self) { try log.append([.plain(2)], expectedEnd: 1) }
        #expect(failure?.outcome == .unknown)
        #expect(failure?.reason.contains("no answer within 200 ms") == true)
        #expect(throws: LogError.self) { try log.append([.plain(2)], expectedEnd: 1) }
        log.recover()
        #expect(log.problem?.contains("no answer") == true)
        try cluster.thaw()
        for _ in 0..<1_000 where log.problem != nil { log.recover() }
        #expect(log.problem == nil)
        // The frozen server had received the append, and performed it after the thaw.
        for _ in 0..<1_000 where log.end < 2 { try log.refresh() }
        #expect(log.end == 2)
        try log.append([.plain(3)], expectedEnd: 2)
    }

    /// The first statements of a new connection may wait for a lock or a standby. Requests of that time are not sent
    /// between them.
    @Test func requestsFailUntilANewConnectionIsReady() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let address = try #require(PostgresAddress(cluster.address, schema: "lost", use: .serving))
        let log = try PostgresWorlds(address, searchText: LogRecord.foundBy).take()
        try log.append([.plain(1)], expectedEnd: 0)
        try cluster.stop()
        try cluster.start()
        let other = try PostgresConnection(address.wanted(for: .alone))
        for _ in 0..<5 {
            log.recover()
            #expect(throws: LogError.self) { try log.append([.plain(2)], expectedEnd: 1) }
            #expect(throws: LogError.self) { try log.refresh() }
        }
        other.close()
        // Each call waits a moment for an answer.
        for _ in 0..<50 where log.problem != nil { log.recover() }
        #expect(log.problem == nil)
        try log.append([.plain(2)], expectedEnd: 1)
    }

    /// If a host accepts connections but never answers, the log tries the next host.
    @Test(.timeLimit(.minutes(TestExtent.hang))) func frozenHostIsSkippedForTheNextHost() throws {
        let (still, well) = (try PostgresCluster(), try PostgresCluster())
        defer { for cluster in [still, well] { cluster.end() } }
        try still.freeze()
        defer { try? still.thaw() }
        let hosts = [still, well].map { $0.socket.replacing("/.s.PGSQL.5432", with: "") }.joined(separator: ",")
        let text = PostgresCluster.address(in: hosts) + "&connect_timeout=2"
        let address = try #require(PostgresAddress(text, schema: "lost", use: .serving))
        let log = try PostgresWorlds(address, searchText: LogRecord.foundBy).take()
        try log.append([.plain(1)], expectedEnd: 0)
        // The same holds after the connection is lost, and no call waits long.
        try well.stop()
        try well.start()
        for _ in 0..<1_000 where log.end < 2 {
            log.recover()
            try? log.append([.plain(2)], expectedEnd: 1)
        }
        #expect(log.end == 2)
    }

    /// The log notices a frozen database even if it has sent no request.
    @Test(.timeLimit(.minutes(TestExtent.hang))) func recoverNoticesAFrozenDatabase() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        var address = try #require(PostgresAddress(cluster.address, schema: "lost", use: .serving))
        address.timeout = 200
        let log = try PostgresWorlds(address, searchText: LogRecord.foundBy).take()
        try cluster.freeze()
        while log.problem == nil { log.recover() }
        #expect(log.problem?.contains("no answer") == true)
        try cluster.thaw()
    }
}
