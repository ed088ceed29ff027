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

/// The part of a thread that a window shows. Only the entries near the window are laid out, so the length of the thread
/// does not matter.
struct ThreadViewport {
    let thread: ThreadState
    let layout: EntryLayout
    let size: Size
    private let kept: EntryRows?

    /// Creates the viewport of a thread.
    ///
    /// - Parameter kept: The cache of earlier layouts; nil for none.
    init(_ thread: ThreadState, look: ThreadLook = ThreadLook(), size: Size, kept: EntryRows? = nil) {
        (self.thread, self.kept) = (thread, kept)
        layout = EntryLayout(
            columns: size.columns, look: look, receipt: thread.receipt, isGroup: thread.members.count > 2)
        self.size = size
    }

    /// Returns the number of rows of an entry; 0 if it is not in the thread.
    func height(of entry: String) -> Int {
        guard let index = thread.entries.lastIndex(where: { $0.id == entry }) else { return 0 }
        return rows(index).count
    }

    /// The content of a window.
    struct Window {
        var rows: [ThreadRow] = []
        var isAtTop = false
        var isAtBottom = false
        /// The part of the thread above the lower edge, in percent.
        var percent = 100
        /// The number of messages that arrived below the window since scrolling began.
        var newBelow = 0
        /// True if the thread has no older entries, neither here nor on the server.
        var isOldest = false

        /// The position of the window as text, such as `40% ↓ 2 new`.
        var place: String {
            let share = isOldest ? "oldest" : "\(percent)%"
            return newBelow > 0 ? "\(share) ↓ \(newBelow) new" : "\(share) ↓"
        }
    }

    /// Returns the rows to draw for a scroll position, topmost first.
    func window(_ scroll: ViewState.Scroll) -> Window {
        var window = Window()
        guard var place = place(of: scroll), size.rows > 0 else {
            window.isAtTop = true
            window.isAtBottom = true
            return window
        }
        let lower = place
        var upward: [ThreadRow] = [row(place)]
        while upward.count < size.rows, let above = self.above(place) {
            upward.append(row(above))
            place = above
        }
        window.isAtTop = above(place) == nil
        window.isOldest = window.isAtTop && !thread.hasOlder
        window.percent = share(upTo: lower.index)
        window.rows = upward.reversed()
        place = lower
        while window.rows.count < size.rows, let below = self.below(place) {
            window.rows.append(row(below))
            place = below
        }
        window.isAtBottom = below(place) == nil
        if !window.isAtBottom, case .anchored(_, _, let after) = scroll { window.newBelow = newMessages(after: after) }
        return window
    }

    /// Returns the scroll position this many rows further down (or up, if negative), never past either end.
    func moved(_ scroll: ViewState.Scroll, by rows: Int) -> ViewState.Scroll {
        guard var place = place(of: scroll) else { return .bottom }
        for _ in 0..<abs(rows) {
            guard let next = rows < 0 ? above(place) : below(place) else { break }
            place = next
        }
        // The lower edge is at least a page from the start, so that the first page does not scroll past the top.
        var room = size.rows - 1
        var probe = place
        while room > 0, let above = self.above(probe) {
            probe = above
            room -= 1
        }
        while room > 0, let below = self.below(place) {
            place = below
            room -= 1
        }
        guard below(place) != nil else { return .bottom }
        var after = thread.entries.last?.id ?? ""
        if case .anchored(_, _, let began) = scroll { after = began }
        return .anchored(entry: thread.entries[place.index].id, row: place.below, after: after)
    }

    /// Returns the topmost message if its sender's name is above the window's upper edge; nil if not.
    func senderAbove(_ window: Window) -> MessageEntry? {
        guard let top = window.rows.first, let index = thread.entries.lastIndex(where: { $0.id == top.entry }),
            case .message(let message) = thread.entries[index], !message.isOwn, !message.isUnsent
        else { return nil }
        let rows = self.rows(index)
        let hidden = rows.count - 1 - top.below
        if let named = rows.firstIndex(where: \.isName), hidden <= named { return nil }
        return message
    }

    private struct Place: Equatable {
        var index: Int
        var below: Int
        var rows: [ThreadRow]
    }

    private func rows(_ index: Int) -> [ThreadRow] {
        let (entry, above) = (thread.entries[index], index > 0 ? thread.entries[index - 1] : nil)
        var rows = kept?.rows(entry, after: above, in: layout) ?? layout.rows(entry, after: above)
        if index == 0, thread.hasOlder {
            let text = thread.isLoadingOlder ? "Loading older messages…" : "↑ Older messages: Page Up"
            var row = ThreadRow.centred(text, columns: size.columns, .quiet)
            (row.entry, row.below) = (thread.entries[0].id, rows.count)
            rows.insert(row, at: 0)
        }
        return rows
    }

    private func place(of scroll: ViewState.Scroll) -> Place? {
        guard !thread.entries.isEmpty else { return nil }
        if case .anchored(let entry, let below, _) = scroll,
            let index = thread.entries.lastIndex(where: { $0.id == entry })
        {
            let rows = self.rows(index)
            return Place(index: index, below: max(0, min(below, rows.count - 1)), rows: rows)
        }
        return Place(index: thread.entries.count - 1, below: 0, rows: rows(thread.entries.count - 1))
    }

    private func row(_ place: Place) -> ThreadRow { place.rows[place.rows.count - 1 - place.below] }

    private func above(_ place: Place) -> Place? {
        if place.below + 1 < place.rows.count {
            return Place(index: place.index, below: place.below + 1, rows: place.rows)
        }
        return place.index > 0 ? Place(index: place.index - 1, below: 0, rows: rows(place.index - 1)) : nil
    }

    private func below(_ place: Place) -> Place? {
        if place.below > 0 { return Place(index: place.index, below: place.below - 1, rows: place.rows) }
        guard place.index + 1 < thread.entries.count else { return nil }
        let rows = self.rows(place.index + 1)
        return Place(index: place.index + 1, below: rows.count - 1, rows: rows)
    }

    /// Returns the part of the thread up to an entry, in percent, at most 99. It is computed from the messages'
    /// numbers, because most messages may not be loaded.
    private func share(upTo index: Int) -> Int {
        let numbers = [thread.entries[...index], thread.entries[...]].map {
            $0.reversed().lazy.compactMap(\.number).first
        }
        guard let reached = numbers[0], let newest = numbers[1] else {
            return min(99, (index + 1) * 100 / thread.entries.count)
        }
        return min(99, reached * 100 / max(1, newest))
    }

    private func newMessages(after id: String) -> Int {
        guard let index = thread.entries.lastIndex(where: { $0.id == id }) else { return 0 }
        return thread.entries[(index + 1)...].count { entry in
            if case .message(let message) = entry { return !message.isOwn }
            return false
        }
    }
}
