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
