import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Notifications of a document's changes and presence: live, resumed, on several devices and for apps.
struct DocumentDeliveryTests {
    let trip: TripFixture
    private let here = DocumentReference.url(TripFixture.url)

    init() throws {
        trip = try TripFixture()
        try trip.bea.document.open(here)
        for client in [trip.observer, trip.anna, trip.bea, trip.carl, trip.app] { _ = client.takeReceived() }
    }

    private func edit(_ text: String, _ revision: Int64) throws {
        try trip.anna.document.edit(document: here, text: text, revision: revision)
    }

    private func active(_ client: EngineClient) -> [JSONValue?] {
        client.received("document.presence").map { $0["active"] ?? $0["activeParticipantCount"] }
    }

    @Test("readers of a document receive a change, except the session that made it")
    func readersReceiveAChange() throws {
        let annas = try trip.server.person("anna")
        try edit("Tents", 0)
        for client in [annas, trip.bea] {
            let delivered = client.received("document.changed")
            #expect(
                delivered.count == 1 && delivered[0]["by"] == "anna" && delivered[0]["document"]?["text"] == "Tents")
            #expect(delivered[0]["change"] == ["type": "change", "trigger": "edit"])
        }
        #expect(trip.anna.received("document.changed").isEmpty && trip.carl.received("document.changed").isEmpty)
        let app = trip.app.received("document.changed")
        #expect(app.count == 1 && app[0]["isMine"] == true && app[0]["document"]?["text"] == "Tents")
        #expect(trip.observer.received("document.changed").map { $0["person"] } == ["anna", "bea"])
        // The app's other sessions receive the change that one of them made.
        let other = try trip.server.app(as: "anna")
        try trip.app.appDocument.edit(document: here, text: "More tents", revision: 1)
        #expect(trip.app.received("document.changed").count == 1 && other.received("document.changed").count == 1)
    }

    @Test("a resuming reader receives each change of a document")
    func resumingReaderReceivesEachChange() throws {
        let cursor = trip.server.log.end
        try edit("Tents", 0)
        try trip.anna.document.comment(document: here, text: "well?")
        try trip.anna.document.move(document: here, folder: "Trips")
        let live = trip.bea.received("document.changed")
        let bea = try trip.server.person("bea", after: cursor)
        trip.server.flush()
        #expect(bea.received("document.changed") == live && live.count == 3)
        let app = try trip.server.join([
            "role": "app", "app": "com.example.notes", "handle": "bea", "after": .integer(cursor),
        ])
        trip.server.flush()
        #expect(app.received("document.changed").map { $0["isMine"] } == [false, false, false])
        let carl = try trip.server.person("carl", after: cursor)
        trip.server.flush()
        #expect(carl.received("document.changed").isEmpty)
        // After the deletion, a resuming reader receives only the deletion.
        try trip.anna.document.delete(here)
        let late = try trip.server.person("bea", after: cursor)
        trip.server.flush()
        #expect(late.received("document.changed").map { $0["change"]?["trigger"] } == ["deleted"])
    }

    @Test("a person with a document open on several devices counts once, until the last one closes it")
    func presenceCountsAPersonOnce() throws {
        let device = try trip.server.person("bea")
        try device.document.open(here)
        #expect(active(trip.anna).isEmpty, "Bea had it open already")
        try trip.app.appDocument.open(here)
        #expect(active(trip.bea) == [["bea", "anna"]] && active(trip.carl).isEmpty)
        #expect(try trip.app.appDocument.get(here).activeParticipantCount == 2)
        trip.server.close(trip.bea)
        #expect(active(trip.anna) == [["bea", "anna"]], "Bea has it open on her other device")
        try device.document.close(here)
        #expect(active(trip.anna) == [["bea", "anna"], ["anna"]] && active(trip.app) == [1])
        try device.document.close(here)
        #expect(active(trip.anna).count == 2, "it is closed already")
        #expect(device.refusal { try $0.document.close(.id("d404")) } == .notFound)
        trip.server.close(trip.app)
        #expect(active(trip.anna).last == .array([]))
        #expect(trip.anna.received("document.presence").allSatisfy { $0["cursor"] == nil })
        let end = trip.server.log.end
        try device.document.open(here)
        #expect(trip.server.log.end == end, "nothing of it is kept")
    }

    @Test("deleting a document ends its presence")
    func deletionEndsThePresence() throws {
        try trip.anna.document.delete(here)
        #expect(active(trip.anna) == [.array([])])
    }

    @Test("a failed write opens no document")
    func failedWriteOpensNoDocument() throws {
        let log = FailingLog()
        let trip = try TripFixture(log: log)
        log.failure = .unavailable
        #expect(trip.bea.refusal { try $0.document.open(here) } == .unavailable)
        log.heal()
        #expect(trip.anna.received("document.presence").isEmpty)
        #expect(try trip.anna.document.get(here).active == [])
    }
}
