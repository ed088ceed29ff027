import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// The mouse on the screens of an app: a click does what the key does for the thing that is clicked.
@Suite struct AppMouseTests {
    /// Returns an app with two links on its shelf, or more.
    private func shelf(_ count: Int = 2) throws -> AppRuntimeTests.Stage {
        try AppRuntimeTests.Stage((1...count).map { CannedStream.link($0) })
    }

    /// Returns an app whose document is open.
    private func document() throws -> AppDocumentTests.Stage {
        let stage = try AppDocumentTests.Stage()
        stage.press(.enter)
        return stage
    }

    // MARK: The list

    @Test("a row of the list opens when the mouse button is released on it, and has the focus afterwards")
    func rowOpens() throws {
        let stage = try shelf()
        let row = try stage.place(of: "Boat list")
        stage.mouse(.press, at: row)
        #expect(stage.runtime.state.view.page == .home)
        stage.mouse(.release, at: Position(column: row.column, row: row.row + 2))
        #expect(stage.runtime.state.view.page == .home, "the mouse left the row before the release")
        stage.click(at: row)
        #expect(stage.runtime.state.view.page == .detail("h2"))
        stage.press(.escape)
        #expect(stage.runtime.state.view.focus == 1)
    }

    @Test("the right button opens the menu of the row under the mouse, and no menu elsewhere")
    func rightButtonOpensTheMenu() throws {
        let stage = try shelf()
        stage.click(.right, at: Position(column: 3, row: 20))
        #expect(stage.runtime.state.view.sheet == nil)
        stage.click(.right, at: try stage.place(of: "Boat list"))
        #expect(stage.runtime.state.view.sheet == .content("h2"))
    }

    @Test("a click on an attribution in the list opens its conversation, and the right button its menu")
    func attributionActs() throws {
        let stage = try shelf()
        let attribution = try stage.place(of: "From Anna")
        stage.click(.right, at: attribution)
        #expect(stage.runtime.state.view.sheet == .attribution("h1"))
        stage.press(.escape)
        stage.click(at: attribution)
        #expect(stage.messages.laid.map(\.message) == ["m1"] && stage.runtime.state.view.page == .home)
    }

    @Test("Show More opens by a click, the wheel moves through the list, and ‹ Esc leads back")
    func wheelMovesThroughTheList() throws {
        let stage = try shelf(60)
        stage.click(at: try stage.place(of: "Show More"))
        #expect(stage.runtime.state.view.page == .all)
        let focus = stage.runtime.state.view.focus
        for _ in 1...3 { stage.mouse(.wheelDown, nil, at: Position(column: 3, row: 6)) }
        #expect(stage.runtime.state.view.focus == focus + 3)
        stage.mouse(.wheelUp, nil, at: Position(column: 3, row: 6))
        #expect(stage.runtime.state.view.focus == focus + 2)
        stage.click(at: try stage.place(of: "‹ Esc"))
        #expect(stage.runtime.state.view.page == .home)
    }

    @Test("a click opens the row that is drawn above a hint of two rows, and the hint opens nothing")
    func hintMovesNoRow() throws {
        let stage = try AppHomeTests.Stage(documents: (1...25).map { "plan-\($0 + 100)" })
        stage.press(.end, .enter, .end, .end, .end)
        stage.runtime.tell(String(repeating: "A hint that is too long for one row. ", count: 4))
        let hint = try stage.place(of: "A hint")
        stage.click(at: hint)
        #expect(stage.runtime.state.view.page == .documents)
        stage.runtime.tell(String(repeating: "A hint that is too long for one row. ", count: 4))
        stage.click(at: try stage.place(of: "plan-120"))
        #expect(stage.runtime.state.view.page == .detail("https://notes.example/shared/plan-120"))
    }

    // MARK: A document

    @Test("the labels of the header of a document do what their keys do", arguments: ["s People", "p (WT)", "‹ Notes"])
    func headerActs(label: String) throws {
        let stage = try document()
        stage.click(at: try stage.place(of: label))
        let view = stage.runtime.state.view
        switch label {
        case "s People": #expect(view.sheet == .sharing)
        case "p (WT)": #expect(view.sheet == .panel)
        default: #expect(view.page == .home)
        }
    }

