/// Which key the control bytes and control sequences of xterm, the Linux console, rxvt and kitty stand for.
enum KeyTable {
    static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: return .control(" ")
        case 0x08, 0x7F: return .backspace
        case 0x09: return .tab
        case 0x0A, 0x0D: return .enter
        case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1C...0x1F: return .control(Character(Unicode.Scalar(byte + 0x40)))
        default: return nil
        }
    }

    static func sequence(_ held: [UInt8], final: UInt8) -> Key? {
        let numbers = parameters(held)
        if let mark = held.first, (0x3C...0x3F).contains(mark) {
            // A private sequence is no key, and of the terminal's reports only those of the mouse are asked for.
            let isRelease = final == UInt8(ascii: "m")
            guard mark == UInt8(ascii: "<"), isRelease || final == UInt8(ascii: "M") else { return nil }
            return MouseEvent(sgr: numbers, isRelease: isRelease).map { .mouse($0) }
        }
        let modifiers = max(0, (numbers.count > 1 ? numbers[1] : 1) - 1)
        let jumps = modifiers & 0b110 != 0  // Alt is 2, Control is 4
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
        case UInt8(ascii: "~"): return numbered(numbers.first ?? 0)
        case UInt8(ascii: "u"): return codePoint(numbers.first ?? 0, modifiers: modifiers)
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

    /// The spelling of the kitty keyboard protocol: a code point and its modifiers.
    private static func codePoint(_ number: Int, modifiers: Int) -> Key? {
        let alt = modifiers & 2 != 0
        switch number {
        case 9: return modifiers & 1 != 0 ? .backTab : .tab
        case 13: return modifiers == 0 ? .enter : .altEnter
        case 27: return .escape
        case 127: return alt ? .altBackspace : .backspace
        case 0x20...0x7E:
            let character = Character(Unicode.Scalar(UInt8(number)))
            if modifiers & 4 != 0 { return .control(character) }
            return alt ? .alt(character) : .character(character)
        default: return nil
        }
    }

    private static func parameters(_ held: [UInt8]) -> [Int] {
        var numbers: [Int] = [0]
        for byte in held {
            switch byte {
            case 0x30...0x39:
                let number = numbers[numbers.count - 1] * 10 + Int(byte) - 0x30
                numbers[numbers.count - 1] = min(number, 99_999)
            case 0x3B: numbers.append(0)
            default: continue
            }
        }
        return numbers
    }
}

extension Key {
    /// Whether terminals send it as itself: Control with `m` is Return, and Alt with `[` or `_` begins a sequence.
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
