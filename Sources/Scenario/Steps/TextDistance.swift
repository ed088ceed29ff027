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

/// Comparison of words by their English forms and with typing errors.
enum WordForm {
    /// Returns true if the words are equal, differ by typing errors, or are forms of the same word: `edits` and
    /// `edited`.
    static func isSame(_ wanted: String, _ word: String) -> Bool {
        if wanted == word { return true }
        let left = Array(wanted.unicodeScalars.prefix(32))
        let right = Array(word.unicodeScalars.prefix(32))
        let (shorter, longer) = (min(left.count, right.count), max(left.count, right.count))
        let stem = zip(left, right).prefix { $0 == $1 }.count
        if stem >= 3, isEnding(left[stem...], behind: left[stem - 1]), isEnding(right[stem...], behind: left[stem - 1])
        {
            return true
        }
        let slips = longer < 10 ? 1 : 2
        return shorter >= 4 && left[0] == right[0] && longer - shorter <= slips
            && Spelling.distance(left, right) <= slips
    }

    /// Returns true if the rest of a word after its stem is an ending. The last letter of the stem can be doubled.
    private static func isEnding(_ rest: ArraySlice<Unicode.Scalar>, behind last: Unicode.Scalar) -> Bool {
        let rest = rest.count > 2 && rest.first == last ? rest.dropFirst() : rest
        return ["", "s", "es", "d", "e", "ed", "ing", "y", "ies", "ied"].contains {
            Array($0.unicodeScalars)[...] == rest
        }
    }
}

/// The edit distance between two sequences with custom costs.
enum EditDistance {
    /// Returns the distances between all prefixes of both sequences. The last one is that of the whole sequences.
    ///
    /// - Parameters:
    ///   - left: The first sequence.
    ///   - right: The second sequence.
    ///   - less: The cost of leaving out an element of the first sequence.
    ///   - more: The cost of inserting an element of the second sequence.
    ///   - other: The cost of replacing the first element by the second; nil if that is impossible.
    /// - Complexity: O(n·m) in the lengths.
    static func rows<Left, Right>(
        _ left: [Left], _ right: [Right], less: (Left) -> Int, more: (Right) -> Int, other: (Left, Right) -> Int?
    ) -> [[Int]] {
        var rows = [right.reduce(into: [0]) { $0.append(($0.last ?? 0) + more($1)) }]
        for (previous, thing) in left.enumerated() {
            let above = rows[previous]
            let less = less(thing)
            var current = [above[0] + less]
            for (column, wanted) in right.enumerated() {
                let apart = min(current[column] + more(wanted), above[column + 1] + less)
                current.append(min(apart, other(thing, wanted).map { above[column] + $0 } ?? apart))
            }
            rows.append(current)
        }
        return rows
    }
}
