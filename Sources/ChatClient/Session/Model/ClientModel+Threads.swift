import ChatProtocol
import ChatScreens
import ChatTerminal

/// The threads: entries as the screens show them, each once.
extension ClientModel {
    // MARK: From the wire to the screen

    mutating func entry(_ message: Message) -> MessageEntry {
        var entry = MessageEntry(
            message, sender: label(message.sender), me: me,
            time: clock.face.time(message.sentAt),
            day: clock.face.day(message.sentAt))
        entry.cards = message.links.map { card($0, in: message.conversation) }
        entry.quote = message.replyTo.map(quote)
        entry.reactions = ReactionRow.rows(message.reactions) { $0 == me ? "You" : label($0) }
        entry.versions = message.versions.map { EarlierText($0, time: clock.short($0.at)) }
        entry.replies = Int(clamping: known.messages.replies(to: message.id))
        entry.isBeingEdited = known.edits.contains(message.id)
        return entry
    }

    /// Returns the text that a reply quotes of the message it answers.
    func quote(_ origin: MessageID) -> String { known.messages[origin].map(preview) ?? "an earlier message" }

    private mutating func card(_ link: MessageLink, in conversation: ConversationID) -> LinkCard {
        if let app = link.app { meet(app) }
        lookUp(link)
        let document = state.collaborationURL(of: link.url)
        // A document in a shared folder has another title than the share.
        let shared = LinkText.leads(link.url, to: document) ? document : link.url
        var card = LinkCard(
            link.url, number: known[conversation].numbering.number(for: link.url),
            title: state.shares[shared]?.title ?? state.lostShares[shared]?.title ?? link.title,
            app: link.app.map(known.apps.name(of:)),
            isPinned: known.shelf.isPinned(link.url, in: conversation))
        card.sharing = state.sharing(of: link.url)
        return card
    }

    func entry(_ notice: Notice) -> NoticeEntry {
        var entry = NoticeEntry(
            notice, actor: label(notice.actor), time: clock.face.time(notice.postedAt),
            day: clock.face.day(notice.postedAt))
        if notice.shares.count > 1 { entry.titles = state.shares(of: entry).map(\.quoted) }
        return entry
    }

    private mutating func item(_ entry: ThreadEntry) -> ThreadItem {
        switch entry {
        case .message(let message): .message(self.entry(message))
        case .notice(let notice): .notice(self.entry(notice))
        case .system(let id, let text): .line(text, id: id)
        }
    }

    // MARK: Pages

    /// Shows the newest page of a thread. Entries that arrived since its request, and unsent entries, follow it.
    mutating func load(_ page: [ThreadEntry], of conversation: ConversationID, hasOlder: Bool) {
        guard var thread = state.threads[conversation] else { return }
        for case .message(let message) in page { keep(message) }
        let items = Self.dated(page.map { item($0) })
        let ids = Set(items.map(\.id))
        thread.entries = items + thread.entries.filter { !ids.contains($0.id) }
        thread.hasOlder = hasOlder
        thread.isLoaded = true
        // Only the server knows the collaborations of older pages.
        if hasOlder || known.hasMoreShares { ask(.collaboration(.shares(conversation))) }
        state.threads[conversation] = thread
        let told = known[conversation].told
        known[conversation].told = []
        for item in items where !told.contains(item.id) { tell(item, in: conversation) }
        refreshReceipt(in: conversation)
        refreshPins(of: conversation)
        for case .message(let message) in page { askOrigin(of: message) }
    }

    /// Shows the page before the oldest entry.
    mutating func prepend(_ page: [ThreadEntry], to conversation: ConversationID, hasOlder: Bool) {
        guard var thread = state.threads[conversation] else { return }
        for case .message(let message) in page { keep(message) }
        let shown = Set(thread.entries.map(\.id))
        thread.entries = Self.dated(page.map { item($0) }).filter { !shown.contains($0.id) } + thread.entries
        thread.hasOlder = hasOlder
        thread.isLoadingOlder = false
        state.threads[conversation] = thread
        // Replies that were loaded before may quote messages of this page.
        for case .message(let message) in page {
            refreshReplies(to: message.id)
            askOrigin(of: message)
        }
        refreshReceipt(in: conversation)
    }

