import ChatTerminal

/// A conversation that the server was asked to begin. What the person writes meanwhile may be meant for it.
package struct AskedConversation: Equatable, Sendable {
    /// The conversation on the screen when it was asked for; nil for a New Message.
    let from: String?
    /// What was in its composer then.
    let draft: LineEditor
    let attachment: String?
    let staged: CollaborationDraft?
    /// The name of the new conversation, once it waits in the list.
    package var title: String?
    /// True once a Return was refused: what is written goes to the new conversation.
    var isRefused = false
    /// True once a second Return has sent something where it was written.
    var staysHere = false

    /// A conversation that is asked for now.
    package init(in view: ViewState) {
        let id = view.selected ?? ""
        (from, draft, attachment, staged) = (view.selected, view.draft, view.attachments[id], view.staged[id])
    }
}

extension ChatState {
    /// True if the person writes in the conversation from which they asked for another, and may mean either.
    fileprivate var writesForEither: Bool {
        guard let asked = view.asked, asked.from == view.selected, !asked.staysHere, view.replies == nil else {
            return false
        }
        let id = asked.from ?? ""
        return view.draft.saysSomething && view.draft != asked.draft
            || view.attachments[id] != nil && view.attachments[id] != asked.attachment
            || view.staged[id] != nil && view.staged[id] != asked.staged
    }

    /// True if the person went on to something else since they asked for a conversation: it waits in the list.
    package var hasGoneOn: Bool {
        guard let asked = view.asked else { return view.selected != nil && isWriting }
        if view.selected != asked.from || view.search != nil || !view.listFilter.isEmpty { return true }
        if sheetHasKeys, sheet?.isOfConversation == true { return true }
        return view.selected != nil && !wantsWordsMoved && view.isTyping && view.draft != asked.draft
    }

    /// True if what is written goes to the conversation that is being begun.
    private var wantsWordsMoved: Bool { view.asked?.isRefused == true && writesForEither && view.purpose == nil }

    /// The place whose words go to the new conversation: the New Message, or a conversation in which Return was refused.
    package var placeOfWordsForNew: String? { view.selected == nil ? "" : wantsWordsMoved ? view.selected : nil }

    /// Forgets that a new conversation waits in the list, once nothing is written that may be meant for it.
    mutating func forgetAsked() { if view.asked?.title != nil, !writesForEither { view.asked = nil } }

    /// A new conversation waits in the list. The first Return after that still asks where the words are meant to go.
    package mutating func leaveInList(_ title: String) {
        if writesForEither { view.asked?.title = title } else { view.asked = nil }
    }

    /// Refuses the first Return in a conversation from which another was asked for.
    ///
    /// - Returns: nil if the person means the conversation on the screen.
    fileprivate mutating func askForPlace() -> String? {
        guard var asked = view.asked else { return nil }
        let isSecond = asked.isRefused && asked.from != nil
        (asked.isRefused, asked.staysHere) = (true, isSecond)
        view.asked = isSecond && asked.title != nil ? nil : asked
        guard !isSecond else { return nil }
        let why =
            asked.title.map { "“\($0)” has begun: \(keys.hint("Alt-K goes there"))" }
            ?? "The new conversation is being created"
        guard let thread = selectedThread else { return why + ": wait for it" }
        return why + ". \(keys.hint("Return again means")) “\(CleanText.line(thread.title))”"
    }
}

extension ChatUpdate {
    /// Returns why the first Return does not send what was written since a conversation was asked for; nil if it sends.
    mutating func obstacleWhileBeginning() -> String? {
        let isMessage = state.view.purpose == nil && !state.view.draft.isCommand
        return isMessage && state.writesForEither ? state.askForPlace() : nil
    }

    /// The same for a command that changes the conversation on the screen.
    mutating func obstacleWhileBeginning(to command: String) -> SlashCommand.Mistake? {
        guard let asked = state.view.asked, asked.from == state.view.selected, !asked.staysHere,
            SlashCommand.changesConversation.contains(command)
        else { return nil }
        return state.askForPlace().map { SlashCommand.Mistake(text: $0) }
    }

    /// Moves what is written at a place to the composer of the conversation on the screen, with its file.
    package mutating func moveWords(from place: String) {
        guard let id = state.view.selected, id != place else { return }
        state.view.refusals[place] = nil
        state.view.moveDropped(from: place, to: id)
        if let path = state.view.attachments.removeValue(forKey: place) {
            stage(file: path)
            state.view.hint = state.keys.hint("Return sends it")
        }
        guard let draft = state.view.drafts[place], draft.saysSomething else { return }
        if state.view.draft.isEmpty {
            state.view.draft = draft
            state.view.purpose = state.view.purposes.removeValue(forKey: place)
        } else if draft.text != state.view.draft.text {
            guard !draft.isCommand else { return }
            state.view.draft.rewrite(state.view.draft.text + "\n" + draft.text)
        }
        state.view.drafts[place] = nil
        state.view.hint = draft.isCommand ? nil : state.keys.hint("Return sends it")
    }
}
