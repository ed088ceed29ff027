import AppFrameworks
import ChatTerminal

/// One row of what a sheet says, at a width: pieces of text, and which choice each stands for.
struct SheetRow: Equatable {
    /// A piece of text in one look.
    struct Piece: Equatable {
        var column: Int
        var text: String
        var style: Style
        var choice: Int?
        /// Where the cursor stands in it, if it is written in.
        var cursor: Int?
    }

    var pieces: [Piece] = []

    init(_ text: String = "", column: Int = 0, style: Style = .plain, choice: Int? = nil) {
        if !text.isEmpty { pieces = [Piece(column: column, text: text, style: style, choice: choice)] }
    }

    /// Whether it belongs to a choice.
    func belongs(to choice: Int) -> Bool { pieces.contains { $0.choice == choice } }

    /// The choice at a column, if there is one.
    func choice(at column: Int) -> Int? {
        pieces.first { $0.column <= column && column < $0.column + TextWidth.columns(of: $0.text) }?.choice
    }

    /// All that a sheet says, in rows of so many columns.
    static func rows(of sheet: Sheet, columns: Int) -> [SheetRow] {
        var rows = sheet.body.flatMap { TextLayout.wrap($0, to: columns).map { SheetRow($0) } }
        if sheet.choices.isEmpty { return rows }
        if !rows.isEmpty { rows.append(SheetRow()) }
        if let buttons = buttons(of: sheet, columns: columns) { return rows + [buttons] }
        var index = 0
        while index < sheet.choices.count {
            let choice = sheet.choices[index]
            if let heading = choice.heading {
                if index > 0 { rows.append(SheetRow()) }
                rows.append(SheetRow(CleanText.line(heading), style: Style(.accent).bold))
            }
            rows += choice.lead.flatMap { TextLayout.wrap($0, to: columns - 2) }.map { SheetRow($0, column: 2) }
            if choice.isTile {
                let next = sheet.choices[(index + 1)...].firstIndex { !$0.isTile || $0.heading != nil }
                let end = next ?? sheet.choices.count
                rows += tiles(index..<end, of: sheet, columns: columns)
                index = end
                continue
            }
            rows += self.rows(of: choice, index, isFocus: index == sheet.focus, columns: columns)
            index += 1
        }
        return rows
    }

    // MARK: Buttons

    /// Buttons that stand beside each other, where that is all there is to choose and they fit.
    private static func buttons(of sheet: Sheet, columns: Int) -> SheetRow? {
        guard sheet.choices.allSatisfy({ $0.value == nil && $0.heading == nil && !$0.isTile && $0.field == nil }) else {
            return nil
        }
        let labels = sheet.choices.enumerated().map { button(CleanText.line($1.label), isFocus: $0 == sheet.focus) }
        let across = labels.reduce(0) { $0 + TextWidth.columns(of: $1) } + 2 * (labels.count - 1)
        guard across <= columns else { return nil }
        var row = SheetRow()
        var column = max(0, (columns - across) / 2)
        for (index, label) in labels.enumerated() {
            let style: Style = index == sheet.focus ? .focus : .plain
            row.pieces.append(Piece(column: column, text: label, style: style, choice: index))
            column += TextWidth.columns(of: label) + 2
        }
        return row
    }

    private static func button(_ label: String, isFocus: Bool) -> String { isFocus ? "▸ \(label) ◂" : "  \(label)  " }

    // MARK: One below the other

    private static func rows(of choice: Sheet.Choice, _ index: Int, isFocus: Bool, columns: Int) -> [SheetRow] {
        let style: Style = isFocus ? .focus : .plain
        if let field = choice.field { return [written(field, choice, index, isFocus: isFocus, columns: columns)] }
        guard let value = choice.value else {
            let label = button(CleanText.line(choice.label), isFocus: isFocus)
            let start = max(0, (columns - TextWidth.columns(of: label)) / 2)
            return [SheetRow(label, column: start, style: style, choice: index)]
        }
        let glyph = choice.glyph.map { CleanText.line($0) + " " } ?? ""
        let mark = (isFocus ? "▸ " : "  ") + glyph
        let end = value.isEmpty ? "" : " " + value
        let room = columns - TextWidth.columns(of: end)
        var lines = [CleanText.line(choice.label)]
        if choice.rowsMax > 1 {
            let inset = TextWidth.columns(of: mark)
            lines = TextLayout.wrapped(lines[0], to: room - inset, rows: choice.rowsMax)
        }
        let blank = String(repeating: " ", count: TextWidth.columns(of: mark))
        var rows = lines.enumerated().map { place, line in
            let text = (place == 0 ? mark : blank) + line
            let whole = value.isEmpty && !isFocus ? TextLayout.truncate(text, to: room) : TextLayout.pad(text, to: room)
            return SheetRow(whole + (place == 0 ? end : ""), style: style, choice: index)
        }
        let notes = choice.note.map { TextLayout.wrap($0, to: columns - 4) } ?? []
        rows += notes.map { SheetRow($0, column: 4, style: .quiet) }
        return rows
    }

    /// A field: what it is for, and what is written in it as far as its end fits.
    private static func written(
        _ field: LineEditor, _ choice: Sheet.Choice, _ index: Int, isFocus: Bool, columns: Int
    ) -> SheetRow {
        let label = (isFocus ? "▸ " : "  ") + CleanText.line(choice.label) + " "
        let start = TextWidth.columns(of: label)
        let room = max(4, columns - start)
        let layout = field.layout(columns: room)
        let line = layout.rows[layout.cursor.row]
        var row = SheetRow(label, style: isFocus ? Style(.accent).bold : Style(.accent), choice: index)
        let isHint = field.isEmpty && choice.note != nil
        let text = isHint ? TextLayout.truncate(CleanText.line(choice.note ?? ""), to: room) : line
        row.pieces.append(
            Piece(
                column: start, text: TextLayout.pad(text, to: room), style: isHint ? .quiet : Style().underlined,
                choice: index, cursor: isFocus ? layout.cursor.column : nil))
        return row
    }

    // MARK: Tiles

    /// How wide a tile is, with what parts it from the next.
    static let tileColumns = 12

    /// How many tiles stand beside each other.
    static func tiles(across columns: Int) -> Int { max(1, columns / tileColumns) }

    private static func tiles(_ range: Range<Int>, of sheet: Sheet, columns: Int) -> [SheetRow] {
        let across = tiles(across: columns)
        return stride(from: range.lowerBound, to: range.upperBound, by: across).flatMap { first -> [SheetRow] in
            let line = Array(first..<min(first + across, range.upperBound))
            let room = min(tileColumns, columns) - 1
            let names = line.map { TextLayout.wrapped(CleanText.line(sheet.choices[$0].label), to: room, rows: 2) }
            var rows = Array(repeating: SheetRow(), count: 1 + (names.map(\.count).max() ?? 1))
            for (place, index) in line.enumerated() {
                let column = place * tileColumns
                let style: Style = index == sheet.focus ? .focus : .plain
                let glyph = CleanText.line(sheet.choices[index].glyph ?? "•")
                let framed = index == sheet.focus ? "▸\(glyph)◂" : " \(glyph) "
                for (row, text) in ([framed] + names[place]).enumerated() {
                    let start = column + max(0, (room - TextWidth.columns(of: text)) / 2)
                    rows[row].pieces.append(Piece(column: start, text: text, style: style, choice: index))
                }
            }
            return rows
        }
    }
}
