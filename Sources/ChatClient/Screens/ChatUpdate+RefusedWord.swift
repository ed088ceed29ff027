import AppModel
import ChatTerminal

/// The handling of words that are typed where no text is expected. A letter without a function begins such a word, and
/// none of its further letters is a command (``KeyOwner``).
extension ChatUpdate {
    /// Refuses the letters of a word that began with a refused letter, and the Return after it.
    ///
    /// - Returns: False if the key is for the part of the screen that has the focus.
    mutating func refusesWord(_ key: Key) -> Bool {
        guard state.view.refusesWord else { return false }
        if case .character = key, state.refusesLetters(on: screen) {
            refuseInput(key)
            return true
        }
        guard key == .enter, state.view.refusesReturn, state.refusesLetters(on: screen), let deed = deedOfReturn else {
            state.view.refusesWord = false
            return false
        }
        // The letters of the next line are refused as well.
        state.view.refusesReturn = false
        state.view.isTypedIntoSheet = false
        state.view.hint = "Return once more\(deed)"
        return true
    }

    /// The rest of the sentence “Return once more”; nil if Return does no harm.
    private var deedOfReturn: String? {
        switch state.keyOwner {
        case .sheet(let kind):
            let sheet = Sheets.sheet(kind, in: state)
            return sheet.choices.indices.contains(sheet.focus) ? ": \(sheet.choices[sheet.focus].label)" : nil
        case .screen where state.view.isShelfFocused:
            if state.view.draft.saysSomething { return " sends what is written" }
            guard state.shelf.indices.contains(state.view.shelfFocus) else { return nil }
            let item = state.shelf[state.view.shelfFocus]
            return " opens “\(CleanText.line(item.title ?? LinkText.title(item.url)))”"
        case .screen: return " opens the menu of the message"
        }
    }

    /// Refuses a key that has no function outside a text, and shows the keys to press. A letter begins a refused word.
    mutating func refuseInput(_ key: Key) {
        if case .character = key { (state.view.refusesWord, state.view.refusesReturn) = (true, true) }
        let toKeys = "↑ or ↓"
        switch state.keyOwner {
        case .sheet(let kind):
            state.view.isTypedIntoSheet = true
            if kind.isConsent { return }
            let sheet = Sheets.sheet(kind, in: state)
            if case .options(let place) = kind, state.view.hasChosenOptions(in: place) {
                // Esc would discard the chosen options.
                state.view.hint = "No text goes here: \(toKeys) returns to the keys of the sheet"
            } else if sheet.choices.isEmpty || sheet.leavesLetters {
                state.view.hint = state.keys.hint(Self.closesFirst)
            } else {
                state.view.hint = state.keys.hint(Self.closesFirst) + ", \(toKeys) returns to its keys"
            }
        case .screen:
            let part = state.view.isShelfFocused ? "Shared with You is selected. " : "A message is selected. "
            state.view.hint = part + state.keys.hint("Esc returns to writing") + ", \(toKeys) to its keys"
        }
    }

    static let closesFirst = "Esc closes the sheet first"

    /// Ends a refused word once letters are text again, for example in a larger window.
    mutating func forgetRefusal() {
        guard state.view.refusesWord, !state.refusesLetters(on: screen) else { return }
        state.view.refusesWord = false
        if state.view.hint?.hasPrefix(state.keys.hint(Self.closesFirst)) == true { state.view.hint = nil }
    }
}
