import Testing

@testable import ChatTerminal

/// Tests of the number of bytes in a frame. A remote terminal can have a slow connection.
@Suite struct FrameBytesTests {
    private static let size = Size(columns: 100, rows: 30)
    private static let words = [
        "the", "lake", "is", "calm", "today", "and", "we", "should", "bring", "two", "boats", "for", "everybody", "who",
        "comes", "later", "after", "work", "or", "not",
    ]

    /// Returns a screen with a list of conversations, a scrolled thread of bubbles, and a composer.
    private static func screen(scrolledBy rows: Int, typed: String = "") -> Grid {
        var grid = Grid(size)
        for row in 0..<8 {
            grid.put("Conversation \(row)", column: 2, row: 1 + 2 * row, row == 1 ? Style(on: .selection) : .strong)
            grid.put("last words", column: 2, row: 2 + 2 * row, .quiet)
        }
        for row in 0..<size.rows { grid.put("│", column: 29, row: row, .quiet) }
        for row in 0..<26 {
            let line = row + rows
            let message = line / 4
            let isOwn = message % 3 == 0
            let text = (0..<(3 + message % 6)).map { words[(message * 7 + line % 4 * 3 + $0) % words.count] }
            let column = isOwn ? 50 : 31
            switch line % 4 {
            case 0: grid.put("Anna", column: column, row: row, Style(.accent))
            case 3: grid.put("18:\(10 + message)", column: column, row: row, .quiet)
            default:
                let style = Style(on: isOwn ? .ownBubble : .otherBubble)
                grid.put(" " + TextLayout.pad(text.joined(separator: " "), to: 45), column: column, row: row, style)
            }
        }
        grid.put("> " + typed, column: 31, row: 28)
        grid.cursor = Position(column: 33 + typed.count, row: 28)
        return grid
    }

    private static func bytes(_ before: Grid?, _ after: Grid, _ palette: Palette = .color) -> Int {
        ScreenDiff.bytes(from: before, to: after, palette: palette).count
    }

    @Test(arguments: [
        (Palette.color, 1_800, 1_200), (Palette(.indexed), 2_100, 1_400), (Palette(.direct), 2_500, 1_650),
    ])
    func aFrameCostsWhatChanges(_ palette: Palette, _ all: Int, _ scrolled: Int) {
        let first = Self.screen(scrolledBy: 0)
        #expect(Self.bytes(nil, first, palette) < all)
        #expect(Self.bytes(first, Self.screen(scrolledBy: 3), palette) < scrolled)
        #expect(Self.bytes(first, Self.screen(scrolledBy: 4), palette) < scrolled)
        #expect(Self.bytes(first, Self.screen(scrolledBy: 0, typed: "a"), palette) < 32)
    }

    @Test func aMovedCursorCostsItsMoveAlone() {
        let first = Self.screen(scrolledBy: 0)
        var moved = first
        moved.cursor = Position(column: 34, row: 28)
        #expect(ScreenDiff.bytes(from: first, to: moved, palette: .color) == Array("\u{1B}[C".utf8))
        moved.cursor = Position(column: 31, row: 28)
        #expect(ScreenDiff.bytes(from: first, to: moved, palette: .color) == Array("\u{1B}[2D".utf8))
        moved.cursor = nil
        #expect(ScreenDiff.bytes(from: first, to: moved, palette: .color) == Array("\u{1B}[?25l".utf8))
        #expect(ScreenDiff.bytes(from: moved, to: first, palette: .color) == Array("\u{1B}[29;34H\u{1B}[?25h".utf8))
    }

    @Test func aClearedScreenIsErasedByTheRow() {
        #expect(Self.bytes(Self.screen(scrolledBy: 0), Grid(Self.size)) < 350)
    }
}
