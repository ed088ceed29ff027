/// Text from the network, made safe for cells: nothing in it can move the cursor, colour, reorder or break a line.
///
/// Controls are dropped, so that no escape sequence survives. So are marks that change the reading direction, invisible
/// characters outside of emoji, and everything after the sixteenth scalar of a grapheme. A line or paragraph separator
/// becomes a space, and so does a tab unless the caller keeps tabs. A private-use character becomes U+FFFD, because its
/// width is unknown.
package enum CleanText {
    private static let scalarsMax = 16

    /// Returns the text as one line.
    ///
    /// - Parameter keepsTabs: True if tabs stay: for text that is stored, sent or printed, not put into cells.
    package static func line(_ text: some StringProtocol, keepsTabs: Bool = false) -> String {
        if isPlain(text) { return String(text) }
        var cleaned = ""
        for character in text {
            if keepsTabs, character == "\t" { cleaned.append(character) } else { append(character, to: &cleaned) }
        }
        return cleaned
    }

    /// True if the text needs no cleaning, and each of its scalars is a grapheme of its own.
    static func isPlain(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }

    /// True if the scalar is visible and joins no other scalar, so that it never needs cleaning.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        // Latin letters; dashes and quotes; arrows, lines and dingbats; kana, ideographs; pictures.
        case 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2190...0x27BF, 0x3041...0x3096, 0x4E00...0x9FFF,
            0x1F400...0x1F64F:
            true
        default: false
        }
    }

    /// Returns the lines of the text, cut at line ends of any kind.
    ///
    /// - Parameter keepsTabs: As in ``line(_:keepsTabs:)``.
    package static func lines(_ text: some StringProtocol, keepsTabs: Bool = false) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line($0, keepsTabs: keepsTabs) }
    }

    /// Returns a name with a space in place of each line break, as it is sent to the server.
    package static func withoutBreaks(_ name: String) -> String {
        name.contains(where: \.isNewline) ? String(name.map { $0.isNewline ? " " : $0 }) : name
    }

    private static func append(_ character: Character, to cleaned: inout String) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return }
        if character.isNewline || character == "\t" {
            cleaned.append(" ")
            return
        }
        let isFlag = first.value == 0x1F3F4
        var kept = String.UnicodeScalarView()
        for scalar in scalars.prefix(scalarsMax) {
            if let scalar = safe(scalar, joins: !kept.isEmpty, isFlag: isFlag) { kept.append(scalar) }
        }
        cleaned.unicodeScalars.append(contentsOf: kept)
    }

    private static func safe(_ scalar: Unicode.Scalar, joins: Bool, isFlag: Bool) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20...0x7E: return scalar
        case 0x200C, 0x200D, 0xFE00...0xFE0F: return joins ? scalar : nil
        case 0xE0020...0xE007F: return joins && isFlag ? scalar : nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate: return nil
        case .lineSeparator, .paragraphSeparator: return " "
        case .privateUse: return "\u{FFFD}"
        case .nonspacingMark, .enclosingMark: return joins ? scalar : nil
        default: return scalar.properties.isDefaultIgnorableCodePoint ? nil : scalar
        }
    }
}
