import Testing

@testable import ChatSystem

/// Untrusted text that is printed to a terminal.
struct TerminalTextTests {
    @Test(
        "control characters and bidirectional controls are escaped as in JSON",
        arguments: [
            ("\u{1B}]0;x\u{7}", "\\u001b]0;x\\u0007"), ("a\rb\u{8}", "a\\u000db\\u0008"),
            ("\u{7F}\u{9B}31m", "\\u007f\\u009b31m"),
            ("\u{202E}txt\u{202C}", "\\u202etxt\\u202c"),
            ("\u{2066}\u{2069}\u{200F}\u{61C}", "\\u2066\\u2069\\u200f\\u061c"),
            ("a\u{2028}b\u{2029}", "a\\u2028b\\u2029"),
        ])
    func controlCharactersAreEscaped(text: String, escaped: String) {
        #expect(TerminalText.escaped(text) == escaped)
    }

    @Test(
        "printable text stays unchanged",
        arguments: [
            "", "Grüße – “é” שלום 漢字\n\t👩‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿☺️", "{\"a\": \"\\u001b\"}", "نص",
        ])
    func printableTextStaysUnchanged(text: String) {
        #expect(TerminalText.escaped(text) == text)
    }

    @Test("escape and carriage return stay if controls are kept, and other control characters are escaped")
    func ownControlsStay() {
        #expect(
            TerminalText.escaped("\u{1B}[31mred\u{1B}[0m\r\u{9B}\u{202E}", allowsControls: true)
                == "\u{1B}[31mred\u{1B}[0m\r\\u009b\\u202e")
    }
}
