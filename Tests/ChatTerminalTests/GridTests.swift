import Testing

@testable import ChatTerminal

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

    @Test func aConjunctTakesSeveralCellsAndNoPartOfItStays() {
        var grid = Grid(Size(columns: 6, rows: 1))
        let end = grid.put("ന്ത്രx", column: 1, row: 0)
        #expect(end == 5)
        #expect((0..<6).map { grid[$0, 0].isTail } == [false, false, true, true, false, false])
        for column in 1...3 {
            var cut = grid
            cut.put("a", column: column, row: 0)
            #expect(cut.text == "    x".replacing(at: column, with: "a"))
            #expect(!(0..<6).contains { cut[$0, 0].isTail })
        }
        var edges = Grid(Size(columns: 4, rows: 1))
        edges.put("ന്ത്രx", column: -1, row: 0)
        #expect(edges.text == "  x")
        edges.put("aന്ത്രx", column: 1, row: 0)
        #expect(edges.text == " a")
        edges.place(grid, column: 0, row: 0)
        #expect(edges.text == " ന്ത്ര")
        edges.place(grid, column: -2, row: 0)
        #expect(edges.text == "  x")
    }

    @Test func aGraphemeOfDisputedWidthIsWrittenOntoSpacesAndItsNeighboursAgain() {
        var before = Grid(Size(columns: 10, rows: 1))
        before.put("abcdefgh", column: 0, row: 0)
        var after = before
        after.put("👍🏽", column: 1, row: 0)
        let bytes = String(decoding: ScreenDiff.bytes(from: before, to: after, palette: .monochrome), as: UTF8.self)
        #expect(bytes.contains("\u{1B}[;2H  \u{1B}[2G👍🏽\u{1B}[4Gde\u{1B}[?2026l"))
    }

    @Test func aPlacedGridCutsAWideGraphemeAtTheEdge() {
        var grid = Grid(Size(columns: 3, rows: 1))
        var part = Grid(Size(columns: 4, rows: 1))
        part.put("a界", column: 0, row: 0)
        grid.place(part, column: 1, row: 0)
        #expect(grid.text == " a")
    }

    @Test func aPlacedGridCutsTheWideGraphemesUnderItsEdges() {
        var grid = Grid(Size(columns: 6, rows: 1))
        grid.put("界界界", column: 0, row: 0)
        var part = Grid(Size(columns: 2, rows: 1))
        part.put("ab", column: 0, row: 0)
        grid.place(part, column: 1, row: 0)
        #expect(grid.text == " ab 界")
        #expect(!(0..<4).contains { grid[$0, 0].isTail })
        // Cells outside the grid are left out.
        grid.place(part, column: 0, row: 1)
        grid.place(part, column: 0, row: -1)
        #expect(grid.text == " ab 界")
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
        #expect(bytes == "\u{1B}[?2026h\u{1B}[2;4H\u{1B}[31mp\u{1B}[m\u{1B}[?2026l")
    }
}

extension String {
    /// Returns the text with another character at an index.
    fileprivate func replacing(at index: Int, with other: Character) -> String {
        String(enumerated().map { $0 == index ? other : $1 })
    }
}
