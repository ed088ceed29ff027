import ServerTestSupport
import Testing

@testable import ChatLog

@Suite struct LogCheckTests {
    @Test func whatIsWholeIsSaidToBe() throws {
        try withTemporaryDirectory { directory in
            let log = try SQLiteEventLog(foundAt: directory + "/chat.sqlite")
            defer { log.close() }
            let records = FlippedBitTests.records()
            for record in records { try log.append([record], expectedEnd: record.position - 1) }
            let check = LogCheck(log, searchText: { record in records[Int(record.position) - 1].searchText })
            #expect(check.problems.isEmpty, "\(check.problems)")
            #expect(check.records == Int64(records.count) && check.conversations == 3)
        }
    }

    /// What no checksum finds: the file is as it was written, and was written wrongly.
    @Test(arguments: [
        ("UPDATE head SET sequence = 7 WHERE conversation = 'c1'", "where conversations are"),
        ("DELETE FROM entry WHERE id = 'm2'", "the thread of c3"),
        ("UPDATE entry SET record = 5 WHERE id = 'm8'", "the entry m8"),
        ("DELETE FROM receipt WHERE client = 'k20'", "the request “k20”"),
        ("DELETE FROM hot WHERE position = 10", "what is read at a start"),
        ("UPDATE block SET words = zeroblob(length(words))", "the search for"),
        ("DELETE FROM log WHERE position = 300", "no record at position 300"),
        ("UPDATE log SET body = '{}' WHERE position = 301", "the record at position 301"),
    ])
    func whatAnIndexSaysOtherwiseIsTold(_ sql: String, _ problem: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            let records = FlippedBitTests.records()
            try log.append(records, expectedEnd: 0)
            try log.append((401...5_000).map { .plain($0) }, expectedEnd: 400)
            log.close()
            do { try SQLiteConnection(path: path).execute(sql) }
            let changed = try SQLiteEventLog(foundAt: path)
            defer { changed.close() }
            let check = LogCheck(
                changed,
                searchText: { $0.position <= 400 ? records[Int($0.position) - 1].searchText : nil })
            #expect(check.problems.contains { $0.contains(problem) }, "\(check.problems)")
        }
    }
}