    /// Returns the items with a day for each system line. These come without a time, and get the day of the next item.
    private static func dated(_ items: [ThreadItem]) -> [ThreadItem] {
        var items = items
        var day = items.last { !$0.day.isEmpty }?.day ?? ""
        for index in items.indices.reversed() {
            if case .system(var entry) = items[index], entry.day.isEmpty {
                entry.day = day
                items[index] = .system(entry)
            }
            day = items[index].day
        }
        return items
    }

    private mutating func tell(_ item: ThreadItem, in conversation: ConversationID) {
        let place = title(of: conversation)
        switch item {
        case .message(let entry): tell(.message(entry, conversation: place))
        case .notice(let entry): tell(.notice(entry, conversation: place))
        case .system(let entry): tell(.system(entry, conversation: place))
        }
    }

    /// Reports a new item once. While the page is on its way, the page will report it. Before the page is requested,
    /// the item's id is stored, so that the page does not report it again.
    mutating func tellOnce(_ item: ThreadItem, in conversation: ConversationID) {
        if state.threads[conversation]?.isLoaded == false {
            guard !line.pages.contains(conversation) else { return }
            let isNew = known[conversation].told.insert(item.id).inserted
            if !isNew, case .message = item { return }
        }
        tell(item, in: conversation)
    }

    // MARK: One at a time

    /// Shows a message, new or known.
    ///
    /// - Parameter clientID: the client id of an own message, under which it is shown as pending; nil for another.
    mutating func post(_ message: Message, clientID: String?) {
        let key = message.conversation
        // A late answer must not revert a newer change of the message.
        let message = known.messages.newest(message)
        let isNew = known.messages[message.id] == nil
        keep(message)
        if isNew, let root = message.thread {
            known.messages.countReply(to: root)
            refresh(root)
        }
        let entry = entry(message)
        let isKnown = put(.message(entry), in: key, replacing: clientID.map(Self.pendingID), isNew: isNew)
        if let clientID { state.view.rename(message: Self.pendingID(clientID), to: entry.id) }
        noteInList(message)
        refreshReceipt(in: message.conversation)
        refreshReplies()
        if !isNew || !message.links.isEmpty { refreshPins(of: message.conversation) }
        askOrigin(of: message)
        if !isKnown { tellOnce(.message(entry), in: message.conversation) }
        trim(key)
    }

    /// Forgets entries far above the end of a thread, so that a long session does not hold all its messages.
    private mutating func trim(_ id: ConversationID) {
        guard let thread = state.threads[id], thread.entries.count / 2 >= entriesKept,
            state.view.isAtEnd(of: id), !thread.isLoadingOlder
        else { return }
        state.threads[id]?.entries.removeFirst(thread.entries.count - entriesKept)
        state.threads[id]?.hasOlder = true
        guard let oldest = state.threads[id]?.entries.lazy.compactMap(\.number).first else { return }
        known.messages.remove(from: id, before: Int64(oldest))
    }

    /// Shows a notice: a new one, or one that grew under its id.
    mutating func post(_ notice: Notice) {
        let key = notice.conversation
        let entry = entry(notice)
        meet(notice.app)
        let isSame = state.threads[key]?.entries.contains(.notice(entry)) == true
        let wasWaiting = state.threads[key]?.waiting.contains { $0.id == entry.id } == true
        let isKnown = put(.notice(entry), in: key, replacing: nil)
        state.threads[key]?.waiting.removeAll { $0.id == entry.id }
        // An answered question, or a notice that leads to a lost share, is shown in the thread only.
        if !notice.isAnswered, state.lostShares[notice.collaborationURL] == nil {
            state.threads[key]?.waiting.insert(entry, at: 0)
        }
        guard notice.isAnswered, isKnown || wasWaiting else {
            if !isSame { tellOnce(.notice(entry), in: notice.conversation) }
            return
        }
        // The person's own answer was reported already.
        if wasWaiting { tell(.noticeCleared(entry, conversation: title(of: notice.conversation))) }
    }

