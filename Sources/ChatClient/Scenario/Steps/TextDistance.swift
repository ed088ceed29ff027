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
        return Double(distance(left, right)) / Double(longer)
    }

    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (letter == other ? 0 : 1)
                current.append(min(replaced, min(current[column], previous[column + 1]) + 1))
            }
            previous = current
        }
        return previous.last ?? 0
    }
}
