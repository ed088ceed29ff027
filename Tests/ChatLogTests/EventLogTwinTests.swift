import ChatCore
import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatLog

/// Random valid and invalid batches. After each batch, a stored log gives the same answers as a log in memory.
@Suite struct EventLogTwinTests {
    @Test(arguments: LogKind.stored, TestExtent.seeds(8, whole: 24))
    func storedLogAnswersLikeALogInMemory(_ kind: LogKind, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try kind.withPlace { place in
            var file = try place.open()
            let memory = MemoryEventLog()
            for _ in 0..<30 {
                let batch = Self.batch(after: memory.end, &random)
                let expected = memory.end + (Int.random(in: 0..<12, using: &random) == 0 ? 1 : 0)
                let inMemory = Self.failure { try memory.append(batch, expectedEnd: expected) }
                let inFile = Self.failure { try file.append(batch, expectedEnd: expected) }
                #expect(inMemory == inFile, "seed \(seed)")
                try Self.compare(memory, file, &random, seed)
                if Int.random(in: 0..<8, using: &random) == 0 {
                    file.close()
                    file = try place.open()
                }
            }
            file.close()
        }
    }

    /// Enough messages for several segments of words, with edits, erasures and a restart.
    @Test(arguments: LogKind.stored) func storedLogFindsTheSameAmongManyMessages(_ kind: LogKind) throws {
        var random = SplitMix64(seed: 99)
        try kind.withPlace { place in
            var file = try place.open()
            let memory = MemoryEventLog()
            while memory.end < 5_000 {
                let end = memory.end
                let batch = (end + 1...end + 250).map { Self.message($0, before: end, &random) }
                try memory.append(batch, expectedEnd: end)
                try file.append(batch, expectedEnd: end)
                if end == 2_500 {
                    file.close()
                    file = try place.open()
                }
                for _ in 0..<8 {
                    let text = "n\(Int.random(in: 0..<40, using: &random)) " + Self.pick(Self.words, &random)
                    let query = SearchQuery(Self.pick([text, String(text.prefix(3)), "\"\(text)\""], &random))
                    let before = Int64.random(in: 0...memory.end, using: &random)
                    let places = Bool.random(using: &random) ? nil : [Self.pick(Self.conversations, &random)]
                    let mine = try memory.search(query, conversations: places, before: before, limit: 30)
                    let its = try file.search(query, conversations: places, before: before, limit: 30)
                    #expect(mine == its, "\(query) before \(before)")
                }
            }
            file.close()
        }
    }

    private static func message(_ position: Int64, before end: Int64, _ random: inout SplitMix64) -> LogRecord {
        let replaces = end > 0 && Int.random(in: 0..<5, using: &random) == 0
        // Only entries at odd positions are replaced, because each odd position has a new entry.
        let isNew = !replaces || position % 2 == 1
        let place = isNew ? position : Int64.random(in: 0..<(end / 2), using: &random) * 2 + 1
        let text = "n\(Int.random(in: 0..<40, using: &random)) \(pick(words, &random)) \(pick(words, &random))"
        var record = LogRecord.found(
            position, "m\(place)", by: Int.random(in: 0..<9, using: &random) == 0 ? nil : text,
            in: conversations[Int(place % 3)], replaces: !isNew)
        if !isNew, record.searchText == nil { record.erasure = Erasure(first: Array("gone".utf8), rest: []) }
        return record
    }

    private static let conversations = ["c1", "c2", "é", "e\u{301}"]
    private static let words = ["trip", "Trip", "trips", "café", "東京", "京都", "👍🏽", "notes.example/d", "*", "\""]
    private static let senders = ["anna", "bea", "Anna"]

