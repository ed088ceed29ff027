import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The conversations: their rows, titles, and waiting notices.
extension ClientModel {
    /// Shows a page of the list, and requests the next one.
    ///
    /// - Parameters:
    ///   - after: the place after which the page was requested; nil for the first page.
    ///   - next: the place after which the next page begins; nil on the last page.
    mutating func take(page: [Conversation], after: Int64? = nil, next: Int64? = nil) {
        if after == nil { line.listing = Listing(missing: Set(known.conversations)) }
        // The list was requested again since, from its first page.
        guard line.listing.next == after else { return }
        line.listing.missing.subtract(page.map(\.id))
        line.listing.next = next
        // A person who leaves a conversation is notified before any list. The server lost a conversation that is
        // missing here. The cursor does not always show that: a client that made every change itself has received no
        // notification, and has no cursor.
        if next == nil, !line.listing.missing.isEmpty {
            forget()
            guard after == nil else { return ask(.live(.conversationList(.init()))) }
        }
        for conversation in page { learn(conversation) }
        let rows = page.map(row)
        let taken = Set(rows.map(\.id))
        let others = state.conversations.filter { !taken.contains($0.id) }
        let missing = line.listing.missing
        let isMissing = { (row: ConversationRow) in missing.contains(row.id) }
        state.conversations = others.filter { !isMissing($0) } + rows + others.filter(isMissing)
        if let next { return ask(.live(.conversationList(.init(after: next)))) }
        if printsList {
            printsList = false
            tell(.conversations(state.conversations, selected: state.conversations.first?.id))
        }
        line.isListed = true
        state.isListed = true
        nameSharers()
        lookUpLinks()
    }

    /// Requests the shares at links of messages that arrived before the list.
    private mutating func lookUpLinks() {
        line.hasUnaskedLinks = false
        for (_, thread) in state.threads.sorted(by: { $0.key < $1.key }) where thread.isLoaded {
            for case .message(let entry) in thread.entries {
                for link in known.messages[MessageID(entry.id)]?.links ?? [] { lookUp(link) }
            }
        }
    }

    /// Inserts or updates a conversation; a new one goes below the pinned ones. Removes one that the person left or
    /// deleted.
    ///
    /// - Returns: true if the conversation is new.
    @discardableResult
    mutating func upsert(_ conversation: Conversation) -> Bool {
        if conversation.left {
            drop(conversation, saying: Self.departure(title(of: conversation.id)))
            return false
        }
        if conversation.deleted {
            let name = title(of: conversation.id)
            let isEmpty = known[conversation.id].conversation?.lastMessage == nil
            let way = isEmpty ? "a new message restores it" : "/deleted lists it for 30 days"
            drop(conversation, saying: "\(Self.deletion(name)): \(way)")
            known.deleted[conversation.id] = title(conversation)
            return false
        }
        known.deleted[conversation.id] = nil
        line.listing.missing.remove(conversation.id)
        let before = known[conversation.id].conversation
        let isNew = before == nil
        learn(conversation)
        if let before { tellDifference(from: before, to: conversation) }
        let row = row(conversation)
        if let index = state.conversations.firstIndex(where: { $0.id == row.id }) {
            state.conversations[index] = row
        } else {
            state.conversations.insert(row, at: state.conversations.count(where: \.isPinned))
        }
        if isNew {
            state.endUnsent(of: row)
            // A hint about a stored text is still useful.
            let ends = [Self.departure(row.title), Self.deletion(row.title)]
            if let why = state.view.hint, ends.contains(where: why.hasPrefix), !why.contains("↑") {
                state.view.hint = nil
            }
        }
        return isNew
    }

    private static func departure(_ title: String) -> String { "You are no longer in “\(title)”" }
    private static func deletion(_ title: String) -> String { "“\(title)” was deleted" }

