/// Returns the text of a feature file in the standard layout, with the same meaning. A level has two columns, tables
/// are aligned, and comments are indented like the lines they describe. One blank line precedes each heading, unless it
/// is the first line below another heading.
///
/// Doc strings keep every character. A description is moved as a whole. The line ends are those of the first line.
/// - Parameter columns: returns the number of terminal columns that a cell takes.
/// - Throws: ``SyntaxErrors`` if the text does not parse, has more than ``GherkinLimits/formattedLines`` lines, would
///   exceed ``GherkinLimits/sourceBytes``, or cannot be formatted without a change of its meaning.
/// - Complexity: O(n) in the length of the text.
public func formatted(
    _ text: String, language: String = "en", columns: @escaping (String) -> Int = { $0.count }
) throws(SyntaxErrors) -> String {
    guard text.utf8.count(where: { $0 == 0x0A }) <= GherkinLimits.formattedLines else {
        throw SyntaxErrors([
            Complaint(Location(line: GherkinLimits.formattedLines + 1), "the file is too long to format")
        ])
    }
    var pieces = FormattedPieces()
    let document = try parse(text, language: language, notation: .plain) { pieces.add($0) }
    var formatter = Formatter(pieces.pieces, lineEnd: Formatter.lineEnd(of: text), columns: columns)
    let result = formatter.text()
    let start = Location(line: 1, column: 1)
    guard result.utf8.count <= GherkinLimits.sourceBytes else {
        throw SyntaxErrors([
            Complaint(start, "formatted, the file would be larger than \(GherkinLimits.sourceBytes) bytes")
        ])
    }
    // The result is parsed again, because an error of the formatter could stay unnoticed for a long time.
    guard try parse(result, language: language).meaning == document.meaning else {
        throw SyntaxErrors([Complaint(start, "the file cannot be formatted without a change of its meaning")])
    }
    return result
}

/// Writes the pieces of a file as text.
struct Formatter {
    private var pieces: [FormattedPiece]
    private let lineEnd: String
    private let columns: (String) -> Int
    private var output = ""

    init(_ pieces: [FormattedPiece], lineEnd: String, columns: @escaping (String) -> Int) {
        (self.pieces, self.lineEnd, self.columns) = (pieces, lineEnd, columns)
    }

    static func lineEnd(of text: String) -> String {
        guard let feed = text.utf8.firstIndex(of: 0x0A), feed > text.utf8.startIndex else { return "\n" }
        return text.utf8[text.utf8.index(before: feed)] == 0x0D ? "\r\n" : "\n"
    }

    /// Returns the text of the whole file.
    mutating func text() -> String {
        endDescriptions()
        placeBlanks()
        placeComments()
        var index = 0
        while index < pieces.count { write(from: &index) }
        return output
    }

    /// Turns the blank lines after the last line of a description into ordinary ones.
    private mutating func endDescriptions() {
        var isInside = false
        for index in pieces.indices.reversed() {
            switch pieces[index].content {
            case .prose: isInside = true
            case .blankProse: if !isInside { pieces[index].content = .blank }
            case .comment: break
            case .blank, .language, .tags, .title, .step, .row, .separator, .quoted: isInside = false
            }
        }
    }

    /// Inserts one blank line above each heading with its tags and comments. Removes blank lines below tags, and all
    /// but one of consecutive ones.
    private mutating func placeBlanks() {
        var leads = [Bool](repeating: false, count: pieces.count)
        for index in pieces.indices.reversed() {
            let next = index + 1 < pieces.count && leads[index + 1]
            leads[index] = pieces[index].isTitle || pieces[index].isTags || (pieces[index].isComment && next)
        }
        var result: [FormattedPiece] = []
        result.reserveCapacity(pieces.count)
        var wasLead = false
        for (index, piece) in pieces.enumerated() {
            let last = result.last
            if piece.isBlank {
                if let last, !last.isBlank, !last.isTags { result.append(piece) }
                continue
            }
            if let last, leads[index], !wasLead, !last.isBlank, !last.isHead {
                result.append(FormattedPiece(content: .blank, indent: nil))
            }
            result.append(piece)
            wasLead = leads[index] && !piece.isTitle
        }
        while result.last?.isBlank ?? false { result.removeLast() }
        pieces = result
    }

    /// Indents comments like the line below them. A comment that ends a section is indented like the section's lines.
    private mutating func placeComments() {
        var (next, isHeadNext, isParted) = (Int?.none, true, true)
        var end = pieces.count
        while end > 0 {
            let piece = pieces[end - 1]
            var start = end - 1
            if piece.isBlank {
                isParted = true
            } else if piece.isComment {
                while start > 0, pieces[start - 1].isComment { start -= 1 }
                let above = isParted && isHeadNext && start > 0 ? indent(closing: pieces[start - 1]) : nil
                for index in start..<end { pieces[index].indent = above ?? next ?? 0 }
            } else {
                isHeadNext = piece.isTitle || piece.isTags
                if let indent = piece.indent { next = indent } else { pieces[end - 1].indent = next }
                isParted = false
            }
            end = start
        }
    }

