package import ChatProtocol
package import ChatTerminal

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
    package var conversation: ConversationID
    /// The id of the message that it answers.
    package var reply: String?
    /// The path of the attached file.
    package var attachment: String?
    /// The staged document.
    package var staged: CollaborationDraft?

    package init(
        conversation: ConversationID, reply: String? = nil, attachment: String? = nil, staged: CollaborationDraft? = nil
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
    package func item(in id: ConversationID) -> DraftParts {
        DraftParts(conversation: id, attachment: attachments[id], staged: staged[id])
    }

    /// Puts a file or a document into the composer of a conversation, and replaces its current item.
    mutating func setItem(_ item: DraftParts?, in id: ConversationID) {
        (attachments[id], staged[id]) = (item?.attachment, item?.staged)
        staged[id]?.conversation = id
    }

    /// Returns the item that a recalled line replaced in a composer; nil if the composer has its own item.
    package func replacedItem(in id: ConversationID) -> DraftParts? {
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
    package mutating func takeBack(_ recalled: Recalled, in id: ConversationID) {
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
        if let draft = parts.staged, id == "" {
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

/// A line of the history in a composer.
package struct Recalled: Equatable, Sendable {
    /// The index of the line in the history.
    var place: Int
    /// The line as the history has it.
    var line: String
    /// The text that the line replaced. It comes back after the newest line.
    package var before: LineEditor
    /// The reason why the replaced text was refused; nil if it was not.
    var refusal: String?
    /// The parts of the line that went into the composer with it.
    package internal(set) var parts: DraftParts?
    /// The file or the document of the composer that those parts replaced.
    package internal(set) var replaced: DraftParts?

    /// Returns everything that the person wrote here: the replaced text, and the line if the person changed it.
    ///
    /// - Parameter draft: The text in the composer.
    func written(with draft: LineEditor) -> LineEditor {
        guard before.saysSomething else { return draft }
        let isUnchanged = !draft.saysSomething || draft.text == line
        return isUnchanged ? before : LineEditor(before.text + "\n" + draft.text)
    }
}

extension ViewState {
    /// Returns the key of ``recalls`` for a text. An edit and a command have keys of their own, because each puts away
    /// the text that was in the composer.
    static func recallKey(_ conversation: ConversationID, _ purpose: DraftPurpose?) -> String {
        switch purpose {
        case .reply?, nil: conversation.rawValue
        case .edit?: "\(conversation) edit"
        case .command?: "\(conversation) command"
        }
    }

    var recallKey: String { Self.recallKey(selected ?? "", purpose) }

    /// The line of the history in the composer on the screen.
    var recalled: Recalled? {
        get { recalls[recallKey] }
        set { recalls[recallKey] = newValue }
    }

    /// The lines of the history that the person recalled with Up and then changed.
    package var changedLines: [String] {
        recalls.compactMap { key, recalled in
            let conversation = ConversationID(String(key.prefix { $0 != " " }))
            guard let text = drafts[conversation], text.saysSomething, text.text != recalled.line else { return nil }
            return recalled.line
        }
    }

    /// Returns the text that the person wrote in a conversation, without a command and without recalled lines, and its
    /// purpose.
    package func written(in conversation: ConversationID) -> (text: LineEditor, purpose: DraftPurpose?) {
        var (text, purpose) = (drafts[conversation] ?? LineEditor(), purposes[conversation])
        if case .command(let before, let then)? = purpose { (text, purpose) = (before, then) }
        let recalled = recalls[Self.recallKey(conversation, purpose)]
        return (recalled?.written(with: text) ?? text, purpose)
    }

    /// True if the person wrote a text or a command in a conversation.
    func hasText(in conversation: ConversationID) -> Bool {
        written(in: conversation).text.saysSomething || command(in: conversation) != nil
    }

    /// Returns the command that the person writes over the text of a conversation, without recalled lines; nil if there
    /// is none.
    package func command(in conversation: ConversationID) -> LineEditor? {
        guard case .command? = purposes[conversation], var command = drafts[conversation] else { return nil }
        let recalled = recalls[Self.recallKey(conversation, purposes[conversation])]
        if let recalled, recalled.line == command.text { command = recalled.before }
        return command.saysSomething && command.text != "/" ? command : nil
    }

    /// Puts a command over the draft of a conversation. The draft comes back after the command.
    package mutating func put(command: String, over conversation: ConversationID) {
        // Only one command is in the composer at a time; the history has the others.
        if case .command? = purposes[conversation] { return remember(command) }
        let draft = drafts[conversation] ?? LineEditor()
        purposes[conversation] = .command(before: draft, purpose: purposes[conversation])
        drafts[conversation] = LineEditor(command)
    }

    /// Puts a failed command into the composer, so that the person can correct it. The draft comes back after the
    /// command.
    ///
    /// - Parameter why: The reason for the failure.
    package mutating func putBack(command: String, in conversation: ConversationID, _ why: String) {
        if case .command? = purposes[conversation] { return }
        if drafts[conversation]?.saysSomething == true {
            put(command: command, over: conversation)
        } else {
            drafts[conversation] = LineEditor(command)
        }
        refusals[Self.recallKey(conversation, purposes[conversation])] = why
    }

    /// Removes a command from the composer that ``putBack(command:in:_:)`` put there.
    package mutating func take(command: String, in conversation: ConversationID) {
        guard drafts[conversation]?.text == command else { return }
        refusals[Self.recallKey(conversation, purposes[conversation])] = nil
        guard case .command(let before, let purpose)? = purposes[conversation] else {
            return drafts[conversation] = nil
        }
        (drafts[conversation], purposes[conversation]) = (before, purpose)
    }

    /// Adds a line to the history, unless it is the newest already. Up finds it first, in every composer.
    ///
    /// - Parameter parts: The parts of a refused message in addition to its text; nil keeps the parts in the history.
    package mutating func remember(_ line: String, parts: DraftParts? = nil) {
        if let parts = parts ?? (line.isEmpty ? nil : history.last { $0.text == line && $0.parts != nil }?.parts) {
            // The line had no parts before the server refused it.
            let same = HistoryLine(line, parts: parts)
            let said = ChatUpdate.said(line)
            let place = history.lastIndex { $0.parts == nil && !line.isEmpty && ChatUpdate.said($0.text) == said }
            if let place, !history.contains(same) { history.remove(at: place) }
            history.removeAll { $0 == same }
            history.append(same)
        } else if history.last?.text != line {
            history.append(HistoryLine(line))
        }
        if history.count > Self.linesMax { history.removeFirst() }
        for key in recalls.keys { recalls[key]?.place = history.count }
    }

    /// The maximum number of lines in the history.
    private static let linesMax = 200
}

extension ChatState {
    /// Returns a text as another run of the client understands it. That run may give the links other numbers, so a
    /// command names its link by address.
    package func addressed(_ text: String, in conversation: ConversationID) -> String {
        CommandTable.addressed(text) { parameter, number in
            guard parameter == .highlight else { return threads[conversation]?.card(numbered: number)?.url }
            return shelf.indices.contains(number - 1) ? shelf[number - 1].url : nil
        }
    }

    /// Returns the same text in its editor.
    package func addressed(_ text: LineEditor, in conversation: ConversationID) -> LineEditor {
        guard text.isCommand else { return text }
        let addressed = addressed(text.text, in: conversation)
        return addressed == text.text ? text : LineEditor(addressed)
    }
}

/// The history of the lines that the person sent.
extension ChatUpdate {
    /// Takes the line out of the composer and adds it to the history. A text that a recalled line replaced comes back.
    ///
    /// - Parameter item: The file or the document that is sent with it.
    mutating func takeLine(with item: DraftParts) {
        let saysSomething = state.view.draft.saysSomething
        let line = state.view.draft.take()
        // A message that is sent again no longer counts as refused.
        if let recalled = state.view.recalled, let parts = recalled.parts,
            parts.hasItem ? parts.hasSameItem(as: item) : line == recalled.line,
            let place = state.view.history.lastIndex(where: {
                $0.text == recalled.line
                    && (parts.hasItem ? $0.parts?.hasSameItem(as: parts) == true : $0.parts == parts)
            })
        {
            state.view.history[place].parts = nil
        }
        state.view.removeUnposted([line, state.view.recalled?.line].compactMap(\.self))
        endRecall()
        if saysSomething { state.view.remember(line) }
    }

    /// Ends the steps through the history. The text that a recalled line replaced comes back if the composer is empty.
    mutating func endRecall() {
        if let recalled = state.view.recalled, state.view.draft.isEmpty {
            (state.view.draft, state.view.refusal) = (recalled.before, recalled.refusal)
        }
        if let recalled = state.view.recalled { state.view.takeBack(recalled, in: state.view.selected ?? "") }
        state.view.recalled = nil
    }

    /// Ends the steps through the history before the composer gets another text.
    mutating func leaveRecall() {
        if let recalled = state.view.recalled, recalled.before.saysSomething {
            state.view.remember(recalled.before.text)
        }
        state.view.recalled = nil
    }

    /// Puts an earlier or later line into the composer; after the newest line, the text that the lines replaced.
    ///
    /// - Returns: True if there was such a line.
    mutating func recall(_ delta: Int) -> Bool {
        let draft = state.view.draft
        if let recalled = state.view.recalled, recalled.line != draft.text {
            // The line that the person changed is kept like the text that it replaced. The steps begin again there.
            if draft.saysSomething {
                state.view.recalled?.before = recalled.written(with: draft)
                state.view.recalled?.refusal = nil
            }
            let newest = state.view.history.count
            state.view.recalled?.place = newest
            state.view.recalled?.line = draft.text
        }
        let history = state.view.history
        var recalled =
            state.view.recalled
            ?? Recalled(place: history.count, line: draft.text, before: draft, refusal: state.view.refusal)
        let place = min(recalled.place + delta, history.count)
        guard place >= 0, place < history.count || state.view.recalled != nil else {
            return false
        }
        state.view.takeBack(recalled, in: state.view.selected ?? "")
        (recalled.parts, recalled.replaced) = (nil, nil)
        if place == history.count {
            (state.view.draft, state.view.refusal) = (recalled.before, recalled.refusal)
            state.view.recalled = nil
        } else {
            state.view.draft.rewrite(history[place].text)
            (recalled.place, recalled.line) = (place, history[place].text)
            state.view.recalled = recalled
            state.view.refusal = nil
            putParts(of: history[place])
        }
        return true
    }
}
