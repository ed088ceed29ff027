import ChatProtocol

/// Where one link stands on a shelf, and what of it is to be told when it becomes another.
struct ShelfPlace: Equatable, Sendable {
    /// When it was last shared, as a position; the pin's where nobody in sight shared it.
    var shared: Int64
    /// When it was pinned, as a position.
    var pinned: Int64?
    /// Stands for who shared it, and where.
    var sharersMark: UInt64
    /// Until when its score is above the threshold; nil if it is not.
    var curatedUntil: Instant?
    /// Keeps two links of one message apart.
    var tie: UInt64
}

/// The place of a link in the order of a shelf: the curated one first, then pins, the newest pin first, then what was
/// shared last (`rank-first-curated`, `rank-pins-next`, `rank-rest-chrono`).
struct ShelfRank: Comparable, Sendable {
    /// The three parts of a shelf, in their order.
    enum Part: Int, Sendable {
        case curated
        case pinned
        case recent
    }

    var part: Part
    /// In its part, the greatest first.
    var position: Int64
    var tie: UInt64

    static func < (left: Self, right: Self) -> Bool {
        if left.part != right.part { return left.part.rawValue < right.part.rawValue }
        return left.position != right.position ? left.position > right.position : left.tie < right.tie
    }
}

/// The shelf of one app for one person: its links by number, always in order.
///
/// A change of one link costs a search in the order and a move of a few beside it; a page costs what is on it, however
/// many links there are.
struct Shelf: Sendable {
    private(set) var places: [Int: ShelfPlace] = [:]
    private var pins = RankedLinks()
    private var recent = RankedLinks()
    /// Those above the threshold when they were last looked at, by how long they will be.
    private var candidates = RankedLinks()

    var isEmpty: Bool { places.isEmpty }

    /// Puts a link in its place, or takes it off.
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

    /// The link at the very top, if one has earned it, and until when.
    func curated(at now: Instant) -> (link: Int, until: Instant)? {
        guard let last = candidates.last, last.position > now.milliseconds else { return nil }
        return (last.link, Instant(milliseconds: last.position))
    }

    /// The curated link, where it does not stand first by itself.
    func outOfPlace(at now: Instant) -> Int? {
        guard let curated = curated(at: now)?.link else { return nil }
        return curated == (pins.last ?? recent.last)?.link ? nil : curated
    }

    /// Where a link of the shelf stands; nil if it is not on it.
    func rank(of link: Int, at now: Instant) -> ShelfRank? {
        guard let place = places[link] else { return nil }
        if let curated = curated(at: now), curated.link == link {
            return ShelfRank(part: .curated, position: curated.until.milliseconds, tie: place.tie)
        }
        if let pinned = place.pinned { return ShelfRank(part: .pinned, position: pinned, tie: place.tie) }
        return ShelfRank(part: .recent, position: place.shared, tie: place.tie)
    }

    /// Whether others stand between two places of one part, the curated one apart.
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

    /// The links behind a place, from the first if none is given, in order; so many at most.
    func links(behind rank: ShelfRank?, at now: Instant, limit: Int) -> [(link: Int, rank: ShelfRank)] {
        var found: [(link: Int, rank: ShelfRank)] = []
        let curated = curated(at: now)?.link
        if let curated, let first = self.rank(of: curated, at: now), rank.map({ $0 < first }) ?? true, limit > 0 {
            found.append((curated, first))
        }
        func take(_ part: ShelfRank.Part, from links: RankedLinks) {
            if let rank, rank.part.rawValue > part.rawValue { return }
            var gap = links.end
            if let rank, rank.part == part { gap = links.gap(below: rank) }
            while found.count < limit, let spot = links.next(&gap) {
                guard spot.link != curated else { continue }
                found.append((spot.link, ShelfRank(part: part, position: spot.position, tie: spot.tie)))
            }
        }
        take(.pinned, from: pins)
        take(.recent, from: recent)
        return found
    }
}
