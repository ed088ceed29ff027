import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// The page of a document in an app, and its keys.
struct AppDocumentTests {
    /// An app with one document that Bea works on, its service, and the person's own container.
    final class Stage {
        let stream = CannedStream()
        let messages = CannedMessages()
        let sharing: ShareStage
        let runtime: AppRuntime
        var text = "Pack the tent.\nBuy bread."
        var title = "Trip plan"
        var revision: Int64 = 3
        var canEdit = true
        var active = 1
        var comments: [JSONValue] = []

        init(
            _ share: CannedShare = CannedShare(), registration: [String: JSONValue] = [:], drafts: DraftStore? = nil
        ) throws {
            let sharing = try ShareStage("bea", share)
            self.sharing = sharing
            messages.contents = [
                "summary h1": AttributionContent(
                    highlight: "h1", app: "Notes",
                    sharers: [
                        .init(name: "Anna", conversation: "c1", conversationName: "Weekend trip", message: "m1")
                    ])
            ]
            let box = Box()
            stream.answers = { box.stage?.answer($0) ?? Stage.start($0, registration) }
            runtime = AppRuntime(
                try stream.session(), renderer: messages, size: Size(columns: 80, rows: 18), drafts: drafts
            ) { sharing.container }
            box.stage = self
            runtime.set(.connected)
            runtime.pump()
        }

        private final class Box { weak var stage: Stage? }

        private static func start(_ request: AppRequest, _ more: [String: JSONValue]) -> Result<JSONValue, RPCError> {
            switch request {
            case .request(.highlightList): return .success(CannedStream.page([CannedStream.document(1)]))
            case .request(.appGet):
                var members = [
                    JSONObject.Member(key: "id", value: "com.example.notes"),
                    JSONObject.Member(key: "name", value: "Notes"),
                ]
                members += more.map { JSONObject.Member(key: $0.key, value: $0.value) }
                return .success(["app": .object(JSONObject(members))])
            default: return .failure(RPCError(.forbidden, "No."))
            }
        }

        private func answer(_ request: AppRequest) -> Result<JSONValue, RPCError> {
            switch request {
            case .live(.attributionAttach(let attach)):
                return .success(["attribution": .string("\(attach.context) \(attach.highlight)")])
            case .live(.documentClose), .request(.highlightCenterPostNotice), .change(.highlightCenterPostNotice, _):
                return .success([:])
            case .request(.documentList): return .success(["documents": []])
            case .request(.documentOpen), .request(.documentGet): return .success(["document": document])
            case .request(.documentComment(let comment)):
                comments.append(
                    [
                        "id": .string("k\(comments.count)"), "text": .string(comment.text),
                        "at": "2024-01-01T09:00:00.000Z", "isMine": true,
                    ])
            case .request(.documentCreate), .request(.documentEdit), .request(.documentRename),
                .request(.documentMove), .request(.documentDelete):
                guard canEdit else {
                    return .failure(RPCError(.forbidden, "You can view “Trip plan”, and not change it."))
                }
                if case .request(.documentEdit(let edit)) = request {
                    guard edit.revision == revision else {
                        return .failure(RPCError(.conflict, "Changed meanwhile.", .document(document)))
                    }
                    self.text = edit.text
                }
                if case .request(.documentRename(let rename)) = request { self.title = rename.title }
            default: return Stage.start(request, [:])
            }
            revision += 1
            return .success(["document": document, "change": ["type": "change", "trigger": "edit"]])
        }

        var document: JSONValue {
            [
                "id": "d1", "url": "https://notes.example/d/1", "title": .string(title), "text": .string(text),
                "revision": .integer(revision), "comments": .array(comments), "canEdit": .bool(canEdit),
                "activeParticipantCount": .integer(Int64(active)),
            ]
        }

        func press(_ keys: Key...) { for key in keys { _ = runtime.apply(key) } }

