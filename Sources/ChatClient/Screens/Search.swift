package import ChatProtocol
package import ChatTerminal

/// The results of a search, written by the session.
package struct SearchState: Equatable, Sendable {
    /// The query; empty before the first search.
    package var query = ""
    /// The hits: those with a pinned link first, then the newest first (`swy-pin-list`).
    package var hits: [SearchHit] = []
    /// True if the server has more hits.
    package var hasMore = false
    /// True if the answer has not arrived yet.
    package var isRunning = false
    /// True if a message was posted or changed after the search, so that a new search may find other messages.
    package var isStale = false
    /// True if the connection was lost before the answer to the last search arrived.
    package var isCut = false

    /// The reason why a search is not possible without a server.
    package static let isAway = "The server is unreachable. Search again when it is back"

    /// Creates the state before the first search.
    package init() {}
}

/// A message that a search found.
package struct SearchHit: Equatable, Sendable {
    /// The message's id.
    package var id: String
    /// The id of its conversation.
    package var conversation: ConversationID
    /// The name of the conversation.
    package var place: String
    /// The display name of the sender, or “You”.
    package var sender: String
    /// The text of the message.
    package var text: String
    /// The titles of its linked documents, and the name of its document. A search finds the message by these too.
    package var titles: [String] = []
    /// The time of the message, in short form.
    var time: String = ""
    /// True if a link in it is pinned.
    var isPinned: Bool = false

    /// Returns the part of the message that contains the most phrases: its text, or one of its titles.
    func part(with phrases: [SearchPhrase]) -> String {
        func count(_ part: String) -> Int {
            phrases.count { !SearchPhrase.places(of: [$0], in: part).isEmpty }
        }
        var (best, most) = (text, count(text))
        for title in titles {
            let found = count(title)
            if found > most { (best, most) = (title, found) }
        }
        return best
    }
}

/// The person's position in the search panel.
package struct SearchPanel: Equatable, Sendable {
    /// The text in the search field.
    var query = LineEditor(isOneLine: true)
    /// The index of the selected hit; nil before the first step.
    package var focus: Int?
    /// True while the field shows the previous query. The first typed character replaces it.
    var replacesQuery = false

    /// Returns true if the query in the field was searched, or the search was interrupted. If false, Return searches.
    func shows(_ found: SearchState) -> Bool { query.text.trimmed == found.query || found.isCut }

    /// Creates a panel, by default with an empty query.
    package init(query: LineEditor = LineEditor(), focus: Int? = nil, replacesQuery: Bool = false) {
        (self.query, self.focus, self.replacesQuery) = (query, focus, replacesQuery)
    }
}

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

/// The keys of the search panel. It stays open while the person steps through the hits, and the thread follows.
extension ChatUpdate {
    mutating func openSearch() {
        leaveShelf()
        state.view.chosen = nil
        state.view.search = SearchPanel(
            query: LineEditor(state.search.query, isOneLine: true), replacesQuery: !state.search.query.isEmpty)
        state.view.pane = .list
        if state.search.isStale, obstacleToSearching == nil { search() }
    }

    mutating func search() {
        let text = state.view.search?.query.text.trimmed ?? ""
        guard !text.isEmpty else { return }
        if let obstacle = obstacleToSearching { return state.view.hint = obstacle.text }
        state.view.search?.focus = nil
        state.search = SearchState()
        state.search.query = text
        state.search.isRunning = true
        emit(.search(text: text))
    }

    /// The reason why a search is not possible now; nil while the server is connected.
    var obstacleToSearching: SlashCommand.Mistake? {
        guard state.connection != .connected else { return nil }
        return SlashCommand.Mistake(text: SearchState.isAway)
    }

    mutating func applyToSearch(_ key: Key) {
        switch key {
        case .escape, .control("s"): closeSearch()
        case .up: stepHit(-1)
        case .down: stepHit(1)
        case .tab, .backTab: state.view.pane = state.view.pane == .list ? .thread : .list
        case .enter:
            let isFirst = state.view.search?.focus == nil
            let isSearched = state.view.search?.query.text.trimmed == state.search.query
            guard isSearched, !(isFirst && state.search.isStale) else { return search() }
            if isFirst { return stepHit(1) }
            // The second Return: the message stays chosen.
            let chosen = state.view.chosen
            closeSearch()
            open()
            state.view.chosen = chosen
        default:
            switch key {
            case .character, .paste:
                if state.view.search?.replacesQuery == true { state.view.search?.query.rewrite("") }
            default: break
            }
            state.view.search?.replacesQuery = false
            if state.view.search?.query.apply(key) == true { state.view.pane = .list }
        }
    }

    /// Passes a key of the whole screen out of the search. A key that leads to another place closes it.
    ///
    /// - Returns: False if the key is for the search.
    mutating func leavesSearch(_ key: Key) -> Bool {
        switch key {
        case .control("s"): return false
        case .function(6) where !isShelfBeside: return true
        // Their sheets appear over the search, which continues when they close.
        case .function(1), .function(2), .alt("k"), .alt("i"), .alt("o"), .control("g"), .control("o"), .control("x"):
            return true
        default:
            guard key.isGlobal else { return false }
            closeSearch()
            return true
        }
    }

    mutating func closeSearch() {
        state.view.search = nil
        state.view.target = nil
        state.view.chosen = nil
        state.view.pane = .thread
    }

    private mutating func stepHit(_ delta: Int) {
        guard !state.search.hits.isEmpty, state.view.search?.shows(state.search) == true else { return }
        let last = state.search.hits.count - 1
        let focus = state.view.search?.focus.map { max(0, min($0 + delta, last)) } ?? (delta > 0 ? 0 : last)
        showHit(focus)
    }

    /// Shows a hit in its thread.
    ///
    /// - Parameter index: The index in the hits of the search.
    mutating func showHit(_ index: Int) {
        state.view.search?.focus = index
        jump(to: state.search.hits[index])
    }

    private mutating func jump(to hit: SearchHit) {
        guard state.conversations.contains(where: { $0.id == hit.conversation }) else {
            state.view.hint = "You are no longer in “\(CleanText.line(hit.place))”"
            return
        }
        select(hit.conversation)
        leaveReplies()
        state.view.chosen = nil
        state.view.target = .message(hit.id)
    }
}
