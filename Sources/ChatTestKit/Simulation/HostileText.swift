import ChatProtocol

/// Texts that are dear for code that takes each character for one step: a few scalars, repeated, which join into one
/// character, are sorted when they are normalized, change their length when they are folded, or turn the direction.
enum HostileText {
    /// Scalars of which a unit is made, a row for each kind.
    private static let scalars: [[Unicode.Scalar]] = [
        ["a", " ", "\n", "/", "@", "“", "漢", "𠀀"],
        ["\u{301}", "\u{323}", "\u{5B0}", "\u{94D}", "\u{FE0F}", "\u{E0067}"],
        ["\u{200D}", "\u{600}", "\u{1100}", "\u{1161}", "🇩", "👩", "🏿"],
        ["ß", "ﬃ", "İ", "\u{E9}", "א", "\u{202E}", "\u{2066}"],
    ]

    /// A text of about so many bytes: a unit of one to four scalars, again and again.
    static func text(bytes: Int, _ chance: inout SplitMix64) -> String {
        var unit = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...4, using: &chance) {
            let row = scalars[Int.random(in: 0..<scalars.count, using: &chance)]
            unit.append(row[Int.random(in: 0..<row.count, using: &chance)])
        }
        return String(repeating: String(unit), count: max(1, bytes / unit.reduce(0) { $0 + UTF8.width($1) }))
    }
}
