/// The names of keys in the steps of scenarios, such as “Ctrl-S”.
package enum KeyNames {
    private static let keys: [String: Key] = [
        "Return": .enter, "Esc": .escape, "Tab": .tab, "Shift-Tab": .backTab, "Up": .up, "Down": .down, "Left": .left,
        "Right": .right, "PgUp": .pageUp, "PgDn": .pageDown, "Home": .home, "End": .end, "Backspace": .backspace,
        "Delete": .delete, "Space": .character(" "), "Ctrl-Up": .jumpUp, "Ctrl-Down": .jumpDown, "Ctrl-Left": .jumpLeft,
        "Ctrl-Right": .jumpRight, "Alt-Return": .altEnter, "Alt-Backspace": .altBackspace,
    ]

    /// Returns the name of a key.
    package static func name(of key: Key) -> String {
        if let name = keys.first(where: { $0.value == key })?.key { return name }
        return switch key {
        case .character(let character): String(character)
        case .control(let character): "Ctrl-" + character.uppercased()
        case .alt(let character): "Alt-" + String(character)
        case .function(let number): "F\(number)"
        default: "\(key)"
        }
    }

    /// The names of the keys, as a list for an error message.
    package static let shown = keys.keys.sorted().joined(separator: ", ") + ", F1, Ctrl-S, Alt-b, or a character"

    /// Returns the key with a name; nil for an unknown name.
    package static func key(_ name: String) -> Key? {
        if let key = keys[name] { return key }
        if name.count == 1 { return name.first.map { .character($0) } }
        if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...12).contains(number) {
            return .function(number)
        }
        guard name.count > 1, let last = name.last else { return nil }
        switch name.dropLast() {
        case "Ctrl-": return .control(Character(last.lowercased()))
        case "Alt-": return .alt(last)
        default: return nil
        }
    }
}
