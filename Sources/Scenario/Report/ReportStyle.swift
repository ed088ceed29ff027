/// How a report looks on a terminal: with colours or without. The caller decides (a terminal, no `NO_COLOR`).
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

    /// Text from a scenario or a thread, with control characters shown instead of obeyed: a file must not be able to
    /// drive the terminal it is shown on.
    package static func harmless(_ text: String) -> String {
        let isHarmless = { (scalar: Unicode.Scalar) in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
        guard !text.unicodeScalars.allSatisfy(isHarmless) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHarmless(scalar) {
                result.append(scalar)
            } else if scalar.value < 0x20 {
                result.append(Unicode.Scalar(UInt8(scalar.value) &+ 0x40))
                result.insert("^", at: result.index(before: result.endIndex))
            } else {
                result.append("\u{FFFD}")
            }
        }
        return String(result)
    }

    /// Harmless text for a format where a line is a record: the two line ends of Unicode that are no control characters
    /// are none here either.
    package static func oneLine(_ text: String) -> String {
        let isLineEnd = { (scalar: Unicode.Scalar) in scalar.value == 0x2028 || scalar.value == 0x2029 }
        let harmless = harmless(text)
        guard harmless.unicodeScalars.contains(where: isLineEnd) else { return harmless }
        var result = String.UnicodeScalarView()
        for scalar in harmless.unicodeScalars { result.append(isLineEnd(scalar) ? "\u{FFFD}" : scalar) }
        return String(result)
    }

    /// The lines of a text, each harmless.
    static func lines(_ text: String) -> [String] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            harmless(String(Substring(line.last == 0x0D ? line.dropLast() : line)))
        }
    }
}
