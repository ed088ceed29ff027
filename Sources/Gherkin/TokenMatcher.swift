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

/// The matcher for `.feature.md` files. Keywords are in headings (`## Scenario: a`) and in list items (`* Given b`),
/// and tags are in backticks. Tables are indented by two to five columns, and doc strings are fenced. All other lines
/// are prose, which is ignored.
struct MarkdownMatcher: TokenMatching {
    var dialect: Dialect
    private var hasFeature = false
    private var fence = DocStringFence()
    /// The fence of an open code block in the prose; nil for none.
    private var proseFence: String?

    init(dialect: Dialect) { self.dialect = dialect }

    mutating func match(_ kind: TokenKind, _ line: SourceLine) -> GherkinToken? {
        if kind == .empty { return prose(line) }
        guard proseFence == nil else { return nil }
        switch kind {
        case .endOfFile, .empty, .comment, .language: return nil
        case .tagLine: return tags(line)
        case .featureLine: return feature(line)
        case .ruleLine, .backgroundLine, .scenarioLine, .examplesLine: return title(kind, line)
        case .stepLine: return step(line)
        case .docStringSeparator: return fence.token(line, opening: Self.fence(line))
        case .tableRow: return row(line)
        case .other:
            // All text outside doc strings is prose. So there are no descriptions.
            guard fence.open != nil else { return nil }
            let text = String(line.text(removingIndent: fence.indent))
            return GherkinToken(kind: kind, line: line, location: line.start, text: text)
        }
    }

    /// Returns a token for a line that is only prose; nil for other lines. A code block that no step expects is prose
    /// up to its end.
    private mutating func prose(_ line: SourceLine) -> GherkinToken? {
        let token = GherkinToken(kind: .empty, line: line, location: line.start)
        if let fence = proseFence {
            if line.starts(with: fence) { proseFence = nil }
            return token
        }
        if let fence = Self.fence(line) {
            proseFence = fence
            return token
        }
        if line.isEmpty { return token }
        var reader = self
        let kinds: [TokenKind] = [
            .tagLine, .featureLine, .ruleLine, .backgroundLine, .scenarioLine, .examplesLine, .stepLine, .tableRow,
        ]
        return kinds.contains { reader.match($0, line) != nil } ? nil : token
    }

    /// Returns the heading of the feature. In a file that does not begin with one, the first line is the name.
    private mutating func feature(_ line: SourceLine) -> GherkinToken? {
        guard !hasFeature, !line.isEmpty else { return nil }
        hasFeature = true
        if let title = title(.featureLine, line) { return title }
        let name = String(line.trimmed.trimmingGherkinSpace())
        return GherkinToken(kind: .featureLine, line: line, location: line.location, text: name)
    }

    private func title(_ kind: TokenKind, _ line: SourceLine) -> GherkinToken? {
        let marks = line.text.utf8.prefix { $0 == 0x23 }.count
        guard line.indent == 0, (1...6).contains(marks) else { return nil }
        let body = line.withoutPrefix(marks)
        guard body.indent == marks + 1,
            let keyword = dialect.titles(kind).first(where: { body.startsTitle($0) })
        else { return nil }
        return GherkinToken(
            kind: kind, line: line, location: body.location, keyword: keyword,
            text: body.rest(after: keyword + ":"))
    }

    private func step(_ line: SourceLine) -> GherkinToken? {
        guard ["*", "+", "-"].contains(where: { line.starts(with: $0) }) else { return nil }
        let body = line.withoutPrefix(line.indent + 1)
        guard let keyword = dialect.steps.first(where: { $0.text != "* " && body.starts(with: $0.text) })
        else { return nil }
        return GherkinToken(
            kind: .stepLine, line: line, location: body.location, keyword: keyword.text,
            keywordType: keyword.type, text: body.rest(after: keyword.text))
    }

