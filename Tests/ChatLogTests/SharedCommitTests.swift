import ChatProtocol
import Foundation
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatLog

/// Batches of several worlds in one transaction. The commit writes all of them or none.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct SharedCommitTests {
    /// A server, with the logs of the worlds that it holds.
    private struct Server {
        let worlds: PostgresWorlds
        var logs: [any EventLog]

        init(_ address: PostgresAddress, _ names: [WorldName]) throws {
            worlds = try PostgresWorlds(address, searchText: LogRecord.foundBy)
            logs = []
            for name in names {
                _ = try worlds.make(name, clock: .virtual, seed: 0)
                logs.append(try worlds.take(name))
            }
        }

        /// Appends one record to each of some worlds, at the known end of its log.
        func append(_ texts: [(world: Int, text: String)]) -> Result<Void, LogError>? {
            worlds.append(
                texts.map { world, text in
                    let position = logs[world].end + 1
                    return LogBatch([.found(position, "m\(position)", by: text)], to: logs[world])
                })
        }
    }

    private static let names = (0..<3).map { WorldName("world \($0)") }

    private static func place() throws -> PostgresAddress {
        let (text, schema) = try PostgresCluster.newSchema()
        return try #require(PostgresAddress(text, schema: schema, use: .serving))
    }

    /// Returns the number of transactions that wrote the records of all logs.
    private static func transactions(_ address: PostgresAddress) throws -> Int64 {
        let asking = PostgresStatement(
            try PostgresConnection(address.wanted(for: .reading)), sql: "SELECT count(DISTINCT xmin::text) FROM log")
        _ = try asking.step()
        return asking.integer(0)
    }

    @Test func batchesOfSeveralWorldsAreOneTransaction() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        // The order of the batches does not matter.
        #expect(server.append([(2, "two"), (0, "zero"), (1, "one")])?.isDone == true)
        #expect(try Self.transactions(address) == 1)
        for (log, word) in zip(server.logs, ["zero", "one", "two"]) {
            #expect(log.end == 1)
            #expect(try log.places(word) == [1])
        }
        // A single batch is no shared commit, and neither is a batch for a log of another kind.
        #expect(server.append([(1, "alone")]) == nil)
        let elsewhere = LogBatch([.plain(1)], to: MemoryEventLog())
        #expect(server.worlds.append([elsewhere, LogBatch([.plain(2)], to: server.logs[0])]) == nil)
        #expect(try Self.transactions(address) == 1)
    }

    /// Lets another server take a world.
    private static func move(_ name: WorldName, from server: Server, to other: PostgresWorlds) throws {
        try server.worlds.leases?.release(name)
        _ = try other.take(name)
    }

    @Test(
        "a shared commit with a broken batch or a lost world writes nothing and leaves the other logs usable"
    )
    func sharedCommitWritesAllOrNothing() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        #expect(server.append([(0, "zero"), (1, "one"), (2, "two")])?.isDone == true)
        let doubled = LogBatch([.found(2, "m1", by: "doubled")], to: server.logs[2])
        #expect(server.worlds.append([LogBatch([.found(2, "m2", by: "beside")], to: server.logs[1]), doubled]) == nil)
        let other = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        try Self.move(Self.names[0], from: server, to: other)
        #expect(server.append([(0, "lost"), (1, "beside")]) == nil)
        #expect(server.logs.map(\.end) == [1, 1, 1])
        #expect(throws: LogError.rejected(.duplicateEntry(id: "m1"))) {
            try server.logs[2].append(doubled.records, expectedEnd: 1)
        }
        #expect(throws: LogError.notHeld) { try server.logs[0].append([.found(2, "m2", by: "lost")], expectedEnd: 1) }
        for log in server.logs[1...] { try log.append([.found(2, "m2", by: "next")], expectedEnd: 1) }
        for log in server.logs[1...] {
            #expect(try log.places("next") == [2])
            #expect(try log.places("beside").isEmpty)
        }
    }

    @Test("the search index is correct after a shared commit that was tried twice")
    func searchIndexIsCorrectAfterASecondAttempt() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        let other = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        try Self.move(Self.names[2], from: server, to: other)
        // Enough lines that each attempt makes a segment.
        let size = Int64(SearchProgress.linesMax) + 9
        func records(after end: Int64) -> [LogRecord] {
            (end + 1...end + size).map { LogRecord.found($0, "m\($0)", by: "said n\($0)") }
        }
        let batches = [0, 1].map { LogBatch(records(after: 0), to: server.logs[$0]) }
        #expect(server.worlds.append(batches + [LogBatch([.found(1, "m1", by: "lost")], to: server.logs[2])]) == nil)
        #expect(server.worlds.append(batches)?.isDone == true)
        for log in server.logs[..<2] { try log.append(records(after: size), expectedEnd: size) }
        func check(_ log: any EventLog) throws {
            for place in [1, 500, size - 1, size, size + 1, 2 * size] {
                #expect(try log.places("said n\(place) ") == [place])
            }
        }
        for log in server.logs[..<2] { try check(log) }
        server.worlds.close()
        // A server that reads only the tables finds the same.
        for name in Self.names[..<2] { try check(try other.take(name)) }
        #expect(try other.take(Self.names[2]).places("lost").isEmpty)
    }

    /// The connection breaks at bytes throughout a commit of three worlds, in the requests or in the answers.
    @Test(arguments: CutLine.Direction.allCases) func brokenConnectionCommitsAllBatchesOrNone(
        _ direction: CutLine.Direction
    ) throws {
        try withTemporaryDirectory { folder in
            let (text, schema) = try PostgresCluster.newSchema()
            let socket = text.split(separator: "=").last.map(String.init) ?? ""
            let line = try CutLine(at: folder + "/.s.PGSQL.5432", to: socket + "/.s.PGSQL.5432")
            defer { line.end() }
            let direct = try #require(PostgresAddress(text, schema: schema, use: .serving))
            let cut = try #require(
                PostgresAddress(PostgresCluster.address(in: folder), schema: schema, use: .serving))
            let server = try Server(cut, Self.names)
            var total = 0
            var kinds = (done: 0, unknown: 0)
            var (done, refused) = (Set<String>(), Set<String>())
            for at in [nil] + Array(0..<40).map(Optional.some) {
                let words = "cut at \(at ?? -1)"
                line.cut(after: at.map { 1 + $0 * total / 40 } ?? Int.max - 1, direction)
                let outcome = server.append((0..<3).map { ($0, words) })
                // An append on the lost connection is refused.
                let isLost = server.logs[0].problem != nil
                if isLost {
                    #expect(server.append((0..<3).map { ($0, "lost, \(words)") }) == nil)
                    refused.insert("lost, \(words)")
                }
                let count = line.repair()
                if at == nil { total = count }
                switch outcome {
                case .success?:
                    kinds.done += 1
                    done.insert(words)
                case .failure(let error)?:
                    kinds.unknown += 1
                    #expect(error.outcome == .unknown)
                case nil: refused.insert(words)
                }
                for _ in 0..<1_000 where server.logs[0].problem != nil { server.logs[0].recover() }
                // A record with an unknown result may still reach the disk. The next append finds it.
                let isDone = (0..<10).contains { turn in
                    server.append((0..<3).map { ($0, "after \(words), \(turn)") })?.isDone == true
                }
                #expect(isDone, "it goes on")
            }
            var there: [[String]] = []
            for (name, log) in try PostgresWorlds.reading(direct) where name != .main {
                there.append(try log.read(after: 0, limit: .max).compactMap(LogRecord.foundBy))
            }
            #expect(there[0] == there[1] && there[1] == there[2], "all of it is there, or none")
            #expect(Set(there[0]).count == there[0].count, "each once")
            #expect(done.isSubset(of: there[0]) && refused.isDisjoint(with: there[0]))
            #expect(total > 400 && refused.count > 20 && kinds.done > 1 && kinds.unknown > 20, "\(total) \(kinds)")
        }
    }
}

extension Result<Void, LogError> {
    /// True if the batches were written.
    fileprivate var isDone: Bool { (try? get()) != nil }
}
