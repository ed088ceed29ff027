/// A matcher that decides whether a line is a token of a kind, in one notation. It remembers only the open parts of the
/// file and the language.
protocol TokenMatching {
    /// The language of the keywords.
    var dialect: Dialect { get set }

    /// Returns the line as a token of a kind; nil if it is none. The end of the file is not a line and never matches.
    mutating func match(_ kind: TokenKind, _ line: SourceLine) -> GherkinToken?
}

/// The matcher for `.feature` files.
struct TokenMatcher: TokenMatching {
    var dialect: Dialect
    private var fence = DocStringFence()

    init(dialect: Dialect) { self.dialect = dialect }

    mutating func match(_ kind: TokenKind, _ line: SourceLine) -> GherkinToken? {
        switch kind {
        case .endOfFile:
            return nil
        case .empty:
            return line.isEmpty ? GherkinToken(kind: kind, line: line, location: line.start) : nil
        case .comment:
            guard line.starts(with: "#") else { return nil }
            return GherkinToken(kind: kind, line: line, location: line.start, text: String(line.text))
        case .language:
            return Self.language(line).map { GherkinToken(kind: kind, line: line, location: line.location, text: $0) }
        case .tagLine:
            guard line.starts(with: "@") else { return nil }
            let (tags, complaint) = line.tags()
            return GherkinToken(kind: kind, line: line, location: line.location, tags: tags, complaint: complaint)
        case .featureLine, .ruleLine, .backgroundLine, .scenarioLine, .examplesLine:
            return title(kind, line)
        case .stepLine:
            guard let keyword = dialect.steps.first(where: { line.starts(with: $0.text) }) else { return nil }
            return GherkinToken(
                kind: kind, line: line, location: line.location, keyword: keyword.text, keywordType: keyword.type,
                text: line.rest(after: keyword.text))
        case .docStringSeparator:
            return fence.token(line, opening: ["\"\"\"", "```"].first { line.starts(with: $0) })
        case .tableRow:
            guard line.starts(with: "|") else { return nil }
            return GherkinToken(kind: kind, line: line, location: line.location, cells: line.cells())
        case .other:
            return GherkinToken(
                kind: kind, line: line, location: line.start,
                text: unescaped(line.text(removingIndent: fence.indent)))
        }
    }

    private func title(_ kind: TokenKind, _ line: SourceLine) -> GherkinToken? {
        guard let keyword = dialect.titles(kind).first(where: { line.startsTitle($0) }) else { return nil }
        return GherkinToken(
            kind: kind, line: line, location: line.location, keyword: keyword, text: line.rest(after: keyword + ":")
        )
    }

    /// Returns the code in a line `# language: en`, in which white space is optional. Returns nil for other lines.
    static func language(_ line: SourceLine) -> String? {
        guard line.starts(with: "#") else { return nil }
        let body = Substring(line.trimmed.utf8.dropFirst()).trimmingGherkinSpace()
        guard body.utf8.starts(with: "language".utf8) else { return nil }
        let rest = Substring(body.utf8.dropFirst("language".utf8.count)).trimmingGherkinSpace()
        guard rest.utf8.first == UInt8(ascii: ":") else { return nil }
        let name = Substring(rest.utf8.dropFirst()).trimmingGherkinSpace()
        let isName = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || $0 == "_")
        }
        return isName && !name.isEmpty ? String(name) : nil
    }

    /// Returns a text with escaped separators of the open doc string replaced by the separators.
    private func unescaped(_ text: Substring) -> String {
        guard let open = fence.open else { return String(text) }
        let escaped = open.unicodeScalars.reduce(into: "") { $0 += "\\\($1)" }
        return String(text).replacingBytes(of: escaped, with: open)
    }
}

extension String {
    /// Returns this text with every occurrence of another text replaced. Texts are compared in UTF-8.
    package func replacingBytes(of piece: String, with replacement: String) -> String {
        let bytes = Array(utf8)
        let wanted = Array(piece.utf8)
        guard let first = wanted.first, bytes.contains(first) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if bytes[position] == first, bytes[position...].starts(with: wanted) {
                result.append(contentsOf: replacement.utf8)
                position += wanted.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
