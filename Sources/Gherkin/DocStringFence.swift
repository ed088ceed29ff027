/// The separator of the doc string that is open, and how far its lines are indented.
struct DocStringFence {
    private(set) var open: String?
    private(set) var indent = 0

    /// The line as the end of the doc string that is open, or else as the beginning of one; nil if it is neither.
    ///
    /// - Parameter opening: The separator with which the line would begin one.
    mutating func token(_ line: SourceLine, opening: @autoclosure () -> String?) -> GherkinToken? {
        let isEnd = open != nil
        guard let separator = open ?? opening(), line.starts(with: separator) else { return nil }
        (open, indent) = isEnd ? (nil, 0) : (separator, line.indent)
        return GherkinToken(
            kind: .docStringSeparator, line: line, location: line.location, keyword: separator,
            text: isEnd ? "" : line.rest(after: separator))
    }
}
