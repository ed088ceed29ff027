import ChatCore
import ChatProtocol
import Foundation
import ServerTestSupport
import Synchronization
import TestExtent
import Testing

@testable import ChatLog

/// The copy of the intact records of a log, at their positions.
struct LogCopyTests {
    private static let start: Int64 = 1_700_000_000_000

    /// A conversation with edits, short texts, and long texts that fill their own pages.
    private static func events() throws -> [EventRecord] {
        let (anna, bea) = (try #require(Handle("anna")), try #require(Handle("bea")))
        let conversation = ConversationID("c1")
        var sequence: Int64 = 0
        var sent: [Int64: Message] = [:]
        return (1...Int64(300)).map { position in
            let at = Instant(milliseconds: start + position * 1_000)
            var event: Event
            if position == 1 {
                event = .conversationCreated(conversation, creator: anna, members: [anna, bea], name: nil)
            } else if position % 10 == 0, var message = sent[position - 5] {
                message.text = "edited \(position)"
                event = .messageChanged(message, .edited(mentioned: []), hadLinks: false)
            } else {
                sequence += 1
                let text = position % 7 == 0 ? String(repeating: "long \(position) ", count: 2_000) : "text \(position)"
                let message = Message(
                    id: MessageID("m\(position)"), conversation: conversation, sender: anna, text: text, sentAt: at,
                    sequence: sequence)
                sent[position] = message
                event = .messagePosted(message)
            }
            return EventRecord(
                position: position, at: at, event: event,
                idempotency: .init(sender: "anna", clientID: "k\(position)", result: Array("{}".utf8)))
        }
    }

    /// A copy has all records from before its start, even if a server appends and moves records during the copy.
    @Test func copyOfALogInUseHasAllEarlierRecords() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try SQLiteEventLog(path: path).close()
            let delivered = Mutex((end: Int64(0), isOver: false))
            let ended = DispatchSemaphore(value: 0)
            Thread {
                defer { ended.signal() }
                guard let log = try? SQLiteEventLog(path: path) else { return delivered.withLock { $0.isOver = true } }
                // Long texts make pages divide, and make the server empty the write-ahead log often.
                for position in Int64(1)...6_000 where delivered.withLock({ !$0.isOver }) {
                    let record = Self.record(position)
                    guard (try? log.append([record], expectedEnd: position - 1)) != nil else { break }
                    delivered.withLock { $0.end = position }
                }
                delivered.withLock { $0.isOver = true }
                log.close()
            }.start()
            let end: Int64 = TestExtent.isWhole ? 2_000 : 500
            var copies = 0
            while copies < 8 || delivered.withLock({ $0.end < end && !$0.isOver }) {
                let least = delivered.withLock(\.end)
                let records = try IntactRecords(ofFile: path)
                #expect(records.end >= least)
                if records.end > 0 { #expect((1...records.end).allSatisfy { records[$0] != nil }) }
                copies += 1
            }
            let records = try IntactRecords(ofFile: path)
            let target = try SQLiteEventLog(path: directory + "/copy.sqlite")
            #expect(try LogCopy(records, to: target).lost.isEmpty)
            #expect(target.end == records.end)
            #expect(LogCheck(target, searchText: LogRecord.textOfBody).problems.isEmpty)
            target.close()
            delivered.withLock { $0.isOver = true }
            ended.wait()
        }
    }

    private static func record(_ position: Int64) -> LogRecord {
        let text = position % 3 == 0 ? String(repeating: "long \(position) ", count: 1_500) : "text \(position)"
        let message = Message(
            id: MessageID("m\(position)"), conversation: ConversationID("c1"), sender: RandomRequests.people[0],
            text: text, sentAt: Instant(milliseconds: start + position), sequence: position)
        return LogRecord(
            EventRecord(position: position, at: Instant(milliseconds: start + position), event: .messagePosted(message))
        )
    }

    private static func write(_ path: String) throws -> [LogRecord] {
        let log = try SQLiteEventLog(path: path)
        let records = try events().map { LogRecord($0) }
        for record in records { try log.append([record], expectedEnd: record.position - 1) }
        let stored = try log.read(after: 0, limit: 1_000)
        log.close()
        return stored
    }

