import AppModel
package import ChatProtocol
package import ChatTerminal

/// The storage of unsent text, and the confirmation before any of it would be lost.
extension ChatUpdate {
    /// Cancels the sheet that has the focus, or the search; without them, quits.
    mutating func cancelOrQuit() {
        settle()
        defer { settle() }
        if let kind = state.sheet, state.sheetHasKeys {
            switch kind {
            case .confirm(let question) where question.action == .quit: quit()
            // The answer that loses no text.
            case .confirm, .discardOptions: endSheets()
            default: if !refusesDismissal(of: kind, by: "Ctrl-C") { dismiss(kind) }
            }
        } else if state.view.search != nil {
            applyToSearch(.escape)
        } else {
            quit()
        }
    }

    /// Quits, or first asks for confirmation if unsaved work would be lost. A second request quits at once.
    mutating func quit() {
        if case .confirm(let question)? = state.view.sheet, question.action == .quit { return emit(.quit) }
        if let question = Self.quitting(state) { ask(question) } else { emit(.quit) }
    }

    /// Returns the confirmation before the client ends with unsaved work; nil if no work would be lost.
    static func quitting(_ state: ChatState) -> Confirmation? {
        let lost = state.unsaved
        guard !lost.isEmpty else { return nil }
        return Confirmation(
            title: "Quit?", body: lost.joined(separator: " "), button: "Quit", action: .quit, isDestructive: true,
            cancel: "Stay")
    }

    /// Keeps the text that the person types after the conversation was lost. The arrow up recalls it.
    mutating func keepUnsent(_ text: LineEditor) {
        let before = state.view.unsent.text
        if before.saysSomething, state.view.history.last?.text == before.text { state.view.history.removeLast() }
        state.view.unsent.text = text
        if text.saysSomething, !text.isCommand { state.view.remember(text.text) }
    }

    /// Applies Return on the sheet of a lost conversation: runs a command, or copies the text.
    fileprivate mutating func finishUnsent() {
        let (draft, text) = (state.view.unsent.draft, state.view.unsent.text)
        if text.isCommand {
            dismiss(.unsent(""))
            begin(command: text.text)
            return run(text.text)
        }
        guard state.view.unsent.saysSomething else { return closeSheet() }
        emit(.copy(text: text.saysSomething ? text.text : draft))
        state.view.hint = "Copied. Nothing was sent"
    }
}

extension Sheets {
    /// Returns the sheet for text that the person types after a conversation was lost.
    ///
    /// - Parameter why: The sentence that explains what happened to the conversation.
    static func unsent(_ why: String, _ state: ChatState) -> SheetContent {
        let (draft, text) = (state.view.unsent.draft, state.view.unsent.text)
        var content = SheetContent(
            Sheet(
                title: "Not Sent", trailing: "Done",
                body: [
                    (state.unsentReturn.map { "“\(CleanText.line($0.title))” is in your list again" } ?? why) + ".",
                    state.unsentReturn != nil
                        ? "Your text is kept. After Esc it is in the composer there."
                        : "Your text is kept. After Esc, ↑ in a composer restores it.",
                ]))
        if !draft.isEmpty { content.sheet.body += ["", CleanText.line(draft)] }
        if text.count > 40 { content.sheet.body += ["", CleanText.line(text.text)] }
        var field = Sheet.Choice("Text:")
        field.field = text
        content.add(field) { $0.finishUnsent() }
        return content
    }
}

extension ChatState {
    /// The conversation of the sheet if it has returned; nil if not.
    fileprivate var unsentReturn: ConversationRow? {
        view.unsentOrigin.flatMap { origin in conversations.first { $0.id == origin.conversation } }
    }

