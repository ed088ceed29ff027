/// Tells the letters that a program writes onto its screen from those of its escape sequences, whatever the reads cut
/// apart.
struct ScreenText {
    private enum State {
        case text
        case escape
        case sequence
        /// A title, a link or an answer: it ends with BEL, or ESC and a backslash.
        case string
        case stringEscape
    }

    private static let frameStart = Array("?2026".utf8)

    private var state = State.text
    private var parameters: [UInt8] = []
    /// How many frames began, of a program that marks them (DEC mode 2026).
    private(set) var frames = 0

    /// Reads more of what was written.
    ///
    /// - Returns: whether the letter was among what shows.
    mutating func read(_ bytes: ArraySlice<UInt8>, seeking letter: UInt8?) -> Bool {
        var isFound = false
        for byte in bytes where step(byte) && byte == letter { isFound = true }
        return isFound
    }

    /// Whether a byte shows.
    private mutating func step(_ byte: UInt8) -> Bool {
        switch state {
        case .text:
            guard byte == 0x1B else { return byte >= 0x20 }
            state = .escape
        case .escape:
            switch byte {
            case UInt8(ascii: "["): (state, parameters) = (.sequence, [])
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .string
            case 0x20...0x2F: break
            default: state = .text
            }
        case .sequence:
            guard (0x40...0x7E).contains(byte) else {
                parameters.append(byte)
                return false
            }
            if byte == UInt8(ascii: "h"), parameters == Self.frameStart { frames += 1 }
            state = .text
        case .string:
            if byte == 0x07 { state = .text } else if byte == 0x1B { state = .stringEscape }
        case .stringEscape: state = .text
        }
        return false
    }
}
