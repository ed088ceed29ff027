/// The separator of the open doc string, if any, and the indentation of its line.
struct DocStringFence {
    private(set) var open: String?
    private(set) var indent = 0

    /// Returns the line as the end of the open doc string, or as the beginning of a doc string; nil if it is neither.
    ///
    /// - Parameter opening: the separator with which the line would begin a doc string; nil for none.
    mutating func token(_ line: SourceLine, opening: @autoclosure () -> String?) -> GherkinToken? {
        let isEnd = open != nil
        guard let separator = open ?? opening(), line.starts(with: separator) else { return nil }
        (open, indent) = isEnd ? (nil, 0) : (separator, line.indent)
        return GherkinToken(
            kind: .docStringSeparator, line: line, location: line.location, keyword: separator,
            text: isEnd ? "" : line.rest(after: separator))
    }
}