    @Test("a click on F2 Share opens the share sheet, which gets the events at their places")
    func shareSheetGetsTheMouse() throws {
        let stage = try document()
        stage.messages.messages.view.sheet = .share
        stage.click(at: try stage.place(of: "F2 Share"))
        #expect(stage.runtime.state.view.isSharing)
        let place = Position(column: 40, row: 9)
        stage.mouse(.press, at: place)
        stage.mouse(.drag, at: place)
        #expect(stage.messages.keys == [MouseEvent.Kind.press, .drag].map { .mouse(MouseEvent($0, .left, at: place)) })
    }

    @Test("the share sheet over an app has the size of the screen after a resize")
    func shareSheetFollowsTheScreen() throws {
        let stage = try document()
        let size = Size(columns: 160, rows: 45)
        stage.runtime.resize(to: size)
        #expect(stage.messages.covered == nil)
        stage.messages.messages.view.sheet = .share
        stage.click(at: try stage.place(of: "F2 Share"))
        stage.runtime.resize(to: size)
        #expect(stage.messages.covered == size)
    }

    @Test("the wheel scrolls the page of a document, and a click on its attribution opens the conversation")
    func pageScrolls() throws {
        let stage = try AppDocumentTests.Stage()
        stage.text = (1...60).map { "Line \($0)" }.joined(separator: "\n")
        stage.press(.enter)
        let place = Position(column: 5, row: 9)
        stage.mouse(.wheelDown, nil, at: place)
        stage.mouse(.wheelDown, nil, at: place)
        stage.mouse(.wheelUp, nil, at: place)
        #expect(stage.runtime.state.view.scrolls["h1"] == 3)
        stage.click(at: place)
        #expect(stage.runtime.state.isBare, "the text has nothing to press")
        stage.click(at: try stage.place(of: "From Anna"))
        #expect(stage.messages.laid.map(\.message) == ["m1"])
    }

    // MARK: Sheets

    @Test("a row of a menu acts by a click, Cancel closes the menu, and a click beside it does nothing")
    func menuActs() throws {
        let stage = try document()
        stage.click(.right, at: Position(column: 5, row: 9))
        #expect(stage.runtime.state.view.sheet == .content("h1"))
        stage.click(at: Position(column: 0, row: 5))
        #expect(stage.runtime.state.view.sheet == .content("h1"))
        stage.click(at: try stage.place(of: "Cancel"))
        #expect(stage.runtime.state.view.sheet == nil)
        stage.press(.character("m"))
        var row = try stage.place(of: "Copy Link")
        row.column += 30
        #expect(stage.click(at: row) == [.copy("https://notes.example/d/1")], "the row is as wide as the sheet")
        #expect(stage.runtime.state.view.sheet == nil)
    }

    @Test("the wheel scrolls a sheet, and Done closes it")
    func sheetScrolls() throws {
        let stage = try document()
        stage.press(.character("?"))
        stage.mouse(.wheelDown, nil, at: Position(column: 40, row: 9))
        #expect(stage.runtime.state.view.inSheet.scroll == 3)
        stage.click(at: try stage.place(of: "Done"))
        #expect(stage.runtime.state.view.sheet == nil)
    }

    @Test("a row of the sharing screens acts by a click, and Cancel of its question leads back")
    func sharingScreenActs() throws {
        let stage = try AppDocumentTests.Stage()
        stage.runtime.resize(to: Size(columns: 80, rows: 40))
        stage.press(.enter, .character("s"))
        stage.click(at: try stage.place(of: "Remove Me"))
        #expect(stage.runtime.state.sharing?.deeds == [.cancel, .confirm])
        stage.click(at: try stage.place(of: "Cancel"))
        #expect(stage.screen.contains("Remove Me"))
    }

    @Test("a row that was clicked keeps the focus when rows above it go")
    func clickedRowKeepsTheFocus() throws {
        var share = CannedShare()
        share.participants = [.init(handle: "bea", role: "owner")]
        let stage = try AppDocumentTests.Stage(share)
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.runtime.resize(to: Size(columns: 80, rows: 40))
        stage.press(.enter, .character("s"), .enter)
        stage.write("dan emil")
        stage.press(.enter)
        stage.click(at: try stage.place(of: "Who can access"))
        #expect(stage.screen.contains("Anyone with the link"))
        #expect(stage.screen.contains("▸ Who can access"))
    }

    // MARK: Writing

