import AppModel
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The share sheet of a document, and the draft that it stages.
@Suite struct ShareSheetTests {
    private let url = SampleChat.plan.url
    private var purpose: OfferPurpose { .shareSheet(url: url) }

    private func draft(_ methods: [SharingMethod] = [.collaborate, .copy]) throws -> CollaborationDraft {
        var draft = try #require(SampleChat.staged)
        draft.offer.methods = methods
        (draft.item, draft.url) = (.document(DocumentID("d1")), url)
        return draft
    }

    private func press(_ keys: [Key], in state: inout ChatState) -> [ChatAction] {
        keys.flatMap { ChatUpdate.apply($0, to: &state, size: SampleChat.standard) }
    }

    private func share(in state: inout ChatState) -> [ChatAction] {
        let context = ShareContext(.document(url: url, title: "Songs"), preview: "Notes")
        return ChatUpdate.run(on: &state) { $0.share(context) }
    }

    private func settle(_ draft: CollaborationDraft?, obstacle: String? = nil, in state: inout ChatState) {
        _ = ChatUpdate.run(on: &state) { $0.settle(purpose, draft, obstacle: obstacle) }
    }

    private func focused(_ state: ChatState) -> String {
        let sheet = Sheets.sheet(.share, in: state)
        return sheet.choices[sheet.focus].label
    }

    /// sheet-method-choice
    @Test("the focus stays on its conversation when the methods come above it")
    func theFocusStaysOnItsConversation() throws {
        var state = SampleChat.state
        #expect(share(in: &state) == [.loadOffer(purpose)])
        _ = press([.right], in: &state)
        let before = focused(state)
        #expect(before == state.conversations[1].title)
        settle(try draft(), in: &state)
        #expect(focused(state) == before)
        #expect(Sheets.sheet(.share, in: state).choices[0].label == "Collaborate · Everyone can make changes.")
        #expect(Sheets.sheet(.share, in: state).choices[1].label == "Send Copy")
    }

    /// collab-start-sheet
    @Test("a conversation that is chosen before the server answers gets the draft, and no bare link")
    func anEarlyChoiceGetsTheDraft() throws {
        var state = SampleChat.state
        _ = share(in: &state)
        _ = press([.enter], in: &state)
        let id = state.conversations[0].id
        #expect(state.view.staged[id] == nil && state.view.drafts[id]?.isEmpty != false)
        settle(try draft(), in: &state)
        #expect(state.view.staged[id]?.item == .document(DocumentID("d1")))
        #expect(state.view.staged[id]?.conversation == id && state.view.drafts[id]?.isEmpty != false)
    }

    /// collab-start-sheet
    @Test("a link that leads to no document is written as text, also when the answer is late")
    func aPlainLinkIsWritten() {
        var state = SampleChat.state
        _ = share(in: &state)
        _ = press([.enter], in: &state)
        settle(nil, in: &state)
        #expect(state.view.drafts[state.conversations[0].id]?.text == url + " ")
    }

    /// collab-start-drop
    @Test("a file that is refused brings back what it replaced, and nothing that was taken out")
    func aRefusedFileBringsBackWhatItReplaced() {
        var state = SampleChat.state
        let id = state.conversations[0].id
        func stage(_ path: String) { _ = ChatUpdate.run(on: &state) { $0.stage(file: path) } }
        func refuse(_ path: String) { _ = ChatUpdate.run(on: &state) { $0.refuse(file: path, in: id, "Too large") } }
        state.view.selected = id
        stage("/a.png")
        stage("/large.txt")
        refuse("/large.txt")
        #expect(state.view.attachments[id] == "/a.png" && state.view.hint == "Too large")
        _ = press([.escape], in: &state)
        stage("/large.txt")
        refuse("/large.txt")
        #expect(state.view.attachments[id] == nil)
    }

    /// opt-option
    @Test("the subtitle of an option shows below it")
    func theSubtitleOfAnOptionShows() throws {
        var state = SampleChat.state
        var draft = try #require(SampleChat.staged)
        draft.options.groups[0].options[0].subtitle = "No pen"
        state.view.staged[state.conversations[0].id] = draft
        let place = DraftPlace.composer(state.conversations[0].id)
        #expect(Sheets.options(place, state).sheet.choices.contains { $0.note == "No pen" })
    }

