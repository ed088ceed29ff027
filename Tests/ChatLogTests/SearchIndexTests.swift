import ChatCore
import ServerTestSupport
import Testing

@testable import ChatLog

/// Messages in segments and changes to them. All kinds of log must behave alike.
@Suite struct SearchIndexTests {
    private static let erasure = Erasure(first: Array("gone".utf8), rest: [])

    private static func fill(_ log: any EventLog, to end: Int64, text: (Int64) -> String) throws {
        while log.end < end {
            let start = log.end
            let batch = (start + 1...min(start + 512, end)).map { LogRecord.found($0, "m\($0)", by: text($0)) }
            try log.append(batch, expectedEnd: start)
        }
    }

    @Test(arguments: LogKind.allCases) func phrasesAreFoundInSegments(_ kind: LogKind) throws {
        try kind.withLog { log in
            try Self.fill(log, to: 3_000) { place in
                switch place % 1_000 {
                case 500: "we met in 東京 notes.example"
                case 501: "京東 example.notes"
                case 502: "東 and 京, notes and example"
                default: "we met"
                }
            }
            #expect(try log.places("東京") == [2_500, 1_500, 500])
            #expect(try log.places("京東 ") == [2_501, 1_501, 501])
            #expect(try log.places("notes.exam") == [2_500, 1_500, 500])
            #expect(try log.places("met notes.example ", before: 2_500, limit: 1) == [1_500])
            #expect(try log.places("example notes") == [2_502, 2_501, 2_500, 1_502, 1_501, 1_500, 502, 501, 500])
        }
    }

    /// Some blocks lose all of their words, so that a search meets empty blocks.
    @Test(arguments: LogKind.allCases) func remainingMessagesAreFoundAmongErasedOnes(_ kind: LogKind) throws {
        let text = { (place: Int64) in
            let begin = String(repeating: ["a", "k", "p", "z"][Int(place % 4)], count: 9)
            return (0..<6).map { "\(begin)\(place)n\($0)" }.joined(separator: " ")
        }
        try kind.withLog { log in
            try Self.fill(log, to: 1_024, text: text)
            // The words with "k" and those with "p" fill many blocks. One message with each letter is left.
            var batch: [LogRecord] = []
            for place in Int64(1)...1_024 where place % 4 == 1 || place % 4 == 2 {
                if place == 509 || place == 510 { continue }
                let position = 1_025 + Int64(batch.count)
                var erasing = LogRecord.found(position, "m\(place)", by: nil, replaces: true)
                erasing.erasure = Self.erasure
                batch.append(erasing)
            }
            try log.append(batch, expectedEnd: 1_024)
            #expect(try log.places("k") == [509])
            #expect(try log.places("kkkkkkkkk509n3 ") == [509])
            #expect(try log.places("p") == [510])
            #expect(try log.places("aaaaaaaaa8n0 ") == [8])
            #expect(try log.places("zzzzzzzzz1023n5 ") == [1_023])
            #expect(try log.places("kkkkkkkkk505n3 ").isEmpty)
            #expect(try log.places("a", limit: 2) == [1_024, 1_020])
        }
    }

    @Test(arguments: LogKind.allCases) func editedMessagesInSegmentsAreFoundByTheirNewText(_ kind: LogKind) throws {
        try kind.withLog { log in
            try Self.fill(log, to: 2_100) { $0 % 7 == 0 ? "" : "old word" }
            for (place, text) in [(Int64(7), "new"), (10, "new word"), (10, "newer word"), (1_500, "newest word")] {
                try log.append(
                    [.found(log.end + 1, "m\(place)", by: text, replaces: true)], expectedEnd: log.end)
            }
            #expect(try log.places("new ") == [7])
            #expect(try log.places("new") == [1_500, 10, 7])
            #expect(try log.places("word", before: 12, limit: 4) == [11, 10, 9, 8])
            #expect(try log.places("word", before: 1_502, limit: 3) == [1_501, 1_500, 1_499])
            #expect(try log.places("new", in: ["c2"]).isEmpty)
            #expect(try log.places("new", in: ["c1"], limit: 2) == [1_500, 10])
        }
    }

    /// Appends enough messages for 33 segments, of which 32 are a group.
    private static func fillBeyondAGroup(_ log: any EventLog) throws {
        try fill(log, to: 33_900) { place in
            switch place {
            case 5_000: "rare first"
            case 20_000: "rare second"
            case 20_001: "rarest rare"
            case 33_500: "rare third"
            default: "talk"
            }
        }
    }