    /// Replaces an item of the thread, or inserts a new one after everything that the server has, and before unsent
    /// entries.
    ///
    /// - Returns: true if the item was in the thread.
    mutating func put(
        _ item: ThreadItem, in key: ConversationID, replacing pending: String?, isNew: Bool = false
    ) -> Bool {
        let later = line.missed.note(item.id)
        return state.threads[key]?.put(item, replacing: pending, isNew: isNew, before: later) ?? false
    }

    // MARK: Own entries that the server does not have

    static func pendingID(_ clientID: String) -> String { "pending " + clientID }

    /// Shows a pending message.
    mutating func echo(
        _ text: String, in conversation: ConversationID, clientID: String, replyTo: MessageID? = nil,
        file: SentAttachment? = nil
    ) {
        forgetUnposted(text, known.parts[clientID])
        var entry = MessageEntry(
            pending: Self.pendingID(clientID), sender: name(me), text: text, day: clock.face.day(clock.now),
            file: file)
        entry.quote = replyTo.map(quote)
        entry.replyTo = replyTo?.rawValue
        state.threads[conversation]?.entries.append(.message(entry))
    }

    /// Shows a pending message, document or edit, until the server has answered.
    ///
    /// - Parameter parts: the file or the document that the composer had.
    /// - Returns: the conversation of a message or a document; nil for another request.
    @discardableResult
    mutating func echo(_ request: ClientRequest, clientID: String, parts: DraftParts? = nil) -> ConversationID? {
        switch request {
        case .request(.messageSend(let message)):
            let own = DraftParts(
                conversation: message.conversation, reply: message.replyTo?.rawValue,
                attachment: parts?.attachment, staged: parts?.staged)
            known.parts[clientID] = own.ifAny
            echo(
                message.text, in: message.conversation, clientID: clientID, replyTo: message.replyTo,
                file: message.attachment)
            return message.conversation
        case .collaboration(.start(let draft)):
            echo(draft)
            return draft.conversation
        case .request(.messageEdit(let edit)):
            known.edits.append(edit.message)
            refresh(edit.message)
            return nil
        default: return nil
        }
    }

    /// Notes that the server has answered an edit.
    mutating func endEcho(_ edit: EditMessage) {
        if let index = known.edits.firstIndex(of: edit.message) { known.edits.remove(at: index) }
        refresh(edit.message)
    }

    /// True if a conversation has unread messages. A message that is sent automatically does not mark them as read.
    func isUnread(_ id: ConversationID) -> Bool {
        state.conversations.contains { $0.id == id && $0.unread > 0 }
    }

    /// Shows a pending document, until the server has answered.
    mutating func echo(_ draft: CollaborationDraft) {
        forgetUnposted(draft.text, DraftParts(conversation: draft.conversation, staged: draft))
        let words = [draft.text, "“\(draft.title)”"].filter { !$0.isEmpty }
        echo(words.joined(separator: " "), in: draft.conversation, clientID: Self.clientID(of: draft))
    }

    /// Removes a pending document from the thread.
    mutating func endEcho(_ draft: CollaborationDraft) {
        let id = Self.pendingID(Self.clientID(of: draft))
        state.threads[draft.conversation]?.entries.removeAll { $0.id == id }
    }

    private static func clientID(of draft: CollaborationDraft) -> String { "start \(draft.title)" }

    // MARK: Links

