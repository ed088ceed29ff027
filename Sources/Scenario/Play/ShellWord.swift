import Gherkin

/// Words of commands that a person is to copy.
enum ShellWord {
    /// A word as a shell takes it back, with control characters shown instead of sent.
    static func quoted(_ word: String) -> String {
        let plain = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F || byte >= 0x80
        }
        let safe = ReportStyle.harmless(word)
        if !safe.isEmpty, safe.utf8.allSatisfy(plain) { return safe }
        return "'" + safe.replacingBytes(of: "'", with: "'\\''") + "'"
    }
}
