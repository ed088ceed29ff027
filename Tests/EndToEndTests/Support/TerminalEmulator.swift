@testable import ChatTerminal

/// A terminal emulator: it reads bytes of a program and sets cells.
///
/// It supports the sequences of the client and those that a shell's own lines need. Other sequences are stored in
/// ``unknown``, so that a test can check that none was ignored. It takes widths from ``TextWidth``, and a grapheme has
/// one cell, as in terminals that combine graphemes.
struct TerminalEmulator {
    /// One cell.
    struct Cell: Hashable {
        /// The grapheme; a space in the right half of a wide one.
        var character: Character = " "
        var look = TerminalLook()
        /// True if the cell is the right half of the wide grapheme before it.
        var isTail = false
    }

    /// The visible state of the terminal.
    struct Screen: Hashable {
        /// The cells, row by row.
        var cells: [[Cell]]
        var cursor = Position(column: 0, row: 0)
        var isCursorShown = true

        init(_ size: Size) {
            cells = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
        }
    }

    let size: Size
    /// The escape sequences that it does not know, as they arrived.
    private(set) var unknown: [String] = []
    /// The private modes that are on, by their numbers: 1049 the alternate screen, 1004 focus reports, 2004 bracketed paste.
    private(set) var modes: Set<Int> = []
    /// The flags of the kitty keyboard protocol that were pushed and not popped.
    private(set) var keyboardFlags: [Int] = []

    private var parser = TerminalParser()
    private var drawn: Screen
    /// The screen that shows while a frame is drawn (mode 2026).
    private var frozen: Screen?
    /// The main screen, while the alternate one shows.
    private var below: Screen?
    private var look = TerminalLook()
    /// True if the next character goes to the next line, because one was put into the last column.
    private var wraps = false
    /// The position of the last character, as long as only text followed it.
    private var last: Position?

    init(columns: Int, rows: Int) {
        size = Size(columns: columns, rows: rows)
        drawn = Screen(size)
    }

    /// The visible screen, without an incomplete frame.
    var screen: Screen { frozen ?? drawn }

    /// True if the alternate screen shows.
    var isAlternate: Bool { below != nil }

    /// The characters without looks, one line for each row, without trailing spaces: as ``Grid/text``.
    var text: String { lines.joined(separator: "\n") }

