import CSystem
import ChatProtocol
import Foundation
import ServerTestSupport
import Synchronization
import TestExtent
import Testing

@testable import ChatLog

/// Disks that fail. The log has every acknowledged record and no refused one. A record with an unknown result may be in
/// it.
@Suite struct FailingDiskTests {
    /// Counts the operations of a disk, and makes one of them fail, or all from that one on.
    private final class FailingDisk: Sendable {
        private struct State {
            var count = 0
            var failsAt = Int.max
            var isLasting = false
            var fault = DiskFault.refused(SQLITE_IOERR)
        }

        private let state = Mutex(State())
        var count: Int { state.withLock { $0.count } }

        func fail(at number: Int, _ fault: DiskFault, isLasting: Bool = false) {
            state.withLock { $0 = State(failsAt: number, isLasting: isLasting, fault: fault) }
        }

        func repair() { state.withLock { $0.failsAt = .max } }

        func plan(_ operation: DiskOperation) -> DiskFault? {
            state.withLock { state in
                // Only a write can find that the disk is full.
                if operation != .write, [.refused(SQLITE_FULL), .torn(SQLITE_FULL)].contains(state.fault) {
                    return nil
                }
                state.count += 1
                let fails = state.isLasting ? state.count >= state.failsAt : state.count == state.failsAt
                return fails ? state.fault : nil
            }
        }
    }

    /// The step between the operations that fail. With `script/test --all`, each operation fails in turn.
    private static let stride = TestExtent.isWhole ? 1 : 10

    private static let faults: [DiskFault] = [
        .refused(SQLITE_IOERR | (4 << 8)), .doneAndDenied(SQLITE_IOERR | (4 << 8)), .torn(SQLITE_IOERR | (3 << 8)),
        .refused(SQLITE_FULL), .torn(SQLITE_FULL),
    ]

    /// Operations of a run fail in turn and in each way, either once or until the disk works again.
    @Test(arguments: faults.indices, [false, true])
    func failedOperationLosesNoAcknowledgedRecord(_ index: Int, isLasting: Bool) throws {
        let fault = Self.faults[index]
        try withTemporaryDirectory { directory in
            let disk = FailingDisk()
            var total = 0
            var number = 0
            while number <= total {
                let path = "\(directory)/\(number).sqlite"
                let log = try SQLiteEventLog(foundAt: path)
                var scenario = AppendingScenario()
                scenario.attempt(1...3, on: log)
                DiskFaults.plan(path) { operation, _ in disk.plan(operation) }
                disk.fail(at: number == 0 ? .max : number, fault, isLasting: isLasting)
                scenario.attempt(4...12, on: log)
                if number == 0 { total = disk.count }
                let why = "\(fault) at \(number) of \(total)"
                // These are the files after a kill at this moment.
                let killed = "\(directory)/killed.sqlite"
                for end in ["", "-wal"] {
                    try? FileManager.default.removeItem(atPath: killed + end)
                    try? FileManager.default.copyItem(atPath: path + end, toPath: killed + end)
                }
                let survivor = try SQLiteEventLog(foundAt: killed)
                try scenario.check(survivor, "killed, \(why)")
                survivor.close()
                // The disk works again. The log recovers, and the unknown results are resolved.
                disk.repair()
                log.recover()
                #expect(log.problem == nil, "\(why)")
                try scenario.resolve(log)
                let (refused, unknown) = (scenario.refused.count, scenario.unknown.count)
                scenario.attempt(13...15, on: log)
                #expect(scenario.refused.count == refused && scenario.unknown.count == unknown, "\(why): it goes on")
                log.close()
                DiskFaults.plan(path, nil)
                let again = try SQLiteEventLog(foundAt: path)
                try scenario.check(again, why)
                again.close()
                number += number == 0 ? 1 + index : Self.stride
            }
            #expect(total > 20)
        }
    }

