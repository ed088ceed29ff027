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
