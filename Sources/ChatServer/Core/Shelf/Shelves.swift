import ChatProtocol

/// All shelves of a world, kept in step with every fact, and what changed on them since it was last told.
struct Shelves: Sendable {
    /// One shelf: whose, and of which app.
    struct Seat: Hashable, Comparable, Sendable {
        var person: Handle
        var app: AppID

        static func < (left: Self, right: Self) -> Bool {
            left.person != right.person ? left.person < right.person : left.app < right.app
        }
    }

    /// The most highlights that one change names; one of more is told as a change of everything.
    static let changesMax = 1_000

    private var shelves: [Seat: Shelf] = [:]
    private var ends = CurationEnds()
    /// What was touched since it was last told; nil while nobody is to be told, as when a log is read again.
    private var notes: [Seat: Note]?

    /// How a shelf stood before it was first touched.
    private struct Note: Sendable {
        var curated: Int?
        var outOfPlace: Int?
        var places: [Int: ShelfPlace?] = [:]
        var retitled: Set<Int> = []
    }

    /// Notes from now on what changes.
    mutating func beginNoting() { notes = [:] }

    subscript(person: Handle, app: AppID) -> Shelf? { shelves[Seat(person: person, app: app)] }

    /// Puts a link in its place on a shelf, or takes it off.
    mutating func set(_ place: ShelfPlace?, for link: Int, in seat: Seat, at now: Instant) {
        guard place != nil || shelves[seat]?.places[link] != nil else { return }
        note(link, in: seat, at: now)
        shelves[seat, default: Shelf()].set(place, for: link)
        if shelves[seat]?.isEmpty == true { shelves[seat] = nil }
        ends.set(shelves[seat]?.curated(at: now)?.until, for: seat)
    }

    /// Notes that a link looks otherwise, wherever it stands.
    mutating func noteRetitled(_ link: Int, in seat: Seat, at now: Instant) {
        guard shelves[seat]?.places[link] != nil else { return }
        note(link, in: seat, at: now)
        notes?[seat]?.retitled.insert(link)
    }

    private mutating func note(_ link: Int, in seat: Seat, at now: Instant) {
        guard notes != nil else { return }
        let shelf = shelves[seat]
        if notes?[seat] == nil {
            notes?[seat] = Note(curated: shelf?.curated(at: now)?.link, outOfPlace: shelf?.outOfPlace(at: now))
        }
        if notes?[seat]?.places[link] == nil { notes?[seat]?.places[link] = .some(shelf?.places[link]) }
    }

    /// What changed since the last time, by person and app, each list in the order of the shelf.
    mutating func takeChanges(at now: Instant, id: (Int) -> HighlightID) -> [ShelfChange] {
        guard let taken = notes, !taken.isEmpty else { return [] }
        notes = [:]
        var changes: [ShelfChange] = []
        // One person is told of all their apps at once.
        var left = Self.changesMax
        for (seat, note) in taken.sorted(by: { $0.key < $1.key }) {
            if changes.last?.person != seat.person { left = Self.changesMax }
            var change = change(of: seat, since: note, at: now, id: id)
            change.cut(to: left)
            left -= change.added.count + change.removed.count + change.updated.count
            if !change.isSameList { changes.append(change) }
        }
        return changes
    }

    private func change(of seat: Seat, since note: Note, at now: Instant, id: (Int) -> HighlightID) -> ShelfChange {
        let shelf = shelves[seat] ?? Shelf()
        var added: [Int] = []
        var removed: [(link: Int, place: ShelfPlace)] = []
        var updated: Set<Int> = []
        var moved: [(link: Int, before: ShelfRank, after: ShelfRank)] = []
        for (link, before) in note.places {
            switch (before, shelf.places[link]) {
            case (nil, nil): break
            case (nil, .some): added.append(link)
            case (.some(let place), nil): removed.append((link, place))
            case (.some(let before), .some(let after)):
                if note.retitled.contains(link) || !before.looksLike(after) { updated.insert(link) }
                if before.rank != after.rank { moved.append((link, before.rank, after.rank)) }
            }
        }
        // What is at the top before and after has not moved, wherever it would stand otherwise.
        let curated = shelf.curated(at: now)?.link
        if curated == note.curated { moved.removeAll { $0.link == curated } }
        updated.formUnion(shelf.reordered(moved, below: curated))
        if curated != note.curated {
            for link in [shelf.outOfPlace(at: now), note.outOfPlace].compactMap(\.self)
            where shelf.places[link] != nil && !added.contains(link) {
                updated.insert(link)
            }
        }
        func inOrder(_ links: some Sequence<Int>) -> [HighlightID] {
            links.compactMap { link in shelf.rank(of: link, at: now).map { (link, $0) } }
                .sorted { $0.1 < $1.1 }.map { id($0.0) }
        }
        removed.sort { $0.place.rank < $1.place.rank }
        return ShelfChange(
            person: seat.person, app: seat.app, added: inOrder(added), removed: removed.map { id($0.link) },
            updated: inOrder(updated))
    }

