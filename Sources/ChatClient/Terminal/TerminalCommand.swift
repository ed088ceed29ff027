import ChatProtocol

/// Commands to a terminal that do not draw (xterm ctlseqs, “Operating System Commands”).
enum TerminalCommand {
    /// The longest text that is copied, in bytes. Some terminals limit the whole command to 100,000 bytes, which leaves
    /// 74,994 before Base64.
    static let copiedBytesMax = 74_994
    /// The longest text of a notification, in characters. Desktops show about two lines.
    static let notifiedCharactersMax = 200

    /// Returns the command that puts a text on the clipboard of the person's own machine (OSC 52); nil if it is too
    /// long.
    static func copying(_ text: String) -> String? {
        guard text.utf8.count <= copiedBytesMax else { return nil }
        return "\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{07}"
    }

    /// Returns the command that shows a text as a notification of the desktop (OSC 9, as in iTerm2).
    static func notifying(_ text: String) -> String {
        let text = CleanText.line(text).prefix(notifiedCharactersMax)
        // A text that begins with a number would be one of ConEmu's commands: 9;4 is progress.
        let start = text.first?.isNumber == true ? " " : ""
        return "\u{1B}]9;" + start + text + "\u{07}"
    }
}
