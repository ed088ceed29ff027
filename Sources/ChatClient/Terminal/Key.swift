/// A key press, a mouse event, a paste or a report of the terminal, decoded from the bytes of the terminal.
package enum Key: Hashable, Sendable {
    /// A character that is typed into text. A combining mark arrives alone; `LineEditor` joins it.
    case character(Character)
    /// Control and a letter (in lower case), or Control and one of `\ ] ^ _` or the space.
    case control(Character)
    /// Alt (or Escape first) and a character.
    case alt(Character)
    /// Return, which arrives as CR. LF is Control and `j`, which begins a new line.
    case enter
    /// Return with Alt, Shift or Control: a new line inside the text.
    case altEnter
    /// Tab.
    case tab
    /// Shift and Tab.
    case backTab
    /// Backspace: deletes to the left.
    case backspace
    /// Alt and Backspace: deletes a word to the left.
    case altBackspace
    /// Delete: deletes to the right.
    case delete
    /// Escape alone, which is only certain when no byte followed it for a while (`KeyDecoder.pass`).
    case escape
    /// An arrow key.
    case up, down, left, right
    /// An arrow key with Alt or Control.
    case jumpUp, jumpDown, jumpLeft, jumpRight
    /// The start or the end of the line.
    case home, end
    /// Page Up or Page Down.
    case pageUp, pageDown
    /// A function key, F1 to F12.
    case function(Int)
    /// Pasted text with LF as its line ends. It is text, never keys: a line end in it sends nothing. A long or a slow
    /// paste arrives in several parts.
    case paste(String)
    /// True if the window of the terminal gained the focus, false if it lost it. Not all terminals report this.
    case focus(Bool)
    /// A mouse event, if `TerminalMode` was asked to track the mouse.
    case mouse(MouseEvent)
    /// The terminal's answer to `TerminalMode.askForBackground()`.
    case background(isLight: Bool)
    /// The terminal's answer to `TerminalMode.askForKeyboard()`: it has the kitty keyboard protocol.
    case keyboardProtocol
}

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

/// The keys of the control bytes and control sequences of xterm, the Linux console, rxvt and kitty.
enum KeyTable {
    static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: return .control(" ")
        case 0x08, 0x7F: return .backspace
        case 0x09: return .tab
        case 0x0D: return .enter
        case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1C...0x1F: return .control(Character(Unicode.Scalar(byte + 0x40)))
        default: return nil
        }
    }

    static func sequence(_ held: [UInt8], final: UInt8) -> Key? {
        let fields = fields(held)
        let numbers = fields.map { $0[0] }
        if let mark = held.first, (0x3C...0x3F).contains(mark) {
            // Private sequences are no keys, except for the reports of the mouse and of the keyboard protocol.
            if mark == UInt8(ascii: "?"), final == UInt8(ascii: "u") { return .keyboardProtocol }
            let isRelease = final == UInt8(ascii: "m")
            guard mark == UInt8(ascii: "<"), isRelease || final == UInt8(ascii: "M") else { return nil }
            return MouseEvent(sgr: numbers, isRelease: isRelease).map { .mouse($0) }
        }
        let modifiers = KeyModifiers(parameter: numbers.count > 1 ? numbers[1] : 1)
        let jumps = !modifiers.isDisjoint(with: [.alt, .control])
        switch final {
        case UInt8(ascii: "A"): return jumps ? .jumpUp : .up
        case UInt8(ascii: "B"): return jumps ? .jumpDown : .down
        case UInt8(ascii: "C"): return jumps ? .jumpRight : .right
        case UInt8(ascii: "D"): return jumps ? .jumpLeft : .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "Z"): return .backTab
        case UInt8(ascii: "I"): return .focus(true)
        case UInt8(ascii: "O"): return .focus(false)
        case UInt8(ascii: "P")...UInt8(ascii: "S"): return .function(Int(final) - 0x4F)
        // xterm's modifyOtherKeys.
        case UInt8(ascii: "~") where numbers.first == 27 && numbers.count == 3:
            return KittyKey(code: numbers[2], modifiers: modifiers).key
        case UInt8(ascii: "~"): return numbered(numbers.first ?? 0)
        case UInt8(ascii: "u"):
            let codes = fields.first ?? [0]
            return KittyKey(
                code: codes[0], shifted: codes.count > 1 ? codes[1] : 0, base: codes.count > 2 ? codes[2] : 0,
                modifiers: modifiers
            ).key
        default: return nil
        }
    }

    private static func numbered(_ number: Int) -> Key? {
        switch number {
        case 1, 7: return .home
        case 3: return .delete
        case 4, 8: return .end
        case 5: return .pageUp
        case 6: return .pageDown
        case 11...15: return .function(number - 10)
        case 17...21: return .function(number - 11)
        case 23, 24: return .function(number - 12)
        default: return nil
        }
    }

    /// Returns the parameters of a sequence, each with its subparameters: `1:2;3` is [[1, 2], [3]].
    private static func fields(_ held: [UInt8]) -> [[Int]] {
        var fields: [[Int]] = [[0]]
        for byte in held {
            let (field, part) = (fields.count - 1, fields[fields.count - 1].count - 1)
            switch byte {
            case 0x30...0x39: fields[field][part] = min(fields[field][part] * 10 + Int(byte) - 0x30, 9_999_999)
            case 0x3A: fields[field].append(0)
            case 0x3B: fields.append([0])
            default: continue
            }
        }
        return fields
    }
}

