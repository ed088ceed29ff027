/// The bytes that change the grid on the screen into the next one.
///
/// Only changed cells are written. They are written between synchronized-output marks (DEC mode 2026), so that no
/// half-drawn frame shows; a terminal that does not know the mode ignores it. A change that is no longer than the
/// marks, such as a typed letter, is written without them. Only this file, `Theme.swift` and `TerminalMode.swift`
/// contain escape sequences.
///
/// Terminals give some graphemes different widths (`TextExtent`). Such a grapheme is written onto spaces, so that no
/// old text remains in a terminal that makes it narrower. The cells after it are written again, for a terminal that
/// makes it wider. The cursor then moves to the next cell by its column number. So a different width affects only the
/// grapheme's own cells.
package enum ScreenDiff {
    private static let begin = "\u{1B}[?2026h"
    private static let end = "\u{1B}[?2026l"
    private static let show = "\u{1B}[?25h"
    private static let hide = "\u{1B}[?25l"
    /// The most bytes that are written without marks: the length of the marks themselves.
    private static let shortest = begin.utf8.count + hide.utf8.count + show.utf8.count + end.utf8.count

    /// Returns the bytes to write; empty if nothing changed.
    ///
    /// - Parameter previous: The grid on the screen; nil if it is unknown, so that the whole next grid is drawn.
    package static func bytes(from previous: Grid?, to next: Grid, palette: Palette) -> [UInt8] {
        let known = previous?.size == next.size ? previous : nil
        if let known, known == next { return [] }
        let start = known?.cursor.flatMap { next.contains($0) ? $0 : nil }
        var frame = Pen(palette, columns: next.size.columns, at: start)
        if known == nil { frame.write("\u{1B}[0m\u{1B}[2J") }
        for row in 0..<next.size.rows { writeRow(row, known, next, palette, &frame) }
        let isWritten = !frame.bytes.isEmpty
        frame.reset()
        let wasShown = known.map { $0.cursor != nil } ?? true
        if let cursor = next.cursor {
            frame.move(to: cursor.column, cursor.row)
            if isWritten || !wasShown { frame.write(show) }
        }
        guard isWritten else { return next.cursor == nil && wasShown ? Array(hide.utf8) : frame.bytes }
        if wasShown, next.cursor != nil, known != nil, frame.bytes.count - show.utf8.count <= shortest {
            return Array(frame.bytes.dropLast(show.utf8.count))
        }
        return Array((begin + (wasShown ? hide : "")).utf8) + frame.bytes + Array(end.utf8)
    }

    private static func writeRow(_ row: Int, _ known: Grid?, _ next: Grid, _ palette: Palette, _ pen: inout Pen) {
        let blankFrom = palette.paintsBackground ? next.size.columns : next.blankTail(ofRow: row)
        var spilled = 0  // the columns before this one may have been overwritten
        let isolates = Isolates(from: known, to: next, row)
        var isolated = 0  // the sequence before this column is written again
        func isDue(_ column: Int) -> Bool {
            if column < spilled || column < isolated { return true }
            guard let known else { return palette.paintsBackground || next[column, row] != .blank }
            return isolates.stale.contains(column) || !next.hasSame(column, row, as: known)
        }
        for column in 0..<next.size.columns where !next[column, row].isTail && isDue(column) {
            if column >= blankFrom, (column..<next.size.columns).count(where: isDue) > 3 {
                pen.move(to: column, row)
                pen.set(.plain)
                pen.eraseToEnd()
                return
            }
            bridge(to: column, row, next, &pen)
            pen.move(to: column, row)
            if isolates.ends[column] != nil { pen.mark(RightToLeft.isolate, before: column, row) }
            let cell = next[column, row]
            pen.set(cell.style, link: next.link(column: column, row: row))
            let extent = TextExtent(cell.character)
            let isEmptied = known != nil || !palette.paintsBackground
            let isOnSpaces =
                isEmptied && column >= spilled && cell.link == 0
                && (column..<(column + extent.columns)).allSatisfy { column in
                    (known?[column, row] ?? .blank) == Cell(character: " ", style: cell.style)
                }
            pen.put(cell.character, extent, isOnSpaces: isOnSpaces)
            spilled = max(spilled, column + extent.most)
            let end = column + extent.columns
            if let end = isolates.ends[end] { isolated = max(isolated, end) }
            if isolates.ends.values.contains(end), end < next.size.columns {
                pen.mark(RightToLeft.pop, before: end, row)
                // A terminal that gives the mark a column has overwritten the next cell.
                spilled = max(spilled, end + 1)
            }
        }
    }

    /// Moves over up to three unchanged cells by writing them again, which is shorter than a sequence.
    private static func bridge(to column: Int, _ row: Int, _ next: Grid, _ pen: inout Pen) {
        guard let start = pen.column(inRow: row), start < column, column - start <= 3 else { return }
        let isPlain = (start..<column).allSatisfy { place in
            let cell = next[place, row]
            return cell.character.isASCII && !cell.isTail
                && pen.isSet(to: cell.style, link: next.link(column: place, row: row))
        }
        guard isPlain else { return }
        for place in start..<column {
            let character = next[place, row].character
            pen.put(character, TextExtent(character), isOnSpaces: true)
        }
    }
}

/// The isolates of the right-to-left sequences in a row.
///
/// A terminal adds a mark to the cell before it. So if any cell of a sequence or the cell before it is written, all of
/// these cells are written.
private struct Isolates {
    /// The first column of each sequence, with the column after its end. A sequence at the start of a row is left out:
    /// no text precedes it, and the mark would have no cell.
    var ends: [Int: Int] = [:]
    /// The columns that are written although their cells look the same.
    var stale: Set<Int> = []

