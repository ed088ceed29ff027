import ChatProtocol
import Foundation
import ServerTestSupport
import Synchronization
import TestExtent
import Testing

@testable import ChatLog

/// Batches of several worlds in one transaction: all are there or none, and who cannot be written to keeps nobody else.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct SharedCommitTests {
    /// What a server has, and the logs of so many worlds of its own.
    private struct Server {
        let worlds: PostgresWorlds
        var logs: [any EventLog]

        init(_ address: PostgresAddress, _ names: [WorldName]) throws {
            worlds = try PostgresWorlds(address, searchText: LogRecord.foundBy)
            logs = []
            for name in names {
                logs.append(try worlds.find(name)?.log ?? worlds.make(name, clock: .virtual, seed: 0))
            }
        }

        /// Appends one record to each of some worlds, behind what is known of it.
        func append(_ texts: [(world: Int, text: String)]) -> [Result<Void, LogError>?] {
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

    /// How many transactions wrote what stands in the logs.
    private static func transactions(_ address: PostgresAddress) throws -> Int64 {
        let asking = PostgresStatement(
            try PostgresConnection(address.wanted(for: .reading)), sql: "SELECT count(DISTINCT xmin::text) FROM log")
        _ = try asking.step()
        return asking.integer(0)
    }

    @Test func whatSeveralWorldsAppendIsOneTransaction() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        let other = try Server(address, Self.names)
        // In whatever order they come.
        #expect(server.append([(2, "two"), (0, "zero"), (1, "one")]).map(\.isDone) == [true, true, true])
        #expect(try Self.transactions(address) == 1)
        for (log, word) in zip(server.logs, ["zero", "one", "two"]) {
            #expect(log.end == 1)
            #expect(try log.places(word) == [1])
        }
        // Each is told to the others.
        let channel = try #require(other.worlds.channel)
        var heard: [HeardWords] = []
        while heard.count < 3 {
            channel.read()
            heard += channel.takeHeard()
        }
        #expect(heard.allSatisfy { $0.content == .appended(through: 1) })
        #expect(Set(heard.map(\.world)) == Set(Self.names))
        // One alone is appended by itself, and so is what is elsewhere.
        #expect(server.append([(1, "alone")])[0] == nil)
        let elsewhere = LogBatch([.plain(1)], to: MemoryEventLog())
        #expect(server.worlds.append([elsewhere, LogBatch([.plain(2)], to: server.logs[0])]).allSatisfy { $0 == nil })
        #expect(try Self.transactions(address) == 1)
    }

    @Test func whoIsSecondInOneWorldKeepsNobodyElse() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        let other = try Server(address, Self.names)
        try other.logs[1].append([.found(1, "m1", by: "first")], expectedEnd: 0)
        let outcomes = server.append([(0, "zero"), (1, "second"), (2, "two")])
        #expect(outcomes.map(\.isDone) == [true, false, true])
        #expect(outcomes[1]?.reason == .conflict(actualEnd: 1))
        #expect(server.logs.map(\.end) == [1, 1, 1])
        #expect(try Self.transactions(address) == 2)
        #expect(server.append([(0, "more"), (1, "second"), (2, "more")]).map(\.isDone) == [true, true, true])
        for (world, words) in [["zero", "more"], ["first", "second"], ["two", "more"]].enumerated() {
            for (index, word) in words.enumerated() {
                #expect(try server.logs[world].places(word) == [Int64(index + 1)], "each once")
            }
        }
    }

    @Test func whatIsRefusedOfOneWorldKeepsNobodyElse() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        #expect(server.append([(0, "zero"), (1, "one"), (2, "two")]).map(\.isDone) == [true, true, true])
        let other = try Server(address, Self.names)
        _ = try other.worlds.empty(Self.names[0])
        let doubled = LogBatch([.found(2, "m1", by: "doubled")], to: server.logs[2])
        let outcomes = server.worlds.append(
            [doubled] + [0, 1].map { LogBatch([.found(2, "m2", by: "next")], to: server.logs[$0]) })
        #expect(outcomes[0]?.reason == .rejected(.duplicateEntry(id: "m1")))
        #expect(outcomes[1]?.reason == .emptied)
        // With nobody left beside it, it is for its world to write.
        #expect(outcomes[2] == nil)
        #expect(server.logs.map(\.end) == [1, 1, 1])
        #expect(try server.logs[2].places("doubled").isEmpty)
        try server.logs[1].append([.found(2, "m2", by: "next")], expectedEnd: 1)
        #expect(try server.logs[1].places("next") == [2])
    }

    /// What words are found by is as before where a transaction was not done, and is right where it was done again.
    @Test func whatIsFoundIsRightAfterATransactionThatWasNot() throws {
        let address = try Self.place()
        let server = try Server(address, Self.names)
        let other = try Server(address, Self.names)
        try other.logs[2].append([.found(1, "m1", by: "first")], expectedEnd: 0)
        // So many that they make a segment, in the transaction that is not and in the one that is.
        let size = Int64(SearchStanding.linesMax) + 9
        func records(after end: Int64) -> [LogRecord] {
            (end + 1...end + size).map { LogRecord.found($0, "m\($0)", by: "said n\($0)") }
        }
        let batches = [0, 1].map { LogBatch(records(after: 0), to: server.logs[$0]) }
        let outcomes = server.worlds.append(batches + [LogBatch([.found(1, "m1", by: "second")], to: server.logs[2])])
        #expect(outcomes.map(\.isDone) == [true, true, false])
        for log in server.logs[..<2] { try log.append(records(after: size), expectedEnd: size) }
        // Also by who knows nothing but what stands in the tables.
        for found in [server, try Server(address, Self.names)] {
            for log in found.logs[..<2] {
                for place in [1, 500, size - 1, size, size + 1, 2 * size] {
                    #expect(try log.places("said n\(place) ") == [place])
                }
            }
            #expect(try found.logs[2].places("second").isEmpty)
        }
    }

    /// Two servers that write to the same worlds never wait for each other in a circle.
    @Test func serversThatWriteToTheSameWorldsDoNotWaitForEachOther() throws {
        let address = try Self.place()
        let servers = [try Server(address, Self.names), try Server(address, Self.names)]
        let stories = Mutex([[String]](repeating: [], count: 3))
        let rounds = 100
        let threads = DispatchGroup()
        for (number, server) in servers.enumerated() {
            nonisolated(unsafe) let server = server
            DispatchQueue(label: "server \(number)").async(group: threads) {
                for round in 0..<rounds {
                    // Each names them in its own order.
                    let order = number == 0 ? [0, 1, 2] : [2, 1, 0]
                    let words = "\(number) in \(round)"
                    let outcomes = server.append(order.map { ($0, words) })
                    let refused = outcomes.filter { $0?.isDone == false }.count
                    for (world, outcome) in zip(order, outcomes) {
                        switch outcome {
                        case .success?: stories.withLock { $0[world].append(words) }
                        case .failure(let error)?:
                            guard case .conflict = error else { Issue.record("\(error)"); continue }
                        // Nobody was left beside it.
                        case nil: #expect(refused == order.count - 1, "\(outcomes)")
                        }
                    }
                    for log in server.logs { _ = try? log.refresh() }
                }
            }
        }
        threads.wait()
        for (log, told) in zip(servers[0].logs, stories.withLock { $0 }) {
            try log.refresh()
            let there = try log.read(after: 0, limit: .max).compactMap(LogRecord.foundBy)
            #expect(there.count == told.count && Set(there) == Set(told))
        }
    }

    /// At bytes all over a commit of three worlds, in what is asked and in what is answered.
    @Test(arguments: CutLine.Direction.allCases) func theLineMayBreakAnywhere(_ direction: CutLine.Direction) throws {
        try withTemporaryDirectory { folder in
            let (text, schema) = try PostgresCluster.newSchema()
            let socket = text.split(separator: "=").last.map(String.init) ?? ""
            let line = try CutLine(at: folder + "/.s.PGSQL.5432", to: socket + "/.s.PGSQL.5432")
            defer { line.end() }
            let direct = try #require(PostgresAddress(text, schema: schema, use: .serving))
            let cut = try #require(
                PostgresAddress(PostgresCluster.address(in: folder), schema: schema, use: .serving))
            let witness = try Server(direct, Self.names)
            let server = try Server(cut, Self.names)
            var total = 0
            var kinds = (done: 0, unknown: 0)
            var (done, refused) = (Set<String>(), Set<String>())
            for at in [nil] + Array(0..<40).map(Optional.some) {
                let words = "cut at \(at ?? -1)"
                line.cut(after: at.map { 1 + $0 * total / 40 } ?? Int.max - 1, direction)
                let outcomes = server.append((0..<3).map { ($0, words) })
                // Whatever is asked while it is lost is not done.
                let isLost = server.logs[0].problem != nil
                if isLost {
                    let lost = server.append((0..<3).map { ($0, "lost, \(words)") })
                    #expect(lost.count { $0 == nil } == 3)
                    refused.insert("lost, \(words)")
                }
                let count = line.mend()
                if at == nil { total = count }
                // They have one fate, and one answer.
                #expect(Set(outcomes.map { "\(String(describing: $0))" }).count == 1, "\(outcomes)")
                switch outcomes[0] {
                case .success?:
                    kinds.done += 1
                    done.insert(words)
                case .failure(let error)?:
                    kinds.unknown += 1
                    #expect(error.outcome == .unknown)
                case nil: refused.insert(words)
                }
                for _ in 0..<1_000 where server.logs[0].problem != nil { server.logs[0].recover() }
                // What was in doubt may still be on its way to the disk: whoever appends next learns of it.
                var outcome: [Result<Void, LogError>?] = []
                for turn in 0..<10 where !outcome.contains(where: { $0?.isDone == true }) {
                    for log in server.logs { try log.refresh() }
                    outcome = server.append((0..<3).map { ($0, "after \(words), \(turn)") })
                }
                #expect(outcome.map(\.isDone) == [true, true, true], "it goes on")
            }
            var there: [[String]] = []
            for log in witness.logs {
                try log.refresh()
                there.append(try log.read(after: 0, limit: .max).compactMap(LogRecord.foundBy))
            }
            #expect(there[0] == there[1] && there[1] == there[2], "all of it is there, or none")
            #expect(Set(there[0]).count == there[0].count, "each once")
            #expect(done.isSubset(of: there[0]) && refused.isDisjoint(with: there[0]))
            #expect(total > 400 && refused.count > 20 && kinds.done > 1 && kinds.unknown > 20, "\(total) \(kinds)")
        }
    }
}

extension Result<Void, LogError>? {
    /// Whether it was written.
    fileprivate var isDone: Bool { self?.isDone == true }
}

extension Result<Void, LogError> {
    fileprivate var isDone: Bool { reason == nil }

    /// Why it was not written.
    fileprivate var reason: LogError? { if case .failure(let error) = self { error } else { nil } }
}
