import ServerTestSupport
import Testing

@testable import ChatLog

@Suite struct LogCheckTests {
    @Test(arguments: LogKind.stored) func checkOfAnIntactLogFindsNoProblems(_ kind: LogKind) throws {
        try kind.withLog { log in
            let records = FlippedBitTests.records()
            for record in records { try log.append([record], expectedEnd: record.position - 1) }
            let check = LogCheck(log, searchText: { record in records[Int(record.position) - 1].searchText })
            #expect(check.problems.isEmpty, "\(check.problems)")
            #expect(check.records == Int64(records.count) && check.conversations == 3)
        }
    }

    /// Changes that no checksum detects, because each row is intact but wrong.
    private static let changes = [
        ("UPDATE head SET sequence = 7 WHERE conversation = 'c1'", "newest messages of the conversations"),
        ("DELETE FROM entry WHERE id = 'm2'", "thread of c3"),
        ("UPDATE entry SET record = 5 WHERE id = 'm8'", "entry m8"),
        ("DELETE FROM receipt WHERE client = 'k20'", "request “k20”"),
        ("DELETE FROM hot WHERE position = 10", "records to load at startup"),
        ("UPDATE block SET words = ''", "search for"),
        ("DELETE FROM log WHERE position = 300", "the record at position 300 is missing"),
        ("UPDATE log SET body = '{}' WHERE position = 301", "the record at position 301"),
    ]

    @Test(arguments: LogKind.stored, changes) func checkReportsAChangedTable(
        _ kind: LogKind, _ change: (sql: String, problem: String)
    ) throws {
        try kind.withPlace { place in
            let log = try place.open()
            let records = FlippedBitTests.records()
            try log.append(records, expectedEnd: 0)
            try log.append((401...5_000).map { .plain($0) }, expectedEnd: 400)
            log.close()
            let isOfBytes = change.sql == "UPDATE block SET words = ''" && kind == .sqlite
            try place.execute(isOfBytes ? "UPDATE block SET words = x''" : change.sql)
            let changed = try place.open()
            defer { changed.close() }
            let check = LogCheck(
                changed,
                searchText: { $0.position <= 400 ? records[Int($0.position) - 1].searchText : nil })
            #expect(check.problems.contains { $0.contains(change.problem) }, "\(check.problems)")
        }
    }
}