    @Test(arguments: LogKind.allCases) func rareWordsAreFoundAmongManySegments(_ kind: LogKind) throws {
        try kind.withLog { log in
            try Self.fillBeyondAGroup(log)
            #expect(try log.places("rare ") == [33_500, 20_001, 20_000, 5_000])
            #expect(try log.places("rare first") == [5_000])
            #expect(try log.places("rares") == [20_001])
            #expect(try log.places("nobody").isEmpty)
            #expect(try log.places("talk first ").isEmpty)
            #expect(try log.places("rare ", in: ["c2"]).isEmpty)
            #expect(try log.places("rare ", before: 20_001, limit: 1) == [20_000])
            #expect(try log.places("talk", before: 20_003, limit: 2) == [20_002, 19_999])
            // Several searches with little effort together find every message once.
            var found: [Int64] = []
            var before: Int64?
            repeat {
                let part = try log.search(
                    SearchQuery("rare "), in: SearchScope(nil), before: before, limit: 100, effort: 40)
                found += part.entries.map(\.place)
                before = part.rest
            } while before != nil
            #expect(found == [33_500, 20_001, 20_000, 5_000])
        }
    }

    @Test(arguments: LogKind.allCases) func editedOrErasedTextIsNotFoundAmongManySegments(_ kind: LogKind) throws {
        try kind.withLog { log in
            try Self.fillBeyondAGroup(log)
            try log.append([.found(33_901, "m5000", by: "common", replaces: true)], expectedEnd: 33_900)
            try log.append([.found(33_902, "m10000", by: "rare too", replaces: true)], expectedEnd: 33_901)
            var erasing = LogRecord.found(33_903, "m20000", by: nil, replaces: true)
            erasing.erasure = Self.erasure
            try log.append([erasing], expectedEnd: 33_902)
            #expect(try log.places("rare ") == [33_500, 20_001, 10_000])
            #expect(try log.places("common") == [5_000])
            #expect(try log.places("first").isEmpty)
            #expect(try log.places("second").isEmpty)
        }
    }

    /// The words of a message are in its segment and in the group of the segment.
    @Test func erasedWordsAreGoneFromSegmentAndGroup() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            try Self.fillBeyondAGroup(log)
            func blocks(with word: String) throws -> Int64 {
                try SQLiteConnection(path: path).integer(
                    "SELECT count(*) FROM block WHERE instr(words, CAST('\(word)' AS BLOB)) > 0")
            }
            log.close()
            #expect(try SQLiteConnection(path: path).integer("SELECT count(*) FROM segment_group") == 1)
            #expect(try blocks(with: "second") == 2)
            let again = try SQLiteEventLog(foundAt: path)
            var erasing = LogRecord.found(33_901, "m20000", by: nil, replaces: true)
            erasing.erasure = Self.erasure
            try again.append([erasing], expectedEnd: 33_900)
            #expect(try again.places("rare ") == [33_500, 20_001, 5_000])
            again.close()
            #expect(try blocks(with: "second") == 0)
            #expect(try blocks(with: "first") == 2)
        }
    }

    /// Records without words make segments too, so that a start reads a bounded number of records.
    @Test func recordsThatWaitForTheIndexAreBounded() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            try log.append([.found(1, "m1", by: "early")], expectedEnd: 0)
            try log.append((2...5_000).map { .plain($0) }, expectedEnd: 1)
            try log.append([.found(5_001, "m5001", by: "late")], expectedEnd: 5_000)
            log.close()
            var asked = 0
            let again = try SQLiteEventLog(path: path, pagesMax: nil) { _ in
                asked += 1
                return "again"
            }
            #expect(try again.places("again") == [5_001])
            #expect(try again.places("early") == [1])
            #expect(asked == 1)
            var long = LogRecord.plain(5_002)
            long.body = [UInt8](repeating: UInt8(ascii: "x"), count: SearchProgress.bytesMax)
            long.entry = EntryKey(conversation: "c1", id: "d", sequence: 0, sender: "", kind: .content)
            try again.append([long], expectedEnd: 5_001)
            #expect(try again.places("again") == [5_001])
            #expect(asked == 1)
            again.close()
            let connection = try SQLiteConnection(path: path)
            #expect(try connection.integer("SELECT max(through) FROM segment") == 5_002)
        }
    }

    @Test func refusedBatchKeepsTheWaitingWords() throws {
        try LogKind.sqlite.withLog { log in
            try log.append([.found(1, "m1", by: "alive"), .found(2, "m2", by: "old")], expectedEnd: 0)
            let refused: [LogRecord] = [
                .found(3, "m2", by: "ghost", replaces: true), .found(4, "m1", by: "ghost"),
            ]
            #expect(throws: LogError.rejected(.duplicateEntry(id: "m1"))) { try log.append(refused, expectedEnd: 2) }
            #expect(try log.places("ghost").isEmpty)
            #expect(try log.places("alive") == [1])
            #expect(try log.places("old") == [2])
        }
    }
}
