import ChatProtocol
import Testing

@testable import AppFrameworks
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// The page of a document in an app, and what its keys do.
struct AppDocumentTests {
    /// An app with one document that Bea works on, the service behind it, and the person's own container.
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

        init(_ share: CannedShare = CannedShare(), registration: [String: JSONValue] = [:]) throws {
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
                try stream.session(), renderer: messages, size: Size(columns: 80, rows: 18)
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

        var screen: String {
            AppScreen.render(runtime.state, messages: messages.messages, size: runtime.size).text
        }

        var posted: Int { stream.asked.count { $0.call.method.rawValue == "highlightCenter.postNotice" } }
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





                 ● bea · connected       Esc back  e edit  c comment  n rename  r reply  ? help
                """)
    }

    /// cv-button: alone there is no number.
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

    /// Cancelled, or the same as before: nothing is asked, and nobody is told.
    @Test func whatIsNotSavedChangesNothing() throws {
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

    /// Somebody saved meanwhile: their text shows, what was typed stays, and is saved only when the person says so.
    @Test func aConflictLosesNothing() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write(" Mine.")
        stage.text = "Theirs."
        stage.revision = 8
        stage.press(.control("s"))
        #expect(stage.text == "Theirs.")
        #expect(stage.screen.contains("Somebody changed it meanwhile. It reads now:"))
        #expect(stage.screen.contains("Theirs."))
        #expect(stage.screen.contains("Buy bread. Mine."))
        #expect(stage.posted == 0)
        stage.press(.control("s"))
        #expect(stage.text == "Pack the tent.\nBuy bread. Mine.")
        #expect(stage.revision == 9)
        #expect(stage.posted == 1)
    }

    /// The service refuses a person who may only look; the screen says its sentence, and keeps what was typed.
    @Test func theServiceRefusesNotTheScreen() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("x")
        // The service may do so before it tells the app.
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

    /// What others save shows at once; what is being typed is not touched.
    @Test func whatOthersSaveShows() throws {
        let stage = try Stage()
        stage.press(.enter)
        stage.text = "Theirs."
        stage.revision = 4
        let told = AppStreamEvent.notification(
            method: "document.changed",
            params: [
                "cursor": 5, "document": stage.document, "change": ["type": "change", "trigger": "edit"],
                "isMine": false,
            ])
        stage.stream.put(told)
        stage.runtime.pump()
        #expect(stage.screen.contains("Theirs."))
        stage.press(.character("e"))
        stage.write(" And mine.")
        stage.stream.put(told)
        stage.runtime.pump()
        #expect(stage.runtime.state.view.editor?.line.text == "Theirs. And mine.")
        #expect(stage.posted == 0)
    }

    /// collab-button-uses, cv-panel, cv-manage-default, hig-goal-simple: talk, content, manage.
    @Test func thePanelLeadsToMessagesAndToPeople() throws {
        let stage = try Stage()
        stage.runtime.resize(to: Size(columns: 80, rows: 40))
        stage.press(.enter, .character("p"))
        for line in [
            "Anna, Bea and Carl", "Message", "Audio", "Video", "Latest update", "Show All Activity",
            "Bea (you) · Can make changes", "Manage Shared File",
        ] {
            #expect(stage.screen.contains(line), "\(line)")
        }
        stage.press(.enter)
        #expect(stage.messages.laid.map(\.message) == ["m1"])
        stage.press(.escape, .character("p"), .down, .enter)
        #expect(stage.runtime.state.view.hint == "There are no calls in the simulator")
        stage.press(.character("p"))
        for _ in 0..<8 { stage.press(.down) }
        stage.press(.enter)
        #expect(stage.screen.contains("Remove Me"))
        #expect(!stage.screen.contains("Stop Sharing"), "Bea is not the owner")
    }

    /// cv-button: the linked group's name and photo, as the system knows them, whatever stands on the shelf.
    @Test func theButtonIsTheGroups() throws {
        var share = CannedShare()
        share.conversations = ["c1", "c2", "c9"]
        let stage = try Stage(share)
        var title = "Cabin crew"
        stage.sharing.container.groups = { id in
            switch id.rawValue {
            case "c1": ("Weekend trip", nil)
            case "c2": (title, title == "Cabin crew" ? nil : "🏕")
            default: nil
            }
        }
        stage.press(.enter)
        #expect(stage.screen.contains("p (CC)  s People  F2 Share"), "the last of those that the person is in")
        title = "Cabin"
        stage.sharing.stream.put(.notification(method: "conversation.changed", params: [:]))
        stage.runtime.pump()
        #expect(stage.screen.contains("p (🏕)  s People  F2 Share"))
    }

    /// collab-button-uses: who has nothing on the shelf, as the owner has, talks to the group all the same.
    @Test func messageLeadsToTheGroupWhateverStandsOnTheShelf() throws {
        var share = CannedShare()
        share.conversations = ["c1"]
        let stage = try Stage(share)
        stage.sharing.container.groups = { _ in ("Weekend trip", nil) }
        stage.press(.enter)
        let others = stage.stream.answers
        stage.stream.answers = { request in
            if case .request(.highlightList) = request { return .success(CannedStream.page([])) }
            return others(request)
        }
        stage.stream.tellChange()
        stage.runtime.pump()
        stage.press(.character("p"), .enter)
        #expect(stage.messages.laid.map(\.conversation) == ["c1"])
        #expect(stage.messages.laid.map(\.message) == [""], "at its end: which message it was is not known")
        stage.press(.escape, .character("r"))
        #expect(stage.messages.laid.count == 2)
    }

    /// manage-view: of what the app keeps itself there is no system screen: the app's own, or none.
    @Test func whatAnAppKeepsItselfItManagesItself() throws {
        var share = CannedShare()
        share.backend = "custom"
        let none = try Stage(share)
        none.press(.enter, .character("s"))
        #expect(none.runtime.state.view.sheet == nil)
        #expect(none.runtime.state.view.hint == "Notes has no screen to manage who takes part")
        let own = try Stage(share, registration: ["manageTitle": "Manage Trip"])
        own.press(.enter, .character("s"))
        #expect(own.screen.contains("Manage Trip"))
        #expect(own.screen.contains("Remove Me"), "Bea is not the owner")
        #expect(!own.screen.contains("Share Options"))
        // Unshared, it is for Messages to begin: the system's Invitation screen is none for it.
        let unshared = try Stage(share, registration: ["manageTitle": "Manage Trip", "backends": ["custom"]])
        unshared.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        unshared.press(.enter, .character("s"))
        #expect(unshared.runtime.state.view.sheet == nil)
        #expect(unshared.runtime.state.view.hint == "In Messages, /share shares it: the app is asked first")
    }

    /// What was begun while something was on its way is not closed by its answer.
    @Test func anAnswerClosesOnlyWhatItAnswers() throws {
        let stage = try Stage()
        stage.press(.enter, .character("c"))
        stage.write("Two tents?")
        stage.runtime.update { $0.view.editor?.isSending = true }
        stage.press(.escape)
        #expect(stage.runtime.state.view.unsaved != nil, "what is on its way is not saved yet")
        stage.press(.down, .enter, .character("e"))
        stage.write(" Mine.")
        stage.runtime.documents.closeSent()
        #expect(stage.runtime.state.view.editor?.line.text == "Pack the tent.\nBuy bread. Mine.")
    }

    /// cv-manage-who: an app with a service of its own has its own button or none.
    @Test func anAppOfItsOwnHasItsOwnManageButton() throws {
        var share = CannedShare()
        share.backend = "custom"
        let none = try Stage(share)
        none.runtime.resize(to: Size(columns: 80, rows: 40))
        none.press(.enter, .character("p"))
        #expect(none.screen.contains("Message"))
        #expect(!none.screen.contains("Manage"))
        let own = try Stage(share, registration: ["manageTitle": "Manage Trip"])
        own.runtime.resize(to: Size(columns: 80, rows: 40))
        own.press(.enter, .character("p"))
        #expect(own.screen.contains("Manage Trip"))
        #expect(!own.screen.contains("Manage Shared File"))
    }

    /// ucs-can-leave: asked first; then the screens are gone.
    @Test func leavingIsAskedAbout() throws {
        let stage = try Stage()
        stage.press(.enter, .character("s"))
        for _ in 0..<3 { stage.press(.down) }
        stage.press(.enter)
        #expect(stage.screen.contains("You will have no access to “Trip plan” any more."))
        stage.press(.enter)
        #expect(stage.screen.contains("Everyone can make changes."), "Cancel is first, and changes nothing")
        for _ in 0..<3 { stage.press(.down) }
        stage.press(.enter, .down, .enter)
        #expect(stage.sharing.asked.contains(#"share.leave {"share":"s1"}"#))
        #expect(stage.runtime.state.view.sheet == nil)
    }

    /// ucs-guard: without a share known nothing happens, and it is said.
    @Test func withoutAShareThereIsNothingToManage() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.unavailable, "Not now.")
        stage.press(.enter, .character("s"))
        #expect(stage.runtime.state.view.sheet == nil)
        #expect(stage.runtime.state.view.hint == "Its sharing is not known yet")
        stage.press(.character("p"))
        #expect(stage.runtime.state.view.sheet == nil)
    }

    /// ucs-init-new, ucs-invite-screen: what is not shared begins with whom to ask, and is shared by its id.
    @Test func whatIsNotSharedBeginsWithAnInvitation() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.press(.enter, .character("s"))
        #expect(stage.screen.contains("Add somebody to send the link to."))
        stage.press(.character("d"))
        #expect(stage.runtime.state.view.hint == SharingError.nobodyChosen.description)
        stage.press(.enter)
        stage.write("dan")
        stage.press(.enter)
        #expect(stage.screen.contains("To be invited"))
        #expect(!stage.sharing.asked.contains { $0.hasPrefix("share.create") }, "nothing is saved yet")
        stage.press(.character("d"))
        let create = stage.sharing.asked.first { $0.hasPrefix("share.create") } ?? ""
        #expect(create.contains(#""document":"d1""#))
        #expect(!create.contains("url"))
        let save = stage.sharing.asked.first { $0.hasPrefix("share.save") } ?? ""
        #expect(save.hasSuffix(#""add":[{"handle":"dan"}],"sendLink":true}"#))
        #expect(stage.runtime.state.view.sheet == nil, "d closes the screen once it is saved")
        stage.press(.character("s"))
        #expect(stage.screen.contains("Owner"), "and then it is the People screen")
    }

    /// However small the terminal: nothing is drawn outside, and nothing ends the program.
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

    /// Line by line.
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
