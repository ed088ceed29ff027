package import AppFrameworks
package import ChatTerminal

/// Draws a sheet in the middle of its parent; on a small screen, over all of it.
package enum SheetPainter {
    private struct Line {
        var text: String
        var style: Style
        var value = ""
        var isFocus = false
        var isCentred = false
    }

    /// Draws the sheet, its content scrolled to a row; without one, so that the focused choice is in sight.
    ///
    /// - Returns: the topmost row of the content that shows, and how many of its rows do not.
    @discardableResult
    package static func draw(
        _ sheet: Sheet, over grid: inout Grid, scroll: Int? = nil
    ) -> (first: Int, hidden: Int) {
        grid.recede()
        let isFull = grid.size.columns < 42 || grid.size.rows < 10
        let isWide = grid.size.columns >= 70
        let columns = isFull ? grid.size.columns : min(64, grid.size.columns - (isWide ? 8 : 4))
        let inside = columns - (isFull ? 2 : isWide ? 6 : 4)
        let lines = self.lines(sheet, columns: inside)
        // The frame and the header; where there is room, a blank row below the header and one above the edge.
        let isAiry = !isFull && lines.count + 5 <= grid.size.rows - 2
        let chrome = isAiry ? 5 : 3
        let rows = min(lines.count + chrome, grid.size.rows - (isFull ? 0 : 2))
        let part = Rectangle(
            column: (grid.size.columns - columns) / 2, row: isFull ? 0 : (grid.size.rows - rows) / 2,
            columns: columns, rows: isFull ? grid.size.rows : rows)
        grid.fill(part)
        grid.frame(part, Style(.accent))
        drawHeader(sheet, part, on: &grid)

        let room = max(1, part.size.rows - chrome)
        let hidden = max(0, lines.count - room)
        let focused = lines.firstIndex(where: \.isFocus) ?? 0
        let first = min(max(0, scroll ?? (focused - room + 1)), hidden)
        let left = part.origin.column + (columns - inside) / 2
        let top = part.origin.row + (isAiry ? 3 : 2)
        for (index, line) in lines[first...].prefix(room).enumerated() {
            draw(line, column: left, row: top + index, columns: inside, on: &grid)
        }
        let end = part.origin.column + columns
        if first > 0 { grid.put("↑", column: end - 1, row: top, Style(.accent).bold) }
        if first < hidden { grid.put("↓", column: end - 1, row: top + room - 1, Style(.accent).bold) }
        return (first, hidden)
    }

    private static func drawHeader(_ sheet: Sheet, _ part: Rectangle, on grid: inout Grid) {
        let columns = part.size.columns - 4
        let left = part.origin.column + 2
        let row = part.origin.row + 1
        let leading = sheet.leading ?? ""
        let trailing = sheet.trailing ?? ""
        let side = max(TextWidth.columns(of: leading), TextWidth.columns(of: trailing))
        let isWide = columns - 2 * side >= 12
        grid.put(leading, column: left, row: row, Style(.accent))
        if isWide { grid.putRight(trailing, end: left + columns, row: row, Style(.accent).bold) }
        let room = columns - (isWide ? 2 : 1) * (side > 0 ? side + 2 : 0)
        let title = TextLayout.truncate(CleanText.line(sheet.title), to: room)
        let start =
            isWide
            ? left + (columns - TextWidth.columns(of: title)) / 2 : left + (leading.isEmpty ? 0 : side + 2)
        grid.put(title, column: start, row: row, .strong)
    }

    private static func lines(_ sheet: Sheet, columns: Int) -> [Line] {
        var lines = sheet.body.flatMap { paragraph in
            TextLayout.wrap(paragraph, to: columns).map { Line(text: $0, style: .plain) }
        }
        if sheet.choices.isEmpty { return lines }
        if !lines.isEmpty { lines.append(Line(text: "", style: .plain)) }
        let isButtons = sheet.choices.allSatisfy { $0.value == nil && $0.heading == nil }
        let labels = sheet.choices.enumerated().map { button(CleanText.line($1.label), isFocus: $0 == sheet.focus) }
        let across = labels.reduce(0) { $0 + TextWidth.columns(of: $1) } + 2 * (labels.count - 1)
        if isButtons, across <= columns {
            // One row: the painter finds the focused one by its marks.
            lines.append(Line(text: labels.joined(separator: "  "), style: .plain, isFocus: true, isCentred: true))
            return lines
        }
        for (index, choice) in sheet.choices.enumerated() {
            if let heading = choice.heading {
                if index > 0 { lines.append(Line(text: "", style: .plain)) }
                lines.append(Line(text: CleanText.line(heading), style: Style(.accent).bold))
            }
            lines += choice.lead.flatMap { TextLayout.wrap($0, to: columns - 2) }.map {
                Line(text: "  " + $0, style: .plain)
            }
            let isFocus = index == sheet.focus
            if let value = choice.value {
                defer {
                    let notes = choice.note.map { TextLayout.wrap($0, to: columns - 4) } ?? []
                    lines += notes.map { Line(text: "    " + $0, style: .quiet) }
                }
                let mark = isFocus ? "▸ " : "  "
                lines.append(
                    Line(
                        text: mark + CleanText.line(choice.label), style: isFocus ? .focus : .plain, value: value,
                        isFocus: isFocus))
            } else {
                lines.append(Line(text: labels[index], style: .plain, isFocus: isFocus, isCentred: true))
            }
        }
        return lines
    }

    private static func button(_ label: String, isFocus: Bool) -> String { isFocus ? "▸ \(label) ◂" : "  \(label)  " }

    private static func draw(_ line: Line, column: Int, row: Int, columns: Int, on grid: inout Grid) {
        if line.isCentred {
            let start = column + max(0, (columns - TextWidth.columns(of: line.text)) / 2)
            grid.put(line.text, column: start, row: row, limit: column + columns)
            guard let from = line.text.firstIndex(of: "▸"), let to = line.text.firstIndex(of: "◂") else { return }
            let before = TextWidth.columns(of: line.text[..<from])
            grid.put(String(line.text[from...to]), column: start + before, row: row, .focus, limit: column + columns)
            return
        }
        if line.value.isEmpty {
            grid.put(line.text, column: column, row: row, line.style)
            return
        }
        let value = " " + line.value
        let room = columns - TextWidth.columns(of: value)
        grid.put(TextLayout.pad(line.text, to: room) + value, column: column, row: row, line.style)
    }
}
