/// Texts that are expensive for code that expects a constant effort for each character. Examples are one character of
/// any length, marks that normalization sorts, and two spellings of the same text.
package struct HostileText: Sendable, CustomStringConvertible {
    /// The repeated part, and the description that a failed test shows.
    private let unit: String
    package let description: String

    private init(_ description: String, _ unit: String) { (self.description, self.unit) = (description, unit) }

    /// Returns a text of about the given number of bytes, with at least one repetition.
    package func text(bytes: Int) -> String { String(repeating: unit, count: max(1, bytes / unit.utf8.count)) }

    /// As many marks in a row as a request may have, of classes that normalization sorts.
    private static let marks = (0..<64).map { ["\u{301}", "\u{323}", "\u{5B0}", "\u{302}"][$0 % 4] }.joined()

    package static let all = [
        HostileText("letters with 64 marks each", "a" + marks),
        HostileText("one emoji of joined emoji", "👩\u{200D}"),
        HostileText("emoji of several scalars", "👩🏽‍❤️‍💋‍👨🏿"),
        HostileText("flags without a gap", "🇩"), HostileText("one cluster of Hangul initials", "\u{1100}"),
        HostileText("Hangul of single letters", "\u{1112}\u{1161}\u{11AB}"),
        HostileText("one word in two normal forms", "e\u{301}\u{E9}"),
        HostileText("one conjunct of Devanagari", "क\u{94D}"), HostileText("one cluster of prepended marks", "\u{600}"),
        HostileText("an emoji with variation selectors", "☺\u{FE0F}\u{FE0E}"),
        HostileText("a flag of tags", "🏴\u{E0067}\u{E0062}\u{E007F}"), HostileText("zero-width joiners", "\u{200D}"),
        HostileText("ideographs of two planes", "漢𠀀"), HostileText("letters that grow when they are folded", "ßﬃİ"),
        HostileText("a word without an end", "a"), HostileText("links", "https://a.example/?b=%41#c "),
        HostileText("half a link", "http://"), HostileText("mentions", "@bea "), HostileText("half a mention", "@be"),
        HostileText("quotes", "“a”"), HostileText("spaces", " "), HostileText("lines", "a\r\n\u{2028}\n"),
        HostileText("text of two directions", "אa"), HostileText("dots and slashes", "./"),
    ]
}
