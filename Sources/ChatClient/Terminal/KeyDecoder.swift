/// Bytes from a terminal to keys, whatever the reads cut apart.
///
/// An escape that nothing follows is a key only when time has passed, and time is not this value's business:
/// the owner polls with a short timeout while `isWaiting`, and calls `flush()` when it runs out.
/// What is held is bounded: 32 bytes of a sequence, 64 of an answer, and `pasteBytesMax` of a paste; the rest is dropped.
package struct KeyDecoder: Sendable {
    /// The most of one paste that is held: more than any field takes, so that what is cut is refused, and as a whole.
    static let pasteBytesMax = 16 * 1024 * 1024

    enum State: Equatable, Sendable {
        case ground
        case escape
        case sequence([UInt8])
        case single
        case character([UInt8], length: Int, alt: Bool)
        case paste(matched: Int)  // how much of the end mark came last
        case string(isCommand: Bool, afterEscape: Bool)
    }

    private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private static let sequenceBytesMax = 32
    private static let answerBytesMax = 64

    private var state = State.ground
    private var held: [UInt8] = []  // the paste or answer so far; not in the state, where each byte would copy it
    private var endedInReturn = false  // whether the piece before ended in one: a line feed behind it belongs to it

    /// A decoder that holds nothing.
    package init() {}

    /// Whether an unfinished sequence is held that only more bytes, or `flush()`, will decide.
    package var isWaiting: Bool {
        if case .paste(let matched) = state { return matched == 0 && !held.isEmpty }
        return state != .ground
    }

    /// Whether the end of a paste has not come.
    package var isInPaste: Bool { if case .paste = state { true } else { false } }

    /// Reads more bytes and answers the keys that they complete.
    package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [Key] {
        var keys: [Key] = []
        var rest = bytes
        while let byte = rest.first {
            // Of a paste, all up to what may be its end at once: it may be a megabyte.
            if case .paste(matched: 0) = state {
                let text = rest.prefix { $0 != Self.pasteEnd[0] && $0 != 0x03 }
                held += text.prefix(max(0, Self.pasteBytesMax - held.count))
                rest = rest[text.endIndex...]
                if !text.isEmpty { continue }
            }
            step(byte, &keys)
            rest.removeFirst()
        }
        return keys
    }

    /// The same for bytes that come otherwise.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] { feed(Array(bytes)[...]) }

    /// Decides what is held, because nothing came for a while. A paste is handed over as far as it came and stays open.
    package mutating func flush() -> [Key] {
        switch state {
        case .ground: return []
        case .escape: state = .ground; return [.escape]
        case .single: state = .ground; return [.alt("O")]
        case .sequence(let held): state = .ground; return held.isEmpty ? [.alt("[")] : []
        case .character: state = .ground; return []
        case .string: (state, self.held) = (.ground, []); return []
        case .paste(let matched):
            guard matched == 0 else { return [] }
            var keys: [Key] = []
            handOver(Self.wholeCharacters(held), &keys)
            return keys
        }
    }

    private mutating func step(_ byte: UInt8, _ keys: inout [Key]) {
        switch state {
        case .ground: ground(byte, &keys)
        case .escape: afterEscape(byte, &keys)
        case .sequence(let held): inSequence(byte, held, &keys)
        case .single: afterSingleShift(byte, &keys)
        case .character(let held, let length, let alt): inCharacter(byte, held, length, alt, &keys)
        case .paste(let matched): inPaste(byte, matched, &keys)
        case .string(let isCommand, let afterEscape): inString(byte, isCommand, afterEscape, &keys)
        }
    }

    private mutating func ground(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case 0x1B: state = .escape
        case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
        case 0x80...: beginCharacter(byte, alt: false)
        default: if let key = KeyTable.control(byte) { keys.append(key) }
        }
    }

    private mutating func afterEscape(_ byte: UInt8, _ keys: inout [Key]) {
        state = .ground
        switch byte {
        case 0x1B: keys.append(.escape); state = .escape
        case 0x5B: state = .sequence([])
        case 0x4F: state = .single
        case 0x5D, 0x50, 0x5F, 0x5E, 0x58: state = .string(isCommand: byte == 0x5D, afterEscape: false)
        case 0x0D, 0x0A: keys.append(.altEnter)
        case 0x7F, 0x08: keys.append(.altBackspace)
        case 0x20...0x7E: keys.append(.alt(Character(Unicode.Scalar(byte))))
        case 0x80...: beginCharacter(byte, alt: true)
        default: keys.append(.escape); ground(byte, &keys)
        }
    }

    private mutating func inSequence(_ byte: UInt8, _ held: [UInt8], _ keys: inout [Key]) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0x5B where held.isEmpty: state = .sequence([0x5B])  // the Linux console's F1 is ESC [ [ A
        case 0x20...0x3F where held.first != 0x5B:
            state = .sequence(held.count < Self.sequenceBytesMax ? held + [byte] : held)
        case 0x40...0x7E:
            if held == [0x5B] {
                if (0x41...0x45).contains(byte) { keys.append(.function(Int(byte) - 0x40)) }
            } else if held == [0x32, 0x30, 0x30], byte == 0x7E {
                state = .paste(matched: 0)
            } else if let key = KeyTable.sequence(held, final: byte) {
                keys.append(key)
            }
        case 0x80...: break
        default: ground(byte, &keys)
        }
    }

    private mutating func afterSingleShift(_ byte: UInt8, _ keys: inout [Key]) {
        state = .ground
        if byte == 0x4D {
            keys.append(.enter)
        } else if (0x40...0x7E).contains(byte) {
            if let key = KeyTable.sequence([], final: byte) { keys.append(key) }
        } else {
            keys.append(.alt("O"))
            ground(byte, &keys)
        }
    }

    /// An answer of the terminal (OSC, DCS …) ends with BEL or ESC \; Control-C gets out of one that never ends.
    private mutating func inString(_ byte: UInt8, _ isCommand: Bool, _ afterEscape: Bool, _ keys: inout [Key]) {
        guard byte == 0x07 || byte == 0x03 || (afterEscape && byte == 0x5C) else {
            if byte != 0x1B, held.count < Self.answerBytesMax { held.append(byte) }
            state = .string(isCommand: isCommand, afterEscape: byte == 0x1B)
            return
        }
        if isCommand, byte != 0x03, let isLight = TerminalBackground.isLight(held) {
            keys.append(.background(isLight: isLight))
        }
        (state, held) = (.ground, [])
    }

    private mutating func beginCharacter(_ byte: UInt8, alt: Bool) {
        switch byte {
        case 0xC2...0xDF: state = .character([byte], length: 2, alt: alt)
        case 0xE0...0xEF: state = .character([byte], length: 3, alt: alt)
        case 0xF0...0xF4: state = .character([byte], length: 4, alt: alt)
        default: state = .ground
        }
    }

    private mutating func inCharacter(
        _ byte: UInt8, _ held: [UInt8], _ length: Int, _ alt: Bool, _ keys: inout [Key]
    ) {
        guard byte & 0xC0 == 0x80 else {
            state = .ground
            ground(byte, &keys)
            return
        }
        let bytes = held + [byte]
        guard bytes.count == length else {
            state = .character(bytes, length: length, alt: alt)
            return
        }
        state = .ground
        let text = String(decoding: bytes, as: UTF8.self)
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
            scalar != "\u{FFFD}", scalar.value > 0x9F
        else { return }
        keys.append(alt ? .alt(Character(scalar)) : .character(Character(scalar)))
    }

    private mutating func inPaste(_ byte: UInt8, _ matched: Int, _ keys: inout [Key]) {
        if byte == Self.pasteEnd[matched] {
            state = .paste(matched: matched + 1)
            if matched + 1 == Self.pasteEnd.count { endPaste(&keys) }
        } else if byte == 0x03 {  // no terminal pastes a Control-C: the end mark was lost
            endPaste(&keys)
        } else {
            let begins = byte == Self.pasteEnd[0]
            state = .paste(matched: begins ? 1 : 0)
            guard held.count < Self.pasteBytesMax else { return }
            held += Self.pasteEnd[..<matched]
            if !begins { held.append(byte) }
        }
    }

    private mutating func endPaste(_ keys: inout [Key]) {
        handOver(held.count, &keys)
        (state, endedInReturn) = (.ground, false)
    }

    /// Makes the first bytes of a paste a key, its line ends line feeds.
    private mutating func handOver(_ count: Int, _ keys: inout [Key]) {
        guard count > 0 else { return }
        var lines = Array(held[..<count])
        held.removeFirst(count)
        if endedInReturn || lines.contains(0x0D) {
            lines = lines.compactMap { byte in
                defer { endedInReturn = byte == 0x0D }
                return byte == 0x0A && endedInReturn ? nil : byte == 0x0D ? 0x0A : byte
            }
        }
        if !lines.isEmpty { keys.append(.paste(String(decoding: lines, as: UTF8.self))) }
    }

    /// How much of the bytes ends on a whole character, so that a paste handed over in parts splits none.
    private static func wholeCharacters(_ bytes: [UInt8]) -> Int {
        var start = bytes.count
        while start > 0, bytes.count - start < 4 {
            start -= 1
            let byte = bytes[start]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            return start + length <= bytes.count ? bytes.count : start
        }
        return bytes.count
    }
}
