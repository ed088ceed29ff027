/// A line of a file, and the readings of it that need no context.
///
/// All prefixes are compared in UTF-8, because a combining mark after a `|` would hide the bar in a comparison of
/// characters.
struct SourceLine {
    /// The number of the line, from 1.
    let number: Int
    /// The line without its line end.
    let text: Substring
    /// The number of scalars of white space at the beginning.
    let indent: Int
    /// The text from the first scalar that is not white space.
    let trimmed: Substring
}

extension SourceLine {
    init(number: Int, text: Substring) {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !$0.isGherkinSpace } ?? scalars.endIndex
        self.init(
            number: number, text: text, indent: scalars.distance(from: scalars.startIndex, to: start),
            trimmed: text[start...])
    }

    var isEmpty: Bool { trimmed.isEmpty }

    /// The location of the first scalar that is not white space.
    var location: Location { Location(line: number, column: indent + 1) }

    /// The location of the beginning of the line, in column 1.
    var start: Location { Location(line: number, column: 1) }

    /// Returns true if the trimmed line begins with a keyword and a colon.
    func startsTitle(_ keyword: String) -> Bool {
        starts(with: keyword) && trimmed.utf8.dropFirst(keyword.utf8.count).first == UInt8(ascii: ":")
    }

    func starts(with prefix: String) -> Bool {
        trimmed.utf8.starts(with: prefix.utf8)
    }

    /// Returns the text after a prefix, trimmed.
    func rest(after prefix: String) -> String {
        String(Substring(trimmed.utf8.dropFirst(prefix.utf8.count)).trimmingGherkinSpace())
    }

    /// Returns the line with at most `amount` scalars of its indentation removed.
    func text(removingIndent amount: Int) -> Substring {
        guard amount <= indent else { return trimmed }
        return Substring(text.unicodeScalars.dropFirst(amount))
    }

    /// Returns the tags of a tag line, and a complaint if one of them contains white space.
    func tags() -> (tags: [Tag], complaint: Complaint?) {
        let scalars = withoutComment().unicodeScalars
        var tags: [Tag] = []
        var start = scalars.startIndex
        var column = indent + 1
        // One tag more than a whole file may have suffices to refuse the file.
        while start < scalars.endIndex, tags.count <= GherkinLimits.nodes {
            let next = scalars[start...].dropFirst().firstIndex(of: "@") ?? scalars.endIndex
            let name = Substring(scalars[start..<next]).trimmingGherkinSpace()
            let place = Location(line: number, column: column)
            if name.unicodeScalars.contains(where: \.isGherkinSpace) {
                return (tags, Complaint(place, "A tag may not contain whitespace"))
            }
            tags.append(Tag(location: place, name: String(name)))
            column += scalars.distance(from: start, to: next)
            start = next
        }
        return (tags, nil)
    }

    /// Returns the comment of a tag line: a `#` that follows white space, and the text after it.
    func remarkBehindTags() -> String {
        let count = withoutComment().utf8.count
        return String(Substring(trimmed.utf8.dropFirst(count)).trimmingGherkinSpace())
    }

    /// Returns the trimmed line up to a `#` that follows white space.
    private func withoutComment() -> Substring {
        let scalars = trimmed.unicodeScalars
        var previousIsSpace = false
        for index in scalars.indices {
            if previousIsSpace, scalars[index] == "#" {
                return trimmed[..<index].trimmingGherkinSpace()
            }
            previousIsSpace = scalars[index].isGherkinSpace
        }
        return trimmed.trimmingGherkinSpace()
    }
}

