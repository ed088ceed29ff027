/// The rounds of one measurement of one contender: what stands in the table.
struct Sample {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The value that so large a share of them do not exceed.
    func percentile(_ share: Double) -> Double {
        let sorted = values.sorted()
        let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
        return sorted.isEmpty ? 0 : sorted[min(max(0, place), sorted.count - 1)]
    }

    var least: Double { values.min() ?? 0 }
    var most: Double { values.max() ?? 0 }
}

/// One table: a row for each contender, and how it stands to its peer.
struct Table {
    let title: String
    let unit: String
    /// Whether a larger number is the better one.
    let moreIsBetter: Bool
    let digits: Int
    var samples: [Contender: Sample] = [:]

    init(_ title: String, unit: String, moreIsBetter: Bool, digits: Int = 0) {
        self.title = title
        self.unit = unit
        self.moreIsBetter = moreIsBetter
        self.digits = digits
    }

    mutating func add(_ value: Double, _ contender: Contender) { samples[contender, default: Sample()].add(value) }

    private static let columns = ["", "median", "min", "max", "times as good as Mosquitto"]

    /// The table as text.
    func text(_ contenders: [Contender], asMarkdown: Bool) -> String {
        let rows = contenders.compactMap { contender in samples[contender].map { row(contender, $0) } }
        guard !rows.isEmpty else { return "" }
        let header = [unit] + Self.columns.dropFirst()
        let cells = [header] + rows
        let lines = Self.lines(of: cells, leading: 1, asMarkdown: asMarkdown)
        return (asMarkdown ? "### \(title)\n\n" : "\(title)\n") + lines.joined(separator: "\n") + "\n"
    }

    /// Cells in columns, the first row above a rule.
    ///
    /// - Parameter leading: how many columns are words, and begin at the left.
    static func lines(of cells: [[String]], leading: Int, asMarkdown: Bool) -> [String] {
        let widths = (cells.first ?? []).indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        func line(_ row: [String]) -> String {
            let padded = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column < leading ? cell + space : space + cell
            }
            return asMarkdown ? "| \(padded.joined(separator: " | ")) |" : padded.joined(separator: "   ")
        }
        let rules = widths.enumerated().map { column, width in
            column < leading ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
        }
        let rule = "| \(rules.joined(separator: " | ")) |"
        return cells.prefix(1).map(line) + (asMarkdown ? [rule] : []) + cells.dropFirst().map(line)
    }

    private func row(_ contender: Contender, _ sample: Sample) -> [String] {
        var ratio = ""
        if let peer = contender.peer, let other = samples[peer], other.median > 0, sample.median > 0 {
            let factor = moreIsBetter ? sample.median / other.median : other.median / sample.median
            ratio = Self.number(factor, digits: 2)
        }
        let numbers = [sample.median, sample.least, sample.most].map { Self.number($0, digits: digits) }
        return [contender.name] + numbers + [ratio]
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
