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

/// The numbers of columns that different terminals give to one grapheme.
///
/// The cursor reports of tmux 3.3a show that it counts letters one by one. It knows joiners, but neither selectors nor
/// skin tones (र्म is 2, 👍🏽 is 4, ❤️ is 1, 🏳️‍🌈 is 1). Terminals that count by graphemes give each of these at most 2.
/// A terminal that is older than an emoji gives it 1.
struct TextExtent: Equatable {
    /// The number of columns in the grid.
    let columns: Int
    /// The fewest columns of any terminal. The rest of the cells then shows the text that was drawn before.
    let least: Int
    /// The most columns of any terminal. The cells after the grapheme are then overwritten.
    let most: Int
    /// True if the cursor of every terminal moves by `columns`.
    let isCertain: Bool

    init(_ character: Character) {
        let scalars = character.unicodeScalars
        columns = TextWidth.columns(of: character)
        let isAlone = scalars.count == 1
        guard let first = scalars.first, !isAlone || first.value >= 0x1100 else {
            (least, most, isCertain) = (columns, columns, true)
            return
        }
        let isPicture = Self.isPicture(first)
        isCertain = isAlone && !isPicture && !Self.isJamo(first)
        let mayBeNarrow = isPicture || (!isAlone && first.properties.isEmoji)
        least = min(columns, mayBeNarrow ? 1 : TextWidth.columns(of: first))
        // Some terminals also give the later letters of a Hangul syllable a column.
        most = max(columns, scalars.reduce(0) { $0 + max(TextWidth.columns(of: $1), Self.isJamo($1) ? 1 : 0) })
    }

    /// True if some terminals make a wide scalar narrow: pictures, which each version of Unicode adds, and signs that
    /// became wide in Unicode 16.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x231A, 0x3000...0x4DBF, 0x4E00...0x1D2FF: false
        case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376, 0x1F000...0x1FAFF: true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// True for a letter of a Hangul syllable, which terminals may join with the next letter.
    private static func isJamo(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FF: true
        default: false
        }
    }
}

extension Character {
    /// The emoji without its skin tone modifiers; a single modifier stays.
    var withoutSkinTones: String {
        guard unicodeScalars.count > 1 else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isEmojiModifier }))
    }
}

/// The scalars that take two columns: East Asian Width W and F of Unicode 17 (EastAsianWidth.txt, UAX #11).
/// Neighbouring ranges are joined if only unassigned scalars separate them.
enum WideRanges {
    static func contain(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }

    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653, 0x267F...0x267F, 0x268A...0x268F,
        0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE,
        0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD,
        0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50,
        0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DF2,
        0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
        0x1F191...0x1F19A, 0x1F200...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
        0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
        0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
        0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
        0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D8, 0x1F6DC...0x1F6DF,
        0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A,
        0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
