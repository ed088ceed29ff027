import ChatTerminal

/// Highlighted ranges of a text in its wrapped lines.
enum TextMarks {
    /// The reasons for a highlight.
    struct Mark: OptionSet, Equatable {
        let rawValue: UInt8

        static let mention = Mark(rawValue: 1)
        /// A mention of the person who reads it.
        static let readerMention = Mark(rawValue: 2)
        /// A hit of a search.
        static let hit = Mark(rawValue: 4)

        /// Returns the style of a range, based on the style of the text around it. The marks also differ without
        /// colours.
        func style(on plain: Style) -> Style {
            var style = plain
            if contains(.mention) { style = style.bold.underlined }
            if contains(.readerMention) { style = Style(.accent, on: plain.surface).bold.reversed }
            if contains(.hit) { style = Style(.warning, on: plain.surface).underlined.reversed }
            return style
        }
    }

    /// A part of a line with its mark.
    struct Piece: Equatable {
        var text: String
        var mark: Mark
    }

    /// Returns the lines of a text in pieces.
    ///
    /// Wrapping and tabs change only blanks, so lines and text are compared character by character, and blanks need not
    /// agree.
    ///
    /// - Parameter marks: The ranges in UTF-16 code units of the text.
    static func pieces(of lines: [String], text: String, marks: [(range: Range<Int>, mark: Mark)]) -> [[Piece]] {
        guard !marks.isEmpty else { return lines.map { [Piece(text: $0, mark: [])] } }
        var signs = self.signs(of: text, marks)[...]
        return lines.map { line in
            var pieces: [Piece] = []
            for character in line {
                var mark: Mark = []
                if character == " " {
                    mark = signs.first?.character == " " ? signs.removeFirst().mark : pieces.last?.mark ?? []
                } else if let place = signs.prefix(most).firstIndex(where: { $0.character == character }) {
                    mark = signs[place].mark
                    signs = signs[(place + 1)...]
                }
                if pieces.last?.mark == mark {
                    pieces[pieces.count - 1].text.append(character)
                } else {
                    pieces.append(Piece(text: String(character), mark: mark))
                }
            }
            return pieces
        }
    }

    /// The maximum distance at which a character of a line is searched in the text, past the blanks that wrapping
    /// removed.
    private static let most = 1_000

    private static func signs(
        of text: String, _ marks: [(range: Range<Int>, mark: Mark)]
    ) -> [(character: Character, mark: Mark)] {
        var marked = [Mark](repeating: [], count: text.utf16.count)
        for (range, mark) in marks {
            for offset in range.clamped(to: marked.indices) { marked[offset].formUnion(mark) }
        }
        var signs: [(Character, Mark)] = []
        var offset = 0
        for character in text {
            for cleaned in CleanText.line(String(character)) { signs.append((cleaned, marked[offset])) }
            offset += character.utf16.count
        }
        return signs
    }
}
