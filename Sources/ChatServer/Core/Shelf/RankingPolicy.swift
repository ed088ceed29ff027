import ChatProtocol

/// The numbers that decide which link is curated (`rank-first-curated`, `rank-signals`).
///
/// Every signal has a weight and a time, and all weights halve in the same time. The link with the higher score
/// therefore keeps it until a new signal comes. A link without new signals falls below the threshold, so that no old
/// link stays at the top (`rank-not-stale`).
///
/// With the default numbers, only a link that was used can be curated. A share, further sharers and a pin together
/// reach the threshold, but do not exceed it.
package struct RankingPolicy: Sendable, Equatable {
    /// The half-life of every signal, in milliseconds: seven days.
    var halfLifeMilliseconds: Int64 = 7 * 86_400_000
    /// The score above which a link can be curated.
    var threshold = 3.0
    /// The largest number of further sharers that count.
    var furtherSharersMax = 2
    /// The interval in which a repeated report of use is ignored, in milliseconds: ten minutes.
    var reportMilliseconds: Int64 = 600_000

    /// Creates the policy with its default numbers.
    init() {}

    /// Returns the weight of a new signal.
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
