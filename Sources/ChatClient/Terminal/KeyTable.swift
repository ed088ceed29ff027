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
