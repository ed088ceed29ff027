/// Decodes the bytes of a terminal to keys, even if a read ends in the middle of a key.
///
/// The decoder has no clock. Its owner waits for bytes for at most ``patience``, and then calls
/// ``pass(milliseconds:)``. An Escape alone becomes a key after a short pause. All other sequences come from the
/// terminal itself. Their rest may arrive late over a slow line, and must not be typed as text. So the decoder waits
/// longer for the rest. For some time after an Escape, it also recognises a sequence that the line delivered in two
/// parts, the Escape first.
///
/// The memory is bounded: 32 bytes for a sequence, 64 for an answer, and `pasteBytesMax` for a paste. Further bytes are
/// dropped.
package struct KeyDecoder: Sendable {
    /// The most bytes of one paste that are kept. No field takes that much, so a paste that was cut is refused as a
    /// whole.
    static let pasteBytesMax = 16 * 1024 * 1024
    /// The longest pause after an Escape before it counts as the Escape key, in milliseconds.
    static let escapeMilliseconds = 50
    /// The longest pause inside a sequence, in milliseconds.
    static let sequenceMilliseconds = 1_000
    /// The longest pause before each further byte of a sequence whose Escape was reported already, in milliseconds. A
    /// line delivers these bytes together, and a person types more slowly.
    static let lateMilliseconds = 30

    private enum State: Equatable, Sendable {
        case ground
        case escape
        /// An Escape was reported. The bytes that follow soon may be the rest of a sequence.
        case escaped
        /// Bytes after such an Escape: the rest of a sequence, or typed characters.
        case late([UInt8])
        case sequence([UInt8])
        case single
        case character([UInt8], length: Int, alt: Bool)
        case paste(matched: Int)  // the number of bytes of the end mark that came last
        /// An answer of the terminal to a query.
        case string(StringStart, afterEscape: Bool)
    }

    /// The beginning of an answer of the terminal.
    private struct StringStart: Equatable, Sendable {
        /// The byte after the Escape.
        var byte: UInt8
        /// True if the Escape was reported as a key already.
        var isLate: Bool

        /// True for an operating system command (OSC).
        var isCommand: Bool { byte == 0x5D }
        /// The key that a person may have pressed, if the byte does not begin an answer.
        var typed: Key {
            let character = Character(Unicode.Scalar(byte))
            return isLate ? .character(character) : .alt(character)
        }
    }

    private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private static let sequenceBytesMax = 32
    private static let answerBytesMax = 64

    private var state = State.ground
    private var held: [UInt8] = []  // the paste or answer so far; not in the state, where each byte would copy it
    private var endedInReturn = false  // true if the part before ended in CR: an LF after it is the same line end
    private var quiet = 0  // milliseconds since the last byte
    /// True if the terminal reports the Escape key by a sequence, so that an Escape byte always begins a sequence.
    package var reportsEscape = false

    /// Creates a decoder that holds no bytes.
    package init() {}

    /// The number of milliseconds without a byte after which the decoder decides on the bytes that it holds; nil if it
    /// holds nothing that depends on time.
    package var patience: Int? { isWaiting ? limit.map { max(0, $0 - quiet) } : nil }

    /// True if the decoder holds bytes that only further bytes or time can decide.
    var isWaiting: Bool {
        switch state {
        case .ground, .escaped, .character: false
        case .paste(let matched): matched == 0 && !held.isEmpty
        case .escape, .late, .sequence, .single, .string: true
        }
    }

    private var limit: Int? {
        switch state {
        case .ground, .character: nil
        case .escape: reportsEscape ? Self.sequenceMilliseconds : Self.escapeMilliseconds
        case .paste: Self.escapeMilliseconds
        case .late: Self.lateMilliseconds
        case .escaped, .sequence, .single, .string: Self.sequenceMilliseconds
        }
    }

    /// True if a paste has begun and not ended.
    package var isInPaste: Bool { if case .paste = state { true } else { false } }

    /// Decodes more bytes.
    ///
    /// - Parameter milliseconds: The time since the last bytes. It does not decide on the bytes that are held, because
    ///   the new bytes may have waited to be read.
    /// - Returns: The keys that the bytes complete.
    package mutating func feed(_ bytes: ArraySlice<UInt8>, after milliseconds: Int = 0) -> [Key] {
        let pause = quiet + milliseconds
        quiet = 0
        switch state {
        case .escaped where pause >= Self.sequenceMilliseconds: state = .ground
        // The person may have pressed Alt-[ and continued to type.
        case .sequence([]) where pause >= Self.escapeMilliseconds: state = .late([0x5B])
        default: break
        }
        var keys: [Key] = []
        var rest = bytes
        while let byte = rest.first {
            // The text of a paste up to a possible end mark is copied at once, because a paste may have megabytes.
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

    /// Decodes any sequence of bytes.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] { feed(Array(bytes)[...]) }

    /// Lets time pass without a byte, and decides on the bytes that have been held for too long. The text of a paste so
    /// far is returned, and the paste stays open.
    ///
    /// - Parameter milliseconds: The time since the last bytes or the last call.
    /// - Returns: The keys that are certain now.
    package mutating func pass(milliseconds: Int) -> [Key] {
        quiet += milliseconds
        guard let limit, quiet >= limit else { return [] }
        quiet = 0
        switch state {
        case .ground, .character: return []
        case .escape: state = .escaped; return [.escape]
        case .escaped: state = .ground; return []
        case .late(let held): state = .ground; return held.map(Self.typed)
        case .single: state = .ground; return [.alt("O")]
        case .sequence(let held): state = .ground; return held.isEmpty ? [.alt("[")] : []
        case .string(let start, _):
            defer { (state, held) = (.ground, []) }
            return held.isEmpty ? [start.typed] : []
        case .paste(let matched):
            guard matched == 0 else { return [] }
            var keys: [Key] = []
            handOver(Self.wholeCharacters(held), &keys)
            return keys
        }
    }

    private static func typed(_ byte: UInt8) -> Key { .character(Character(Unicode.Scalar(byte))) }

    private mutating func step(_ byte: UInt8, _ keys: inout [Key]) {
        switch state {
        case .ground: ground(byte, &keys)
        case .escape: afterEscape(byte, &keys)
        case .escaped: afterReportedEscape(byte, &keys)
        case .late(let held): inLateSequence(byte, held, &keys)
        case .sequence(let held): inSequence(byte, held, &keys)
        case .single: afterSingleShift(byte, &keys)
        case .character(let held, let length, let alt): inCharacter(byte, held, length, alt, &keys)
        case .paste(let matched): inPaste(byte, matched, &keys)
        case .string(let start, let afterEscape): inString(byte, start, afterEscape, &keys)
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
        case 0x5D, 0x50, 0x5F, 0x5E, 0x58: state = .string(StringStart(byte: byte, isLate: false), afterEscape: false)
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

    /// Decodes the byte after a reported Escape. A byte that cannot continue a sequence was typed.
    private mutating func afterReportedEscape(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case 0x5B, 0x4F: state = .late([byte])
        case 0x5D: state = .string(StringStart(byte: byte, isLate: true), afterEscape: false)
        default:
            state = .ground
            ground(byte, &keys)
        }
    }

    /// Decodes a further byte of a possible late sequence. If the byte cannot continue it, all of its bytes were typed.
    private mutating func inLateSequence(_ byte: UInt8, _ held: [UInt8], _ keys: inout [Key]) {
        let body = Array(held.dropFirst())
        let isSequence = held[0] == 0x5B
        switch byte {
        case 0x20...0x3F where isSequence && body.first != 0x5B && body.count < Self.sequenceBytesMax:
            state = .late(held + [byte])
        case 0x5B where held == [0x5B]: state = .late([0x5B, 0x5B])
        case 0x41...0x45 where held == [0x5B, 0x5B]:
            state = .ground
            keys.append(.function(Int(byte) - 0x40))
        case 0x40...0x7E where body.first != 0x5B:
            state = .ground
            if isSequence, body == [0x32, 0x30, 0x30], byte == 0x7E {
                state = .paste(matched: 0)
            } else if let key = !isSequence && byte == 0x4D ? .enter : KeyTable.sequence(body, final: byte) {
                keys.append(key)
            } else if body.isEmpty {
                keys += (held + [byte]).map(Self.typed)
            }
        default:
            state = .ground
            keys += held.map(Self.typed)
            ground(byte, &keys)
        }
    }

    /// Decodes a byte of an answer of the terminal (OSC, DCS …), which ends with BEL or ESC \. Control-C ends an answer
    /// whose end was lost. No answer begins with a letter or a space: those mean that a person pressed Alt and the
    /// first byte, and continued to type.
    private mutating func inString(_ byte: UInt8, _ start: StringStart, _ afterEscape: Bool, _ keys: inout [Key]) {
        if held.isEmpty, !afterEscape, byte == 0x20 || (0x41...0x5A).contains(byte & 0xDF) {
            state = .ground
            keys.append(start.typed)
            return ground(byte, &keys)
        }
        guard byte == 0x07 || byte == 0x03 || (afterEscape && byte == 0x5C) else {
            if byte != 0x1B, held.count < Self.answerBytesMax { held.append(byte) }
            state = .string(start, afterEscape: byte == 0x1B)
            return
        }
        if start.isCommand, byte != 0x03, let isLight = TerminalBackground.isLight(held) {
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

    /// Appends the first bytes of a paste to the keys, with LF as the line ends, and drops them from the held bytes.
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

    /// Returns the number of bytes up to the last whole character, so that a paste in parts splits no character.
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
