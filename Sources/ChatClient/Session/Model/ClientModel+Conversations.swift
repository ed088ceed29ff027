import ChatProtocol

/// The conversations: their rows, titles, and waiting notices.
extension ClientModel {
    /// Takes the whole list.
    mutating func replaceConversations(_ list: [Conversation]) {
        // Nobody leaves a conversation: one that is missing was lost by the server. Its cursor does not always tell,
        // for who did everything alone was told of nothing, and has none to compare.
        let known = Set(list.map(\.id))
        if !conversations.keys.allSatisfy(known.contains) { forget() }
        state.conversations = []
        for conversation in list { note(conversation) }
        state.conversations = list.map(row)
        if printsList {
            printsList = false
            tell(.conversations(state.conversations, selected: state.conversations.first?.id))
        }
        listed()
    }

    /// Takes one conversation, new or changed; a new one stands first.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    mutating func upsert(_ conversation: Conversation) -> Bool {
        let isNew = conversations[conversation.id] == nil
        note(conversation)
        let row = row(conversation)
        if let index = state.conversations.firstIndex(where: { $0.id == row.id }) {
            state.conversations[index] = row
        } else {
            state.conversations.insert(row, at: 0)
        }
        return isNew
    }

    private mutating func note(_ conversation: Conversation) {
        conversations[conversation.id] = conversation
        for person in conversation.people { names[person.handle] = person.name }
        counted[conversation.id] = conversation.lastMessage?.sequence ?? counted[conversation.id] ?? 0
        let key = conversation.id.rawValue
        var thread = state.threads[key] ?? ThreadState(conversation: key, title: "", isLoaded: false)
        thread.title = title(conversation)
        thread.participants = others(conversation)
        thread.waiting = conversation.waitingNotices.reversed().map(entry)
        state.threads[key] = thread
    }

    private func row(_ conversation: Conversation) -> ConversationRow {
        ConversationRow(
            id: conversation.id.rawValue, title: title(conversation),
            preview: conversation.lastMessage.map(preview) ?? "",
            time: conversation.lastMessage.map { face.short($0.sentAt, now: now) } ?? "",
            unread: Int(clamping: conversation.unread), isMuted: conversation.muted)
    }

    func preview(_ message: Message) -> String {
        (message.sender == me ? "You" : name(message.sender)) + ": " + message.text
    }

    /// The name to show of somebody.
    func name(_ handle: Handle) -> String { names[handle] ?? handle.rawValue }

    private func others(_ conversation: Conversation) -> [String] {
        conversation.people.filter { $0.handle != me }.map(\.name)
    }

    /// The conversation's name, or the names of the others.
    func title(_ conversation: Conversation) -> String {
        if let name = conversation.name, !name.isEmpty { return name }
        let others = others(conversation)
        return others.isEmpty ? name(me) : others.joined(separator: ", ")
    }

    func title(of id: ConversationID) -> String { conversations[id].map(title) ?? id.rawValue }

    /// Brings the row of a conversation in line with a message that was said in it: it moves to the top.
    mutating func noteInList(_ message: Message) {
        guard let index = state.conversations.firstIndex(where: { $0.id == message.conversation.rawValue }) else {
            ask(.listConversations)
            return
        }
        guard message.sequence > counted[message.conversation] ?? 0 else { return }
        counted[message.conversation] = message.sequence
        now = max(now, message.sentAt)
        var row = state.conversations.remove(at: index)
        row.preview = preview(message)
        row.time = face.short(message.sentAt, now: now)
        if message.sender != me { row.unread += 1 }
        state.conversations.insert(row, at: 0)
    }
}
