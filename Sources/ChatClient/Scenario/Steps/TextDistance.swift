import ChatProtocol

/// How far two texts are from each other, in the letters that must be changed.
enum TextDistance {
    /// Longer texts are compared up to here: the cost is the product of both lengths.
    private static let lettersMax = 160

    /// The changed letters' share of the longer text: 0 for the same text, 1 where nothing is alike. Nil where one is
    /// empty, or where the lengths alone say that they are not alike.
    static func share(of left: String, _ right: String) -> Double? {
        let left = Array(left.unicodeScalars.prefix(lettersMax))
        let right = Array(right.unicodeScalars.prefix(lettersMax))
        let longer = max(left.count, right.count)
        guard !left.isEmpty, !right.isEmpty, abs(left.count - right.count) * 2 <= longer else { return nil }
        return Double(Spelling.distance(left, right)) / Double(longer)
    }
}
