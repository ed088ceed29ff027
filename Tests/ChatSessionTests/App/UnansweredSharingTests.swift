import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// Changes that the server answers after the person has left their page, or wants to quit.
@Suite struct UnansweredSharingTests {
    private typealias Stage = AppDocumentTests.Stage

    /// Returns a stage whose person owns the document or takes part in it. The person has pressed a button of a
    /// question on the sharing screen, and the server has not answered yet.
    private func asking(
        _ row: String, _ backend: String = "cloudRecord", isOwner: Bool = true, waitsForItsApp: Bool = false
    ) throws -> Stage {
        var share = CannedShare()
        share.backend = backend
        if isOwner { share.participants = [.init(handle: "bea", role: "owner"), .init(handle: "anna")] }
        let stage = try Stage(share, registration: backend == "custom" ? ["manageTitle": "Manage Trip"] : [:])
        stage.press(.enter, .character("s"))
        let labels = stage.runtime.state.sharing?.sheet.choices.map(\.label) ?? []
        for _ in 0..<(try #require(labels.firstIndex(of: row))) { stage.press(.down) }
        stage.press(.enter, .down)
        stage.sharing.stream.isSlow = true
        if waitsForItsApp {
            stage.sharing.stream.answers = { _ in
                .success(["start": ["id": "k1", "state": "waiting", "app": "com.example.notes", "title": "Trip plan"]])
            }
        }
        stage.press(.enter)
        return stage
    }

    private func answer(_ stage: Stage) {
        (stage.stream.isSlow, stage.sharing.stream.isSlow) = (false, false)
        stage.runtime.pump()
    }

    /// Opens another document, which Bea can read.
    private func openOther(_ stage: Stage) {
        let url = "https://notes.example/d/2"
        let answers = stage.stream.answers
        stage.stream.answers = { request in
            guard case .request(.documentOpen) = request else { return answers(request) }
            return .success([
                "document": [
                    "id": "d2", "url": .string(url), "title": "Secret", "text": "", "revision": 1, "comments": [],
                    "canEdit": true, "activeParticipantCount": 1,
                ]
            ])
        }
        stage.runtime.open(
            AppItem(id: url, url: url, title: "Secret", subtitle: nil, preview: nil, isCollaboration: true))
    }

    // MARK: Another page

    /// ucs-delegate-optional
    @Test(
        "the answer to Stop Sharing or Remove Me names its document and leaves the open page alone",
        arguments: [true, false], ["cloudRecord", "custom"])
    func endOfSharingNamesItsDocument(isOwner: Bool, backend: String) throws {
        let sentence =
            isOwner
            ? "“Trip plan” is no longer shared: you stopped sharing it"
            : "You left “Trip plan”: you can no longer open it"
        for opensOther in [true, false] {
            let stage = try asking(isOwner ? "Stop Sharing" : "Remove Me", backend, isOwner: isOwner)
            stage.press(.escape, .escape)
            if opensOther { openOther(stage) }
            answer(stage)
            #expect(stage.runtime.state.view.hint == sentence)
            #expect(stage.runtime.state.document?.document.title == (opensOther ? "Secret" : nil))
        }
    }

    /// ucs-delegate-optional
    @Test("a refused change of sharing names its document on another page")
    func refusalNamesItsDocument() throws {
        for refusal in [nil, RPCError(.unavailable, "Not now.")] {
            var share = CannedShare()
            share.participants = [.init(handle: "bea", role: "owner"), .init(handle: "anna")]
            let stage = try Stage(share)
            stage.sharing.refusals["share.save"] = refusal
            stage.press(.enter, .character("s"))
            let labels = stage.runtime.state.sharing?.sheet.choices.map(\.label) ?? []
            for _ in 0..<(try #require(labels.firstIndex(of: "Permission"))) { stage.press(.down) }
            stage.sharing.stream.isSlow = true
            stage.press(.enter, .character("d"), .escape, .escape)
            openOther(stage)
            answer(stage)
            #expect(
                stage.runtime.state.view.hint
                    == (refusal == nil
                        ? "“Trip plan”: Sharing is saved" : "“Trip plan”: Not now."))
        }
    }

    @Test(
        "the answer to an edit of a closed page names its document and closes no other editor",
        arguments: [true, false])
    func editOfAClosedPage(isStale: Bool) throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("x")
        if isStale { stage.revision = 8 }
        stage.stream.isSlow = true
        stage.press(.control("s"), .escape, .right, .enter, .escape, .character("n"))
        stage.write("Songs")
        stage.runtime.update { $0.view.editor?.isSending = true }
        answer(stage)
        let result = isStale ? "Someone changed it. Your text was not saved" : "Saved"
        #expect(stage.runtime.state.view.hint == "“Trip plan”: \(result)")
        #expect(stage.runtime.state.view.editor?.line.text == "Songs")
    }

    // MARK: The end of the client

    /// Presses q on the list.
    private func quit(_ stage: Stage) -> [AppAction] { stage.runtime.apply(.character("q")) }

    /// sheet-unsaved
    @Test("quitting asks while the server has not answered a change of sharing", arguments: ["cloudRecord", "custom"])
    func quittingAsksAboutSharing(backend: String) throws {
        let stage = try asking("Stop Sharing", backend)
        stage.press(.escape, .escape)
        #expect(quit(stage).isEmpty)
        #expect(stage.screen.contains("The sharing of “Trip plan” is not saved yet."))
        #expect(stage.screen.contains("▸ Stay ◂"))
        stage.press(.enter)
        #expect(quit(stage).isEmpty)
        stage.press(.right)
        #expect(stage.runtime.apply(.enter) == [.quit])
        stage.press(.escape)
        #expect(quit(stage).isEmpty)
        answer(stage)
        #expect(stage.runtime.state.view.unsaved == nil, "the answer closes the question")
        #expect(quit(stage) == [.quit])
    }

    /// sheet-unsaved
    @Test("quitting asks while the sharing screens wait for the server")
    func quittingAsksOverTheScreens() throws {
        let stage = try asking("Stop Sharing")
        stage.press(.control("c"))
        #expect(stage.runtime.state.view.sheet == nil, "the first Ctrl-C closes the screens")
        #expect(stage.runtime.apply(.control("c")).isEmpty)
        #expect(stage.runtime.apply(.control("c")) == [.quit], "asked twice, it ends")
    }

    /// sheet-unsaved
    @Test("quitting asks while the server has not answered a deletion")
    func quittingAsksAboutADeletion() throws {
        let stage = try Stage()
        stage.press(.enter)
        let document = try #require(stage.runtime.state.document?.document)
        stage.stream.isSlow = true
        _ = stage.runtime.perform([.delete(document)])
        stage.press(.escape)
        #expect(quit(stage).isEmpty)
        #expect(stage.screen.contains("“Trip plan” is not deleted yet."))
        answer(stage)
        #expect(quit(stage) == [.quit])
    }

    /// act-participants
    @Test("a change that waits for its app has reached the server, and quitting does not ask")
    func changeThatWaitsForItsApp() throws {
        let stage = try asking("Stop Sharing", "custom", waitsForItsApp: true)
        stage.press(.escape, .escape)
        #expect(quit(stage).isEmpty)
        answer(stage)
        #expect(quit(stage) == [.quit])
    }
}
