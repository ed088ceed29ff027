/// The difference between two texts: the lines of both, and the lines of only one.
struct TextDifference {
    enum Line: Hashable {
        case both(String)
        case expected(String)
        case actual(String)
    }

    /// The largest number of lines that are compared. The cost is the product of both lengths.
    static let linesMax = 400

    /// The lines from the top; expected lines precede the actual lines in the same place.
    let lines: [Line]

    /// Compares two texts. Nil if a comparison would not help: one of them has at most one line, they have no line in
    /// common, or one has too many lines.
    init?(expected: [String], actual: [String]) {
        guard min(expected.count, actual.count) > 1, max(expected.count, actual.count) <= Self.linesMax,
            !Set(expected).isDisjoint(with: actual)
        else { return nil }
        lines = Self.lines(expected, actual)
    }

    /// Returns the difference by the longest common subsequence of lines.
    private static func lines(_ expected: [String], _ actual: [String]) -> [Line] {
        var lengths = Array(repeating: Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
        for row in expected.indices.reversed() {
            for column in actual.indices.reversed() {
                lengths[row][column] =
                    expected[row] == actual[column]
                    ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        var result: [Line] = []
        var (row, column) = (0, 0)
        while row < expected.count || column < actual.count {
            if row < expected.count, column < actual.count, expected[row] == actual[column] {
                result.append(.both(expected[row]))
                (row, column) = (row + 1, column + 1)
            } else if row < expected.count,
                column == actual.count || lengths[row + 1][column] >= lengths[row][column + 1]
            {
                result.append(.expected(expected[row]))
                row += 1
            } else {
                result.append(.actual(actual[column]))
                column += 1
            }
        }
        return result
    }
}
