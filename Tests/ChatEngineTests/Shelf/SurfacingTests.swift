import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine

/// The links on a shelf and their order, through the whole server.
struct SurfacingTests {
    private let trip: TripFixture

    init() throws {
        trip = try TripFixture()
        try trip.bea.contact.add(handle: "anna")
    }

    private func send(_ urls: String, from sender: EngineClient? = nil, to conversation: ConversationID? = nil) throws {
        try (sender ?? trip.anna).message.send(conversation: conversation ?? trip.conversation, text: urls)
    }

    private func link(_ number: Int) -> String { "https://notes.example/l/\(number)" }

    private func set(everywhere: Bool? = nil, app: Bool? = nil, conversation: Bool? = nil) throws {
        var sharing = SetSettings.Sharing(everywhere: everywhere)
        sharing.apps["com.example.notes"] = app
        sharing.conversations[trip.conversation] = conversation
        try trip.bea.settings.set(sharing: sharing)
    }

    private func shelf() throws -> [String] { try trip.bea.highlight.list().highlights.map(\.url) }

    private func rule(_ about: String) throws -> String? {
        try trip.observer.delivery.explain(person: "bea", about: about).reasons.last?.rule
    }

    private func pin(_ url: String) throws {
        try trip.bea.link.pin(conversation: trip.conversation, url: url)
    }

    /// A combination of the pin and the three switches.
    struct Row: Sendable, CustomTestStringConvertible {
        var pinned: Bool
        var everywhere: Bool
        var app: Bool
        var conversation: Bool

        static let all = (0..<16).map { bits in
            Row(pinned: bits & 8 != 0, everywhere: bits & 4 != 0, app: bits & 2 != 0, conversation: bits & 1 != 0)
        }
        /// True if the link surfaces. An unpinned link needs all switches.
        var surfaces: Bool { pinned || unpinnedRow == "on on on" }
        private var unpinnedRow: String {
            [everywhere, app, conversation].map { $0 ? "on" : "off" }.joined(separator: " ")
        }
        /// The rule of the highest switch that is off.
        var objection: String { !everywhere ? "swy-master-effect" : !app ? "consent-levels" : "swy-conv-toggle" }
        var testDescription: String { (pinned ? "pinned, " : "unpinned, ") + unpinnedRow }
    }

    @Test("a link surfaces if it is pinned or all three switches are on", arguments: Row.all)
    func linkSurfacesByItsPinOrAllSwitches(_ row: Row) throws {
        // The switches are on when the link arrives, because a switch that is turned on later shows only later links.
        try set(everywhere: true, app: true, conversation: true)
        try send(link(1))
        if row.pinned { try pin(link(1)) }
        try set(everywhere: row.everywhere, app: row.app, conversation: row.conversation)
        #expect(try shelf() == (row.surfaces ? [link(1)] : []))
        let given = try trip.server.app(as: "bea").appHighlight.list().highlights.map(\.url)
        #expect(given == (row.surfaces ? [link(1)] : []), "the app is given the same")
        #expect(try rule(link(1)) == (row.pinned ? "pin-implied-consent" : row.surfaces ? "auto-on" : row.objection))
    }

    @Test("a link surfaces only if it arrives after sharing was turned on")
    func onlyLinksAfterTheSwitchSurface() throws {
        try send(link(1))
        #expect(try shelf() == [])
        #expect(try rule(link(1)) == "auto-on")
        try set(app: true)
        #expect(try shelf() == [])
        try send(link(2))
        #expect(try shelf() == [link(2)])
        try set(everywhere: false)
        #expect(try rule(link(2)) == "swy-master-effect")
        try set(everywhere: true)
        #expect(try shelf() == [], "on again means from then on again")
        try send(link(1))
        #expect(try shelf() == [link(1)])
        try set(conversation: false)
        #expect(try rule(link(1)) == "swy-conv-toggle")
    }

    @Test("pinned links come first on the shelf, newest pin first")
    func pinnedLinksComeFirst() throws {
        try set(app: true)
        for number in 1...5 { try send(link(number)) }
        try pin(link(2))
        try pin(link(4))
        #expect(try shelf() == [4, 2, 5, 3, 1].map(link))
        try set(app: false)
        #expect(try shelf() == [4, 2].map(link))
        try trip.bea.link.unpin(conversation: trip.conversation, url: link(4))
        #expect(try shelf() == [link(2)])
    }

