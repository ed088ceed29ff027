/// How what was measured is printed.
enum Format {
    case text, markdown
    /// A line for each sample.
    case json
}

/// Cells in columns, and numbers in cells.
enum Table {
    /// A table under its title.
    ///
    /// - Parameter leading: how many columns are words, and begin at the left.
    static func text(_ title: String, _ cells: [[String]], leading: Int, _ format: Format) -> String {
        let lines = lines(of: cells, leading: leading, format)
        return (format == .markdown ? "### \(title)\n\n" : "\(title)\n") + lines.joined(separator: "\n") + "\n"
    }

    /// Cells in columns, the first row above a rule.
    private static func lines(of cells: [[String]], leading: Int, _ format: Format) -> [String] {
        let widths = (cells.first ?? []).indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        func line(_ row: [String]) -> String {
            let padded = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column < leading ? cell + space : space + cell
            }
            return format == .markdown ? "| \(padded.joined(separator: " | ")) |" : padded.joined(separator: "   ")
        }
        let rules = widths.enumerated().map { column, width in
            column < leading ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
        }
        let rule = "| \(rules.joined(separator: " | ")) |"
        return cells.prefix(1).map(line) + (format == .markdown ? [rule] : []) + cells.dropFirst().map(line)
    }

    /// A number with so many decimals, and commas between thousands.
    static func number(_ value: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = Int64((value * scale).rounded())
        let (whole, part) = rounded.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        var text = ""
        for (index, digit) in String(whole).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text = "," + text }
            text = String(digit) + text
        }
        if digits > 0 {
            let decimals = String(part)
            text += "." + String(repeating: "0", count: digits - decimals.count) + decimals
        }
        return rounded < 0 ? "-" + text : text
    }
}
