/// From the grid that is on the screen to the next one, as the bytes that change it.
///
/// Only changed cells are written, between synchronized-output marks (DEC mode 2026; a terminal that does not know it
/// ignores it), so that no half-drawn frame shows; what is no longer than those marks, a letter that was typed, needs
/// none. This file, `Pen`, `Palette`, and those whose names begin with
/// `Terminal` are the only ones that spell escape sequences.
///
/// A grapheme that terminals measure differently (`TextExtent`) is written onto spaces, so that nothing old shows where
/// a terminal gives it less; what stands behind it is written again, for a terminal that gives it more; and the next
/// cell is gone to by its number. So a disagreement stays inside of the grapheme's own cells.
package enum ScreenDiff {
    private static let begin = "\u{1B}[?2026h"
    private static let end = "\u{1B}[?2026l"
    private static let show = "\u{1B}[?25h"
    private static let hide = "\u{1B}[?25l"
    /// The length of what is written without marks, in bytes: as long as they are.
    private static let shortest = begin.utf8.count + hide.utf8.count + show.utf8.count + end.utf8.count

    /// The bytes to write; none where nothing changed.
    ///
    /// - Parameter previous: what the screen shows, or nil where that is not known: then all of it is drawn.
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
        var spilled = 0  // up to which column something may have been written over
        let isolates = Isolates(from: known, to: next, row)
        var isolated = 0  // up to which column a sequence is written again
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
                // A terminal that gives the mark a column has written over the next cell.
                spilled = max(spilled, end + 1)
            }
        }
    }

    /// Goes over a few unchanged cells by writing them again, where that is shorter than to say so.
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
/// A terminal adds a mark to the cell before it. So a sequence is written as a whole, together with the cell before it,
/// whenever one of these cells is written.
private struct Isolates {
    /// The columns that sequences begin at, with the columns behind them. A row that begins with one has no cell for the
    /// mark, and needs none: nothing stands before it.
    var ends: [Int: Int] = [:]
    /// The columns that have to be written although they show the same.
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

    /// A sequence with all columns of its last grapheme.
    private static func whole(_ sequence: Range<Int>, _ grid: Grid, _ row: Int) -> Range<Int> {
        var end = sequence.upperBound
        while grid[end, row].isTail { end += 1 }
        return sequence.lowerBound..<end
    }
}
