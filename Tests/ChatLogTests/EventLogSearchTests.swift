import ChatCore
import Testing

@testable import ChatLog

/// The search by words, tested with each kind of log.
@Suite struct EventLogSearchTests {
    @Test(arguments: LogKind.allCases) func messagesAreFoundNewestFirst(_ kind: LogKind) throws {
        let batch: [LogRecord] = [
            .found(1, "m1", by: "The trip plan"), .plain(2), .found(3, "m3", by: "Trip!", in: "c2"), .notice(4, "n4"),
            .found(5, "m5", by: "trips and plans"), .found(6, "m6", by: nil),
            .found(7, "m7", by: "A plan: trip", in: ""),
        ]
        try kind.withLog { log in
            try log.append(batch, expectedEnd: 0)
            #expect(try log.read(after: 0, limit: 9) == batch.map(\.asRead))
            #expect(try log.places("TRIP") == [7, 5, 3, 1])
            #expect(try log.places("trip ") == [7, 3, 1])
            #expect(try log.places("trip pl") == [7, 1])
            #expect(try log.places("trip", limit: 2) == [7, 5])
            #expect(try log.places("trip", before: 5) == [3, 1])
            #expect(try log.places("trip", before: 1).isEmpty)
            #expect(try log.places("trip", before: Int64.min).isEmpty)
            #expect(try log.places("trip", before: Int64.max) == [7, 5, 3, 1])
            #expect(try log.places("trip", limit: 0).isEmpty)
            #expect(try log.places("trip", limit: -1).isEmpty)
            #expect(try log.places("trip", in: ["c1", "c1", "c9"]) == [5, 1])
            #expect(try log.places("trip", in: ["c2", ""]) == [7, 3])
            #expect(try log.places("trip", in: []).isEmpty)
            let found = try log.search(SearchQuery("plans"), conversations: nil, before: nil, limit: 9)
            #expect(found == [StoredEntry(place: 5, record: batch[4].asRead)])
        }
    }

    @Test("words in quotation marks are found only as a sequence", arguments: LogKind.allCases)
    func quotedWordsAreFoundAsASequence(_ kind: LogKind) throws {
        try kind.withLog { log in
            let texts = ["the lake house", "house by the lake", "lake houses", "The LAKE-House, and more", "lake"]
            // Most of the messages are in the index, and some still wait for it.
            for start in stride(from: Int64(0), to: 1_000, by: 100) {
                let batch = (start + 1...start + 100).map { place in
                    LogRecord.found(place, "m\(place)", by: texts[Int(place) % 5], in: "c\(place % 2)")
                }
                try log.append(batch, expectedEnd: start)
            }
            let phrase = (1...1_000).reversed().filter { [0, 3].contains($0 % 5) }.map(Int64.init)
            #expect(try log.places("\"lake house\"", limit: 2_000) == phrase)
            #expect(try log.places("“Lake house” ", limit: 2_000) == phrase)
            #expect(try log.places("\"lake house\" the", in: ["c1"], limit: 2_000) == phrase.filter { $0 % 2 == 1 })
            #expect(try log.places("\"lake hou", limit: 2_000).count == 600)
            #expect(try log.places("lake house", limit: 2_000).count == 800)
            #expect(try log.places("\"house lake\"").isEmpty)
        }
    }

    @Test(arguments: LogKind.allCases) func editedMessageIsFoundOnlyByItsNewText(_ kind: LogKind) throws {
        try kind.withLog { log in
            try log.append([.found(1, "m1", by: "lake"), .found(2, "m2", by: nil)], expectedEnd: 0)
            try log.append([.found(3, "m1", by: "mountain", replaces: true)], expectedEnd: 2)
            #expect(try log.places("lake").isEmpty)
            #expect(try log.places("mountain") == [1])
            try log.append([.found(4, "m2", by: "lake", replaces: true)], expectedEnd: 3)
            #expect(try log.places("lake") == [2])
            try log.append([.found(5, "m1", by: nil, replaces: true)], expectedEnd: 4)
            #expect(try log.places("mountain").isEmpty)
        }
    }

    /// More messages than may wait for the index, so that some are in it and some are not.
    @Test(arguments: LogKind.allCases) func messagesInsideAndOutsideTheIndexAreFound(_ kind: LogKind) throws {
        try kind.withLog { log in
            for start in stride(from: Int64(0), to: 2_000, by: 100) {
                let batch = (start + 1...start + 100).map { place in
                    let rare = place % 250 == 0 ? "rare" : "common"
                    return LogRecord.found(place, "m\(place)", by: "n\(place) \(rare) word", in: "c\(place % 3)")
                }
                try log.append(batch, expectedEnd: start)
            }
            #expect(try log.places("rare") == [2000, 1750, 1500, 1250, 1000, 750, 500, 250])
            #expect(try log.places("rare word", before: 1900, limit: 3) == [1750, 1500, 1250])
            #expect(try log.places("rar", in: ["c1"]) == [1750, 1000, 250])
            #expect(try log.places("word", limit: 2) == [2000, 1999])
            #expect(try log.places("word", before: 700, limit: 3) == [699, 698, 697])
            #expect(try log.places("n12 ") == [12])
            #expect(try log.places("n199", limit: 3) == [1999, 1998, 1997])
            #expect(try log.places("rare common").isEmpty)
            // The first edited message is in the index, and the second waits for it.
            for (place, end) in [(Int64(250), Int64(2000)), (2000, 2001)] {
                let edit = LogRecord.found(end + 1, "m\(place)", by: "other", in: "c\(place % 3)", replaces: true)
                try log.append([edit], expectedEnd: end)
            }
            #expect(try log.places("rare") == [1750, 1500, 1250, 1000, 750, 500])
            #expect(try log.places("other") == [2000, 250])
        }
    }

