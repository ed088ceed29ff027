import ChatProtocol
import ChatScreens
import ChatTerminal

/// How far the other one of a conversation has come with this person's messages.
package struct ReceiptState: Equatable, Sendable {
    /// The number of the newest message that came to one of their devices.
    package var delivered: Int64 = 0
    /// The number of the newest message that they have read, and let it be known.
    package var read: Int64 = 0
    /// When they did.
    var readAt: Instant?

    mutating func take(_ receipt: MessageReceipt) {
        switch receipt.status {
        case .delivered: delivered = max(delivered, receipt.sequence)
        case .read:
            guard receipt.sequence >= read else { return }
            read = receipt.sequence
            readAt = receipt.at
        }
    }
}

/// Receipts and typing: what is known of the others at this moment.
extension ClientModel {
    mutating func take(_ receipt: MessageReceipt, in conversation: ConversationID) {
        receipts[conversation, default: ReceiptState()].take(receipt)
        refreshReceipt(in: conversation)
    }

    /// Writes what stands under the newest own message of a one-to-one conversation: never under older ones, and never
    /// in a group (`rcpt-delivered`, `rcpt-setting`).
    mutating func refreshReceipt(in conversation: ConversationID) {
        let key = conversation.rawValue
        guard let thread = state.threads[key] else { return }
        var shown: ThreadReceipt?
        if conversations[conversation]?.people.count == 2, let known = receipts[conversation],
            let newest = thread.newestMessage(where: { $0.isOwn && $0.delivery == .sent }), !newest.isUnsent,
            let number = newest.number.map(Int64.init)
        {
            if number <= known.read, let at = known.readAt {
                shown = ThreadReceipt(entry: newest.id, text: "Read " + face.short(at, now: now))
            } else if number <= known.delivered {
                shown = ThreadReceipt(entry: newest.id, text: "Delivered")
            }
        }
        guard shown != thread.receipt else { return }
        state.threads[key]?.receipt = shown
        if let shown { tell(.receipt(shown.text, conversation: title(of: conversation))) }
    }

    // MARK: Typing

    /// After how long it is said again that this person types: the server forgets it after a minute.
    private static let typingAgainMilliseconds: Int64 = 30_000

    /// Tells the others whether this person types, by what stands in the composer: a message, and neither a command nor
    /// an edit. To be called after every key.
    mutating func tellTyping() {
        var place: ConversationID?
        let draft = state.view.draft
        if isListed, let selected = state.view.selected, !draft.isEmpty, !draft.text.hasPrefix("/") {
            place = ConversationID(selected)
            if case .edit? = state.view.purpose { place = nil }
        }
        if let told = typingTold, told.conversation != place {
            typingTold = nil
            if conversations[told.conversation] != nil { ask(.typing(told.conversation, isTyping: false)) }
        }
        guard let place, state.view.draft.text != typingTold?.text else { return }
        if let told = typingTold, elapsed - told.since < Self.typingAgainMilliseconds { return }
        typingTold = (place, draft.text, elapsed)
        ask(.typing(place, isTyping: true))
    }

    mutating func startTyping(_ person: Handle, in conversation: ConversationID) {
        guard person != me, conversations[conversation] != nil else { return }
        guard typing[conversation]?.contains(person) != true else { return }
        typing[conversation, default: []].append(person)
        showTyping(in: conversation)
        tell(.typing(name(person), isTyping: true, conversation: title(of: conversation)))
    }

    mutating func stopTyping(_ person: Handle, in conversation: ConversationID) {
        guard let index = typing[conversation]?.firstIndex(of: person) else { return }
        typing[conversation]?.remove(at: index)
        showTyping(in: conversation)
        tell(.typing(name(person), isTyping: false, conversation: title(of: conversation)))
    }

    mutating func showTyping(in conversation: ConversationID) {
        let names = (typing[conversation] ?? []).map { name($0) }
        let key = conversation.rawValue
        if state.threads[key]?.typing != names { state.threads[key]?.typing = names }
        if let index = state.conversations.firstIndex(where: { $0.id == key }) {
            state.conversations[index].isTyping = !names.isEmpty
        }
    }
}
