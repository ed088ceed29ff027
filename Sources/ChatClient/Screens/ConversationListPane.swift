/// The conversations: two rows each, the selected one marked, unread ones with their number.
public enum ConversationListPane {
    /// Draws the list; it scrolls so that the selected conversation is in it.
    public static func render(_ rows: [ConversationRow], selected: String?, size: Size) -> Grid {
        var grid = Grid(size)
        let unread = rows.reduce(0) { $0 + $1.unread }
        grid.put("Messages", column: 1, row: 0, .strong)
        if unread > 0 { grid.putRight("\(unread) new", end: size.columns - 1, row: 0, Style(.accent)) }
        var top = 1
        if size.rows >= 10 {
            grid.put(String(repeating: "─", count: size.columns), column: 0, row: 1, .quiet)
            top = 2
        }
        if rows.isEmpty {
            for (index, line) in TextLayout.wrap("No conversations. /new HANDLE begins one.", to: size.columns - 2)
                .enumerated()
            {
                grid.put(line, column: 1, row: top + index, .quiet)
            }
            return grid
        }
        let height = size.rows >= 10 ? 3 : size.rows >= 6 ? 2 : 1
        let fitting = max(1, (size.rows - top + (height == 3 ? 1 : 0)) / height)
        let chosen = rows.firstIndex { $0.id == selected } ?? 0
        let first = max(0, min(chosen - fitting / 2, rows.count - fitting))
        for (index, row) in rows[first..<min(rows.count, first + fitting)].enumerated() {
            draw(row, isSelected: row.id == selected, isShort: height == 1, on: &grid, row: top + index * height)
        }
        return grid
    }

    private static func draw(
        _ conversation: ConversationRow, isSelected: Bool, isShort: Bool, on grid: inout Grid, row: Int
    ) {
        let columns = grid.size.columns
        let surface: Style.Surface = isSelected ? .selection : .none
        if isSelected {
            grid.fill(
                Rectangle(column: 0, row: row, columns: columns, rows: isShort ? 1 : 2), " ", Style(on: surface))
            for line in 0..<(isShort ? 1 : 2) { grid.put("▌", column: 0, row: row + line, Style(.accent, on: surface)) }
        }
        let time = CleanText.line(conversation.time)
        let badge = conversation.unread > 0 ? "●\(conversation.unread)" : ""
        let right = isShort && !badge.isEmpty ? badge : time
        let bell = conversation.isMuted ? " 🔕" : ""
        let room = columns - 3 - TextWidth.columns(of: right) - TextWidth.columns(of: bell)
        var title = Style(on: surface)
        if conversation.unread > 0 || isSelected { title = title.bold }
        let name = TextLayout.truncate(CleanText.line(conversation.title), to: room)
        grid.put(name + bell, column: 1, row: row, title)
        grid.putRight(right, end: columns - 1, row: row, Style(right == badge ? .accent : .quiet, on: surface))
        guard !isShort else { return }
        let preview = TextLayout.truncate(
            CleanText.line(conversation.preview), to: columns - 2 - (badge.isEmpty ? 0 : badge.count + 1))
        grid.put(preview, column: 1, row: row + 1, Style(.quiet, on: surface))
        grid.putRight(badge, end: columns - 1, row: row + 1, Style(.accent, on: surface).bold)
    }
}
