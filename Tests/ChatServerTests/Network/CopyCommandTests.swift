import ChatCore
import ChatProtocol
import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog
@testable import ChatServer

/// The arguments, the output and the exit status of `chat-server copy`.
struct CopyCommandTests {
    @Test func copyCommandRequiresTwoFiles() throws {
        #expect(try CopyCommand.read(["a", "b"]) == CopyCommand(from: "a", to: "b", skipsDamaged: false))
        #expect(
            try CopyCommand.read(["a", "--skip-damaged", "b"]) == CopyCommand(from: "a", to: "b", skipsDamaged: true))
        #expect(try CopyCommand.read(["--help"]) == nil)
        for words in [[], ["a"], ["a", "b", "c"], ["a", "--skip"], ["--skip-damaged", "a"]] {
            #expect(throws: ServerArguments.UsageError.self) { try CopyCommand.read(words) }
        }
    }

    @Test func lostPositionsAreListedAsRanges() {
        #expect(CopyCommand.list([17]) == "1 record (17)")
        #expect(CopyCommand.list([1, 2, 3, 7, 9, 10]) == "6 records (1–3, 7, 9–10)")
        #expect(CopyCommand.list((0..<100).map { $0 * 2 }).hasSuffix(", 38 …)"))
    }

    private func record(_ position: Int64) -> LogRecord {
        LogRecord(
            EventRecord(
                position: position, at: Instant(milliseconds: position), event: .requestAnswered,
                idempotency: .init(sender: "anna", clientID: "k\(position)", result: Array("[\(position)]".utf8))))
    }

    @Test func damagedRecordsAreSkippedOnlyOnRequest() throws {
        try withTemporaryDirectory { directory in
            let (from, to) = (directory + "/from.sqlite", directory + "/to.sqlite")
            let log = try SQLiteEventLog(path: from)
            for position in Int64(1)...60 { try log.append([record(position)], expectedEnd: position - 1) }
            log.close()
            var bytes = try Data(contentsOf: URL(fileURLWithPath: from))
            let place = try #require(bytes.range(of: Data(record(30).body)))
            bytes[place.lowerBound + 1] ^= 1
            try bytes.write(to: URL(fileURLWithPath: from))

            #expect(CopyCommand(from: from, to: to, skipsDamaged: false).run() == 1)
            #expect(!FileManager.default.fileExists(atPath: to), "half a copy looks like a whole one")
            #expect(CopyCommand(from: from, to: to, skipsDamaged: true).run() == 0)
            #expect(CheckCommand.run(to) == 0)
            #expect(CopyCommand(from: from, to: to, skipsDamaged: true).run() == 1, "it is there already")
            #expect(CopyCommand(from: to, to: directory + "/again.sqlite", skipsDamaged: false).run() == 0)
            #expect(CopyCommand(from: directory, to: directory + "/x", skipsDamaged: true).run() == 1)
            #expect(try Data(contentsOf: URL(fileURLWithPath: from)) == bytes, "it is left as it is")
        }
    }
}
