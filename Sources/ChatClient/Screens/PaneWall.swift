package import ChatTerminal

/// The threads of several people next to each other in a demonstration, with a line about the current step.
package struct PaneWall: Equatable, Sendable {
    /// One person's part of the wall.
    package struct Pane: Equatable, Sendable {
        /// The person's display name.
        package var name: String
        /// The state of the person's screen. The selected thread, the shelf or a sheet is drawn.
        package var state: ChatState

        /// Creates a pane.
        package init(name: String, state: ChatState) {
            self.name = name
            self.state = state
        }
    }

    /// The minimum number of columns of a pane.
    static let paneColumnsMin = 40

    /// The people's panes, from the left.
    package var panes: [Pane]
    /// The index of the pane that is always shown if not all fit.
    package var current: Int
    /// The current step, as its author wrote it.
    var caption: String
    /// The lines of the card that is shown while there are no panes. The first line is its heading.
    var title: [String]
    /// The key hints next to the caption, in several lengths. The first one that fits next to the whole caption is
    /// shown. If none fits, the last is shown and the caption is cut.
    package var keys: [String] = []

    /// Creates a wall.
    package init(panes: [Pane], current: Int = 0, caption: String = "", title: [String] = []) {
        self.panes = panes
        self.current = current
        self.caption = caption
        self.title = title
    }

    /// Draws all panes if each has at least 40 columns; if not, as many as fit, including the current one.
    package func render(size: Size) -> Grid {
        var grid = Grid(size)
        guard size.columns >= ChatLayout.least.columns, size.rows >= ChatLayout.least.rows else {
            grid.put("Too small.", column: 0, row: 0)
            return grid
        }
        guard !panes.isEmpty else {
            drawTitle(rows: size.rows - drawCaption(on: &grid), on: &grid)
            return grid
        }
        let count = max(1, min(panes.count, (size.columns + 1) / (Self.paneColumnsMin + 1)))
        let current = max(0, min(self.current, panes.count - 1))
        let first = max(0, min(current - count / 2, panes.count - count))
        let hasSwitcher = count < panes.count
        let captionRows = drawCaption(on: &grid)
        var top = 0
        if hasSwitcher {
            drawSwitcher(current, on: &grid)
            top = 1
        }
        let rows = size.rows - captionRows - top
        var column = 0
        for index in 0..<count {
            let left = size.columns - column - (count - 1 - index)
            let columns = left / (count - index)
            let isCurrent = first + index == current && (hasSwitcher || panes.count > 1)
            let pane = draw(panes[first + index], isCurrent: isCurrent, size: Size(columns: columns, rows: rows))
            grid.place(pane, column: column, row: top)
            column += columns
            if index < count - 1 {
                grid.fill(Rectangle(column: column, row: top, columns: 1, rows: rows), "│", .quiet)
                if captionRows == 2 { grid.put("┴", column: column, row: size.rows - 2, .quiet) }
                column += 1
            }
        }
        return grid
    }

    private func drawCaption(on grid: inout Grid) -> Int {
        guard !caption.isEmpty else { return 0 }
        let row = grid.size.rows - 1
        var rows = 1
        if grid.size.rows >= 12 {
            grid.put(String(repeating: "─", count: grid.size.columns), column: 0, row: row - 1, .quiet)
            rows = 2
        }
        let end = grid.put("▶ ", column: 1, row: row, Style(.accent).bold)
        let text = CleanText.line(caption)
        let room = grid.size.columns - end - 1
        let wanted = TextWidth.columns(of: text)
        let keys = keys.first { wanted + TextWidth.columns(of: $0) + 2 <= room } ?? keys.last ?? ""
        let taken = keys.isEmpty ? 0 : TextWidth.columns(of: keys) + 2
        grid.put(TextLayout.truncate(text, to: room - taken), column: end, row: row, .strong)
        grid.putRight(TextLayout.truncate(keys, to: room), end: grid.size.columns - 1, row: row, .quiet)
        return rows
    }

    /// Draws the card that is shown before the first person's pane.
    private func drawTitle(rows: Int, on grid: inout Grid) {
        let room = grid.size.columns - 2
        var lines = title.enumerated().filter { !$0.element.isEmpty }.flatMap { index, text in
            TextLayout.wrap(text, to: room).map { ($0, index == 0 ? Style.strong : .plain) }
        }
        lines += [("", .plain), ("Preparing…", .quiet)]
        let shown = lines.suffix(max(1, rows))
        let top = max(0, (rows - shown.count) / 2)
        for (index, line) in shown.enumerated() { grid.putCentred(line.0, row: top + index, line.1) }
    }

    private func drawSwitcher(_ current: Int, on grid: inout Grid) {
        var column = 1
        for (index, pane) in panes.enumerated() {
            let name = CleanText.line(pane.name)
            let text = index == current ? "[\(name)]" : " \(name) "
            column = grid.put(text, column: column, row: 0, index == current ? .focus : .quiet)
        }
        grid.putRight("  Tab switches", end: grid.size.columns - 1, row: 0, .quiet)
    }

    private func draw(_ pane: Pane, isCurrent: Bool, size: Size) -> Grid {
        var grid = Grid(size)
        let name = CleanText.line(pane.name)
        grid.fill(
            Rectangle(column: 0, row: 0, columns: size.columns, rows: 1), " ", Style(on: .selection))
        grid.put(
            TextLayout.truncate((isCurrent ? "● " : "○ ") + name, to: size.columns - 2), column: 1, row: 0,
            Style(isCurrent ? .accent : .plain, on: .selection).bold)
        let inside = Size(columns: size.columns, rows: size.rows - 1)
        let state = pane.state
        var content: Grid
        if state.view.isShelfFocused {
            content = ShelfScreen.render(state.shownShelf, focus: state.view.shelfFocus, size: inside)
        } else if let thread = state.shownThread {
            content = ThreadPane.render(
                thread, size: inside, look: state.look, scroll: state.view.scroll, isMuted: false)
        } else {
            content = Grid(inside)
            content.putCentred("No conversation yet", row: inside.rows / 2, .quiet)
        }
        // If the shelf has the focus, it is shown, and the sheet waits.
        if case .sheet(let kind) = state.keyOwner, !state.view.isShelfFocused {
            SheetPainter.draw(Sheets.sheet(kind, in: state), over: &content, state.view.inSheet)
        }
        content.showCursor()
        content.cursor = nil
        grid.place(content, column: 0, row: 1)
        return grid
    }
}
