import ChatProtocol

/// The attention of one person for a link: signals that all decay at the same rate.
struct Attention: Equatable, Sendable {
    /// One signal with its time.
    struct Item: Equatable, Sendable {
        var signal: RankingSignal
        var at: Instant
    }

    private(set) var items: [Item] = []

    mutating func add(_ signal: RankingSignal, at instant: Instant) {
        items.append(Item(signal: signal, at: instant))
    }

    /// Returns the sum of the decayed weights at a moment.
    func score(at now: Instant, _ policy: RankingPolicy) -> Double {
        items.reduce(0) { $0 + Self.value(of: $1, at: now, policy) }
    }

    /// Returns the decayed weight of one signal at a moment.
    static func value(of item: Item, at now: Instant, _ policy: RankingPolicy) -> Double {
        let age = max(0, now.milliseconds - item.at.milliseconds)
        return policy.weight(of: item.signal) * Decay.remaining(after: age, halfLife: policy.halfLifeMilliseconds)
    }

    /// Returns the time at which the score falls to the threshold if no new signal comes; nil if it is not above the
    /// threshold.
    ///
    /// Because all signals decay at the same rate, the link with the higher score also stays longer. Links are
    /// therefore compared by this whole number, and never by a fraction that machines may round differently.
    func end(after now: Instant, _ policy: RankingPolicy) -> Instant? {
        guard policy.threshold > 0, score(at: now, policy) > policy.threshold else { return nil }
        var low = now.milliseconds
        var high = low
        repeat {
            low = high
            high = high + policy.halfLifeMilliseconds
        } while score(at: Instant(milliseconds: high), policy) > policy.threshold
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if score(at: Instant(milliseconds: middle), policy) > policy.threshold {
                low = middle
            } else {
                high = middle
            }
        }
        return Instant(milliseconds: high)
    }

    /// Returns the score and the signals of a place, the signal with the largest decayed weight first.
    func ranking(at now: Instant, _ policy: RankingPolicy) -> HighlightRanking {
        let signals = items.map { item in
            HighlightRanking.Signal(
                signal: item.signal, weight: policy.weight(of: item.signal), at: item.at,
                value: Self.value(of: item, at: now, policy).roundedToThousandths)
        }
        let sorted = signals.enumerated().sorted {
            $0.element.value != $1.element.value ? $0.element.value > $1.element.value : $0.offset < $1.offset
        }
        return HighlightRanking(
            score: score(at: now, policy).roundedToThousandths, threshold: policy.threshold,
            signals: sorted.map(\.element))
    }
}

/// Exponential decay with the same result on every machine, to the bit. It uses only multiplications and square roots,
/// whose rounding IEEE 754 defines.
enum Decay {
    /// The factors 2^(-1/2), 2^(-1/4), 2^(-1/8) …
    private static let roots: [Double] = {
        var roots: [Double] = []
        var root = 0.5
        for _ in 0..<40 {
            root = root.squareRoot()
            roots.append(root)
        }
        return roots
    }()

    /// Returns the remaining part of 1 after `age` milliseconds.
    static func remaining(after age: Int64, halfLife: Int64) -> Double {
        guard halfLife > 0 else { return 0 }
        let (halvings, rest) = age.quotientAndRemainder(dividingBy: halfLife)
        guard halvings < 1_000 else { return 0 }
        var left = Double(sign: .plus, exponent: -Int(halvings), significand: 1)
        var fraction = rest
        for root in roots where fraction > 0 {
            fraction *= 2
            if fraction >= halfLife {
                fraction -= halfLife
                left *= root
            }
        }
        return left
    }
}

extension Double {
    fileprivate var roundedToThousandths: Double { (self * 1_000).rounded() / 1_000 }
}

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
