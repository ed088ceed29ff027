import ChatCore

/// The heads of the conversations of one batch after the batch.
///
/// They are collected first and written once each, because a thousand messages to one conversation move only one head.
struct BatchHeads {
    struct Head {
        let conversation: String
        var place: Int64
        var sequence: Int64
    }

    struct SenderHead {
        let conversation: String
        let sender: String
        var sequence: Int64
    }

    private struct SenderKey: Hashable {
        let conversation: BytewiseString
        let sender: BytewiseString
    }

    /// The heads in the order of first appearance, so that the same batch always writes the same file.
    private(set) var conversations: [Head] = []
    private(set) var senders: [SenderHead] = []
    private var conversationIndexes: [BytewiseString: Int] = [:]
    private var senderIndexes: [SenderKey: Int] = [:]

    /// - Parameter count: The number of records in the batch.
    init(ofAtMost count: Int) {
        // Without a reservation both would grow and be rehashed several times. A flood of messages to one conversation
        // needs few.
        conversationIndexes.reserveCapacity(min(count, 256))
        senderIndexes.reserveCapacity(min(count, 256))
    }

    mutating func note(_ key: EntryKey, at position: Int64) {
        guard key.kind == .message, !key.replaces else { return }
        let conversation = BytewiseString(key.conversation)
        if let index = conversationIndexes[conversation] {
            conversations[index].place = position
            conversations[index].sequence = key.sequence
        } else {
            conversationIndexes[conversation] = conversations.count
            conversations.append(Head(conversation: key.conversation, place: position, sequence: key.sequence))
        }
        let senderKey = SenderKey(conversation: conversation, sender: BytewiseString(key.sender))
        if let index = senderIndexes[senderKey] {
            senders[index].sequence = key.sequence
        } else {
            senderIndexes[senderKey] = senders.count
            senders.append(SenderHead(conversation: key.conversation, sender: key.sender, sequence: key.sequence))
        }
    }
}
