@testable import ChatTerminal

extension TerminalEmulator {
    /// Returns the differences between the screen and a grid that the client drew, in words; empty if every cell and
    /// the cursor are the same.
    ///
    /// - Parameter palette: The colours with which the screen was drawn.
    func differences(from grid: Grid, palette: Palette = .color) -> [String] {
        guard grid.size == size else { return ["the grid has \(grid.size), the terminal \(size)"] }
        let screen = screen
        var looks: [Style: TerminalLook] = [:]
        var differences: [String] = []
        for (row, cells) in screen.cells.enumerated() {
            for (column, cell) in cells.enumerated() {
                let drawn = grid[column, row]
                let look = looks[drawn.style] ?? TerminalLook(drawn.style, palette)
                looks[drawn.style] = look
                let wanted = Cell(character: drawn.isTail ? " " : drawn.character, look: look, isTail: drawn.isTail)
                guard cell != wanted else { continue }
                differences.append("row \(row), column \(column): \(cell) is not \(wanted)")
            }
        }
        let cursor = screen.isCursorShown ? screen.cursor : nil
        if cursor != grid.cursor {
            let words = [cursor, grid.cursor].map { $0.map { "\($0)" } ?? "nowhere" }
            differences.append("the cursor is at \(words[0]), not at \(words[1])")
        }
        return differences
    }
}

extension TerminalEmulator.Cell: CustomStringConvertible {
    var description: String {
        let marks = [
            look.isBold ? "bold" : nil, look.isDim ? "dim" : nil, look.isUnderlined ? "underlined" : nil,
            look.isReversed ? "reversed" : nil, look.ink.map { "ink \($0)" }, look.surface.map { "on \($0)" },
            isTail ? "right half" : nil,
        ]
        return (["“\(character)”"] + marks.compactMap(\.self)).joined(separator: " ")
    }
}

extension TerminalLook {
    /// Creates the look of a cell with a style of the client.
    init(_ style: Style, _ palette: Palette) {
        var parser = TerminalParser()
        for case .sequence(_, let numbers, _, _)? in palette.sequence(style).utf8.map({ parser.read($0) }) {
            _ = apply(numbers.map { $0 ?? 0 })
        }
    }
}
