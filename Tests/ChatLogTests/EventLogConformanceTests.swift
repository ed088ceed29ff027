import ChatCore
import Testing

@testable import ChatLog

/// The contract of an event log, tested with each kind of log.
@Suite struct EventLogConformanceTests {
    @Test(arguments: LogKind.allCases) func emptyLogEndsAtZeroWithoutRecords(_ kind: LogKind) throws {
        try kind.withLog { log in
            #expect(log.end == 0)
            #expect(try log.read(after: 0, limit: 10).isEmpty)
            #expect(try log.readHot(after: 0, limit: 10).isEmpty)
            #expect(try log.heads().isEmpty)
            #expect(try log.entries(conversation: "c1", limit: 10).isEmpty)
            #expect(try log.entry(id: "m1") == nil)
            #expect(try log.record(at: 0) == nil)
            #expect(try log.record(at: 1) == nil)
            #expect(try log.position(of: IdempotencyKey(handle: "anna", clientID: "1")) == nil)
            try log.append([], expectedEnd: 0)
            #expect(log.end == 0)
        }
    }

    @Test(arguments: LogKind.allCases) func recordsReadBackAsTheyWereAppended(_ kind: LogKind) throws {
        var odd = LogRecord.plain(3, idempotencyKey: IdempotencyKey(handle: "", clientID: "a\u{0}b"))
        odd.body = [0, 0xFF, 0xC3, 0x28, 0]
        odd.at = Int64.min
        var empty = LogRecord.message(4, "", sequence: Int64.max, from: "", in: "")
        empty.body = []
        let batch = [LogRecord.plain(1), .message(2, "m1", sequence: 1), odd, empty]
        try kind.withLog { log in
            try log.append(batch, expectedEnd: 0)
            #expect(log.end == 4)
            #expect(try log.read(after: 0, limit: 10) == batch)
            #expect(try log.read(after: 1, limit: 2) == Array(batch[1...2]))
            #expect(try log.read(after: 4, limit: 2).isEmpty)
            #expect(try log.read(after: Int64.max, limit: 2).isEmpty)
            #expect(try log.read(after: Int64.min, limit: Int.max) == batch)
            #expect(try log.read(after: 0, limit: 0).isEmpty)
            #expect(try log.read(after: 0, limit: -1).isEmpty)
            #expect(try log.record(at: 3) == odd)
            #expect(try log.position(of: IdempotencyKey(handle: "", clientID: "a\u{0}b")) == 3)
            #expect(try log.entry(id: "") == StoredEntry(place: 4, record: empty))
        }
    }

    @Test(arguments: LogKind.allCases) func batchForAnotherEndIsAConflict(_ kind: LogKind) throws {
        try kind.withLog { log in
            try log.append([.plain(1), .plain(2)], expectedEnd: 0)
            #expect(throws: LogError.conflict(actualEnd: 2)) { try log.append([.plain(2)], expectedEnd: 1) }
            #expect(throws: LogError.conflict(actualEnd: 2)) { try log.append([.plain(4)], expectedEnd: 3) }
            #expect(throws: LogError.conflict(actualEnd: 2)) { try log.append([], expectedEnd: 1) }
            #expect(log.end == 2)
        }
    }

    static let badBatches: [(batch: [LogRecord], rejection: LogError.Rejection)] = [
        ([.plain(4)], .gap(expected: 3, found: 4)),
        ([.plain(3), .plain(3)], .gap(expected: 4, found: 3)),
        ([.plain(3), .message(4, "m1", sequence: 2)], .duplicateEntry(id: "m1")),
        ([.message(3, "m2", sequence: 2), .notice(4, "m2")], .duplicateEntry(id: "m2")),
        ([.message(3, "m4", sequence: 2), .message(4, "m4", sequence: 3)], .duplicateEntry(id: "m4")),
        ([.message(3, "m3", sequence: 2), .notice(4, "m3")], .duplicateEntry(id: "m3")),
        ([.notice(3, "m4", replaces: true), .message(4, "m4", sequence: 2)], .unknownEntry(id: "m4")),
        ([.plain(3), .notice(4, "n9", replaces: true)], .unknownEntry(id: "n9")),
        ([.notice(3, "m1", in: "c2", replaces: true)], .unknownEntry(id: "m1")),
        (
            [.plain(3), .plain(4, idempotencyKey: IdempotencyKey(handle: "anna", clientID: "1"))],
            .duplicateReceipt(handle: "anna", clientID: "1")
        ),
        (
            [
                .plain(3, idempotencyKey: IdempotencyKey(handle: "bea", clientID: "1")),
                .plain(4, idempotencyKey: IdempotencyKey(handle: "bea", clientID: "1")),
            ], .duplicateReceipt(handle: "bea", clientID: "1")
        ),
    ]

    @Test(arguments: LogKind.allCases, badBatches.indices)
    func rejectedBatchWritesNothing(_ kind: LogKind, _ index: Int) throws {
        let (batch, rejection) = Self.badBatches[index]
        try kind.withLog { log in
            let first = [
                LogRecord.message(1, "m1", sequence: 1),
                .plain(2, idempotencyKey: .init(handle: "anna", clientID: "1")),
            ]
            try log.append(first, expectedEnd: 0)
            #expect(throws: LogError.rejected(rejection)) { try log.append(batch, expectedEnd: 2) }
            #expect(log.end == 2)
            #expect(try log.read(after: 0, limit: 10) == first)
            #expect(try log.readHot(after: 0, limit: 10) == [first[1]])
            #expect(try log.heads().map(\.sequence) == [1])
            #expect(try log.position(of: IdempotencyKey(handle: "bea", clientID: "1")) == nil)
            try log.append([.message(3, "m2", sequence: 2), .message(4, "m4", sequence: 3)], expectedEnd: 2)
            #expect(try log.entry(id: "m4")?.place == 4)
            #expect(log.end == 4)
        }
    }

