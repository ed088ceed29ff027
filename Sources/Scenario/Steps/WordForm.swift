import ChatProtocol

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
