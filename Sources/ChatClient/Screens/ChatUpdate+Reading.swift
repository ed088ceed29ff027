import ChatProtocol
import ChatTerminal

/// The rules for what counts as read: the messages that the person has seen. The person must have opened the
/// conversation, look at the screen, and have the message above the lower edge. Stepping through the list is a peek, of
/// which no other person is informed.
extension ChatUpdate {
    /// Marks the conversation on the screen as opened. From now on, its visible messages count as read.
    package mutating func open() {
        guard let selected = state.view.selected, state.view.opened != selected else { return }
        state.view.opened = selected
        unmark(selected)
    }

    /// Removes the unread mark of a conversation that the person opens.
    private mutating func unmark(_ conversation: ConversationID) {
        guard let index = state.conversations.firstIndex(where: { $0.id == conversation }),
            state.conversations[index].isMarkedUnread
        else { return }
        state.conversations[index].isMarkedUnread = false
        // Messages that are unread in addition are marked as read when they are on the screen.
        if state.conversations[index].unread == 0 { emit(.markRead(conversation: conversation)) }
    }

    /// Marks the messages on the screen as read, and remembers where the new messages begin.
    mutating func noteSeen() {
        guard let id = state.view.selected, let index = state.conversations.firstIndex(where: { $0.id == id }),
            let thread = state.threads[id]
        else { return }
        let row = state.conversations[index]
        let isSeen = thread.isLoaded && isThreadSeen
        // A message that arrives while the person looks at the end of the thread is not new.
        let isFollowed = isSeen && state.view.followed == id
        if row.unread == 0 {
            // Messages that were read on another client are not new here.
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
        // The thread has all messages after the visible ones. Deleted messages have numbers, but are not in it.
        let left = thread.entries.reversed().prefix { $0.id != seen.id }.count { $0.number != nil }
        state.conversations[index].read(through: number, left: left)
        if state.conversations[index].unread == 0 { state.view.caughtUp = id }
        emit(.markRead(conversation: id, through: seen.id))
    }

    /// Returns the newest message that is entirely above the lower edge.
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

    /// True if the person sees the thread of the selected conversation.
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

    // MARK: New messages

    /// Scrolls to the first message that was new when the conversation was opened, loading older pages if required.
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

    /// Opens the next unread conversation after the open one. Conversations that alert come first.
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
    /// True if it has content that the person has not viewed.
    var isWaiting: Bool { unread > 0 || isMarkedUnread || isAlerted }

    /// Marks everything up to and including a message as read.
    ///
    /// - Parameter left: The number of unread messages after it.
    package mutating func read(through number: Int, left: Int) {
        guard number > readThrough else { return }
        unread = min(unread, left)
        readThrough = number
        if unread == 0 { mentions = 0 }
    }

    /// Marks everything as read.
    package mutating func readAll() {
        readThrough = max(readThrough, newest)
        (unread, mentions) = (0, 0)
    }
}

extension ThreadState {
    /// Returns the id of the first message since a time in milliseconds; nil if none is loaded, or an earlier one may
    /// not be loaded yet.
    package func first(since time: Int64) -> String? {
        var first: String?
        for case .message(let message) in entries.reversed() where message.number != nil {
            if message.sentAt < time { return first }
            first = message.id
        }
        return hasOlder ? nil : first
    }

    /// Returns the id of the first message of another person after a number; nil if there is none, or it may not be
    /// loaded yet. It is called for every frame, so it must not examine all entries.
    func firstNew(after number: Int) -> String? {
        var (low, high) = (entries.startIndex, entries.endIndex)
        while low < high {
            let middle = (low + high) / 2
            // An entry without a number is treated like the next entry with one.
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
