import TestExtent
import Testing

@testable import ChatCore

/// The invariants of shares, over seeded random histories. A failure names its seed and step.
struct ShareHistoryTests {
    @Test("participants, views and notifications of shares follow the rules in random histories")
    func randomHistoriesFollowTheRules() throws {
        var done: [String: Int] = [:]
        var refused: [String: Int] = [:]
        for seed in TestExtent.seeds(12, whole: 24) {
            var history = try ShareHistory(seed: seed)
            try history.play(steps: 400)
            done.merge(history.done, uniquingKeysWith: +)
            refused.merge(history.refused, uniquingKeysWith: +)
        }
        // A kind of step that is always or never refused would test no rule. Only its owner can close a question, any
        // number of times.
        let least = TestExtent.isWhole ? 20 : 10
        #expect(done.count == 13 && done.values.allSatisfy { $0 >= least }, "\(done)")
        #expect(refused.count == 13 && refused.values.allSatisfy { $0 >= least }, "\(refused)")
    }
}
