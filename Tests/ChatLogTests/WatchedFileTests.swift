import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog

/// Changes that other programs make to the files of a log, while it is open or closed.
struct WatchedFileTests {
    /// A change to the files of an open log.
    private enum Tampering: String, CaseIterable {
        case deletes, renames, replaces, truncates, deletesTheLog, renamesTheLog, truncatesTheLog

        func callAsFunction(_ path: String) throws {
            let files = FileManager.default
            switch self {
            case .deletes: try files.removeItem(atPath: path)
            case .renames: try files.moveItem(atPath: path, toPath: path + ".kept")
            case .replaces:
                try files.copyItem(atPath: path, toPath: path + ".copy")
                #expect(rename(path + ".copy", path) == 0)
            case .truncates: #expect(truncate(path, 4_096) == 0)
            case .deletesTheLog: try files.removeItem(atPath: path + "-wal")
            case .renamesTheLog: try files.moveItem(atPath: path + "-wal", toPath: path + ".kept")
            case .truncatesTheLog: #expect(truncate(path + "-wal", 0) == 0)
            }
        }

        /// Reverts the change. Returns false if the change cannot be reverted.
        func undo(_ path: String) -> Bool {
            switch self {
            case .renames: rename(path + ".kept", path) == 0
            case .renamesTheLog: rename(path + ".kept", path + "-wal") == 0
            default: false
            }
        }
    }

    @Test("a log acknowledges nothing after its files were changed", arguments: Tampering.allCases)
    private func changedFilesStopAcknowledgements(_ tampering: Tampering) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            for position in 1...3 { try log.append([.plain(Int64(position))], expectedEnd: Int64(position - 1)) }
            try tampering(path)
            let error = #expect(throws: LogError.self) { try log.append([.plain(4)], expectedEnd: 3) }
            let problem = try #require(log.problem)
            #expect(error?.reason == problem && problem.contains(path))
            #expect(log.takeProblem() == problem)
            #expect(throws: LogError.self) { try log.read(after: 0, limit: 10) }
            log.recover()
            #expect(log.takeProblem() == nil, "it is said once")
            if tampering.undo(path) {
                log.recover()
                #expect(log.problem == nil && log.end == 3)
                try log.append([.plain(4)], expectedEnd: 3)
                #expect(try log.read(after: 0, limit: 10).count == 4)
            } else {
                #expect(log.problem == problem)
            }
            log.close()
        }
    }

    @Test("an idle log notices a change to its files", arguments: Tampering.allCases)
    private func idleLogNoticesChangedFiles(_ tampering: Tampering) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            try log.append([.plain(1)], expectedEnd: 0)
            log.recover()
            #expect(log.problem == nil && log.takeProblem() == nil)
            try tampering(path)
            log.recover()
            #expect(log.problem != nil && log.takeProblem() != nil)
            let others = try? FileManager.default.contentsOfDirectory(atPath: directory)
            log.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == others, "nothing is thrown away")
        }
    }

    @Test("the records of a deleted write-ahead log are copied into the data file")
    func recordsOfADeletedWriteAheadLogAreSaved() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            for position in 1...3 { try log.append([.plain(Int64(position))], expectedEnd: Int64(position - 1)) }
            try FileManager.default.removeItem(atPath: path + "-wal")
            log.recover()
            #expect(log.problem?.contains("restart the server") == true)
            log.close()
            let again = try SQLiteEventLog(foundAt: path)
            #expect(again.end == 3)
            again.close()
        }
    }

    /// Writes the files of a killed server, whose log ends at `end` + `uses`.
    private static func killed(_ path: String, end: Int64, uses: Int = 1) throws {
        for use in 1...uses {
            let log = try SQLiteEventLog(foundAt: path)
            for position in log.end + 1...end + Int64(use) {
                try log.append([.plain(position)], expectedEnd: position - 1)
            }
            if use < uses {
                log.close()
            } else if case .open(let database) = log.state {
                database.connection.leaveWriteAheadLog()
                log.close()
            }
        }
    }

    private static func refusal(_ path: String) -> String? {
        do {
            try SQLiteEventLog(foundAt: path).close()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The files at the paths of a data file and its write-ahead log when a server starts.
    private enum Pair: String, CaseIterable {
        case missing, empty, olderCopy, copyOfRecords, otherLog
    }

    @Test(
        "a start refuses a write-ahead log of another data file and changes nothing", arguments: Pair.allCases)
    private func foreignWriteAheadLogIsRefused(_ pair: Pair) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let files = FileManager.default
            try Self.killed(path, end: 3)
            try SQLiteEventLog(foundAt: path).close()
            try files.copyItem(atPath: path, toPath: path + ".old")
            try Self.killed(path, end: 6, uses: 3)
            switch pair {
            case .missing: try files.removeItem(atPath: path)
            case .empty: try Data().write(to: URL(fileURLWithPath: path))
            case .olderCopy: #expect(rename(path + ".old", path) == 0)
            case .copyOfRecords:
                let copy = try SQLiteEventLog(foundAt: path + ".copy")
                for position in 1...Int64(5) { try copy.append([.plain(position)], expectedEnd: position - 1) }
                copy.close()
                #expect(rename(path + ".copy", path) == 0)
            case .otherLog:
                try Self.killed(path + ".other", end: 20, uses: 2)
                #expect(rename(path + ".other-wal", path + "-wal") == 0)
            }
            let before = ["", "-wal"].map { try? Data(contentsOf: URL(fileURLWithPath: path + $0)) }
            let refusal = try #require(Self.refusal(path))
            #expect(refusal.contains(path + "-wal") && refusal.contains("move"), "\(refusal)")
            #expect(["", "-wal"].map { try? Data(contentsOf: URL(fileURLWithPath: path + $0)) } == before)
            // The advice in the error works.
            #expect(rename(path + "-wal", path + ".kept") == 0)
            #expect(Self.refusal(path) == nil)
        }
    }

    @Test("a data file and its own write-ahead log open after both were copied", arguments: [1, 2, 3])
    func copiedPairOpens(uses: Int) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try Self.killed(path, end: 5, uses: uses)
            for end in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + end, toPath: directory + "/moved" + end)
            }
            let log = try SQLiteEventLog(foundAt: directory + "/moved")
            #expect(log.end == 5 + Int64(uses))
            log.close()
        }
    }

    @Test("a file of an older version opens after its server was killed")
    func olderFileOpensAfterAKill() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try SQLiteEventLog(foundAt: path).close()
            // Older versions do not number the uses of the write-ahead log.
            try SQLiteConnection(path: path).execute("PRAGMA schema_version = 20")
            try Self.killed(path, end: 3)
            let log = try SQLiteEventLog(foundAt: path)
            #expect(log.end == 4)
            log.close()
            try Self.killed(path, end: 5)
            #expect(Self.refusal(path) == nil)
        }
    }

    @Test("each use of a write-ahead log has a number, and few transactions write it")
    func usesOfAWriteAheadLogAreNumbered() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            func number() throws -> UInt32 {
                guard case .open(let database) = log.state else { return 0 }
                return UInt32(truncatingIfNeeded: try database.connection.integer("PRAGMA schema_version")) >> 8
            }
            let first = try number()
            let body = [UInt8](repeating: 0x61, count: 400_000)
            for position in 1...Int64(120) {
                let record = LogRecord(position: position, at: position, isHot: false, body: body)
                try log.append([record], expectedEnd: position - 1)
            }
            // 48 MB need three uses of about 16 MiB.
            let uses = try number() &- first
            #expect((3...6).contains(uses), "\(uses)")
            log.close()
        }
    }
}
