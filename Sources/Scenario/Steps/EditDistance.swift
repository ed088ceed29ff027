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
