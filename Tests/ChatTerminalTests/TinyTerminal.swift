@testable import ChatTerminal

/// A terminal with its own widths of graphemes, which understands only the sequences that `ScreenDiff` writes.
struct TinyTerminal {
    /// The widths of graphemes that have several scalars or are newer than the terminal.
    enum Mind: CaseIterable {
        /// The widths of the grid.
        case agreeing
        /// The smallest width that terminals use: one cell or two.
        case frugal
        /// The sum of the widths of all scalars, as in tmux 3.3a.
        case scalars
    }

    struct Look: Hashable {
        var marks: Set<String> = []
        var ink = ""
        var surface = ""
    }

    struct Cell: Hashable {
        /// The scalars; empty in the right part of a wide grapheme.
        var text = " "
        var look = Look()
        var link = ""
    }

    let mind: Mind
    let columns: Int
    private(set) var rows: [[Cell]]
    private(set) var cursor = Position(column: 0, row: 0)
    private(set) var isCursorShown = true
    private(set) var isInFrame = false
    /// The sequences that it does not understand.
    private(set) var unknown: [String] = []
    private var wraps = true
    private var look = Look()
    private var link = ""

    init(_ size: Size, _ mind: Mind) {
        (self.mind, columns) = (mind, size.columns)
        rows = Array(repeating: Array(repeating: Cell(text: "?"), count: size.columns), count: size.rows)
    }

    /// Returns the look of a style, independent of the previous look.
    static func look(_ style: Style, _ palette: Palette) -> Look {
        var look = Look()
        apply(palette.sequence(style).dropFirst(2).dropLast().split(separator: ";").map(String.init), to: &look)
        return look
    }

    /// Processes the bytes of a frame.
    mutating func feed(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        var text = String.UnicodeScalarView()
        func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x20 }
        while let scalar = rest.popFirst() {
            if isPlain(scalar) {
                text.append(scalar)
                if rest.first.map(isPlain) ?? false { continue }
                for character in String(text) { put(character) }
                text = .init()
            } else if scalar == "\r" {
                cursor.column = 0
            } else if scalar == "\u{8}" {
                cursor.column = max(0, min(cursor.column, columns - 1) - 1)
            } else if scalar == "\u{1B}", rest.first == "[" {
                let end = rest.dropFirst().firstIndex { (0x40...0x7E).contains($0.value) } ?? rest.startIndex
                control(String(rest[rest.startIndex..<end].dropFirst()), String(rest[end]))
                rest = rest[end...].dropFirst()
            } else if scalar == "\u{1B}", rest.first == "]" {
                let end = rest.firstIndex(of: "\u{1B}") ?? rest.startIndex
                command(String(rest[rest.startIndex..<end].dropFirst()))
                rest = rest[end...].dropFirst(2)
            } else {
                unknown.append(String(scalar))
            }
        }
    }

    private mutating func command(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "8", parts[2].isEmpty == parts[1].isEmpty else {
            return unknown.append(text)
        }
        link = String(parts[2])
    }

    private mutating func control(_ text: String, _ end: String) {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = max(1, numbers.first ?? 1)
        switch (text, end) {
        case ("?2026", "h"), ("?2026", "l"): isInFrame = end == "h"
        case ("?7", "h"), ("?7", "l"): wraps = end == "h"
        case ("?25", "h"), ("?25", "l"): isCursorShown = end == "h"
        case (_, "H"):
            cursor = Position(column: (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1, row: first - 1)
        case (_, "G"): cursor.column = first - 1
        case (_, "C"): cursor.column = min(columns - 1, cursor.column + first)
        case (_, "D"): cursor.column = max(0, min(cursor.column, columns - 1) - first)
        case ("", "K"): for column in cursor.column..<columns { set(blank, column) }
        case ("2", "J"): rows = rows.map { $0.map { _ in blank } }
        case (_, "m"): Self.apply(text.split(separator: ";").map(String.init), to: &look)
        default: unknown.append(text + end)
        }
    }

    private var blank: Cell { Cell(look: Look(surface: look.surface)) }

    private static func apply(_ codes: [String], to look: inout Look) {
        var rest = codes[...]
        if rest.isEmpty { look = Look() }
        while let code = rest.popFirst() {
            switch code {
            case "0": look = Look()
            case "22": look.marks.subtract(["1", "2"])
            case "24", "27": look.marks.remove(String(code.dropFirst()))
            case "1", "2", "4", "7": look.marks.insert(code)
            case "39": look.ink = ""
            case "49": look.surface = ""
            case "38", "48":
                let count = rest.first == "5" ? 2 : 4
                let color = code + rest.prefix(count).joined(separator: ";")
                rest = rest.dropFirst(count)
                if code == "38" { look.ink = color } else { look.surface = color }
            default: if code.hasPrefix("3") || code.hasPrefix("9") { look.ink = code } else { look.surface = code }
            }
        }
    }

    private mutating func put(_ character: Character) {
        let extent = TextExtent(character)
        switch mind {
        case .agreeing: put(String(character), extent.columns)
        case .frugal: put(String(character), extent.least)
        case .scalars:
            for scalar in character.unicodeScalars { put(String(scalar), TextWidth.columns(of: scalar)) }
        }
    }

    private mutating func put(_ text: String, _ width: Int) {
        var start = cursor.column
        if width == 0 {
            var head = min(start, columns) - 1
            while head > 0, rows[cursor.row][head].text.isEmpty { head -= 1 }
            if head >= 0 { rows[cursor.row][head].text += text }
            return
        }
        if start + width > columns {
            guard wraps else { return }  // text that does not fit into a row is left out, as in tmux
            if cursor.row + 1 < rows.count {
                cursor.row += 1
            } else {
                rows.append(rows.removeFirst().map { _ in blank })
            }
            start = 0
        }
        for column in start..<(start + width) {
            set(Cell(text: column == start ? text : "", look: look, link: link), column)
        }
        cursor.column = start + width
    }

    /// Sets a cell. The rest of an overwritten wide grapheme becomes spaces.
    private mutating func set(_ cell: Cell, _ column: Int) {
        if !cell.text.isEmpty {
            var head = column
            while head > 0, rows[cursor.row][head].text.isEmpty { head -= 1 }
            if head < column { for part in head..<column { rows[cursor.row][part].text = " " } }
        }
        var next = column + 1
        while next < columns, rows[cursor.row][next].text.isEmpty {
            rows[cursor.row][next].text = " "
            next += 1
        }
        rows[cursor.row][column] = cell
    }
}
