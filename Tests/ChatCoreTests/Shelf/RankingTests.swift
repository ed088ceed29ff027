import ChatProtocol
import TestExtent
import Testing

@testable import ChatCore

/// The pure parts of the ranking, over random signals: the order, the score, and the effect of time on both.
struct RankingTests {
    private static let seeds = 0..<UInt64(TestExtent.isWhole ? 16 : 6)
    private static let policy = RankingPolicy()
    private static let day: Int64 = 86_400_000
    private static let now = Instant(milliseconds: 1_000 * day)

    /// Signals of the last two months as a link has them: each kind once, except further sharers.
    private static func attention(_ random: inout SplitMix64) -> Attention {
        var attention = Attention()
        for signal in RankingSignal.allCases where Bool.random(using: &random) {
            let times = signal == .sharers ? policy.furtherSharersMax : 1
            for _ in 0..<times {
                let age = Int64.random(in: 0...Int64.random(in: 1...60 * day, using: &random), using: &random)
                attention.add(signal, at: now.advanced(byMilliseconds: -age))
            }
        }
        return attention
    }

    /// Places of links, by number. Few positions exist, so that many links share one. All ties are different.
    private static func places(_ random: inout SplitMix64, count: Int) -> [Int: ShelfPlace] {
        var places: [Int: ShelfPlace] = [:]
        for link in 0..<count {
            places[link] = ShelfPlace(
                shared: Int64.random(in: 1...40, using: &random),
                pinned: Int.random(in: 0..<3, using: &random) == 0 ? Int64.random(in: 1...10, using: &random) : nil,
                sharersMark: 0, curatedUntil: attention(&random).end(after: now, policy),
                tie: UInt64(link) &* 0x9E37_79B9_7F4A_7C15)
        }
        return places
    }

    private static func shelf(_ places: [Int: ShelfPlace], in order: [Int]) -> AppShelf {
        var shelf = AppShelf()
        for link in order { shelf.set(places[link], for: link) }
        return shelf
    }

    private static func list(_ shelf: AppShelf, at instant: Instant = now) -> [Int] {
        shelf.links(behind: nil, at: instant, limit: .max).map(\.link)
    }

    // MARK: The order

    @Test("a signal counts for nothing from a thousand halvings on")
    func signalsEndAfterAThousandHalvings() {
        #expect(Decay.remaining(after: 999_999, halfLife: 1_000) > 0)
        #expect(Decay.remaining(after: 1_000_000, halfLife: 1_000) == 0)
    }

    @Test("shelf-ordered: the order of a shelf is total and transitive", arguments: seeds)
    func orderOfAShelfIsTotal(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let shelf = Self.shelf(Self.places(&random, count: 40), in: Array(0..<40))
        let ranks = (0..<40).compactMap { shelf.rank(of: $0, at: Self.now) }
        #expect(ranks.count == 40)
        for (index, one) in ranks.enumerated() {
            #expect(!(one < one))
            for other in ranks[(index + 1)...] {
                #expect((one < other) != (other < one), "\(one) and \(other)")
                #expect(!ranks.contains { one < other && other < $0 && !(one < $0) }, "\(one) and \(other)")
            }
        }
        let listed = shelf.links(behind: nil, at: Self.now, limit: .max)
        #expect(zip(listed, listed.dropFirst()).allSatisfy { $0.rank < $1.rank }, "the list is in another order")
    }

    @Test("shelf-ordered: the order does not depend on the sequence of insertions and removals", arguments: seeds)
    func orderDoesNotDependOnTheInsertions(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // 3,000 links fill several blocks.
        let count = seed % 8 == 0 ? 3_000 : 100
        let places = Self.places(&random, count: count)
        let order = (0..<count).shuffled(using: &random)
        var shelf = Self.shelf(places, in: order)
        let list = Self.list(shelf)
        #expect(Set(list).count == count && list.count == count)
        #expect(Self.list(Self.shelf(places, in: order.shuffled(using: &random))) == list)
        #expect(Self.list(Self.shelf(places, in: Array(0..<count))) == list)
        let gone = Set(order.prefix(count / 2))
        for link in gone { shelf.set(nil, for: link) }
        #expect(Self.list(shelf) == list.filter { !gone.contains($0) }.curatedFirst(shelf))
        for link in gone.sorted().shuffled(using: &random) { shelf.set(places[link], for: link) }
        #expect(Self.list(shelf) == list)
        for link in order { shelf.set(places[link], for: link) }
        #expect(Self.list(shelf) == list, "saying it again changed something")
        for link in order { shelf.set(nil, for: link) }
        #expect(shelf.isEmpty && Self.list(shelf).isEmpty)
    }

    @Test("pages of any size together are the list", arguments: seeds)
    func pagesTogetherAreTheList(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let count = seed % 8 == 0 ? 3_000 : 100
        let shelf = Self.shelf(Self.places(&random, count: count), in: (0..<count).shuffled(using: &random))
        var paged: [(link: Int, rank: ShelfRank)] = []
        while paged.count < count {
            let page = shelf.links(
                behind: paged.last?.rank, at: Self.now, limit: Int.random(in: 1...50, using: &random))
            guard !page.isEmpty else { break }
            paged += page
        }
        #expect(paged.map(\.link) == Self.list(shelf))
    }