    /// collab-start-sheet
    @Test("an obstacle keeps the sheet open and stages nothing")
    func anObstacleStagesNothing() {
        var state = SampleChat.state
        _ = share(in: &state)
        settle(nil, obstacle: "Only the owner and administrators add people to “Songs”", in: &state)
        #expect(press([.enter], in: &state).isEmpty)
        #expect(state.view.sheet == .share && state.view.staged.isEmpty)
        #expect(state.view.hint == "Only the owner and administrators add people to “Songs”")
        let isEmpty = state.view.drafts.values.allSatisfy { $0.isEmpty }
        #expect(isEmpty)
    }

    /// perm-summary-button
    @Test("the sheet comes back from its options with the new summary")
    func theSheetComesBackFromItsOptions() throws {
        var state = SampleChat.state
        _ = share(in: &state)
        settle(try draft([.collaborate]), in: &state)
        _ = press([.up, .enter], in: &state)
        #expect(state.view.sheet == .options(.shareSheet))
        _ = press([.down, .down, .down, .enter, .character("d")], in: &state)
        #expect(state.view.sheet == .share)
        #expect(focused(state) == "Collaborate · Everyone can view.")
    }

    /// perm-summary-button
    @Test("a click on the summary above the composer opens the options, a click on the key drops the document")
    func theSummaryAboveTheComposerIsClicked() throws {
        var state = SampleChat.collaborating()
        state.view.staged["c1"] = SampleChat.staged
        let size = SampleChat.standard
        let rows = ChatScreen.render(state, size: size).text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("Everyone can make changes. ›") })
        let layout = ChatLayout(state, size: size)
        func click(column: Int, row: Int, in state: inout ChatState) {
            _ = press(Key.click(at: Position(column: column, row: row)), in: &state)
        }
        var clicked = state
        click(column: layout.threadColumn + 6, row: row, in: &clicked)
        #expect(clicked.view.sheet == .options(.composer("c1")) && clicked.view.staged["c1"] != nil)
        clicked = state
        click(column: layout.threadColumn + 6, row: row - 1, in: &clicked)
        #expect(clicked.view.sheet == nil && clicked.view.staged["c1"] != nil)
        click(column: size.columns - 4, row: row - 1, in: &clicked)
        #expect(clicked.view.sheet == nil && clicked.view.staged["c1"] == nil)
    }

    /// perm-summary-button
    @Test("Tab goes to the summary, Return opens the options, and a letter is written")
    func theSummaryTakesTheFocus() {
        var state = SampleChat.collaborating()
        state.view.staged["c1"] = SampleChat.staged
        _ = press([.tab], in: &state)
        #expect(state.view.isAtOptions && state.view.pane == .thread)
        #expect(ChatScreen.render(state, size: SampleChat.standard).cursor == nil)
        var opened = state
        _ = press([.enter], in: &opened)
        #expect(opened.view.sheet == .options(.composer("c1")))
        _ = press([.character("h")], in: &state)
        #expect(!state.view.isAtOptions && state.view.draft.text == "h" && state.view.staged["c1"] != nil)
        _ = press([.backspace, .tab, .escape], in: &state)
        #expect(!state.view.isAtOptions && state.view.staged["c1"] != nil, "Esc leaves the summary first")
    }

    @Test("sheet-grabber: over an app, the grabber is under the mouse also above a hint of two rows")
    func grabberIsUnderTheMouse() throws {
        let size = Size(columns: 80, rows: 24)
        var state = SampleChat.state
        _ = share(in: &state)
        state.view.hint = String(repeating: "A hint that is too long for one row. ", count: 4)
        var grid = Grid(size)
        let isDrawn = state.drawSheet(over: &grid, .connected)
        let rows = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("━━━━") })
        #expect(isDrawn && state.view.inSheet.detent == nil)
        for key in Key.click(at: Position(column: size.columns / 2, row: row)) {
            _ = ChatUpdate.apply(key, to: &state, size: size)
        }
        #expect(state.view.inSheet.detent == .large)
    }

    /// av-user-edit
    @Test("a click on an action of Edit Actions hides it and shows it again, as Return does")
    func clickHidesAnAction() throws {
        var state = SampleChat.state
        _ = share(in: &state)
        _ = press([.backTab, .enter], in: &state)
        #expect(state.sheet == .shareActions)
        let layout = try #require(state.sheetLayout(on: SampleChat.standard))
        let row = try #require(layout.rows.firstIndex { $0.belongs(to: 1) }) - layout.first
        let place = Position(column: layout.content.origin.column + 4, row: layout.content.origin.row + row)
        let action = try #require(state.shareMenu?.allActions[1].type)
        for isHidden in [true, false] {
            _ = press(Key.click(at: place), in: &state)
            #expect(state.activityPreferences.hidden.contains(action.rawValue) == isHidden)
        }
    }
}
