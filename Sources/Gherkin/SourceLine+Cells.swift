extension SourceLine {
    /// Returns the cells of a table row: the texts between two bars. The text after the last bar is not a cell.
    func cells() -> [TableCell] {
        var cells: [TableCell] = []
        var cell = String.UnicodeScalarView()
        var isInside = false
        var column = indent
        var start = column
        var escaped = false
        // One cell more than a whole file may have suffices to refuse the file.
        for scalar in trimmed.unicodeScalars where cells.count <= GherkinLimits.nodes {
            column += 1
            if escaped {
                escaped = false
                append(escape: scalar, to: &cell)
                continue
            }
            switch scalar {
            case "\\":
                escaped = true
            case "|":
                if isInside { cells.append(finished(cell, startingAt: start)) }
                isInside = true
                cell = String.UnicodeScalarView()
                start = column + 1
            default:
                cell.append(scalar)
            }
        }
        return cells
    }

    /// Appends an escaped scalar. The escapes are `\|`, `\n` and `\\`; any other backslash is text.
    private func append(escape scalar: Unicode.Scalar, to cell: inout String.UnicodeScalarView) {
        switch scalar {
        case "n": cell.append("\n")
        case "|", "\\": cell.append(scalar)
        default:
            cell.append("\\")
            cell.append(scalar)
        }
    }

    private func finished(_ cell: String.UnicodeScalarView, startingAt column: Int) -> TableCell {
        let lead = cell.prefix { $0.isGherkinSpace && $0 != "\n" }.count
        let value = Substring(String(cell)).trimmingGherkinSpace(keepingLineFeeds: true)
        return TableCell(
            location: Location(line: number, column: column + lead), value: String(value))
    }
}
