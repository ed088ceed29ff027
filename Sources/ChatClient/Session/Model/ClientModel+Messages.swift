import ChatProtocol
import ChatScreens

/// Changes of messages: edits, unsending, tapbacks, and the threads of replies.
extension ClientModel {
    /// Stores a message in its present state, and counts it among the mentions if it mentions this person.
    mutating func keep(_ message: Message) {
        known.messages.keep(message)
        let isMention = !message.isUnsent && message.mentions.contains { $0.handle == me }
        guard isMention != known[message.conversation].mentions.contains(message.sequence) else { return }
        if isMention {
            known[message.conversation].mentions.insert(message.sequence)
        } else {
            known[message.conversation].mentions.remove(message.sequence)
        }
        let key = message.conversation
        guard let index = state.conversations.firstIndex(where: { $0.id == key }) else { return }
        state.conversations[index].mentions = mentions(
            message.conversation, after: state.conversations[index].readThrough)
    }

    /// Returns the number of messages after a sequence number that mention this person.
    func mentions(_ conversation: ConversationID, after number: Int) -> Int {
        known[conversation].mentions.count { $0 > number }
    }

    /// Applies a change of a message.
    mutating func changed(_ message: Message, _ change: MessageChange) {
        let old = known.messages[message.id]
        guard old != message, old?.isNewer(than: message) != true || old?.has(change) == true else { return }
        keep(message)
        refresh(message.id)
        refreshReplies(to: message.id)
        refreshReceipt(in: message.conversation)
        refreshReplies()
        refreshPins(of: message.conversation)
        refreshHits(of: message)
        preview(message, change)
        let entry = entry(message)
        tell(.changed(entry, news(change), conversation: title(of: message.conversation)))
    }

    /// Applies a change of a message that this person requested.
    ///
    /// - Parameter warning: the server's warning about devices that keep the original; nil if there are none.
    mutating func changed(_ message: Message, by request: ClientRequest, warning: String?) {
        switch request {
        case .request(.messageEdit):
            let before = known.messages[message.id]
            changed(message, .edited(mentioned: []))
            warnOfLinks(in: message, before: before)
        case .request(.messageUnsend):
            changed(message, .unsent)
            // Recipients with an older system keep the message (`msg-unsend-old`).
            if let warning { hint(warning) } else { say("Message unsent. A note takes its place") }
        case .react(_, let text):
            guard let reaction = Reaction(text) else { return }
            let isSet = message.reactions.contains { $0.handle == me && $0.reaction == reaction }
            changed(message, .reacted(by: me, reaction, removed: !isSet))
            say(isSet ? "Tapback set" : "Tapback removed")
        default: break
        }
    }

    private func news(_ change: MessageChange) -> MessageNews {
        switch change {
        case .edited: .edited
        case .unsent: .unsent
        case .reacted(let person, let reaction, let isRemoved):
            .reacted(by: person == me ? "You" : label(person), reaction: reaction, isRemoved: isRemoved)
        }
    }

    /// Returns a short description of a change, for its alert.
    func words(_ change: MessageChange, of message: Message) -> String {
        switch change {
        case .edited: "an edit of \(label(message.sender)) that mentions you"
        case .unsent: "\(label(message.sender)) unsent a message"
        case .reacted(let person, _, _): "a tapback of \(label(person))"
        }
    }

    /// Updates the preview in the list, if the newest message changed or another person's tapback is newer
    /// (`tap-notify`).
    private mutating func preview(_ message: Message, _ change: MessageChange) {
        let id = message.conversation
        guard let index = state.conversations.firstIndex(where: { $0.id == id }) else { return }
        if known[id].conversation?.lastMessage?.id == message.id { known[id].conversation?.lastMessage = message }
        if case .reacted(let person, let reaction, let isRemoved) = change, person != me {
            let sentence = Tapback.sentence(reaction, isRemoved: false, about: message.shownText)
            let tapback = "\(label(person)): \(sentence)"
            guard isRemoved else { return state.conversations[index].preview = tapback }
            if state.conversations[index].preview == tapback, let last = known[id].conversation?.lastMessage {
                state.conversations[index].preview = preview(last)
            }
        }
        if message.sequence == known[id].counted { state.conversations[index].preview = preview(message) }
        // After an edit that keeps the mention, the alert still applies.
        if case .edited = change, message.mentions.contains(where: { $0.handle == me }) { return }
        endAlert(of: message.id, at: index)
    }

    /// Removes the mark of a conversation if the change that alerted was reverted, and nothing else can have alerted.
    private mutating func endAlert(of message: MessageID, at index: Int) {
        let row = state.conversations[index]
        guard known[row.id].alerting.remove(message) != nil,
            known[row.id].alerting.isEmpty, row.unread == 0,
            state.threads[row.id]?.waiting.isEmpty != false
        else { return }
        state.conversations[index].isAlerted = false
    }

