import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// The document service: storage, access and refusals.
struct DocumentTests {
    let trip: TripFixture

    init() throws { trip = try TripFixture() }

    private func at(_ params: JSONValue = [:]) -> JSONValue { with(params, "url", TripFixture.url) }

    private func edit(_ text: String, _ revision: Int64) -> JSONValue {
        at(["text": .string(text), "revision": .integer(revision)])
    }

    @Test("the first save of a share creates its root document (ucs-root-record)")
    func firstSaveCreatesTheRoot() throws {
        let share = try trip.anna.ask("share.get", ["share": trip.share])["share"]
        let root = try trip.anna.ask("document.get", at())["document"]
        #expect(root?["id"] == share?["document"] && root?["title"] == "Trip plan" && root?["text"] == "")
        #expect(root?["owner"] == "anna" && root?["canEdit"] == true && root?["active"] == .array([]))
    }

    @Test("an unshared document is hidden from other people")
    func unsharedDocumentIsHiddenFromOthers() throws {
        try trip.advance(1)
        let made = try trip.anna.ask(
            "document.create", ["app": "com.example.notes", "title": "Diary", "text": "Dear diary"])
        let id = try #require(made["document"]?["id"])
        #expect(made["change"] == ["type": "persistence", "trigger": "created"])
        #expect(made["document"]?["url"]?.stringValue?.hasPrefix("https://notes.example/shared/") == true)
        for method in ["document.get", "document.open", "document.delete"] {
            #expect(trip.bea.refusal(method, ["document": id]) == .notFound, "\(method)")
        }
        #expect(try trip.bea.ask("document.list")["documents"] == .array([]))
        let list = try trip.anna.ask("document.list", ["app": "com.example.notes"])["documents"]?.arrayValue
        #expect(list?.map { $0["title"] } == ["Diary", "Trip plan"])
        #expect(list?.allSatisfy { $0["text"] == nil && $0["comments"] == nil } == true)
        #expect(trip.bea.heard("document.changed").isEmpty && trip.observer.heard("document.changed").count == 1)
    }

    @Test("titles and file names with a line break are refused", arguments: ["a\nb", "a\r\nb", "a\u{2028}b"])
    func titlesWithALineBreakAreRefused(text: String) throws {
        let name = JSONValue.string(text)
        let app: JSONValue = ["app": "com.example.notes"]
        #expect(trip.anna.refusal("document.create", app.adding(["title": name])) == .invalidParams)
        #expect(trip.anna.refusal("share.create", app.adding(["title": name])) == .invalidParams)
        #expect(trip.anna.refusal("document.rename", at(["title": name])) == .invalidParams)
        #expect(trip.anna.refusal("share.save", ["share": trip.share, "revision": 1, "title": name]) == .invalidParams)
        let file: JSONValue = ["name": name, "type": "text/plain", "content": "SGk="]
        let sent: JSONValue = ["conversation": trip.conversation, "attachment": file]
        #expect(trip.anna.refusal("message.send", sent) == .invalidParams)
    }

