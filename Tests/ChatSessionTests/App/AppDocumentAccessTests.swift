import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// An open document follows changes of its person's access, also below a sheet (`ucs-can-permission`,
/// `ucs-can-remove`).
struct AppDocumentAccessTests {
    private func open(_ keys: Key...) throws -> AppDocumentTests.Stage {
        let stage = try AppDocumentTests.Stage()
        stage.press(.enter)
        for key in keys { stage.press(key) }
        return stage
    }

    private func tell(_ stage: AppDocumentTests.Stage, _ access: String, document: String = "d1") {
        stage.stream.put(
            .notification(
                method: "document.accessChanged",
                params: [
                    "cursor": 9, "document": .string(document), "url": "https://notes.example/d/1",
                    "access": .string(access),
                ]))
        stage.runtime.pump()
    }

    @Test(
        "losing access closes the page with whatever lies over it",
        arguments: [[], [.character("s")], [.character("p")], [.character("s"), .escape]] as [[Key]])
    func losingAccessClosesThePage(keys: [Key]) throws {
        let stage = try open()
        for key in keys { stage.press(key) }
        tell(stage, "none")
        let view = stage.runtime.state.view
        #expect(view.page == .home && view.sheet == nil && view.editor == nil && view.unsaved == nil)
        #expect(stage.runtime.state.document == nil && stage.runtime.state.sharing == nil)
        #expect(view.hint == "It is no longer shared with you")
        #expect(!stage.screen.contains("Pack the tent."))
        #expect(!stage.stream.asked.contains { $0.call.method.rawValue == "document.close" })
    }

    @Test("the page of an own document closes when the server does not have it any more")
    func anOwnDocumentIsGone() throws {
        let stage = try open()
        stage.runtime.update { $0.document?.isOwn = true }
        tell(stage, "none")
        #expect(stage.runtime.state.view.page == .home && stage.runtime.state.document == nil)
        #expect(stage.runtime.state.view.hint == "The server does not have it any more")
    }

    @Test(
        "an open editor takes the next letters after access is lost, and shows nothing of the document",
        arguments: "enc")
    func anEmptyEditorStays(key: Character) throws {
        let stage = try open(.character(key))
        tell(stage, "none")
        #expect(stage.runtime.state.view.hint == "It is no longer shared with you")
        #expect(!stage.screen.contains("Pack the tent.") && !stage.screen.contains("Trip plan"))
        stage.write("xq")
        #expect(stage.runtime.state.view.editor?.line.text == "xq")
        stage.press(.escape, .right, .enter)
        #expect(stage.runtime.state.view.page == .home && stage.runtime.state.view.editor == nil)
    }

    @Test("the names on the Add People field stay when the sharing screens close, and nobody is added")
    func theAddPeopleFieldStays() throws {
        let stage = try AppDocumentTests.Stage()
        stage.press(.enter)
        stage.runtime.update { state in
            guard let page = state.document else { return }
            state.view.editor = AppEditor(.person, of: page.document)
        }
        stage.write("dan")
        tell(stage, "none")
        #expect(stage.runtime.state.view.editor?.line.text == "dan")
        stage.press(.enter)
        #expect(stage.runtime.state.view.hint == "No one was added: the sharing screens were closed")
    }

    @Test("an unsaved text survives the loss of access until the person discards it")
    func unsavedTextSurvivesLostAccess() throws {
        let stage = try open(.character("e"))
        stage.write(" Two.")
        tell(stage, "none")
        #expect(stage.screen.contains("Buy bread. Two."))
        #expect(
            stage.runtime.state.view.hint == "Your text cannot be saved. It is no longer shared with you")
        stage.press(.left)
        #expect(
            stage.runtime.state.view.hint == nil && stage.screen.contains("Your text cannot be saved: the document is"),
            "the reason stays while the editor is open")
        let others = stage.stream.answers
        stage.stream.answers = { request in
            if case .request(.documentOpen) = request { return .failure(RPCError(.notFound, "There is none.")) }
            return others(request)
        }
        let asked = stage.stream.asked.count
        stage.press(.control("s"))
        #expect(stage.stream.asked.count == asked + 1, "it is opened again, in case the person was let in again")
        #expect(stage.runtime.state.view.editor != nil)
        stage.press(.escape)
        #expect(stage.screen.contains("Discard your text?"))
        stage.press(.right, .enter)
        #expect(stage.runtime.state.view.page == .home && stage.runtime.state.document == nil)
        #expect(!stage.screen.contains("Pack the tent."))
    }

    @Test("a restriction to reading reaches the open page, and keeps what is being written")
    func aRestrictionReachesTheOpenPage() throws {
        let stage = try open()
        #expect(stage.screen.contains("You can make changes") && stage.screen.contains("e edit"))
        tell(stage, "readOnly")
        #expect(stage.screen.contains("You can view") && !stage.screen.contains("e edit"))
        stage.press(.character("e"))
        #expect(stage.runtime.state.view.editor == nil)
        #expect(stage.runtime.state.view.hint == "You can only view “Trip plan”")
        stage.press(.character("n"))
        #expect(stage.runtime.state.view.editor == nil)
        stage.press(.character("c"))
        #expect(stage.runtime.state.view.editor?.kind == .comment, "whoever may read may comment")
        stage.press(.escape)
        tell(stage, "readWrite")
        #expect(stage.runtime.state.view.hint == "You can make changes now")
        stage.press(.character("e"))
        stage.write(" Two.")
        tell(stage, "readOnly")
        #expect(stage.runtime.state.view.editor?.line.text.hasSuffix(" Two.") == true)
        let asked = stage.stream.asked.count
        stage.press(.control("s"))
        #expect(stage.stream.asked.count == asked && stage.runtime.state.view.editor != nil)
    }

    @Test("an editor in which nothing was written stays when its person may only read")
    func anEmptyEditorStaysOnReadOnly() throws {
        let stage = try open(.character("e"))
        tell(stage, "readOnly")
        #expect(stage.runtime.state.view.editor != nil && stage.runtime.state.view.hint == "You can only view it now")
    }

    @Test("a document that was deleted before at the same link closes nothing")
    func anEarlierDocumentAtTheLinkClosesNothing() throws {
        let stage = try open()
        tell(stage, "none", document: "d0")
        #expect(stage.screen.contains("Pack the tent."))
    }

    @Test("a page that stayed for what is written shows the document again when access comes back")
    func regainedAccessOpensThePageAgain() throws {
        let stage = try open(.character("e"))
        stage.write(" Two.")
        tell(stage, "none")
        stage.text = "Pack two tents."
        tell(stage, "readWrite")
        #expect(stage.runtime.state.document?.document.text == "Pack two tents.")
        #expect(stage.runtime.state.document?.isLost == false)
        #expect(stage.runtime.state.view.editor?.line.text.hasSuffix(" Two.") == true)
    }

    @Test("a session that comes back learns that access was lost while it was away")
    func aSessionThatComesBackLearnsOfTheLoss() throws {
        let stage = try open()
        let answers = stage.stream.answers
        stage.stream.answers = { request in
            if case .request(.documentOpen) = request { return .failure(RPCError(.notFound, "Nothing there.")) }
            return answers(request)
        }
        stage.stream.put(.welcome(hasCollaborationSupport: true))
        stage.runtime.pump()
        #expect(stage.runtime.state.view.page == .home && stage.runtime.state.document == nil)
    }
}