extension Key {
    /// True if terminals send bytes for the key that mean only this key. It is false for Control and `m`, which is sent
    /// as Return, and for Alt and `[` or `_`, which begins a sequence.
    package var isSent: Bool {
        switch self {
        case .control(let character):
            guard let ascii = character.asciiValue else { return false }
            return KeyTable.control(ascii & 0x1F) == self
        case .alt(let character): return !"[]OPX^_".contains(character)
        default: return true
        }
    }
}

/// A key as the kitty keyboard protocol reports it (`CSI code:shifted:base ; modifiers u`). The protocol distinguishes
/// keys that are the same bytes without it: Escape, Alt and Control with any key, and Return with Shift.
struct KittyKey {
    /// The code point of the key without modifiers, or a number of the protocol for a key without a character.
    let code: Int
    /// The code point of the key with Shift; 0 if the terminal does not report it.
    var shifted = 0
    /// The code point of the same key on a US keyboard; 0 if it is the same or not reported.
    var base = 0
    let modifiers: KeyModifiers

    /// The decoded key; nil if the client has no use for it.
    var key: Key? {
        // Super, Hyper and Meta belong to the system.
        guard modifiers.isSubset(of: [.shift, .alt, .control]) else { return nil }
        switch code {
        case 9: return modifiers.contains(.shift) ? .backTab : .tab
        case 13, 57414: return modifiers.isEmpty ? .enter : .altEnter
        case 27: return .escape
        case 8, 127: return modifiers.contains(.alt) ? .altBackspace : .backspace
        case 57399...57416: return Self.keypad[code - 57399].map { .character($0) }
        case 57417...57426: return navigation
        default: break
        }
        guard let character else { return nil }
        if modifiers.contains(.control) { return Self.control(character) }
        return modifiers.contains(.alt) ? .alt(character) : .character(character)
    }

    /// The character that the key writes with its modifiers; nil if it writes none.
    private var character: Character? {
        var value = code
        if modifiers.contains(.shift) {
            let isLetter = (0x61...0x7A).contains(code)
            value = shifted > 0 ? shifted : isLetter ? code - 0x20 : code
        }
        // On a keyboard with other letters, a shortcut is the key in the same place of a US keyboard.
        if value > 0x7F, base > 0, !modifiers.isDisjoint(with: [.alt, .control]) { value = base }
        guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init), value >= 0x20,
            !(0x7F...0x9F).contains(value), !(0xE000...0xF8FF).contains(value)
        else { return nil }
        return Character(scalar)
    }

    /// Returns the key that Control and a character send without the protocol, so that a key means the same in both
    /// cases.
    private static func control(_ character: Character) -> Key? {
        let lower = character.lowercased()
        guard let byte = lower.utf8.first, lower.utf8.count == 1 else { return nil }
        switch byte {
        case 0x61...0x7A: return KeyTable.control(byte & 0x1F)
        case UInt8(ascii: " "), UInt8(ascii: "@"), UInt8(ascii: "2"): return .control(" ")
        case UInt8(ascii: "["), UInt8(ascii: "3"): return .escape
        case UInt8(ascii: "\\"), UInt8(ascii: "4"): return .control("\\")
        case UInt8(ascii: "]"), UInt8(ascii: "5"): return .control("]")
        case UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "6"): return .control("^")
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "7"): return .control("_")
        case UInt8(ascii: "?"), UInt8(ascii: "8"): return .backspace
        default: return nil
        }
    }

    private var navigation: Key? {
        let jumps = !modifiers.isDisjoint(with: [.alt, .control])
        switch code {
        case 57417: return jumps ? .jumpLeft : .left
        case 57418: return jumps ? .jumpRight : .right
        case 57419: return jumps ? .jumpUp : .up
        case 57420: return jumps ? .jumpDown : .down
        case 57421: return .pageUp
        case 57422: return .pageDown
        case 57423: return .home
        case 57424: return .end
        case 57426: return .delete
        default: return nil
        }
    }

    /// The characters of the keypad, from its 0 on; nil for its Return, which is decoded as a key.
    private static let keypad: [Character?] = "0123456789./*-+".map { Optional($0) } + [nil, "=", ","]
}

/// The modifiers of a key, with the numbers of xterm and kitty. Caps Lock and Num Lock are ignored.
struct KeyModifiers: OptionSet {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the parameter of a sequence, which is one more than the sum of its modifiers.
    init(parameter: Int) { rawValue = max(0, parameter - 1) & 0b0011_1111 }

    static let shift = KeyModifiers(rawValue: 1)
    static let alt = KeyModifiers(rawValue: 2)
    static let control = KeyModifiers(rawValue: 4)
}
