package import ChatProtocol
import ChatTerminal

/// Shared with You: the ranked links with the people who sent them and the reason for each.
enum ShelfScreen {
    /// Draws the list, scrolled so that the focused item is visible.
    static func render(_ items: [ShelfItem], focus: Int, hasFocus: Bool = true, size: Size) -> Grid {
        var grid = Grid(size)
        grid.put("Shared with You", column: 1, row: 0, .strong)
        if !items.isEmpty {
            let count = items.count == 1 ? "1 link" : "\(items.count) links"
            grid.putRight(count, end: size.columns - 1, row: 0, .quiet)
        }
        let isRoomy = size.rows >= 10
        if isRoomy { grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet) }
        let top = isRoomy ? 3 : 1
        if items.isEmpty {
            let lines = TextLayout.wrap("Nothing yet. Links from your contacts appear here.", to: size.columns - 2)
            for (index, line) in lines.enumerated() {
                grid.putCentred(line, row: max(top, size.rows / 2) + index, .quiet)
            }
            return grid
        }
        let focus = max(0, min(focus, items.count - 1))
        let window = window(items.count, focus: focus, size)
        for index in window.shown {
            draw(
                items[index], isFocus: hasFocus && index == focus, rows: max(2, window.height - 1), on: &grid,
                row: window.row(of: index))
        }
        return grid
    }

    /// Returns the window that locates the items.
    static func window(_ count: Int, focus: Int, _ size: Size) -> ListWindow {
        let isRoomy = size.rows >= 10
        let top = isRoomy ? 3 : 1
        return ListWindow(
            count: count, focus: focus, top: top, rows: size.rows - top,
            height: isRoomy ? (isNarrow(size) ? 6 : 4) : 2, gap: 1)
    }

    /// Returns true if the reason has rows of its own.
    private static func isNarrow(_ size: Size) -> Bool { size.columns < 50 }

    private static func draw(_ item: ShelfItem, isFocus: Bool, rows: Int, on grid: inout Grid, row: Int) {
        let columns = grid.size.columns
        let surface: Style.Surface = isFocus ? .selection : .none
        if isFocus {
            grid.fill(Rectangle(column: 0, row: row, columns: columns, rows: rows), " ", Style(on: surface))
            for line in 0..<rows { grid.put("▌", column: 0, row: row + line, Style(.accent, on: surface)) }
        }
        let address = LinkText.short(item.url)
        let pin = item.isPinned ? " 📌" : ""
        let app = CleanText.line(item.app ?? "")
        let room = columns - 4 - TextWidth.columns(of: pin) - (app.isEmpty ? 0 : TextWidth.columns(of: app) + 2)
        let title = TextLayout.truncate(CleanText.line(item.title ?? LinkText.title(item.url)), to: room)
        grid.put(title + pin, column: 2, row: row, Style(on: surface).bold)
        grid.putRight(app, end: columns - 2, row: row, Style(.quiet, on: surface))
        let from = CleanText.line(item.attribution)
        if rows < 3 {
            grid.put(TextLayout.truncate(from, to: columns - 4), column: 2, row: row + 1, Style(.accent, on: surface))
            return
        }
        grid.put(TextLayout.truncate(address, to: columns - 4), column: 2, row: row + 1, Style(.link, on: surface))
        let content = AttributionContent(sharers: item.from.map { AttributionContent.Sharer(name: $0) })
        // The pin is already after the title, so the attribution is drawn without it.
        let drawn = AttributionPainter.render(content, columns: columns - 4, surface: surface)
        if drawn.size.rows > 0 {
            for column in 0..<drawn.size.columns {
                let cell = drawn[column, 0]
                if !cell.isTail {
                    grid.put(String(cell.character), column: 2 + column, row: row + 2, Style(.accent, on: surface))
                }
            }
        }
        let end = 2 + TextWidth.columns(of: drawn.text)
        let why = CleanText.line(item.why)
        if isNarrow(grid.size) {
            for (index, line) in TextLayout.wrapped(why, to: columns - 4, rows: rows - 3).enumerated() {
                grid.put(line, column: 2, row: row + 3 + index, Style(.quiet, on: surface))
            }
        } else if !why.isEmpty, columns - 3 - end > 8 {
            let lead = from.isEmpty ? "" : " · "
            grid.put(
                TextLayout.truncate(lead + why, to: columns - 2 - end), column: end, row: row + 2,
                Style(.quiet, on: surface))
        }
    }
}

/// An item of Shared with You.
package struct ShelfItem: Equatable, Sendable {
    /// The highlight's id.
    package var id: String
    /// The document's title; nil if it is unknown.
    var title: String?
    /// The app's name; nil if it is unknown.
    var app: String?
    /// The address.
    package var url: String
    /// True if this person pinned it.
    package var isPinned: Bool = false
    /// The display names of the people who shared it, newest first.
    var from: [String] = []
    /// The id of the conversation to reply in; nil if there is none.
    var conversation: ConversationID?
    /// The reason why it is shown.
    var why: String = ""
    /// The ranking in numbers, one line each; empty if the server does not send it.
    package var ranking: [String] = []

    /// The people who shared it, in one line: `From Anna`, `From Anna and Bea`, `From Anna + 2`.
    var attribution: String { AttributionPainter.label(from) }
}

extension ChatState {
    /// The items of Shared with You, with a note on deleted documents.
    package var shownShelf: [ShelfItem] {
        shelf.map { item in
            var item = item
            if share(at: item.url)?.isDocumentDeleted == true { item.why = "The document was deleted" }
            return item
        }
    }
}

extension PersonHighlight {
    /// The names of the people who shared it, the newest first, without duplicates.
    package var sharers: [String] {
        attribution.reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
    }
}

extension [PersonHighlight] {
    /// The pinned highlights, the newest pin first. The ranking gives the time of a pin. Highlights without a time,
    /// from servers that omit it, keep the shelf's order.
    package var pinned: [PersonHighlight] {
        let pins = enumerated().filter { $0.element.pinned }
        return pins.sorted { one, other in
            guard let first = one.element.pinnedAt, let second = other.element.pinnedAt, first != second else {
                return one.offset < other.offset
            }
            return first > second
        }.map(\.element)
    }
}

extension PersonHighlight {
    fileprivate var pinnedAt: Instant? { ranking?.signals.first { $0.signal == .pinned }?.at }
}

extension [LinkCard] {
    /// Returns the cards with the newest pin first (`swy-pin-list`). Cards that are not on the shelf follow in their
    /// own order.
    package func inPinOrder(of shelf: [PersonHighlight]) -> [LinkCard] {
        let order = shelf.pinned.map(\.url)
        let known = order.compactMap { url in first { $0.url == url } }
        return known + filter { !order.contains($0.url) }
    }
}

/// The numbers of a shelf item's ranking, as text.
enum RankingWords {
    /// Returns a line with the score and the threshold, then one line for each signal, the heaviest first.
    static func lines(_ ranking: HighlightRanking) -> [String] {
        let sum = "Score \(words(ranking.score)); above \(words(ranking.threshold)) it can be curated"
        return [sum]
            + ranking.signals.map { signal in
                let now = words(signal.value)
                return "\(signal.signal.words): \(now) of \(words(signal.weight)), \(signal.at)"
            }
    }

    /// Returns a number rounded to hundredths, without a zero fraction.
    private static func words(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
    }
}