    /// Redraws the cards of every thread with a link, or of every thread: pins, titles, sharing and names of apps.
    ///
    /// - Parameters:
    ///   - title: the new title of the document at the link.
    ///   - url: the link; nil for all.
    mutating func refreshCards(title: String? = nil, of url: String? = nil) {
        for key in state.threads.keys {
            guard var thread = state.threads[key], thread.entries.contains(where: { $0.hasCard(url, in: state) }) else {
                continue
            }
            for index in thread.entries.indices {
                guard case .message(var message) = thread.entries[index], !message.cards.isEmpty else { continue }
                nameApps(on: &message.cards, of: MessageID(message.id))
                for card in message.cards.indices {
                    let link = message.cards[card].url
                    message.cards[card].isPinned = known.shelf.isPinned(link, in: key)
                    if let title, LinkText.leads(link, to: url) { message.cards[card].title = title }
                    message.cards[card].sharing = state.sharing(of: link)
                }
                thread.entries[index] = .message(message)
            }
            state.threads[key] = thread
        }
        for index in outbox.facts.indices {
            guard case .message(var message, let conversation) = outbox.facts[index] else { continue }
            for card in message.cards.indices {
                if let title, LinkText.leads(message.cards[card].url, to: url) { message.cards[card].title = title }
                message.cards[card].sharing = state.sharing(of: message.cards[card].url)
            }
            outbox.facts[index] = .message(message, conversation: conversation)
        }
        refreshReplies()
        for id in known.conversations { refreshPins(of: id) }
    }
}

extension ThreadItem {
    /// True if the item shows the card of a link, or any card if there is no link.
    fileprivate func hasCard(_ url: String?, in state: ChatState) -> Bool {
        guard case .message(let message) = self else { return false }
        return message.cards.contains { card in url.map { state.leads(card.url, to: $0) } ?? true }
    }
}

/// The positions of new entries in a loaded thread.
extension ThreadState {
    /// Replaces an item of the thread, or inserts a new one after everything that the server has.
    ///
    /// - Parameters:
    ///   - pending: the id of the pending entry that the item replaces; nil if it replaces none.
    ///   - isNew: true if the item is known not to be in the thread.
    ///   - later: the ids of the entries before which the item belongs.
    /// - Returns: true if the item was in the thread.
    mutating func put(
        _ item: ThreadItem, replacing pending: String?, isNew: Bool, before later: Set<String> = []
    ) -> Bool {
        // A message that was just sent is close to the end.
        if let pending, let index = entries.lastIndex(where: { $0.id == pending }) { entries.remove(at: index) }
        if !isNew, let index = entries.lastIndex(where: { $0.id == item.id }) {
            // A system line never changes, and has its day already.
            if case .system = item { return true }
            entries[index] = item
            return true
        }
        // When an unopened thread is opened, the server sends its whole page.
        guard isLoaded else { return false }
        let place = place(for: item, before: later)
        entries.insert(item, at: place)
        dateLines(around: place)
        return false
    }

    /// Sets the days of system lines next to a new entry. They come without a time, and get the day that a page would
    /// give them.
    mutating func dateLines(around place: Int) {
        if case .system(var entry) = entries[place], place > 0 {
            entry.day = entries[place - 1].day
            entries[place] = .system(entry)
        }
        let day = entries[place].day
        for index in entries.indices[..<place].reversed() {
            guard case .system(var entry) = entries[index], !day.isEmpty else { return }
            entry.day = day
            entries[index] = .system(entry)
        }
    }

    /// Returns the index for a new item: after everything that the server has. A late message goes to the place of its
    /// number.
    func place(for item: ThreadItem, before later: Set<String> = []) -> Int {
        var place = entries.lastIndex { !$0.isUnsent }.map { $0 + 1 } ?? 0
        guard let number = item.number else {
            // Only an item without a number needs `later`: numbers order the messages.
            while !later.isEmpty, place > 0, later.contains(entries[place - 1].id) { place -= 1 }
            return place
        }
        for index in entries.indices[..<place].reversed() {
            guard let other = entries[index].number else { continue }
            if other < number { break }
            place = index
        }
        return place
    }
}

extension ThreadItem {
    /// True if the server does not have the item.
    var isUnsent: Bool {
        if case .message(let message) = self { message.delivery != .sent } else { false }
    }
}
