import ChatTerminal

/// What counts as read: what a person has seen. A conversation that they opened, on a screen that they look at, down to
/// the lower edge of what shows. Stepping over the list is a peek, of which nobody learns.
extension ChatUpdate {
    /// The person turned to the thread on the screen: what shows of it is read from now on.
    package mutating func open() {
        guard let selected = state.view.selected, state.view.opened != selected else { return }
        state.view.opened = selected
        unmark(selected)
    }

    /// Who opens a conversation that was marked as unread has read it.
    private mutating func unmark(_ conversation: String) {
        guard let index = state.conversations.firstIndex(where: { $0.id == conversation }),
            state.conversations[index].isMarkedUnread
        else { return }
        state.conversations[index].isMarkedUnread = false
        // What is unread besides is marked read when it is on the screen.
        if state.conversations[index].unread == 0 { emit(.markRead(conversation: conversation)) }
    }

    /// Marks as read what is on the screen, and remembers where what is new begins.
    mutating func noteSeen() {
        guard let id = state.view.selected, let index = state.conversations.firstIndex(where: { $0.id == id }),
            let thread = state.threads[id]
        else { return }
        let row = state.conversations[index]
        let isSeen = thread.isLoaded && isThreadSeen
        // What comes while one looks at the end of the thread is not new to anybody.
        let isFollowed = isSeen && state.view.followed == id
        if row.unread == 0 {
            // What was read elsewhere is not new here.
            if state.view.caughtUp != id { state.view.newAfter[id] = nil }
            state.view.caughtUp = id
        } else if state.view.opened != id, let after = state.view.newAfter[id], row.readThrough > after {
            state.view.newAfter[id] = row.readThrough
        } else if !isFollowed, state.view.caughtUp == id || state.view.newAfter[id] == nil {
            state.view.newAfter[id] = row.readThrough
            state.view.caughtUp = nil
        }
        state.view.followed = isSeen && state.view.scroll == .bottom ? id : nil
        guard isSeen else { return }
        state.conversations[index].isAlerted = false
        guard row.unread > 0 else { return }
        if state.view.scroll == .bottom {
            state.conversations[index].readAll()
            state.view.caughtUp = id
            return emit(.markRead(conversation: id))
        }
        guard let seen = seenMessage(of: thread), let number = seen.number, number > row.readThrough else { return }
        // The thread has all that stands behind what shows. Deleted messages have numbers, and are not in it.
        let left = thread.entries.reversed().prefix { $0.id != seen.id }.count { $0.number != nil }
        state.conversations[index].read(through: number, left: left)
        if state.conversations[index].unread == 0 { state.view.caughtUp = id }
        emit(.markRead(conversation: id, through: seen.id))
    }

    /// The newest message that is above the lower edge as a whole.
    private func seenMessage(of thread: ThreadState) -> MessageEntry? {
        guard case .anchored(let entry, let below, _) = state.view.scroll,
            let index = thread.entries.lastIndex(where: { $0.id == entry })
        else { return nil }
        for case .message(let message) in thread.entries[..<(below > 0 ? index : index + 1)].reversed()
        where message.number != nil {
            return message
        }
        return nil
    }

    /// Whether the person sees the thread of the selected conversation.
    private var isThreadSeen: Bool {
        state.view.isFocused && state.view.opened == state.view.selected && !state.view.isShelfFocused
            && state.view.replies == nil && state.view.target == nil && ChatLayout(state, size: size).thread > 0
            && state.sheetLayout(on: screen)?.isModal != true
    }

    /// Marks conversations as read that the person has not opened.
    mutating func markRead(_ rows: [ConversationRow]) {
        let waiting = rows.filter(\.isWaiting)
        for row in waiting {
            guard let index = state.conversations.firstIndex(where: { $0.id == row.id }) else { continue }
            state.conversations[index].readAll()
            state.conversations[index].isMarkedUnread = false
            state.conversations[index].isAlerted = false
            if row.unread > 0 || row.isMarkedUnread { emit(.markAllRead(conversation: row.id)) }
        }
        state.view.hint =
            switch waiting.count {
            case 0: rows.count == 1 ? "“\(CleanText.line(rows[0].title))” is read" : "Everything is read"
            case 1: "“\(CleanText.line(waiting[0].title))” is marked as read"
            default: "\(waiting.count) conversations are marked as read"
            }
    }

    // MARK: Going to what is new

    /// Goes to the first message that was new when the conversation was opened; older pages are loaded for it.
    mutating func goToNew() {
        guard let id = state.view.selected, let thread = state.selectedThread else { return }
        guard let after = state.view.newAfter[id] else {
            state.view.hint = "No new messages here"
            return
        }
        open()
        state.view.target = .firstAfter(after)
        if thread.isLoaded { seek() }
    }

    /// Opens the next conversation in which something is unread, from the one that is open on; those that alert first.
    mutating func goToUnread() {
        let rows = state.conversations
        let current = rows.firstIndex { $0.id == state.view.selected } ?? 0
        let others = rows.indices.map { rows[($0 + current + 1) % rows.count] }.filter(\.isWaiting)
        guard let next = others.first(where: { !$0.isMuted || $0.isAlerted || $0.mentions > 0 }) ?? others.first else {
            state.view.hint = "Everything is read"
            return
        }
        turn(to: next.id)
    }
}

extension ConversationRow {
    /// Whether there is something in it that was not looked at.
    var isWaiting: Bool { unread > 0 || isMarkedUnread || isAlerted }

    /// Notes that everything up to a message was read.
    ///
    /// - Parameter left: the number of unread messages behind it.
    package mutating func read(through number: Int, left: Int) {
        guard number > readThrough else { return }
        unread = min(unread, left)
        readThrough = number
        if unread == 0 { mentions = 0 }
    }

    /// Notes that everything was read.
    package mutating func readAll() {
        readThrough = max(readThrough, newest)
        (unread, mentions) = (0, 0)
    }
}

extension ThreadState {
    /// The first message since a time; nil while an older one may still be among those that are not loaded.
    package func first(since time: Int64) -> String? {
        var first: String?
        for case .message(let message) in entries.reversed() where message.number != nil {
            if message.sentAt < time { return first }
            first = message.id
        }
        return hasOlder ? nil : first
    }

    /// The first message of somebody else behind a number; nil while it may still be among those that are not loaded.
    /// It is asked for with every frame, so that it must not look at all that came.
    func firstNew(after number: Int) -> String? {
        var (low, high) = (entries.startIndex, entries.endIndex)
        while low < high {
            let middle = (low + high) / 2
            // What has no number stands where the next does that has one.
            let next = entries[middle..<high].firstIndex { $0.number != nil }
            if let next, (entries[next].number ?? 0) <= number { low = next + 1 } else { high = middle }
        }
        guard let first = entries[low...].firstIndex(where: { $0.number != nil }) else { return nil }
        let isWhole = !hasOlder || (entries[first].number ?? 0) <= number + 1
        guard isWhole || entries[..<first].contains(where: { $0.number != nil }) else { return nil }
        return entries[first...].first { entry in
            if case .message(let message) = entry { message.number != nil && !message.isOwn } else { false }
        }?.id
    }
}
