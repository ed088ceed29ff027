/// Asking a terminal for the colour behind its text (xterm ctlseqs, OSC 11), so that a theme can be chosen by itself.
///
/// A terminal that does not know the question answers nothing: go on without, and take `Key.background` when it comes.
enum TerminalBackground {
    /// What to send.
    static let query = "\u{1B}]11;?\u{07}"

    /// Whether an answer, without the escape before it and the mark at its end, names a light colour; nil where it is no
    /// answer. Colours are spelled `rgb:RR/GG/BB`, each with one to four hexadecimal digits (XParseColor), at times
    /// with a fourth number for how much shows through.
    static func isLight(_ answer: [UInt8]) -> Bool? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let prefix = ["11;rgb:", "11;rgba:"].first(where: { text.hasPrefix($0) }) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count) else { return nil }
        var brightness = 0
        // The weights of ITU-R BT.601, as W3C's techniques for accessibility have them.
        for (part, weight) in zip(parts, [299, 587, 114]) {
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
                let value = Int(part, radix: 16)
            else { return nil }
            brightness += weight * value * 255 / ((1 << (4 * part.utf8.count)) - 1)
        }
        return brightness >= 128 * 1000
    }
}