    private static func batch(after end: Int64, _ random: inout SplitMix64) -> [LogRecord] {
        (0..<Int64.random(in: 0...12, using: &random)).map { offset in
            let skip: Int64 = Int.random(in: 0..<120, using: &random) == 0 ? 1 : 0
            let position = end + 1 + offset + skip
            var record = LogRecord.plain(position, hot: Bool.random(using: &random))
            if Int.random(in: 0..<4, using: &random) > 0 { record.entry = entry(position, &random) }
            if Int.random(in: 0..<4, using: &random) > 0 {
                let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in pick(words, &random) }
                record.find(by: text.joined(separator: " "))
            }
            let erases = Int.random(in: 0..<(record.entry?.replaces == true ? 4 : 300), using: &random) == 0
            if erases { record.erasure = Erasure(first: Array("first\(position)".utf8), rest: []) }
            if Int.random(in: 0..<3, using: &random) == 0 {
                let id = Int.random(in: 0..<60, using: &random) == 0 ? 1 : position
                record.idempotencyKey = IdempotencyKey(handle: pick(senders, &random), clientID: "\(id)")
            }
            return record
        }
    }

    private static func entry(_ position: Int64, _ random: inout SplitMix64) -> EntryKey {
        let conversation = pick(conversations, &random)
        let replaces = Int.random(in: 0..<6, using: &random) == 0
        // An id contains its conversation, so that most replacements find their entry.
        let number = replaces ? Int64.random(in: max(1, position - 9)...position, using: &random) : position
        return EntryKey(
            conversation: conversation, id: "\(conversation)-\(replaces ? number % 7 : number % 97)",
            sequence: position, sender: pick(senders, &random),
            kind: pick(EntryKey.Kind.allCases, &random), replaces: replaces,
            thread: Int.random(in: 0..<4, using: &random) == 0 ? "\(conversation)-\(position % 5)" : nil)
    }

    private static func compare(
        _ memory: MemoryEventLog, _ file: any EventLog, _ random: inout SplitMix64, _ seed: UInt64
    ) throws {
        #expect(memory.end == file.end, "seed \(seed)")
        #expect(try memory.heads() == file.heads(), "seed \(seed)")
        let after = Int64.random(in: 0...(memory.end + 1), using: &random)
        let limit = Int.random(in: 0...9, using: &random)
        #expect(try memory.read(after: after, limit: limit) == file.read(after: after, limit: limit), "seed \(seed)")
        #expect(
            try memory.readHot(after: after, limit: limit) == file.readHot(after: after, limit: limit),
            "seed \(seed)")
        #expect(try memory.record(at: after) == file.record(at: after), "seed \(seed)")
        for conversation in conversations {
            let before = Bool.random(using: &random) ? nil : Int64.random(in: 0...(memory.end + 1), using: &random)
            let mine = try memory.entries(conversation: conversation, after: after / 2, before: before, limit: limit)
            let its = try file.entries(conversation: conversation, after: after / 2, before: before, limit: limit)
            #expect(mine == its, "seed \(seed)")
            let id = "\(conversation)-\(after % 97)"
            #expect(try memory.entry(id: id) == file.entry(id: id), "seed \(seed)")
            let begun = (0..<5).map { "\(conversation)-\($0)" }
            #expect(
                try memory.threadCounts(of: begun, after: after / 2) == file.threadCounts(of: begun, after: after / 2),
                "seed \(seed)")
            for id in begun {
                let mine = try memory.thread(of: id, after: after / 2, limit: limit)
                #expect(try mine == file.thread(of: id, after: after / 2, limit: limit), "seed \(seed)")
            }
            let text = [pick(words, &random), pick(words, &random)].prefix(Int.random(in: 0...2, using: &random))
            let quotes = pick([("", ""), ("\"", "\""), ("“", "”"), ("\"", "")], &random)
            let query = SearchQuery(
                quotes.0 + text.joined(separator: " ") + quotes.1 + (Bool.random(using: &random) ? " " : ""))
            let places = Bool.random(using: &random) ? nil : [conversation, pick(conversations, &random), "none"]
            let found = try memory.search(query, conversations: places, before: before, limit: limit)
            #expect(
                try found == file.search(query, conversations: places, before: before, limit: limit), "seed \(seed)")
        }
        let receipt = IdempotencyKey(handle: pick(senders, &random), clientID: "\(after)")
        #expect(try memory.position(of: receipt) == file.position(of: receipt), "seed \(seed)")
    }

    private static func pick<Element>(_ elements: [Element], _ random: inout SplitMix64) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private static func failure(_ body: () throws -> Void) -> LogError? {
        do { try body() } catch { return error as? LogError }
        return nil
    }
}
