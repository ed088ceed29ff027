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
