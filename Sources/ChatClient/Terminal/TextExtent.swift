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