    /// Removes a conversation that this person left, was removed from, or deleted.
    private mutating func drop(_ conversation: Conversation, saying text: String) {
        let id = conversation.id
        let text = text + itemsThatStay(with: id)
        guard known[id].conversation != nil else { return }
        let name = title(of: id)
        let isOpen = state.view.selected == id
        let isExpected = known[id].isBeingLeft
        let written = state.view.drafts[id].map { state.addressed($0, in: id) }
        let purpose = state.view.purposes[id]
        let origin = state.threads[id].map(UnsentOrigin.init)
        let hasPost = state.rememberPost(of: id)
        known.remove(id)
        known.former[id] = name
        line.remove(id)
        state.conversations.removeAll { $0.id == id }
        state.threads[id] = nil
        state.replies = state.replies.filter { $0.value.conversation != id }
        state.view.drafts[id] = nil
        state.view.purposes[id] = nil
        state.view.newAfter[id] = nil
        removeHits { $0.conversation == id }
        if isOpen, !isExpected, !state.conversations.isEmpty {
            // The person's next words are not meant for other people: no other conversation is selected.
            _ = ChatUpdate.run(on: &state) { $0.select("") }
        }
        if isOpen { (state.view.hint, state.view.hasLostPlace) = (text, true) }
        if let before = purpose?.before, before.saysSomething { state.view.remember(before.text) }
        for (key, recalled) in state.view.recalls where key == id.rawValue || key.hasPrefix("\(id) ") {
            state.view.recalls[key] = nil
            state.view.takeBack(recalled, in: id)
            if recalled.before.saysSomething { state.view.remember(recalled.before.text) }
        }
        if let written, written.saysSomething {
            state.view.remember(written.text)
            // The person's next words are not meant for other people: a sheet gets it, not the next thread.
            if isOpen {
                state.keepUnsent(written, from: origin, saying: text)
            } else {
                hint("\(text). Your text is kept. ↑ in a composer restores it")
            }
        } else if isOpen, !isExpected, state.view.hasNewMessage {
            // The person's next words must not join the words of the New Message.
            state.keepUnsent(LineEditor(), from: origin, saying: text)
        }
        if hasPost { hint("\(text). Your text is kept. ↑ in a composer restores it") }
        tell(.system(SystemEntry(text), conversation: name))
    }

    /// Returns the end of the sentence about a removed conversation: the items in its composer, which return with it.
    private func itemsThatStay(with id: ConversationID) -> String {
        let own = state.view.replacedItem(in: id) ?? state.view.item(in: id)
        let staged = own.staged.map { "“\(CleanText.line($0.title))”" }
        let file = own.attachment.map { CleanText.line(ActivityItem.file($0).title) }
        guard let item = staged ?? file else { return "" }
        return ". \(item) was not sent; it is in the composer again if the conversation returns"
    }

    /// Reports changed alerts and unread marks of a conversation, which another device of the person may have set.
    private mutating func tellDifference(from before: Conversation, to after: Conversation) {
        let name = title(after)
        if before.muted != after.muted {
            tell(.status(after.muted ? "alerts are hidden" : "alerts are shown", conversation: name))
        }
        if before.markedUnread != after.markedUnread, after.markedUnread {
            // The mark stays until the person opens the conversation again, on any of their devices.
            if state.view.opened == after.id { state.view.opened = nil }
            tell(.status("marked as unread", conversation: name))
        }
    }

    /// Updates the pinned conversations of the list, in the person's own order.
    mutating func order(pinned: [ConversationID]) {
        let before = state.conversations.filter(\.isPinned).map(\.id)
        guard before != pinned else { return }
        for index in state.conversations.indices {
            let id = state.conversations[index].id
            state.conversations[index].isPinned = pinned.contains(id)
            known[id].conversation?.pinned = pinned.contains(id)
        }
        let top = pinned.compactMap { id in state.conversations.first { $0.id == id } }
        state.conversations = top + state.conversations.filter { !$0.isPinned }
        for id in pinned where !before.contains(id) {
            tell(.status("at the top", conversation: title(of: id)))
        }
        for id in before where !pinned.contains(id) {
            tell(.status("no longer at the top", conversation: title(of: id)))
        }
        // The newest messages order the other conversations, and only the server knows them all.
        if line.isListed || line.listing.next != nil { ask(.live(.conversationList(.init()))) }
    }

