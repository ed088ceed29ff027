import AppModel
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The focus and the scroll position in a sheet, without a screen around it.
@Suite struct SheetStateTests {
    private let size = Size(columns: 80, rows: 42)

    private func sheet(_ rows: Int, grows: Bool = true) throws -> Sheet {
        var sheet = Sheet(
            title: "Long", trailing: "Done", choices: (1...rows).map { Sheet.Choice("Row \($0)", value: "") })
        var heights = try SheetPresentationController(detents: [.medium(), .large()])
        heights.prefersGrabberVisible = true
        heights.prefersScrollingExpandsWhenScrolledToEdge = grows
        (sheet.presentation, sheet.showsAllAtFirst) = (heights, false)
        return sheet
    }

    private func height(_ sheet: Sheet, _ state: SheetState) -> Int {
        SheetLayout(state.focused(sheet), state, size: size).part.size.rows
    }

    @Test("sheet-resizable: what is scrolled grows before its content moves")
    func scrollingGrowsFirst() throws {
        let sheet = try sheet(60)
        var state = SheetState()
        #expect(height(sheet, state) == 20)
        #expect(state.apply(.pageDown, to: sheet, size: size) == .handled)
        #expect(height(sheet, state) == 40)
        #expect(SheetLayout(sheet, state, size: size).first == 0)
        _ = state.apply(.pageDown, to: sheet, size: size)
        #expect(SheetLayout(sheet, state, size: size).first > 0)
    }

    @Test("sp-scroll: where it does not prefer that, the content moves at once")
    func scrollingKeepsTheSize() throws {
        let sheet = try sheet(60, grows: false)
        var state = SheetState()
        _ = state.apply(.pageDown, to: sheet, size: size)
        #expect(height(sheet, state) == 20)
        #expect(SheetLayout(sheet, state, size: size).first > 0)
    }

    @Test func aFocusThatLeavesTheSheetMakesItGrow() throws {
        let sheet = try sheet(60)
        var state = SheetState()
        for _ in 0..<14 { _ = state.apply(.down, to: sheet, size: size) }
        #expect(height(sheet, state) == 20)
        for _ in 0..<3 { _ = state.apply(.down, to: sheet, size: size) }
        #expect(height(sheet, state) == 40)
        #expect(SheetLayout(state.focused(sheet), state, size: size).first == 0)
    }

    @Test("sheet-grabber: a key and the mouse go through the heights")
    func theGrabber() throws {
        let sheet = try sheet(60)
        var state = SheetState()
        _ = state.apply(.control("g"), to: sheet, size: size)
        #expect(state.detent == .large)
        _ = state.apply(.control("g"), to: sheet, size: size)
        #expect(state.detent == .medium)
        let top = SheetLayout(sheet, state, size: size).part
        let grabber = Position(column: top.origin.column + top.size.columns / 2, row: top.origin.row)
        for kind in [MouseEvent.Kind.press, .release] {
            _ = state.apply(.mouse(MouseEvent(kind, .left, at: grabber)), to: sheet, size: size)
        }
        #expect(state.detent == .large, "a tap")
        let above = SheetLayout(sheet, state, size: size).part.origin
        _ = state.apply(
            .mouse(MouseEvent(.press, .left, at: Position(column: grabber.column, row: above.row))), to: sheet,
            size: size)
        let down = Position(column: grabber.column, row: above.row + 17)
        _ = state.apply(.mouse(MouseEvent(.release, .left, at: down)), to: sheet, size: size)
        #expect(state.detent == .medium, "a drag")
    }

