/// Rows that stand below each other, and how wide their columns are on a terminal.
struct TableLayout {
    /// A row as it is written: escapes stay escapes.
    struct Row {
        /// Between the bars, trimmed.
        var cells: [String] = []
        /// What stands behind the last bar, which is no cell.
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

    /// How many times its own size a table may grow by being aligned: one endless cell above a million short ones
    /// would take all of the memory.
    private static let growthMax = 8
    /// The size up to which a table is aligned whatever it grows.
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

    /// The lines of rows that were added, without indentation.
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
