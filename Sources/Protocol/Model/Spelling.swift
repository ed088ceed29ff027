/// Words that somebody may have meant.
public enum Spelling {
    /// The word that takes the fewest letters to be made of what was written; nil if none is near.
    public static func nearest(to text: String, among words: [String]) -> String? {
        let scored = words.map { (word: $0, distance: distance(Array(text.unicodeScalars), Array($0.unicodeScalars))) }
        return scored.filter { $0.distance * 3 <= max(text.unicodeScalars.count, $0.word.unicodeScalars.count) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    /// How many letters must be put in, left out or replaced to make one of the other.
    /// - Complexity: O(n·m) in the lengths: whoever compares texts of others bounds them first.
    public static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (letter == other ? 0 : 1)
                current.append(min(replaced, current[column] + 1, previous[column + 1] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
