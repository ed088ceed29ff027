/// A path in a command, and the text after it. As in a shell, a path with spaces is in quotes, or has backslashes
/// before them. Terminals write the path of a dropped file in one of these ways.
package struct TypedPath: Equatable {
    /// The path without quotes and backslashes.
    package let path: String
    /// The text after the path.
    package let rest: String
    /// True if the path begins with a quote.
    package let isQuoted: Bool

    private static let quotes: Set<Character> = ["'", "\""]

    /// Reads the path at the beginning of a text.
    ///
    /// - Throws: A `SlashCommand.Mistake` if the path is empty or its closing quote is missing.
    package init(_ text: String) throws(SlashCommand.Mistake) {
        try self.init(text[...]) { $0.isWhitespace }
    }

    /// Reads a text that is a path. Without quotes, its spaces need no backslashes.
    ///
    /// - Throws: A `SlashCommand.Mistake` if the path is empty, its closing quote is missing, or text follows it.
    package init(whole text: String) throws(SlashCommand.Mistake) {
        try self.init(text[...]) { _ in false }
        guard rest.isEmpty else { throw SlashCommand.Mistake(text: "There is text after the path in quotes") }
    }

    private init(_ text: Substring, endsAt isEnd: (Character) -> Bool) throws(SlashCommand.Mistake) {
        var (path, left) = ("", text)
        isQuoted = text.first.map(Self.quotes.contains) == true
        while let next = left.first {
            let behind = left.dropFirst()
            if next == "\\", let escaped = behind.first {
                path.append(escaped)
                left = behind.dropFirst()
            } else if isQuoted, Self.quotes.contains(next) {
                guard let end = behind.firstIndex(of: next) else {
                    throw SlashCommand.Mistake(text: "The closing quote of the path is missing")
                }
                path += behind[..<end]
                left = behind[end...].dropFirst()
            } else if isQuoted || isEnd(next) {
                // After the quotes, only further quotes and backslashes belong to the path.
                break
            } else {
                path.append(next)
                left = behind
            }
        }
        guard !path.isEmpty else { throw SlashCommand.Mistake(text: "The path is empty") }
        self.path = path
        rest = String(left).trimmed
    }
}
