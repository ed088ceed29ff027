import ChatProtocol

/// What makes a link stand at the very top of a shelf, as data (`rank-first-curated`, `rank-signals`).
///
/// Every signal has a weight and a moment, and all of them halve in the same time. So of two links the one with the
/// higher score keeps it as long as nothing new happens to either, and what nobody touches falls below the threshold
/// sooner or later: nothing stale holds the top for ever (`rank-not-stale`).
///
/// With the usual numbers no link gets there without being used: shared, by several people, and pinned add up to the
/// threshold at the most.
package struct RankingPolicy: Sendable, Equatable {
    /// In how many milliseconds every signal loses half of its weight: seven days.
    var halfLifeMilliseconds: Int64 = 7 * 86_400_000
    /// Above which score a link may stand at the top.
    var threshold = 3.0
    /// How many further sharers count.
    var furtherSharersMax = 2
    /// A report of use that comes again within so many milliseconds adds nothing: ten minutes.
    var reportMilliseconds: Int64 = 600_000

    /// The policy with its usual numbers.
    init() {}

    /// What one signal weighs when it is new.
    func weight(of signal: RankingSignal) -> Double {
        switch signal {
        case .shared: 1
        case .sharers: 0.5
        case .pinned: 1
        case .summary: 0.5
        case .viewed: 2
        case .replied: 3
        case .detail: 4
        }
    }
}
