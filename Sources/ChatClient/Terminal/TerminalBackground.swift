/// The query for the background colour of a terminal (xterm ctlseqs, OSC 11), by which a theme is chosen.
///
/// A terminal that does not know the query sends no answer. So the client continues without one, and handles
/// `Key.background` if it arrives.
enum TerminalBackground {
    /// The bytes of the query.
    static let query = "\u{1B}]11;?\u{07}"

    /// Returns true if an answer names a light colour, false for a dark one, and nil if the bytes are no answer.
    ///
    /// Colours are spelled `rgb:RR/GG/BB`, each with one to four hexadecimal digits (XParseColor). Some terminals add a
    /// fourth number for the opacity.
    ///
    /// - Parameter answer: The answer without its first Escape and `]` and without the mark at its end.
    static func isLight(_ answer: [UInt8]) -> Bool? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let prefix = ["11;rgb:", "11;rgba:"].first(where: { text.hasPrefix($0) }) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count) else { return nil }
        var brightness = 0
        // The weights of ITU-R BT.601, which the W3C's techniques for accessibility use.
        for (part, weight) in zip(parts, [299, 587, 114]) {
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
                let value = Int(part, radix: 16)
            else { return nil }
            brightness += weight * value * 255 / ((1 << (4 * part.utf8.count)) - 1)
        }
        return brightness >= 128 * 1000
    }
}
