import ChatTerminal

/// An item that was removed from a composer.
struct DroppedDraft: Equatable, Sendable {
    var conversation: String
    /// The mark in the edit history of the text that was left in the composer.
    fileprivate var mark: LineEditor.Version?
    /// The id of the message that was being edited; nil if there is none.
    var message: String?
    var text = LineEditor()
    var staged: CollaborationDraft?
    var attachment: String?
    /// The path of the file that replaced it; nil if the person removed it.
    var replacedBy: String?
    /// True if the text is a command that was begun on a sheet.
    var isCommand = false

    init(
        conversation: String, message: String? = nil, text: LineEditor = LineEditor(),
        staged: CollaborationDraft? = nil, attachment: String? = nil, replacedBy: String? = nil,
        isCommand: Bool = false
    ) {
        (self.conversation, self.message, self.text) = (conversation, message, text)
        (self.staged, self.attachment, self.replacedBy) = (staged, attachment, replacedBy)
        self.isCommand = isCommand
    }
}

extension ViewState {
    /// The maximum number of items in ``dropped``.
    private static let droppedMax = 100

    /// Stages a document in a composer. The replaced item is kept for undo.
    ///
    /// - Returns: The name of the item that it replaces; nil if there was none.
    package mutating func replaceItem(in id: String, with draft: CollaborationDraft) -> String? {
        let (staged, file) = (takeStaged(in: id), attachments.removeValue(forKey: id))
        if staged != nil || file != nil { keep(DroppedDraft(conversation: id, staged: staged, attachment: file)) }
        self.staged[id] = draft
        return staged.map { "“\(CleanText.line($0.title))”" } ?? file.map { CleanText.line($0) }
    }

    /// Keeps an item that was removed from a composer. Undo restores it after the later changes of the text, and before
    /// the earlier ones.
    mutating func keep(_ draft: DroppedDraft) {
        var draft = draft
        let id = draft.conversation
        if draft.message != nil, case .edit(let message, var before, let reply)? = purposes[id] {
            draft.mark = before.mark()
            purposes[id] = .edit(message, before: before, reply: reply)
        } else {
            draft.mark = drafts[id, default: LineEditor()].mark()
        }
        dropped.append(draft)
        if dropped.count > Self.droppedMax { dropped.removeFirst() }
    }

    /// Stores an item that a restored one replaced. Undo restores it after all others.
    mutating func keepFirst(_ draft: DroppedDraft) { dropped.insert(draft, at: 0) }

    /// Removes and returns the item that was last removed from the open composer; nil if there is none, or the text was
    /// changed after it.
    mutating func takeDropped() -> DroppedDraft? {
        let id = selected ?? ""
        while let mark = drafts[id]?.takeMark() {
            let place = dropped.lastIndex { $0.conversation == id && $0.mark == mark }
            if let place { return dropped.remove(at: place) }
        }
        // Another text may have replaced the text that has the mark.
        guard drafts[id]?.hasEdits != true else { return nil }
        let place = dropped.lastIndex { draft in
            guard draft.conversation == id else { return false }
            return switch purpose {
            case .edit?: draft.message != nil
            case .command?: false
            case .reply?, nil: true
            }
        }
        return place.map { dropped.remove(at: $0) }
    }

    /// Moves the dropped items of a composer to another conversation together with its text. The edit of a message
    /// stays with the message.
    mutating func moveDropped(from place: String, to conversation: String) {
        for index in dropped.indices where dropped[index].conversation == place && dropped[index].message == nil {
            dropped[index].conversation = conversation
        }
    }

    /// Removes and returns the item that a file replaced in a composer.
    mutating func takeDropped(replacedBy path: String, in conversation: String) -> DroppedDraft? {
        let place = dropped.lastIndex { $0.conversation == conversation && $0.replacedBy == path }
        return place.map { dropped.remove(at: $0) }
    }
}