    @Test("sharing an existing document takes it as the root, with its link (ck-url)")
    func sharingTakesAnExistingDocument() throws {
        let made = try trip.anna.ask("document.create", ["app": "com.example.notes", "title": "Diary", "text": "x"])
        let shared = try trip.anna.ask("share.create", ["app": "com.example.notes", "title": "Diary"])["share"]
        #expect(shared?["document"] == made["document"]?["id"] && shared?["url"] == made["document"]?["url"])
        // The first document is shared now, so a second share of this title gets another document.
        let other = try trip.anna.ask("share.create", ["app": "com.example.notes", "title": "Diary"])["share"]
        #expect(other?["document"] != shared?["document"] && other?["url"] != shared?["url"])
        // A link of another person's document is refused.
        let bea = try trip.bea.ask(
            "document.create", ["app": "com.example.notes", "title": "Mine", "url": "https://notes.example/d/7"])
        let url = try #require(bea["document"]?["url"])
        #expect(
            trip.anna.refusal("share.create", ["app": "com.example.notes", "title": "Mine", "url": url]) == .conflict)
        #expect(
            trip.anna.refusal("document.create", ["app": "com.example.notes", "title": "Mine", "url": url])
                == .conflict)
    }

    @Test("a named root must be the caller's unshared document, of that app and link")
    func namedRootMustBeUsable() throws {
        let made = try trip.anna.ask("document.create", ["app": "com.example.notes", "title": "Diary"])
        let id = DocumentID(try #require(made["document"]?["id"]?.stringValue))
        let (anna, bea) = (Handle("anna"), Handle("bea"))
        let notes = AppID("com.example.notes")
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
        #expect(reason(id, AppID("com.example.maps"), nil, anna) == .notFound)
        #expect(reason(id, notes, "https://notes.example/d/8", anna) == .conflict)
        #expect(reason(DocumentID("d-\(trip.share.stringValue ?? "")"), notes, nil, anna) == .conflict)
    }

    @Test("a document is readable only after its invitation is accepted (ck-accept)")
    func documentIsReadableAfterAcceptance() throws {
        try trip.anna.ask("document.edit", edit("Tents", 0))
        #expect(trip.bea.refusal("document.get", at()) == .forbidden)
        #expect(trip.bea.refusal("document.edit", edit("x", 1)) == .forbidden)
        #expect(trip.bea.heard("document.changed").isEmpty, "nothing is told before it is opened")
        try trip.post(TripFixture.edit)
        let opened = try trip.bea.ask("document.open", at())["document"]
        #expect(opened?["text"] == "Tents" && opened?["active"] == ["bea"] && opened?["canEdit"] == true)
        #expect(trip.bea.heard("notice.cleared").count == 1, "and its notices wait no longer")
        #expect(trip.bea.heard("share.changed").count == 1)
        try trip.bea.ask("document.edit", edit("Tents and stoves", 1))
        #expect(try trip.anna.ask("document.get", at())["document"]?["text"] == "Tents and stoves")
    }

    @Test("a public document opens by its link but not by its id")
    func publicDocumentOpensByItsLink() throws {
        let url: JSONValue = "https://notes.example/d/open"
        let shared = try trip.anna.ask(
            "share.create", ["app": "com.example.notes", "title": "Open", "url": url, "access": "public"])["share"]
        let dora = try trip.server.person("dora")
        let id = try #require(shared?["document"])
        #expect(dora.refusal("document.open", ["document": id]) == .notFound)
        #expect(dora.refusal("document.get", ["url": url]) == .forbidden, "open it first")
        #expect(try dora.ask("document.open", ["url": url])["document"]?["title"] == "Open")
        #expect(try dora.ask("document.get", ["document": id])["document"]?["title"] == "Open")
    }

    @Test("a read-only participant can comment on a document but not change it (ucs-can-permission)")
    func readOnlyParticipantOnlyComments() throws {
        let url: JSONValue = "https://notes.example/d/2"
        let shared = try trip.anna.ask(
            "share.create",
            ["app": "com.example.notes", "title": "Tickets", "url": url, "permission": "readOnly"])
        let share = try #require(shared["share"]?["id"])
        try trip.anna.ask("share.send", ["share": share, "conversation": trip.conversation])
        #expect(try trip.bea.ask("document.open", ["url": url])["document"]?["canEdit"] == false)
        let end = trip.server.log.end
        let app = try trip.server.app(as: "bea")
        for client in [trip.bea, app] {
            for (method, params) in [
                ("document.edit", ["text": "x", "revision": 0] as JSONValue), ("document.rename", ["title": "x"]),
                ("document.move", ["folder": "x"]), ("document.delete", [:]),
            ] {
                #expect(client.refusal(method, with(params, "url", url)) == .forbidden, "\(method)")
            }
        }
        #expect(trip.server.log.end == end, "what is refused leaves no trace")
        let said = try trip.bea.ask("document.comment", ["url": url, "text": "Nice"])
        #expect(said["document"]?["comments"]?.arrayValue?.map { $0["author"] } == ["bea"])
    }

    @Test("a stale edit is refused, and the error has the current document")
    func staleEditIsRefusedWithTheCurrentDocument() throws {
        try trip.bea.ask("document.open", at())
        try trip.anna.ask("document.edit", edit("Anna's", 0))
        let end = trip.server.log.end
        for (client, isApp) in [(trip.bea, false), (try trip.server.app(as: "bea"), true)] {
            for revision in [0, 9] as [Int64] {
                let id = client.post("document.edit", edit("Bea's", revision))
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
        try trip.anna.ask("document.comment", at(["text": "well?"]))
        try trip.anna.ask("document.rename", at(["title": "Lake plan"]))
        #expect(try trip.bea.ask("document.edit", edit("Both", 1))["document"]?["revision"] == 4)
        // An edit to the same text writes no event.
        let before = trip.server.log.end
        try trip.bea.ask("document.edit", edit("Both", 4))
        #expect(trip.server.log.end == before)
    }

    @Test("a rename of a document renames its share, and a deletion marks it")
    func renameAndDeletionUpdateTheShare() throws {
        try trip.bea.ask("document.open", at())
        try trip.bea.ask("document.rename", at(["title": "Lake plan"]))
        var share = try trip.anna.ask("share.get", ["share": trip.share])["share"]
        let revision = try #require(share?["revision"]?.integerValue)
        #expect(share?["title"] == "Lake plan" && revision > 1)
        try trip.anna.ask("document.edit", edit("Tents", 1))
        let deleted = try trip.bea.ask("document.delete", at())
        #expect(deleted["document"]?["deleted"] == true && deleted["document"]?["text"] == "")
        share = try trip.anna.ask("share.get", ["share": trip.share])["share"]
        #expect(share?["documentDeleted"] == true && share?["revision"]?.integerValue == revision + 1)
        for (method, params) in [
            ("document.get", [:] as JSONValue), ("document.open", [:]), ("document.delete", [:]),
            ("document.edit", ["text": "x", "revision": 3]), ("document.comment", ["text": "x"]),
            ("document.rename", ["title": "x"]), ("document.move", ["folder": "x"]),
        ] {
            #expect(trip.anna.refusal(method, at(params)) == .conflict, "\(method)")
        }
        // A pending participant cannot open a deleted document, and a stranger cannot find it.
        #expect(trip.carl.refusal("document.open", at()) == .conflict)
        #expect(try trip.server.person("dora").refusal("document.get", at()) == .notFound)
        #expect(try trip.anna.ask("document.list")["documents"] == .array([]))
    }

    @Test("an app's rename notice renames the document")
    func renameNoticeRenamesTheDocument() throws {
        try trip.post(["type": "persistence", "trigger": "renamed", "title": "Lake plan"])
        #expect(try trip.anna.ask("document.get", at())["document"]?["title"] == "Lake plan")
    }

    @Test("only new mentions of other participants are reported (ev-mention)")
    func onlyNewMentionsAreReported() throws {
        try trip.bea.ask("document.open", at())
        func mentioned(_ text: String, _ revision: Int64) throws -> JSONValue? {
            try trip.anna.ask("document.edit", edit(text, revision))["change"]?["mentions"]
        }
        #expect(try mentioned("@bea @Carl @dora @anna", 0) == ["bea", "carl"])
        #expect(try mentioned("Hello\n@bea @Carl @dora @anna", 1) == nil, "they were there")
        #expect(try mentioned("Hello @bea\n@bea @Carl", 2) == ["bea"], "once more")
        #expect(try mentioned("Hello @bea @carl", 3) == nil, "fewer than before")
        #expect(try mentioned("Hello @beatrice mail@bea", 4) == nil)
        let said = try trip.bea.ask("document.comment", at(["text": "@anna?"]))
        #expect(said["change"]?["mentions"] == ["anna"])
        // The app receives the identities of people on this share, not their handles.
        let told = trip.app.heard("document.changed").last
        let share = try #require(trip.server.state.shares.all.first?.share)
        let anna = Handle("anna")
        #expect(told?["change"]?["mentions"] == [.string(try #require(share.identity(of: anna)).rootHash)])
        #expect(told?["isMine"] == false && told?["by"] == nil)
    }

    @Test("blank or too long texts of a document are refused")
    func blankAndTooLongTextsAreRefused() throws {
        let longest = String(repeating: "é", count: 20_000)
        try trip.anna.ask("document.edit", edit(longest, 0))
        #expect(trip.anna.refusal("document.edit", edit(longest + "x", 1)) == .tooLarge)
        #expect(trip.anna.refusal("document.comment", at(["text": " \u{200B}"])) == .invalidParams)
        #expect(trip.anna.refusal("document.rename", at(["title": ""])) == .invalidParams)
        #expect(trip.anna.refusal("document.move", at(["folder": .string(longest)])) == .tooLarge)
        // An unshared document is cheaper: each comment sends the document again to all its readers.
        let large: JSONValue = "https://notes.example/d/4"
        try trip.anna.ask("document.create", ["app": "com.example.notes", "title": "Talk", "url": large])
        let long = JSONValue.string(String(repeating: "x", count: 16_384))
        for _ in 0..<16 { try trip.anna.ask("document.comment", ["url": large, "text": long]) }
        #expect(trip.anna.refusal("document.comment", ["url": large, "text": "x"]) == .tooLarge)
    }

    @Test("a comment past the limit of a document is refused")
    func commentPastTheLimitIsRefused() throws {
        let draft = Draft()
        let core = Core(draft)
        let anna = Handle("anna")
        let now = Instant(milliseconds: 1)
        var document = Document(
            id: DocumentID("x1"), app: AppID("a"), url: "https://a.example/1", title: "t", owner: anna, revision: 1,
            createdAt: now)
        document.comments = (1..<Document.commentsMax).map {
            Document.Comment(id: CommentID("k\($0)"), author: anna, text: "\($0)", at: now)
        }
        draft.decide(
            .documentSaved(document, DocumentChange(.persistence(.created), by: anna), told: [anna]), at: now)
        var fields = try JSONFields(["url": .string(document.url), "text": "x"])
        let request = Request.documentComment(try CommentOnDocument(from: &fields))
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
        let anna = Handle("anna")
        let now = Instant(milliseconds: 1)
        for number in 1...Int64(limits.documents) {
            let document = Document(
                id: DocumentID("x\(number)"), app: AppID("a"), url: "https://a.example/\(number)", title: "t",
                owner: anna, revision: 1, createdAt: now)
            draft.decide(
                .documentSaved(document, DocumentChange(.persistence(.created), by: anna), told: [anna]), at: now)
        }
        var fields = try JSONFields(["app": "com.example.notes", "title": "One too many"])
        let request = Request.documentCreate(try CreateDocument(from: &fields))
        var register = try JSONFields(["app": "com.example.notes", "name": "N", "domains": ["notes.example"]])
        _ = try core.handle(.appRegister(try RegisterApp(from: &register)), from: .observer(nil), at: now)
        let refusal = #expect(throws: RPCError.self) { try core.handle(request, from: .person(anna), at: now) }
        #expect(refusal?.reason == .tooLarge)
        let bea = Handle("bea")
        _ = try core.handle(request, from: .person(bea), at: now)
    }

    @Test("a share lists only the conversations of its reader that have its link (cv-button)")
    func shareListsTheReadersConversations() throws {
        func places(_ client: EngineClient) throws -> JSONValue? {
            try client.ask("share.get", at())["share"]?["conversations"]
        }
        let first = try #require(try places(trip.anna)?.arrayValue?.first)
        #expect(try places(trip.bea) == .array([first]))
        let pair = try trip.anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"]
        let other = try #require(pair)
        try trip.anna.ask("share.send", ["share": trip.share, "conversation": other])
        #expect(try places(trip.anna) == .array([first, other]))
        #expect(try places(trip.carl) == .array([first]), "he is not in the other one")
        // Lists and notifications omit the conversations.
        #expect(try trip.anna.ask("share.list")["shares"]?.arrayValue?.first?["conversations"] == nil)
        #expect(trip.bea.heard("share.changed").allSatisfy { $0["share"]?["conversations"] == nil })
    }
}
