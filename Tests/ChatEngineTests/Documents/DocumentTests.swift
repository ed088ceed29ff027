import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// The document service: storage, access and refusals.
struct DocumentTests {
    let trip: TripFixture
    private let here = DocumentReference.url(TripFixture.url)

    init() throws { trip = try TripFixture() }

    @discardableResult
    private func edit(_ text: String, _ revision: Int64, by client: EngineClient? = nil) throws -> Answered.Document {
        try (client ?? trip.anna).document.edit(document: here, text: text, revision: revision)
    }

    @Test("the first save of a share creates its root document (ucs-root-record)")
    func firstSaveCreatesTheRoot() throws {
        let share = try trip.anna.share.get(.id(trip.share)).share
        let root = try trip.anna.document.get(here)
        #expect(root.id == share.document && root.title == "Trip plan" && root.text == "")
        #expect(root.owner == "anna" && root.canEdit && root.active == [])
    }

    @Test("an unshared document is hidden from other people")
    func unsharedDocumentIsHiddenFromOthers() throws {
        try trip.advance(1)
        let made = try trip.anna.document.create(app: "com.example.notes", title: "Diary", text: "Dear diary")
        #expect(made.change == DocumentChange.Action(kind: .persistence(.created)))
        #expect(made.url.hasPrefix("https://notes.example/shared/"))
        for request: Request in [
            .documentGet(.id(made.id)), .documentOpen(.id(made.id)), .documentDelete(.id(made.id)),
        ] {
            #expect(trip.bea.refusal(of: request) == .notFound, "\(request.method)")
        }
        #expect(try trip.bea.document.list().documents == [])
        let list = try trip.anna.document.list(app: "com.example.notes").documents
        #expect(list.map(\.title) == ["Diary", "Trip plan"])
        #expect(list.allSatisfy { $0.text == nil && $0.comments == nil })
        #expect(trip.bea.received("document.changed").isEmpty && trip.observer.received("document.changed").count == 1)
    }

    @Test("titles and file names with a line break are refused", arguments: ["a\nb", "a\r\nb", "a\u{2028}b"])
    func titlesWithALineBreakAreRefused(text: String) throws {
        let file = SentAttachment(name: text, type: "text/plain", content: Array("Hi".utf8))
        for request: Request in [
            .documentCreate(.init(app: "com.example.notes", title: text)),
            .shareCreate(.init(app: "com.example.notes", title: text)),
            .documentRename(.init(document: here, title: text)),
            .shareSave(.init(share: .id(trip.share), revision: 1, title: text)),
            .messageSend(.init(conversation: trip.conversation, attachment: file)),
        ] {
            #expect(trip.anna.refusal(of: request) == .invalidParams, "\(request.method)")
        }
    }

    @Test("sharing an existing document takes it as the root, with its link (ck-url)")
    func sharingTakesAnExistingDocument() throws {
        let notes: AppID = "com.example.notes"
        let made = try trip.anna.document.create(app: notes, title: "Diary", text: "x")
        let shared = try #require(try trip.anna.share.create(app: notes, title: "Diary").share?.share)
        #expect(shared.document == made.id && shared.url == made.url)
        // The first document is shared now, so a second share of this title gets another document.
        let other = try #require(try trip.anna.share.create(app: notes, title: "Diary").share?.share)
        #expect(other.document != shared.document && other.url != shared.url)
        // A link of another person's document is refused.
        let url = try trip.bea.document.create(app: notes, title: "Mine", url: "https://notes.example/d/7").url
        #expect(trip.anna.refusal { try $0.share.create(app: notes, title: "Mine", url: url) } == .conflict)
        #expect(trip.anna.refusal { try $0.document.create(app: notes, title: "Mine", url: url) } == .conflict)
    }