    private mutating func learn(_ conversation: Conversation) {
        known[conversation.id].conversation = conversation
        for person in conversation.people + conversation.former { rename(person, in: conversation.id) }
        if let last = conversation.lastMessage { known[conversation.id].counted = last.sequence }
        let key = conversation.id
        var thread = state.threads[key] ?? ThreadState(of: conversation.id, title: "", isLoaded: conversation.isNew)
        let title = title(conversation)
        if !thread.title.isEmpty, thread.title != title { state.rename(key, title) }
        thread.title = title
        thread.participants = others(conversation)
        thread.members = conversation.people.map { Member($0, me: me) }
        thread.waiting = conversation.waitingNotices.reversed().map(entry)
        state.threads[key] = thread
        if let last = conversation.lastMessage, known.messages[last.id] == nil { keep(last) }
        if let receipt = conversation.receipt { known[conversation.id].receipt.advance(to: receipt) }
        known[conversation.id].receipt.advance(toDelivered: conversation.deliveredThrough ?? 0)
        refreshReceipt(in: conversation.id)
        let cards = state.threads[key]?.pinnedCards ?? []
        let isChanged = known.shelf.replacePins(conversation.pinnedLinks, in: conversation.id) { url in
            cards.contains { $0.url == url && $0.app != nil }
        }
        if isChanged { refreshCards() } else { refreshPins(of: conversation.id) }
        refreshHits(in: conversation.id)
    }

    func row(_ conversation: Conversation) -> ConversationRow {
        var row = ConversationRow(conversation, title: title(conversation), others: others(conversation))
        if let last = conversation.lastMessage { (row.preview, row.time) = (preview(last), clock.short(last.sentAt)) }
        row.mentions = mentions(conversation.id, after: row.readThrough)
        row.isTyping = !(line.typing[conversation.id] ?? []).isEmpty
        // Messages that were read on another device no longer alert.
        let old = state.conversations.first { $0.id == row.id }
        row.isAlerted = old?.isAlerted == true && (row.unread > 0 || old?.unread == 0)
        return row
    }

    /// Returns a message as a short text, for the list.
    func preview(_ message: Message) -> String {
        let isOwn = message.sender == me
        if message.isUnsent { return MessageEntry.tombstone(of: label(message.sender), isOwn: isOwn) }
        return (isOwn ? "You" : label(message.sender)) + ": " + message.previewText
    }

    func others(_ conversation: Conversation) -> [String] {
        conversation.people.filter { $0.handle != me }.map { label($0.handle) }
    }

    /// Returns the conversation's name, or the names of the other participants.
    func title(_ conversation: Conversation) -> String { known.names.title(of: conversation, for: me) }

    func title(of id: ConversationID) -> String {
        if let conversation = known[id].conversation { return title(conversation) }
        return known.deleted[id] ?? known.former[id] ?? id.rawValue
    }

    /// Updates the row of a conversation for a new message, and moves it to the top.
    mutating func noteInList(_ message: Message) {
        guard let index = state.conversations.firstIndex(where: { $0.id == message.conversation }) else {
            ask(.live(.conversationList(.init())))
            return
        }
        clock.advance(to: message.sentAt)
        guard message.sequence > known[message.conversation].counted else {
            // An older system gets an edit or a tapback as a text with the number of the message.
            if message.tellsOfChange, message.sequence == known[message.conversation].counted {
                state.conversations[index].preview = preview(message)
                state.conversations[index].time = clock.short(message.sentAt)
            }
            return
        }
        known[message.conversation].counted = message.sequence
        line.listing.missing.remove(message.conversation)
        var row = state.conversations.remove(at: index)
        row.preview = preview(message)
        row.time = clock.short(message.sentAt)
        row.newest = Int(clamping: message.sequence)
        if message.sender == me {
            // The sender has read the messages above, on whichever device they wrote.
            (row.isMarkedUnread, row.isAlerted) = (false, false)
            row.readAll()
        } else if row.isMarkedUnread, row.unread == 1 {
            // The one can be a message or the mark itself: only the server knows.
            ask(.live(.conversationList(.init())))
        } else {
            row.unread += 1
        }
        state.conversations.insert(row, at: row.isPinned ? index : state.conversations.count(where: \.isPinned))
    }
}