    /// Notes that a change of a message alerts this person.
    mutating func noteAlert(of message: Message) {
        let isMarked = state.conversations.contains { $0.id == message.conversation && $0.isAlerted }
        if !isMarked { known[message.conversation].alerting = [] }
        known[message.conversation].alerting.insert(message.id)
    }

    /// Rings the bell, and marks the conversation in the list until the person opens it.
    ///
    /// - Parameter text: a short description of the reason.
    mutating func alert(_ text: String, of subject: Alert.Subject, in conversation: ConversationID) {
        outbox.alerts.append(Alert(conversation: conversation, subject: subject))
        if let index = state.conversations.firstIndex(where: { $0.id == conversation }) {
            state.conversations[index].isAlerted = true
        }
        tell(.alert(text, conversation: title(of: conversation)))
    }

    /// Adds a system line to the thread of a conversation.
    mutating func post(system entry: ThreadEntry, in conversation: ConversationID) {
        guard case .system(let id, let text) = entry else { return }
        let item = ThreadItem.line(text, id: id)
        let isKnown = put(item, in: conversation, replacing: nil)
        if !isKnown { tellOnce(item, in: conversation) }
    }

    // MARK: Dependent entries

    /// Redraws a message that is on the screen.
    mutating func refresh(_ id: MessageID) {
        guard let message = known.messages[id] else { return }
        let item = ThreadItem.message(entry(message))
        let key = message.conversation
        guard let index = state.threads[key]?.entries.lastIndex(where: { $0.id == id.rawValue }) else { return }
        state.threads[key]?.entries[index] = item
    }

    /// Redraws the replies to a message, which quote it: it has changed, or has just arrived.
    mutating func refreshReplies(to id: MessageID) {
        for message in known.messages.all where message.replyTo == id { refresh(message.id) }
        for key in state.threads.keys {
            guard let entries = state.threads[key]?.entries else { continue }
            for (index, item) in entries.enumerated() {
                guard case .message(var entry) = item, entry.replyTo == id.rawValue else { continue }
                entry.quote = quote(id)
                state.threads[key]?.entries[index] = .message(entry)
            }
        }
    }

    /// Rebuilds the opened thread of replies from its known messages.
    mutating func refreshReplies() {
        if let root = state.view.replies { refreshReplies(of: root) }
    }

    private mutating func refreshReplies(of root: String) {
        let origin = MessageID(root)
        let found = known.messages.all.filter { $0.id == origin || $0.thread == origin }
            .sorted { $0.sequence < $1.sequence }
        guard let first = found.first else { return }
        let key = first.conversation
        var thread = ThreadState(of: first.conversation, title: "Replies · " + title(of: first.conversation))
        thread.entries = found.map { message in
            var entry = entry(message)
            if message.id == origin { entry.replies = 0 }
            // All of them answer the first message: only a reply to another message shows a quote.
            if message.replyTo == origin, first.id == origin { entry.quote = nil }
            return .message(entry)
        }
        thread.members = state.threads[key]?.members ?? []
        thread.entries += (state.threads[key]?.entries ?? []).filter { item in
            guard case .message(let entry) = item, let answered = entry.replyTo else { return false }
            return (known.messages[MessageID(answered)]?.thread ?? MessageID(answered)) == origin
        }
        thread.receipt = state.threads[key]?.receipt
        if state.replies[root] != thread { state.replies[root] = thread }
    }

    /// Shows a thread of replies.
    ///
    /// - Parameters:
    ///   - page: the messages, with the one that begins the thread first.
    ///   - isAsked: true if the person wants to see the thread.
    mutating func showReplies(_ page: [Message], isAsked: Bool) {
        for message in page { keep(known.messages.newest(message)) }
        if let root = page.first, root.thread == nil {
            known.messages.countKnownReplies(to: root.id)
            refresh(root.id)
        }
        for message in page { refreshReplies(to: message.id) }
        refreshReplies()
        guard isAsked else { return }
        if let first = page.first { refreshReplies(of: (first.thread ?? first.id).rawValue) }
        let lines = page.map { "#\($0.sequence) " + preview($0) }
        tell(.text(title: "Replies", body: lines))
    }

    /// Requests the message that a reply answers if it is not known, once on a connection.
    mutating func askOrigin(of message: Message) {
        guard let origin = message.replyTo, known.messages[origin] == nil, line.origins.insert(origin).inserted else {
            return
        }
        ask(.replies(origin, isAsked: false))
    }
}
