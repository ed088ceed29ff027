import AppModel
import ChatTerminal

/// The refusal of words that are typed outside a text field. A letter that is no key begins such a word, and its
/// further letters are no keys either.
extension AppUpdate {
    /// Refuses the letters of a word that began with a refused letter, and the Return after it.
    ///
    /// - Returns: False if the key is for the sheet or the page.
    mutating func refusesWord(_ key: Key) -> Bool {
        guard state.view.refusesWord else { return false }
        if case .character = key {
            refuse(key)
            return true
        }
        let sheet = state.view.sheet.map { AppSheets.sheet($0, in: state) }
        let label = sheet.flatMap { $0.choices.indices.contains($0.focus) ? $0.choices[$0.focus].label : nil }
        guard key == .enter, state.view.refusesReturn, sheet == nil || label != nil else {
            state.view.refusesWord = false
            return false
        }
        // The letters of the next line are refused as well.
        state.view.refusesReturn = false
        state.view.hint = "Return once more" + (label.map { ": \($0)" } ?? "")
        return true
    }

    /// Refuses a letter that is no key, and shows which keys work. The letter begins a refused word.
    mutating func refuse(_ key: Key) {
        guard case .character(let letter) = key else { return }
        (state.view.refusesWord, state.view.refusesReturn) = (true, true)
        let toKeys = "↑ or ↓ returns to the keys"
        let next: String
        if state.view.sheet == nil {
            next = "\(toKeys), F1 lists them"
        } else if state.unsaved == nil {
            next = "Esc closes, \(toKeys)"
        } else {
            // Esc would ask before it discards the changes.
            next = toKeys
        }
        state.view.hint = "“\(letter)” does nothing here: \(next)"
    }
}
