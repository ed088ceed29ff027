import Testing

@testable import ChatTerminal

/// Tests that a terminal with any widths of graphemes shows the content of the grid.
@Suite struct ScreenDiffTests {
    private static let size = Size(columns: 14, rows: 4)
    private static let texts = [
        "a", "bc", "defghij", " ", "    ", "界", "x界y", "🚣", "👨‍👩‍👧", "❤️", "❤︎", "e\u{301}", "र्म", "चारी", "ന്ത്ര", "👍🏽",
        "🇩🇪", "🇩🇪🇫🇷", "1️⃣", "กำ", "\u{1100}\u{1161}\u{11A8}", "☰x", "──", "              ",
        "שלום", "אב גד", "مرحبا 12 ב", "x שָׁ y", "ב", "│אב│",
    ]
    private static let styles: [Style] = [
        .plain, .plain, .plain, .strong, .focus, Style(.link, on: .ownBubble), Style(.quiet),
        Style(.quiet).dim.underlined,
        Style(on: .otherBubble), Style(.bad).bold,
    ]
    private static let links = [
        nil, nil, nil, "https://notes.example/a", "https://notes.example/b", "http://x.example/ü", "file:///etc/passwd",
    ]
    private static let palettes = [
        Palette.color, .monochrome, Palette(.indexed, .light), Palette(.direct), Palette(.sixteen, .highContrast),
    ]

    @Test(arguments: TinyTerminal.Mind.allCases, palettes)
    func anyGridBecomesAnyOther(_ mind: TinyTerminal.Mind, _ palette: Palette) {
        for seed in 1...6 {
            var random = Lehmer(UInt64(seed) &* 7_919)
            var terminal = TinyTerminal(Self.size, mind)
            var shown: Grid?
            for round in 0..<60 {
                let next = Self.changed(shown, &random)
                terminal.feed(ScreenDiff.bytes(from: shown, to: next, palette: palette))
                let wrong = Self.differences(terminal, next, palette)
                guard wrong.isEmpty else {
                    Issue.record("seed \(seed), round \(round): \(wrong)")
                    return
                }
                shown = random.next() % 40 == 0 ? nil : next
            }
        }
    }

