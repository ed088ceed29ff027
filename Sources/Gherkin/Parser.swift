/// A parser that follows the official grammar. A line that is not allowed in its place becomes a complaint and is
/// skipped, so that one run finds several.
struct Parser<Matcher: TokenMatching> {
    private var lines: Source.Lines
    private var state = ParserState.start {
        didSet { if state != oldValue { expected = state.expected } }
    }
    private var expected = ParserState.start.expected
    private var matcher: Matcher
    private var builder: DocumentBuilder
    private var complaints: [Complaint] = []
    /// True if a line was refused because of the tags above it, and no line was accepted since.
    private var isLostBehindTags = false
    private var nodesLeft = GherkinLimits.nodes
    private let onToken: ((GherkinToken) -> Void)?

    /// - Parameter onToken: receives every accepted token, in order.
    init(lines: Source.Lines, matcher: Matcher, onToken: ((GherkinToken) -> Void)? = nil) {
        self.lines = lines
        self.matcher = matcher
        self.onToken = onToken
        builder = DocumentBuilder(dialect: matcher.dialect)
    }

    /// Parses the whole document.
    ///
    /// - Throws: ``SyntaxErrors`` with all complaints, or with the first ``GherkinLimits/errors`` of them.
    mutating func document() throws(SyntaxErrors) -> GherkinDocument {
        while let line = lines.next() {
            try read(line)
            try takeTableComplaints()
        }
        if !expected.contains(.endOfFile) {
            try complain(
                Complaint(
                    Location(line: lines.count + 1), "unexpected end of file, expected: \(expectation)"))
        }
        builder.finish()
        try takeTableComplaints()
        guard complaints.isEmpty else { throw SyntaxErrors(complaints) }
        return builder.document
    }

    private mutating func read(_ line: SourceLine) throws(SyntaxErrors) {
        // No kind before `.empty` in the order of expectation matches an empty line.
        if line.isEmpty, expected.contains(.empty) {
            onToken?(GherkinToken(kind: .empty, line: line, location: line.start))
            return
        }
        for kind in expected {
            guard let token = matcher.match(kind, line) else { continue }
            try count(token)
            onToken?(token)
            if token.kind != .comment, token.kind != .tagLine { isLostBehindTags = false }
            try accept(token)
            return
        }
        let quoted = line.trimmed.trimmingGherkinSpace().unicodeScalars
        let shown = String(Substring(quoted.prefix(GherkinLimits.quotedLine)))
        let mark = quoted.dropFirst(GherkinLimits.quotedLine).isEmpty ? "" : "…"
        try complain(Complaint(line.location, "expected: \(expectation), got '\(shown)\(mark)'"))
    }

    /// Counts the nodes of a token, because a node needs many times the memory of its text.
    ///
    /// - Throws: ``SyntaxErrors`` if the file has more than ``GherkinLimits/nodes`` nodes.
    private mutating func count(_ token: GherkinToken) throws(SyntaxErrors) {
        guard token.kind != .empty, token.kind != .other else { return }
        nodesLeft -= 1 + token.tags.count + token.cells.count
        guard nodesLeft < 0 else { return }
        try complain(
            Complaint(
                token.line.location, "the file has more than \(GherkinLimits.nodes) steps, cells, tags and comments")
        )
        throw SyntaxErrors(complaints)
    }

    private mutating func accept(_ token: GherkinToken) throws(SyntaxErrors) {
        switch token.kind {
        case .endOfFile, .empty:
            break
        case .comment:
            builder.add(token)
            if case .heading(let section) = state { state = .description(section) }
        case .language:
            try accept(language: token)
        case .tagLine:
            let owner = tagOwner()
            if let complaint = token.complaint { try complain(complaint) }
            builder.add(tags: token.tags)
            state = .tags(owner)
        case .featureLine: open(.feature, token)
        case .ruleLine: open(.rule, token)
        case .backgroundLine: open(.background, token)
        case .scenarioLine: open(.scenario, token)
        case .examplesLine: open(.examples, token)
        case .stepLine:
            builder.openStep(token)
            state = .step(state.section ?? .scenario)
        case .docStringSeparator: accept(separator: token)
        case .tableRow: accept(row: token)
        case .other: accept(text: token)
        }
    }

    private mutating func open(_ section: Section, _ token: GherkinToken) {
        builder.open(section, token)
        state = .heading(section)
    }

    /// Sets the language of the keywords. An unknown one ends the parsing, because all following lines would become
    /// complaints.
    private mutating func accept(language token: GherkinToken) throws(SyntaxErrors) {
        state = .afterLanguage
        guard let dialect = Dialect(code: token.text) else {
            try complain(Complaint(token.line.location, "Language not supported: \(token.text)"))
            throw SyntaxErrors(complaints)
        }
        matcher.dialect = dialect
        builder.dialect = dialect
    }

    private mutating func accept(separator token: GherkinToken) {
        switch state {
        case .docString(let section, let afterTable):
            builder.closeDocString()
            state = .docStringClosed(section, afterTable: afterTable)
        case .table(let section, _):
            builder.openDocString(token)
            state = .docString(section, afterTable: true)
        case .start, .afterLanguage, .tags, .heading, .description, .step, .docStringClosed, .examplesTable:
            builder.openDocString(token)
            state = .docString(state.section ?? .scenario, afterTable: false)
        }
    }

