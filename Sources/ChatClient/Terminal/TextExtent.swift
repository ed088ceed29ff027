/// How many columns terminals may give to one grapheme, where they differ.
///
/// tmux 3.3a, as its cursor reports tell, counts letters one by one and knows joiners, but neither selectors nor skin
/// tones (र्म is 2, 👍🏽 is 4, ❤️ is 1, 🏳️‍🌈 is 1). Terminals that count by graphemes give none of these more than 2, and
/// one that is older than an emoji gives it 1.
struct TextExtent: Equatable {
    /// What the grid counts.
    let columns: Int
    /// The fewest that a terminal may use: what is left over shows what was there before.
    let least: Int
    /// The most that a terminal may use: what lies behind is written over.
    let most: Int
    /// Whether every terminal's cursor stands behind `columns` after it.
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
        // Some terminals give the later letters of a syllable of Hangul a column, too.
        most = max(columns, scalars.reduce(0) { $0 + max(TextWidth.columns(of: $1), Self.isJamo($1) ? 1 : 0) })
    }

    /// Whether a scalar may be narrow where it should be wide: pictures, of which every Unicode has more, and signs that
    /// became wide in Unicode 16.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x231A, 0x3000...0x4DBF, 0x4E00...0x1D2FF: false
        case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376, 0x1F000...0x1FAFF: true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// Whether a scalar is a letter of a syllable of Hangul, which terminals may join with the next.
    private static func isJamo(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FF: true
        default: false
        }
    }
}

extension Character {
    /// An emoji in the colour that it has without a modifier; a modifier alone stays.
    var withoutSkinTones: String {
        guard unicodeScalars.count > 1 else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isEmojiModifier }))
    }
}