    @Test("rank-pins-next: every pin comes before the unpinned links, except the curated one", arguments: seeds)
    func pinsComeBeforeOtherLinks(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let places = Self.places(&random, count: 100)
        let shelf = Self.shelf(places, in: (0..<100).shuffled(using: &random))
        for days in [0, 1, 3, 10, 30] as [Int64] {
            let instant = Self.now.advanced(byMilliseconds: days * Self.day)
            var list = Self.list(shelf, at: instant)[...]
            if let curated = shelf.curated(at: instant) { #expect(list.popFirst() == curated.link) }
            let rest = list.drop { places[$0]?.pinned != nil }
            #expect(rest.allSatisfy { places[$0]?.pinned == nil }, "after \(days) days: \(list)")
            let pins = list.prefix(list.count - rest.count).compactMap { places[$0]?.pinned }
            #expect(pins == pins.sorted(by: >))
            let shared = rest.compactMap { places[$0]?.shared }
            #expect(shared == shared.sorted(by: >))
        }
    }

    // MARK: Time

    @Test("rank-not-stale: the curated place is empty 21 days after the last signal", arguments: seeds)
    func curatedPlaceIsEmptyAfterTime(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let shelf = Self.shelf(Self.places(&random, count: 100), in: Array(0..<100))
        #expect(shelf.curated(at: Self.now) != nil)
        // The highest score of a link, halved until it is not above the threshold.
        var most = RankingSignal.allCases.reduce(0) { sum, signal in
            sum + Self.policy.weight(of: signal) * (signal == .sharers ? Double(Self.policy.furtherSharersMax) : 1)
        }
        var bound: Int64 = 0
        while most > Self.policy.threshold {
            most /= 2
            bound += Self.policy.halfLifeMilliseconds
        }
        #expect(bound == 21 * Self.day)
        #expect(shelf.curated(at: Self.now.advanced(byMilliseconds: bound)) == nil)
    }

    @Test("rank-not-stale: time alone never swaps two links", arguments: seeds)
    func timeAloneNeverSwapsTwoLinks(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let (one, other) = (Self.attention(&random), Self.attention(&random))
            // Rounding may change a score by one part in 10¹².
            func compare(_ days: Int64) -> Int {
                let instant = Self.now.advanced(byMilliseconds: days * 7_777_777)
                let (left, right) = (one.score(at: instant, Self.policy), other.score(at: instant, Self.policy))
                if (left - right).magnitude <= max(left, right) / 1e12 { return 0 }
                return left < right ? -1 : 1
            }
            let first = compare(0)
            let swapped = stride(from: 0, to: 400, by: 7).first { compare($0) != first }
            #expect(swapped == nil, "\(one) \(other)")
            let (left, right) = (one.end(after: Self.now, Self.policy), other.end(after: Self.now, Self.policy))
            if let left, let right, left != right { #expect((left < right) == (first < 0), "\(one) \(other)") }
            if left == nil, right != nil { #expect(first < 0) }
        }
    }

    @Test("an end is the first millisecond at which the score is not above the threshold", arguments: seeds)
    func endIsTheFirstMillisecondBelow(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var ends = 0
        for _ in 0..<100 {
            let attention = Self.attention(&random)
            func isAbove(_ instant: Instant) -> Bool {
                attention.score(at: instant, Self.policy) > Self.policy.threshold
            }
            guard let end = attention.end(after: Self.now, Self.policy) else {
                #expect(!isAbove(Self.now))
                continue
            }
            ends += 1
            #expect(end > Self.now && !isAbove(end) && isAbove(end.advanced(byMilliseconds: -1)), "\(attention)")
        }
        #expect(ends > 20)
    }

    @Test("a score exactly at the threshold is not above it")
    func scoreAtTheThresholdIsNotAbove() {
        var attention = Attention()
        attention.add(.shared, at: Self.now)
        attention.add(.viewed, at: Self.now)
        #expect(attention.score(at: Self.now, Self.policy) == 3)
        #expect(attention.end(after: Self.now, Self.policy) == nil)
        attention.add(.summary, at: Self.now.advanced(byMilliseconds: -100 * Self.day))
        #expect(attention.end(after: Self.now, Self.policy) != nil)
    }

    // MARK: Decay

    @Test func decayHalvesExactlyAtEveryHalfLife() {
        for halfLife in [1, 3, 1_000, Self.policy.halfLifeMilliseconds] as [Int64] {
            var left = 1.0
            for count in 0..<1_000 as Range<Int64> {
                #expect(Decay.remaining(after: count * halfLife, halfLife: halfLife) == left)
                left /= 2
            }
        }
        #expect(Decay.remaining(after: .max, halfLife: 1) == 0)
        #expect(Decay.remaining(after: 5, halfLife: 0) == 0)
    }

    @Test(
        "decay between half-lives is a power of two",
        arguments: [
            (1, 0.933_032_991_536_807_4), (3, 0.812_252_396_356_235_5), (5, 0.707_106_781_186_547_5),
            (7, 0.615_572_206_672_458_2), (9, 0.535_886_731_268_146_5), (15, 0.353_553_390_593_273_8),
        ] as [(Int64, Double)])
    func decayHasKnownValues(_ tenths: Int64, _ known: Double) {
        for scale in [1, 60_480_000] as [Int64] {
            let left = Decay.remaining(after: tenths * scale, halfLife: 10 * scale)
            #expect((left - known).magnitude < 2e-12, "\(left)")
        }
    }

    @Test func decayFallsWithEveryMillisecond() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<500 {
            let age = Int64.random(in: 0...400 * Self.day, using: &random)
            let halfLife = Self.policy.halfLifeMilliseconds
            #expect(
                Decay.remaining(after: age + 1, halfLife: halfLife) < Decay.remaining(after: age, halfLife: halfLife))
        }
    }
}

extension [Int] {
    /// The same list with the shelf's curated link first, because the curated link can change when another is removed.
    fileprivate func curatedFirst(_ shelf: AppShelf) -> [Int] {
        guard let curated = shelf.curated(at: Instant(milliseconds: 86_400_000_000))?.link else { return self }
        return [curated] + filter { $0 != curated }
    }
}