    private mutating func accept(row token: GherkinToken) {
        builder.add(row: token)
        switch state {
        case .step(let section): state = .table(section, afterDocString: false)
        case .docStringClosed(let section, _): state = .table(section, afterDocString: true)
        case .heading, .description: state = .examplesTable
        case .start, .afterLanguage, .tags, .table, .docString, .examplesTable: break
        }
    }

    private mutating func accept(text token: GherkinToken) {
        switch state {
        case .docString:
            builder.add(docString: token.text)
        case .heading(let section):
            builder.add(description: token)
            state = .description(section)
        case .start, .afterLanguage, .tags, .description, .step, .table, .docStringClosed, .examplesTable:
            builder.add(description: token)
        }
    }

    /// Returns the owner of the tags, which follows from the first line below that is not a tag, a comment or empty.
    private func tagOwner() -> TagOwner {
        if case .tags(let owner) = state { return owner }
        guard let section = state.section else { return .feature }
        var (ahead, reader) = (lines, matcher)
        while let next = ahead.next() {
            if [.empty, .comment, .tagLine].contains(where: { reader.match($0, next) != nil }) { continue }
            let canHaveExamples = section == .scenario || section == .examples
            if canHaveExamples, reader.match(.examplesLine, next) != nil { return .examples }
            return reader.match(.scenarioLine, next) != nil ? .scenario : .rule
        }
        return .rule
    }

    private var expectation: String {
        expected.map(\.rawValue).joined(separator: ", ")
    }

    private mutating func takeTableComplaints() throws(SyntaxErrors) {
        for complaint in builder.takeComplaints() { try complain(complaint) }
    }

    private mutating func complain(_ complaint: Complaint) throws(SyntaxErrors) {
        guard !complaints.contains(complaint) else { return }
        var complaint = complaint
        complaint.isConsequence = isLostBehindTags
        if case .tags = state { isLostBehindTags = true }
        complaints.append(complaint)
        if complaints.count >= GherkinLimits.errors { throw SyntaxErrors(complaints) }
    }
}

/// A part of a file that has a heading and a description.
enum Section: Hashable, Sendable {
    case feature, background, scenario, examples, rule
}

/// The part of a file that the current tags belong to.
enum TagOwner: Hashable, Sendable {
    case feature, scenario, examples, rule
}

/// A state of the parser in the grammar.
///
/// The official grammar generates about fifty states. Most of them are the same few states for each section, so they
/// are written by hand here.
enum ParserState: Hashable, Sendable {
    case start
    case afterLanguage
    case tags(TagOwner)
    case heading(Section)
    case description(Section)
    case step(Section)
    case table(Section, afterDocString: Bool)
    case docString(Section, afterTable: Bool)
    case docStringClosed(Section, afterTable: Bool)
    case examplesTable

    /// The kinds of the next line that are allowed, in the order in which the parser tries them and a complaint lists
    /// them.
    var expected: [TokenKind] {
        switch self {
        case .start: [.endOfFile, .language, .tagLine, .featureLine, .comment, .empty]
        case .afterLanguage, .tags(.feature): [.tagLine, .featureLine, .comment, .empty]
        case .tags(.scenario): [.tagLine, .scenarioLine, .comment, .empty]
        case .tags(.examples): [.tagLine, .examplesLine, .comment, .empty]
        case .tags(.rule): [.tagLine, .ruleLine, .comment, .empty]
        case .heading(let section):
            [.endOfFile, .empty, .comment] + Self.children(of: section) + [.other]
        case .description(let section):
            [.endOfFile, .comment] + Self.children(of: section) + [.other]
        case .step(let section):
            [.endOfFile, .tableRow, .docStringSeparator] + Self.children(of: section) + [.comment, .empty]
        case .table(let section, let afterDocString):
            [.endOfFile, .tableRow] + (afterDocString ? [] : [.docStringSeparator])
                + Self.children(of: section) + [.comment, .empty]
        case .docString: [.docStringSeparator, .other]
        case .docStringClosed(let section, let afterTable):
            [.endOfFile] + (afterTable ? [] : [.tableRow]) + Self.children(of: section) + [.comment, .empty]
        case .examplesTable: [.endOfFile] + Self.children(of: .examples) + [.comment, .empty]
        }
    }

    /// The section of the current steps and their arguments; nil outside a section.
    var section: Section? {
        switch self {
        case .start, .afterLanguage, .tags: nil
        case .heading(let section), .description(let section), .step(let section): section
        case .table(let section, _), .docString(let section, _), .docStringClosed(let section, _): section
        case .examplesTable: .examples
        }
    }

    /// Returns the kinds of lines that can follow in a section or end it.
    private static func children(of section: Section) -> [TokenKind] {
        switch section {
        case .feature, .rule: [.backgroundLine, .tagLine, .scenarioLine, .ruleLine]
        case .background: [.stepLine, .tagLine, .scenarioLine, .ruleLine]
        case .scenario: [.stepLine, .tagLine, .examplesLine, .scenarioLine, .ruleLine]
        case .examples: [.tableRow, .tagLine, .examplesLine, .scenarioLine, .ruleLine]
        }
    }
}
