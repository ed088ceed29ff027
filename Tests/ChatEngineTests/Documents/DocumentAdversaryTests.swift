import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Document requests without the right: from removed participants, apps of another domain, apps of pending participants
/// and observers.
struct DocumentAdversaryTests {
    let trip: TripFixture

    init() throws {
        trip = try TripFixture()
        try trip.bea.ask("document.open", ["url": TripFixture.url])
        try trip.carl.ask("document.open", ["url": TripFixture.url])
    }

    private static let everything: [(String, JSONValue)] = [
        ("document.get", [:]), ("document.open", [:]), ("document.edit", ["text": "x", "revision": 0]),
        ("document.comment", ["text": "x"]), ("document.rename", ["title": "x"]), ("document.move", ["folder": "x"]),
        ("document.delete", [:]),
    ]

    private func expect(_ reason: RPCError.Reason, for client: EngineClient, but others: Set<String> = []) {
        let end = trip.server.log.end
        for (method, params) in Self.everything where !others.contains(method) {
            #expect(client.refusal(method, with(params, "url", TripFixture.url)) == reason, "\(method)")
        }
        #expect(trip.server.log.end == end, "no trace")
    }

    /// Restarts the server with a log in which the person has been removed from the share.
    private func without(_ person: String, _ trip: TripFixture) throws -> EngineFixture {
        var share = try #require(trip.server.state.shares.all.first?.share)
        share.participants.removeAll { $0.handle.rawValue == person }
        let record = EventRecord(
            position: trip.server.log.end + 1, at: trip.server.state.lastAt,
            event: .shareSaved(share, told: share.participants.map(\.handle)))
        try trip.server.log.append([LogRecord(record)], expectedEnd: trip.server.log.end)
        try trip.server.restart()
        return trip.server
    }

    @Test("a removed participant can neither read nor change a document, and receives no changes")
    func removedParticipantHasNoAccess() throws {
        try trip.anna.ask("document.edit", ["url": TripFixture.url, "text": "For Bea's eyes", "revision": 0])
        let server = try without("bea", trip)
        let bea = try server.person("bea", after: 0)
        let app = try server.app(as: "bea")
        server.flush()
        expect(.notFound, for: bea)
        expect(.notFound, for: app)
        #expect(bea.heard("document.changed").isEmpty, "nor what was sent to her then")
        let anna = try server.person("anna")
        try anna.ask("document.edit", ["url": TripFixture.url, "text": "Not for Bea", "revision": 1])
        #expect(bea.heard("document.changed").isEmpty && app.heard("document.changed").isEmpty)
    }

    @Test("an app of another domain cannot find a document, even when it runs as the owner")
    func appOfAnotherDomainFindsNoDocument() throws {
        try trip.observer.ask("app.register", ["app": "com.example.maps", "name": "Maps", "domains": ["maps.example"]])
        let maps = try trip.server.app(as: "anna", "com.example.maps")
        expect(.notFound, for: maps)
        #expect(try maps.ask("document.list")["documents"] == .array([]))
        #expect(maps.refusal("document.list", ["app": "com.example.notes"]) == .forbidden)
        #expect(maps.refusal("document.create", ["app": "com.example.notes", "title": "x"]) == .forbidden)
        #expect(
            maps.refusal("document.create", ["title": "x", "url": "https://notes.example/d/9"]) == .forbidden)
        try trip.bea.ask("document.edit", ["url": TripFixture.url, "text": "Tents", "revision": 0])
        #expect(maps.heard("document.changed").isEmpty && maps.heard("document.presence").isEmpty)
        #expect(trip.app.heard("document.changed").count == 1)
    }

    @Test("an app is refused and receives no changes until its person opens the document")
    func appHasNoAccessBeforeOpening() throws {
        let url: JSONValue = "https://notes.example/d/2"
        let shared = try trip.anna.ask("share.create", ["app": "com.example.notes", "title": "Tickets", "url": url])
        let share = try #require(shared["share"]?["id"])
        try trip.anna.ask("share.send", ["share": share, "conversation": trip.conversation])
        let beas = try trip.server.app(as: "bea")
        try trip.anna.ask("document.edit", ["url": url, "text": "x", "revision": 0])
        #expect(beas.heard("document.changed").isEmpty)
        for (method, params) in Self.everything where method != "document.open" {
            #expect(beas.refusal(method, with(params, "url", url)) == .forbidden, "\(method)")
        }
        try beas.ask("document.open", ["url": url])
        try trip.anna.ask("document.edit", ["url": url, "text": "y", "revision": 1])
        #expect(beas.heard("document.changed").count == 1)
    }

    @Test("an observer can read a document but not open or change it")
    func observersOnlyRead() {
        expect(.forbidden, for: trip.observer, but: ["document.get"])
        #expect(trip.observer.refusal("document.get", ["url": TripFixture.url]) == nil)
    }
}
