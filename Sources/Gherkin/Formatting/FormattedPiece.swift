/// A line of a file on its way to the layout, without its indentation.
struct FormattedPiece {
    /// What a line is to the layout.
    enum Content {
        /// At most one of these stands in a row.
        case blank
        /// A blank line in the middle of a description, which is part of it.
        case blankProse
        case comment(String)
        case language(String)
        case tags(String)
        case title(String)
        case step(String)
        case row(TableLayout.Row)
        case separator(String)
        /// A line of a doc string, without the indentation of its separator.
        case quoted(Substring)
        /// A line of a description, and how deep it was indented.
        case prose(Substring, indent: Int)
    }

    var content: Content
    /// In columns; nil for what stands where its neighbours stand.
    var indent: Int?

    var isBlank: Bool {
        if case .blank = content { true } else { false }
    }

    var isComment: Bool {
        if case .comment = content { true } else { false }
    }

    var isTags: Bool {
        if case .tags = content { true } else { false }
    }

    /// Whether it is a heading or what belongs on top of a file: below it a blank line is a matter of taste.
    var isHead: Bool {
        switch content {
        case .title, .language: true
        case .blank, .blankProse, .comment, .tags, .step, .row, .separator, .quoted, .prose: false
        }
    }

    var isTitle: Bool {
        if case .title = content { true } else { false }
    }
}

/// Takes the tokens of a file and says of each what it is to the layout, and how deep it stands.
struct FormattedPieces {
    private(set) var pieces: [FormattedPiece] = []
    private var isInRule = false
    private var titleIndent = 0
    private var scenarioIndent = 2
    private var isInDocString = false
    private var separatorIndent = 0
    private var isInStep = false

    /// Columns of one level.
    static let step = 2

    private var childIndent: Int { titleIndent + Self.step }
    private var argumentIndent: Int { isInStep ? childIndent + Self.step : childIndent }

    mutating func add(_ token: GherkinToken) {
        let line = token.line
        switch token.kind {
        case .endOfFile: break
        case .empty: addBlank()
        case .comment: add(.comment(line.trimmedText), nil)
        case .language: add(.language("# language: \(token.text)"), 0)
        case .tagLine: add(.tags(Self.tags(token)), nil)
        case .featureLine, .ruleLine, .backgroundLine, .scenarioLine, .examplesLine: open(token)
        case .stepLine:
            isInStep = true
            let isParted = token.keyword.utf8.last == 0x20 || !line.hasSpace(behind: token.keyword)
            add(.step(token.keyword + (isParted || token.text.isEmpty ? "" : " ") + token.text), childIndent)
        case .docStringSeparator: addSeparator(token)
        case .tableRow: add(.row(TableLayout.Row(line)), argumentIndent)
        case .other: addText(token)
        }
    }

    private mutating func add(_ content: FormattedPiece.Content, _ indent: Int?) {
        pieces.append(FormattedPiece(content: content, indent: indent))
    }

    private mutating func addBlank() {
        guard let last = pieces.last, !last.isBlank else { return }
        add(.blank, nil)
    }

    private mutating func open(_ token: GherkinToken) {
        isInStep = false
        switch token.kind {
        case .ruleLine:
            isInRule = true
            titleIndent = Self.step
        case .backgroundLine, .scenarioLine:
            scenarioIndent = isInRule ? 2 * Self.step : Self.step
            titleIndent = scenarioIndent
        case .examplesLine: titleIndent = scenarioIndent + Self.step
        case .featureLine, .endOfFile, .empty, .comment, .language, .tagLine, .stepLine, .docStringSeparator,
            .tableRow, .other:
            titleIndent = 0
        }
        add(.title("\(token.keyword):\(token.text.isEmpty ? "" : " " + token.text)"), titleIndent)
    }

    private mutating func addSeparator(_ token: GherkinToken) {
        isInDocString.toggle()
        separatorIndent = token.line.indent
        // What stands behind a closing separator means nothing, and is kept.
        add(.separator(isInDocString ? token.keyword + token.text : token.line.trimmedText), argumentIndent)
    }

    private mutating func addText(_ token: GherkinToken) {
        let line = token.line
        if isInDocString {
            add(.quoted(line.text(removingIndent: separatorIndent)), argumentIndent)
        } else if line.isEmpty {
            add(.blankProse, nil)
        } else {
            add(.prose(line.text.trimmingGherkinSpace(atStart: false), indent: line.indent), childIndent)
        }
    }

    private static func tags(_ token: GherkinToken) -> String {
        let remark = token.line.remarkBehindTags()
        return (token.tags.map(\.name) + (remark.isEmpty ? [] : [remark])).joined(separator: " ")
    }
}

extension SourceLine {
    /// Without white space at its ends.
    fileprivate var trimmedText: String { String(trimmed.trimmingGherkinSpace()) }

    /// Whether white space stands behind the keyword that it begins with.
    fileprivate func hasSpace(behind keyword: String) -> Bool {
        Substring(trimmed.utf8.dropFirst(keyword.utf8.count)).unicodeScalars.first?.isGherkinSpace ?? false
    }
}