    /// Copies a file, and returns the records of the copy and the lost positions.
    private static func copy(_ path: String, in directory: String) throws -> (records: [LogRecord], lost: [Int64]) {
        let target = directory + "/copy-\(UUID().uuidString).sqlite"
        let log = try SQLiteEventLog(path: target)
        defer { log.close() }
        let copy = try LogCopy(try IntactRecords(ofFile: path), to: log)
        let check = LogCheck(log, searchText: LogRecord.textOfBody)
        #expect(check.problems.isEmpty, "what was copied is a whole log: \(check.problems)")
        #expect(throws: Never.self) { try log.restoredState() }
        return (try log.read(after: 0, limit: 1_000), copy.lost)
    }

    @Test func intactLogIsCopiedWithoutLoss() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let records = try Self.write(path)
            let copied = try Self.copy(path, in: directory)
            #expect(copied.lost.isEmpty && copied.records == records)
        }
    }

    /// After `kill -9`, most records are only in the write-ahead log.
    @Test func recordsInTheWriteAheadLogAreCopied() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(path: path)
            let records = try Self.events().map { LogRecord($0) }
            for record in records { try log.append([record], expectedEnd: record.position - 1) }
            let stored = try log.read(after: 0, limit: 1_000)
            for end in ["", "-wal"] {
                try Data(contentsOf: URL(fileURLWithPath: path + end))
                    .write(to: URL(fileURLWithPath: directory + "/killed.sqlite" + end))
            }
            log.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: directory + "/killed.sqlite-wal")).count > 1_000_000)
            let copied = try Self.copy(directory + "/killed.sqlite", in: directory)
            #expect(copied.lost.isEmpty && copied.records == stored)

            // No server opens a log with a damaged frame. The copy has the records on all other pages, also in later
            // frames.
            let whole = try Data(contentsOf: URL(fileURLWithPath: directory + "/killed.sqlite-wal"))
            var generator = SplitMix64(seed: 4)
            for _ in 0..<5 {
                var damaged = whole
                let start = Int.random(in: 100_000..<whole.count / 2, using: &generator)
                for offset in start..<start + 512 { damaged[offset] ^= 0x55 }
                try damaged.write(to: URL(fileURLWithPath: directory + "/killed.sqlite-wal"))
                let copied = try Self.copy(directory + "/killed.sqlite", in: directory)
                #expect(copied.records.count == stored.count && copied.lost.count <= 4, "\(copied.lost)")
                for (copied, stored) in zip(copied.records, stored) where copied != stored {
                    #expect(EventRecord.kind(of: copied.body) == .recordLost)
                }
            }
        }
    }

    @Test func everyRecordOfADamagedFileIsCopiedOrLost() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let records = try Self.write(path)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            var generator = SplitMix64(seed: 7)
            var lost = 0
            for run in 0..<(TestExtent.isWhole ? 12 : 4) {
                var damaged = whole
                // The damage is a flipped bit or a page of zeros, which can be the first page.
                if run % 2 == 0 {
                    damaged[Int.random(in: 0..<whole.count, using: &generator)] ^= 0x10
                } else {
                    let page = run == 1 ? 0 : Int.random(in: 0..<whole.count / 4_096, using: &generator)
                    damaged.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
                }
                let file = directory + "/damaged.sqlite"
                try damaged.write(to: URL(fileURLWithPath: file))
                let copied = try Self.copy(file, in: directory)
                // The copy cannot know of lost records after the last intact one.
                #expect(copied.records.count >= records.count - 40)
                for (copied, record) in zip(copied.records, records) where copied != record {
                    #expect(EventRecord.kind(of: copied.body) == .recordLost, "\(run): \(copied)")
                }
                let notes = copied.records.filter { EventRecord.kind(of: $0.body) == .recordLost }.map(\.position)
                #expect(notes == copied.lost)
                lost += copied.lost.count
            }
            #expect(lost > 0)
        }
    }

    @Test func fileOfRandomBytesHasNoRecords() throws {
        try withTemporaryDirectory { directory in
            var generator = SplitMix64(seed: 9)
            for count in [0, 1, 17, 18, 4_096, 100_000] {
                let file = directory + "/noise-\(count)"
                let bytes = (0..<count).map { $0 % 4_096 == 0 ? 0x0D : UInt8.random(in: 0...255, using: &generator) }
                try Data(bytes).write(to: URL(fileURLWithPath: file))
                try Data(bytes).write(to: URL(fileURLWithPath: file + "-wal"))
                #expect(try IntactRecords(ofFile: file).end == 0)
            }
        }
    }
}
