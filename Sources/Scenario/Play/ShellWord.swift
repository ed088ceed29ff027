import Gherkin

/// Quoting of words in commands that a person copies.
enum ShellWord {
    /// Returns the word quoted for a shell, with control characters made visible.
    static func quoted(_ word: String) -> String {
        let plain = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F || byte >= 0x80
        }
        let safe = ReportStyle.harmless(word)
        if !safe.isEmpty, safe.utf8.allSatisfy(plain) { return safe }
        return "'" + safe.replacingBytes(of: "'", with: "'\\''") + "'"
    }
}
