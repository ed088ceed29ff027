/// The number of columns that a text takes in a terminal.
///
/// Terminals agree on plain letters and ideographs (UAX #11). They disagree on grapheme clusters (UAX #29): some count
/// each scalar, some give a cluster the width of its first scalar, some know a few kinds of emoji. If a count is too
/// small, the next letter overwrites the end of a cluster. If it is too large, a gap shows. So a cluster of letters
/// takes the columns of a terminal that counts each scalar: every letter and every spacing mark (Mc) counts, nonspacing
/// marks do not. An emoji takes two columns, however many scalars it has (UTS #51): a terminal that uses more draws the
/// same picture in parts. `ScreenDiff` handles the differences that remain.
package enum TextWidth {
    /// Returns the columns of one grapheme: 0 if it is invisible, 2 for an emoji, and possibly more for a conjunct of
    /// letters.
    package static func columns(of character: Character) -> Int {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return 0 }
        guard scalars.next() != nil else { return columns(of: first) }
        if isEmoji(character.unicodeScalars, first) { return 2 }
        return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the columns of a text in one line.
    package static func columns(of text: some StringProtocol) -> Int {
        // Nearly every text is printable ASCII, one column for each byte.
        let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        guard isPlain != true else { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the columns of a scalar that is a grapheme of its own.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
        // Frames and blocks, which fill much of a screen.
        if (0x2500...0x259F).contains(scalar.value) { return 1 }
        if isZero(scalar) { return 0 }
        return WideRanges.contain(scalar.value) || isRegional(scalar) ? 2 : 1
    }

    /// True if the scalars are one picture: a flag, or an emoji with a selector, a keycap, a skin tone, tags or joined
    /// pictures. False for an emoji with the text selector (FE0E), which keeps the width of its base (UAX #11).
    static func isEmoji(_ scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar) -> Bool {
        if isRegional(first) { return true }
        guard first.properties.isEmoji else { return false }
        var isJoined = false
        for scalar in scalars.dropFirst() {
            switch scalar.value {
            case 0xFE0F, 0xE0020...0xE007F: return true
            case 0x1F3FB...0x1F3FF where first.properties.isEmojiModifierBase: return true
            default: if isJoined, scalar.properties.isEmoji { return true }
            }
            isJoined = scalar.value == 0x200D
        }
        return false
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .format, .lineSeparator, .paragraphSeparator:
            return scalar.value != 0xAD
        // The vowels and finals of Hangul are part of the syllable that their initial begins.
        default: return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
        }
    }
}
