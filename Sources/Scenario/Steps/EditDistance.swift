/// How much must be changed to make one row of things of another.
enum EditDistance {
    /// The distances of all beginnings of the one from all beginnings of the other; that of the whole stands last.
    ///
    /// - Parameters:
    ///   - less: What it costs that a thing of the one is left out.
    ///   - more: What it costs that a thing of the other is put in.
    ///   - other: What it costs that the first stands for the second; nil where it cannot.
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
