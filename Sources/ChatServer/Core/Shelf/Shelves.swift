import ChatProtocol

/// All shelves of a world, updated with every event, and their changes since the last report.
struct Shelves: Sendable {
    /// The key of a shelf: its owner and its app.
    struct Key: Hashable, Comparable, Sendable {
        var person: Handle
        var app: AppID

        static func < (left: Self, right: Self) -> Bool {
            left.person != right.person ? left.person < right.person : left.app < right.app
        }
    }

    /// The largest number of highlights in one change. A larger change makes the app reload the list.
    static let changesMax = 1_000

    private var shelves: [Key: AppShelf] = [:]
    private var ends = CurationEnds()
    /// The state of the changed shelves at the last report; nil while changes are not reported, for example while a log
    /// is replayed.
    private var notes: [Key: Note]?

    /// The state of a shelf before its first change.
    private struct Note: Sendable {
        var curated: Int?
        var promotedLink: Int?
        var places: [Int: ShelfPlace?] = [:]
        var retitled: Set<Int> = []
        /// The shelf before its unpinned links were removed; nil if they were not.
        var unpinned: AppShelf?
    }

    /// Begins to record changes.
    mutating func beginNoting() { notes = [:] }

    subscript(person: Handle, app: AppID) -> AppShelf? { shelves[Key(person: person, app: app)] }

    /// Sets the place of a link on a shelf; nil removes the link.
    mutating func set(_ place: ShelfPlace?, for link: Int, in key: Key, at now: Instant) {
        guard place != nil || shelves[key]?.places[link] != nil else { return }
        note(link, in: key, at: now)
        shelves[key, default: AppShelf()].set(place, for: link)
        if shelves[key]?.isEmpty == true { shelves[key] = nil }
        ends.set(shelves[key]?.curated(at: now)?.until, for: key)
    }

    /// Removes all links that are not pinned from a shelf. It takes as long as the pins, because a shelf may have a
    /// hundred thousand links.
    mutating func removeUnpinned(in key: Key, at now: Instant) {
        guard let shelf = shelves[key] else { return }
        note(key, at: now)
        if notes?[key]?.unpinned == nil { notes?[key]?.unpinned = shelf }
        let pinned = shelf.pinned
        shelves[key] = pinned.isEmpty ? nil : pinned
        ends.set(pinned.curated(at: now)?.until, for: key)
    }

    /// Records that a link on a shelf has a new title.
    mutating func noteRetitled(_ link: Int, in key: Key, at now: Instant) {
        guard shelves[key]?.places[link] != nil else { return }
        note(link, in: key, at: now)
        notes?[key]?.retitled.insert(link)
    }

    private mutating func note(_ link: Int, in key: Key, at now: Instant) {
        guard notes != nil else { return }
        note(key, at: now)
        if notes?[key]?.places[link] == nil { notes?[key]?.places[link] = .some(shelves[key]?.places[link]) }
    }

    private mutating func note(_ key: Key, at now: Instant) {
        // Not bound to a name, which would copy all notes at each new one.
        guard notes != nil, notes?[key] == nil else { return }
        let shelf = shelves[key]
        notes?[key] = Note(curated: shelf?.curated(at: now)?.link, promotedLink: shelf?.promotedLink(at: now))
    }

    /// Returns the changes since the last report, by person and app. Each list has the order of the shelf.
    mutating func takeChanges(at now: Instant, id: (Int) -> HighlightID) -> [ShelfChange] {
        guard let taken = notes, !taken.isEmpty else { return [] }
        notes = [:]
        var changes: [ShelfChange] = []
        // The limit applies to all apps of a person together.
        var left = Self.changesMax
        for (key, note) in taken.sorted(by: { $0.key < $1.key }) {
            if changes.last?.person != key.person { left = Self.changesMax }
            var change = change(of: key, since: note, at: now, id: id)
            change.cut(to: left)
            left -= change.added.count + change.removed.count + change.updated.count
            if !change.isSameList { changes.append(change) }
        }
        return changes
    }

