/// From the grid that is on the screen to the next one, as the bytes that change it.
///
/// Only changed cells are written, between synchronized-output marks (DEC mode 2026; a terminal that does not know it
/// ignores it), so that no half-drawn frame shows. This file, `Palette` and `TerminalMode` are the only ones that
/// spell escape sequences.
///
/// A grapheme that terminals measure differently (`TextExtent`) is written onto spaces, so that nothing old shows where
/// a terminal gives it less; what stands behind it is written again, for a terminal that gives it more; and the next
/// cell is gone to by its number. So a disagreement stays inside of the grapheme's own cells.
package enum ScreenDiff {
    private static let begin = "\u{1B}[?2026h\u{1B}[?25l"
    private static let end = "\u{1B}[0m\u{1B}[?2026l"

    /// The bytes to write; none where nothing changed.
    ///
    /// - Parameter previous: what the screen shows, or nil where that is not known: then all of it is drawn.
    package static func bytes(from previous: Grid?, to next: Grid, palette: Palette) -> [UInt8] {
        let known = previous?.size == next.size ? previous : nil
        if let known, known == next { return [] }
        var out = begin
        if known == nil { out += "\u{1B}[0m\u{1B}[2J" }
        var style: Style?
        for row in 0..<next.size.rows { writeRow(row, known, next, palette, &style, &out) }
        if let cursor = next.cursor {
            out += move(cursor.column, cursor.row) + "\u{1B}[?25h"
        }
        return Array((out + end).utf8)
    }

    private static func writeRow(
        _ row: Int, _ known: Grid?, _ next: Grid, _ palette: Palette, _ style: inout Style?, _ out: inout String
    ) {
        var reached: Int?  // the column where the terminal's cursor surely stands
        var spilled = 0  // up to which column something may have been written over
        for column in 0..<next.size.columns {
            let cell = next[column, row]
            let isSame = known.map { $0[column, row] == cell } ?? (cell == .blank && !palette.paintsBackground)
            if cell.isTail || (isSame && column >= spilled) { continue }
            if reached != column { out += move(column, row) }
            if style != cell.style {
                out += palette.sequence(cell.style)
                style = cell.style
            }
            let extent = TextExtent(cell.character)
            if extent.least < extent.columns {
                out += String(repeating: " ", count: extent.columns) + move(column, row)
            }
            out.append(cell.character)
            reached = extent.isCertain ? column + extent.columns : nil
            spilled = max(spilled, column + extent.most)
        }
    }

    private static func move(_ column: Int, _ row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
