import Gherkin

/// The look of a report on a terminal: with or without colours. The caller decides (a terminal, no `NO_COLOR`).
package struct ReportStyle {
    package enum Tone: String {
        case good = "32"
        case bad = "31"
        case unsure = "33"
        case quiet = "2"
        case strong = "1"
    }

    let hasColors: Bool

    package init(hasColors: Bool) { self.hasColors = hasColors }

    package func paint(_ text: String, _ tone: Tone) -> String {
        hasColors ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns text from a scenario or a thread with its control characters made visible, so that a file cannot control
    /// the terminal on which it is shown.
    package static func harmless(_ text: String) -> String {
        let isHarmless = { (scalar: Unicode.Scalar) in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
        guard !text.unicodeScalars.allSatisfy(isHarmless) else { return text }
        let shown = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            if isHarmless(scalar) { return [scalar] }
            return scalar.value < 0x20 ? ["^", Unicode.Scalar(UInt8(scalar.value) + 0x40)] : ["\u{FFFD}"]
        }
        return String(String.UnicodeScalarView(shown))
    }

    /// Returns harmless text for a format with one record on each line. It also replaces the two line separators of
    /// Unicode that are not control characters.
    package static func oneLine(_ text: String) -> String {
        harmless(text).replacingBytes(of: "\u{2028}", with: "\u{FFFD}").replacingBytes(of: "\u{2029}", with: "\u{FFFD}")
    }

    /// Returns the lines of a text, each made harmless.
    static func lines(_ text: String) -> [String] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            harmless(String(Substring(line.last == 0x0D ? line.dropLast() : line)))
        }
    }

    /// Returns the rows of a table with aligned cells.
    static func rows(_ table: [[String]]) -> [String] {
        let columns = table.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in table.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return table.map { row in
            let cells = row.enumerated().map { $1 + String(repeating: " ", count: widths[$0] - $1.count) }
            return "| \(cells.joined(separator: " | ")) |"
        }
    }
}
