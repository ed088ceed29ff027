/// The text that a person edits, and the place of the cursor in it, counted in graphemes. A key costs as little in a
/// text of a megabyte as in one line.
package struct LineEditor: Sendable {
    /// The identity of one state of the text: the same object means the same text.
    package final class Version: Equatable, Sendable {
        fileprivate static let empty = Version()

        package static func == (left: Version, right: Version) -> Bool { left === right }
    }

    /// The most graphemes that the text can have. An insertion beyond it is refused as a whole, so that no word is cut.
    let charactersMax: Int
    /// True for a field of one row: line breaks and tabs become spaces.
    private let isOneLine: Bool
    private(set) var characters: [Character] = []
    /// The identity of the current text. It changes with each edit, so that two states are compared without their text.
    package private(set) var version = Version.empty
    /// The number of graphemes before the cursor.
    private(set) var cursor = 0
    /// The index of the grapheme at which the first shown row begins. It stays while the cursor moves within the rows.
    private var top = 0
    /// The cursor and the text at the time of the last scrolling. While both are the same, the cursor can be out of sight.
    private var scrolled: (cursor: Int, version: Version)?
    /// The number of graphemes by which the last insertion was too long; 0 if it was accepted. A refused one is not
    /// inserted at all.
    package private(set) var refused = 0
    /// The graphemes that were cut last, which `Ctrl-Y` inserts. The owner of several editors copies them from one to
    /// the next.
    package var killed: [Character] = []
    private var history = EditHistory()

    /// Creates an editor with a text, and the cursor at its end.
    package init(_ text: String = "", charactersMax: Int = 2_000_000, isOneLine: Bool = false) {
        (self.charactersMax, self.isOneLine) = (charactersMax, isOneLine)
        characters = joiningLines(Self.cleaned(text))
        cursor = characters.count
        if !characters.isEmpty { version = Version() }
    }

    private static let ascii: [Character] = (0..<0x7F).map { Character(Unicode.Scalar($0)) }

    /// Returns the graphemes of a text without control characters; line ends and tabs stay.
    private static func cleaned(_ text: String) -> [Character] {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
            let ascii = ascii
            return text.utf8.map { ascii[Int($0)] }
        }
        return Array(CleanText.lines(text, keepsTabs: true).joined(separator: "\n"))
    }

    /// Returns the graphemes; in a field of one row, with spaces for line breaks and tabs.
    private func joiningLines(_ graphemes: [Character]) -> [Character] {
        isOneLine ? graphemes.map { $0 == "\n" || $0 == "\t" ? " " : $0 } : graphemes
    }

    /// The text.
    package var text: String { String(characters) }
    /// True if the text is empty.
    package var isEmpty: Bool { characters.isEmpty }
    /// The number of graphemes.
    package var count: Int { characters.count }
    /// True if the text has more than white space.
    package var saysSomething: Bool { characters.contains { !$0.isWhitespace } }
    /// The first 200 graphemes, more than a row shows.
    package var beginning: String { String(characters.prefix(200)) }
    /// True if the text is a command: it begins with one slash. A second slash makes it text.
    package var isCommand: Bool { characters.first == "/" && characters.dropFirst().first != "/" }

    /// Inserts text at the cursor, without its control characters; line ends and tabs stay. A combining mark joins the
    /// grapheme before it.
    package mutating func insert(_ text: String) {
        if text.utf8.count == 1, let character = text.first, character >= " ", character <= "~" {
            return replace(cursor..<cursor, with: [character], isTyped: true)  // the common case of typing is fast
        }
        let isJoiner = text.utf8.count <= 4 && text.unicodeScalars.count == 1 && characters.indices.contains(cursor - 1)
        guard isJoiner == false || !Self.isUnsafe(text) else { return }
        let cleaned = isJoiner ? Array(text) : Self.cleaned(text)
        replace(cursor..<cursor, with: cleaned, isTyped: cleaned.count == 1)
    }

    private static func isUnsafe(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first, scalar != "\n" else { return false }
        // A joiner that is typed alone is kept, because it joins the next emoji.
        return scalar.value != 0x200D && CleanText.line("a" + text) == "a"
    }

    /// Applies a key.
    ///
    /// - Returns: False if the editor has no use for the key.
    package mutating func apply(_ key: Key) -> Bool {
        refused = 0
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .altEnter, .control("j"):
            if isOneLine { return false }
            insert("\n")
        case .backspace: replace(max(0, cursor - 1)..<cursor)
        case .delete, .control("d"): replace(cursor..<min(characters.count, cursor + 1))
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
        case .alt("c"): kill(0..<characters.count)
        case .control("y"): replace(cursor..<cursor, with: killed)
        case .control("_"): if let place = history.undo(&characters, cursor: cursor) { moved(to: place) }
        case .alt("r"): if let place = history.redo(&characters, cursor: cursor) { moved(to: place) }
        default: return false
        }
        return true
    }

    /// Empties the editor, which cannot be undone.
    ///
    /// - Returns: The text before.
    package mutating func take() -> String {
        defer { (characters, cursor, history, version) = ([], 0, EditHistory(), .empty) }
        return text
    }

    /// Records a mark in the history: a change outside of the text that is undone in its turn.
    package mutating func mark() -> Version {
        let mark = Version()
        history.set(mark, cursor: cursor)
        return mark
    }

    /// Removes the mark that was recorded last.
    ///
    /// - Returns: The mark; nil if the text was edited after it, or if there is no mark.
    package mutating func takeMark() -> Version? { history.takeMark() }

    /// True if an edit can be undone.
    package var hasEdits: Bool { history.hasEdits }

    /// Replaces the whole text, which can be undone.
    package mutating func rewrite(_ text: String) {
        replace(characters.indices, with: Self.cleaned(text))
    }

    /// The text before the cursor.
    package var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Replaces the text before the cursor, which can be undone.
    package mutating func rewriteBeforeCursor(_ text: String) {
        replace(0..<cursor, with: Array(CleanText.lines(text).joined(separator: "\n")))
    }

    /// Moves the cursor some rows up or down, at most to the first or the last, in the text wrapped at a width.
    ///
    /// - Returns: False if the cursor is in the first or the last row already.
    package mutating func moveRow(down: Bool, by rows: Int = 1, columns: Int) -> Bool {
        let layout = self.layout(columns: columns)
        let row = max(0, min(layout.cursor.row + (down ? rows : -rows), layout.rows.count - 1))
        guard row != layout.cursor.row else { return false }
        move(to: Position(column: layout.cursor.column, row: row), in: layout)
        return true
    }

    /// Moves the cursor to the place of the mouse in the wrapped text.
    ///
    /// - Parameters:
    ///   - place: The cell of the mouse, counted from the top left of the shown text.
    ///   - rows: The number of rows that are shown.
    ///   - columns: The width at which the text is wrapped.
    package mutating func moveCursor(to place: Position, shown rows: Int, columns: Int) {
        let (layout, first) = shown(rows: rows, columns: columns)
        top = layout.starts[first]
        move(to: Position(column: place.column, row: max(0, min(first + place.row, layout.rows.count - 1))), in: layout)
    }

    /// Returns the wrapped text, and the index of the first of its rows that show.
    package func shown(rows: Int, columns: Int) -> (text: Layout, first: Int) {
        let (text, rows) = (layout(columns: columns), max(1, rows))
        let before = text.starts.lastIndex { $0 <= top } ?? 0
        if let scrolled, scrolled.cursor == cursor, scrolled.version == version { return (text, before) }
        let last = min(text.cursor.row, max(0, text.rows.count - rows))
        return (text, max(text.cursor.row - rows + 1, min(before, last)))
    }

    /// Stores the first row that shows, after the cursor has moved.
    package mutating func keepTop(rows: Int, columns: Int) {
        let (text, first) = shown(rows: rows, columns: columns)
        top = text.starts[first]
    }

    /// Scrolls the text. The cursor keeps its place, and comes back in sight with the next key that moves or writes.
    package mutating func scroll(by distance: Int, shown rows: Int, columns: Int) {
        let (text, before) = shown(rows: rows, columns: columns)
        let first = max(0, min(before + distance, text.rows.count - rows))
        top = text.starts[first]
        scrolled = (cursor, version)
    }

    private mutating func move(to place: Position, in layout: Layout) {
        var index = layout.starts[place.row]
        let next = place.row + 1
        let end = layout.starts.indices.contains(next) ? layout.starts[next] : characters.count
        var used = 0
        while index < end, characters[index] != "\n" {
            let width = TextLayout.columns(of: characters[index], at: used)
            if used + width > place.column { break }
            used += width
            index += 1
        }
        cursor = index
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

    private mutating func kill(_ range: Range<Int>) {
        if !range.isEmpty { killed = Array(characters[range]) }
        replace(range)
    }

    /// Replaces a range of graphemes. Those at both ends of the new text may join their neighbours.
    private mutating func replace(_ range: Range<Int>, with given: consuming [Character] = [], isTyped: Bool = false) {
        var new = joiningLines(given)
        guard !range.isEmpty || !new.isEmpty else { return }
        let excess = characters.count - range.count + new.count - charactersMax
        guard excess <= 0 || new.isEmpty else { return refused = excess }
        let before = Array(characters[max(0, range.lowerBound - 1)..<range.lowerBound])
        let after = Array(characters[range.upperBound..<min(characters.count, range.upperBound + 1)])
        let place = cursor
        let written: Int
        if new.count <= 2 * Self.seam {
            new = Array(String(before + new))
            written = new.count
            new = Array(String(new + after))
        } else {
            // Only the ends of a long text can join its neighbours.
            let tail = Array(String(new.suffix(Self.seam) + after))
            new.replaceSubrange((new.count - Self.seam)..., with: tail)
            let head = Array(String(before + new[..<Self.seam]))
            new.replaceSubrange(..<Self.seam, with: head)
            written = new.count - tail.count + Self.seam
        }
        moved(to: range.lowerBound - before.count + min(written, new.count))
        history.replace(
            (range.lowerBound - before.count)..<(range.upperBound + after.count), of: &characters, with: new,
            cursor: place, isTyped: isTyped)
    }

    /// The most graphemes at an end of the new text that can join a neighbour, such as a series of flags.
    private static let seam = 32

    private mutating func moved(to place: Int) {
        cursor = place
        version = Version()
    }
}

extension LineEditor: Equatable {
    /// True if both have the same text, the same cursor and the same limit. The histories are not compared.
    package static func == (left: LineEditor, right: LineEditor) -> Bool {
        left.cursor == right.cursor && left.characters == right.characters && left.charactersMax == right.charactersMax
    }
}

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
