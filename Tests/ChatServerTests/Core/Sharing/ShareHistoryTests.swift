import Testing

@testable import ChatServer

/// What holds of every history of shares, over seeded random ones; a failure names its seed and step.
struct ShareHistoryTests {
    @Test(
        "D3, E6: Who is on which share, what each sees and what each is told is what the rules say",
        arguments: 1...24 as ClosedRange<UInt64>)
    func everyHistoryFollowsTheRules(_ seed: UInt64) throws {
        var history = try ShareHistory(seed: seed)
        try history.play(steps: 400)
        // A story in which all is refused, or nothing is, holds nothing to the rules.
        #expect(history.done > 80 && history.refused > 80, "seed \(seed): \(history.done) and \(history.refused)")
    }
}
