/// A line of a file for the layout, without its indentation.
struct FormattedPiece {
    /// The kind of a line in the layout, with its text.
    enum Content {
        /// A blank line. Consecutive blank lines are reduced to one.
        case blank
        /// A blank line inside a description, which belongs to it.
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
        /// A line of a description, with its original indentation in columns.
        case prose(Substring, indent: Int)
    }

    var content: Content
    /// The indentation in columns; nil for a line that is indented like its neighbours.
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

    /// True if the piece is a heading or a language line. The layout inserts no blank line below it.
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

/// Turns the tokens of a file into pieces with their indentation.
struct FormattedPieces {
    private(set) var pieces: [FormattedPiece] = []
    private var isInRule = false
    private var titleIndent = 0
    private var scenarioIndent = 2
    private var isInDocString = false
    private var separatorIndent = 0
    private var isInStep = false

    /// The number of columns of one level of indentation.
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
        // Text after a closing separator has no meaning, and is kept.
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
    /// The text without white space at its ends.
    fileprivate var trimmedText: String { String(trimmed.trimmingGherkinSpace()) }

    /// Returns true if white space follows the keyword at the beginning of the line.
    fileprivate func hasSpace(behind keyword: String) -> Bool {
        Substring(trimmed.utf8.dropFirst(keyword.utf8.count)).unicodeScalars.first?.isGherkinSpace ?? false
    }
}

/// The layout of consecutive table rows, with the widths of their columns on a terminal.
struct TableLayout {
    /// A row in its written form, in which escapes are not resolved.
    struct Row {
        /// The texts between the bars, trimmed.
        var cells: [String] = []
        /// The text after the last bar, which is not a cell.
        var rest = ""

        init(_ line: SourceLine) {
            var current = String.UnicodeScalarView()
            var isEscaped = false
            for scalar in line.trimmed.unicodeScalars.dropFirst() {
                if scalar == "|", !isEscaped {
                    cells.append(Self.trimmed(current))
                    current = String.UnicodeScalarView()
                } else {
                    current.append(scalar)
                }
                isEscaped = scalar == "\\" && !isEscaped
            }
            rest = Self.trimmed(current)
        }

        private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
            String(Substring(String(scalars)).trimmingGherkinSpace())
        }
    }

    /// The maximum growth of a table by alignment, as a multiple of its size. Without this limit, one very long cell
    /// above a million short ones would need all of the memory.
    private static let growthMax = 8
    /// The total width of all rows, in columns, up to which a table is always aligned.
    private static let alwaysAligned = 16_384

    private let columns: (String) -> Int
    private var widths: [Int] = []
    private var rows = 0
    private var size = 0

    init(columns: @escaping (String) -> Int) { self.columns = columns }

    mutating func add(_ row: Row) {
        for (index, cell) in row.cells.enumerated() {
            if index == widths.count { widths.append(0) }
            widths[index] = max(widths[index], columns(cell))
            size += cell.utf8.count + 3
        }
        size += row.rest.utf8.count + 2
        rows += 1
    }

    private var isAligned: Bool {
        let (aligned, isTooLarge) = (widths.reduce(0) { $0 + $1 + 3 } + 2).multipliedReportingOverflow(by: rows)
        return !isTooLarge && aligned <= max(Self.alwaysAligned, size * Self.growthMax)
    }

    /// Returns the lines of rows that were added, without indentation.
    func lines(_ rows: [Row]) -> [String] {
        let isAligned = isAligned
        return rows.map { row in
            var text = "|"
            for (index, cell) in row.cells.enumerated() {
                let room = isAligned ? widths[index] - columns(cell) : 0
                let isNothing = cell.isEmpty && room == 0
                text += isNothing ? "  |" : " \(cell)\(String(repeating: " ", count: room)) |"
            }
            return row.rest.isEmpty ? text : text + " " + row.rest
        }
    }
}