    /// Returns the indentation of a comment that ends a section, from the section's last piece: that of a step, or of
    /// the lines below a heading.
    private func indent(closing piece: FormattedPiece) -> Int? {
        switch piece.content {
        case .step, .prose: piece.indent
        case .title: piece.indent.map { $0 + FormattedPieces.step }
        case .row, .separator: piece.indent.map { $0 - FormattedPieces.step }
        case .blank, .blankProse, .comment, .language, .tags, .quoted: nil
        }
    }
}

extension Formatter {
    /// Writes the piece at an index, or the whole table or description that begins there, and advances the index.
    private mutating func write(from index: inout Int) {
        let piece = pieces[index]
        switch piece.content {
        case .blank, .blankProse: write("", indent: 0)
        case .comment(let text), .language(let text), .tags(let text), .title(let text), .step(let text),
            .separator(let text):
            write(text[...], indent: piece.indent ?? 0)
        case .quoted(let text): write(text, indent: text.isEmpty ? 0 : piece.indent ?? 0)
        case .row:
            writeTable(from: &index)
            return
        case .prose:
            writeDescription(from: &index)
            return
        }
        index += 1
    }

    private mutating func write(_ text: Substring, indent: Int) {
        output += String(repeating: " ", count: indent)
        output += text
        // If the text itself ends in a carriage return, another one before the line feed keeps it part of the text.
        output += text.utf8.last == 0x0D ? "\r\n" : lineEnd
    }

    private mutating func writeTable(from index: inout Int) {
        var table = TableLayout(columns: columns)
        var rows: [TableLayout.Row] = []
        var end = index
        for position in index..<pieces.count {
            if case .row(let row) = pieces[position].content {
                table.add(row)
                rows.append(row)
                end = position + 1
            } else if !pieces[position].isBlank, !pieces[position].isComment {
                break
            }
        }
        var lines = table.lines(rows)[...]
        while index < end {
            if case .row = pieces[index].content {
                write((lines.popFirst() ?? "")[...], indent: pieces[index].indent ?? 0)
                index += 1
            } else {
                write(from: &index)
            }
        }
    }

    private mutating func writeDescription(from index: inout Int) {
        var (end, least) = (index, Int.max)
        loop: for position in index..<pieces.count {
            switch pieces[position].content {
            case .prose(_, let indent):
                least = min(least, indent)
                end = position + 1
            case .blankProse, .blank, .comment: break
            case .language, .tags, .title, .step, .row, .separator, .quoted: break loop
            }
        }
        while index < end {
            if case .prose(let text, _) = pieces[index].content {
                write(Substring(text.unicodeScalars.dropFirst(least)), indent: pieces[index].indent ?? 0)
                index += 1
            } else {
                write(from: &index)
            }
        }
    }
}

extension GherkinDocument {
    /// The document without the parts that a layout may change: locations, the indentation of comments and
    /// descriptions, and white space at the end of their lines.
    var meaning: GherkinDocument {
        var result = self
        result.misspellings = []
        for index in result.comments.indices {
            result.comments[index].location = .nowhere
            result.comments[index].text = Self.trimmed(result.comments[index].text)
        }
        result.feature?.heading.forgetLayout()
        result.feature?.children = (feature?.children ?? []).map { child in
            switch child {
            case .background(let background): .background(Self.meaning(background))
            case .scenario(let scenario): .scenario(Self.meaning(scenario))
            case .rule(let rule): .rule(Self.meaning(rule))
            }
        }
        return result
    }

    private static func meaning(_ rule: Rule) -> Rule {
        var result = rule
        result.heading.forgetLayout()
        result.background = rule.background.map(meaning)
        result.scenarios = rule.scenarios.map(meaning)
        return result
    }

    private static func meaning(_ background: Background) -> Background {
        var result = background
        result.heading.forgetLayout()
        result.steps = background.steps.map(meaning)
        return result
    }

    private static func meaning(_ scenario: Scenario) -> Scenario {
        var result = scenario
        result.heading.forgetLayout()
        result.steps = scenario.steps.map(meaning)
        result.examples = scenario.examples.map { examples in
            var result = examples
            result.heading.forgetLayout()
            result.header = examples.header.map(meaning)
            result.rows = examples.rows.map(meaning)
            return result
        }
        return result
    }

    private static func meaning(_ step: Step) -> Step {
        var result = step
        result.location = .nowhere
        result.table?.location = .nowhere
        result.table?.rows = (step.table?.rows ?? []).map(meaning)
        result.docString?.location = .nowhere
        return result
    }

    private static func meaning(_ row: TableRow) -> TableRow {
        var result = row
        result.location = .nowhere
        for index in result.cells.indices { result.cells[index].location = .nowhere }
        return result
    }

    fileprivate static func trimmed(_ text: String) -> String { String(Substring(text).trimmingGherkinSpace()) }
}

extension Heading {
    fileprivate mutating func forgetLayout() {
        location = .nowhere
        for index in tags.indices { tags[index].location = .nowhere }
        let lines = description.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        description = lines.map { GherkinDocument.trimmed(String(Substring($0))) }.joined(separator: "\n")
    }
}

extension Location {
    fileprivate static var nowhere: Location { Location(line: 0) }
}
