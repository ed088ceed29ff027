package import AppModel
package import ChatTerminal

/// The layout of a sheet and of its rows on a screen. `SheetPainter` draws with it; `SheetState` scrolls and finds
/// clicked rows with it.
package struct SheetLayout {
    /// The rectangle of the sheet with its frame.
    var part: Rectangle
    /// All rows of the sheet.
    var rows: [SheetRow] = []
    /// The index of the topmost row that shows.
    package var first = 0
    /// The number of rows that do not show.
    package var hidden = 0
    /// The number of rows that show.
    var room: Int
    /// The rectangle of the rows.
    var content: Rectangle
    /// True if the sheet has a grabber.
    var hasGrabber = false
    /// True if the sheet is modal: its parent cannot be used.
    package var isModal = true
    /// The columns that the sheet takes from its parent at the side, and the rows at the bottom; 0 for a modal sheet.
    var taken = Size(columns: 0, rows: 0)
    /// The maximum height of a sheet, in rows.
    var maximum: Int
    /// The heights of the sheet; nil for a card.
    var presentation: SheetPresentationController?
    /// The density of the rows.
    var density = SheetRow.Density.airy
    /// The height of the screen, in rows.
    private let screenRows: Int
    /// True if the sheet is at the lower edge of the screen, and not in the middle.
    private let isPage: Bool

    /// Returns the index of the choice at a place; nil if there is none.
    func choice(at place: Position) -> Int? {
        let row = place.row - content.origin.row + first
        guard rows.indices.contains(row), place.row >= content.origin.row else { return nil }
        return rows[row].choice(at: place.column - content.origin.column)
    }

    /// The minimum width of the screen for a non-modal sheet at the side of its parent, in columns
    /// (`sheet-nonmodal-alt`).
    static let sideColumns = 120
    /// The width of a sheet at the side of its parent, in columns.
    private static let sideWidth = 42
    /// The minimum height at which a parent stays usable, in rows.
    private static let parentRows = 12

    /// The minimum width of the screen at which no sheet is at its lower edge, in columns (`sheet-ipad-style`).
    static let wideColumns = 100

    /// Creates the layout of a sheet.
    ///
    /// - Parameters:
    ///   - state: The focus, scroll position and height that the person chose.
    ///   - look: The look of the platform.
    ///   - size: The size of the part of the screen for the sheet.
    package init(_ sheet: Sheet, _ state: SheetState, look: SheetLook = .touch, size: Size) {
        let isFull = size.columns < 42 || size.rows < 10
        let isWide = size.columns >= 70
        maximum = max(1, size.rows - 2)
        screenRows = size.rows
        presentation = look == .desktop || isFull ? nil : sheet.presentation
        let isSide = presentation?.largestUndimmedDetentIdentifier != nil && size.columns >= Self.sideColumns
        isPage = presentation != nil && size.columns < Self.wideColumns
        let columns = isFull ? size.columns : isSide ? Self.sideWidth : min(64, size.columns - (isWide ? 8 : 4))
        let inside = columns - (isFull ? 2 : isWide ? 6 : 4)
        let rows = SheetRow.rows(of: sheet, columns: inside)
        let buttonRows = look == .desktop && (sheet.leading ?? sheet.trailing) != nil ? 2 : 0
        // The frame and the header; if there is room, a blank row below the header and one above the edge.
        let isAiry: Bool
        let top: Int
        let height: Int
        if isSide {
            (height, top, isModal, isAiry) = (size.rows - 1, 0, false, true)
            taken = Size(columns: columns, rows: 0)
            // At the side there is only one height, so that scrolling cannot make the sheet grow.
            presentation = nil
        } else if var presentation {
            if sheet.showsAllAtFirst {
                let fits = rows.count + 5 < maximum
                presentation.insert(.fitting(rows: rows.count + 5))
                presentation.selectedDetentIdentifier = fits ? .fitting : .large
            }
            presentation.selectedDetentIdentifier = state.detent ?? presentation.selectedDetentIdentifier
            self.presentation = presentation
            let resting = max(5, min(maximum, presentation.height(in: maximum)))
            height = max(4, min(maximum, state.draggedRows ?? resting))
            isAiry = rows.count + 5 <= height
            top = isPage ? size.rows - 1 - height : max(0, (size.rows - height) / 2)
            hasGrabber = presentation.prefersGrabberVisible && presentation.heights(in: maximum).count > 1
            // A drag changes neither the modality nor the size of the parent. Both follow the height at which the sheet
            // rests.
            isModal = presentation.isModal(in: maximum) || !isPage || size.rows - resting < Self.parentRows
            if !isModal { taken = Size(columns: 0, rows: resting) }
        } else {
            isAiry = !isFull && rows.count + 5 + buttonRows <= size.rows - 2
            let wanted = min(rows.count + buttonRows + (isAiry ? 5 : 3), size.rows - (isFull ? 0 : 2))
            height = isFull ? size.rows : wanted
            top = isFull ? 0 : (size.rows - wanted) / 2
        }
        let left = isSide ? size.columns - columns : (size.columns - columns) / 2
        part = Rectangle(column: left, row: top, columns: columns, rows: height)
        room = max(1, height - buttonRows - (isAiry ? 5 : 3))
        content = Rectangle(
            column: part.origin.column + (columns - inside) / 2, row: top + (isAiry ? 3 : 2), columns: inside,
            rows: room)
        self.rows = rows
        if presentation?.canGrow(in: maximum) == true { condense(sheet) }
        hidden = max(0, self.rows.count - room)
        let focused = self.rows.firstIndex { $0.belongs(to: sheet.focus) } ?? 0
        let last = self.rows.lastIndex { $0.belongs(to: sheet.focus) } ?? 0
        first = min(max(0, state.scroll ?? min(focused, last - room + 1)), hidden)
    }

    /// Makes the rows of a sheet with tiles denser until the first row of the last group shows (`sheet-medium-use`).
    private mutating func condense(_ sheet: Sheet) {
        guard rows.count > room, sheet.choices.contains(where: \.isTile) else { return }
        let last = SheetRow.group(of: sheet.choices.count - 1, in: sheet.choices).lowerBound
        for density in SheetRow.Density.allCases {
            self.density = density
            rows = SheetRow.rows(of: sheet, columns: content.size.columns, density)
            if let row = rows.firstIndex(where: { $0.belongs(to: last) }), row < room { return }
        }
    }

    /// The keys that step through the choices: `↑↓` for rows, `←→` for buttons in one row, both for tiles. With
    /// buttons, `PgUp` or `PgDn` is added if a part of the text above them is hidden.
    var arrows: String {
        let rows = rows.map { Set($0.pieces.compactMap(\.choice)).count }.filter { $0 > 0 }
        guard rows.contains(where: { $0 > 1 }) else { return "↑↓" }
        guard rows.count == 1 else { return "←→ ↑↓" }
        return hidden == 0 ? "←→" : first > 0 ? "←→ PgUp" : "←→ PgDn"
    }

    /// Returns the height of the sheet, in rows, when its grabber is dragged to a row of the screen.
    func rows(draggedTo row: Int) -> Int { isPage ? screenRows - 1 - row : screenRows - 2 * row }

    /// Returns true if all rows of a choice show.
    func shows(_ choice: Int) -> Bool {
        guard let begin = rows.firstIndex(where: { $0.belongs(to: choice) }),
            let end = rows.lastIndex(where: { $0.belongs(to: choice) })
        else { return true }
        return begin >= first && end < first + room
    }
}

/// The look of sheets on a platform.
package enum SheetLook: String, CaseIterable, Equatable, Sendable {
    /// The look of a phone or tablet: buttons at the top, and heights at which the sheet rests.
    case touch
    /// The look of a desktop: always modal, a card with its buttons at the bottom right (`sheet-mac-look`).
    case desktop
}

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
