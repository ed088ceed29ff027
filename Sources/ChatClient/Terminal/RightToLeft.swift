/// Right-to-left sequences in a line of left-to-right text.
///
/// A terminal that reorders text by the bidirectional algorithm (UAX #9) takes a row for one paragraph. A Hebrew name
/// would then reorder the time or the name next to it. Isolates keep each sequence in its own cells. A terminal that
/// does not reorder text ignores them, because they have no width.
package enum RightToLeft {
    /// FIRST STRONG ISOLATE, which begins an isolated sequence.
    static let isolate: Unicode.Scalar = "\u{2068}"
    /// POP DIRECTIONAL ISOLATE, which ends an isolated sequence.
    static let pop: Unicode.Scalar = "\u{2069}"

    /// The role of a cell or grapheme in a sequence.
    enum Role {
        /// A letter of a right-to-left script.
        case letter
        /// Any other character that can be inside a sequence: digits, marks, signs.
        case neutral
        /// A space: a single one can separate two words of a sequence.
        case space
        /// A left-to-right letter or a part of a frame, which ends a sequence.
        case end
    }

    /// Returns the text with each right-to-left sequence in an isolate.
    package static func isolating(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isLetter) else { return text }
        let characters = Array(text)
        var isolated = ""
        var place = 0
        for sequence in sequences(in: characters.map(role)) {
            isolated += String(characters[place..<sequence.lowerBound])
            isolated.unicodeScalars.append(isolate)
            isolated += String(characters[sequence])
            isolated.unicodeScalars.append(pop)
            place = sequence.upperBound
        }
        return isolated + String(characters[place...])
    }

    /// Returns the ranges of the sequences: each begins and ends with a letter.
    static func sequences(in roles: some Sequence<Role>) -> [Range<Int>] {
        var sequences: [Range<Int>] = []
        var start: Int?
        var end = 0
        var spaces = 0
        func close() {
            if let start { sequences.append(start..<end) }
            start = nil
        }
        for (place, role) in roles.enumerated() {
            spaces = role == .space ? spaces + 1 : 0
            switch role {
            case .letter:
                start = start ?? place
                end = place + 1
            case .end: close()
            case .space where spaces > 1: close()
            case .neutral, .space: break
            }
        }
        close()
        return sequences
    }

    static func role(of character: Character) -> Role {
        character.unicodeScalars.first.map(role(of:)) ?? .neutral
    }

    static func role(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        case 0x20: return .space
        case 0x41...0x5A, 0x61...0x7A, 0x2500...0x25FF: return .end
        case ..<0xAA: return .neutral
        default:
            if isLetter(scalar) { return .letter }
            return scalar.properties.isAlphabetic ? .end : .neutral
        }
    }

    /// True for the blocks of right-to-left scripts (DerivedBidiClass.txt, R and AL by default).
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x590: false
        case 0x590...0x8FF, 0xFB1D...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}

extension Grid {
    /// Returns the columns of the right-to-left sequences in a row of cells.
    func rightToLeft(inRow row: Int) -> [Range<Int>] {
        let cells = cells[row * size.columns..<(row + 1) * size.columns]
        func first(_ cell: PackedCell) -> Unicode.Scalar {
            if !cell.isCluster { return Unicode.Scalar(cell.grapheme) ?? " " }
            return cell.character(clusters).unicodeScalars.first ?? " "
        }
        guard cells.contains(where: { $0.grapheme >= 0x590 && RightToLeft.isLetter(first($0)) }) else { return [] }
        return RightToLeft.sequences(
            in: cells.lazy.map { $0.isTail ? RightToLeft.Role.neutral : RightToLeft.role(of: first($0)) })
    }
}