    private func change(of key: Key, since note: Note, at now: Instant, id: (Int) -> HighlightID) -> ShelfChange {
        let shelf = shelves[key] ?? AppShelf()
        var added: [Int] = []
        var removed: [(link: Int, place: ShelfPlace)] = []
        var updated: Set<Int> = []
        var moved: [(link: Int, before: ShelfRank, after: ShelfRank)] = []
        var places = note.places
        // No more of the removed links can be reported.
        for link in note.unpinned?.newest(Self.changesMax + 1) ?? [] where places[link] == nil {
            places[link] = .some(note.unpinned?.places[link])
        }
        for (link, before) in places {
            switch (before, shelf.places[link]) {
            case (nil, nil): break
            case (nil, .some): added.append(link)
            case (.some(let place), nil): removed.append((link, place))
            case (.some(let before), .some(let after)):
                if note.retitled.contains(link) || !before.looksLike(after) { updated.insert(link) }
                if before.rank != after.rank { moved.append((link, before.rank, after.rank)) }
            }
        }
        // A link that was curated before and after has not moved, no matter what its place without curation is.
        let curated = shelf.curated(at: now)?.link
        if curated == note.curated { moved.removeAll { $0.link == curated } }
        updated.formUnion(shelf.reordered(moved, below: curated))
        if curated != note.curated {
            for link in [shelf.promotedLink(at: now), note.promotedLink].compactMap(\.self)
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
            person: key.person, app: key.app, added: inOrder(added), removed: removed.map { id($0.link) },
            updated: inOrder(updated))
    }

    // MARK: Time

    /// The time at which the next curated link loses its place; nil if there is no curated link.
    var nextEnd: Instant? { ends.first?.until }

    /// Ends the curations that are due and returns the changed shelves. A shelf does not change if its link stays first
    /// without curation.
    mutating func endCuration(at end: Instant, id: (Int) -> HighlightID) -> [ShelfChange] {
        var changes: [ShelfChange] = []
        let before = Instant(milliseconds: end.milliseconds - 1)
        while let first = ends.first, first.until <= end {
            ends.set(nil, for: first.key)
            guard let link = shelves[first.key]?.promotedLink(at: before) else { continue }
            changes.append(
                ShelfChange(
                    person: first.key.person, app: first.key.app, added: [], removed: [], updated: [id(link)]))
        }
        return changes
    }

    /// Removes the ends up to a moment. An event at that moment already describes them.
    mutating func forgetEnds(by now: Instant) {
        while let first = ends.first, first.until <= now { ends.set(nil, for: first.key) }
    }

    /// Returns the curated places of a person, or of everyone for nil, the earliest end first. A place ends when the
    /// score of its link has decayed.
    func pending(of person: Handle?) -> [PendingWork] {
        ends.all.filter { person == nil || $0.key.person == person }.map {
            PendingWork(
                what: "end of the curated place on \($0.key.person)'s shelf of \($0.key.app)", dueAt: $0.until)
        }
    }
}

extension ShelfPlace {
    /// Returns true if both places look the same. The time of the share and the score are visible only through the
    /// order.
    fileprivate func looksLike(_ other: ShelfPlace) -> Bool {
        (pinned == nil) == (other.pinned == nil) && sharersMark == other.sharersMark
    }

    /// The rank without curation.
    fileprivate var rank: ShelfRank {
        ShelfRank(part: pinned == nil ? .recent : .pinned, position: pinned ?? shared, tie: tie)
    }
}

extension AppShelf {
    /// Returns the moved links that changed their order relative to another link. A link that was shared again can keep
    /// its place.
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
    /// Removes the highlights above the limit, and marks the change as incomplete.
    fileprivate mutating func cut(to count: Int) {
        guard added.count + removed.count + updated.count > count else { return }
        isCut = true
        added = Array(added.prefix(count))
        removed = Array(removed.prefix(count - added.count))
        updated = Array(updated.prefix(count - added.count - removed.count))
    }
}

/// The ends of all curations, the earliest first.
private struct CurationEnds: Sendable {
    private var sorted: [(until: Instant, key: Shelves.Key)] = []
    private var ends: [Shelves.Key: Instant] = [:]

    var first: (until: Instant, key: Shelves.Key)? { sorted.first }
    var all: [(key: Shelves.Key, until: Instant)] { sorted.map { ($0.key, $0.until) } }

    mutating func set(_ until: Instant?, for key: Shelves.Key) {
        let old = ends[key]
        guard old != until else { return }
        if let old {
            let index = index(of: old, key)
            if index < sorted.count, sorted[index].key == key { sorted.remove(at: index) }
        }
        ends[key] = until
        if let until { sorted.insert((until, key), at: index(of: until, key)) }
    }

    private func index(of until: Instant, _ key: Shelves.Key) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if (sorted[middle].until, sorted[middle].key) < (until, key) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
