import ChatProtocol
import ChatScreens
import ChatTerminal

/// The progress of the other person in a conversation with this person's messages.
package struct ReceiptState: Equatable, Sendable {
    /// The sequence number of the newest message that reached one of their devices.
    package var delivered: Int64 = 0
    /// The sequence number of the newest message that they have read and sent a read receipt for.
    package var read: Int64 = 0
    /// The time at which they read it.
    var readAt: Instant?

    mutating func advance(toDelivered sequence: Int64) { delivered = max(delivered, sequence) }

    mutating func advance(to receipt: MessageReceipt) {
        switch receipt.status {
        case .delivered: advance(toDelivered: receipt.sequence)
        case .read:
            guard receipt.sequence >= read else { return }
            read = receipt.sequence
            readAt = receipt.at
        }
    }
}

/// Receipts and typing: the present state of the other people.
extension ClientModel {
    /// Updates the receipt under the newest own message of a one-to-one conversation. Older messages and groups show
    /// none (`rcpt-delivered`, `rcpt-setting`).
    mutating func refreshReceipt(in conversation: ConversationID) {
        guard let thread = state.threads[conversation] else { return }
        var shown: ThreadReceipt?
        let receipt = known[conversation].receipt
        // Without a receipt, a long thread is not searched for each message that arrives.
        if max(receipt.read, receipt.delivered) > 0, known[conversation].conversation?.people.count == 2,
            let newest = thread.newestMessage(where: { $0.isOwn && $0.delivery == .sent }), !newest.isUnsent,
            let number = newest.number.map(Int64.init)
        {
            if number <= receipt.read, let at = receipt.readAt {
                shown = ThreadReceipt("Read " + clock.short(at), under: newest)
            } else if number <= receipt.delivered {
                shown = ThreadReceipt("Delivered", under: newest)
            }
        }
        guard shown != thread.receipt else { return }
        state.threads[conversation]?.receipt = shown
        if let shown { tell(.receipt(shown.text, conversation: title(of: conversation))) }
    }

    // MARK: Typing

    /// The interval after which typing is sent again, because the server forgets it after a minute.
    private static let typingAgainMilliseconds: Int64 = 30_000

    /// Notifies the others whether this person types: the composer has a message, and neither a command nor an edit.
    /// Call this after every key.
    mutating func tellTyping() {
        var place: ConversationID?
        let draft = state.view.draft
        if line.isListed, state.view.isTyping, let selected = state.view.selected, !draft.isEmpty, !draft.isCommand {
            place = selected
            if case .edit? = state.view.purpose { place = nil }
        }
        if let told = line.typingTold, told.conversation != place {
            line.typingTold = nil
            if known[told.conversation].conversation != nil { askTyping(told.conversation, false) }
        }
        guard let place, draft.version !== line.typingTold?.version else { return }
        if let told = line.typingTold, clock.elapsed - told.since < Self.typingAgainMilliseconds { return }
        line.typingTold = (place, draft.version, clock.elapsed)
        askTyping(place, true)
    }

    private mutating func askTyping(_ conversation: ConversationID, _ isTyping: Bool) {
        ask(.live(.conversationTyping(.init(conversation: conversation, isTyping: isTyping))))
    }

    mutating func startTyping(_ person: Handle, in conversation: ConversationID) {
        guard person != me, known[conversation].conversation != nil else { return }
        guard line.typing[conversation]?.contains(person) != true else { return }
        line.typing[conversation, default: []].append(person)
        showTyping(in: conversation)
        tell(.typing(label(person), isTyping: true, conversation: title(of: conversation)))
    }

    mutating func stopTyping(_ person: Handle, in conversation: ConversationID) {
        guard let index = line.typing[conversation]?.firstIndex(of: person) else { return }
        line.typing[conversation]?.remove(at: index)
        showTyping(in: conversation)
        tell(.typing(label(person), isTyping: false, conversation: title(of: conversation)))
    }

    mutating func showTyping(in conversation: ConversationID) {
        let names = (line.typing[conversation] ?? []).map { label($0) }
        if state.threads[conversation]?.typing != names { state.threads[conversation]?.typing = names }
        if let index = state.conversations.firstIndex(where: { $0.id == conversation }) {
            state.conversations[index].isTyping = !names.isEmpty
        }
    }
}
