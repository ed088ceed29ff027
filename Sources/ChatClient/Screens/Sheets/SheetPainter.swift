package import AppModel
package import ChatTerminal

/// Draws a sheet over its parent. The parent recedes if the sheet is modal.
package enum SheetPainter {
    /// Draws the sheet over its parent. The last row, which names the keys of the sheet, does not recede. A hint of
    /// several rows covers the lower edge of the sheet.
    package static func draw(
        _ sheet: Sheet, over grid: inout Grid, _ state: SheetState = SheetState(), look: SheetLook = .touch,
        above status: Grid
    ) {
        let top = grid.size.rows - status.size.rows
        grid.place(status, column: 0, row: top)
        let part = draw(sheet, over: &grid, state, look: look).part
        if part.origin.row + part.size.rows < grid.size.rows { grid.place(status, column: 0, row: top) }
    }

    /// Draws the sheet at the scroll position of its state, or else so that the focused choice shows.
    ///
    /// - Returns: The layout of the sheet.
    @discardableResult
    package static func draw(
        _ sheet: Sheet, over grid: inout Grid, _ state: SheetState = SheetState(), look: SheetLook = .touch
    ) -> SheetLayout {
        let layout = SheetLayout(sheet, state, look: look, size: grid.size)
        if layout.isModal { grid.recede() }
        if !state.isInParent { grid.cursor = nil }
        let edge = state.isInParent ? Style.quiet : Style(.accent)
        grid.fill(layout.part)
        grid.frame(layout.part, edge)
        let (part, content) = (layout.part, layout.content)
        if layout.hasGrabber {
            grid.put("━━━━", column: part.origin.column + part.size.columns / 2 - 2, row: part.origin.row, edge.bold)
        }
        drawButtons(sheet, layout, look, on: &grid)
        for (index, row) in layout.rows[layout.first...].prefix(layout.room).enumerated() {
            for piece in row.pieces {
                let (column, line) = (content.origin.column + piece.column, content.origin.row + index)
                grid.put(
                    piece.text, column: column, row: line, piece.style,
                    limit: content.origin.column + content.size.columns)
                if let cursor = piece.cursor, !state.isInParent {
                    grid.cursor = Position(column: column + cursor, row: line)
                }
            }
        }
        // The arrows are next to the content, so that the frame has no gap. A tiny screen has no column for them.
        let end = part.origin.column + part.size.columns
        let column = content.origin.column + content.size.columns < end - 1 ? end - 2 : end - 1
        if layout.first > 0 { grid.put("↑", column: column, row: content.origin.row, Style(.accent).bold) }
        if layout.first < layout.hidden {
            grid.put("↓", column: column, row: content.origin.row + layout.room - 1, Style(.accent).bold)
        }
        return layout
    }

    /// Draws the title between the buttons of the header. On a desktop, the buttons are at the bottom.
    private static func drawButtons(_ sheet: Sheet, _ layout: SheetLayout, _ look: SheetLook, on grid: inout Grid) {
        let buttons = layout.buttons(of: sheet, look)
        for button in buttons {
            let style = button.isDone ? Style(.accent).bold : Style(.accent)
            grid.put(button.text, column: button.place.column, row: button.place.row, style)
        }
        let columns = layout.part.size.columns - 4
        let left = layout.part.origin.column + 2
        let beside = buttons.filter { $0.place.row == layout.part.origin.row + 1 }
        let side = beside.map { TextWidth.columns(of: $0.text) }.max() ?? 0
        let isWide = columns - 2 * side >= 12
        let room = columns - (isWide ? 2 : 1) * (side > 0 ? side + 2 : 0)
        let title = TextLayout.shorten(CleanText.line(sheet.title), to: room)
        let hasLeading = beside.contains { $0.place.column == left }
        let start =
            isWide ? left + (columns - TextWidth.columns(of: title)) / 2 : left + (hasLeading ? side + 2 : 0)
        grid.put(title, column: start, row: layout.part.origin.row + 1, .strong)
    }
}

extension SheetLayout {
    /// A button that closes the sheet.
    struct Button {
        var text: String
        var place: Position
        /// True if the button keeps the changes.
        var isDone: Bool

        func contains(_ position: Position) -> Bool {
            position.row == place.row && position.column >= place.column
                && position.column < place.column + TextWidth.columns(of: text)
        }
    }

    /// Returns the buttons that close the sheet, with their places (`sheet-buttons`, `sheet-mac-buttons`).
    func buttons(of sheet: Sheet, _ look: SheetLook) -> [Button] {
        let (left, end) = (part.origin.column + 2, part.origin.column + part.size.columns - 2)
        let trailing = sheet.trailing ?? ""
        guard look == .desktop else {
            let row = part.origin.row + 1
            let side = max(TextWidth.columns(of: sheet.leading ?? ""), TextWidth.columns(of: trailing))
            // If there is room for only one button, the trailing one shows. Esc does the same as the leading one.
            let hasBoth = end - left - 2 * side >= 12
            var buttons: [Button] = []
            if let leading = sheet.leading, hasBoth || trailing.isEmpty {
                buttons.append(Button(text: leading, place: Position(column: left, row: row), isDone: false))
            }
            if !trailing.isEmpty {
                let place = Position(column: end - TextWidth.columns(of: trailing), row: row)
                buttons.append(Button(text: trailing, place: place, isDone: trailing != "Cancel"))
            }
            return buttons
        }
        let row = part.origin.row + part.size.rows - 2
        var column = end
        return [(trailing, true), (sheet.leading ?? "", false)].compactMap { text, isTrailing in
            guard !text.isEmpty else { return nil }
            column -= TextWidth.columns(of: text)
            defer { column -= 3 }
            return Button(text: text, place: Position(column: column, row: row), isDone: isTrailing && text != "Cancel")
        }
    }
}
