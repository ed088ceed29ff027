/// The layout of the text on the screen.
extension LineEditor {
    /// The rows of the edited text, wrapped at a width.
    package struct Layout: Equatable, Sendable {
        /// The text of the rows; at least one.
        package var rows: [String]
        /// The place of the cursor in the rows.
        package var cursor: Position
        /// The index of the grapheme that each row begins with.
        package var starts: [Int]
    }

    /// The most graphemes on either side of the cursor that are laid out. It is far more than a screen shows, so that a
    /// key costs as little in a text of a megabyte as in one line.
    private static let reach = 4_096

    /// Wraps the text around the cursor: between words, or inside a word that is longer than a row.
    ///
    /// - Parameter columns: The width of a row, at least 2; the last column is reserved for the cursor.
    package func layout(columns: Int) -> Layout {
        let columns = max(2, columns)
        let room = columns - 1  // one column is reserved for the cursor
        // The start of the layout stays the same while the cursor moves, so that the rows do not wrap differently at
        // each key.
        let near = max(0, (cursor / Self.reach - 1) * Self.reach)
        let line = near == 0 ? nil : characters[near..<(near + Self.reach / 2)].firstIndex(of: "\n")
        let start = line.map { $0 + 1 } ?? near
        let end = min(characters.count, cursor + Self.reach)
        var layout = Layout(rows: [], cursor: Position(column: 0, row: 0), starts: [start])
        var row: [Character] = []
        var used = 0
        var wordStart = 0  // in the row
        func close(_ next: Int) {
            layout.rows.append(TextLayout.expandingTabs(String(row)))
            layout.starts.append(next)
        }
        for index in start..<end {
            let character = characters[index]
            if character == "\n" {
                close(index + 1)
                (row, used, wordStart) = ([], 0, 0)
                continue
            }
            let isBlank = character == " " || character == "\t"
            // Blanks that do not fit stay at the end of the row.
            if !isBlank, used + TextWidth.columns(of: character) > room, !row.isEmpty {
                let rest = wordStart > 0 ? Array(row[wordStart...]) : []
                row.removeLast(rest.count)
                close(index - rest.count)
                (row, wordStart) = (rest, 0)
                used = Self.columns(of: rest[...])
            }
            row.append(character)
            used += TextLayout.columns(of: character, at: used)
            if isBlank { wordStart = row.count }
        }
        layout.rows.append(TextLayout.expandingTabs(String(row)))
        let last = layout.starts.lastIndex { $0 <= cursor } ?? 0
        let before = Self.columns(of: characters[layout.starts[last]..<cursor])
        layout.cursor = Position(column: min(before, room), row: last)
        return layout
    }

    /// Returns the part of the text around the cursor as one row, and the column of the cursor. A line break shows as
    /// `↵`, and `…` replaces text that does not fit.
    package func row(columns: Int) -> (text: String, cursor: Int) {
        let room = max(2, columns) - 1  // one column is reserved for the cursor
        func shown(_ index: Int) -> Character {
            switch characters[index] {
            case "\n": "↵"
            case "\t": " "
            case let character: character
            }
        }
        func width(_ index: Int) -> Int { TextWidth.columns(of: shown(index)) }
        // The text after the cursor takes up to a third of the room.
        var (next, after) = (cursor, 0)
        while next < characters.count, after < room / 3 {
            after += width(next)
            next += 1
        }
        let most = room - after
        var (first, before) = (cursor, 0)
        while first > 0, before + width(first - 1) <= most {
            first -= 1
            before += width(first)
        }
        let isCut = first > 0
        while isCut, before + 1 > most, first < cursor {
            before -= width(first)
            first += 1
        }
        if isCut { before += 1 }
        var (end, used) = (cursor, before)
        while end < characters.count, used <= columns {
            used += width(end)
            end += 1
        }
        let text = (isCut ? "…" : "") + String((first..<end).map(shown))
        return (TextLayout.truncate(text, to: columns), min(before, room))
    }

    /// Returns the number of columns that graphemes take if they begin a row.
    private static func columns(of graphemes: ArraySlice<Character>) -> Int {
        graphemes.reduce(0) { $0 + TextLayout.columns(of: $1, at: $0) }
    }
}
