import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// Choices on options sheets that the person has not closed with Done, while a desktop shows another conversation.
@Suite struct UnconfirmedOptionsTests {
    private let size = Size(columns: 110, rows: 30)

    private func press(_ keys: [Key], _ state: inout ChatState) {
        for key in keys { _ = ChatUpdate.apply(key, to: &state, size: size) }
    }

    private func draft(_ title: String, in id: String) throws -> CollaborationDraft {
        var draft = try #require(SampleChat.staged)
        (draft.item, draft.offer.title, draft.conversation) = (.new(title: title), title, ConversationID(id))
        return draft
    }

    /// A desktop with "Songs" staged in Weekend and "Paper" in Bea. Both options sheets have a choice without Done, and the
    /// one of Bea is on the screen.
    private func twoSheets() throws -> ChatState {
        var state = SampleChat.allSent
        state.view.look = .desktop
        state.view.keepsDrafts = true
        state.view.staged = ["c1": try draft("Songs", in: "c1"), "c2": try draft("Paper", in: "c2")]
        press([.alt("o"), .character("2"), .control("n")], &state)
        try #require(state.view.selected == "c2" && state.sheet == nil)
        press([.alt("o"), .character("2")], &state)
        return state
    }

    private func click(_ id: ConversationID, _ state: inout ChatState) {
        let list = Size(columns: ChatLayout(state, size: size).list, rows: size.rows - 1)
        let row = (0..<list.rows).first {
            ConversationListPane.conversation(at: $0, of: state.listed, selected: state.view.selected, size: list) == id
        }
        press(Key.click(at: Position(column: 4, row: row ?? 0)), &state)
    }

    /// sheet-unsaved
    @Test("quitting asks about the choices on an options sheet of another conversation")
    func quittingAsksAboutAnotherConversation() throws {
        var state = try twoSheets()
        press([.character("d"), .control("c")], &state)
        guard case .confirm(let question)? = state.sheet else {
            Issue.record("no question")
            return
        }
        #expect(
            question.body
                == "Your choices for “Songs” will be discarded: their sheet in “Weekend” is still open.")
        press([.escape, .control("p"), .character("d")], &state)
        #expect(state.sheet == nil && state.view.selected == "c1")
        #expect(ChatUpdate.apply(.control("c"), to: &state, size: size) == [.quit], "Done has confirmed them")
    }

    /// sheet-unsaved
    @Test(
        "each of two options sheets restores its own document's settings", arguments: ["c1", "c2"] as [ConversationID])
    func eachSheetRestoresItsOwn(id: ConversationID) throws {
        var state = try twoSheets()
        let old = [try draft("Songs", in: "c1"), try draft("Paper", in: "c2")]
        #expect(state.view.confirmedStaged == ["c1": old[0], "c2": old[1]])
        if id == "c1" { press([.control("p")], &state) }
        press([.escape], &state)
        #expect(state.sheet == .discardOptions(.composer(id)))
        press([.right, .enter], &state)
        #expect(state.sheet == nil && state.view.staged[id] == old[id == "c1" ? 0 : 1])
    }

    /// sheet-mac-look
    @Test("a click removes the sentence in the last row, as a key does")
    func clickRemovesTheSentence() throws {
        var state = try twoSheets()
        #expect(state.view.hint != nil)
        click("c1", &state)
        #expect(state.view.selected == "c1" && state.view.hint == nil)
        press([.character("1")], &state)
        #expect(state.view.hint != nil)
        click("c1", &state)
        #expect(state.view.hint == nil)
    }

    /// draft-stage
    @Test("Ctrl-_ restores a replaced document with the settings that were confirmed")
    func replacedDocumentKeepsConfirmedSettings() throws {
        var state = try twoSheets()
        let context = ShareContext(.file("/home/carl/a.pdf"), preview: "")
        var document = context
        document.draft = try draft("Cal own", in: "c2")
        press([.character("d")], &state)
        for item in [document, context] {
            var state = state
            _ = ChatUpdate.run(on: &state, size: size) { $0.hand(item, to: "c1") }
            _ = ChatUpdate.settle(&state, size: size)
            #expect(state.view.selected == "c1" && state.sheet == nil, "the sheet was about the replaced document")
            press([.control("_")], &state)
            #expect(state.view.staged["c1"] == (try draft("Songs", in: "c1")))
        }
    }

    /// draft-stage
    @Test("Return sends the document that replaced one with an open options sheet")
    func returnSendsTheReplacement() throws {
        var state = try twoSheets()
        press([.character("d")], &state)
        var context = ShareContext(.file("/home/carl/a.pdf"), preview: "")
        context.draft = try draft("Cal own", in: "c2")
        _ = ChatUpdate.run(on: &state, size: size) { $0.hand(context, to: "c1") }
        let actions = ChatUpdate.apply(.enter, to: &state, size: size)
        guard case .start(let sent)? = actions.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(sent.title == "Cal own")
    }

    /// sheet-mac-look
    @Test("a share sheet that waits in another conversation keeps its item and its choices")
    func shareSheetKeepsItsItem() throws {
        var state = SampleChat.allSent
        (state.view.look, state.view.keepsDrafts) = (.desktop, true)
        var context = ShareContext(.document(url: "https://notes.example/d/7", title: "Songs"), preview: "")
        context.draft = try draft("Songs", in: "c1")
        _ = ChatUpdate.run(on: &state, size: size) { $0.share(context) }
        press([.alt("o"), .character("2"), .control("n")], &state)
        let other = ShareContext(.text("Great!"), preview: "")
        _ = ChatUpdate.run(on: &state, size: size) { $0.share(other) }
        press([.escape, .control("c")], &state)
        guard case .confirm(let question)? = state.sheet else {
            Issue.record("no question")
            return
        }
        #expect(question.body.hasPrefix("Your choices for “Songs” will be discarded"))
        press([.escape, .control("p")], &state)
        #expect(state.view.sharing?.item == context.item && state.sheet == .options(.shareSheet))
        press([.escape, .right, .enter], &state)
        #expect(state.sheet == .share && state.view.sharing?.draft == context.draft)
    }
}