    @Test("sheet-swipe: a sheet follows the grabber, and closes when it is let go far below the smallest height")
    func dragDismisses() throws {
        for columns in [80, 110] {
            let (sheet, size) = (try sheet(60), Size(columns: columns, rows: 42))
            var state = SheetState()
            func part() -> Rectangle { SheetLayout(sheet, state, size: size).part }
            func drag(_ kind: MouseEvent.Kind, _ row: Int) -> SheetState.Outcome {
                let place = Position(column: columns / 2, row: row)
                return state.apply(.mouse(MouseEvent(kind, .left, at: place)), to: sheet, size: size)
            }
            let (top, rows) = (part().origin.row, part().size.rows)
            _ = drag(.press, top)
            _ = drag(.drag, top + 2)
            #expect(part().origin.row == top + 2 && part().size.rows < rows, "it follows")
            #expect(SheetLayout(sheet, state, size: size).isModal)
            #expect(drag(.release, top + 1) == .handled)
            #expect(part().size.rows == rows, "it rests again")
            _ = drag(.press, top)
            #expect(drag(.release, top + 8) == .dismiss)
        }
    }

    @Test func aClickChoosesAndTheWheelScrolls() throws {
        let sheet = try sheet(60)
        var state = SheetState()
        let layout = SheetLayout(sheet, state, size: size)
        let third = Position(column: layout.content.origin.column + 4, row: layout.content.origin.row + 2)
        #expect(state.apply(.mouse(MouseEvent(.click, .left, at: third)), to: sheet, size: size) == .picked(2))
        let done = try #require(layout.buttons(of: sheet, .touch).first { $0.isDone })
        #expect(state.apply(.mouse(MouseEvent(.click, .left, at: done.place)), to: sheet, size: size) == .done)
        let outside = MouseEvent(.click, .left, at: Position(column: 0, row: 0))
        #expect(state.apply(.mouse(outside), to: sheet, size: size) == .handled, "the parent is out of reach")
    }

    @Test("a sheet that lost all its rows explains the first Return, and the next one closes it")
    func emptiedSheetCloses() throws {
        let full = try sheet(2)
        var (empty, state) = (full, SheetState())
        empty.choices = []
        _ = state.apply(.down, to: full, size: size)
        state.hold(full)
        state.hold(empty)
        #expect(state.apply(.enter, to: empty, size: size) == .blocked("The selected row no longer exists"))
        state.hold(empty)
        #expect(state.apply(.enter, to: empty, size: size) == .done)
    }

    @Test("sheet-nonmodal: keys go to the parent and come back")
    func theParentCanBeUsed() throws {
        var sheet = try sheet(6)
        sheet.presentation?.largestUndimmedDetentIdentifier = .medium
        var state = SheetState()
        #expect(state.apply(.function(6), to: sheet, size: size) == .handled)
        #expect(state.apply(.character("x"), to: sheet, size: size) == .parent)
        #expect(state.apply(.function(6), to: sheet, size: size) == .handled)
        #expect(state.apply(.character("x"), to: sheet, size: size) == .parent, "who types writes there")
        #expect(state.apply(.function(6), to: sheet, size: size) == .handled)
        _ = state.apply(.control("g"), to: sheet, size: size)
        #expect(state.apply(.function(6), to: sheet, size: size) == .unused, "at its full height it is modal")
    }

    @Test("sheet-ipad-style: on a wide screen it stands in the middle")
    func aWideScreenCentresIt() throws {
        let part = SheetLayout(try sheet(6), SheetState(), size: Size(columns: 160, rows: 42)).part
        #expect(part.origin.column == 48 && part.size.columns == 64)
        #expect(part.origin.row == (42 - part.size.rows) / 2)
    }

