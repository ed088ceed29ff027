/// Writes a frame: where the terminal's cursor stands and how its text looks, as far as that is sure, and the bytes so far.
struct Pen {
    private(set) var bytes: [UInt8] = []
    private let palette: Palette
    private let columns: Int
    private var column: Int?
    private var row: Int?
    private var style: Style?
    private var link: String?

    /// A pen on a terminal whose text looks as `reset()` leaves it.
    init(_ palette: Palette, columns: Int, at position: Position?) {
        (self.palette, self.columns) = (palette, columns)
        (column, row) = (position?.column, position?.row)
        style = palette.paintsBackground ? nil : .plain
    }

    /// The column where the cursor stands; nil where it stands in another row, or nobody knows where.
    func column(inRow row: Int) -> Int? { row == self.row ? column : nil }

    /// Whether text is written so now.
    func isSet(to style: Style, link: String?) -> Bool { self.style == style && self.link == link }

    /// Goes to a cell by the shortest way.
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

    /// Sets how text is written from here on.
    mutating func set(_ style: Style, link: String? = nil) {
        if self.style != style {
            write(palette.change(from: self.style, to: style))
            self.style = style
        }
        guard self.link != link else { return }
        // With an id, the parts of a link on several rows are one.
        write("\u{1B}]8;" + (link.map { "id=1;" + $0 } ?? ";") + "\u{1B}\\")
        self.link = link
    }

    /// Writes a grapheme.
    ///
    /// - Parameter isOnSpaces: whether its cells show spaces of the same look already.
    mutating func put(_ character: Character, _ extent: TextExtent, isOnSpaces: Bool) {
        if extent.least < extent.columns, !isOnSpaces, let column, let row {
            write(String(repeating: " ", count: extent.columns))
            advance(to: column + extent.columns)
            move(to: column, row)
        }
        let start = column ?? columns
        // What a terminal gives more columns than the row has must not go on in the next row, or scroll (DECAWM). Not for
        // all of a frame: tmux then puts a mark that belongs to the last column onto the one before.
        let mayWrap = start + extent.most > columns
        let text = palette.joinsSkinTones || extent.isCertain ? String(character) : character.withoutSkinTones
        write(mayWrap ? "\u{1B}[?7l\(text)\u{1B}[?7h" : text)
        if extent.isCertain {
            advance(to: start + extent.columns)
        } else {
            column = nil
        }
    }

    /// Writes a mark without a width between two cells, and goes back to the second one: a terminal may give it a column.
    mutating func mark(_ mark: Unicode.Scalar, before column: Int, _ row: Int) {
        write(String(Character(mark)))
        self.column = nil
        move(to: column, row)
    }

    /// Empties the rest of the row.
    mutating func eraseToEnd() { write("\u{1B}[K") }

    /// Has the next frame begin as this one did.
    mutating func reset() {
        guard let style else { return }
        set(style)
        if style != .plain || palette.paintsBackground { write("\u{1B}[m") }
        self.style = .plain
    }

    /// Writes what moves nothing and is no text.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Behind the last column a terminal's cursor is on it, or beyond it.
    private mutating func advance(to column: Int) { self.column = column < columns ? column : nil }
}
