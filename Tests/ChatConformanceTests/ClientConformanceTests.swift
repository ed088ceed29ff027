import ChatConformance
import ChatConnection
import ChatTestKit
import TestExtent
import Testing

/// `check-client` finds nothing in a client that follows the contract, and finds the rule that a defective client
/// breaks. These tests take minutes, because they wait for messages that must not arrive: `script/test --all`.
@Suite(.timeLimit(.minutes(TestExtent.hang)), .enabled(if: TestExtent.isWhole))
struct ClientConformanceTests {
    private func results(_ defect: TwinClient.Defect?, webSocket: Bool) -> [CheckResult] {
        var pace = ClientConformance.Pace()
        pace.quiet = 1_000
        let conformance = ClientConformance(stage: { try LocalServer() }, pace: pace) {
            TwinClient(to: $0, defect, webSocket: webSocket)
        }
        return ClientConformance.checks.map(conformance.result)
    }

    @Test(arguments: [false, true]) func aClientThatKeepsTheContractPasses(webSocket: Bool) {
        let results = results(nil, webSocket: webSocket)
        let failures = results.filter(\.hasFailed)
        #expect(failures.isEmpty, "\(failures)")
        let skipped = results.filter { $0.outcome != .passed }.map(\.name)
        #expect(skipped == (webSocket ? ["cut-amid"] : ["ws-ping", "ws-close"]))
    }

    @Test func everyCheckHasATwinAndANameOfItsOwn() {
        let names = ClientConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.sorted() == TwinClient.Defect.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: TwinClient.Defect.allCases)
    func aClientThatBreaksARuleIsFoundByItsCheck(defect: TwinClient.Defect) {
        let failures = results(defect, webSocket: defect.needsWebSocket).filter(\.hasFailed)
        #expect(failures.map(\.name) == defect.failing, "\(failures)")
    }
}