    // MARK: Time

    /// When the next curated link loses its place; nil if none has one.
    var nextEnd: Instant? { ends.first?.until }

    /// Ends what ends first, and says how the shelves are other since: nothing where that link stands first by itself.
    mutating func endCuration(at end: Instant, id: (Int) -> HighlightID) -> [ShelfChange] {
        var changes: [ShelfChange] = []
        let before = Instant(milliseconds: end.milliseconds - 1)
        while let first = ends.first, first.until <= end {
            ends.set(nil, for: first.seat)
            guard let link = shelves[first.seat]?.outOfPlace(at: before) else { continue }
            changes.append(
                ShelfChange(
                    person: first.seat.person, app: first.seat.app, added: [], removed: [], updated: [id(link)]))
        }
        return changes
    }

    /// Forgets the ends that were decided by a moment, which is what a fact of that moment says.
    mutating func forgetEnds(by now: Instant) {
        while let first = ends.first, first.until <= now { ends.set(nil, for: first.seat) }
    }

    /// The curated links that have an end, the first end first.
    var curations: [(seat: Seat, until: Instant)] { ends.all }
}

extension ShelfPlace {
    /// Whether it looks the same: when it was shared and how strong it is, is seen by its place alone.
    fileprivate func looksLike(_ other: ShelfPlace) -> Bool {
        (pinned == nil) == (other.pinned == nil) && sharersMark == other.sharersMark
    }

    /// Where it stood, the curated one apart.
    fileprivate var rank: ShelfRank {
        ShelfRank(part: pinned == nil ? .recent : .pinned, position: pinned ?? shared, tie: tie)
    }
}

extension Shelf {
    /// Those of some links that changed places with another: who was sent again and stands where they stood has not.
    fileprivate func reordered(
        _ moved: [(link: Int, before: ShelfRank, after: ShelfRank)], below curated: Int?
    ) -> Set<Int> {
        var reordered: Set<Int> = []
        for item in moved
        where item.before.part != item.after.part || hasLinks(between: item.before, item.after, except: curated) {
            reordered.insert(item.link)
        }
        let before = moved.sorted { $0.before < $1.before }
        let after = moved.sorted { $0.after < $1.after }
        for (one, other) in zip(before, after) where one.link != other.link {
            reordered.formUnion([one.link, other.link])
        }
        return reordered
    }
}

extension ShelfChange {
    /// Leaves out what is more than so many highlights, and says so.
    fileprivate mutating func cut(to count: Int) {
        guard added.count + removed.count + updated.count > count else { return }
        isCut = true
        added = Array(added.prefix(count))
        removed = Array(removed.prefix(count - added.count))
        updated = Array(updated.prefix(count - added.count - removed.count))
    }
}

/// When each curated link loses its place, the first one first.
private struct CurationEnds: Sendable {
    private var sorted: [(until: Instant, seat: Shelves.Seat)] = []
    private var ends: [Shelves.Seat: Instant] = [:]

    var first: (until: Instant, seat: Shelves.Seat)? { sorted.first }
    var all: [(seat: Shelves.Seat, until: Instant)] { sorted.map { ($0.seat, $0.until) } }

    mutating func set(_ until: Instant?, for seat: Shelves.Seat) {
        let old = ends[seat]
        guard old != until else { return }
        if let old {
            let index = index(of: old, seat)
            if index < sorted.count, sorted[index].seat == seat { sorted.remove(at: index) }
        }
        ends[seat] = until
        if let until { sorted.insert((until, seat), at: index(of: until, seat)) }
    }

    private func index(of until: Instant, _ seat: Shelves.Seat) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if (sorted[middle].until, sorted[middle].seat) < (until, seat) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
