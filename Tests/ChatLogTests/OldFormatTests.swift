import CSystem
import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog

/// Data files of earlier versions.
@Suite struct OldFormatTests {
    @Test func logOfFormatOneIsMigratedAndSearchable() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try Self.write(Self.formatOne, to: path)
            let log = try SQLiteEventLog(path: path)
            #expect(log.end == 6)
            #expect(try log.heads().map(\.conversation) == ["c2", "c5"])
            #expect(try log.entries(conversation: "c2", limit: 9).map(\.place) == [3, 4])
            #expect(try log.position(of: IdempotencyKey(handle: "anna", clientID: "one")) == 3)
            #expect(try log.places("trip") == [6, 4])
            #expect(try log.places("cafe") == [3])
            #expect(try log.places("東京", in: ["c5"]) == [6])
            #expect(try log.places("東京", in: ["c2"]).isEmpty)
            var more = LogRecord.found(7, "m7", by: "Another trip", thread: "m4")
            more.body = Array(
                """
                {"event":"messagePosted","message":{"id":"m7","conversation":"c1","sender":"anna","text":"Another trip",\
                "sentAt":"2026-11-21T20:15:42.645Z","sequence":7,"links":[],"mentions":[],"thread":"m4"}}
                """.utf8)
            try log.append([more], expectedEnd: 6)
            log.close()

            let again = try SQLiteEventLog(path: path)
            #expect(try again.places("trip") == [7, 6, 4])
            #expect(try again.threadCounts(of: ["m4"], after: 0) == [1])
            again.close()
        }
    }

    @Test func longLogOfFormatOneIsIndexedAtTheMigration() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let more = (7...9_000).map { position in
                """
                INSERT INTO log VALUES(\(position),1,0,'{}','c5','m\(position)',\(position),'anna',1,0,NULL,NULL);
                INSERT INTO entry VALUES('c5',\(position),'m\(position)',\(position));
                """
            }
            try Self.write(Self.formatOne + "BEGIN;" + more.joined() + "COMMIT", to: path)
            var asked: Int64 = 0
            let log = try SQLiteEventLog(path: path, pagesMax: nil) { record in
                asked += 1
                return "word\(record.position)"
            }
            #expect(try log.places("word3 ") == [3])
            #expect(asked == 8_997)
            #expect(try log.places("word2999 ") == [2_999])
            #expect(try log.places("word", limit: 3) == [9_000, 8_999, 8_998])
            log.close()
        }
    }

    /// Format 2 has words, but no checksums.
    @Test func logOfFormatTwoIsMigratedWithChecksums() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let two = LogSchema.migrations[1] + "PRAGMA user_version = 2; PRAGMA journal_mode = WAL;"
            try Self.write(Self.formatOne + two, to: path)
            for _ in 0..<2 {
                let log = try SQLiteEventLog(path: path)
                #expect(log.end == 6 && log.takeProblem() == nil)
                #expect(try log.places("trip") == [6, 4])
                #expect(LogCheck(log, searchText: LogRecord.textOfBody).problems.isEmpty)
                log.close()
            }
            do { try SQLiteConnection(path: path).execute("UPDATE log SET at = at + 1 WHERE position = 3") }
            let changed = try SQLiteEventLog(path: path)
            #expect(throws: LogError.self) { try changed.record(at: 3) }
            changed.close()
        }
    }

    private static func write(_ sql: String, to path: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        try #require(sqlite3_open(path, &connection) == SQLITE_OK)
        try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    }

    /// The output of `sqlite3 chat.sqlite .dump` for a file of version 0.1.0. `script/deploy-check` upgrades the same
    /// file.
    private static var formatOne: String {
        get throws {
            let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            return try String(contentsOf: tests.appending(path: "Deploy/data-0.1.0.sql"), encoding: .utf8)
        }
    }
}
