/// Two texts, line by line: what both have, and what only one has.
struct TextDifference {
    enum Line: Hashable {
        case both(String)
        case expected(String)
        case actual(String)
    }

    /// Longer texts are not compared: the cost is the product of both lengths.
    static let linesMax = 400

    /// From the top; what was expected stands before what was there instead.
    let lines: [Line]

    /// Nil where laying the texts over each other shows nothing: one of them is a single line, they have no line in
    /// common, or there are too many lines.
    init?(expected: [String], actual: [String]) {
        guard min(expected.count, actual.count) > 1, max(expected.count, actual.count) <= Self.linesMax,
            !Set(expected).isDisjoint(with: actual)
        else { return nil }
        lines = Self.lines(expected, actual)
    }

    /// By the longest sequence of lines that both have.
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