    /// Some file systems refuse writes but still delete files.
    @Test(
        "a log that tries to recover while only writes fail recovers once they succeed",
        arguments: [0, 1, 3, 40] as [Int64])
    func logRecoversOnceWritesSucceed(stored: Int64) throws {
        try withTemporaryDirectory { directory in
            for number in 1...12 {
                let path = "\(directory)/\(number).sqlite"
                let log = try SQLiteEventLog(foundAt: path)
                var scenario = AppendingScenario()
                if stored > 0 { scenario.attempt(1...stored, on: log) }
                let disk = FailingDisk()
                DiskFaults.plan(path) { operation, _ in
                    [.write, .truncate].contains(operation) ? disk.plan(operation) : nil
                }
                disk.fail(at: number, .refused(SQLITE_IOERR | (3 << 8)), isLasting: true)
                scenario.attempt((stored + 1)...(stored + 5), on: log)
                for _ in 1...3 { log.recover() }
                disk.repair()
                log.recover()
                #expect(log.problem == nil && log.refusal == nil, "from write \(number)")
                try scenario.resolve(log)
                scenario.attempt((stored + 6)...(stored + 8), on: log)
                log.close()
                DiskFaults.plan(path, nil)
                let again = try SQLiteEventLog(foundAt: path)
                try scenario.check(again, "from write \(number)")
                again.close()
            }
        }
    }

    @Test("a log on a full disk reports a refusal until writes succeed again")
    func fullDiskIsReportedUntilWritesSucceed() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            let disk = FailingDisk()
            DiskFaults.plan(path) { operation, _ in disk.plan(operation) }
            disk.fail(at: 1, .refused(SQLITE_FULL), isLasting: true)
            for _ in 0..<3 {
                let error = #expect(throws: LogError.self) { try log.append([.plain(1)], expectedEnd: 0) }
                #expect(error?.outcome == RPCError.Outcome.none)
            }
            #expect(log.refusal == "the disk is full" && log.problem == nil)
            #expect(try log.read(after: 0, limit: 1).isEmpty, "it can be read")
            #expect(log.takeProblem() == "the disk is full" && log.takeProblem() == nil, "it is said once")
            log.recover()
            #expect(log.refusal == "the disk is full" && log.takeProblem() == nil)
            disk.repair()
            log.recover()
            #expect(log.refusal == nil)
            DiskFaults.plan(path, nil)
            try log.append([.plain(1)], expectedEnd: 0)
            #expect(throws: LogError.self) { try log.append([.plain(3)], expectedEnd: 2) }
            #expect(log.refusal == nil, "a conflict says nothing about the disk")
            log.close()
        }
    }

    @Test func failedSyncIsReportedAndItsResultIsUnknown() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            let disk = FailingDisk()
            DiskFaults.plan(path) { operation, _ in operation == .sync ? disk.plan(operation) : nil }
            disk.fail(at: 1, .refused(SQLITE_IOERR | (4 << 8)), isLasting: true)
            let error = #expect(throws: LogError.self) { try log.append([.plain(1)], expectedEnd: 0) }
            #expect(error?.outcome == .unknown)
            #expect(log.problem?.contains("the disk failed") == true)
            #expect(log.takeProblem()?.contains("the disk failed") == true)
            #expect(log.takeProblem() == nil)
            #expect(throws: LogError.self) { try log.append([.plain(1)], expectedEnd: 0) }
            disk.repair()
            log.recover()
            #expect(log.problem == nil)
            #expect(log.end == 0)
            DiskFaults.plan(path) { operation, _ in operation == .sync ? disk.plan(operation) : nil }
            try log.append([.plain(1)], expectedEnd: 0)
            disk.fail(at: 1, .refused(SQLITE_IOERR | (4 << 8)), isLasting: true)
            let doubt = #expect(throws: LogError.self) { try log.append([.plain(2)], expectedEnd: 1) }
            #expect(doubt?.outcome == .unknown)
            disk.repair()
            log.recover()
            DiskFaults.plan(path, nil)
            #expect(log.end == 2, "it was written all the same")
        }
    }
}