    @Test("sheet-mac-buttons: on a desktop its buttons are at the bottom right")
    func aDesktopHasItsButtonsBelow() throws {
        var sheet = Sheet(title: "Options", leading: "Cancel", trailing: "Done", body: ["Nothing to choose."])
        sheet.presentation = SheetPresentationController()
        var grid = Grid(Size(columns: 60, rows: 14))
        SheetPainter.draw(sheet, over: &grid, look: .desktop)
        #expect(
            grid.text == """



                  ╭──────────────────────────────────────────────────────╮
                  │                       Options                        │
                  │                                                      │
                  │ Nothing to choose.                                   │
                  │                                                      │
                  │                                                      │
                  │                                        Cancel   Done │
                  ╰──────────────────────────────────────────────────────╯



                """)
    }

    @Test("av-share-title: a tile has its name below its glyph, and a long one ends in an ellipsis")
    func tiles() {
        var choices = ["Mail", "Notes", "A name that is much too long for it"].map { Sheet.Choice($0, glyph: "✉") }
        for index in choices.indices { choices[index].isTile = true }
        let rows = SheetRow.rows(of: Sheet(title: "", choices: choices), columns: 40)
        var grid = Grid(Size(columns: 40, rows: rows.count))
        for (index, row) in rows.enumerated() {
            for piece in row.pieces { grid.put(piece.text, column: piece.column, row: index, piece.style) }
        }
        #expect(
            grid.text == """
                    ▸✉◂          ✉           ✉
                   Mail        Notes    A name that
                                        is much to…
                """)
        #expect((0..<11).allSatisfy { grid[$0, 0].style == .focus && grid[$0, 1].style == .focus }, "one box")
        #expect(grid[11, 0].style == .plain && grid[0, 2].style == .plain)
    }

    @Test("icons of two columns and of one leave their labels in one column")
    func iconsKeepTheColumns() {
        let choices = [Sheet.Choice("Pin", value: "", glyph: "📌"), Sheet.Choice("Copy", value: "", glyph: "❐")]
        let rows = SheetRow.rows(of: Sheet(title: "", choices: choices, focus: 1), columns: 20)
        #expect(rows.map { $0.pieces.first?.text.trimmingEnd } == ["  📌 Pin", "▸  ❐ Copy"])
    }

    @Test("a long value leaves half of its row to the label")
    func aLongValueIsCut() {
        let choice = Sheet.Choice("lou", value: "Louise with a very long name")
        let rows = SheetRow.rows(of: Sheet(title: "", choices: [choice, Sheet.Choice("x", value: "")]), columns: 24)
        #expect(rows.first?.pieces.first?.text == "▸ lou Louise with a ver…")
    }

    @Test("a choice that cannot be undone is bold and red, with the focus and without")
    func destructiveChoicesAreMarked() {
        var remove = Sheet.Choice("Remove")
        remove.isDestructive = true
        for focus in [0, 1] {
            let sheet = Sheet(title: "", choices: [Sheet.Choice("Cancel"), remove], focus: focus)
            let piece = SheetRow.rows(of: sheet, columns: 40).last?.pieces.last
            #expect(piece?.style == (focus == 1 ? Style(.bad).bold.reversed : Style(.bad).bold))
        }
    }

    @Test("the marks of what is out of sight leave the frame whole")
    func frameIsWhole() throws {
        let sheet = try sheet(60)
        var state = SheetState()
        _ = state.apply(.control("g"), to: sheet, size: size)
        state.scroll = 3
        var grid = Grid(size)
        let part = SheetPainter.draw(sheet, over: &grid, state).part
        let right = part.origin.column + part.size.columns - 1
        for row in part.origin.row + 1..<part.origin.row + part.size.rows - 1 {
            #expect(grid[part.origin.column, row].character == "│" && grid[right, row].character == "│")
        }
        #expect(grid.text.contains("↑│") && grid.text.contains("↓│"))
    }

    @Test("a picture shows the cursor of a field")
    func pictureShowsTheCursor() {
        var field = Sheet.Choice("To:")
        field.field = LineEditor("bea")
        var grid = Grid(Size(columns: 40, rows: 12))
        SheetPainter.draw(Sheet(title: "New", choices: [field]), over: &grid)
        let plain = GridPicture.svg(of: grid)
        grid.cursor = nil
        #expect(plain != GridPicture.svg(of: grid))
    }
}

extension String {
    fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
