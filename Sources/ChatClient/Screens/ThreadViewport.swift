import ChatTerminal

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
