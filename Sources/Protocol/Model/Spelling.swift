/// Words that somebody may have meant.
public enum Spelling {
    /// The word that takes the fewest letters to be made of what was written; nil if none is near.
    public static func nearest(to text: String, among words: [String]) -> String? {
        let scored = words.map { (word: $0, distance: distance(Array(text.utf8), Array($0.utf8))) }
        return scored.filter { $0.distance * 3 <= max(text.utf8.count, $0.word.utf8.count) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var previous = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (byte == other ? 0 : 1)
                current.append(min(replaced, current[column] + 1, previous[column + 1] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
