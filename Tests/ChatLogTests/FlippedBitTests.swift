import ChatCore
import ChatProtocol
import Foundation
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatLog

/// Disks that return changed bytes. Each answer of a log is as it was written, or an error.
@Suite struct FlippedBitTests {
    private static let conversations = ["c1", "c2", "c3"]
    private static let count: Int64 = 400
    private static let flips = TestExtent.isWhole ? 150 : 50

    /// Messages, replies, edits, hot facts and receipts.
    static func records() -> [LogRecord] {
        (1...count).map { position in
            let conversation = conversations[Int(position % 3)]
            switch position % 10 {
            case 0: return .plain(position, idempotencyKey: .init(handle: "anna", clientID: "k\(position)"))
            case 7:
                return .found(
                    position, "m\(position - 6)", by: "edited \(position)", in: conversations[Int((position - 6) % 3)],
                    replaces: true)
            default:
                return .found(
                    position, "m\(position)", by: "word\(position) said", in: conversation,
                    thread: position % 10 == 3 ? "m\(position - 2)" : nil)
            }
        }
    }

    /// All answers of a log. An answer that fails is replaced by ``unavailable``.
    private static func answers(_ log: any EventLog) -> [String] {
        func said(_ answer: () throws -> Any) -> String {
            (try? answer()).map { "\($0)" } ?? unavailable
        }
        var answers = [
            said { log.end }, said { try log.read(after: 0, limit: 1_000) },
            said { try log.readHot(after: 0, limit: 1_000) },
            said { try log.heads() }, said { try log.places("said", limit: 1_000) },
            said { try log.places("edited", limit: 1_000) },
        ]
        for conversation in conversations {
            answers.append(said { try log.entries(conversation: conversation, limit: 1_000) })
            answers.append(said { try log.entries(conversation: conversation, before: 200, limit: 20) })
        }
        for position in stride(from: Int64(1), through: count, by: 7) {
            answers.append(said { try log.entry(id: "m\(position)") as Any })
            answers.append(said { try log.record(at: position) as Any })
            answers.append(said { try log.thread(of: "m\(position)", after: 0, limit: 9) })
            answers.append(said { try log.position(of: .init(handle: "anna", clientID: "k\(position)")) as Any })
        }
        return answers
    }

    private static let unavailable = "unavailable"

    @Test func flipInTheDataFileChangesNoAnswerSilently() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            for record in Self.records() { try log.append([record], expectedEnd: record.position - 1) }
            let truth = Self.answers(log)
            #expect(!truth.contains(Self.unavailable))
            log.close()
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            var generator = SplitMix64(seed: 16)
            var (refused, silent) = (0, 0)
            for _ in 0..<Self.flips {
                let bit = Int.random(in: 0..<whole.count * 8, using: &generator)
                var flipped = whole
                flipped[bit / 8] ^= 1 << (bit % 8)
                let copy = directory + "/flipped.sqlite"
                try flipped.write(to: URL(fileURLWithPath: copy))
                guard let log = try? SQLiteEventLog(foundAt: copy) else {
                    refused += 1
                    continue
                }
                let answers = Self.answers(log)
                log.close()
                let wrong = zip(answers, truth).filter { $0 != $1 && $0 != Self.unavailable }
                #expect(wrong.isEmpty, "bit \(bit) of \(whole.count) bytes: \(wrong.count) answers")
                if answers == truth { silent += 1 } else { refused += 1 }
            }
            #expect(refused > Self.flips / 2, "\(refused) of \(Self.flips) are seen; \(silent) are where nobody looks")
        }
    }

    /// SQLite ignores all frames after a damaged one. The log has every acknowledged record or reports the loss.
    @Test func flipInTheWriteAheadLogLosesNoRecordSilently() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            let count: Int64 = 40
            for record in Self.records().prefix(Int(count)) {
                try log.append([record], expectedEnd: record.position - 1)
            }
            let truth = Self.answers(log)
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            let whole = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            log.close()
            let copy = directory + "/flipped.sqlite"
            func open(_ log: Data) throws -> SQLiteEventLog {
                try? FileManager.default.removeItem(atPath: copy + "-wal")
                try file.write(to: URL(fileURLWithPath: copy))
                try log.write(to: URL(fileURLWithPath: copy + "-wal"))
                return try SQLiteEventLog(foundAt: copy)
            }
            let same = try open(whole)
            #expect(Self.answers(same) == truth && same.takeProblem() == nil)
            same.close()
            var generator = SplitMix64(seed: 17)
            var refused = 0
            for number in 0..<Self.flips {
                // A fifth of the flips are in the header, and a fifth are near the end, where damage is hardest to
                // detect.
                let range =
                    number % 5 == 0
                    ? 0..<32 * 8 : number % 5 == 1 ? (whole.count - 20_000) * 8..<whole.count * 8 : 0..<whole.count * 8
                let bit = Int.random(in: range, using: &generator)
                var flipped = whole
                flipped[bit / 8] ^= 1 << (bit % 8)
                do {
                    let log = try open(flipped)
                    let trouble = log.takeProblem()
                    #expect(log.end == count || trouble != nil, "bit \(bit): \(count - log.end) are lost")
                    #expect(log.end >= count - 1, "bit \(bit)")
                    if log.end == count { #expect(Self.answers(log) == truth, "bit \(bit)") }
                    log.close()
                } catch let error as LogOpenError {
                    #expect(error.description.contains("is damaged at frame"), "\(error)")
                    refused += 1
                }
            }
            #expect(refused > Self.flips / 2, "\(refused)")
        }
    }

    @Test func truncatedWriteAheadLogIsNoDamage() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            for record in Self.records().prefix(9) { try log.append([record], expectedEnd: record.position - 1) }
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            let whole = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            log.close()
            let copy = directory + "/cut.sqlite"
            var ends: Set<Int64> = []
            for size in Array(stride(from: 0, to: whole.count, by: 4_099)) + [whole.count] {
                try? FileManager.default.removeItem(atPath: copy + "-wal")
                try file.write(to: URL(fileURLWithPath: copy))
                try whole[..<size].write(to: URL(fileURLWithPath: copy + "-wal"))
                let log = try SQLiteEventLog(foundAt: copy)
                #expect(log.takeProblem() == nil, "cut at \(size)")
                ends.insert(log.end)
                log.close()
            }
            #expect(ends.isSuperset(of: [0, 5, 9]))
        }
    }

    @Test func checksumInPartsEqualsTheStandardValue() {
        var checksum = CRC32C()
        checksum.add(Array("123456789".utf8))
        #expect(checksum.value == 0xE306_9283)
        var parts = CRC32C()
        for byte in Array("123456789".utf8) { parts.add([byte]) }
        #expect(parts.value == checksum.value)
    }
}