    @Test("a page of the shelf begins after the given highlight")
    func pageBeginsAfterTheGivenHighlight() throws {
        try set(app: true)
        for number in 1...5 { try send(link(number)) }
        let first = try trip.bea.highlight.list(limit: 2)
        #expect(first.more)
        let last = try #require(first.highlights.last?.id)
        let second = try trip.bea.highlight.list(limit: 3, after: last)
        #expect(second.highlights.count == 3)
        #expect(!second.more)
        #expect(trip.bea.refusal { try $0.highlight.list(after: "h?") } == .notFound)
        #expect(trip.bea.refusal { try $0.highlight.list(limit: 0) } == .invalidParams)
    }

    @Test("a repeated link in a thread is one item, attributed to its newest other sender")
    func repeatedLinkIsOneItem() throws {
        try set(app: true)
        try send(link(1))
        try trip.advance(1_000)
        try send(link(1), from: trip.carl)
        try send(link(1), from: trip.bea)
        let items = try trip.bea.highlight.list().highlights
        #expect(items.count == 1)
        #expect(items[0].attribution.map(\.handle) == ["carl"])
        #expect(items[0].sharedAt == Instant("2022-09-12T09:00:01.000Z"))
    }

    @Test("a link in two threads is one item with both senders")
    func linkInTwoThreadsIsOneItem() throws {
        try set(app: true)
        let other = try trip.carl.conversation.create(participants: ["bea"]).id
        try trip.bea.contact.add(handle: "carl")
        try send(link(1))
        try send("see HTTPS://NOTES.example:443/l/%31", from: trip.carl, to: other)
        let items = try trip.bea.highlight.list().highlights
        #expect(items.count == 1)
        #expect(items[0].attribution.map(\.name) == ["Carl", "Anna"])
    }

    @Test("a link among strangers surfaces only if it is pinned")
    func linkAmongStrangersSurfacesOnlyByAPin() throws {
        try set(app: true)
        let other = try trip.carl.conversation.create(participants: ["bea"]).id
        try send(link(1), from: trip.carl, to: other)
        #expect(try shelf() == [])
        #expect(try rule(link(1)) == "swy-one-to-one-unknown")
        try trip.bea.contact.remove(handle: "anna")
        try send(link(2))
        #expect(try rule(link(2)) == "surf-group-contact")
        try pin(link(2))
        #expect(try shelf() == [link(2)], "a pin overrides the contact rule")
        try trip.bea.contact.add(handle: "carl")
        #expect(try shelf() == [link(2), link(1)])
    }

    @Test("a person's own link surfaces only if it is pinned or another person sends it too")
    func ownLinkNeedsAPinOrAnotherSender() throws {
        try set(app: true)
        try send(link(1), from: trip.bea)
        #expect(try shelf() == [])
        #expect(try rule(link(1)) == "swy-sent-by-me")
        try send(link(1))
        #expect(try shelf() == [link(1)])
        try send(link(2), from: trip.bea)
        try pin(link(2))
        #expect(try shelf() == [link(2), link(1)])
    }

    @Test("a link without an app that supports Shared with You never surfaces")
    func linkWithoutASupportingAppNeverSurfaces() throws {
        try set(app: true)
        try send("https://elsewhere.example/1")
        #expect(try shelf() == [])
        #expect(try rule("https://elsewhere.example/1") == "surf-universal")
        try trip.observer.app.register(app: "old", name: "Old", domains: ["old.example"], capabilities: [.mentions])
        try send("https://old.example/1")
        try pin("https://old.example/1")
        #expect(try rule("https://old.example/1") == "adopt-steps")
        #expect(try shelf() == [])
    }

    @Test("a shelf notification contains only the changed links")
    func shelfNotificationContainsOnlyChanges() throws {
        try set(app: true)
        _ = trip.bea.takeReceived()
        try send("\(link(1)) \(link(2)) \(link(1))")
        let added = trip.bea.received("highlights.changed")
        #expect(added.count == 1)
        #expect(added[0]["added"]?.arrayValue?.count == 2)
        _ = trip.bea.takeReceived()
        try send("no link at all")
        try pin(link(1))
        try pin(link(1))
        let changes = trip.bea.received("highlights.changed")
        #expect(changes.count == 1, "a pin that stands already changes nothing")
        #expect(changes[0]["updated"]?.arrayValue?.compactMap { $0["url"]?.stringValue } == [link(1)])
        _ = trip.bea.takeReceived()
        try set(everywhere: true)
        try trip.bea.contact.add(handle: "anna")
        try send("https://elsewhere.example/1")
        #expect(trip.bea.received("highlights.changed").isEmpty)
        #expect(trip.carl.received("highlights.changed").isEmpty)
        try set(everywhere: false)
        #expect(trip.bea.received("highlights.changed").first?["removed"]?.arrayValue?.count == 1)
    }
}
