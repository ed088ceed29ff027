import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// Changes that the server answers after the person has left their page.
@Suite struct UnansweredSharingTests {
    private typealias Stage = AppDocumentTests.Stage

    /// A stage whose person owns the document or takes part in it. A button of a question on the sharing screen is pressed,
    /// and the server does not answer yet.
    private func asking(
        _ row: String, _ backend: String = "cloudRecord", isOwner: Bool = true
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
}
