import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore

/// The removal of all unpinned links of a shelf, which a switch causes.
struct ShelvesTests {
    private static let key = Shelves.Key(person: RandomRequests.people[0], app: AppID("com.example.notes"))
    private static let now = Instant(milliseconds: 1_000_000)

    /// Random places, by link. Some are pinned, and some are curated.
    private static func places(_ count: Int, seed: UInt64) -> [ShelfPlace] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { link in
            let isPinned = Int.random(in: 0..<10, using: &random) == 0
            let isCurated = Int.random(in: 0..<20, using: &random) == 0
            return ShelfPlace(
                shared: Int64.random(in: 1...Int64(count), using: &random),
                pinned: isPinned ? Int64.random(in: 1...50, using: &random) : nil, sharersMark: 0,
                curatedUntil: isCurated ? now.advanced(byMilliseconds: .random(in: 1...99, using: &random)) : nil,
                tie: UInt64(link))
        }
    }

    /// Returns the changes of one shelf, and its links in order afterwards.
    private static func changes(
        of places: [ShelfPlace], by change: (inout Shelves) -> Void
    ) -> (changes: [ShelfChange], links: [Int]?, end: Instant?) {
        var shelves = Shelves()
        for (link, place) in places.enumerated() { shelves.set(place, for: link, in: key, at: now) }
        shelves.beginNoting()
        change(&shelves)
        let changes = shelves.takeChanges(at: now) { HighlightID("h\($0)") }
        let links = shelves[key.person, key.app]?.links(behind: nil, at: now, limit: .max).map(\.link)
        return (changes, links, shelves.nextEnd)
    }

    @Test(
        "consent-levels: removing all unpinned links at once reports what removing each of them reports",
        arguments: [0, 1, 12, 300, 999, 1_300, 4_000], 1...UInt64(4))
    func removalAtOnceEqualsRemovalOneByOne(_ count: Int, _ seed: UInt64) {
        let places = Self.places(count, seed: seed)
        let atOnce = Self.changes(of: places) { $0.removeUnpinned(in: Self.key, at: Self.now) }
        let oneByOne = Self.changes(of: places) {
            for (link, place) in places.enumerated() where place.pinned == nil {
                $0.set(nil, for: link, in: Self.key, at: Self.now)
            }
        }
        #expect(atOnce.changes == oneByOne.changes)
        #expect(atOnce.links == oneByOne.links && atOnce.end == oneByOne.end)
        #expect(atOnce.changes.contains(where: \.isCut) == (count > 1_200))
    }

    @Test("a link that changed in the same request is reported with its place before the request")
    func earlierChangesKeepTheirFirstPlace() {
        let places = Self.places(200, seed: 7)
        let changes = Self.changes(of: places) {
            $0.set(nil, for: 1, in: Self.key, at: Self.now)
            $0.removeUnpinned(in: Self.key, at: Self.now)
            $0.set(places[1], for: 1, in: Self.key, at: Self.now)
        }
        let unpinned = places.indices.filter { places[$0].pinned == nil && $0 != 1 }
        #expect(Set(changes.changes.flatMap(\.removed)) == Set(unpinned.map { HighlightID("h\($0)") }))
        #expect(changes.changes.flatMap(\.added).isEmpty)
    }
}