extension Unicode.Scalar {
    /// True if the scalar is white space for the official parsers. ASCII is decided without the Unicode tables.
    package var isGherkinSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension Substring {
    /// Returns the text without white space at both ends, or with `atStart` false only at its end. With
    /// `keepingLineFeeds`, a line feed counts as text.
    func trimmingGherkinSpace(keepingLineFeeds: Bool = false, atStart: Bool = true) -> Substring {
        var view = unicodeScalars
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isGherkinSpace && !(keepingLineFeeds && scalar == "\n")
        }
        while atStart, let first = view.first, isSpace(first) { view.removeFirst() }
        while let last = view.last, isSpace(last) { view.removeLast() }
        return Substring(view)
    }
}

extension SourceLine {
    /// Returns the cells of a table row: the texts between two bars. The text after the last bar is not a cell.
    func cells() -> [TableCell] {
        var cells: [TableCell] = []
        var cell = String.UnicodeScalarView()
        var isInside = false
        var column = indent
        var start = column
        var escaped = false
        // One cell more than a whole file may have suffices to refuse the file.
        for scalar in trimmed.unicodeScalars where cells.count <= GherkinLimits.nodes {
            column += 1
            if escaped {
                escaped = false
                append(escape: scalar, to: &cell)
                continue
            }
            switch scalar {
            case "\\":
                escaped = true
            case "|":
                if isInside { cells.append(finished(cell, startingAt: start)) }
                isInside = true
                cell = String.UnicodeScalarView()
                start = column + 1
            default:
                cell.append(scalar)
            }
        }
        return cells
    }

    /// Appends an escaped scalar. The escapes are `\|`, `\n` and `\\`; any other backslash is text.
    private func append(escape scalar: Unicode.Scalar, to cell: inout String.UnicodeScalarView) {
        switch scalar {
        case "n": cell.append("\n")
        case "|", "\\": cell.append(scalar)
        default:
            cell.append("\\")
            cell.append(scalar)
        }
    }

    private func finished(_ cell: String.UnicodeScalarView, startingAt column: Int) -> TableCell {
        let lead = cell.prefix { $0.isGherkinSpace && $0 != "\n" }.count
        let value = Substring(String(cell)).trimmingGherkinSpace(keepingLineFeeds: true)
        return TableCell(
            location: Location(line: number, column: column + lead), value: String(value))
    }
}

/// The conversion of bytes to lines.
package enum Source {
    /// Returns the text of a file without its byte order mark.
    ///
    /// - Throws: ``SyntaxErrors`` if the bytes are not UTF-8.
    package static func text(of bytes: [UInt8]) throws(SyntaxErrors) -> String {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let body = hasMark ? bytes[3...] : bytes[...]
        if let text = String(validating: body, as: UTF8.self) { return text }
        throw SyntaxErrors([Complaint(firstInvalid(in: body), "the file is not UTF-8")])
    }

    /// Returns the lines of a text. The empty text after a final line feed is not a line.
    static func lines(of text: String) -> Lines { Lines(text) }

    /// A sequence that creates each line on demand, so that a file of line feeds needs no more memory than its bytes. A
    /// copy can look ahead.
    struct Lines: Sequence, IteratorProtocol {
        private var rest: Substring.UTF8View
        /// The number of lines returned so far.
        private(set) var count = 0

        init(_ text: String) {
            var body = Substring(text)
            if body.unicodeScalars.first == "\u{FEFF}" { body = Substring(body.unicodeScalars.dropFirst()) }
            rest = body.utf8
        }

        mutating func next() -> SourceLine? {
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex(of: 0x0A)
            let piece = rest[..<(end ?? rest.endIndex)]
            rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
            count += 1
            return SourceLine(
                number: count, text: Substring(piece.last == 0x0D ? piece.dropLast() : piece))
        }
    }

    /// Returns the location of the first byte that is not valid UTF-8.
    private static func firstInvalid(in bytes: ArraySlice<UInt8>) -> Location {
        var location = Location(line: 1, column: 1)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\n"): location = Location(line: location.line + 1, column: 1)
            case .scalarValue: location.column = (location.column ?? 0) + 1
            case .emptyInput, .error: return location
            }
        }
    }
}
