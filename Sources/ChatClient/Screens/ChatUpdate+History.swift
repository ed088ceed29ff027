package import ChatTerminal

/// A line of the history in a composer.
package struct Recalled: Equatable, Sendable {
    /// The index of the line in the history.
    var place: Int
    /// The line as the history has it.
    var line: String
    /// The text that the line replaced. It comes back after the newest line.
    package var before: LineEditor
    /// Why the text that the line replaced was refused; nil if it was not.
    var refusal: String?

    /// Returns everything that the person wrote here: the replaced text, and the line if the person changed it.
    ///
    /// - Parameter draft: the text in the composer.
    func written(with draft: LineEditor) -> LineEditor {
        guard before.saysSomething else { return draft }
        let isUnchanged = !draft.saysSomething || draft.text == line
        return isUnchanged ? before : LineEditor(before.text + "\n" + draft.text)
    }
}

extension ViewState {
    /// Returns the key of ``recalls`` for a text. An edit and a command have their own, because each puts away the text
    /// that was in the composer.
    static func recallKey(_ conversation: String, _ purpose: DraftPurpose?) -> String {
        switch purpose {
        case .reply?, nil: conversation
        case .edit?: conversation + " edit"
        case .command?: conversation + " command"
        }
    }

    var recallKey: String { Self.recallKey(selected ?? "", purpose) }

    /// The line of the history in the composer on the screen.
    var recalled: Recalled? {
        get { recalls[recallKey] }
        set { recalls[recallKey] = newValue }
    }

    /// The lines of the history that the person changed after Up: they go on writing them.
    package var changedLines: [String] {
        recalls.compactMap { key, recalled in
            let conversation = key.hasPrefix(" ") ? "" : String(key.prefix { $0 != " " })
            guard let text = drafts[conversation], text.saysSomething, text.text != recalled.line else { return nil }
            return recalled.line
        }
    }

    /// Returns the text that the person wrote in a conversation, without a command and without recalled lines, and its
    /// purpose.
    package func written(in conversation: String) -> (text: LineEditor, purpose: DraftPurpose?) {
        var (text, purpose) = (drafts[conversation] ?? LineEditor(), purposes[conversation])
        if case .command(let before, let then)? = purpose { (text, purpose) = (before, then) }
        let recalled = recalls[Self.recallKey(conversation, purpose)]
        return (recalled?.written(with: text) ?? text, purpose)
    }

    /// Adds a line to the history, unless it is the newest already. Up finds it first, in every composer.
    package mutating func remember(_ line: String) {
        if history.last != line { history.append(line) }
        if history.count > Self.linesMax { history.removeFirst() }
        for key in recalls.keys { recalls[key]?.place = history.count }
    }

    /// The largest number of lines in the history.
    private static let linesMax = 200
}

/// The history of the lines that the person sent.
extension ChatUpdate {
    /// Takes the line out of the composer and adds it to the history. A text that a recalled line replaced comes back.
    mutating func takeLine() {
        let line = state.view.draft.take()
        endRecall()
        state.view.remember(line)
    }

    /// Ends the steps through the history. The text that a recalled line replaced comes back if the composer is empty.
    mutating func endRecall() {
        if let recalled = state.view.recalled, state.view.draft.isEmpty {
            (state.view.draft, state.view.refusal) = (recalled.before, recalled.refusal)
        }
        state.view.recalled = nil
    }

    /// Ends the steps through the history before the composer gets another text.
    mutating func leaveRecall() {
        if let recalled = state.view.recalled, recalled.before.saysSomething {
            state.view.remember(recalled.before.text)
        }
        state.view.recalled = nil
    }

    /// Puts an earlier line into the composer, or after the newest one the text that the lines replaced.
    ///
    /// - Returns: true if there was one.
    mutating func recall(_ delta: Int) -> Bool {
        let draft = state.view.draft
        if let recalled = state.view.recalled, recalled.line != draft.text {
            // A line that the person changed is the newest one, so that nothing is lost. The steps begin again there.
            if draft.saysSomething { state.view.remember(draft.text) }
            let newest = state.view.history.count - (draft.saysSomething ? 1 : 0)
            state.view.recalled = Recalled(
                place: newest, line: draft.text, before: recalled.before, refusal: recalled.refusal)
        }
        let history = state.view.history
        let recalled =
            state.view.recalled
            ?? Recalled(place: history.count, line: draft.text, before: draft, refusal: state.view.refusal)
        let place = min(recalled.place + delta, history.count)
        guard place >= 0, place < history.count || state.view.recalled != nil else {
            return false
        }
        if place == history.count {
            (state.view.draft, state.view.refusal) = (recalled.before, recalled.refusal)
            state.view.recalled = nil
        } else {
            state.view.draft.rewrite(history[place])
            state.view.recalled = Recalled(
                place: place, line: history[place], before: recalled.before, refusal: recalled.refusal)
            state.view.refusal = nil
        }
        return true
    }
}
