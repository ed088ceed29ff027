import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// sheet-unsaved: one question before unsaved text is lost, on every screen of an app with such text.
@Suite struct UnsavedQuestionTests {
    private typealias Stage = AppDocumentTests.Stage

    private let kinds: [(key: Character, text: String, title: String)] = [
        ("e", "x", "Discard your text?"), ("c", "Two tents?", "Discard your comment?"),
        ("n", "!", "Discard the new name?"),
    ]

    @Test func anUnsavedTextIsAskedAboutAndKept() throws {
        for (key, text, title) in kinds {
            let stage = try Stage()
            stage.press(.enter, .character(key))
            stage.write(text)
            let editor = try #require(stage.runtime.state.view.editor)
            for keep: [Key] in [[.escape], [.enter], [.down, .up, .enter], [.tab, .backTab, .enter]] {
                stage.press(.escape)
                #expect(stage.screen.contains(title), "\(key)")
                #expect(stage.screen.contains("▸ Keep ◂"), "what loses nothing has the focus")
                for key in keep { stage.press(key) }
                #expect(stage.runtime.state.view.editor == editor, "with everything in it, the cursor too")
                #expect(stage.runtime.state.view.unsaved == nil)
            }
            stage.press(.escape, .right, .enter)
            #expect(stage.runtime.state.view.editor == nil)
            #expect(stage.revision == 3, "nothing was saved")
            #expect(stage.posted == 0)
        }
    }

    @Test func soItIsAtTheEndOfTheClient() throws {
        for (key, text, title) in kinds {
            let stage = try Stage()
            #expect(stage.runtime.apply(.control("c")) == [.quit])
            stage.press(.enter, .character(key))
            stage.write(text)
            #expect(stage.runtime.apply(.control("c")).isEmpty)
            #expect(stage.screen.contains(title) && stage.screen.contains("Discarding quits."), "\(key)")
            stage.press(.escape)
            #expect(stage.runtime.state.view.editor?.hasChanges == true)
            stage.press(.control("c"), .right)
            #expect(stage.runtime.apply(.enter) == [.quit])
            #expect(stage.runtime.apply(.control("c")).isEmpty == false)
        }
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("x")
        stage.press(.control("c"))
        #expect(stage.runtime.apply(.control("c")) == [.quit], "asked twice, it ends")
    }

    @Test func nothingIsAskedWhereNothingWouldBeLost() throws {
        for (key, _, _) in kinds {
            let stage = try Stage()
            stage.press(.enter, .character(key), .escape)
            #expect(stage.runtime.state.view.editor == nil, "\(key)")
            #expect(stage.runtime.state.view.unsaved == nil)
        }
        let stage = try Stage()
        stage.press(.enter, .character("c"), .character(" "), .escape)
        #expect(stage.runtime.state.view.editor == nil, "blanks are no comment")
        stage.press(.character("s"), .escape)
        #expect(stage.runtime.state.view.sheet == nil)
    }

    /// Letters and other keys do not reach the screen below the question.
    @Test func theQuestionTakesEveryKey() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("x")
        stage.press(.escape, .character("q"), .control("s"), .character("y"), .delete)
        #expect(stage.runtime.state.view.unsaved != nil)
        #expect(stage.runtime.state.view.editor?.line.text == "Pack the tent.\nBuy bread.x")
        #expect(stage.revision == 3)
    }

    @Test func aTextBeingSavedIsAskedAboutUntilItIsSaved() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write("x")
        stage.runtime.update { state in
            state.view.editor?.isSending = true
            _ = AppUpdate.run(on: &state, size: Size(columns: 80, rows: 24)) { $0.apply(.escape) }
        }
        #expect(stage.runtime.state.view.unsaved != nil)
        stage.runtime.documents.closeSent()
        stage.runtime.pump()
        #expect(stage.runtime.state.view.unsaved == nil, "there is nothing to lose any more")
    }

    @Test func theConflictIsAskedAboutEvenWhereBothTextsAreAlike() throws {
        let stage = try Stage()
        stage.press(.enter, .character("e"))
        stage.write(" Mine.")
        stage.text = "Theirs."
        stage.revision = 8
        stage.press(.control("s"), .escape)
        #expect(stage.screen.contains("Discard your text?"))
        stage.press(.enter)
        #expect(stage.screen.contains("Someone changed it while you were writing. It now reads:"))
        #expect(stage.screen.contains("Buy bread. Mine."))
    }

    /// One question for the people typed on the sharing screens, and one for the choices on these screens.
    @Test func enteredPeopleAndChoicesAreAskedAbout() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.press(.enter, .character("s"), .enter)
        stage.write("dan")
        stage.press(.escape)
        #expect(stage.screen.contains("Discard the people you entered?"))
        stage.press(.enter, .enter)
        #expect(stage.screen.contains("Not invited yet"))
        stage.press(.down)
        let focus = stage.runtime.state.view.inSheet.focus
        #expect(focus == 2, "the row below Add People…, which kept the focus")
        stage.press(.escape)
        #expect(stage.screen.contains("Discard your changes?"))
        stage.press(.escape)
        #expect(stage.screen.contains("Not invited yet"))
        #expect(stage.runtime.state.view.inSheet.focus == focus, "the question leaves the focus where it was")
        stage.press(.escape, .down, .enter)
        #expect(stage.runtime.state.view.sheet == nil)
        stage.press(.character("s"))
        #expect(!stage.screen.contains("Not invited yet"))
    }

    /// A link that is opened from outside waits for the answer, or for both answers if there are two questions.
    @Test func aLinkWaitsForTheAnswer() throws {
        let stage = try Stage()
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.press(.enter, .character("s"), .enter)
        stage.write("dan")
        // Add People… keeps the focus; Return on the person above it opens no editor.
        stage.press(.enter, .up, .enter)
        #expect(stage.runtime.state.view.editor == nil)
        stage.press(.down, .enter)
        stage.write("eve")
        func link() {
            stage.stream.put(
                .notification(
                    method: "userActivity",
                    params: [
                        "activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": "https://notes.example/d/7",
                    ]))
            stage.runtime.pump()
        }
        link()
        #expect(stage.screen.contains("Discard the people you entered?"))
        #expect(stage.screen.contains("notes.example/d/7"))
        stage.press(.enter)
        #expect(stage.runtime.state.view.editor?.line.text == "eve", "kept, and the link is not opened")
        #expect(stage.runtime.state.view.page == .detail("h1"))
        link()
        stage.press(.down, .enter)
        #expect(stage.screen.contains("Discard your changes?"), "the screen below has something unsaved too")
        stage.press(.down, .enter)
        #expect(stage.runtime.state.view.page == .detail("https://notes.example/d/7"))
        #expect(stage.runtime.state.view.sheet == nil)
    }
}
