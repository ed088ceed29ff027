import ChatProtocol

/// The sort keys of one link on a shelf, and the properties whose change is reported.
struct ShelfPlace: Equatable, Sendable {
    /// The position of the newest share in the log; that of the pin if no visible sharer exists.
    var shared: Int64
    /// The position of the pin in the log; nil if the link is not pinned.
    var pinned: Int64?
    /// A hash of the sharers and their conversations.
    var sharersMark: UInt64
    /// The time at which the score falls to the threshold; nil if the score is not above it.
    var curatedUntil: Instant?
    /// The tie breaker between several links of one message.
    var tie: UInt64
}

/// The rank of a link on a shelf: the curated link first, then the pins, the newest first, then the other links, the
/// newest first (`rank-first-curated`, `rank-pins-next`, `rank-rest-chrono`).
struct ShelfRank: Comparable, Sendable {
    /// The three parts of a shelf, in order.
    enum Part: Int, Sendable {
        case curated
        case pinned
        case recent
    }

    var part: Part
    /// The order within the part, the greatest first.
    var position: Int64
    var tie: UInt64

    static func < (left: Self, right: Self) -> Bool {
        if left.part != right.part { return left.part.rawValue < right.part.rawValue }
        return left.position != right.position ? left.position > right.position : left.tie < right.tie
    }
}

/// The shelf of one app for one person: links by number, always sorted.
///
/// A change of one link costs one search and a small move within the order. A page costs as much as its links, no
/// matter how many links the shelf has.
struct AppShelf: Sendable {
    private(set) var places: [Int: ShelfPlace] = [:]
    private var pins = RankedLinks()
    private var recent = RankedLinks()
    /// The links whose score was above the threshold at the last update, by the time at which it ends.
    private var candidates = RankedLinks()

    var isEmpty: Bool { places.isEmpty }

    /// Sets the place of a link; nil removes the link.
    mutating func set(_ place: ShelfPlace?, for link: Int) {
        if let old = places[link] {
            if let pinned = old.pinned {
                pins.remove(position: pinned, tie: old.tie)
            } else {
                recent.remove(position: old.shared, tie: old.tie)
            }
            if let until = old.curatedUntil { candidates.remove(position: until.milliseconds, tie: old.tie) }
        }
        places[link] = place
        guard let place else { return }
        if let pinned = place.pinned {
            pins.insert(link, position: pinned, tie: place.tie)
        } else {
            recent.insert(link, position: place.shared, tie: place.tie)
        }
        if let until = place.curatedUntil { candidates.insert(link, position: until.milliseconds, tie: place.tie) }
    }

    /// The shelf without the links that are not pinned.
    var pinned: AppShelf {
        var shelf = AppShelf()
        var gap = pins.end
        while let spot = pins.next(&gap) { shelf.set(places[spot.link], for: spot.link) }
        return shelf
    }

    /// Returns the newest links that are not pinned, at most `count`.
    func newest(_ count: Int) -> [Int] {
        var gap = recent.end
        var links: [Int] = []
        while links.count < count, let spot = recent.next(&gap) { links.append(spot.link) }
        return links
    }

    /// The curated link and the time until which it stays; nil if no score is above the threshold.
    func curated(at now: Instant) -> (link: Int, until: Instant)? {
        guard let last = candidates.last, last.position > now.milliseconds else { return nil }
        return (last.link, Instant(milliseconds: last.position))
    }

    /// The curated link, if it would not be first without curation.
    func promotedLink(at now: Instant) -> Int? {
        guard let curated = curated(at: now)?.link else { return nil }
        return curated == (pins.last ?? recent.last)?.link ? nil : curated
    }

    /// The rank of a link; nil if the link is not on the shelf.
    func rank(of link: Int, at now: Instant) -> ShelfRank? {
        guard let place = places[link] else { return nil }
        if let curated = curated(at: now), curated.link == link {
            return ShelfRank(part: .curated, position: curated.until.milliseconds, tie: place.tie)
        }
        if let pinned = place.pinned { return ShelfRank(part: .pinned, position: pinned, tie: place.tie) }
        return ShelfRank(part: .recent, position: place.shared, tie: place.tie)
    }

    /// Returns true if any other link is between two ranks of one part, apart from the curated link.
    func hasLinks(between one: ShelfRank, _ other: ShelfRank, except curated: Int?) -> Bool {
        let links = one.part == .pinned ? pins : recent
        var gap = links.gap(below: min(one, other))
        let last = max(one, other)
        while let spot = links.next(&gap) {
            let rank = ShelfRank(part: one.part, position: spot.position, tie: spot.tie)
            if rank == one || rank == other || spot.link == curated { continue }
            return rank < last
        }
        return false
    }

