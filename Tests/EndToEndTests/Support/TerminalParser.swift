/// A parser of a program's output to a terminal, byte by byte: text, control characters and escape sequences (ECMA-48).
struct TerminalParser {
    /// One unit of the output.
    enum Token: Hashable {
        /// A scalar to be shown.
        case text(Unicode.Scalar)
        /// A control character.
        case control(UInt8)
        /// A control sequence: its private mark, its numbers, the characters before its end, and its end.
        case sequence(mark: Character?, numbers: [Int?], between: String, end: Character)
        /// An escape that begins no control sequence.
        case escape(String)
        /// A string for the terminal itself, such as a title or a clipboard.
        case string(String)
    }

    private enum State {
        case ground
        case escape(String)
        case sequence([UInt8])
        case string([UInt8], isEnding: Bool)
    }

    private var state = State.ground
    /// The bytes of an incomplete scalar.
    private var partial: [UInt8] = []

    /// Reads a byte, and returns the token that it completes.
    mutating func read(_ byte: UInt8) -> Token? {
        switch state {
        case .ground: return ground(byte)
        case .escape(let text): return escape(text, byte)
        case .sequence(let bytes):
            guard (0x40...0x7E).contains(byte) else {
                state = .sequence(bytes + [byte])
                return nil
            }
            state = .ground
            return Self.sequence(bytes, end: Character(Unicode.Scalar(byte)))
        case .string(let bytes, let isEnding):
            if byte == 0x07 || isEnding && byte == UInt8(ascii: "\\") {
                state = .ground
                return .string(String(decoding: bytes, as: UTF8.self))
            }
            state = byte == 0x1B ? .string(bytes, isEnding: true) : .string(bytes + [byte], isEnding: false)
            return nil
        }
    }

    private mutating func ground(_ byte: UInt8) -> Token? {
        if partial.isEmpty, byte < 0x80 {
            guard byte >= 0x20, byte != 0x7F else {
                if byte == 0x1B { state = .escape("") }
                return byte == 0x1B ? nil : .control(byte)
            }
            return .text(Unicode.Scalar(byte))
        }
        partial.append(byte)
        let first = partial[0]
        let length = first < 0xC0 || first >= 0xF8 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard partial.count >= length else { return nil }
        defer { partial = [] }
        return .text(String(decoding: partial, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}")
    }

    private mutating func escape(_ text: String, _ byte: UInt8) -> Token? {
        if text.isEmpty {
            switch byte {
            case UInt8(ascii: "["):
                state = .sequence([])
                return nil
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
                state = .string([], isEnding: false)
                return nil
            default: break
            }
        }
        let more = text + String(Character(Unicode.Scalar(byte)))
        if (0x20...0x2F).contains(byte) {
            state = .escape(more)
            return nil
        }
        state = .ground
        return .escape(more)
    }

    private static func sequence(_ bytes: [UInt8], end: Character) -> Token {
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        var mark: Character?
        if let first = rest.first, "<=>?".contains(first) { mark = rest.removeFirst() }
        let numbers = rest.prefix { $0.isNumber || $0 == ";" }
        return .sequence(
            mark: mark, numbers: numbers.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) },
            between: String(rest.dropFirst(numbers.count)), end: end)
    }
}
