import ChatProtocol
import ChatTerminal

/// The search panel, which replaces the list: the query and the hits.
enum SearchPane {
    static func render(_ panel: SearchPanel, _ found: SearchState, size: Size) -> Grid {
        var grid = Grid(size)
        let found = panel.shows(found) ? found : SearchState()
        grid.put("Search", column: 1, row: 0, .strong)
        grid.putRight(count(panel, found), end: size.columns - 1, row: 0, .quiet)
        let room = max(2, size.columns - 4)
        let written = panel.query.row(columns: room)
        grid.put("›", column: 1, row: 2, Style(.accent).bold)
        if panel.query.isEmpty {
            grid.put(TextLayout.truncate("words or \"a phrase\", then ↵", to: room), column: 3, row: 2, .quiet)
        } else {
            grid.put(written.text, column: 3, row: 2)
        }
        grid.cursor = Position(column: min(size.columns - 1, 3 + written.cursor), row: 2)
        grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet)
        drawHits(panel, found, on: &grid)
        return grid
    }

    private static func count(_ panel: SearchPanel, _ found: SearchState) -> String {
        guard !found.query.isEmpty, !found.isRunning else { return found.isRunning ? "…" : "" }
        let count = "\(found.hits.count)" + (found.hasMore ? "+" : "")
        return panel.focus.map { "\($0 + 1) of \(count)" } ?? "\(count) found"
    }

    private static func drawHits(_ panel: SearchPanel, _ found: SearchState, on grid: inout Grid) {
        let size = grid.size
        if found.hits.isEmpty {
            guard found.isCut || !found.query.isEmpty, !found.isRunning else { return }
            let text = found.isCut ? SearchState.isAway : "Nothing found for “\(CleanText.line(found.query))”."
            let lines = TextLayout.wrap(text, to: size.columns - 2)
            for (index, line) in lines.enumerated() { grid.put(line, column: 1, row: 4 + index, .quiet) }
            return
        }
        let window = window(panel, found, size)
        let phrases = SearchPhrase.phrases(of: found.query)
        for index in window.shown {
            draw(found.hits[index], phrases, isFocus: index == panel.focus, on: &grid, row: window.row(of: index))
        }
    }

    /// Returns the window that locates the hits.
    static func window(_ panel: SearchPanel, _ found: SearchState, _ size: Size) -> ListWindow {
        ListWindow(count: found.hits.count, focus: panel.focus ?? 0, top: 4, rows: size.rows - 4, height: 3, gap: 1)
    }

    private static func draw(
        _ hit: SearchHit, _ phrases: [SearchPhrase], isFocus: Bool, on grid: inout Grid, row: Int
    ) {
        let columns = grid.size.columns
        let surface: Style.Surface = isFocus ? .selection : .none
        if isFocus {
            grid.fill(Rectangle(column: 0, row: row, columns: columns, rows: 2), " ", Style(on: surface))
            for line in 0..<2 { grid.put("▌", column: 0, row: row + line, Style(.accent, on: surface)) }
        }
        let time = CleanText.line(hit.time)
        let pin = hit.isPinned ? " 📌" : ""
        let room = columns - 3 - TextWidth.columns(of: time) - TextWidth.columns(of: pin)
        grid.put(
            TextLayout.truncate(CleanText.line(hit.place), to: room) + pin, column: 1, row: row,
            Style(on: surface).bold)
        grid.putRight(time, end: columns - 1, row: row, Style(.quiet, on: surface))
        var column = 1
        for piece in excerpt(of: hit, phrases, columns: columns - 2) {
            let style = piece.mark.style(on: Style(.quiet, on: surface))
            column = grid.put(piece.text, column: column, row: row + 1, style)
        }
    }

    /// Returns the sender, and the part of the text or of a title that shows the first hit.
    static func excerpt(of hit: SearchHit, _ phrases: [SearchPhrase], columns: Int) -> [TextMarks.Piece] {
        let part = hit.part(with: phrases)
        let sender = CleanText.line(hit.sender) + ": "
        let room = max(2, columns - TextWidth.columns(of: sender))
        let places = SearchPhrase.places(of: phrases, in: part)
        let start = places.first.map { begin(of: $0, in: part, columns: room) } ?? part.startIndex
        let isCut = start > part.startIndex
        let text = (isCut ? "…" : "") + part[start...]
        let shift = start.utf16Offset(in: part) - (isCut ? 1 : 0)
        let marks = places.filter { $0.lowerBound > shift || !isCut }.map {
            (range: $0.lowerBound - shift..<$0.upperBound - shift, mark: TextMarks.Mark.hit)
        }
        let line = TextLayout.truncate(CleanText.line(text), to: room)
        return [TextMarks.Piece(text: sender, mark: [])] + TextMarks.pieces(of: [line], text: text, marks: marks)[0]
    }

    /// Returns the beginning of an excerpt with this many columns that shows a place of the text. It is the beginning
    /// of the text if that shows the place. If not, it is some columns before the place, at the beginning of a word if
    /// possible.
    private static func begin(of place: Range<Int>, in text: String, columns: Int) -> String.Index {
        let first = text.utf16.index(text.startIndex, offsetBy: place.lowerBound)
        let end = text.utf16.index(first, offsetBy: place.count)
        guard TextWidth.columns(of: CleanText.line(text[..<end])) >= columns else { return text.startIndex }
        let most = columns - 2 - TextWidth.columns(of: CleanText.line(text[first..<end]))
        var (begin, used) = (first, 0)
        var word: String.Index?
        while begin > text.startIndex {
            let before = text.index(before: begin)
            used += TextWidth.columns(of: text[before])
            if used > min(most, columns / 3) { break }
            begin = before
            if begin == text.startIndex || text[text.index(before: begin)].isWhitespace { word = begin }
        }
        return word ?? begin
    }
}
