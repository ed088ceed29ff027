import Gherkin

/// Values in the subset of YAML that every reader of TAP knows.
enum YAMLText {
    /// Returns the text in double quotes, which can contain any text.
    static func quoted(_ text: String) -> String { JSONLine.string(printable(text)).text }

    /// Returns several lines as an indented block if it can be read back unchanged, or else the text in quotes.
    static func value(_ text: String, indent: Int) -> String {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        // A line of dots or dashes would end the block for readers that ignore the indentation.
        let isPlain = lines.allSatisfy { line in
            printable(line) == line && !line.utf8.contains(0x0D) && !line.utf8.contains(0x09)
                && !line.hasSuffix(" ") && !line.drop { $0 == " " }.hasPrefix("...")
                && !line.drop { $0 == " " }.hasPrefix("---")
        }
        guard lines.count > 1, lines.last != "", isPlain else { return quoted(text) }
        let margin = String(repeating: " ", count: indent)
        return "|2-" + lines.map { "\n" + ($0.isEmpty ? "" : margin + $0) }.joined()
    }

    /// Replaces characters that YAML or some of its readers do not allow: most control characters. Characters that
    /// change the direction of text are replaced too, because they would reverse the report on a terminal.
    private static func printable(_ text: String) -> String {
        let isAllowed = { (scalar: Unicode.Scalar) in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x2027, 0x202F...0x2065, 0x206A...0xD7FF, 0xE000...0xFEFE,
                0xFF00...0xFFFD,
                0x10000...0x10FFFF:
                true
            default: false
            }
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" }))
    }
}
