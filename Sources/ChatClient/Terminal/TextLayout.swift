/// Cutting, padding and wrapping of clean text by columns.
package enum TextLayout {
    /// The text if it fits, else as much as leaves room for `…`.
    package static func truncate(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        if text.utf8.count <= columns || TextWidth.columns(of: text) <= columns { return text }
        return prefix(text, columns: columns - 1) + "…"
    }

    /// The text cut or filled with spaces to exactly so many columns.
    package static func pad(_ text: String, to columns: Int) -> String {
        let cut = truncate(text, to: columns)
        return cut + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: cut)))
    }

    /// The longest start of the text that takes no more than so many columns.
    package static func prefix(_ text: String, columns: Int) -> String {
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            used += TextWidth.columns(of: text[end])
            if used > columns { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    /// Lines of at most so many columns, broken at spaces where there are any; a longer word behind a `/`, `?`,
    /// `&` or `-`, and where it has none, anywhere.
    ///
    /// Line ends of the text are kept; spaces at a break are not. There is always at least one line.
    package static func wrap(_ text: String, to columns: Int) -> [String] {
        let columns = max(2, columns)
        var lines: [String] = []
        for line in CleanText.lines(text) { wrapLine(line, columns, &lines) }
        return lines.isEmpty ? [""] : lines
    }

    /// The same in so many lines at the most; what does not fit ends the last of them in `…`.
    package static func wrapped(_ text: String, to columns: Int, rows: Int) -> [String] {
        let lines = wrap(text, to: columns)
        guard lines.count > rows else { return lines }
        let rest = lines[(rows - 1)...].joined(separator: " ")
        return lines[..<(rows - 1)] + [truncate(rest, to: columns)]
    }

    private static func wrapLine(_ text: String, _ columns: Int, _ lines: inout [String]) {
        var line = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let width = TextWidth.columns(of: word)
            if used > 0, used + 1 + width > columns {
                lines.append(line)
                (line, used) = ("", 0)
            } else if used > 0 {
                line += " "
                used += 1
            }
            guard used + width > columns else {
                line += word
                used += width
                continue
            }
            // What is too long for any line begins one.
            var rest = word
            while let end = breakIndex(in: rest, columns) {
                lines.append(String(rest[..<end]))
                rest = rest[end...]
            }
            line += rest
            used = TextWidth.columns(of: rest)
        }
        lines.append(line)
    }

    /// Where a word is broken that is longer than a line: behind the last sign that parts an address, else where the
    /// line is full. Nil where all of it fits.
    private static func breakIndex(in word: Substring, _ columns: Int) -> Substring.Index? {
        var used = 0
        var end = word.startIndex
        var sign: Substring.Index?
        while end < word.endIndex {
            let character = word[end]
            used += TextWidth.columns(of: character)
            let next = word.index(after: end)
            if used > columns { return sign ?? (end > word.startIndex ? end : next) }
            // Not within or behind the `://`, which would leave a line of nothing else.
            let isDoubled = character == "/" && (word[..<end].last == "/" || word[next...].first == "/")
            if "/?&-".contains(character), !isDoubled { sign = next }
            end = next
        }
        return nil
    }
}