    @Test("a click places the cursor in the editor")
    func clickPlacesTheCursor() throws {
        let stage = try document()
        stage.press(.character("e"))
        stage.click(at: try stage.place(of: "tent"))
        stage.press(.character("X"))
        #expect(stage.runtime.state.view.editor?.line.text == "Pack the Xtent.\nBuy bread.")
    }

    @Test("a click in a long text moves no row of the editor, and the wheel scrolls it without the cursor")
    func editorScrolls() throws {
        let stage = try AppDocumentTests.Stage()
        stage.text = (101...160).map { "Line \($0)" }.joined(separator: "\n")
        stage.press(.enter, .character("e"))
        // 16 rows show: from line 145.
        let row = try stage.place(of: "Line 147")
        stage.click(at: row)
        stage.press(.end, .character("X"))
        #expect(try stage.place(of: "Line 147X") == row)
        stage.mouse(.wheelUp, nil, at: row)
        #expect(try stage.place(of: "Line 147X").row == row.row + 3)
        for _ in 1...9 { stage.mouse(.wheelUp, nil, at: row) }
        let first = try stage.place(of: "Line 115")
        #expect(first.row == 1 && stage.screen.contains("Line 130") && !stage.screen.contains("Line 131"))
        stage.press(.end, .character("Y"))
        #expect(stage.screen.contains("Line 147XY") && !stage.screen.contains("Line 130Y"))
    }

    @Test("Esc in the heading of the editor asks, Keep keeps the text, and Discard discards it")
    func questionActs() throws {
        let stage = try document()
        stage.press(.character("e"), .character("x"))
        for (button, isKept) in [("Keep", true), ("  Discard  ", false)] {
            stage.click(at: try stage.place(of: "Esc cancel"))
            #expect(stage.runtime.state.view.unsaved != nil)
            stage.click(at: try stage.place(of: button))
            #expect(stage.runtime.state.view.unsaved == nil)
            #expect((stage.runtime.state.view.editor != nil) == isKept)
        }
    }

    // MARK: Messages over the page

    @Test(
        "a conversation over the page gets the events at its own places, and none from beside it",
        arguments: [Size(columns: 80, rows: 18), Size(columns: 90, rows: 12), Size(columns: 44, rows: 18)])
    func conversationGetsTheMouse(size: Size) throws {
        let stage = try document()
        stage.runtime.resize(to: size)
        stage.press(.character("r"))
        stage.messages.messages.threads["c1"] = ThreadState(conversation: "c1", title: "Weekend trip")
        stage.messages.messages.view.selected = "c1"
        let inner = AppReplyPainter.size(on: size)
        let drawn = ChatScreen.render(
            stage.messages.messages, size: Size(columns: inner.columns, rows: inner.rows + 1)
        ).text
        stage.mouse(.press, at: try stage.place(of: "Weekend trip"))
        let event = MouseEvent(.press, .left, at: try firstPlace(of: "Weekend trip", on: drawn))
        #expect(stage.messages.keys == [.mouse(event)])
        stage.click(at: Position(column: 0, row: size.rows - 1))
        #expect(stage.messages.keys.count == 2, "only the release, which may end a drag")
        #expect(stage.runtime.state.view.reply != nil)
    }
}

/// Returns the place of the first character of a text on a screen.
private func firstPlace(of text: String, on screen: String) throws -> Position {
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains(text) }, "\(text)")
    let start = try #require(rows[row].firstRange(of: text)).lowerBound
    return Position(column: TextWidth.columns(of: String(rows[row][..<start])), row: row)
}

/// An app on a screen, for the mouse.
private protocol PointedStage {
    var runtime: AppRuntime { get }
    var screen: String { get }
}

extension AppRuntimeTests.Stage: PointedStage {}
extension AppHomeTests.Stage: PointedStage {}
extension AppDocumentTests.Stage: PointedStage {}

extension PointedStage {
    fileprivate func place(of text: String) throws -> Position { try firstPlace(of: text, on: screen) }

    @discardableResult
    fileprivate func mouse(
        _ kind: MouseEvent.Kind, _ button: MouseEvent.Button? = .left, at place: Position
    ) -> [AppAction] {
        runtime.apply(.mouse(MouseEvent(kind, button, at: place)))
    }

    /// Presses and releases a button.
    @discardableResult
    fileprivate func click(_ button: MouseEvent.Button = .left, at place: Position) -> [AppAction] {
        mouse(.press, button, at: place) + mouse(.release, button, at: place)
    }
}
