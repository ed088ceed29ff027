import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// `document.accessChanged` notifies an app each time its person's access to a document changes (`ucs-can-permission`,
/// `ucs-can-remove`, `ucs-can-leave`, `ucs-can-stop`).
struct DocumentAccessTests {
    let trip: TripFixture
    /// The app's session as Bea, who has opened the document.
    let beas: EngineClient
    /// The app's session as Carl, whose invitation is pending.
    let carls: EngineClient
    private let here = DocumentReference.url(TripFixture.url)
    private var share: ShareReference { .id(trip.share) }

    init() throws {
        trip = try TripFixture()
        beas = try trip.server.app(as: "bea")
        carls = try trip.server.app(as: "carl")
        try beas.appDocument.open(here)
    }

    private func delivered(_ client: EngineClient) -> [JSONValue?] {
        client.received("document.accessChanged").map { $0["access"] }
    }

    @Test("each change of a person's access notifies only their app, without data about people")
    func accessChangeNotifiesOnlyTheApp() throws {
        let document = try trip.anna.share.get(share).share.document
        try trip.anna.share.setPermission(share: share, people: .one("bea"), permission: .readOnly)
        try trip.anna.share.setPermission(share: share, permission: .readOnly)
        try trip.anna.share.setPermission(share: share, people: .one("bea"), permission: .readWrite)
        try trip.anna.share.removeParticipant(share: share, people: .one("bea"))
        try trip.anna.share.addParticipant(share: share, people: .one("bea"))
        #expect(delivered(beas) == ["readOnly", "readWrite", "none"], "an invitation alone gives no access")
        try trip.bea.share.accept(share)
        #expect(delivered(beas) == ["readOnly", "readWrite", "none", "readOnly"])
        let last = beas.received("document.accessChanged").last
        #expect(last?["document"] == JSONValue(document) && last?["url"] == .string(TripFixture.url))
        #expect(last?.objectValue?.members.map(\.key).sorted() == ["access", "cursor", "document", "url"])
        #expect(delivered(trip.app).isEmpty && delivered(carls).isEmpty && delivered(trip.observer).isEmpty)
    }

    @Test("leaving a share and stopping it notify the app that access is lost")
    func leavingAndStoppingNotifyTheApp() throws {
        try trip.bea.share.leave(share)
        #expect(delivered(beas) == ["none"])
        try carls.appDocument.open(here)
        try trip.anna.share.stop(share)
        #expect(delivered(carls) == ["none"], "the app that opened it was answered with the document")
        #expect(delivered(beas) == ["none"] && delivered(trip.app).isEmpty)
    }

    @Test("opening an invited document in one session notifies the app's other session")
    func openingNotifiesTheOtherSession() throws {
        let phone = try trip.server.app(as: "carl")
        try carls.appDocument.open(here)
        #expect(delivered(phone) == ["readWrite"] && delivered(carls).isEmpty)
    }

    @Test("closing a public link notifies only the apps of participants whom it drops")
    func closingAPublicLinkNotifiesDroppedApps() throws {
        try trip.anna.share.setAccess(share: share, access: .public)
        #expect(delivered(beas).isEmpty, "Bea keeps it")
        try trip.anna.share.setAccess(share: share, access: .private)
        #expect(delivered(beas) == ["none"] && delivered(carls).isEmpty)
    }

    @Test("a resuming app receives each missed change with the current access")
    func resumingAppReceivesMissedChanges() throws {
        let cursor = trip.server.log.end
        trip.server.close(beas)
        try trip.anna.share.setPermission(share: share, people: .one("bea"), permission: .readOnly)
        try trip.anna.share.removeParticipant(share: share, people: .one("bea"))
        func resumed(_ handle: JSONValue) throws -> [JSONValue?] {
            let client = try trip.server.join([
                "role": "app", "app": "com.example.notes", "handle": handle, "after": .integer(cursor),
            ])
            trip.server.flush()
            return delivered(client)
        }
        #expect(try resumed("bea") == ["none", "none"])
        #expect(try resumed("carl").isEmpty && resumed("anna").isEmpty)
        try trip.server.restart()
        #expect(try resumed("bea") == ["none", "none"], "the log says it")
    }

    @Test("a deleted document sends no access changes, even if its share changes")
    func deletedDocumentSendsNoAccessChanges() throws {
        try trip.anna.document.delete(here)
        try trip.anna.share.removeParticipant(share: share, people: .one("bea"))
        try trip.anna.share.stop(share)
        #expect(delivered(beas).isEmpty && beas.received("document.changed").count == 1)
    }

    @Test("the journal lists each access notification with its app and person")
    func journalListsAccessNotifications() throws {
        try trip.anna.share.removeParticipant(share: share, people: .one("bea"))
        let page = try trip.observer.journal.list(JournalFilter(event: "document.accessChanged")).entries
        #expect(page.map(\.app) == ["com.example.notes", "com.example.notes"], "opened, and removed")
        #expect(page.allSatisfy { $0.person == "bea" })
    }
}