    /// Shows the text that was written for a lost conversation, and takes what the person types next as a new text.
    ///
    /// - Parameters:
    ///   - origin: The conversation, if it may return.
    ///   - why: The sentence that explains what happened to the conversation.
    package mutating func keepUnsent(_ text: LineEditor, from origin: UnsentOrigin? = nil, saying why: String) {
        let isShown = view.sheet?.isUnsent == true || view.arrived.contains(where: \.isUnsent)
        if !isShown { view.unsent = UnsentText() }
        view.unsent.draft = [view.unsent.draft, text.text].filter { !$0.isEmpty }.joined(separator: "\n")
        view.unsentOrigin = origin
        // The person is not typing the text of the New Message below the sheet.
        view.isTyping = false
        arrive(.unsent(why))
    }

    /// Closes the sheet of a conversation that returned. A sheet with text stays open.
    package mutating func endUnsent(of conversation: ConversationRow) {
        guard view.unsentOrigin?.conversation == conversation.id, !view.unsent.saysSomething else { return }
        view.unsentOrigin = nil
        view.arrived.removeAll(where: \.isUnsent)
        if view.sheet?.isUnsent == true { view.sheet = nil }
    }

    /// The work that the person would lose if the client ended now, one sentence each.
    package var unsaved: [String] {
        var lost: [String] = []
        let pending = threads.values.reduce(0) { sum, thread in
            sum + thread.entries.count { if case .message(let own) = $0 { own.delivery == .pending } else { false } }
        }
        let then = view.keepsDrafts ? ": the client resumes sending when you come back." : "."
        if pending > 0 {
            lost.append((pending == 1 ? "A message is not sent yet" : "\(pending) messages are not sent yet") + then)
        }
        if view.unansweredChanges > 0 {
            lost.append("An edit, a tapback or the like has not reached the server" + then)
        }
        for (draft, id) in view.unconfirmed {
            let place = conversations.first { $0.id == id }.map { " in “\(CleanText.line($0.title))”" } ?? ""
            lost.append(
                "Your choices for “\(CleanText.line(draft.title))” will be discarded: their sheet\(place) is still open."
            )
        }
        for job in jobs { lost.append("\(CleanText.line(job.title)) is still running, and will stop.") }
        guard !view.keepsDrafts else { return lost }
        for draft in view.staged.values { lost.append("“\(CleanText.line(draft.title))” is staged, and not shared.") }
        for path in view.attachments.values { lost.append("\(CleanText.line(path)) is attached, and not sent.") }
        if view.hasText(in: "") { lost.append("Your text in New Message is not sent.") }
        if view.compose.saysSomething { lost.append("A conversation with the people you named has not begun.") }
        for text in unposted { lost.append("Your text for “\(CleanText.line(text.title))” is not posted.") }
        for row in conversations where view.hasText(in: row.id) {
            lost.append("Your text in “\(CleanText.line(row.title))” is not sent.")
        }
        return lost
    }
}

/// The texts on the sheet of a lost conversation.
package struct UnsentText: Equatable, Sendable {
    /// The draft of the conversation.
    package var draft = ""
    /// The text or the command that the person has typed since then.
    package var text = LineEditor()

    /// True if there is a draft or a text.
    package var saysSomething: Bool { !draft.isEmpty || text.saysSomething }

    /// The draft and the text, for the composer of a conversation that returns.
    package var whole: String {
        [draft, text.isCommand ? "" : text.text].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// A conversation that was lost and may return.
package struct UnsentOrigin: Equatable, Sendable {
    /// The conversation's id.
    package var conversation: ConversationID
    /// The conversation's title.
    package var title: String
    /// The handles of its members, sorted.
    package var members: [String]

    /// Creates the record of a thread's conversation.
    package init(of thread: ThreadState) {
        (conversation, title) = (thread.conversation, thread.title)
        members = thread.members.map(\.handle).sorted()
    }
}

extension SheetKind {
    fileprivate var isUnsent: Bool { if case .unsent = self { true } else { false } }
}

extension DraftPurpose {
    /// The text that was in the composer before; nil for a reply, which puts no text away.
    package var before: LineEditor? {
        switch self {
        case .reply: nil
        case .edit(_, let before, _), .command(let before, _): before
        }
    }
}