    init(from known: Grid?, to next: Grid, _ row: Int) {
        let sequences = next.rightToLeft(inRow: row).map { Self.whole($0, next, row) }
        let before = known.map { known in known.rightToLeft(inRow: row).map { Self.whole($0, known, row) } } ?? []
        for sequence in sequences where sequence.lowerBound > 0 { ends[sequence.lowerBound] = sequence.upperBound }
        guard let known else { return }
        for sequence in Set(sequences).union(before) {
            var cells = max(0, sequence.lowerBound - 1)..<sequence.upperBound
            while cells.lowerBound > 0, next[cells.lowerBound, row].isTail {
                cells = cells.lowerBound - 1..<cells.upperBound
            }
            let isSame =
                sequences.contains(sequence) && before.contains(sequence)
                && cells.allSatisfy { next.hasSame($0, row, as: known) }
            if !isSame { stale.formUnion(cells) }
        }
    }

    /// Returns a sequence with all columns of its last grapheme.
    private static func whole(_ sequence: Range<Int>, _ grid: Grid, _ row: Int) -> Range<Int> {
        var end = sequence.upperBound
        while grid[end, row].isTail { end += 1 }
        return sequence.lowerBound..<end
    }
}

/// Writes the bytes of a frame. It tracks the place of the terminal's cursor and the style of its text, if they are
/// known.
struct Pen {
    private(set) var bytes: [UInt8] = []
    private let palette: Palette
    private let columns: Int
    private var column: Int?
    private var row: Int?
    private var style: Style?
    private var link: String?

    /// Creates a pen for a terminal with the style that `reset()` sets.
    ///
    /// - Parameter position: The place of the cursor; nil if it is unknown.
    init(_ palette: Palette, columns: Int, at position: Position?) {
        (self.palette, self.columns) = (palette, columns)
        (column, row) = (position?.column, position?.row)
        style = palette.paintsBackground ? nil : .plain
    }

    /// Returns the column of the cursor; nil if the cursor is in another row or its column is unknown.
    func column(inRow row: Int) -> Int? { row == self.row ? column : nil }

    /// True if the pen writes with this style and link now.
    func isSet(to style: Style, link: String?) -> Bool { self.style == style && self.link == link }

    /// Moves the cursor to a cell, with the shortest sequence.
    mutating func move(to column: Int, _ row: Int) {
        let known = self.column(inRow: row)
        if known == column { return }
        if row != self.row {
            let start = row == 0 ? "" : "\(row + 1)"
            write("\u{1B}[" + start + (column == 0 ? "H" : ";\(column + 1)H"))
        } else if column == 0 {
            write("\r")
        } else {
            let absolute = "\u{1B}[\(column + 1)G"
            let relative = known.map { Self.step(column - $0) } ?? absolute
            write(relative.utf8.count < absolute.utf8.count ? relative : absolute)
        }
        (self.column, self.row) = (column, row)
    }

    private static func step(_ columns: Int) -> String {
        switch columns {
        case 1: "\u{1B}[C"
        case -1: "\u{8}"
        case ..<0: "\u{1B}[\(-columns)D"
        default: "\u{1B}[\(columns)C"
        }
    }

    /// Sets the style and the link of the text that follows.
    mutating func set(_ style: Style, link: String? = nil) {
        if self.style != style {
            write(palette.change(from: self.style, to: style))
            self.style = style
        }
        guard self.link != link else { return }
        // The id makes the parts of a link on several rows one link.
        write("\u{1B}]8;" + (link.map { "id=1;" + $0 } ?? ";") + "\u{1B}\\")
        self.link = link
    }

    /// Writes a grapheme.
    ///
    /// - Parameter isOnSpaces: True if its cells show spaces of the same style already.
    mutating func put(_ character: Character, _ extent: TextExtent, isOnSpaces: Bool) {
        if extent.least < extent.columns, !isOnSpaces, let column, let row {
            write(String(repeating: " ", count: extent.columns))
            advance(to: column + extent.columns)
            move(to: column, row)
        }
        let start = column ?? columns
        // A grapheme that a terminal makes wider than the rest of the row must not wrap or scroll (DECAWM). Wrapping
        // stays on for the rest of the frame: without it, tmux puts a mark of the last column onto the column before.
        let mayWrap = start + extent.most > columns
        let text = palette.joinsSkinTones || extent.isCertain ? String(character) : character.withoutSkinTones
        write(mayWrap ? "\u{1B}[?7l\(text)\u{1B}[?7h" : text)
        if extent.isCertain {
            advance(to: start + extent.columns)
        } else {
            column = nil
        }
    }

    /// Writes a mark without a width between two cells, and moves back to the second one, because a terminal may give
    /// the mark a column.
    mutating func mark(_ mark: Unicode.Scalar, before column: Int, _ row: Int) {
        write(String(Character(mark)))
        self.column = nil
        move(to: column, row)
    }

    /// Empties the rest of the row.
    mutating func eraseToEnd() { write("\u{1B}[K") }

    /// Resets the style, so that the next frame begins as this one did.
    mutating func reset() {
        guard let style else { return }
        set(style)
        if style != .plain || palette.paintsBackground { write("\u{1B}[m") }
        self.style = .plain
    }

    /// Writes a sequence that neither moves the cursor nor is text.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Sets the column of the cursor. After the last column it is unknown, because terminals differ.
    private mutating func advance(to column: Int) { self.column = column < columns ? column : nil }
}
