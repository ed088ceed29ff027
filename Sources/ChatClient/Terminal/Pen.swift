/// Writes the bytes of a frame. It tracks the place of the terminal's cursor and the style of its text, if they are
/// known.
struct Pen {
    private(set) var bytes: [UInt8] = []
    private let palette: Palette
    private let columns: Int
    private var column: Int?
    private var row: Int?
    private var style: Style?
    private var link: String?

    /// Creates a pen for a terminal with the style that `reset()` sets.
    ///
    /// - Parameter position: The place of the cursor; nil if it is unknown.
    init(_ palette: Palette, columns: Int, at position: Position?) {
        (self.palette, self.columns) = (palette, columns)
        (column, row) = (position?.column, position?.row)
        style = palette.paintsBackground ? nil : .plain
    }

    /// Returns the column of the cursor; nil if the cursor is in another row or its column is unknown.
    func column(inRow row: Int) -> Int? { row == self.row ? column : nil }

    /// True if the pen writes with this style and link now.
    func isSet(to style: Style, link: String?) -> Bool { self.style == style && self.link == link }

    /// Moves the cursor to a cell, with the shortest sequence.
    mutating func move(to column: Int, _ row: Int) {
        let known = self.column(inRow: row)
        if known == column { return }
        if row != self.row {
            let start = row == 0 ? "" : "\(row + 1)"
            write("\u{1B}[" + start + (column == 0 ? "H" : ";\(column + 1)H"))
        } else if column == 0 {
            write("\r")
        } else {
            let absolute = "\u{1B}[\(column + 1)G"
            let relative = known.map { Self.step(column - $0) } ?? absolute
            write(relative.utf8.count < absolute.utf8.count ? relative : absolute)
        }
        (self.column, self.row) = (column, row)
    }

    private static func step(_ columns: Int) -> String {
        switch columns {
        case 1: "\u{1B}[C"
        case -1: "\u{8}"
        case ..<0: "\u{1B}[\(-columns)D"
        default: "\u{1B}[\(columns)C"
        }
    }

    /// Sets the style and the link of the text that follows.
    mutating func set(_ style: Style, link: String? = nil) {
        if self.style != style {
            write(palette.change(from: self.style, to: style))
            self.style = style
        }
        guard self.link != link else { return }
        // The id makes the parts of a link on several rows one link.
        write("\u{1B}]8;" + (link.map { "id=1;" + $0 } ?? ";") + "\u{1B}\\")
        self.link = link
    }

    /// Writes a grapheme.
    ///
    /// - Parameter isOnSpaces: True if its cells show spaces of the same style already.
    mutating func put(_ character: Character, _ extent: TextExtent, isOnSpaces: Bool) {
        if extent.least < extent.columns, !isOnSpaces, let column, let row {
            write(String(repeating: " ", count: extent.columns))
            advance(to: column + extent.columns)
            move(to: column, row)
        }
        let start = column ?? columns
        // A grapheme that a terminal makes wider than the rest of the row must not wrap or scroll (DECAWM). Wrapping
        // stays on for the rest of the frame: without it, tmux puts a mark of the last column onto the column before.
        let mayWrap = start + extent.most > columns
        let text = palette.joinsSkinTones || extent.isCertain ? String(character) : character.withoutSkinTones
        write(mayWrap ? "\u{1B}[?7l\(text)\u{1B}[?7h" : text)
        if extent.isCertain {
            advance(to: start + extent.columns)
        } else {
            column = nil
        }
    }

    /// Writes a mark without a width between two cells, and moves back to the second one, because a terminal may give
    /// the mark a column.
    mutating func mark(_ mark: Unicode.Scalar, before column: Int, _ row: Int) {
        write(String(Character(mark)))
        self.column = nil
        move(to: column, row)
    }

    /// Empties the rest of the row.
    mutating func eraseToEnd() { write("\u{1B}[K") }

    /// Resets the style, so that the next frame begins as this one did.
    mutating func reset() {
        guard let style else { return }
        set(style)
        if style != .plain || palette.paintsBackground { write("\u{1B}[m") }
        self.style = .plain
    }

    /// Writes a sequence that neither moves the cursor nor is text.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Sets the column of the cursor. After the last column it is unknown, because terminals differ.
    private mutating func advance(to column: Int) { self.column = column < columns ? column : nil }
}
