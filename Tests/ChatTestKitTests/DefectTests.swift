import TestExtent
import Testing

@testable import ChatTestKit

/// The tester tested: each planted defect is found within the seeds that it says.
@Suite struct DefectTests {
    /// All of them where there is time (`script/test --all`), else every fourth.
    private static let planted = Defect.allCases.enumerated().filter { TestExtent.isWhole || $0.offset % 4 == 0 }
        .map(\.element)

    @Test(arguments: planted)
    func isFound(_ defect: Defect) {
        let isFound = (1...UInt64(defect.seeds)).contains { seed in
            let history = History(seed: seed, nodes: defect.nodes, worlds: defect.worlds)
            return Simulation(history, defect: defect).run() != nil
        }
        #expect(isFound, "\(defect.rawValue): \(defect.sentence)")
    }

    @Test func thereAreThirty() {
        #expect(Defect.allCases.count >= 30)
        #expect(Set(Defect.allCases.map(\.sentence)).count == Defect.allCases.count)
    }
}
