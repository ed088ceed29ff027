/// The text that a person is writing, and the place of the cursor in it, counted in graphemes.
package struct LineEditor: Equatable, Sendable {
    /// The most graphemes that it takes; more is left out.
    let charactersMax: Int
    /// The graphemes.
    private(set) var characters: [Character] = []
    /// How many graphemes stand before the cursor.
    private(set) var cursor = 0
    private var killed: [Character] = []

    /// An editor with a text, the cursor at its end.
    package init(_ text: String = "", charactersMax: Int = 20_000) {
        self.charactersMax = charactersMax
        insert(text)
    }

    /// The text.
    package var text: String { String(characters) }
    /// Whether nothing is written.
    package var isEmpty: Bool { characters.isEmpty }

    /// Puts text at the cursor, without its control characters; line ends stay. A combining mark joins what it follows.
    package mutating func insert(_ text: String) {
        if cursor == characters.count, cursor < charactersMax, text.utf8.count == 1, let character = text.first,
            character >= " ", character <= "~"
        {
            characters.append(character)  // typing at the end, the common case, looks at nothing else
            cursor += 1
            return
        }
        let isJoiner = text.unicodeScalars.count == 1 && characters.indices.contains(cursor - 1)
        let cleaned = isJoiner ? text : CleanText.lines(text).joined(separator: "\n")
        guard isJoiner == false || !Self.isUnsafe(text) else { return }
        let before = Array(String(characters[..<cursor]) + cleaned).prefix(charactersMax)
        let after = characters[cursor...].prefix(charactersMax - before.count)
        characters = Array(String(before) + String(after))
        cursor = min(before.count, characters.count)
    }

    private static func isUnsafe(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first, scalar != "\n" else { return false }
        // A joiner that is typed alone is kept: the next emoji joins through it.
        return scalar.value != 0x200D && CleanText.line("a" + text) == "a"
    }

    /// Does what a key asks for, and answers whether it was one for the text.
    package mutating func apply(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .altEnter: insert("\n")
        case .backspace: remove(max(0, cursor - 1)..<cursor)
        case .delete, .control("d"): remove(cursor..<min(characters.count, cursor + 1))
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = lineStart
        case .end, .control("e"): cursor = lineEnd
        case .jumpLeft, .alt("b"): cursor = wordStart
        case .jumpRight, .alt("f"): cursor = wordEnd
        case .altBackspace, .control("w"): kill(wordStart..<cursor)
        case .alt("d"): kill(cursor..<wordEnd)
        case .control("k"): kill(cursor..<lineEnd)
        case .control("u"): kill(lineStart..<cursor)
        case .control("y"): insert(String(killed))
        default: return false
        }
        return true
    }

    /// Empties the editor and answers what was in it.
    package mutating func take() -> String {
        defer { (characters, cursor) = ([], 0) }
        return text
    }

    /// Moves the cursor a row up or down as the text is wrapped at a width; answers false at the first and last row.
    package mutating func moveRow(down: Bool, columns: Int) -> Bool {
        let layout = self.layout(columns: columns)
        let row = layout.cursor.row + (down ? 1 : -1)
        guard layout.rows.indices.contains(row) else { return false }
        var index = layout.starts[row]
        var used = 0
        for character in layout.rows[row] {
            let width = TextWidth.columns(of: character)
            if used + width > layout.cursor.column { break }
            used += width
            index += 1
        }
        cursor = min(index, characters.count)
        return true
    }

    /// The text as it is drawn.
    package struct Layout: Equatable, Sendable {
        /// The rows; at least one.
        package var rows: [String]
        /// The cursor's place in them.
        package var cursor: Position
        var starts: [Int]
    }

    /// Wraps the text at a width. A row is cut where it is full: the cursor then moves as it does in a terminal.
    package func layout(columns: Int) -> Layout {
        let columns = max(2, columns)
        var layout = Layout(rows: [""], cursor: Position(column: 0, row: 0), starts: [0])
        var used = 0
        for (index, character) in characters.enumerated() {
            let width = TextWidth.columns(of: character)
            if character != "\n", used + width > columns - 1 {  // a column stays free for the cursor
                layout.rows.append("")
                layout.starts.append(index)
                used = 0
            }
            if index == cursor { layout.cursor = Position(column: used, row: layout.rows.count - 1) }
            if character == "\n" {
                layout.rows.append("")
                layout.starts.append(index + 1)
                used = 0
            } else {
                layout.rows[layout.rows.count - 1].append(character)
                used += width
            }
        }
        if cursor == characters.count { layout.cursor = Position(column: used, row: layout.rows.count - 1) }
        return layout
    }

    private var lineStart: Int { (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }
    private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    private var wordStart: Int {
        let word = characters[..<cursor].lastIndex(where: Self.isWord) ?? 0
        return characters[..<word].lastIndex(where: { !Self.isWord($0) }).map { $0 + 1 } ?? 0
    }

    private var wordEnd: Int {
        let word = characters[cursor...].firstIndex(where: Self.isWord) ?? characters.count
        return characters[word...].firstIndex(where: { !Self.isWord($0) }) ?? characters.count
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
        characters = Array(String(characters))  // two neighbours may have become one grapheme
        cursor = min(cursor, characters.count)
    }

    private mutating func kill(_ range: Range<Int>) {
        if !range.isEmpty { killed = Array(characters[range]) }
        remove(range)
    }
}
