import ChatConformance
import ChatConnection
import ChatTestKit
import TestExtent
import Testing

/// `check-server` finds nothing in this project's server, and finds the rule that a defective server breaks.
@Suite(.timeLimit(.minutes(TestExtent.hang)))
struct ServerConformanceTests {
    private func failures(_ endpoint: ServerEndpoint, of check: String? = nil) throws -> [CheckResult] {
        let conformance = try ServerConformance(endpoint)
        defer { conformance.end() }
        let checks = ServerConformance.checks.filter { check == nil || $0.name == check }
        return checks.map(conformance.result).filter { $0.outcome != .passed }
    }

    @Test func ourOwnServerKeepsTheContract() throws {
        let server = try LocalServer()
        defer { server.close() }
        let failures = try failures(server.endpoint)
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test func everyCheckHasATwinAndANameOfItsOwn() {
        let names = ServerConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.sorted() == ServerTwins.all.map(\.check).sorted())
    }

    /// A run of all the other checks, which must find nothing, takes long (`script/test --all`).
    @Test(arguments: ServerTwins.all.indices)
    func aServerThatBreaksARuleIsFoundByItsCheckAlone(index: Int) throws {
        let (check, breakage) = ServerTwins.all[index]
        let server = try LocalServer()
        defer { server.close() }
        let relay = try BreakingRelay(to: server.endpoint, breakage)
        defer { relay.stop() }
        let endpoint = ServerEndpoint(host: "127.0.0.1", port: relay.port)
        let failures = try failures(endpoint, of: TestExtent.isWhole ? nil : check)
        #expect(failures.map(\.name) == [check], "\(failures)")
        #expect(failures.allSatisfy { $0.hasFailed })
    }

    @Test func aResultIsItsLines() {
        let failed = CheckResult(name: "ids", rule: "any id", outcome: .failed(expected: "7", seen: "8\n9"))
        #expect(failed.lines(number: 3) == "not ok 3 - ids: any id\n  ---\n  expected: 7\n  seen: 8 9\n  ...\n")
        #expect(CheckResult(name: "ids", rule: "any id", outcome: .passed).lines(number: 1) == "ok 1 - ids: any id\n")
        let skipped = CheckResult(name: "ids", rule: "any id", outcome: .skipped("no ids"))
        #expect(skipped.lines(number: 2) == "ok 2 - ids: any id # SKIP no ids\n")
    }
}
