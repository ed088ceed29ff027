package import ChatProtocol

/// Every message that was told, as it is now: what replies quote, and what a thread of replies is made of.
package struct MessageArchive: Sendable {
    private var messages: [MessageID: Message] = [:]
    private var replyCounts: [MessageID: Int64] = [:]

    /// A message that was told.
    package subscript(_ id: MessageID) -> Message? { messages[id] }

    /// All of them, in no order.
    package var all: some Collection<Message> { messages.values }

    /// How many replies stand in the thread that a message begins.
    package func replies(to id: MessageID) -> Int64 { replyCounts[id] ?? 0 }

    /// Keeps a message as it is now.
    mutating func keep(_ message: Message) {
        messages[message.id] = message
        if let replies = message.replies { replyCounts[message.id] = replies }
    }

    /// The message as it was changed last: as it is told here, or as it is known.
    func newest(_ message: Message) -> Message {
        messages[message.id].flatMap { $0.isNewer(than: message) ? $0 : nil } ?? message
    }

    /// Returns the newest known message of a conversation.
    func newest(in conversation: ConversationID) -> MessageID? {
        messages.values.filter { $0.conversation == conversation }.max { $0.sequence < $1.sequence }?.id
    }

    /// One more reply stands in the thread of a message.
    mutating func countReply(to root: MessageID) { replyCounts[root, default: 0] += 1 }

    /// The thread of a message has at least the replies that are known.
    mutating func countKnownReplies(to root: MessageID) {
        replyCounts[root] = max(replies(to: root), Int64(messages.values.count { $0.thread == root }))
    }

    /// Forgets what was said in a conversation before a place, but what has replies or is one.
    mutating func remove(from conversation: ConversationID, before sequence: Int64) {
        messages = messages.filter { id, message in
            message.conversation != conversation || message.sequence >= sequence || replyCounts[id] != nil
                || message.thread != nil
        }
    }

    /// Forgets deleted messages, and counts them among replies no longer.
    mutating func remove(_ ids: [MessageID]) {
        for id in ids {
            if let root = messages[id]?.thread { replyCounts[root] = max(0, replies(to: root) - 1) }
            messages[id] = nil
        }
    }

    /// Forgets what was said in a conversation.
    mutating func remove(from conversation: ConversationID) {
        messages = messages.filter { $0.value.conversation != conversation }
    }
}

extension Message {
    /// Whether it has the tapback that a change takes away: what is left then says nothing of when that was.
    func has(_ change: MessageChange) -> Bool {
        guard case .reacted(let person, let reaction, removed: true) = change else { return false }
        return reactions.contains { $0.handle == person && $0.reaction == reaction }
    }

    /// Whether it was changed after the other, which is the same message at another time.
    func isNewer(than other: Message) -> Bool {
        if isUnsent != other.isUnsent { return isUnsent }
        if versions.count != other.versions.count { return versions.count > other.versions.count }
        return (reactions.map(\.at).max() ?? sentAt) > (other.reactions.map(\.at).max() ?? sentAt)
    }
}
