/// What can be done with a message *now*: by whose it is, what it is, and how long ago it was sent (`edit-menu-limit`).
enum MessageMenu {
    /// One thing to do.
    enum Deed: Equatable {
        case reply
        case openReplies
        case edit
        case undoSend
        case tapback
        case copy
        case save
        case pin(LinkCard)
        case versions
    }

    /// What the menu offers, in its order: nothing that the server would refuse.
    static func deeds(for message: MessageEntry, in state: ChatState) -> [Deed] {
        let always: [Deed] = [.reply, .openReplies, .tapback, .edit, .undoSend, .versions, .copy, .save]
        return (always + message.cards.map(Deed.pin)).filter { obstacle(to: $0, message, in: state) == nil }
    }

    static func label(_ deed: Deed, _ message: MessageEntry, in state: ChatState) -> String {
        switch deed {
        case .reply: return "Reply"
        case .openReplies: return "Show " + replies(message.replies)
        case .edit: return "Edit"
        case .undoSend: return "Undo Send"
        case .tapback: return "Tapback…"
        case .copy: return "Copy"
        case .save: return "Save “\(CleanText.line(message.attachment?.name ?? ""))”"
        case .pin(let card):
            return (card.isPinned ? "Unpin " : "Pin ") + CleanText.line(card.title ?? LinkText.title(card.url))
        case .versions: return state.view.expanded.contains(message.id) ? "Hide Edits" : "Show Edits"
        }
    }

    /// `1 Reply`, `3 Replies`.
    static func replies(_ count: Int) -> String { count == 1 ? "1 Reply" : "\(count) Replies" }

    /// Why something cannot be done, for people to read; nil where it can.
    static func obstacle(to deed: Deed, _ message: MessageEntry, in state: ChatState) -> String? {
        if deed == .openReplies {
            if message.replies == 0, message.thread == nil { return "Nobody has replied to this message" }
            return state.view.replies == nil ? nil : "This is the thread of replies"
        }
        if message.isUnsent { return "This message was unsent" }
        if deed == .copy { return message.text.isEmpty ? "There is no text to copy" : nil }
        guard message.delivery == .sent else { return "This message is not sent yet" }
        switch deed {
        case .reply, .tapback, .pin, .openReplies, .copy: return nil
        case .edit: return obstacleToEditing(message, in: state)
        case .undoSend:
            guard message.isOwn else { return "Only your own messages can be unsent" }
            return state.clock > message.sentAt + state.limits.unsendMilliseconds
                ? "Too late: a message can be unsent for \(span(state.limits.unsendMilliseconds))" : nil
        case .save:
            guard let attachment = message.attachment else { return "No document came with this message" }
            return attachment.isKept ? nil : "The server does not keep the content of this document"
        case .versions: return message.versions.isEmpty ? "This message was not edited" : nil
        }
    }

    private static func obstacleToEditing(_ message: MessageEntry, in state: ChatState) -> String? {
        guard message.isOwn else { return "Only your own messages can be edited" }
        guard message.attachment == nil else { return "Only text can be edited, and this is a document" }
        guard state.clock <= message.sentAt + state.limits.editMilliseconds else {
            return "Too late: a message can be edited for \(span(state.limits.editMilliseconds))"
        }
        return message.versions.count < state.limits.edits
            ? nil : "It was edited \(message.versions.count) times, and that is the most"
    }

    /// `15 minutes`, `90 seconds`.
    static func span(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if milliseconds % 60_000 == 0 { return minutes == 1 ? "1 minute" : "\(minutes) minutes" }
        return "\(milliseconds / 1_000) seconds"
    }
}
