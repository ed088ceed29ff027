import AppModel
import ChatTerminal

/// A row of the content of a sheet at a width: pieces of text, and the choices that they belong to.
struct SheetRow: Equatable {
    /// A piece of text in one style.
    struct Piece: Equatable {
        var column: Int
        var text: String
        var style: Style
        var choice: Int?
        /// The column of the cursor in the text; nil if the piece has no cursor.
        var cursor: Int?
    }

    var pieces: [Piece] = []

    init(_ text: String = "", column: Int = 0, style: Style = .plain, choice: Int? = nil) {
        if !text.isEmpty { pieces = [Piece(column: column, text: text, style: style, choice: choice)] }
    }

    /// Returns true if a piece of the row belongs to a choice.
    func belongs(to choice: Int) -> Bool { pieces.contains { $0.choice == choice } }

    /// Returns the choice at a column; nil if there is none.
    func choice(at column: Int) -> Int? {
        pieces.first { $0.column <= column && column < $0.column + TextWidth.columns(of: $0.text) }?.choice
    }

    /// The density of the rows of a sheet.
    enum Density: CaseIterable {
        /// Blank rows between the groups, and all lines of tiles.
        case airy
        /// One line of tiles for each group, with names of one row, and no blank rows.
        case tight
        /// As `tight`, but without headings.
        case bare
        /// As `bare`, but without the first paragraph of the text above the choices, which describes the item. Reasons
        /// against sharing it stay.
        case least
    }

    /// Returns the rows of a sheet.
    ///
    /// - Parameter columns: The width of the rows.
    static func rows(of sheet: Sheet, columns: Int, _ density: Density = .airy) -> [SheetRow] {
        let isAiry = density == .airy
        let body = density == .least ? Array(sheet.body.dropFirst()) : sheet.body
        var rows = body.flatMap { TextLayout.wrap($0, to: columns).map { SheetRow($0) } }
        if sheet.choices.isEmpty { return rows }
        if !rows.isEmpty, isAiry { rows.append(SheetRow()) }
        if let buttons = buttons(of: sheet, columns: columns) { return rows + [buttons] }
        let glyphColumns =
            sheet.choices.filter { !$0.isTile }.compactMap(\.glyph).map {
                TextWidth.columns(of: CleanText.line($0))
            }.max() ?? 0
        var index = 0
        while index < sheet.choices.count {
            let choice = sheet.choices[index]
            if let heading = choice.heading, isAiry || density == .tight {
                if index > 0, isAiry { rows.append(SheetRow()) }
                rows.append(
                    SheetRow(TextLayout.truncate(CleanText.line(heading), to: columns), style: Style(.accent).bold))
            }
            rows += choice.lead.flatMap { TextLayout.wrap($0, to: columns - 2) }.map { SheetRow($0, column: 2) }
            if choice.isTile {
                let group = group(of: index, in: sheet.choices)
                rows += tiles(group, of: sheet, columns: columns, isOneLine: !isAiry)
                index = group.upperBound
                continue
            }
            rows += self.rows(
                of: choice, index, isFocus: index == sheet.focus, columns: columns, glyphColumns: glyphColumns)
            index += 1
        }
        return rows
    }

    /// Returns the indices of the choices in the same group as a choice: tiles below one heading, or rows.
    static func group(of index: Int, in choices: [Sheet.Choice]) -> Range<Int> {
        guard choices.indices.contains(index) else { return index..<index }
        let isTile = choices[index].isTile
        let first = choices[...index].lastIndex { $0.isTile != isTile || $0.heading != nil } ?? 0
        let next = choices[(index + 1)...].firstIndex { $0.isTile != isTile || $0.heading != nil }
        return (choices[first].isTile == isTile ? first : first + 1)..<(next ?? choices.count)
    }

    // MARK: Buttons

