/// One line of a file, and the readings of it that need no context.
///
/// All prefixes are compared in UTF-8: as Characters, a combining mark after a `|` would hide the bar.
struct SourceLine {
    /// Counted from 1.
    let number: Int
    /// Without its line ending.
    let text: Substring
    /// How many scalars of white space it begins with.
    let indent: Int
    /// From the first scalar that is not white space.
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

    /// Where its text begins.
    var location: Location { Location(line: number, column: indent + 1) }

    /// Where the line itself begins.
    var start: Location { Location(line: number, column: 1) }

    /// Whether it begins with a keyword and a colon.
    func startsTitle(_ keyword: String) -> Bool {
        starts(with: keyword) && trimmed.utf8.dropFirst(keyword.utf8.count).first == UInt8(ascii: ":")
    }

    func starts(with prefix: String) -> Bool {
        trimmed.utf8.starts(with: prefix.utf8)
    }

    /// What follows a prefix, trimmed.
    func rest(after prefix: String) -> String {
        String(Substring(trimmed.utf8.dropFirst(prefix.utf8.count)).trimmingGherkinSpace())
    }

    /// The line with up to so much indentation taken away.
    func text(removingIndent amount: Int) -> Substring {
        guard amount <= indent else { return trimmed }
        return Substring(text.unicodeScalars.dropFirst(amount))
    }

    /// The tag names on a tag line, with the complaint if one of them has white space in it.
    func tags() -> (tags: [Tag], complaint: Complaint?) {
        let scalars = withoutComment().unicodeScalars
        var tags: [Tag] = []
        var start = scalars.startIndex
        var column = indent + 1
        // More than a whole file may have is enough to refuse it.
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

    /// On a tag line, the `#` that follows white space and all behind it.
    func remarkBehindTags() -> String {
        let count = withoutComment().utf8.count
        return String(Substring(trimmed.utf8.dropFirst(count)).trimmingGherkinSpace())
    }

    /// The line up to a `#` that follows white space.
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
    /// White space as the official parsers see it; ASCII is decided without a look at the tables.
    package var isGherkinSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension Substring {
    /// Without white space at both ends; with `keepingLineFeeds`, a line feed counts as text.
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
