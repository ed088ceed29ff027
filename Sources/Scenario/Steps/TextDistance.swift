import ChatProtocol

/// The distance between a text on the screen and the expected one.
enum TextDistance {
    /// The number of characters that are compared. The cost is the product of both lengths.
    private static let lettersMax = 160
    /// The largest share of both texts in which they can differ.
    private static let nearness = 0.42

    /// Returns the share of both texts in which they differ by words: 0 for equal texts. Nil if they are not near.
    /// Another answer to the same question does not count as a typing error, and neither does another link of the same
    /// app.
    static func between(_ wanted: String, _ shown: String) -> Double? {
        if wanted == shown { return 0 }
        let distance = isLink(wanted) || isLink(shown) ? ofLinks(wanted, shown) : ofWords(words(wanted), words(shown))
        return distance.flatMap { $0 < nearness ? $0 : nil }
    }

    private static func isLink(_ text: String) -> Bool { text.utf8.contains(sequence: "://") }

    private static func ofLinks(_ wanted: String, _ shown: String) -> Double? {
        let left = Array(wanted.unicodeScalars.prefix(lettersMax))
        let right = Array(shown.unicodeScalars.prefix(lettersMax))
        let isDigit = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
        guard isLink(wanted), isLink(shown), left.filter(isDigit) == right.filter(isDigit) else { return nil }
        let distance = Spelling.distance(left, right)
        let longer = max(left.count, right.count)
        return distance * 8 <= longer ? Double(distance) / Double(longer) : nil
    }

    /// Returns the words of a text. Symbols outside ASCII such as emoji are parts of words.
    private static func words(_ text: String) -> [String] {
        text.prefix(lettersMax).lowercased().split { !$0.isLetter && !$0.isNumber && $0.isASCII }.map(String.init)
    }

    /// Returns an edit distance over words. Each word counts by its letters, and another form of it counts less.
    private static func ofWords(_ wanted: [String], _ shown: [String]) -> Double? {
        let total = (wanted + shown).reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        // In quarters of letters: another form of a word costs a quarter of it.
        let rows = EditDistance.rows(wanted, shown, less: { 4 * $0.count }, more: { 4 * $0.count }) { word, other in
            WordForm.isSame(word, other) ? (word == other ? 0 : word.count) : nil
        }
        return Double(rows.last?.last ?? 0) / Double(4 * total)
    }
}