    /// The lines of ``text``.
    var lines: [String] {
        screen.cells.map { row in
            var line = String(row.lazy.filter { !$0.isTail }.map(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Reads the output of a program, which may end anywhere.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            guard let token = parser.read(byte) else { continue }
            switch token {
            case .text(let scalar): put(scalar)
            case .control(let byte): control(byte)
            case .sequence(let mark, let numbers, let between, let end):
                last = nil
                if !apply(mark, numbers, between, end) {
                    let values = numbers.map { $0.map(String.init) ?? "" }.joined(separator: ";")
                    unknown.append("[" + (mark.map(String.init) ?? "") + values + between + String(end))
                }
            case .escape(let text): unknown.append(text)
            case .string: break
            }
        }
    }

    // MARK: Text

    private mutating func put(_ scalar: Unicode.Scalar) {
        if let last, joins(scalar, to: last) { return }
        let character = Character(scalar)
        let width = TextWidth.columns(of: character)
        guard width > 0 else { return }
        if wraps || drawn.cursor.column + width > size.columns {
            drawn.cursor.column = 0
            feedLine()
        }
        let place = drawn.cursor
        set(Cell(character: character, look: look), place.column, place.row)
        if width == 2 { set(Cell(look: look, isTail: true), place.column + 1, place.row) }
        last = place
        advance(to: place.column + width)
    }

    /// Adds a scalar to the grapheme before it if the two form one grapheme.
    private mutating func joins(_ scalar: Unicode.Scalar, to place: Position) -> Bool {
        let before = drawn.cells[place.row][place.column].character
        let both = String(before) + String(Character(scalar))
        guard both.count == 1, let character = both.first else { return false }
        drawn.cells[place.row][place.column].character = character
        let width = TextWidth.columns(of: character)
        if width == 2, TextWidth.columns(of: before) == 1, place.column + 1 < size.columns {
            set(Cell(look: drawn.cells[place.row][place.column].look, isTail: true), place.column + 1, place.row)
            advance(to: place.column + 2)
        }
        return true
    }

    private mutating func advance(to column: Int) {
        wraps = column >= size.columns
        drawn.cursor.column = min(column, size.columns - 1)
    }

    /// Sets a cell, and clears the other half of a wide grapheme that it overwrites.
    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        guard drawn.cells[row].indices.contains(column) else { return }
        if drawn.cells[row][column].isTail, !cell.isTail { drawn.cells[row][column - 1].character = " " }
        if column + 1 < size.columns, drawn.cells[row][column + 1].isTail {
            drawn.cells[row][column + 1].isTail = false
        }
        drawn.cells[row][column] = cell
    }

    private mutating func control(_ byte: UInt8) {
        last = nil
        switch byte {
        case 0x08: move(drawn.cursor.column - 1, drawn.cursor.row)
        case 0x09: move((drawn.cursor.column / 8 + 1) * 8, drawn.cursor.row)
        case 0x0A: feedLine()
        case 0x0D: move(0, drawn.cursor.row)
        default: break
        }
    }

    private mutating func feedLine() {
        wraps = false
        guard drawn.cursor.row == size.rows - 1 else {
            drawn.cursor.row += 1
            return
        }
        drawn.cells.removeFirst()
        drawn.cells.append(Array(repeating: blank, count: size.columns))
    }

    // MARK: Sequences

    /// Applies a control sequence.
    ///
    /// - Returns: True if it is known.
    private mutating func apply(_ mark: Character?, _ numbers: [Int?], _ between: String, _ end: Character) -> Bool {
        guard between.isEmpty else { return false }
        let (column, row) = (drawn.cursor.column, drawn.cursor.row)
        let first = numbers.first ?? nil
        let step = max(1, first ?? 1)
        switch (mark, end) {
        case (nil, "H"), (nil, "f"): move((numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1, step - 1)
        case (nil, "A"): move(column, row - step)
        case (nil, "B"): move(column, row + step)
        case (nil, "C"): move(column + step, row)
        case (nil, "D"): move(column - step, row)
        case (nil, "G"): move(step - 1, row)
        case (nil, "d"): move(column, step - 1)
        case (nil, "J"): return erase(first ?? 0, inLine: false)
        case (nil, "K"): return erase(first ?? 0, inLine: true)
        case (nil, "m"): return look.apply(numbers.isEmpty ? [0] : numbers.map { $0 ?? 0 })
        case ("?", "u"): break  // a query, which a test answers
        case (">", "u"): keyboardFlags.append(first ?? 0)
        case ("<", "u"): keyboardFlags.removeLast(min(step, keyboardFlags.count))
        case ("?", "h"), ("?", "l"): return numbers.allSatisfy { switchMode($0 ?? 0, on: end == "h") }
        default: return false
        }
        return true
    }

    private mutating func move(_ column: Int, _ row: Int) {
        wraps = false
        drawn.cursor = Position(
            column: min(max(0, column), size.columns - 1), row: min(max(0, row), size.rows - 1))
    }

    private var blank: Cell {
        var look = TerminalLook()
        look.surface = self.look.surface
        return Cell(look: look)
    }

    private mutating func erase(_ what: Int, inLine: Bool) -> Bool {
        let (column, row) = (drawn.cursor.column, drawn.cursor.row)
        let here = row * size.columns + column
        let (start, end) = inLine ? (row * size.columns, (row + 1) * size.columns) : (0, size.rows * size.columns)
        let range: Range<Int>
        switch what {
        case 0: range = here..<end
        case 1: range = start..<(here + 1)
        case 2: range = start..<end
        default: return false
        }
        for index in range { set(blank, index % size.columns, index / size.columns) }
        return true
    }

    private mutating func switchMode(_ mode: Int, on isOn: Bool) -> Bool {
        switch mode {
        case 25: drawn.isCursorShown = isOn
        case 1049:
            guard isOn != isAlternate else { break }
            if isOn {
                below = drawn
                drawn = Screen(size)
                drawn.cursor = below?.cursor ?? drawn.cursor
            } else if let below {
                drawn = below
                self.below = nil
            }
        case 2026:
            if isOn, frozen == nil { frozen = drawn }
            if !isOn { frozen = nil }
        // A cell at the right edge is written without wrapping: the cursor stays there in any case.
        case 7: return true
        case 1002, 1004, 1006, 2004: break
        default: return false
        }
        if isOn { modes.insert(mode) } else { modes.remove(mode) }
        return true
    }
}