    @Test("a named root must be the caller's unshared document, of that app and link")
    func namedRootMustBeUsable() throws {
        let (anna, bea): (Handle, Handle) = ("anna", "bea")
        let notes: AppID = "com.example.notes"
        let id = try trip.anna.document.create(app: notes, title: "Diary").id
        let rights = DocumentRights(Draft(state: trip.server.state))
        let root = try rights.rootDocument(id, of: notes, title: "Other", url: nil, by: anna)
        #expect(root?.id == id)
        func reason(_ id: DocumentID, _ app: AppID, _ url: String?, _ person: Handle) -> RPCError.Reason? {
            do throws(RPCError) {
                _ = try rights.rootDocument(id, of: app, title: "Diary", url: url, by: person)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason(id, notes, nil, bea) == .notFound)
        #expect(reason(id, "com.example.maps", nil, anna) == .notFound)
        #expect(reason(id, notes, "https://notes.example/d/8", anna) == .conflict)
        #expect(reason(DocumentID("d-\(trip.share)"), notes, nil, anna) == .conflict)
    }

    @Test("a document is readable only after its invitation is accepted (ck-accept)")
    func documentIsReadableAfterAcceptance() throws {
        try edit("Tents", 0)
        #expect(trip.bea.refusal { try $0.document.get(here) } == .forbidden)
        #expect(trip.bea.refusal { try edit("x", 1, by: $0) } == .forbidden)
        #expect(trip.bea.received("document.changed").isEmpty, "nothing is told before it is opened")
        try trip.app.highlightCenter.postNotice(url: TripFixture.url, event: .change(.edit))
        let opened = try trip.bea.document.open(here)
        #expect(opened.text == "Tents" && opened.active == ["bea"] && opened.canEdit)
        #expect(trip.bea.received("notice.cleared").count == 1, "and its notices wait no longer")
        #expect(trip.bea.received("share.changed").count == 1)
        try edit("Tents and stoves", 1, by: trip.bea)
        #expect(try trip.anna.document.get(here).text == "Tents and stoves")
    }

    @Test("a public document opens by its link but not by its id")
    func publicDocumentOpensByItsLink() throws {
        let url = "https://notes.example/d/open"
        let shared = try trip.anna.share.create(app: "com.example.notes", title: "Open", url: url, access: .public)
        let dora = try trip.server.person("dora")
        let id = try #require(shared.share?.share.document)
        #expect(dora.refusal { try $0.document.open(.id(id)) } == .notFound)
        #expect(dora.refusal { try $0.document.get(.url(url)) } == .forbidden, "open it first")
        #expect(try dora.document.open(.url(url)).title == "Open")
        #expect(try dora.document.get(.id(id)).title == "Open")
    }

    @Test("a read-only participant can comment on a document but not change it (ucs-can-permission)")
    func readOnlyParticipantOnlyComments() throws {
        let url = "https://notes.example/d/2"
        let shared = try trip.anna.share.create(
            app: "com.example.notes", title: "Tickets", url: url, permission: .readOnly)
        let share = try #require(shared.share?.share.id)
        try trip.anna.share.send(share: share, conversation: trip.conversation)
        #expect(try !trip.bea.document.open(.url(url)).canEdit)
        let end = trip.server.log.end
        let app = try trip.server.app(as: "bea")
        for client in [trip.bea, app] {
            for request: Request in [
                .documentEdit(.init(document: .url(url), text: "x", revision: 0)),
                .documentRename(.init(document: .url(url), title: "x")),
                .documentMove(.init(document: .url(url), folder: "x")), .documentDelete(.url(url)),
            ] {
                #expect(client.refusal(of: request) == .forbidden, "\(request.method)")
            }
        }
        #expect(trip.server.log.end == end, "what is refused leaves no trace")
        let said = try trip.bea.document.comment(document: .url(url), text: "Nice")
        #expect(said.comments?.map(\.author) == ["bea"])
    }

    @Test("a stale edit is refused, and the error has the current document")
    func staleEditIsRefusedWithTheCurrentDocument() throws {
        try trip.bea.document.open(here)
        try edit("Anna's", 0)
        let end = trip.server.log.end
        for (client, isApp) in [(trip.bea, false), (try trip.server.app(as: "bea"), true)] {
            for revision in [0, 9] as [Int64] {
                let id = client.post(Request.documentEdit(.init(document: here, text: "Bea's", revision: revision)))
                trip.server.flush()
                let error = client.answers[id]?.first?["error"]
                #expect(error?["data"]?["reason"] == "conflict")
                #expect(error?["data"]?["document"]?["text"] == "Anna's")
                #expect(error?["data"]?["document"]?["revision"] == 1)
                #expect((error?["data"]?["document"]?["owner"] == nil) == isApp, "in the form of whoever asks")
            }
        }
        #expect(trip.server.log.end == end)
        // A comment or a rename makes no edit stale.
        try trip.anna.document.comment(document: here, text: "well?")
        try trip.anna.document.rename(document: here, title: "Lake plan")
        #expect(try edit("Both", 1, by: trip.bea).revision == 4)
        // An edit to the same text writes no event.
        let before = trip.server.log.end
        try edit("Both", 4, by: trip.bea)
        #expect(trip.server.log.end == before)
    }

    @Test("a rename of a document renames its share, and a deletion marks it")
    func renameAndDeletionUpdateTheShare() throws {
        try trip.bea.document.open(here)
        try trip.bea.document.rename(document: here, title: "Lake plan")
        var share = try trip.anna.share.get(.id(trip.share)).share
        let revision = share.revision
        #expect(share.title == "Lake plan" && revision > 1)
        try edit("Tents", 1)
        let deleted = try trip.bea.document.delete(here)
        #expect(deleted.isDeleted && deleted.text == "")
        share = try trip.anna.share.get(.id(trip.share)).share
        #expect(share.isDocumentDeleted && share.revision == revision + 1)
        for request: Request in [
            .documentGet(here), .documentOpen(here), .documentDelete(here),
            .documentEdit(.init(document: here, text: "x", revision: 3)),
            .documentComment(.init(document: here, text: "x")), .documentRename(.init(document: here, title: "x")),
            .documentMove(.init(document: here, folder: "x")),
        ] {
            #expect(trip.anna.refusal(of: request) == .conflict, "\(request.method)")
        }
        // A pending participant cannot open a deleted document, and a stranger cannot find it.
        #expect(trip.carl.refusal { try $0.document.open(here) } == .conflict)
        #expect(try trip.server.person("dora").refusal { try $0.document.get(here) } == .notFound)
        #expect(try trip.anna.document.list().documents == [])
    }

    @Test("an app's rename notice renames the document")
    func renameNoticeRenamesTheDocument() throws {
        try trip.app.highlightCenter.postNotice(
            url: TripFixture.url, event: .persistence(.renamed(to: "Lake plan")))
        #expect(try trip.anna.document.get(here).title == "Lake plan")
    }

    @Test("only new mentions of other participants are reported (ev-mention)")
    func onlyNewMentionsAreReported() throws {
        try trip.bea.document.open(here)
        func mentioned(_ text: String, _ revision: Int64) throws -> [Handle]? {
            try edit(text, revision).change?.mentions
        }
        #expect(try mentioned("@bea @Carl @dora @anna", 0) == ["bea", "carl"])
        #expect(try mentioned("Hello\n@bea @Carl @dora @anna", 1) == [], "they were there")
        #expect(try mentioned("Hello @bea\n@bea @Carl", 2) == ["bea"], "once more")
        #expect(try mentioned("Hello @bea @carl", 3) == [], "fewer than before")
        #expect(try mentioned("Hello @beatrice mail@bea", 4) == [])
        #expect(try trip.bea.document.comment(document: here, text: "@anna?").change?.mentions == ["anna"])
        // The app receives the identities of people on this share, not their handles.
        let delivered = trip.app.received("document.changed").last
        let share = try #require(trip.server.state.shares.all.first?.share)
        let anna = try #require(trip.server.state.identities.identity(of: "anna", on: share))
        #expect(delivered?["change"]?["mentions"] == [.string(anna.rootHash)])
        #expect(delivered?["isMine"] == false && delivered?["by"] == nil)
    }

    @Test("blank or too long texts of a document are refused")
    func blankAndTooLongTextsAreRefused() throws {
        let longest = String(repeating: "é", count: 20_000)
        try edit(longest, 0)
        #expect(trip.anna.refusal { try edit(longest + "x", 1, by: $0) } == .tooLarge)
        #expect(trip.anna.refusal { try $0.document.comment(document: here, text: " \u{200B}") } == .invalidParams)
        #expect(trip.anna.refusal { try $0.document.rename(document: here, title: "") } == .invalidParams)
        #expect(trip.anna.refusal { try $0.document.move(document: here, folder: longest) } == .tooLarge)
        // An unshared document is cheaper: each comment sends the document again to all its readers.
        let large = "https://notes.example/d/4"
        try trip.anna.document.create(app: "com.example.notes", title: "Talk", url: large)
        let long = String(repeating: "x", count: 16_384)
        for _ in 0..<16 { try trip.anna.document.comment(document: .url(large), text: long) }
        #expect(trip.anna.refusal { try $0.document.comment(document: .url(large), text: "x") } == .tooLarge)
    }

    @Test("a comment past the limit of a document is refused")
    func commentPastTheLimitIsRefused() throws {
        let draft = Draft()
        let core = Core(draft)
        let (anna, now): (Handle, _) = ("anna", Instant(milliseconds: 1))
        var document = Document(
            id: "x1", app: "a", url: "https://a.example/1", title: "t", owner: anna, revision: 1, createdAt: now)
        document.comments = (1..<Document.commentsMax).map {
            Document.Comment(id: CommentID("k\($0)"), author: anna, text: "\($0)", at: now)
        }
        draft.decide(
            .documentSaved(document, DocumentChange(.persistence(.created), by: anna), recipients: [anna]), at: now)
        let request = Request.documentComment(.init(document: .url(document.url), text: "x"))
        _ = try core.handle(request, from: .person(anna), at: now)
        let refusal = #expect(throws: RPCError.self) { try core.handle(request, from: .person(anna), at: now) }
        #expect(refusal?.reason == .tooLarge)
    }

    @Test("a document past a person's limit is refused, and another person can still create one")
    func documentPastTheLimitIsRefused() throws {
        var limits = Limits.standard
        limits.documents = 3
        let draft = Draft(limits: limits)
        let core = Core(draft)
        let (anna, now): (Handle, _) = ("anna", Instant(milliseconds: 1))
        for number in 1...Int64(limits.documents) {
            let document = Document(
                id: DocumentID("x\(number)"), app: "a", url: "https://a.example/\(number)", title: "t", owner: anna,
                revision: 1, createdAt: now)
            draft.decide(
                .documentSaved(document, DocumentChange(.persistence(.created), by: anna), recipients: [anna]), at: now)
        }
        let request = Request.documentCreate(.init(app: "com.example.notes", title: "One too many"))
        let notes = RegisterApp(app: "com.example.notes", name: "N", domains: ["notes.example"])
        _ = try core.handle(.appRegister(notes), from: .observer(nil), at: now)
        let refusal = #expect(throws: RPCError.self) { try core.handle(request, from: .person(anna), at: now) }
        #expect(refusal?.reason == .tooLarge)
        _ = try core.handle(request, from: .person("bea"), at: now)
    }

    @Test("a share lists only the conversations of its reader that have its link (cv-button)")
    func shareListsTheReadersConversations() throws {
        func places(_ client: EngineClient) throws -> [ConversationID]? {
            try client.share.get(.url(TripFixture.url)).conversations
        }
        let first = try #require(try places(trip.anna)?.first)
        #expect(try places(trip.bea) == [first])
        let other = try trip.anna.conversation.create(participants: ["bea"]).id
        try trip.anna.share.send(share: trip.share, conversation: other)
        #expect(try places(trip.anna) == [first, other])
        #expect(try places(trip.carl) == [first], "he is not in the other one")
        // Lists and notifications omit the conversations.
        #expect(try #require(try trip.anna.share.list().shares.first).conversations == nil)
        #expect(trip.bea.received("share.changed").allSatisfy { $0["share"]?["conversations"] == nil })
    }
}