    @Test(arguments: LogKind.allCases) func refusedBatchLeavesNoWords(_ kind: LogKind) throws {
        try kind.withLog { log in
            let many = (1...600).map { LogRecord.found($0, "m\($0)", by: "ghost") } + [.message(601, "m1", sequence: 1)]
            #expect(throws: LogError.rejected(.duplicateEntry(id: "m1"))) { try log.append(many, expectedEnd: 0) }
            #expect(try log.places("ghost").isEmpty)
            try log.append([.found(1, "m1", by: "alive")], expectedEnd: 0)
            #expect(try log.places("alive") == [1])
        }
    }

    static let hostile = [
        "\"", "'", "*", "a*", "a OR b", "NEAR(a b)", "a:b", "{a}: b", "^a", "-a", "%", "_", "a\u{0}b", "\u{10FFFF}",
        "'; DROP TABLE word; --", String(repeating: "(", count: 10_000), String(repeating: "a ", count: 10_000),
        String(repeating: "\u{301}", count: 10_000),
    ]

    @Test(arguments: LogKind.allCases, hostile) func hostileQueryFindsNothingAndChangesNothing(
        _ kind: LogKind, _ text: String
    ) throws {
        try kind.withLog { log in
            try log.append((1...600).map { .found($0, "m\($0)", by: "innocent") }, expectedEnd: 0)
            try log.append([.found(601, "m601", by: "innocent")], expectedEnd: 600)
            #expect(try log.places(text).isEmpty)
            #expect(try log.places("innocent", limit: 2) == [601, 600])
        }
    }

    @Test(arguments: LogKind.allCases) func threadOfRepliesIsReadFromTheOldest(_ kind: LogKind) throws {
        let edit = LogRecord.found(6, "m2", by: "b", replaces: true, thread: "m3")
        try kind.withLog { log in
            try log.append(
                [
                    .found(1, "m1", by: "a"), .found(2, "m2", by: "b", thread: "m1"), .found(3, "m3", by: "c"),
                    .found(4, "m4", by: "d", thread: "m1"), .found(5, "m5", by: "e", thread: "m3"),
                ], expectedEnd: 0)
            #expect(try log.thread(of: "m1", after: 0, limit: 9).map(\.place) == [2, 4])
            #expect(try log.thread(of: "m1", after: 0, limit: 9).map(\.record.entry?.thread) == ["m1", "m1"])
            #expect(try log.thread(of: "m1", after: 2, limit: 9).map(\.place) == [4])
            #expect(try log.thread(of: "m1", after: 0, limit: 1).map(\.place) == [2])
            #expect(try log.thread(of: "m1", after: 0, limit: -1).isEmpty)
            #expect(try log.thread(of: "m2", after: 0, limit: 9).isEmpty)
            #expect(try log.threadCounts(of: ["m3", "m1", "m9"], after: 0) == [1, 2, 0])
            #expect(try log.threadCounts(of: ["m1", "m3"], after: 4) == [0, 1])
            #expect(try log.threadCounts(of: [], after: 0).isEmpty)
            // A replaced entry stays in its thread, even if the new record names another one.
            try log.append([edit], expectedEnd: 5)
            #expect(try log.thread(of: "m1", after: 0, limit: 9).map(\.record.position) == [6, 4])
            #expect(try log.threadCounts(of: ["m3"], after: 0) == [1])
        }
    }

    @Test("the changes of an entry are its replacements, the newest first", arguments: LogKind.allCases)
    func changesOfAnEntryAreItsReplacements(_ kind: LogKind) throws {
        try kind.withLog { log in
            let records: [LogRecord] = [
                .found(1, "m1", by: "a"), .found(2, "m2", by: "b"), .found(3, "m1", by: "c", replaces: true),
                .found(4, "m2", by: "d", replaces: true), .found(5, "m1", by: "e", replaces: true),
            ]
            try log.append(records, expectedEnd: 0)
            #expect(try log.changes(of: "m1", limit: 9) == [records[4].asRead, records[2].asRead])
            #expect(try log.changes(of: "m1", limit: 1).map(\.position) == [5])
            #expect(try log.changes(of: "m2", limit: 9).map(\.position) == [4])
            #expect(try log.changes(of: "m1", limit: 0).isEmpty && log.changes(of: "m9", limit: 9).isEmpty)
        }
    }
}
