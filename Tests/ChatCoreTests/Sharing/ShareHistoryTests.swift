import TestExtent
import Testing

@testable import ChatCore

/// What holds of every history of shares, over seeded random ones; a failure names its seed and step.
struct ShareHistoryTests {
    @Test("D3, E6: Who is on which share, what each sees and what each is told is what the rules say")
    func everyHistoryFollowsTheRules() throws {
        var done: [String: Int] = [:]
        var refused: [String: Int] = [:]
        for seed in TestExtent.seeds(12, whole: 24) {
            var history = try ShareHistory(seed: seed)
            try history.play(steps: 400)
            done.merge(history.done, uniquingKeysWith: +)
            refused.merge(history.refused, uniquingKeysWith: +)
        }
        // A story in which something is always refused, or never, holds it to no rule. A question can be closed by
        // nobody else, and as often as one likes.
        let least = TestExtent.isWhole ? 20 : 10
        #expect(done.count == 13 && done.values.allSatisfy { $0 >= least }, "\(done)")
        #expect(refused.count == 13 && refused.values.allSatisfy { $0 >= least }, "\(refused)")
    }
}
