import CSystem
import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog

/// The failures of a data file, and the errors for the person who starts the server.
@Suite struct SQLiteEventLogTests {
    @Test func recordsOutliveTheirServer() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let first = try SQLiteEventLog(path: path)
            try first.append([.message(1, "m1", sequence: 1), .plain(2)], expectedEnd: 0)
            first.close()
            let second = try SQLiteEventLog(path: path)
            #expect(second.end == 2)
            #expect(try second.heads().map(\.sequence) == [1])
            try second.append([.message(3, "m2", sequence: 2)], expectedEnd: 2)
            second.close()
        }
    }

    @Test func killedServerLosesNoRecords() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let killed = try SQLiteEventLog(path: path)
            try killed.append((1...50).map { .plain($0) }, expectedEnd: 0)
            // A kill leaves the same files as a copy of those of a running server.
            let copy = directory + "/copy.sqlite"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
            let survivor = try SQLiteEventLog(path: copy)
            #expect(survivor.end == 50)
            survivor.close()
            killed.close()
        }
    }

    @Test func tornBatchInTheWriteAheadLogIsDropped() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let killed = try SQLiteEventLog(path: path)
            try killed.append((1...5).map { .plain($0) }, expectedEnd: 0)
            try killed.append((6...400).map { .plain($0) }, expectedEnd: 5)
            var wal = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            wal.removeLast(100)
            let copy = directory + "/copy.sqlite"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try wal.write(to: URL(fileURLWithPath: copy + "-wal"))
            let survivor = try SQLiteEventLog(path: copy)
            #expect(survivor.end == 5)
            survivor.close()
            killed.close()
        }
    }

    @Test func secondServerOnTheSameFileIsRefused() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let first = try SQLiteEventLog(path: path)
            #expect(throws: LogOpenError.inUse(path: path)) { _ = try SQLiteEventLog(path: path) }
            try first.append([.plain(1)], expectedEnd: 0)
            #expect(throws: LogOpenError.inUse(path: path)) { _ = try SQLiteEventLog(path: path) }
            first.close()
            let second = try SQLiteEventLog(path: path)
            #expect(second.end == 1)
            second.close()
        }
    }

    @Test func dataFilesAreReadableOnlyByTheirOwner() throws {
        try withTemporaryDirectory { directory in
            let log = try SQLiteEventLog(path: directory + "/data/understudy/chat.sqlite")
            try log.append([.plain(1)], expectedEnd: 0)
            let rights: [(String, Int)] = [
                ("/data", 0o700), ("/data/understudy", 0o700), ("/data/understudy/chat.sqlite", 0o600),
                ("/data/understudy/chat.sqlite-wal", 0o600),
            ]
            for (name, mode) in rights {
                let attributes = try FileManager.default.attributesOfItem(atPath: directory + name)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(name)")
            }
            log.close()
        }
    }

    @Test func fileOfAnotherKindIsRefusedAndLeftUnchanged() throws {
        try withTemporaryDirectory { directory in
            let text = directory + "/letter.txt"
            let letter = Data(String(repeating: "Dear Bea, this is no database. ", count: 400).utf8)
            try letter.write(to: URL(fileURLWithPath: text))
            #expect(throws: LogOpenError.notALog(path: text, reason: "it is not an SQLite database")) {
                _ = try SQLiteEventLog(path: text)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: text)) == letter)

            let other = directory + "/other.sqlite"
            try Self.run("CREATE TABLE photos (id INTEGER)", on: other)
            let before = try Data(contentsOf: URL(fileURLWithPath: other))
            #expect(throws: LogOpenError.notALog(path: other, reason: "it is another program's database")) {
                _ = try SQLiteEventLog(path: other)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
        }
    }

    @Test func truncatedFileIsRefusedAsDamaged() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(path: path)
            try log.append((1...2000).map { .plain($0) }, expectedEnd: 0)
            log.close()
            var data = try Data(contentsOf: URL(fileURLWithPath: path))
            data.removeLast(data.count / 2)
            try data.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: LogOpenError.self) { _ = try SQLiteEventLog(path: path) }
            #expect(error?.description.contains("the file is damaged") == true)
        }
    }

    @Test func newerFileIsRefusedAndEmptyFileBecomesALog() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try Data().write(to: URL(fileURLWithPath: path))
            try SQLiteEventLog(path: path).close()
            do { try SQLiteConnection(path: path).execute("PRAGMA user_version = 99") }
            let error = LogOpenError.newerVersion(path: path, found: 99, known: LogSchema.version)
            #expect(throws: error) { _ = try SQLiteEventLog(path: path) }
            #expect(error.description.contains("use a newer version"))
        }
    }

    @Test func pathThatCannotBeCreatedIsRefused() throws {
        try withTemporaryDirectory { directory in
            try Data("x".utf8).write(to: URL(fileURLWithPath: directory + "/file"))
            let paths: [(path: String, word: String)] = [
                (directory + "/file/chat.sqlite", "not a directory"), (directory, "it is a directory"),
                ("/proc/understudy/chat.sqlite", "cannot make the directory"), ("", "the path is empty"),
            ]
            for (path, word) in paths {
                let error = #expect(throws: LogOpenError.self) { _ = try SQLiteEventLog(path: path) }
                #expect(error?.description.contains(word) == true, "\(path): \(error?.description ?? "")")
            }
        }
    }

    @Test(.enabled(if: rightsBindUs, "root may write anywhere")) func readOnlyDirectoryIsRefused() throws {
        try withTemporaryDirectory { directory in
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: directory)
            let error = #expect(throws: LogOpenError.self) { _ = try SQLiteEventLog(path: directory + "/chat.sqlite") }
            #expect(error?.description.contains("access is denied") == true)
        }
    }

    @Test func batchOnAFullDiskIsRefusedAndTheLogStaysUsable() throws {
        try withTemporaryDirectory { directory in
            let log = try SQLiteEventLog(path: directory + "/chat.sqlite", pagesMax: 24)
            try log.append([.plain(1)], expectedEnd: 0)
            #expect(throws: LogError.unavailable(reason: "the disk is full")) {
                try log.append((2...5000).map { .plain($0) }, expectedEnd: 1)
            }
            #expect(log.end == 1)
            #expect(try log.read(after: 0, limit: 9) == [.plain(1)])
            try log.append([.plain(2)], expectedEnd: 1)
            #expect(log.end == 2)
            log.close()
        }
    }

    private static let statements =
        LogQuery.allCases.map { $0.sql(.sqlite) } + LogStatement.allCases.map { $0.sql(.sqlite) }
        + SearchIndexQuery.allCases.map { $0.sql(.sqlite) }

    @Test func noStatementScansATableExceptTheHeads() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try SQLiteEventLog(path: path).close()
            let connection = try SQLiteConnection(path: path)
            for statement in Self.statements {
                let plan = try connection.prepare("EXPLAIN QUERY PLAN " + statement)
                while try plan.step() {
                    let step = plan.text(3)
                    #expect(Self.isBounded(step, in: statement), "\(statement): \(step)")
                }
            }
        }
    }

    private static func isBounded(_ step: String, in statement: String) -> Bool {
        // Only the heads are read as a whole. Their number grows with the conversations, not with the messages.
        if step == "SCAN head" || step == "SCAN sender_head" { return true }
        if step == "SCAN CONSTANT ROW" { return true }
        return step.hasPrefix("SEARCH") || step.hasPrefix("SCALAR SUBQUERY")
    }

    private static var rightsBindUs: Bool { getuid() != 0 }

    private static func run(_ sql: String, on path: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        try #require(sqlite3_open(path, &connection) == SQLITE_OK)
        try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    }
}
