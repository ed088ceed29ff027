import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore

/// Compares the shelves that each fact updates with shelves computed from the rule alone, over many random histories.
struct ShelfHistoryTests {
    /// The parts with histories in which links also lose the curated place by time alone.
    private static let parts: [UInt64] = [0, 4]

    /// One item as its person sees it, without the scores that decay over time.
    private struct Snapshot: Equatable {
        var id: HighlightID
        var isPinned: Bool
        /// The sharers and their conversations. Their times show only in the order of the items.
        var sharers: [String]
        var title: String?
    }

    /// Returns a shelf computed from the rule alone: all links that surface, sorted with the curated one first, then
    /// the pins.
    private static func shelf(_ state: CoreState, _ person: Handle, _ app: AppID) -> [Snapshot] {
        var items: [(snapshot: Snapshot, pinned: Int64, shared: Int64, end: Int64, tie: UInt64)] = []
        for link in 0..<state.links.count where state.links[link].app == app {
            let surfacing = state.surfacing(of: link, for: person)
            guard surfacing.isShown else { continue }
            let snapshot = Snapshot(
                id: state.links[link].id, isPinned: surfacing.pin != nil,
                sharers: surfacing.sharers.map { "\($0.handle) in \($0.conversation)" },
                title: state.shares.share(at: state.links[link].url, openTo: person)?.title)
            let end = state.attention(to: link, of: person, surfacing).end(after: state.lastAt, state.rankingPolicy)
            let shared = surfacing.sharers.first?.position ?? surfacing.pin?.position ?? 0
            items.append(
                (snapshot, surfacing.pin?.position ?? 0, shared, end?.milliseconds ?? 0, state.links[link].tie))
        }
        items.sort { one, other in
            if one.pinned != other.pinned { return one.pinned > other.pinned }
            return one.shared != other.shared ? one.shared > other.shared : one.tie < other.tie
        }
        if let top = items.indices.filter({ items[$0].end > 0 }).max(by: { one, other in
            items[one].end != items[other].end ? items[one].end < items[other].end : items[one].tie > items[other].tie
        }) {
            items.insert(items.remove(at: top), at: 0)
        }
        return items.map(\.snapshot)
    }

    private static func shelves(_ state: CoreState) -> [Shelves.Key: [Snapshot]] {
        var shelves: [Shelves.Key: [Snapshot]] = [:]
        for person in RandomRequests.people {
            for app in state.directory.apps {
                shelves[Shelves.Key(person: person, app: app.id)] = shelf(state, person, app.id)
            }
        }
        return shelves
    }

    @Test(
        "shelf-ordered, rank-first-curated, center-delegate-when: a shelf follows the rule, and changes are notified",
        arguments: parts)
    func shelfFollowsTheRuleAndChangesAreNotifiedOnce(_ part: UInt64) throws {
        var curated = 0
        var lapsed = 0
        for seed in part * 100..<(part + 1) * 100 {
            var before: [Shelves.Key: [Snapshot]] = [:]
            var history = try CoreHistory(seed: seed, requests: seed % 6 == 0 ? 160 : 40, hasDocuments: seed % 2 == 1) {
                state, facts, count in
                let after = Self.shelves(state)
                var delivered: [Shelves.Key: [ShelfChange]] = [:]
                for fact in facts[count...] {
                    guard case .shelvesChanged(let event) = fact.event else { continue }
                    if let last = facts.last, last.event == .timePassed, fact.position < last.position { lapsed += 1 }
                    for change in event.changes {
                        delivered[Shelves.Key(person: change.person, app: change.app), default: []].append(change)
                    }
                }
                for (key, new) in after {
                    let place = "seed \(seed), request to \(facts.count): \(key.person)'s \(key.app)"
                    let items = ShelfReader(state).shelf(of: key.person, app: key.app)
                    if items.first?.rank.part == .curated { curated += 1 }
                    #expect(items.map(\.id) == new.map(\.id), "\(place): another order than the rule's")
                    let old = before[key] ?? []
                    let changes = (delivered[key] ?? []).filter { !$0.isSameList }
                    #expect(changes.isEmpty == (old == new), "\(place): told \(changes), was \(old), is \(new)")
                    let added = Set(new.map(\.id)).subtracting(old.map(\.id))
                    let removed = Set(old.map(\.id)).subtracting(new.map(\.id))
                    #expect(Set(changes.flatMap(\.added)) == added, "\(place)")
                    #expect(Set(changes.flatMap(\.removed)) == removed, "\(place)")
                    let updated = Set(changes.flatMap(\.updated))
                    #expect(updated.isDisjoint(with: added.union(removed)), "\(place)")
                    for snapshot in new where old.contains(where: { $0.id == snapshot.id && $0 != snapshot }) {
                        #expect(updated.contains(snapshot.id), "\(place): \(snapshot) is not told")
                    }
                    // A request changes a shelf by one fact at most. Items that end by time have facts of their own.
                    let times = facts[count...].count { $0.event.changes(key) && $0.at == facts.last?.at }
                    #expect(times <= 1, "\(place): told \(times) times")
                }
                before = after
            }
            try history.letPass(days: 10)
        }
        #expect(curated > 50 && lapsed > 0, "\(curated) curated, \(lapsed) ended: too few to say anything")
    }

    @Test("the pages of a shelf together are the whole shelf", arguments: parts)
    func pagesTogetherAreTheWholeShelf(_ part: UInt64) throws {
        for seed in part * 10..<(part + 1) * 10 {
            var history = try CoreHistory(seed: seed, requests: 60)
            for person in RandomRequests.people {
                let whole = ShelfReader(history.core.state).shelf(of: person).map(\.id)
                var paged: [HighlightID] = []
                while true {
                    var params: JSONValue = ["limit": 1]
                    if let last = paged.last { params = params.adding(["after": .string(last.rawValue)]) }
                    var fields = try JSONFields(params)
                    let answer = try history.ask(.highlightList(ListHighlights(from: &fields)), as: person)
                    guard case .highlights(let page, let more) = answer, let first = page.first else { break }
                    paged.append(first.id)
                    #expect(more == (paged.count < whole.count))
                    guard more else { break }
                }
                #expect(paged == whole, "seed \(seed): \(person)")
            }
        }
    }
}

extension Event {
    fileprivate func changes(_ key: Shelves.Key) -> Bool {
        guard case .shelvesChanged(let event) = self else { return false }
        return event.changes.contains { $0.person == key.person && $0.app == key.app && !$0.isSameList }
    }
}
