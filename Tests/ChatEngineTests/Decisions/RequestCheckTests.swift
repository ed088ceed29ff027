import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine

/// The checks of requests, at their exact limits.
struct RequestCheckTests {
    @Test("an app can have 20 document types, and not 21")
    func appCanHave20DocumentTypes() throws {
        let trip = try TripFixture()
        func register(_ count: Int) -> RPCError.Reason? {
            trip.observer.refusal {
                try $0.app.register(
                    app: "com.example.files", name: "Files", domains: ["files.example"],
                    documentTypes: (0..<count).map { "t\($0)" })
            }
        }
        #expect(register(App.documentTypesMax) == nil)
        #expect(register(App.documentTypesMax + 1) == .invalidParams)
    }

    @Test("a document can take the last free byte of its owner")
    func documentCanTakeTheLastFreeByte() throws {
        let create = Request.documentCreate(.init(app: "com.example.notes", title: "Diary"))
        let free = try TripFixture()
        try free.anna.succeed(create)
        let state = free.server.state
        let full =
            (state.people["anna"]?.begun.bytes ?? 0) + state.links.usage(of: "anna").bytes
            + state.documents.bytes(ownedBy: "anna") + state.shares.usage(of: "anna").bytes
        let exact = try TripFixture { $0.limits.storedBytesOfPerson = full }
        #expect(exact.anna.refusal(of: create) == nil)
        let tight = try TripFixture { $0.limits.storedBytesOfPerson = full - 1 }
        #expect(tight.anna.refusal(of: create) == .tooLarge)
    }

    @Test("a new conversation needs a valid name")
    func newConversationNeedsAValidName() throws {
        let trip = try TripFixture()
        for name in ["", " ", "a\nb", String(repeating: "x", count: Limits.standard.nameCharacters + 1)] {
            let reason = trip.server.refusal(of: trip.anna) {
                try $0.conversation.create(participants: ["bea", "dora"], name: name)
            }
            #expect(reason != nil, "\(name.prefix(5))")
        }
    }

    @Test("a share of a document names the document's own app")
    func sharedDocumentIsOfTheNamedApp() throws {
        let trip = try TripFixture()
        try trip.observer.app.register(app: "com.example.plans", name: "Plans", domains: ["plans.example"])
        let diary = try trip.anna.document.create(app: "com.example.notes", title: "Diary").id
        func share(_ app: AppID, by client: EngineClient) -> RPCError.Reason? {
            client.refusal(of: .shareCreate(.init(app: app, title: "Diary", document: diary)))
        }
        #expect(share("com.example.plans", by: trip.anna) == .notFound)
        #expect(share("com.example.notes", by: trip.bea) == .notFound)
        #expect(share("com.example.notes", by: trip.anna) == nil)
    }

    @Test("a notice of a rename that the document does not have names the present title")
    func renameThatDidNotHappenNamesThePresentTitle() throws {
        let trip = try TripFixture()
        try trip.bea.share.accept(.id(trip.share))
        try trip.anna.document.rename(document: .url(TripFixture.url), title: "Lake plan")
        _ = trip.notices(trip.bea)
        try trip.post(.persistence(.renamed(to: "Sea plan")))
        let notice = try #require(trip.notices(trip.bea).first)
        #expect(notice["text"]?.stringValue?.contains("“Lake plan”") == true, "\(notice)")
    }

    @Test("a person can begin as many shares as the limit allows, and no more")
    func sharesHaveALimit() throws {
        // The fixture has one.
        let trip = try TripFixture { $0.limits.shares = 2 }
        func share(_ title: String) -> RPCError.Reason? {
            trip.anna.refusal(of: .shareCreate(.init(app: "com.example.notes", title: title)))
        }
        #expect(share("Maps") == nil)
        #expect(share("Tents") == .tooLarge)
    }

    @Test("an administrator leaves a share by leaving it, not by removing themselves (ucs-can-leave)")
    func administratorCannotRemoveThemselves() throws {
        let trip = try TripFixture()
        try trip.bea.share.accept(.id(trip.share))
        try trip.anna.share.setRole(share: .id(trip.share), own: .init(handle: "bea", role: .administrator))
        func removal(of person: Handle) -> RPCError.Reason? {
            trip.bea.refusal { try $0.share.removeParticipant(share: .id(trip.share), people: .one(person)) }
        }
        #expect(removal(of: "bea") == .invalidParams)
        #expect(removal(of: "carl") == nil)
    }

    @Test("a person can begin as many conversations as the limit allows, and no more")
    func conversationsHaveALimit() throws {
        // The fixture has one.
        let trip = try TripFixture { $0.limits.conversationsBegun = 2 }
        func create(_ name: String) -> RPCError.Reason? {
            trip.anna.refusal { try $0.conversation.create(participants: ["bea", "carl"], name: name) }
        }
        #expect(create("Lake") == nil)
        #expect(create("Sea") == .tooLarge)
    }

    @Test("a new share is of a document or of a folder, not of both")
    func newShareIsOfADocumentOrAFolder() throws {
        let trip = try TripFixture()
        let diary = try trip.anna.document.create(app: "com.example.notes", title: "Diary").id
        func share(document: DocumentID?) -> RPCError.Reason? {
            trip.anna.refusal(
                of: .shareCreate(
                    .init(app: "com.example.notes", title: "Plans", document: document, folder: "Plans")))
        }
        #expect(share(document: diary) == .invalidParams)
        #expect(share(document: nil) == nil)
    }
}