    /// Reads a line of tags, such as `` `@one` `@two` ``. Other text on the line is a remark.
    private func tags(_ line: SourceLine) -> GherkinToken? {
        guard line.starts(with: "`@") else { return nil }
        let pieces = line.trimmed.unicodeScalars.split(separator: "`", omittingEmptySubsequences: false)
        var (tags, column) = ([Tag](), line.indent + 1)
        var complaint: Complaint?
        for (index, piece) in pieces.enumerated() {
            if !index.isMultiple(of: 2), index < pieces.count - 1, piece.first == "@" {
                let place = Location(line: line.number, column: column)
                if piece.contains(where: \.isGherkinSpace), complaint == nil {
                    complaint = Complaint(place, "A tag may not contain whitespace")
                }
                tags.append(Tag(location: place, name: String(Substring(piece))))
            }
            column += piece.count + 1
        }
        guard !tags.isEmpty else { return nil }
        return GherkinToken(kind: .tagLine, line: line, location: line.location, tags: tags, complaint: complaint)
    }

    private func row(_ line: SourceLine) -> GherkinToken? {
        guard (2...5).contains(line.indent), line.starts(with: "|") else { return nil }
        let cells = line.cells()
        let isRule = cells.contains { Self.isRule($0.value) } && cells.allSatisfy { Self.isRule($0.value) }
        guard !isRule else { return nil }
        return GherkinToken(kind: .tableRow, line: line, location: line.location, keyword: "|", cells: cells)
    }

    /// Returns true for `---`, `:---` and `:---:`, the cells of the line below a table's header.
    private static func isRule(_ cell: String) -> Bool {
        var body = cell.utf8[...]
        if body.first == 0x3A { body = body.dropFirst() }
        if body.last == 0x3A { body = body.dropLast() }
        return !body.isEmpty && body.allSatisfy { $0 == 0x2D }
    }

    /// Returns the fence at the beginning of the line: three or more backticks. Returns nil if the line has none.
    private static func fence(_ line: SourceLine) -> String? {
        let ticks = line.trimmed.utf8.prefix { $0 == 0x60 }
        return ticks.count >= 3 ? String(Substring(ticks)) : nil
    }
}

extension SourceLine {
    /// Returns the line without a number of scalars at its beginning. The rest keeps its column.
    fileprivate func withoutPrefix(_ count: Int) -> SourceLine {
        let rest = SourceLine(number: number, text: Substring(text.unicodeScalars.dropFirst(count)))
        return SourceLine(number: number, text: text, indent: count + rest.indent, trimmed: rest.trimmed)
    }
}

/// The kind of a line. The raw values are the official names, which complaints contain.
enum TokenKind: String, Hashable, Sendable {
    case endOfFile = "#EOF"
    case empty = "#Empty"
    case comment = "#Comment"
    case language = "#Language"
    case tagLine = "#TagLine"
    case featureLine = "#FeatureLine"
    case ruleLine = "#RuleLine"
    case backgroundLine = "#BackgroundLine"
    case scenarioLine = "#ScenarioLine"
    case examplesLine = "#ExamplesLine"
    case stepLine = "#StepLine"
    case docStringSeparator = "#DocStringSeparator"
    case tableRow = "#TableRow"
    case other = "#Other"
}

/// A recognised line.
struct GherkinToken {
    let kind: TokenKind
    let line: SourceLine
    /// The beginning of the recognised text; column 1 if the whole line was recognised.
    let location: Location
    /// The keyword or separator at the beginning; empty if the line has none.
    var keyword = ""
    /// The type of a step's keyword; nil for other lines.
    var keywordType: KeywordType?
    /// The text after the keyword, trimmed. For a text line, the line itself.
    var text = ""
    /// The tags of a tag line.
    var tags: [Tag] = []
    /// The cells of a row.
    var cells: [TableCell] = []
    /// The error in a line that was recognised; nil if it has none.
    var complaint: Complaint?

    /// The token in the form of the official test data, such as `(4:5)StepLine:(Context)Given /a simple table/`.
    var description: String {
        let type = keywordType?.rawValue ?? ""
        let head = keyword.isEmpty ? "" : "(\(type))\(keyword)"
        let items =
            tags.map { "\($0.location.column ?? 0):\($0.name)" }
            + cells.map { "\($0.location.column ?? 0):\($0.value)" }
        return "(\(location))\(kind.rawValue.dropFirst()):\(head)/\(text)/\(items.joined(separator: ","))"
    }
}

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
