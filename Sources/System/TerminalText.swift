/// Text of others for a terminal. Some characters act there: C0 and C1 controls begin escape sequences, and
/// bidirectional marks reorder their neighbors.
package enum TerminalText {
    /// Returns the text with each such character as in JSON, `\u001b`. Line feeds and tabs stay.
    ///
    /// - Parameter allowsControls: True if ASCII controls stay: for text that this program colored.
    package static func escaped(_ text: String, allowsControls: Bool = false) -> String {
        guard !text.utf8.allSatisfy({ isPlain($0, allowsControls) }) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if acts(scalar, allowsControls) {
                let digits = String(scalar.value, radix: 16)
                escaped.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Returns true for a byte that begins none of these characters. Most texts contain only such bytes.
    private static func isPlain(_ byte: UInt8, _ allowsControls: Bool) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x20...0x7E: true
        case 0x00...0x1F: allowsControls
        // The first bytes of C1 controls, and of the marks below.
        case 0x7F, 0xC2, 0xD8, 0xE2: false
        default: true
        }
    }

    private static func acts(_ scalar: Unicode.Scalar, _ allowsControls: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F: !allowsControls
        // Delete and C1; Arabic letter mark; left-to-right and right-to-left marks, line ends, overrides, isolates.
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
