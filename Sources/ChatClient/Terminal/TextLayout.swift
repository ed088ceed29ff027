/// Truncates, pads and wraps clean text by columns.
package enum TextLayout {
    /// Returns the text if it fits, else its beginning and `…`.
    package static func truncate(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        if text.utf8.count <= columns || TextWidth.columns(of: text) <= columns { return text }
        return prefix(text, columns: columns - 1) + "…"
    }

    /// Returns the text if it fits, else `…` and its end.
    package static func end(of text: String, columns: Int) -> String {
        guard columns > 0 else { return "" }
        if TextWidth.columns(of: text) <= columns { return text }
        var (start, used) = (text.endIndex, 1)
        while start > text.startIndex {
            let before = text.index(before: start)
            used += TextWidth.columns(of: text[before])
            if used > columns { break }
            start = before
        }
        return "…" + text[start...]
    }

    /// Returns the text if it fits, else with its longest quote shortened, so that the words after a long name show. If
    /// it is still too long, its end is cut.
    package static func shorten(_ text: String, to columns: Int) -> String {
        truncate(shorteningQuote(text, to: columns), to: columns)
    }

    /// Returns the text if it fits, else with its longest quote shortened as far as necessary. The result can still be
    /// too long.
    package static func shorteningQuote(_ text: String, to columns: Int) -> String {
        let excess = TextWidth.columns(of: text) - columns
        guard excess > 0, let quote = longestQuote(in: text) else { return text }
        let width = TextWidth.columns(of: text[quote])
        let short = truncate(String(text[quote]), to: max(quoteMin, width - excess))
        return text[..<quote.lowerBound] + short + text[quote.upperBound...]
    }

    /// The fewest columns that a shortened quote keeps.
    private static let quoteMin = 6

    /// Returns the range of the longest text between curly quotes; nil if none is long enough to shorten. A quoted
    /// title can contain quotes of its own, and even a single quotation mark.
    private static func longestQuote(in text: String) -> Range<String.Index>? {
        var quotes: [Range<String.Index>] = []
        var starts: [String.Index] = []
        for index in text.indices {
            switch text[index] {
            case "“": starts.append(text.index(after: index))
            case "”":
                guard let start = starts.popLast() ?? quotes.last?.lowerBound else { continue }
                while let last = quotes.last, last.lowerBound >= start { quotes.removeLast() }
                quotes.append(start..<index)
            default: break
            }
        }
        let longest = quotes.map { ($0, text[$0].count) }.max { $0.1 < $1.1 }
        return longest.flatMap { $0.1 > quoteMin ? $0.0 : nil }
    }

    /// Returns the text cut or filled with spaces to exactly this number of columns.
    package static func pad(_ text: String, to columns: Int) -> String {
        let cut = truncate(text, to: columns)
        return cut + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: cut)))
    }

    /// Returns the longest beginning of the text that takes at most this number of columns.
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

    /// The number of columns from one tab stop to the next.
    private static let tabColumns = 8

    /// Returns the number of columns that a grapheme takes at a column of a line.
    static func columns(of character: Character, at column: Int) -> Int {
        character == "\t" ? tabColumns - column % tabColumns : TextWidth.columns(of: character)
    }

    /// Returns the line with spaces up to the next stop in place of each tab.
    package static func expandingTabs(_ line: String) -> String {
        guard line.utf8.contains(0x09) else { return line }
        var expanded = ""
        var used = 0
        for character in line {
            let width = columns(of: character, at: used)
            if character == "\t" {
                expanded += String(repeating: " ", count: width)
            } else {
                expanded.append(character)
            }
            used += width
        }
        return expanded
    }

    /// Returns the text in lines of at most this number of columns. A line breaks at a space. A word longer than a line
    /// breaks after a `/`, `?`, `&` or `-`, or at the end of the line.
    ///
    /// Line ends and indents of the text are kept, tabs become spaces, and spaces at a break are dropped. The result
    /// has at least one line.
    package static func wrap(_ text: String, to columns: Int) -> [String] {
        let columns = max(2, columns)
        var lines: [String] = []
        for line in CleanText.lines(text, keepsTabs: true) { wrapLine(expandingTabs(line), columns, &lines) }
        return lines.isEmpty ? [""] : lines
    }

    /// Returns the text wrapped in at most this number of rows. If it does not fit, the last row ends with `…`.
    package static func wrapped(_ text: String, to columns: Int, rows: Int) -> [String] {
        let lines = wrap(text, to: columns)
        guard lines.count > rows else { return lines }
        let rest = lines[(rows - 1)...].joined(separator: " ")
        return lines[..<(rows - 1)] + [truncate(rest, to: columns)]
    }

    private static func wrapLine(_ text: String, _ columns: Int, _ lines: inout [String]) {
        // After the indent, at least one wide grapheme fits.
        let indent = min(text.prefix { $0 == " " }.count, columns - 2)
        var line = String(repeating: " ", count: indent)
        var used = indent
        var isFirst = true
        for word in text.drop(while: { $0 == " " }).split(separator: " ", omittingEmptySubsequences: false) {
            let width = TextWidth.columns(of: word)
            defer { isFirst = false }
            if !isFirst, used > 0 {
                if used + 1 + width > columns {
                    lines.append(line)
                    (line, used) = ("", 0)
                } else {
                    line += " "
                    used += 1
                }
            } else if used > 0, used + width > columns, width <= columns {
                lines.append(line)
                (line, used) = ("", 0)
            }
            guard used + width > columns else {
                line += word
                used += width
                continue
            }
            // A word that is too long for any line begins in this one, after the indent if the line has one.
            var rest = word
            while let end = breakIndex(in: rest, columns - used) {
                lines.append(line + rest[..<end])
                (line, used) = ("", 0)
                rest = rest[end...]
            }
            line += rest
            used = TextWidth.columns(of: rest)
        }
        lines.append(line)
    }

    /// Returns the index at which to break a word that is longer than a line: after the last sign that separates the
    /// parts of an address, else at the end of the line. Nil if the whole word fits.
    private static func breakIndex(in word: Substring, _ columns: Int) -> Substring.Index? {
        var used = 0
        var end = word.startIndex
        var sign: Substring.Index?
        while end < word.endIndex {
            let character = word[end]
            used += TextWidth.columns(of: character)
            let next = word.index(after: end)
            if used > columns { return sign ?? (end > word.startIndex ? end : next) }
            // A break inside or after `://` would leave a line with only the scheme.
            let isDoubled = character == "/" && (word[..<end].last == "/" || word[next...].first == "/")
            if "/?&-".contains(character), !isDoubled { sign = next }
            end = next
        }
        return nil
    }
}