    /// Returns the links after a rank, in order and at most `limit`; from the first link if the rank is nil.
    func links(behind rank: ShelfRank?, at now: Instant, limit: Int) -> [(link: Int, rank: ShelfRank)] {
        var found: [(link: Int, rank: ShelfRank)] = []
        let curated = curated(at: now)?.link
        if let curated, let first = self.rank(of: curated, at: now), rank.map({ $0 < first }) ?? true, limit > 0 {
            found.append((curated, first))
        }
        func append(_ part: ShelfRank.Part, from links: RankedLinks) {
            if let rank, rank.part.rawValue > part.rawValue { return }
            var gap = links.end
            if let rank, rank.part == part { gap = links.gap(below: rank) }
            while found.count < limit, let spot = links.next(&gap) {
                guard spot.link != curated else { continue }
                found.append((spot.link, ShelfRank(part: part, position: spot.position, tie: spot.tie)))
            }
        }
        append(.pinned, from: pins)
        append(.recent, from: recent)
        return found
    }
}

/// Links in the reverse order of the shelf, so that insertions at the top of the shelf append at the end.
///
/// The links are stored in blocks, so that an insertion or a removal moves at most one block. In one array of a hundred
/// thousand links, removing them one by one would take quadratic time.
struct RankedLinks: Sendable {
    /// One link with its sort keys.
    struct Spot: Sendable {
        var position: Int64
        var tie: UInt64
        var link: Int

        /// Returns true if the spot precedes the given keys: positions ascend, and ties descend within a position.
        func isBefore(position other: Int64, tie otherTie: UInt64) -> Bool {
            position < other || (position == other && tie > otherTie)
        }
    }

    /// A gap between two spots: before the spot at `offset` of a block.
    struct Gap: Sendable {
        fileprivate var block: Int
        fileprivate var offset: Int
    }

    private static let blockMax = 512
    /// The blocks. None of them is empty.
    private var blocks: [[Spot]] = []

    var last: Spot? { blocks.last?.last }

    /// The gap after the last spot, at the top of the shelf.
    var end: Gap { Gap(block: blocks.count - 1, offset: blocks.last?.count ?? 0) }

    /// Returns the gap from which ``next(_:)`` continues with the links below a rank of the shelf.
    func gap(below rank: ShelfRank) -> Gap { gap(position: rank.position, tie: rank.tie) }

    /// Returns the spot before a gap and moves the gap before it; nil at the beginning.
    func next(_ gap: inout Gap) -> Spot? {
        guard gap.block >= 0 else { return nil }
        if gap.offset == 0 {
            gap.block -= 1
            guard gap.block >= 0 else { return nil }
            gap.offset = blocks[gap.block].count
        }
        gap.offset -= 1
        return blocks[gap.block][gap.offset]
    }

    mutating func insert(_ link: Int, position: Int64, tie: UInt64) {
        let spot = Spot(position: position, tie: tie, link: link)
        let gap = gap(position: position, tie: tie)
        guard gap.block >= 0 else {
            blocks.append([spot])
            return
        }
        let count = blocks[gap.block].count
        if count < Self.blockMax {
            blocks[gap.block].insert(spot, at: gap.offset)
        } else if gap.block == blocks.count - 1, gap.offset == count {
            blocks.append([spot])
        } else {
            let half = count / 2
            let upper = Array(blocks[gap.block][half...])
            blocks[gap.block].removeSubrange(half...)
            blocks.insert(upper, at: gap.block + 1)
            if gap.offset <= half {
                blocks[gap.block].insert(spot, at: gap.offset)
            } else {
                blocks[gap.block + 1].insert(spot, at: gap.offset - half)
            }
        }
    }

    mutating func remove(position: Int64, tie: UInt64) {
        let gap = gap(position: position, tie: tie)
        guard gap.block >= 0, gap.offset < blocks[gap.block].count else { return }
        let spot = blocks[gap.block][gap.offset]
        guard spot.position == position, spot.tie == tie else { return }
        blocks[gap.block].remove(at: gap.offset)
        let count = blocks[gap.block].count
        if count == 0 {
            blocks.remove(at: gap.block)
        } else if gap.block + 1 < blocks.count, count + blocks[gap.block + 1].count < Self.blockMax / 2 {
            // Small blocks are merged, so that a shelf that became short does not consist of many of them.
            blocks[gap.block] += blocks.remove(at: gap.block + 1)
        }
    }

    /// Returns the gap before the first spot that does not precede the given keys.
    private func gap(position: Int64, tie: UInt64) -> Gap {
        if last?.isBefore(position: position, tie: tie) ?? true { return end }
        let block = Self.first(in: blocks.count) { blocks[$0].last?.isBefore(position: position, tie: tie) == true }
        let offset = Self.first(in: blocks[block].count) { blocks[block][$0].isBefore(position: position, tie: tie) }
        return Gap(block: block, offset: offset)
    }

    /// Returns the first index for which `isBefore` is false; the count if there is none. The indices for which it is
    /// true must come first.
    private static func first(in count: Int, _ isBefore: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
