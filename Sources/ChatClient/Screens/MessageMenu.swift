package import ChatProtocol
import ChatTerminal

/// The actions that are possible for a message now. They depend on its sender, its content, and its age
/// (`edit-menu-limit`).
package enum MessageMenu {
    /// An action of the menu.
    package enum Deed: Equatable {
        case reply
        case openReplies
        case edit
        case undoSend
        case tapback
        case copy
        case save
        case open(LinkCard)
        case pin(LinkCard)
        case tapbacks
        case versions
        case share
        case delete
    }

    /// Returns the actions of the menu, in its order. It leaves out all that the server would refuse.
    package static func deeds(for message: MessageEntry, in state: ChatState) -> [Deed] {
        let always: [Deed] = [
            .reply, .openReplies, .tapback, .tapbacks, .edit, .undoSend, .versions, .copy, .save, .share,
        ]
        return (always + message.cards.flatMap { [.open($0), .pin($0)] } + [.delete])
            .filter { obstacle(to: $0, message, in: state) == nil }
    }

    package static func label(_ deed: Deed, _ message: MessageEntry, in state: ChatState) -> String {
        switch deed {
        case .reply: return "Reply"
        case .openReplies: return message.replies == 0 ? "Show Thread" : "Show " + replies(message.replies)
        case .edit: return "Edit"
        case .undoSend: return "Undo Send"
        case .tapback: return "Tapback…"
        case .tapbacks: return "Show Tapbacks"
        case .copy: return "Copy"
        case .save: return "Save “\(CleanText.line(message.attachment?.name ?? ""))”"
        case .open(let card): return "Open " + CleanText.line(card.title ?? LinkText.title(card.url))
        case .pin(let card):
            return (card.isPinned ? "Unpin " : "Pin ") + CleanText.line(card.title ?? LinkText.title(card.url))
        case .share: return "Share…"
        case .delete: return message.delivery == .sent ? "Delete…" : "Delete"
        case .versions: return state.view.expanded.contains(message.id) ? "Hide Edits" : "Show Edits"
        }
    }

    /// Returns `1 Reply` or `3 Replies`.
    static func replies(_ count: Int) -> String { count == 1 ? "1 Reply" : "\(count) Replies" }

    /// Returns the reason why an action is not possible; nil if it is possible.
    package static func obstacle(to deed: Deed, _ message: MessageEntry, in state: ChatState) -> SlashCommand.Mistake? {
        func no(_ text: String, _ reason: RPCError.Reason) -> SlashCommand.Mistake {
            SlashCommand.Mistake(text: text, reason: reason)
        }
        if deed == .openReplies {
            if message.replies == 0, message.thread == nil {
                return no("This message has no replies", .notFound)
            }
            return state.view.replies == nil ? nil : no("This is the thread of replies", .conflict)
        }
        let pending = "This message is not sent yet"
        if deed == .delete { return message.delivery == .pending ? no(pending, .conflict) : nil }
        if message.isUnsent { return no("This message was unsent", .conflict) }
        if deed == .copy { return message.text.isEmpty ? no("There is no text to copy", .notFound) : nil }
        guard message.delivery == .sent else {
            return no(message.delivery == .pending ? pending : "This message was not sent: d deletes it", .conflict)
        }
        switch deed {
        case .reply, .tapback, .pin, .openReplies, .copy, .delete: return nil
        case .open(let card):
            guard let row = state.share(at: card.url), row.isDocumentDeleted else { return nil }
            return no("\(row.quoted) was deleted: there is nothing to open", .conflict)
        case .tapbacks: return message.reactions.isEmpty ? no("This message has no tapbacks", .notFound) : nil
        case .share:
            guard let context = state.shareContext(of: message) else {
                return no("This message has nothing to share", .notFound)
            }
            return state.deletion(of: context).map { no($0, .conflict) }
        case .edit:
            guard message.isOwn else { return no("Only your own messages can be edited", .forbidden) }
            guard message.attachment == nil else {
                return no("Only text can be edited, not a document", .conflict)
            }
            guard state.clock <= message.sentAt + Int64(state.limits.editMilliseconds) else {
                return no(
                    "Too late: a message can be edited for \(span(Int64(state.limits.editMilliseconds)))", .expired)
            }
            guard message.versions.count < state.limits.edits else {
                return no("It was edited \(message.versions.count) times, and no more edits are possible", .conflict)
            }
            return nil
        case .undoSend:
            guard message.isOwn else { return no("Only your own messages can be unsent", .forbidden) }
            guard state.clock <= message.sentAt + Int64(state.limits.unsendMilliseconds) else {
                return no(
                    "Too late: a message can be unsent for \(span(Int64(state.limits.unsendMilliseconds)))", .expired)
            }
            return nil
        case .save:
            guard let attachment = message.attachment else {
                return no("This message has no document", .notFound)
            }
            return attachment.isKept
                ? nil : no("The server does not store the content of this document", .notFound)
        case .versions: return message.versions.isEmpty ? no("This message was not edited", .notFound) : nil
        }
    }

    /// Returns a duration such as `15 minutes` or `90 seconds`.
    static func span(_ milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if milliseconds % 60_000 == 0 { return minutes == 1 ? "1 minute" : "\(minutes) minutes" }
        return "\(milliseconds / 1_000) seconds"
    }
}

/// The tapbacks by the names that people use. ``Reaction`` defines their wire form, signs and sentences.
package enum Tapback {
    /// Returns the name of one of the six tapbacks in the menu.
    static func title(_ classic: Reaction.Classic) -> String {
        switch classic {
        case .heart: "Heart"
        case .thumbsUp: "Thumbs Up"
        case .thumbsDown: "Thumbs Down"
        case .haHa: "Haha"
        case .exclamation: "Exclamation"
        case .question: "Question"
        }
    }

    private static let spellings: [String: Reaction.Classic] = [
        "love": .heart, "loved": .heart, "♥": .heart, "<3": .heart,
        "like": .thumbsUp, "liked": .thumbsUp, "up": .thumbsUp,
        "dislike": .thumbsDown, "disliked": .thumbsDown, "down": .thumbsDown,
        "laugh": .haHa, "lol": .haHa, "!!": .exclamation, "!": .exclamation, "emphasize": .exclamation,
        "?": .question,
    ]

    /// The words that completion offers.
    static let words = Reaction.Classic.allCases.map { $0.rawValue.lowercased() }

    /// Returns the wire protocol's word for a tapback that a person typed: one of the six by any of their names, one
    /// emoji, or the `:name:` of one.
    ///
    /// - Returns: Nil if it is none of these.
    static func reaction(_ text: String) -> String? {
        let word = text.lowercased()
        let named = spellings[word] ?? Reaction.Classic.allCases.first { $0.rawValue.lowercased() == word }
        return (named.map(Reaction.classic) ?? Reaction(EmojiNames.emoji(of: text) ?? text))?.rawValue
    }

    /// Returns the sentence that replaces a tapback where it cannot be drawn (`tap-sms`): `Liked “See you”`.
    package static func sentence(_ reaction: Reaction, isRemoved: Bool, about text: String) -> String {
        CleanText.line(reaction.sentence(about: CleanText.line(text), isRemoved: isRemoved))
    }
}
