import ChatTerminal

/// A thread: its header, the banner of waiting notices below it, and the window with its entries.
enum ThreadPane {
    /// Returns the number of rows of the header, the banner and the rule, at a size.
    static func headRows(_ thread: ThreadState, size: Size, keys: KeyBindings) -> Int {
        1 + NoticeBanner.rows(thread, size: size, keys: keys) + (size.rows >= 10 ? 1 : 0)
    }

    /// Draws a thread without its composer.
    static func render(
        _ thread: ThreadState, size: Size, divider: String? = nil, scroll: ViewState.Scroll = .bottom,
        isMuted: Bool = false
    ) -> Grid {
        render(thread, size: size, look: ThreadLook(divider: divider), scroll: scroll, isMuted: isMuted)
    }

    static func render(
        _ thread: ThreadState, size: Size, look: ThreadLook, scroll: ViewState.Scroll, isMuted: Bool,
        kept: EntryRows? = nil
    ) -> Grid {
        var grid = Grid(size)
        drawHeader(thread, isMuted: isMuted, on: &grid)
        var row = 1
        if let banner = NoticeBanner(thread, size: size, keys: look.keys) {
            banner.draw(on: &grid, row: row)
            row += banner.lines.count
        }
        let head = headRows(thread, size: size, keys: look.keys)
        if head > row { grid.put(String(repeating: "─", count: size.columns), column: 0, row: row, .quiet) }
        let viewportRows = size.rows - head - typingRows(thread, scroll)
        let viewport = ThreadViewport(
            thread, look: look, size: Size(columns: size.columns, rows: viewportRows), kept: kept)
        let window = viewport.window(scroll)
        let first = head + max(0, viewportRows - window.rows.count)
        for (index, line) in window.rows.enumerated() { line.draw(on: &grid, row: first + index) }
        if head > row, let message = viewport.senderAbove(window) {
            let (text, style) = EntryLayout.name(
                of: message, isGroup: viewport.layout.isGroup, columns: size.columns - 8)
            grid.put(" \(text) ", column: 2, row: row, style)
        }
        if thread.entries.isEmpty, viewportRows > 0 {
            let text = thread.isLoaded ? "No messages yet" : "Loading…"
            grid.putCentred(text, row: head + viewportRows / 2, .quiet)
        }
        if typingRows(thread, scroll) > 0 {
            let text = TextLayout.truncate(typingText(thread.typing), to: size.columns - 4)
            grid.put(text, column: 3, row: size.rows - 1, .quiet)
        }
        return grid
    }

    static func typingRows(_ thread: ThreadState, _ scroll: ViewState.Scroll) -> Int {
        thread.typing.isEmpty || scroll != .bottom ? 0 : 1
    }

    private static func typingText(_ names: [String]) -> String {
        let names = names.map { CleanText.line($0) }
        switch names.count {
        case 1: return "\(names[0]) is typing …"
        case 2: return "\(names[0]) and \(names[1]) are typing …"
        default: return "\(names[0]) and \(names.count - 1) others are typing …"
        }
    }

    private static func drawHeader(_ thread: ThreadState, isMuted: Bool, on grid: inout Grid) {
        let columns = grid.size.columns
        let bell = isMuted ? " 🔕" : ""
        let title = TextLayout.truncate(CleanText.line(thread.title), to: columns - 2 - TextWidth.columns(of: bell))
        let end = grid.put(title + bell, column: 1, row: 0, .strong)
        // A group may have thousands of members: only as many names as can fit are cleaned, each with a comma and a
        // space.
        let names = thread.participants.prefix(columns / 2 + 1).map { CleanText.line($0) }
        guard !names.isEmpty, names.joined(separator: ", ") != title else { return }
        let room = columns - 1 - end - 2
        var (shown, width) = (0, 0)
        for name in names {
            width += TextWidth.columns(of: name) + (shown > 0 ? 2 : 0)
            guard width <= room else { break }
            shown += 1
        }
        let count = thread.participants.count
        while shown > 0, TextWidth.columns(of: people(names[..<shown], of: count)) > room { shown -= 1 }
        if shown > 0 { return grid.putRight(people(names[..<shown], of: count), end: columns - 1, row: 0, .quiet) }
        // Not even the first name fits: its beginning is shown with the number of the others.
        let others = count > 1 ? " + \(count - 1)" : ""
        let rest = room - TextWidth.columns(of: others)
        guard rest >= 8 else { return }
        grid.putRight(TextLayout.truncate(names[0], to: rest) + others, end: columns - 1, row: 0, .quiet)
    }

    private static func people(_ shown: ArraySlice<String>, of count: Int) -> String {
        let list = shown.joined(separator: ", ")
        return shown.count < count ? "\(list) + \(count - shown.count)" : list
    }
}
