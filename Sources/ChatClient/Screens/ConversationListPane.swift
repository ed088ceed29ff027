import ChatProtocol
import ChatTerminal

/// The conversations, two rows each. The selected one is marked; unread ones show their number.
enum ConversationListPane {
    /// Draws the list, scrolled so that the selected conversation is visible.
    ///
    /// - Parameters:
    ///   - drafts: The drafts by conversation. A row shows its draft unless its conversation is selected.
    ///   - isListed: True once the list has arrived from the server.
    ///   - filter: The letters that filter the list.
    ///   - hasFocus: True if keys go to the list.
    static func render(
        _ rows: [ConversationRow], selected: ConversationID?, isListed: Bool = true,
        drafts: [ConversationID: LineEditor] = [:],
        filter: String = "", hasFocus: Bool = false, size: Size
    ) -> Grid {
        let rows = rows.map { row in
            guard row.id != selected, let draft = drafts[row.id], draft.saysSomething else { return row }
            var row = row
            row.preview = "✎ " + draft.beginning
            return row
        }
        let selected = Selection(id: selected, hasFocus: hasFocus)
        var grid = Grid(size)
        let unread = rows.reduce(0) { $0 + $1.unread }
        let title =
            filter.isEmpty ? "Messages" : "⌕ " + TextLayout.end(of: CleanText.line(filter), columns: size.columns - 12)
        grid.put(title, column: 1, row: 0, .strong)
        if unread > 0 { grid.putRight("\(unread) new", end: size.columns - 1, row: 0, Style(.accent)) }
        let top = size.rows >= 10 ? 2 : 1
        if size.rows >= 10 { grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet) }
        if rows.isEmpty {
            let none =
                !isListed
                ? "Loading conversations…"
                : filter.isEmpty
                    ? "No conversations. /new HANDLE begins one." : "No conversation has these letters in its name."
            for (index, line) in TextLayout.wrap(none, to: size.columns - 2)
                .enumerated()
            {
                grid.put(line, column: 1, row: top + index, .quiet)
            }
            return grid
        }
        let areas = Areas(rows, selected: selected.id, size: size)
        if let row = areas.foot { grid.put(areas.below, column: 1, row: row, unseen) }
        if !areas.above.isEmpty {
            let text = " " + TextLayout.truncate(areas.above, to: size.columns - 12) + " "
            if top == 2 {
                grid.putRight(text, end: size.columns - 1, row: 1, unseen)
            } else {
                grid.put(text, column: 1 + TextWidth.columns(of: title), row: 0, unseen)
            }
        }
        if let window = areas.pinned {
            for index in window.shown {
                draw(areas.top[index], selected, isShort: true, on: &grid, row: window.row(of: index))
            }
            let end = window.row(of: window.shown.upperBound)
            grid.put(String(repeating: "─", count: size.columns), column: 0, row: end, .quiet)
            if !areas.between.isEmpty {
                grid.putRight(" \(areas.between) ", end: size.columns - 1, row: end, unseen)
            }
        }
        for index in areas.others.shown {
            let isShort = areas.others.height == 1
            draw(areas.rest[index], selected, isShort: isShort, on: &grid, row: areas.others.row(of: index))
        }
        return grid
    }

    private static let unseen = Style(.accent).bold

    /// Returns the id of the conversation at a row of the list; nil if there is none.
    static func conversation(at row: Int, of rows: [ConversationRow], selected: ConversationID?, size: Size)
        -> ConversationID?
    {
        let areas = Areas(rows, selected: selected, size: size)
        if let index = areas.pinned?.index(at: row) { return areas.top[index].id }
        return areas.others.index(at: row).map { areas.rest[$0].id }
    }

    /// The two areas of the list: the pinned conversations with one row each, and the others below them
    /// (`msg-pin-conv`).
    private struct Areas {
        var top: [ConversationRow]
        var rest: [ConversationRow]
        var pinned: ListWindow?
        var others: ListWindow
        /// The marks for unread conversations out of sight: above the list, below the pinned ones, and at the foot.
        /// Empty if there are none.
        var above = ""
        var between = ""
        var below = ""
        /// The row of the mark at the foot; nil if there is none.
        var foot: Int?

        init(_ rows: [ConversationRow], selected: ConversationID?, size: Size) {
            (top, rest) = (rows.filter(\.isPinned), rows.filter { !$0.isPinned })
            var first = size.rows >= 10 ? 2 : 1
            if !top.isEmpty {
                // On a low screen the other conversations keep at least one row.
                let fitting = max(1, min(top.count, size.rows - first - 3))
                let chosen = top.firstIndex { $0.id == selected } ?? 0
                pinned = ListWindow(count: top.count, focus: chosen, top: first, rows: fitting, height: 1)
                first += fitting + 1
            }
            let height = size.rows >= 10 ? 3 : size.rows >= 6 ? 2 : 1
            let (count, focus) = (rest.count, rest.firstIndex { $0.id == selected } ?? 0)
            func window(rows: Int) -> ListWindow {
                ListWindow(
                    count: count, focus: focus, top: first, rows: rows, height: height, gap: height == 3 ? 1 : 0)
            }
            others = window(rows: size.rows - first)
            if !Self.mark("↓", rest[others.shown.upperBound...]).isEmpty, size.rows - first > height {
                others = window(rows: size.rows - first - 1)
                foot = size.rows - 1
            }
            below = Self.mark("↓", rest[others.shown.upperBound...])
            // Without a row at the foot, both marks are above.
            let marks = [Self.mark("↑", rest[..<others.shown.lowerBound]), foot == nil ? below : ""]
            func joined(_ marks: [String]) -> String { marks.filter { !$0.isEmpty }.joined(separator: "  ") }
            if let pinned {
                above = Self.mark("↑", top[..<pinned.shown.lowerBound])
                between = joined([Self.mark("↓", top[pinned.shown.upperBound...])] + marks)
            } else {
                above = joined(marks)
            }
        }

        /// Returns `↓ 2 unread`, the number of unread conversations; empty for none.
        private static func mark(_ arrow: String, _ hidden: ArraySlice<ConversationRow>) -> String {
            let count = hidden.count { $0.isWaiting }
            return count == 0 ? "" : "\(arrow) \(count) unread"
        }
    }

    /// The selected row, and the focus of the list.
    private struct Selection {
        var id: ConversationID?
        var hasFocus: Bool
    }

    /// Returns the mark for the news of a conversation. `●2`: unread; `○2`: unread with hidden alerts; `@` before it: a
    /// mention of this person; `!`: an alert without an unread message.
    static func badge(_ row: ConversationRow) -> String {
        if row.unread > 0 {
            let mention = row.mentions > 0 ? "@" : ""
            return mention + (row.isMuted && !row.isAlerted && row.mentions == 0 ? "○" : "●") + "\(row.unread)"
        }
        // The server, which counts the mark as one message, does not have it yet.
        if row.isMarkedUnread { return "●" }
        return row.isAlerted ? "!" : ""
    }

    private static func draw(
        _ conversation: ConversationRow, _ selected: Selection, isShort: Bool, on grid: inout Grid, row: Int
    ) {
        let columns = grid.size.columns
        let isSelected = conversation.id == selected.id
        let surface: Style.Surface = isSelected ? .selection : .none
        if isSelected {
            grid.fill(
                Rectangle(column: 0, row: row, columns: columns, rows: isShort ? 1 : 2), " ", Style(on: surface))
            for line in 0..<(isShort ? 1 : 2) { grid.put("▌", column: 0, row: row + line, Style(.accent, on: surface)) }
            if selected.hasFocus { grid.put("▶", column: 0, row: row, Style(.accent, on: surface).bold) }
        }
        let time = CleanText.line(conversation.time)
        let badge = badge(conversation)
        let isQuiet = badge.hasPrefix("○")
        let mark = conversation.isPinned ? "📌" + CleanText.line(conversation.face) : ""
        let right = isShort && !badge.isEmpty ? badge : time
        let bell = conversation.isMuted ? " 🔕" : ""
        let dots = conversation.isTyping ? " …" : ""
        let room =
            columns - 3 - TextWidth.columns(of: right) - TextWidth.columns(of: bell) - TextWidth.columns(of: mark)
            - (isShort ? TextWidth.columns(of: dots) : 0)
        var title = Style(on: surface)
        if !badge.isEmpty && !isQuiet || isSelected { title = title.bold }
        let name = TextLayout.truncate(CleanText.line(conversation.title), to: room)
        let end = grid.put(mark + name + bell + (isShort ? dots : ""), column: 1, row: row, title)
        let isBadge = right == badge && !isQuiet
        grid.putRight(right, end: columns - 1, row: row, Style(isBadge ? .accent : .quiet, on: surface))
        if isShort {
            let left = columns - 2 - end - TextWidth.columns(of: right) - 2
            guard conversation.isPinned, left >= 8 else { return }
            let preview = TextLayout.truncate(CleanText.line(conversation.preview), to: left)
            grid.put(preview, column: end + 2, row: row, Style(.quiet, on: surface))
            return
        }
        let preview = TextLayout.truncate(
            conversation.isTyping ? "…" : CleanText.line(conversation.preview),
            to: columns - 2 - (badge.isEmpty ? 0 : badge.count + 1))
        grid.put(preview, column: 1, row: row + 1, Style(.quiet, on: surface))
        let style = Style(isQuiet ? .quiet : .accent, on: surface)
        grid.putRight(badge, end: columns - 1, row: row + 1, isQuiet ? style : style.bold)
    }
}

/// The part of a list that fits, around the item in focus. It locates each item, for drawing and for the mouse.
struct ListWindow: Equatable {
    /// The indices of the visible items.
    let shown: Range<Int>
    /// The row of the first visible item, and the rows of each item, including the gap to the next.
    let top: Int
    let height: Int

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - rows: The number of rows available from `top`. The gap after the last item need not fit.
    ///   - height: The rows of an item, including the gap.
    init(count: Int, focus: Int, top: Int, rows: Int, height: Int, gap: Int = 0) {
        let fitting = max(1, (rows + gap) / height)
        let first = max(0, min(focus - fitting / 2, count - fitting))
        shown = first..<min(count, first + fitting)
        (self.top, self.height) = (top, height)
    }

    /// Returns the first row of a visible item.
    func row(of index: Int) -> Int { top + (index - shown.lowerBound) * height }

    /// Returns the index of the item at a row; nil if there is none.
    func index(at row: Int) -> Int? {
        let index = shown.lowerBound + (row - top) / height
        return row >= top && shown.contains(index) ? index : nil
    }
}