        func write(_ text: String) { for character in text { press(.character(character)) } }

        /// Delivers the document after a change of another person.
        func tellOfChange() {
            stream.put(
                .notification(
                    method: "document.changed",
                    params: [
                        "cursor": 5, "document": document, "change": ["type": "change", "trigger": "edit"],
                        "isMine": false,
                    ]))
            runtime.pump()
        }

        var screen: String {
            AppScreen.render(runtime.state, messages: messages.messages, size: runtime.size).text
        }

        var posted: Int { stream.asked.count { $0.call.method.rawValue == "highlightCenter.postNotice" } }
    }

    @Test("a conversation that begins late does not cover an open editor", arguments: [true, false])
    func editorKeepsTheScreen(isWriting: Bool) throws {
        let stage = try Stage()
        stage.press(.enter)
        if isWriting { stage.press(.character("e"), .character("X")) }
        stage.messages.messages.conversations.append(ConversationRow(id: "c9", title: "Ines"))
        stage.messages.handed = .init(conversation: "c9", name: "Ines")
        stage.runtime.pump()
        let view = stage.runtime.state.view
        #expect((view.reply == nil) == isWriting)
        #expect((view.hint == "“Ines” is in the list of Messages") == isWriting)
        stage.press(.character("Y"))
        if isWriting { #expect(stage.runtime.state.view.editor?.line.text == stage.text + "XY") }
    }

    @Test("a document that the server is still asked for shows that it is opening, and no other keys")
    func theDocumentIsOpening() throws {
        let stage = try Stage()
        stage.stream.isSlow = true
        stage.press(.enter)
        #expect(stage.screen.contains("Opening…") && !stage.screen.contains("part 1"))
        #expect(stage.screen.hasSuffix("Esc back  ? help"))
        stage.stream.isSlow = false
        stage.runtime.pump()
        #expect(stage.screen.contains("Pack the tent.") && !stage.screen.contains("Opening…"))
    }

    /// share-button-place, collab-button-soon, collab-button-meaning, collab-button-next-share.
    @Test func thePageIsTheDocument() throws {
        let stage = try Stage()
        stage.comments = [["id": "k0", "text": "Nice.", "at": "2024-01-01T09:00:00.000Z", "isMine": false]]
        stage.active = 2
        stage.press(.enter)
        #expect(
            stage.screen == """
                 ‹ Notes                                           p (WT) 2  s People  F2 Share
                ────────────────────────────────────────────────────────────────────────────────
                 Trip plan
                 (A) From Anna ›

                 Revision 3 · 3 people · 2 here now · You can make changes

                 Pack the tent.
                 Buy bread.

                 1 comment
                 · Nice.





                 ● bea           Esc back  e edit  c comment  n rename  r reply  ? help  m menu
                """)
    }

    /// cv-button: the button has no number while the person is alone.
    @Test func aloneThereIsNoNumber() throws {
        let stage = try Stage()
        stage.press(.enter)
        #expect(stage.screen.contains("p (WT)  s People  F2 Share"))
        stage.stream.put(
            .notification(
                method: "document.presence",
                params: ["document": "d1", "url": "https://notes.example/d/1", "activeParticipantCount": 4]))
        stage.runtime.pump()
        #expect(stage.screen.contains("p (WT) 4  s People  F2 Share"))
    }

