import ChatProtocol

/// The emoji by their names: for `:name:` in sent texts, for completion and for the picker.
enum EmojiNames {
    /// An emoji with one of its names.
    struct Named: Equatable, Sendable {
        /// The name, with `_` between its words.
        var name: String
        var emoji: String
    }

    /// All names: the common ones first, then Unicode's.
    private static let all: [Named] = {
        let words = EmojiTable.text.split(whereSeparator: \.isWhitespace).map(String.init)
        let common = stride(from: 0, to: words.count - 1, by: 2).map { Named(name: words[$0], emoji: words[$0 + 1]) }
        let ranges: [ClosedRange<UInt32>] = [0x231A...0x23FF, 0x2600...0x27BF, 0x2B1B...0x2B55, 0x1F300...0x1FAFF]
        return common
            + ranges.joined().compactMap { value in
                guard let scalar = Unicode.Scalar(value), scalar.properties.isEmojiPresentation,
                    !scalar.properties.isEmojiModifier, let name = scalar.properties.name
                else { return nil }
                return Named(name: name.lowercased().replacing(" ", with: "_"), emoji: String(scalar))
            }
    }()

    private static let emoji = Dictionary(all.map { ($0.name, $0.emoji) }) { first, _ in first }

    /// Returns the emoji of a name; nil for an unknown name.
    static func emoji(named name: some StringProtocol) -> String? { emoji[name.lowercased()] }

    /// Returns the emoji of a text of the form `:name:`; nil for any other text.
    static func emoji(of text: String) -> String? {
        guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":") else { return nil }
        return emoji(named: text.dropFirst().dropLast())
    }

    /// Returns the emoji with a name that contains these words or beginnings of words, without duplicates.
    ///
    /// The exact name comes first, then names with this beginning, then the others. Within each group, the common names
    /// come first.
    static func fitting(_ text: String) -> [Named] {
        let wanted = SearchWords.folded(text).split { $0 == "_" || $0.isWhitespace }
        guard !wanted.isEmpty else { return [] }
        let beginning = wanted.joined(separator: "_")
        let ranked = all.enumerated().compactMap { index, named -> (rank: Int, index: Int)? in
            if named.name == beginning { return (0, index) }
            if named.name.hasPrefix(beginning) { return (1, index) }
            let words = named.name.split(separator: "_")
            return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } } ? (2, index) : nil
        }
        return once(ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { all[$0.index] })
    }

    /// The most used emoji.
    static let common = once(Array(all.prefix(80)))

    private static func once(_ named: [Named]) -> [Named] {
        var known: Set<String> = []
        return named.filter { known.insert($0.emoji.filter { $0 != "\u{FE0F}" }).inserted }
    }

    // MARK: In texts

    /// Returns the text with each `:name:` replaced by its emoji.
    ///
    /// Unknown names stay. So do names in an address, between backticks, or next to a letter or digit (10:30:45).
    static func replaced(in text: String) -> String {
        guard text.contains(":") else { return text }
        var (replaced, rest) = ("", text[...])
        var last: Character = " "
        while let character = rest.first {
            if character == "`", let code = code(at: rest) {
                replaced += code
                (rest, last) = (rest[code.endIndex...], "`")
            } else if last.isWhitespace, let address = address(at: rest) {
                replaced += address
                (rest, last) = (rest[address.endIndex...], "a")
            } else if character == ":", last != ":", !last.isLetter, !last.isNumber, let (emoji, end) = named(at: rest)
            {
                replaced += emoji
                (rest, last) = (rest[end...], "`")
            } else {
                replaced.append(character)
                rest.removeFirst()
                last = character
            }
        }
        return replaced
    }

    /// Returns the code at the beginning of the text: it ends with as many backticks as it begins with. Nil if it does
    /// not end.
    private static func code(at text: Substring) -> Substring? {
        let marks = text.prefix { $0 == "`" }
        var rest = text[marks.endIndex...]
        while let next = rest.firstIndex(of: "`") {
            let closing = rest[next...].prefix { $0 == "`" }
            if closing.count == marks.count { return text[..<closing.endIndex] }
            rest = rest[closing.endIndex...]
        }
        return nil
    }

    /// Returns the word at the beginning of the text if it contains an address; nil if not.
    private static func address(at text: Substring) -> Substring? {
        let word = text.prefix { !$0.isWhitespace }
        return word.contains("://") ? word : nil
    }

    /// Returns the emoji whose name is between colons at the beginning of the text, and the end of the name; nil if
    /// there is none.
    private static func named(at text: Substring) -> (emoji: String, end: Substring.Index)? {
        let name = text.dropFirst().prefix(64).prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0))
        }
        guard text[name.endIndex...].first == ":", let emoji = emoji(named: name) else { return nil }
        let end = text.index(after: name.endIndex)
        guard let next = text[end...].first else { return (emoji, end) }
        return next.isLetter || next.isNumber ? nil : (emoji, end)
    }
}
