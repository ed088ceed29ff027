/// What checks complain of: what was expected, and beside it what is there.
extension Troupe {
    /// Fails unless it is so.
    static func expect(
        _ isSo: Bool, or complaint: String, expected: String?, actual: @autoclosure () -> String?
    ) throws(StepFailure) {
        if !isSo { throw StepFailure(complaint, expected: expected, actual: actual()) }
    }

    /// Fails unless both are the same.
    static func expect(_ actual: String?, is expected: String, or complaint: String) throws(StepFailure) {
        try expect(actual == expected, or: complaint, expected: expected, actual: actual ?? "(nothing)")
    }

    /// Fails unless both are the same; the complaint ends in `something else`.
    static func expect(_ actual: String?, is expected: String, _ what: String) throws(StepFailure) {
        try expect(actual, is: expected, or: "\(what) something else")
    }

    /// Fails unless the text is one of them, or where it should be none, if it is.
    static func expect(
        _ texts: [String], has text: String, _ isThere: Bool = true, or complaint: String
    ) throws(StepFailure) {
        try expect(
            texts.contains(text) == isThere, or: complaint, expected: isThere ? text : "no \(text)",
            actual: list(texts))
    }

    /// Fails if there is any.
    static func expectNone(
        _ texts: [String], or complaint: String, expected: String = "(nothing)"
    ) throws(StepFailure) {
        try expect(texts.isEmpty, or: complaint, expected: expected, actual: list(texts))
    }

    /// Fails unless there are that many.
    static func expect(_ texts: [String], count: Int, or complaint: String) throws(StepFailure) {
        try expect(
            texts.count == count, or: complaint, expected: "\(count)", actual: "\(texts.count):\n" + list(texts))
    }

    /// Fails unless the rows are those of the step's doc string, in which … stands for anything.
    static func expect(_ rows: [String], areThoseOf step: StepArguments, or complaint: String) throws(StepFailure) {
        let pattern = ScreenPattern.lines(try step.docString())
        try expect(
            ScreenPattern.matches(pattern, rows), or: complaint, expected: pattern.joined(separator: "\n"),
            actual: rows.joined(separator: "\n"))
    }

    /// Lines of a list, or that there are none.
    static func list(_ lines: [String]) -> String { lines.isEmpty ? "(nothing)" : lines.joined(separator: "\n") }
}
