import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Document requests without the right: from removed participants, apps of another domain, apps of pending participants
/// and observers.
struct DocumentAdversaryTests {
    let trip: TripFixture
    private let here = DocumentReference.url(TripFixture.url)

    init() throws {
        trip = try TripFixture()
        try trip.bea.document.open(here)
        try trip.carl.document.open(here)
    }

    private func everything(_ document: DocumentReference) -> [Request] {
        [
            .documentGet(document), .documentOpen(document),
            .documentEdit(.init(document: document, text: "x", revision: 0)),
            .documentComment(.init(document: document, text: "x")),
            .documentRename(.init(document: document, title: "x")),
            .documentMove(.init(document: document, folder: "x")), .documentDelete(document),
        ]
    }

    private func expect(_ reason: RPCError.Reason, for client: EngineClient, but others: Set<Method> = []) {
        let end = trip.server.log.end
        for request in everything(here) where !others.contains(request.method) {
            #expect(client.refusal(of: request) == reason, "\(request.method)")
        }
        #expect(trip.server.log.end == end, "no trace")
    }

    /// Restarts the server with a log in which the person has been removed from the share.
    private func without(_ person: String, _ trip: TripFixture) throws -> EngineFixture {
        var share = try #require(trip.server.state.shares.all.first?.share)
        share.participants.removeAll { $0.handle.rawValue == person }
        let record = EventRecord(
            position: trip.server.log.end + 1, at: trip.server.state.lastAt,
            event: .shareSaved(share, recipients: share.participants.map(\.handle)))
        try trip.server.log.append([LogRecord(record)], expectedEnd: trip.server.log.end)
        try trip.server.restart()
        return trip.server
    }

    @Test("a removed participant can neither read nor change a document, and receives no changes")
    func removedParticipantHasNoAccess() throws {
        try trip.anna.document.edit(document: here, text: "For Bea's eyes", revision: 0)
        let server = try without("bea", trip)
        let bea = try server.person("bea", after: 0)
        let app = try server.app(as: "bea")
        server.flush()
        expect(.notFound, for: bea)
        expect(.notFound, for: app)
        #expect(bea.received("document.changed").isEmpty, "nor what was sent to her then")
        let anna = try server.person("anna")
        try anna.document.edit(document: here, text: "Not for Bea", revision: 1)
        #expect(bea.received("document.changed").isEmpty && app.received("document.changed").isEmpty)
    }

    @Test("an app of another domain cannot find a document, even when it runs as the owner")
    func appOfAnotherDomainFindsNoDocument() throws {
        try trip.observer.app.register(app: "com.example.maps", name: "Maps", domains: ["maps.example"])
        let maps = try trip.server.app(as: "anna", "com.example.maps")
        expect(.notFound, for: maps)
        #expect(try maps.appDocument.list().documents == [])
        #expect(maps.refusal { try $0.appDocument.list(app: "com.example.notes") } == .forbidden)
        #expect(maps.refusal { try $0.appDocument.create(app: "com.example.notes", title: "x") } == .forbidden)
        #expect(maps.refusal { try $0.appDocument.create(title: "x", url: "https://notes.example/d/9") } == .forbidden)
        try trip.bea.document.edit(document: here, text: "Tents", revision: 0)
        #expect(maps.received("document.changed").isEmpty && maps.received("document.presence").isEmpty)
        #expect(trip.app.received("document.changed").count == 1)
    }

    @Test("an app is refused and receives no changes until its person opens the document")
    func appHasNoAccessBeforeOpening() throws {
        let url = "https://notes.example/d/2"
        let shared = try trip.anna.share.create(app: "com.example.notes", title: "Tickets", url: url)
        let share = try #require(shared.share?.share.id)
        try trip.anna.share.send(share: share, conversation: trip.conversation)
        let beas = try trip.server.app(as: "bea")
        try trip.anna.document.edit(document: .url(url), text: "x", revision: 0)
        #expect(beas.received("document.changed").isEmpty)
        for request in everything(.url(url)) where request.method != .documentOpen {
            #expect(beas.refusal(of: request) == .forbidden, "\(request.method)")
        }
        try beas.appDocument.open(.url(url))
        try trip.anna.document.edit(document: .url(url), text: "y", revision: 1)
        #expect(beas.received("document.changed").count == 1)
    }

    @Test("an observer can read a document but not open or change it")
    func observersOnlyRead() {
        expect(.forbidden, for: trip.observer, but: [.documentGet])
        #expect(trip.observer.refusal { try $0.document.get(here) } == nil)
    }
}
