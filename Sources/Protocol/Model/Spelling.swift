/// Suggestions for misspelled words.
public enum Spelling {
    /// Returns the word with the smallest edit distance to the text; nil if none is near.
    ///
    /// A word is near if the distance is at most a third of the length of the longer text.
    public static func nearest(to text: String, among words: [String]) -> String? {
        let scored = words.map { (word: $0, distance: distance(Array(text.unicodeScalars), Array($0.unicodeScalars))) }
        return scored.filter { $0.distance * 3 <= max(text.unicodeScalars.count, $0.word.unicodeScalars.count) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    /// Returns the number of letters to insert, delete or replace to change one text into the other.
    ///
    /// - Complexity: O(n·m) in the lengths. Callers limit the length of text from clients.
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
