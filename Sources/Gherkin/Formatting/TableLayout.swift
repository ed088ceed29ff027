/// The layout of consecutive table rows, with the widths of their columns on a terminal.
struct TableLayout {
    /// A row in its written form, in which escapes are not resolved.
    struct Row {
        /// The texts between the bars, trimmed.
        var cells: [String] = []
        /// The text after the last bar, which is not a cell.
        var rest = ""

        init(_ line: SourceLine) {
            var current = String.UnicodeScalarView()
            var isEscaped = false
            for scalar in line.trimmed.unicodeScalars.dropFirst() {
                if scalar == "|", !isEscaped {
                    cells.append(Self.trimmed(current))
                    current = String.UnicodeScalarView()
                } else {
                    current.append(scalar)
                }
                isEscaped = scalar == "\\" && !isEscaped
            }
            rest = Self.trimmed(current)
        }

        private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
            String(Substring(String(scalars)).trimmingGherkinSpace())
        }
    }

    /// The maximum growth of a table by alignment, as a multiple of its size. Without this limit, one very long cell
    /// above a million short ones would need all of the memory.
    private static let growthMax = 8
    /// The total width of all rows, in columns, up to which a table is always aligned.
    private static let alwaysAligned = 16_384

    private let columns: (String) -> Int
    private var widths: [Int] = []
    private var rows = 0
    private var size = 0

    init(columns: @escaping (String) -> Int) { self.columns = columns }

    mutating func add(_ row: Row) {
        for (index, cell) in row.cells.enumerated() {
            if index == widths.count { widths.append(0) }
            widths[index] = max(widths[index], columns(cell))
            size += cell.utf8.count + 3
        }
        size += row.rest.utf8.count + 2
        rows += 1
    }

    private var isAligned: Bool {
        let (aligned, isTooLarge) = (widths.reduce(0) { $0 + $1 + 3 } + 2).multipliedReportingOverflow(by: rows)
        return !isTooLarge && aligned <= max(Self.alwaysAligned, size * Self.growthMax)
    }

    /// Returns the lines of rows that were added, without indentation.
    func lines(_ rows: [Row]) -> [String] {
        let isAligned = isAligned
        return rows.map { row in
            var text = "|"
            for (index, cell) in row.cells.enumerated() {
                let room = isAligned ? widths[index] - columns(cell) : 0
                let isNothing = cell.isEmpty && room == 0
                text += isNothing ? "  |" : " \(cell)\(String(repeating: " ", count: room)) |"
            }
            return row.rest.isEmpty ? text : text + " " + row.rest
        }
    }
}
