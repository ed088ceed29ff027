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
        guard scalars.count > 1, let first = scalars.first else {
            let isCertain = scalars.first.map { !Self.isDisputed($0) } ?? true
            (self.isCertain, least, most) = (isCertain, isCertain ? columns : min(1, columns), columns)
            return
        }
        isCertain = false
        least = Self.isDisputed(first) || first.properties.isEmoji ? 1 : min(columns, TextWidth.columns(of: first))
        most = max(columns, scalars.reduce(0) { $0 + TextWidth.columns(of: $1) + (Self.isJamo($1) ? 1 : 0) })
    }

    /// Whether a scalar has no one width: pictures, which every Unicode has more of, and signs that became wide in
    /// Unicode 16.
    private static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x231A: return false
        case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376, 0x1F000...0x1FAFF: return true
        case 0x3000...0x3FFFF: return false
        default: return scalar.properties.isEmojiPresentation
        }
    }

    private static func isJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
}
