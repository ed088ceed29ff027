import Testing

@testable import ChatClient

@Suite struct GridTests {
    @Test func textOutsideOfTheGridIsLeftOut() {
        var grid = Grid(Size(columns: 5, rows: 1))
        grid.put("abcdefgh", column: -2, row: 0)
        grid.put("x", column: 0, row: 1)
        grid.put("x", column: 0, row: -1)
        #expect(grid.text == "cdefg")
    }

    @Test func halfOfAWideGraphemeNeverStaysBehind() {
        var grid = Grid(Size(columns: 4, rows: 1))
        grid.put("界界", column: 0, row: 0)
        grid.put("a", column: 1, row: 0)
        #expect(grid.text == " a界")
        grid.put("b", column: 2, row: 0)
        #expect(grid.text == " ab")
        grid.put("界", column: 3, row: 0)
        #expect(grid.text == " ab")
        grid.put("界", column: -1, row: 0)
        #expect(grid.text == " ab")
        grid.put("界", column: 1, row: 0)
        #expect(grid.text == " 界")
    }

    @Test func aPlacedGridCutsAWideGraphemeAtTheEdge() {
        var grid = Grid(Size(columns: 3, rows: 1))
        var part = Grid(Size(columns: 4, rows: 1))
        part.put("a界", column: 0, row: 0)
        grid.place(part, column: 1, row: 0)
        #expect(grid.text == " a")
    }

    @Test func escapesAndLineEndsNeverReachACell() {
        var grid = Grid(Size(columns: 20, rows: 2))
        grid.put("a\u{1B}[2Jb\nc\u{202E}d", column: 0, row: 0)
        #expect(grid.text == "a[2Jb cd\n")
    }

    @Test func nothingChangedIsNothingWritten() {
        let grid = Grid(Size(columns: 10, rows: 2))
        #expect(ScreenDiff.bytes(from: grid, to: grid, palette: .color).isEmpty)
    }

    @Test func onlyChangedCellsAreWritten() {
        var before = Grid(Size(columns: 10, rows: 2))
        before.put("hello", column: 0, row: 1)
        var after = before
        after.put("p", column: 3, row: 1, Style(.bad))
        let bytes = String(decoding: ScreenDiff.bytes(from: before, to: after, palette: .color), as: UTF8.self)
        #expect(bytes == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[2;4H\u{1B}[0;31mp\u{1B}[0m\u{1B}[?2026l")
    }

    @Test func withoutColoursBoldAndReverseStay() {
        #expect(Palette(noColor: "1", terminal: "xterm") == .monochrome)
        #expect(Palette(noColor: "", terminal: "xterm") == .color)
        #expect(Palette.monochrome.sequence(Style(.bad, on: .ownBubble).bold.reversed) == "\u{1B}[0;1;7m")
    }

    @Test func theBytesTurnAnyScreenIntoAnyOther() {
        var seeds = SystemRandomNumberGenerator()
        let seed = seeds.next()
        var random = Lehmer(seed)
        let size = Size(columns: 12, rows: 3)
        var screen = TinyTerminal(size)
        var shown: Grid?
        for round in 0..<500 {
            var next = shown ?? Grid(size)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let text = ["a", "bc", "界", "x界y", "🚣", "👨‍👩‍👧", "e\u{301}", "   "].randomElement(using: &random) ?? ""
                next.put(
                    text, column: Int.random(in: -1...12, using: &random), row: Int.random(in: 0...2, using: &random),
                    Bool.random(using: &random) ? .plain : .strong)
            }
            screen.write(ScreenDiff.bytes(from: shown, to: next, palette: .color))
            shown = next
            #expect(screen.text == next.text, "seed \(seed), round \(round)")
        }
    }
}

/// Enough of a terminal to check what the bytes do: cursor moves, erasing, and what happens to halves of wide cells.
private struct TinyTerminal {
    private var cells: [[Character?]]
    private var column = 0
    private var row = 0
    private let size: Size

    init(_ size: Size) {
        self.size = size
        cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    }

    var text: String {
        cells.map { line in
            var text = String(line.compactMap { $0 })
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }

    mutating func write(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let character = rest.popFirst() {
            if character == "\u{1B}" {
                rest.removeFirst()
                let sequence = rest.prefix { !$0.isLetter }
                rest = rest.dropFirst(sequence.count)
                command(rest.removeFirst(), sequence)
            } else {
                put(character)
            }
        }
    }

    private mutating func command(_ final: Character, _ sequence: Substring) {
        if final == "J" { self = TinyTerminal(size) }
        guard final == "H" else { return }
        let numbers = sequence.split(separator: ";").compactMap { Int($0) }
        (row, column) = (numbers[0] - 1, numbers[1] - 1)
    }

    private mutating func put(_ character: Character) {
        let width = TextWidth.columns(of: character)
        for place in column..<(column + width) {
            if cells[row][place] == nil, place > 0 { cells[row][place - 1] = " " }
            if place + 1 < size.columns, cells[row][place + 1] == nil { cells[row][place + 1] = " " }
            cells[row][place] = " "
        }
        cells[row][column] = character
        if width == 2 { cells[row][column + 1] = nil }
        column += width
    }
}
