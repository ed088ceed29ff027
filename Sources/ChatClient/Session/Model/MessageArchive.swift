package import ChatProtocol

/// The known messages in their present state. Replies quote them, and threads of replies consist of them.
package struct MessageArchive: Sendable {
    private var messages: [MessageID: Message] = [:]
    private var replyCounts: [MessageID: Int64] = [:]

    /// The known message with an id.
    package subscript(_ id: MessageID) -> Message? { messages[id] }

    /// All known messages, in no order.
    package var all: some Collection<Message> { messages.values }

    /// Returns the number of replies in the thread that a message begins.
    package func replies(to id: MessageID) -> Int64 { replyCounts[id] ?? 0 }

    /// Stores a message in its present state.
    mutating func keep(_ message: Message) {
        messages[message.id] = message
        if let replies = message.replies { replyCounts[message.id] = replies }
    }

    /// Returns the newer state of a message: this one, or the stored one.
    func newest(_ message: Message) -> Message {
        messages[message.id].flatMap { $0.isNewer(than: message) ? $0 : nil } ?? message
    }

    /// Returns the newest known message of a conversation.
    func newest(in conversation: ConversationID) -> MessageID? {
        messages.values.filter { $0.conversation == conversation }.max { $0.sequence < $1.sequence }?.id
    }

    /// Counts one more reply in the thread of a message.
    mutating func countReply(to root: MessageID) { replyCounts[root, default: 0] += 1 }

    /// Raises the number of replies to a message to that of the known ones.
    mutating func countKnownReplies(to root: MessageID) {
        replyCounts[root] = max(replies(to: root), Int64(messages.values.count { $0.thread == root }))
    }

    /// Removes the messages of a conversation before a sequence number, except replies and messages with replies.
    mutating func remove(from conversation: ConversationID, before sequence: Int64) {
        messages = messages.filter { id, message in
            message.conversation != conversation || message.sequence >= sequence || replyCounts[id] != nil
                || message.thread != nil
        }
    }

    /// Removes deleted messages, and subtracts them from the numbers of replies.
    mutating func remove(_ ids: [MessageID]) {
        for id in ids {
            if let root = messages[id]?.thread { replyCounts[root] = max(0, replies(to: root) - 1) }
            messages[id] = nil
        }
    }

    /// Removes the messages of a conversation.
    mutating func remove(from conversation: ConversationID) {
        messages = messages.filter { $0.value.conversation != conversation }
    }
}

extension Message {
    /// True if the message has the tapback that a change removes. Without that tapback, the times of the others do not
    /// show when it was removed.
    func has(_ change: MessageChange) -> Bool {
        guard case .reacted(let person, let reaction, removed: true) = change else { return false }
        return reactions.contains { $0.handle == person && $0.reaction == reaction }
    }

    /// True if this state of a message was changed after another state of it.
    func isNewer(than other: Message) -> Bool {
        if isUnsent != other.isUnsent { return isUnsent }
        if versions.count != other.versions.count { return versions.count > other.versions.count }
        return (reactions.map(\.at).max() ?? sentAt) > (other.reactions.map(\.at).max() ?? sentAt)
    }
}