    @Test(arguments: LogKind.allCases) func coldRecordsAreNotReadAtStartUp(_ kind: LogKind) throws {
        let batch = (1...9).map { LogRecord.plain($0, hot: $0.isMultiple(of: 3)) }
        try kind.withLog { log in
            try log.append(batch, expectedEnd: 0)
            #expect(try log.readHot(after: 0, limit: 10).map(\.position) == [3, 6, 9])
            #expect(try log.readHot(after: 3, limit: 1).map(\.position) == [6])
            #expect(try log.readHot(after: 9, limit: 1).isEmpty)
        }
    }

    @Test(arguments: LogKind.allCases) func entriesOfAConversationArePagedFromTheNewest(_ kind: LogKind) throws {
        try kind.withLog { log in
            try log.append(
                [
                    .message(1, "m1", sequence: 1), .message(2, "x1", sequence: 1, in: "c2"), .notice(3, "n1"),
                    .message(4, "m2", sequence: 2), .plain(5), .message(6, "m3", sequence: 3),
                ], expectedEnd: 0)
            #expect(try log.entries(conversation: "c1", limit: 2).map(\.place) == [4, 6])
            #expect(try log.entries(conversation: "c1", before: 4, limit: 2).map(\.place) == [1, 3])
            #expect(try log.entries(conversation: "c1", before: 1, limit: 2).isEmpty)
            #expect(try log.entries(conversation: "c1", before: Int64.min, limit: 2).isEmpty)
            #expect(try log.entries(conversation: "c1", after: 3, before: nil, limit: 9).map(\.place) == [4, 6])
            #expect(try log.entries(conversation: "c1", after: 1, before: 6, limit: 1).map(\.place) == [4])
            #expect(try log.entries(conversation: "c1", limit: 0).isEmpty)
            #expect(try log.entries(conversation: "c3", limit: 2).isEmpty)
        }
    }

    @Test(arguments: LogKind.allCases) func replacedEntryStaysInItsPlace(_ kind: LogKind) throws {
        try kind.withLog { log in
            try log.append([.notice(1, "n1"), .message(2, "m1", sequence: 1)], expectedEnd: 0)
            try log.append([.notice(3, "n1", replaces: true), .notice(4, "n1", replaces: true)], expectedEnd: 2)
            let entry = try #require(try log.entry(id: "n1"))
            #expect(entry == StoredEntry(place: 1, record: .notice(4, "n1", replaces: true)))
            #expect(try log.entries(conversation: "c1", limit: 9).map(\.place) == [1, 2])
            #expect(try log.entries(conversation: "c1", limit: 9).map(\.record.position) == [4, 2])
        }
    }

    @Test(arguments: LogKind.allCases) func headsGiveTheLastMessageOfConversationAndSenders(_ kind: LogKind) throws {
        let edited = LogRecord.message(7, "m2", sequence: 2, from: "bea", replaces: true)
        try kind.withLog { log in
            try log.append(
                [
                    .message(1, "m1", sequence: 1, from: "bea"), .message(2, "x1", sequence: 1, in: "b"),
                    .notice(3, "n1", in: "only notices"), .message(4, "m2", sequence: 2, from: "bea"),
                ], expectedEnd: 0)
            try log.append([.message(5, "m0", sequence: 3), .notice(6, "n2")], expectedEnd: 4)
            try log.append([edited, .message(8, "z", sequence: 1, in: "a\u{301}")], expectedEnd: 6)
            try log.append([.message(9, "y", sequence: 1, in: "\u{E1}")], expectedEnd: 8)
            let heads = try log.heads()
            // The composed and the decomposed "á" have different bytes, so they name two conversations.
            #expect(heads.map(\.conversation) == ["a\u{301}", "b", "c1", "\u{E1}"])
            #expect(heads.map(\.lastMessage.place) == [8, 2, 5, 9])
            #expect(heads[2].sequence == 3)
            #expect(heads[2].senders == [.init(sender: "anna", sequence: 3), .init(sender: "bea", sequence: 2)])
            try log.append([.message(10, "m5", sequence: 4, from: "bea")], expectedEnd: 9)
            #expect(try log.heads()[2].senders.map(\.sequence) == [3, 4])
        }
    }

    @Test(arguments: LogKind.allCases) func headContainsTheEditedMessage(_ kind: LogKind) throws {
        let edited = LogRecord.message(2, "m1", sequence: 1, replaces: true)
        try kind.withLog { log in
            try log.append([.message(1, "m1", sequence: 1), edited], expectedEnd: 0)
            #expect(try log.heads().map(\.lastMessage) == [StoredEntry(place: 1, record: edited)])
        }
    }

    @Test(arguments: LogKind.allCases) func closedLogThrowsUnavailable(_ kind: LogKind) throws {
        try kind.withLog { log in
            try log.append([.plain(1)], expectedEnd: 0)
            log.close()
            log.close()
            #expect(throws: LogError.unavailable(reason: "the log is closed")) { try log.read(after: 0, limit: 1) }
            #expect(throws: LogError.unavailable(reason: "the log is closed")) {
                try log.append([.plain(2)], expectedEnd: 1)
            }
        }
    }
}
