import ChatProtocol
import ChatScreens

/// What becomes of messages: edits, unsending, tapbacks, and the threads of replies.
extension ClientModel {
    /// Keeps a message as it is now, and whether it mentions this person.
    mutating func keep(_ message: Message) {
        known.messages.keep(message)
        let isMention = !message.isUnsent && message.mentions.contains { $0.handle == me }
        guard isMention != known[message.conversation].mentions.contains(message.sequence) else { return }
        if isMention {
            known[message.conversation].mentions.insert(message.sequence)
        } else {
            known[message.conversation].mentions.remove(message.sequence)
        }
        let key = message.conversation.rawValue
        guard let index = state.conversations.firstIndex(where: { $0.id == key }) else { return }
        state.conversations[index].mentions = mentions(
            message.conversation, after: state.conversations[index].readThrough)
    }

    /// How many messages behind a number mention this person.
    func mentions(_ conversation: ConversationID, after number: Int) -> Int {
        known[conversation].mentions.count { $0 > number }
    }

    /// Takes a message that reads otherwise now.
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

    /// The same, where this person asked for it.
    ///
    /// - Parameter warning: what the server says of devices that keep what was.
    mutating func changed(_ message: Message, by request: ClientRequest, warning: String?) {
        switch request {
        case .request(.messageEdit):
            let before = known.messages[message.id]
            changed(message, .edited(mentioned: []))
            warnOfLinks(in: message, before: before)
        case .request(.messageUnsend):
            changed(message, .unsent)
            // Whoever has an older system still has it (`msg-unsend-old`).
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

    /// What a change alerts of, in short.
    func words(_ change: MessageChange, of message: Message) -> String {
        switch change {
        case .edited: "an edit of \(label(message.sender)) that mentions you"
        case .unsent: "\(label(message.sender)) unsent a message"
        case .reacted(let person, _, _): "a tapback of \(label(person))"
        }
    }

    /// Brings the list in line: the newest message reads otherwise, or somebody's tapback is the newest thing
    /// (`tap-notify`).
    private mutating func preview(_ message: Message, _ change: MessageChange) {
        let id = message.conversation
        guard let index = state.conversations.firstIndex(where: { $0.id == id.rawValue }) else { return }
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
        // An edit that keeps the mention alerts nobody again.
        if case .edited = change, message.mentions.contains(where: { $0.handle == me }) { return }
        endAlert(of: message.id, at: index)
    }

    /// Takes the mark of a conversation away when what alerted was taken back, and nothing else can have alerted.
    private mutating func endAlert(of message: MessageID, at index: Int) {
        let row = state.conversations[index]
        guard known[ConversationID(row.id)].alerting.remove(message) != nil,
            known[ConversationID(row.id)].alerting.isEmpty, row.unread == 0,
            state.threads[row.id]?.waiting.isEmpty != false
        else { return }
        state.conversations[index].isAlerted = false
    }

    /// Notes that a change of a message alerts this person.
    mutating func noteAlert(of message: Message) {
        let isMarked = state.conversations.contains { $0.id == message.conversation.rawValue && $0.isAlerted }
        if !isMarked { known[message.conversation].alerting = [] }
        known[message.conversation].alerting.insert(message.id)
    }

    /// Something alerts this person: the bell rings, and the list is marked until they look.
    ///
    /// - Parameter text: what it is, in short.
    mutating func alert(_ text: String, of subject: Alert.Subject, in conversation: ConversationID) {
        outbox.alerts.append(Alert(conversation: conversation, subject: subject))
        if let index = state.conversations.firstIndex(where: { $0.id == conversation.rawValue }) {
            state.conversations[index].isAlerted = true
        }
        tell(.alert(text, conversation: title(of: conversation)))
    }

    /// A line that stands in the thread for what happened to the conversation.
    mutating func post(system entry: ThreadEntry, in conversation: ConversationID) {
        guard case .system(let id, let text) = entry else { return }
        let item = ThreadItem.line(text, id: id)
        let isKnown = put(item, in: conversation.rawValue, replacing: nil)
        if !isKnown { tellOnce(item, in: conversation) }
    }

    // MARK: What hangs together

    /// Draws a message anew, where it is on the screen.
    mutating func refresh(_ id: MessageID) {
        guard let message = known.messages[id] else { return }
        let item = ThreadItem.message(entry(message))
        let key = message.conversation.rawValue
        guard let index = state.threads[key]?.entries.lastIndex(where: { $0.id == id.rawValue }) else { return }
        state.threads[key]?.entries[index] = item
    }

    /// Draws the replies to a message anew: what they quote is another, or is known now.
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

    /// Makes the opened thread of replies anew, of all its messages that are known.
    mutating func refreshReplies() {
        if let root = state.view.replies { refreshReplies(of: root) }
    }

    private mutating func refreshReplies(of root: String) {
        let origin = MessageID(root)
        let found = known.messages.all.filter { $0.id == origin || $0.thread == origin }
            .sorted { $0.sequence < $1.sequence }
        guard let first = found.first else { return }
        let key = first.conversation.rawValue
        var thread = ThreadState(of: first.conversation, title: "Replies · " + title(of: first.conversation))
        thread.entries = found.map { message in
            var entry = entry(message)
            if message.id == origin { entry.replies = 0 }
            // All of them answer the one at the top; only what answers another says so.
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

    /// Takes a thread of replies, its beginning first.
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

    /// Asks for the message that a reply answers, where it is not known: once on a connection.
    mutating func askOrigin(of message: Message) {
        guard let origin = message.replyTo, known.messages[origin] == nil, line.origins.insert(origin).inserted else {
            return
        }
        ask(.replies(origin, isAsked: false))
    }
}
