/// How many columns of a terminal a text takes.
///
/// Terminals agree about plain letters and ideographs (UAX #11). About grapheme clusters (UAX #29) they do not: some
/// count scalar by scalar, some give a cluster what its first scalar takes, some know a few kinds of emoji. Where a
/// count is too small, the next letter is written over the end of a cluster, and the end is lost; where it is too
/// large, a gap shows. So a cluster of letters takes what the terminal takes that counts each scalar: every letter
/// and every spacing mark (Mc) counts, nonspacing marks do not. An emoji takes two columns however many scalars it
/// has (UTS #51): what a terminal draws beyond that is the same picture in parts. `ScreenDiff` sees to the rest.
package enum TextWidth {
    /// The columns of one grapheme; 0 of one that shows nothing, 2 of an emoji, and more of a conjunct of letters.
    package static func columns(of character: Character) -> Int {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return 0 }
        guard scalars.next() != nil else { return columns(of: first) }
        if isEmoji(character.unicodeScalars, first) { return 2 }
        return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of a text in one line.
    package static func columns(of text: some StringProtocol) -> Int {
        // Nearly every text is ASCII that shows, a column each.
        let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        guard isPlain != true else { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of a scalar that stands by itself.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
        // Frames and blocks, of which a screen is full.
        if (0x2500...0x259F).contains(scalar.value) { return 1 }
        if isZero(scalar) { return 0 }
        return WideRanges.contain(scalar.value) || isRegional(scalar) ? 2 : 1
    }

    /// Whether the scalars are one picture: a flag, or an emoji with a selector, a keycap, a skin tone, tags or joined
    /// pictures. Not an emoji with the text selector (FE0E): UAX #11 leaves it the width of its base.
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
        // Vowels and finals of Hangul go into the syllable that their initial begins.
        default: return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
        }
    }
}
