import ChatProtocol
import Testing

@testable import ChatLog

/// The outcomes of attempts to append.
struct AppendingScenario {
    var acknowledged: [Int64] = []
    var refused: [Int64] = []
    var unknown: [Int64] = []

    /// Appends one record for each number, at the current end of the log.
    mutating func attempt(_ range: ClosedRange<Int64>, on log: any EventLog) {
        for number in range {
            var record = LogRecord.plain(log.end + 1, idempotencyKey: .init(handle: "anna", clientID: "k\(number)"))
            record.body = Array("{\"attempt\":\(number)}".utf8)
            do throws(LogError) {
                try log.append([record], expectedEnd: log.end)
                acknowledged.append(number)
            } catch {
                if error.outcome == .unknown { unknown.append(number) } else { refused.append(number) }
            }
        }
    }

    /// Resolves the unknown attempts: those without a record in the log count as refused.
    mutating func resolve(_ log: any EventLog) throws {
        for number in unknown where try log.position(of: .init(handle: "anna", clientID: "k\(number)")) == nil {
            refused.append(number)
        }
    }

    func check(_ log: any EventLog, _ why: String) throws {
        let there = try log.read(after: 0, limit: 1_000).map { String(decoding: $0.body, as: UTF8.self) }
        func isThere(_ number: Int64) -> Bool { there.contains("{\"attempt\":\(number)}") }
        #expect(Set(there).count == there.count, "\(why): doubled")
        #expect(acknowledged.allSatisfy(isThere), "\(why): acknowledged and lost")
        #expect(!refused.contains(where: isThere), "\(why): refused and there")
        #expect(there.count <= acknowledged.count + unknown.count, "\(why)")
    }
}
