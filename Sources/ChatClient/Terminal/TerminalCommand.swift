import ChatProtocol

/// What a program says to a terminal beside its screen (xterm ctlseqs, “Operating System Commands”).
enum TerminalCommand {
    /// The longest text that is copied, in bytes: terminals that bound the whole command do so at 100,000, which leaves
    /// 74,994 before Base64.
    static let copiedBytesMax = 74_994
    /// The longest text of a notification, in characters; what shows it has two lines or so.
    static let notifiedCharactersMax = 200

    /// Puts a text on the clipboard of the person's own machine (OSC 52); nil where it is too long.
    static func copying(_ text: String) -> String? {
        guard text.utf8.count <= copiedBytesMax else { return nil }
        return "\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{07}"
    }

    /// Shows a text as a notification of the desktop (OSC 9, as iTerm2 has it).
    static func notifying(_ text: String) -> String {
        let text = CleanText.line(text).prefix(notifiedCharactersMax)
        // With a number first it would be one of ConEmu's commands: 9;4 is progress.
        let start = text.first?.isNumber == true ? " " : ""
        return "\u{1B}]9;" + start + text + "\u{07}"
    }
}
