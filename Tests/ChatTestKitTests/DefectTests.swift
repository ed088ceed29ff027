import TestExtent
import Testing

@testable import ChatTestKit

/// Tests of the simulation itself: it finds each planted defect within the number of seeds that the defect declares.
@Suite struct DefectTests {
    /// All defects with `script/test --all`, every fourth defect in a short run.
    private static let planted = Defect.allCases.enumerated().filter { TestExtent.isWhole || $0.offset % 4 == 0 }
        .map(\.element)

    @Test(arguments: planted)
    func aPlantedDefectIsFound(_ defect: Defect) {
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