    private static func changed(_ grid: Grid?, _ random: inout Lehmer) -> Grid {
        var next = random.next() % 8 == 0 ? Grid(size) : grid ?? Grid(size)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            next.put(
                texts.randomElement(using: &random) ?? "", column: Int.random(in: -2...13, using: &random),
                row: Int.random(in: 0...3, using: &random), styles.randomElement(using: &random) ?? .plain,
                link: links.randomElement(using: &random) ?? nil)
        }
        let place = Position(
            column: Int.random(in: 0...13, using: &random), row: Int.random(in: 0...3, using: &random))
        next.cursor = random.next() % 3 == 0 ? nil : place
        return next
    }

    private static func differences(_ terminal: TinyTerminal, _ grid: Grid, _ palette: Palette) -> [String] {
        var wrong = terminal.unknown
        if terminal.isInFrame { wrong.append("the frame has no end") }
        if terminal.isCursorShown != (grid.cursor != nil) { wrong.append("the cursor is shown, or is not") }
        if let cursor = grid.cursor, cursor != terminal.cursor { wrong.append("the cursor is at \(terminal.cursor)") }
        for row in 0..<size.rows {
            var head = grid[0, row]
            wrong += isolateDifferences(terminal.rows[row], grid, row)
            for column in 0..<size.columns {
                let cell = grid[column, row]
                if !cell.isTail { head = cell }
                let seen = terminal.rows[row][column]
                let text = String(String.UnicodeScalarView(seen.text.unicodeScalars.filter { !marks.contains($0) }))
                let isRight =
                    terminal.mind == .agreeing || TextExtent(head.character).isCertain
                    ? text == (cell.isTail ? "" : String(cell.character))
                    : shows(text, aPartOf: head.character, isHead: !cell.isTail)
                let look = TinyTerminal.look(cell.style, palette)
                let link = grid.link(column: column, row: row) ?? ""
                if !isRight || seen.look != look || seen.link != link {
                    wrong.append("row \(row), column \(column): \(seen) is not \(cell) \(look) \(link)")
                }
            }
        }
        return wrong
    }

    private static let marks: [Unicode.Scalar] = [RightToLeft.isolate, RightToLeft.pop]

    /// Checks that each right-to-left sequence is in one isolate. The cell before the sequence has the first mark, and
    /// its last cell the second mark.
    ///
    /// - Returns: A description of each difference.
    private static func isolateDifferences(_ cells: [TinyTerminal.Cell], _ grid: Grid, _ row: Int) -> [String] {
        let sequences = grid.rightToLeft(inRow: row).filter { $0.lowerBound > 0 }
        var wrong: [String] = []
        var column = 0
        while column < size.columns {
            var end = column + 1
            while grid[end, row].isTail { end += 1 }
            var wanted: [Unicode.Scalar] = []
            if sequences.contains(where: { $0.upperBound == end }), end < size.columns { wanted.append(marks[1]) }
            if sequences.contains(where: { $0.lowerBound == end }) { wanted.append(marks[0]) }
            let seen = cells[column..<end].flatMap { $0.text.unicodeScalars.filter(marks.contains) }
            if seen != wanted { wrong.append("row \(row), column \(column): the marks \(seen) are not \(wanted)") }
            column = end
        }
        return wrong
    }

    /// Returns true if a cell of a grapheme shows scalars of it or nothing, and its first cell begins with its first
    /// scalar.
    private static func shows(_ text: String, aPartOf character: Character, isHead: Bool) -> Bool {
        if isHead, text.unicodeScalars.first != character.unicodeScalars.first { return false }
        return (!isHead && text == " ") || text.unicodeScalars.allSatisfy { character.unicodeScalars.contains($0) }
    }

    @Test func aLetterIsWrittenAloneAndARowWithinItsMarks() {
        var before = Grid(Size(columns: 40, rows: 2))
        before.cursor = Position(column: 0, row: 1)
        var (letter, row) = (before, before)
        letter.put("x", column: 0, row: 1)
        letter.cursor = Position(column: 1, row: 1)
        row.put(String(repeating: "y", count: 40), column: 0, row: 0)
        let text = { (next: Grid) in
            String(decoding: ScreenDiff.bytes(from: before, to: next, palette: .color), as: UTF8.self)
        }
        #expect(!text(letter).contains("\u{1B}[?") && text(letter).contains("x"))
        #expect(text(row).hasPrefix("\u{1B}[?2026h") && text(row).hasSuffix("\u{1B}[?2026l"))
        letter.cursor = nil
        #expect(text(letter).hasPrefix("\u{1B}[?2026h\u{1B}[?25l") && !text(letter).contains("\u{1B}[?25h"))
    }

    @Test func aLinkOnTwoRowsIsOneAndEndsWithTheFrame() {
        var grid = Grid(Size(columns: 4, rows: 2))
        grid.put("ab", column: 2, row: 0, link: "https://x.example/a b")
        grid.put("c", column: 0, row: 1, link: "https://x.example/a b")
        let text = String(decoding: ScreenDiff.bytes(from: nil, to: grid, palette: .color), as: UTF8.self)
        let open = "\u{1B}]8;id=1;https://x.example/a%20b\u{1B}\\"
        #expect(text.contains("\(open)ab\u{1B}[2Hc\u{1B}]8;;\u{1B}\\"))
        #expect(grid.link(column: 3, row: 0) == "https://x.example/a%20b")
        #expect(grid.link(column: 0, row: 0) == nil)
    }

    @Test func aPlacedGridBringsItsLinksAndARecedingOneHasNone() {
        var grid = Grid(Size(columns: 4, rows: 1))
        grid.put("a", column: 0, row: 0, link: "https://a.example")
        var part = Grid(Size(columns: 2, rows: 1))
        part.put("b", column: 0, row: 0, link: "https://b.example")
        part.put("a", column: 1, row: 0, link: "https://a.example")
        grid.place(part, column: 2, row: 0)
        #expect(
            (0..<4).map { grid.link(column: $0, row: 0) } == [
                "https://a.example", nil, "https://b.example", "https://a.example",
            ])
        grid.recede()
        #expect(grid.link(column: 0, row: 0) == nil)
    }

    @Test func ofVeryManyLinksTheLastAreLeftOut() {
        var grid = Grid(Size(columns: 300, rows: 1))
        for column in 0..<300 { grid.put("x", column: column, row: 0, link: "https://x.example/\(column)") }
        #expect(grid.link(column: 254, row: 0) == "https://x.example/254")
        #expect(grid.link(column: 255, row: 0) == nil)
        #expect(MemoryLayout<Cell>.stride <= 24)
    }

    @Test(arguments: [
        ("https://x.example/a?b=c;d#e", "https://x.example/a?b=c;d#e"), ("HTTP://x.example", "HTTP://x.example"),
        ("https://x.example/\u{1B}]8;;\u{7}", "https://x.example/%1B]8;;%07"),
        ("https://ü.example", "https://%C3%BC.example"),
        ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("https:x", nil), ("x.example", nil), ("", nil),
        ("https://x.example/" + String(repeating: "a", count: 2_066), nil),
        ("https://x.example/" + String(repeating: "ü", count: 500), nil),
    ])
    func onlyAddressesOfTheWebReachATerminal(_ url: String, _ safe: String?) {
        #expect(LinkTarget.safe(url) == safe)
        #expect(LinkTarget.safe("https://x.example/" + String(repeating: "a", count: 2_065))?.utf8.count == 2_083)
    }
}