    @Test func anEditIsSavedAndToldToTheOthers() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        #expect(stage.screen.contains("Ctrl-S save"))
        #expect(stage.screen.contains("Buy bread."))
        stage.write(" Now?")
        stage.press(.enter)
        stage.write("Yes")
        stage.press(.control("s"))
        #expect(stage.text == "Pack the tent.\nBuy bread. Now?\nYes")
        #expect(stage.runtime.state.view.editor == nil)
        #expect(stage.runtime.state.view.hint == "Saved")
        #expect(stage.screen.contains("Revision 4"))
        #expect(stage.posted == 1)
    }

    /// A cancelled or unchanged text causes no question and no notice to others.
    @Test func aCancelledOrUnchangedTextChangesNothing() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("q?x")
        stage.press(.escape, .down, .enter)
        #expect(stage.runtime.state.view.page == .detail("h1"), "letters are text while one writes")
        stage.press(.character("e"), .control("s"), .character("c"), .enter)
        #expect(stage.text == "Pack the tent.\nBuy bread.")
        #expect(stage.revision == 3)
        #expect(stage.posted == 0)
    }

    /// After a conflict the other person's text shows, the typed text stays, and it is saved only after a confirmation.
    @Test func aConflictLosesNothing() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write(" Mine.")
        stage.text = "Theirs."
        stage.revision = 8
        stage.press(.control("s"))
        #expect(stage.text == "Theirs.")
        #expect(stage.screen.contains("Someone changed it while you were writing. It now reads:"))
        #expect(stage.screen.contains("Theirs."))
        #expect(stage.screen.contains("Buy bread. Mine."))
        #expect(stage.posted == 0)
        stage.press(.control("s"))
        #expect(stage.text == "Pack the tent.\nBuy bread. Mine.")
        #expect(stage.revision == 9)
        #expect(stage.posted == 1)
    }

    @Test("a long text of another person scrolls above one's own, and says how much of it does not show")
    func conflictScrolls() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write(" Mine.")
        (stage.text, stage.revision) = ((1...40).map { "Line \($0)." }.joined(separator: "\n"), 8)
        stage.press(.control("s"))
        #expect(stage.screen.contains("   Line 1.\n") && !stage.screen.contains("Line 40."))
        #expect(stage.screen.contains("… PgDn: 35 more"))
        stage.press(.pageDown)
        #expect(stage.screen.contains("   Line 6.\n") && stage.screen.contains("… PgUp: 5 more · PgDn: 30 more"))
        for _ in 1...10 { stage.press(.pageDown) }
        #expect(stage.screen.contains("   Line 40.\n") && stage.screen.contains("… PgUp: 35 more"))
        #expect(stage.screen.contains("Buy bread. Mine."), "one's own text stays in sight")
        stage.press(.pageUp)
        #expect(stage.screen.contains("… PgUp: 30 more · PgDn: 5 more"))
    }

    @Test("Page Up and Page Down move through a long text that is edited")
    func longTextIsPaged() throws {
        let stage = try Stage()
        stage.text = (1...60).map { "Line \($0)." }.joined(separator: "\n")
        stage.tellOfChange()
        stage.press(.enter, .character("e"))
        #expect(stage.screen.contains("Line 60.") && !stage.screen.contains("Line 30."))
        stage.press(.pageUp, .pageUp)
        #expect(stage.screen.contains("Line 30.") && !stage.screen.contains("Line 60."))
        for _ in 1...5 { stage.press(.pageUp) }
        #expect(stage.screen.contains("Line 1.\n"))
        for _ in 1...5 { stage.press(.pageDown) }
        #expect(stage.screen.contains("Line 60."))
    }

    @Test("the text of an edit conflict follows the document, and saving asks again", arguments: [true, false])
    func conflictFollowsTheDocument(canEdit: Bool) throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write(" Mine.")
        (stage.text, stage.revision) = ("Theirs.", 8)
        stage.press(.control("s"))
        (stage.text, stage.revision, stage.canEdit) = ("Theirs, later.", 9, canEdit)
        stage.tellOfChange()
        #expect(stage.screen.contains("It now reads:\n   Theirs, later."))
        #expect(stage.screen.contains("Buy bread. Mine."))
        stage.press(.control("s"))
        #expect(stage.text == "Theirs, later.", "the person may not have read it")
        guard canEdit else { return }
        stage.press(.control("s"))
        #expect(stage.text == "Pack the tent.\nBuy bread. Mine.")
    }

    /// The service refuses a person who may only view. The screen shows its sentence, and keeps the typed text.
    @Test func theServiceRefusesNotTheScreen() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("x")
        // The service may refuse before it notifies the app.
        stage.canEdit = false
        stage.press(.control("s"))
        #expect(stage.screen.contains("You can view “Trip plan”, and not change it."))
        #expect(stage.runtime.state.view.editor?.line.text == "Pack the tent.\nBuy bread.x")
        #expect(stage.posted == 0)
        stage.press(.escape, .right, .enter, .character("c"))
        stage.write("May I?")
        stage.press(.enter)
        #expect(stage.comments.count == 1, "who may only look may say something")
        #expect(stage.screen.contains("▸ May I?"))
    }

    /// A disk for unsaved texts, in memory.
    private final class TextStore {
        var texts: [UnsavedText] = []
        var store: DraftStore {
            var store = DraftStore(load: { ([], []) }, keep: { _ in nil }, remove: { _ in }, keepChanges: { _ in nil })
            store.loadTexts = { self.texts }
            store.keepTexts = {
                self.texts = $0
                return nil
            }
            return store
        }

        /// Returns a new client that opens the document.
        func begin() throws -> Stage {
            let stage = try Stage(drafts: store)
            stage.press(.enter)
            return stage
        }
    }

    /// sheet-unsaved
    @Test("an edit conflict that comes back in the next client shows the present text of the document")
    func conflictComesBackWithThePresentText() throws {
        let disk = TextStore()
        let killed = try disk.begin()
        killed.press(.character("e"), .paste(" and a tent"))
        (killed.text, killed.revision) = ("Theirs.", 8)
        killed.press(.control("s"))
        let next = try Stage(drafts: disk.store)
        (next.text, next.revision) = ("Theirs, later.", 9)
        next.press(.enter, .character("e"))
        #expect(next.screen.contains("It now reads:\n   Theirs, later."))
        next.press(.control("s"))
        #expect(next.text == "Theirs, later.", "the text is based on an older version")
    }

    /// sheet-unsaved
    @Test("text that was not saved when the client was killed comes back in the next one")
    func unsavedTextComesBack() throws {
        let disk = TextStore()
        let killed = try disk.begin()
        killed.press(.character("e"), .paste(" and a tent"))
        #expect(disk.texts.map(\.text) == [killed.text + " and a tent"])

        let next = try disk.begin()
        #expect(next.runtime.state.view.hint == "You have unsaved text here: e shows it")
        next.press(.character("e"))
        #expect(next.runtime.state.view.editor?.line.text == killed.text + " and a tent")
        #expect(next.runtime.state.view.hint == "Your unsaved text is back")

        next.press(.escape, .right, .enter)
        #expect(disk.texts.isEmpty, "Discard removes it")
        #expect(try disk.begin().runtime.state.view.hint == nil)
    }

    /// sheet-unsaved
    @Test("text that comes back keeps the revision that it is based on, so that saving it is a conflict")
    func unsavedTextKeepsItsRevision() throws {
        let disk = TextStore()
        let killed = try disk.begin()
        killed.press(.character("e"), .paste(" and a tent"))
        let next = try Stage(drafts: disk.store)
        next.revision = 4
        next.press(.enter, .character("e"))
        #expect(next.runtime.state.document?.document.revision == 4)
        #expect(next.runtime.state.view.editor?.base?.revision == 3)
    }

    /// sheet-unsaved
    @Test("text that comes back shows the other person's text again, and opens for a person who may only view")
    func unsavedTextKeepsItsConflict() throws {
        let disk = TextStore()
        let killed = try disk.begin()
        killed.press(.character("e"), .paste(" and a tent"))
        killed.revision = 4
        killed.text = "Bea was here."
        killed.press(.control("s"))
        #expect(killed.runtime.state.view.editor?.current == "Bea was here.")

        let next = try Stage(drafts: disk.store)
        (next.revision, next.text, next.canEdit) = (4, "Bea was here.", false)
        next.press(.enter, .character("e"))
        #expect(next.runtime.state.view.editor?.current == "Bea was here.")
        #expect(next.runtime.state.view.hint == "You can only view “Trip plan”")
    }

    /// sheet-unsaved
    @Test("the unsaved text of a lost document is listed, and stays until it is discarded")
    func unsavedTextOfALostDocument() throws {
        let disk = TextStore()
        disk.texts = [
            UnsavedText(kind: "text", url: "https://notes.example/d/9", title: "Old plan", text: "My words.")
        ]
        let stage = try Stage(drafts: disk.store)
        let others = stage.stream.answers
        stage.stream.answers = { request in
            if case .request(.documentOpen) = request { return .failure(RPCError(.notFound, "There is none.")) }
            return others(request)
        }
        #expect(stage.screen.contains("Old plan") && stage.screen.contains("Unsaved text"))
        stage.press(.down, .function(2))
        #expect(stage.runtime.state.view.hint == "There is nothing to share here")
        stage.press(.enter)
        #expect(stage.screen.contains("The document cannot be opened"))
        stage.press(.down)
        #expect(stage.screen.contains("My words.") && stage.screen.contains("x discard text"))
        stage.press(.character("x"), .enter)
        #expect(disk.texts.map(\.text) == ["My words."], "Keep has the focus")
        stage.press(.character("x"), .right, .enter)
        #expect(disk.texts.isEmpty)
        #expect(!stage.screen.contains("Old plan") && stage.runtime.state.view.page == .home)
    }

    @Test func aDocumentIsRenamed() throws {
        let stage = try Stage()
        stage.press(.enter, .character("n"))
        stage.press(.control("u"))
        stage.write("Journey")
        stage.press(.enter)
        #expect(stage.title == "Journey")
        #expect(stage.screen.contains("Journey"))
        #expect(stage.posted == 1)
    }

    /// A saved change of another person shows at once; the text in the editor stays.
    @Test func aChangeByAnotherShowsAtOnceAndKeepsTheEditor() throws {
        let stage = try Stage()
        stage.press(.enter)
        stage.text = "Theirs."
        stage.revision = 4
        stage.tellOfChange()
        #expect(stage.screen.contains("Theirs."))
        stage.press(.character("e"))
        stage.write(" And mine.")
        stage.tellOfChange()
        #expect(stage.runtime.state.view.editor?.line.text == "Theirs. And mine.")
        #expect(stage.posted == 0)
    }

    /// At every size of the terminal, nothing is drawn outside the screen and the program continues.
    @Test func everySizeIsDrawn() throws {
        for columns in stride(from: 0, through: 90, by: 15) {
            for rows in stride(from: 0, through: 24, by: 3) {
                let stage = try Stage()
                stage.runtime.resize(to: Size(columns: columns, rows: rows))
                for keys in [
                    [Key.enter], [.character("e"), .character("x"), .up, .down], [.escape, .character("p")],
                    [.escape, .character("s")], [.escape, .character("c")],
                ] {
                    for key in keys { stage.press(key) }
                    let lines = stage.screen.split(separator: "\n", omittingEmptySubsequences: false)
                    #expect(lines.count <= max(1, rows))
                    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= columns })
                }
            }
        }
    }

    /// The document as `--plain` prints it, line by line.
    @Test func aDocumentAsLines() throws {
        let stage = try Stage()
        stage.comments = [["id": "k0", "text": "Nice.", "at": "2024-01-01T09:00:00.000Z", "isMine": false]]
        stage.press(.enter)
        let page = try #require(stage.runtime.state.document)
        #expect(
            AppPlainRenderer.document(page) == [
                "Trip plan: Revision 3 · 3 people · You can make changes", "  Pack the tent.", "  Buy bread.",
                "  comment: Nice.",
            ])
    }
}
