import ChatProtocol
import ChatTerminal

/// A line of the history of the composers.
package struct HistoryLine: Equatable, Sendable {
    /// The text; empty for a refused message without one.
    package var text: String
    /// The parts of a refused message in addition to its text; nil for every other line.
    package var parts: DraftParts?

    package init(_ text: String, parts: DraftParts? = nil) { (self.text, self.parts) = (text, parts) }
}

/// The parts of a message in addition to its text.
package struct DraftParts: Equatable, Sendable {
    /// The conversation of the message.
    package var conversation: String
    /// The id of the message that it answers.
    package var reply: String?
    /// The path of the attached file.
    package var attachment: String?
    /// The staged document.
    package var staged: CollaborationDraft?

    package init(
        conversation: String, reply: String? = nil, attachment: String? = nil, staged: CollaborationDraft? = nil
    ) {
        (self.conversation, self.reply) = (conversation, reply)
        (self.attachment, self.staged) = (staged == nil ? attachment : nil, staged)
        // A file is read again when it is sent.
        self.staged?.content = nil
    }

    /// True if it contains a file or a document.
    package var hasItem: Bool { attachment != nil || staged != nil }

    /// The parts themselves; nil if they contain no reply, file or document.
    package var ifAny: DraftParts? { hasItem || reply != nil ? self : nil }

    /// Returns true if both have the same file, or the same document with any options.
    package func hasSameItem(as other: DraftParts?) -> Bool {
        guard let other, hasItem else { return false }
        return attachment == other.attachment && staged?.title == other.staged?.title
            && staged?.url == other.staged?.url
    }
}

extension ViewState {
    /// Returns the file or the document in the composer of a conversation.
    package func item(in id: String) -> DraftParts {
        DraftParts(conversation: id, attachment: attachments[id], staged: staged[id])
    }

    /// Puts a file or a document into the composer of a conversation, and replaces its current item.
    mutating func setItem(_ item: DraftParts?, in id: String) {
        (attachments[id], staged[id]) = (item?.attachment, item?.staged)
        staged[id]?.conversation = ConversationID(id)
    }

    /// Returns the item that a recalled line replaced in a composer; nil if the composer has its own item.
    package func replacedItem(in id: String) -> DraftParts? {
        guard let recalled = recalls[Self.recallKey(id, purposes[id])], let parts = recalled.parts, parts.hasItem,
            recalled.replaced?.hasItem == true || recalled.before.saysSomething
        else { return nil }
        let item = item(in: id)
        let isShown = drafts[id]?.text == recalled.line && parts.hasSameItem(as: item)
        return isShown || !item.hasItem ? recalled.replaced ?? DraftParts(conversation: id) : nil
    }

    /// Returns true if a refused message is in a composer again.
    package func hasInComposer(_ text: String, _ parts: DraftParts?) -> Bool {
        let line = ChatUpdate.draft(of: text)
        return Set(drafts.keys).union(attachments.keys).union(staged.keys).contains { id in
            let item = replacedItem(in: id) ?? item(in: id)
            let hasItem = parts?.hasItem == true ? parts?.hasSameItem(as: item) == true : !text.isEmpty
            return hasItem && written(in: id).text.text == line
        }
    }

    /// Removes the parts of a recalled line from a composer. The item that they replaced comes back. If the person has
    /// added another item since then, undo restores the replaced item.
    package mutating func takeBack(_ recalled: Recalled, in id: String) {
        guard let parts = recalled.parts else { return }
        if let reply = parts.reply, purposes[id] == .reply(reply) { purposes[id] = nil }
        guard parts.hasItem else { return }
        let item = item(in: id)
        if !item.hasItem || item.hasSameItem(as: parts) {
            setItem(recalled.replaced, in: id)
        } else if let replaced = recalled.replaced, replaced.hasItem {
            keepFirst(DroppedDraft(conversation: id, staged: replaced.staged, attachment: replaced.attachment))
        }
    }
}

extension ChatUpdate {
    /// Puts the parts of a line that was just recalled into the composer. The hint names a part that cannot return
    /// here.
    mutating func putParts(of line: HistoryLine) {
        // An edit and a command have only a text.
        guard var parts = line.parts, state.view.recalled != nil, state.view.purpose.map(\.isReply) ?? true else {
            return
        }
        let id = state.view.selected ?? ""
        if parts.conversation != id || state.view.purpose != nil || state.view.replies != nil {
            if parts.reply != nil, parts.conversation != id {
                state.view.hint = "The message that it answers is in another conversation"
            }
            parts.reply = nil
        }
        if let draft = parts.staged, id.isEmpty {
            state.view.hint = "“\(CleanText.line(draft.title))” needs a conversation: ↑ restores it there"
            parts.staged = nil
        }
        state.view.recalled?.parts = parts.ifAny
        if let reply = parts.reply { state.view.purpose = .reply(reply) }
        guard parts.hasItem else { return }
        let replaced = state.view.item(in: id)
        state.view.recalled?.replaced = replaced
        state.view.setItem(parts, in: id)
        if let path = parts.attachment { emit(.checkFile(path: path, conversation: id)) }
        askHowToShareStaged(in: id)
    }
}

extension DraftPurpose {
    fileprivate var isReply: Bool { if case .reply = self { true } else { false } }
}