    /// Returns buttons in one row; nil if the sheet has other choices, or if they do not fit.
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
            let style = style(of: sheet.choices[index], isFocus: index == sheet.focus)
            row.pieces.append(Piece(column: column, text: label, style: style, choice: index))
            column += TextWidth.columns(of: label) + 2
        }
        return row
    }

    /// Returns the style of a choice. A destructive choice is bold, and red on a terminal with colours.
    private static func style(of choice: Sheet.Choice, isFocus: Bool) -> Style {
        guard choice.isDestructive else { return isFocus ? .focus : .plain }
        return isFocus ? Style(.bad).bold.reversed : Style(.bad).bold
    }

    private static func button(_ label: String, isFocus: Bool) -> String { isFocus ? "▸ \(label) ◂" : "  \(label)  " }

    // MARK: One below the other

    private static func rows(
        of choice: Sheet.Choice, _ index: Int, isFocus: Bool, columns: Int, glyphColumns: Int
    ) -> [SheetRow] {
        let style = style(of: choice, isFocus: isFocus)
        if let field = choice.field { return [written(field, choice, index, isFocus: isFocus, columns: columns)] }
        guard let value = choice.value else {
            let label = button(CleanText.line(choice.label), isFocus: isFocus)
            let start = max(0, (columns - TextWidth.columns(of: label)) / 2)
            return [SheetRow(label, column: start, style: style, choice: index)]
        }
        // A glyph may have two columns. Then the labels of all rows begin after two.
        let glyph =
            choice.glyph.map { glyph in
                let sign = CleanText.line(glyph)
                return String(repeating: " ", count: max(0, glyphColumns - TextWidth.columns(of: sign))) + sign + " "
            } ?? ""
        let mark = (isFocus ? "▸ " : "  ") + glyph
        // A long value leaves half of the row to the label, if the label needs that much.
        let taken = TextWidth.columns(of: mark) + TextWidth.columns(of: CleanText.line(choice.label)) + 1
        let end = value.isEmpty ? "" : " " + TextLayout.truncate(value, to: max(columns / 2, columns - taken))
        let room = columns - TextWidth.columns(of: end)
        var lines = [CleanText.line(choice.label)]
        if choice.rowsMax > 1 {
            let inset = TextWidth.columns(of: mark)
            lines = TextLayout.wrapped(lines[0], to: room - inset, rows: choice.rowsMax)
        }
        let blank = String(repeating: " ", count: TextWidth.columns(of: mark))
        var rows = lines.enumerated().map { place, line in
            let text = (place == 0 ? mark : blank) + line
            // The whole row can be clicked.
            return SheetRow(TextLayout.pad(text, to: room) + (place == 0 ? end : ""), style: style, choice: index)
        }
        let notes = choice.note.map { TextLayout.wrap($0, to: columns - 4) } ?? []
        rows += notes.map { SheetRow($0, column: 4, style: .quiet) }
        return rows
    }

    /// Returns the row of a field: its label, and the part of the text around the cursor.
    private static func written(
        _ field: LineEditor, _ choice: Sheet.Choice, _ index: Int, isFocus: Bool, columns: Int
    ) -> SheetRow {
        let label = (isFocus ? "▸ " : "  ") + CleanText.line(choice.label) + " "
        let start = TextWidth.columns(of: label)
        let room = max(4, columns - start)
        let written = field.row(columns: room)
        var row = SheetRow(label, style: isFocus ? Style(.accent).bold : Style(.accent), choice: index)
        let isHint = field.isEmpty && choice.note != nil
        let text = isHint ? TextLayout.truncate(CleanText.line(choice.note ?? ""), to: room) : written.text
        row.pieces.append(
            Piece(
                column: start, text: TextLayout.pad(text, to: room), style: isHint ? .quiet : Style().underlined,
                choice: index, cursor: isFocus ? written.cursor : nil))
        return row
    }

    // MARK: Tiles

    /// The width of a tile with the gap to the next one, in columns.
    static let tileColumns = 12

    /// Returns the number of tiles in a line, at least 1.
    static func tiles(across columns: Int) -> Int { max(1, columns / tileColumns) }

    /// Returns the rows of a group of tiles.
    ///
    /// - Parameter isOneLine: True for only the line that has the focus, or the first line, with names of one row.
    private static func tiles(_ group: Range<Int>, of sheet: Sheet, columns: Int, isOneLine: Bool) -> [SheetRow] {
        let across = tiles(across: columns)
        let room = min(tileColumns, columns) - 1
        var firsts = Array(stride(from: group.lowerBound, to: group.upperBound, by: across))
        if isOneLine { firsts = firsts.filter { $0 <= sheet.focus || $0 == group.lowerBound } }
        if isOneLine { firsts = [group.contains(sheet.focus) ? firsts.last : firsts.first].compactMap(\.self) }
        return firsts.flatMap { first -> [SheetRow] in
            let line = Array(first..<min(first + across, group.upperBound))
            // The note is below the name: the app of a share extension.
            let names = line.map { index in
                let note = isOneLine ? nil : sheet.choices[index].note.map { CleanText.line($0) }
                return TextLayout.wrapped(CleanText.line(sheet.choices[index].label), to: room, rows: isOneLine ? 1 : 2)
                    + [note].compactMap { $0.map { TextLayout.truncate($0, to: room) } }
            }
            var rows = Array(repeating: SheetRow(), count: 1 + (names.map(\.count).max() ?? 1))
            for (place, index) in line.enumerated() {
                let isFocus = index == sheet.focus
                let style = style(of: sheet.choices[index], isFocus: isFocus)
                let glyph = CleanText.line(sheet.choices[index].glyph ?? "•")
                // All rows of a tile have the same width, so that the focus is one box.
                for (row, text) in ([isFocus ? "▸\(glyph)◂" : " \(glyph) "] + names[place]).enumerated() {
                    let text = TextLayout.truncate(text, to: room)
                    let left = max(0, (room - TextWidth.columns(of: text)) / 2)
                    let whole = TextLayout.pad(String(repeating: " ", count: left) + text, to: room)
                    rows[row].pieces.append(
                        Piece(column: place * tileColumns, text: whole, style: style, choice: index))
                }
            }
            if isOneLine, let last = line.last, last + 1 < group.upperBound {
                rows[0].pieces.append(Piece(column: line.count * tileColumns, text: "›", style: Style(.accent)))
            }
            if isOneLine, first > group.lowerBound, let piece = rows[0].pieces.first, piece.text.hasPrefix(" ") {
                rows[0].pieces[0].text = "‹" + piece.text.dropFirst()
            }
            return rows
        }
    }
}

/// A sheet with the actions of its rows, so that the label and the action of a row are created together.
struct SheetContent {
    /// The sheet to draw.
    var sheet: Sheet
    /// The actions of the rows, in order.
    private var deeds: [(inout ChatUpdate) -> Void] = []
    private let otherwise: (inout ChatUpdate, Int) -> Void

    /// Creates a sheet. Its rows are added later, or have one action in common.
    ///
    /// - Parameter otherwise: The action of a row without its own action, given its index. It closes the sheet by
    ///   default.
    init(_ sheet: Sheet, otherwise: @escaping (inout ChatUpdate, Int) -> Void = { update, _ in update.closeSheet() }) {
        (self.sheet, self.otherwise) = (sheet, otherwise)
    }

    /// Adds a row with its action.
    mutating func add(_ choice: Sheet.Choice, _ deed: @escaping (inout ChatUpdate) -> Void) {
        sheet.choices.append(choice)
        deeds.append(deed)
    }

    /// Performs the action of a row.
    func pick(_ index: Int, _ update: inout ChatUpdate) {
        if deeds.indices.contains(index) { deeds[index](&update) } else { otherwise(&update, index) }
    }
}
