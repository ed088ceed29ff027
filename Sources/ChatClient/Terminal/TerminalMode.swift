import ChatProtocol
import ChatSystem

/// The terminal while the program uses it: raw, on the alternate screen, with bracketed paste and the mouse. It is
/// restored however the program ends.
///
/// The terminal is restored by `restore()`, at `exit`, on the signals that end a program and on a crash. It is also
/// restored on a suspend, and taken over again after it. `signalDescriptor` becomes readable after a resize or a
/// resume, so that one `poll` serves the keyboard, the socket and these events. A second instance at the same time
/// fails.
///
///     let terminal = try TerminalMode()
///     defer { terminal.restore() }
package final class TerminalMode {
    /// The reason for which a terminal cannot be used.
    package enum Failure: Error, Equatable {
        /// Input or output is a file or a pipe, for which `--plain` is made.
        case notATerminal
        /// Another instance uses the terminal.
        case inUse
        /// A system call failed, with its reason.
        case system(String)
    }

    /// The events since the last call of `takeEvents()`.
    package struct Events: Equatable, Sendable {
        /// True if the size may have changed.
        package var isResized = false
        /// True if the program was stopped and continued: the screen is lost and must be drawn again.
        package var isResumed = false
    }

    private let output: Int32
    private let pipe: (read: Int32, write: Int32)
    private let tracksMouse: Bool
    private var isRestored = false
    private var hasKeyboard = false

    /// Enters the alternate screen, with bracketed paste and focus reports and without a cursor.
    private static let entering = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l\u{1B}[2J"
    /// A CAN, which ends a sequence that was cut off.
    private static let cancelling = "\u{18}"
    private static let leaving =
        "\u{1B}]8;;\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// Reports presses, releases, moves with a pressed button and the wheel (1002), with numbers of any size (1006).
    private static let following = "\u{1B}[?1002h\u{1B}[?1006h"
    private static let forgetting = "\u{1B}[?1006l\u{1B}[?1002l"
    /// Queries the kitty keyboard protocol. The next two push "disambiguate" (1) and "report alternate keys" (4) for
    /// the alternate screen, and pop them.
    private static let askingForKeyboard = "\u{1B}[?u"
    private static let takingKeyboard = "\u{1B}[>5u"
    private static let givingKeyboardBack = "\u{1B}[<u"

    /// Takes over the terminal.
    ///
    /// - Parameter tracksMouse: True if mouse events arrive as keys; selecting text in the terminal then needs Shift.
    /// - Throws: `Failure`, which leaves the terminal as it was.
    package init(input: Int32 = 0, output: Int32 = 1, tracksMouse: Bool = true) throws(Failure) {
        guard Descriptors.isTerminal(input), Descriptors.isTerminal(output) else { throw .notATerminal }
        guard !TerminalRescue.isInstalled else { throw .inUse }
        (self.output, self.tracksMouse) = (output, tracksMouse)
        do throws(SystemFailure) {
            pipe = try Descriptors.makePipe()
            try TerminalRescue.install(
                TerminalRescue.Saved(
                    input: input, output: output, wake: pipe.write,
                    entering: Self.entering(tracksMouse: tracksMouse),
                    leaving: Self.leaving(tracksMouse: tracksMouse)))
        } catch {
            throw .system(error.reason)
        }
        TerminalRescue.enter()
    }

    deinit { restore() }

    private static func entering(tracksMouse: Bool, hasKeyboard: Bool = false) -> String {
        entering + (tracksMouse ? following : "") + (hasKeyboard ? takingKeyboard : "")
    }

    private static func leaving(tracksMouse: Bool, hasKeyboard: Bool = false) -> String {
        cancelling + (hasKeyboard ? givingKeyboardBack : "") + (tracksMouse ? forgetting : "") + leaving
    }

    /// The descriptor to poll for reading; if it is readable, call `takeEvents()`.
    package var signalDescriptor: Int32 { pipe.read }

    /// The current size of the terminal; 80 by 24 if the terminal does not report one.
    package var size: Size {
        let size = Descriptors.windowSize(of: output) ?? (80, 24)
        return Size(columns: size.columns, rows: size.rows)
    }

    /// Empties the pipe of the signals, and returns their events.
    package func takeEvents() -> Events {
        var events = Events()
        var bytes = [UInt8](repeating: 0, count: 64)
        while case .bytes(let count) = Descriptors.read(pipe.read, into: &bytes) {
            events.isResized = true  // a terminal may have been resized while the program was stopped
            if bytes[..<count].contains(TerminalRescue.resumed) { events.isResumed = true }
        }
        return events
    }

    /// Writes all bytes. Waits for a slow terminal, and gives up if it is gone.
    package func write(_ bytes: [UInt8]) {
        _ = Descriptors.writeAll(bytes, to: output, timeout: TerminalRescue.timeout)
    }

    /// Asks whether the terminal is light or dark; an answer arrives as `Key.background`.
    package func askForBackground() { write(Array(TerminalBackground.query.utf8)) }

    /// Asks for the kitty keyboard protocol; a terminal that has it answers with `Key.keyboardProtocol`.
    package func askForKeyboard() { write(Array(Self.askingForKeyboard.utf8)) }

    /// Switches the kitty keyboard protocol on, until the terminal is restored. Only for a terminal that has the
    /// protocol, because another may show the request as text.
    package func useKeyboardProtocol() {
        guard !hasKeyboard, !isRestored else { return }
        hasKeyboard = true
        // The sequences that restore the terminal come first, because a signal may arrive between the two.
        TerminalRescue.replace(
            entering: Self.entering(tracksMouse: tracksMouse, hasKeyboard: true),
            leaving: Self.leaving(tracksMouse: tracksMouse, hasKeyboard: true))
        write(Array(Self.takingKeyboard.utf8))
    }

    /// Rings the bell of the terminal. The person's settings decide if it sounds, flashes or does nothing.
    package func ringBell() { write([0x07]) }

    /// Shows a text as a notification of the desktop, if the terminal can (OSC 9). The text is cleaned, and cut if it
    /// is long.
    package func notify(_ text: String) { write(Array(TerminalCommand.notifying(text).utf8)) }

    /// Puts a text on the clipboard of the person's own machine (OSC 52), if the terminal allows it.
    ///
    /// - Returns: False if the text has more than 74,994 bytes and was not sent, because terminals would drop or cut
    ///   it.
    @discardableResult
    package func copy(_ text: String) -> Bool {
        guard let command = TerminalCommand.copying(text) else { return false }
        write(Array(command.utf8))
        return true
    }

    /// Restores the terminal while another program uses it, and takes it over again after that.
    package func lend(_ body: () -> Void) {
        TerminalRescue.leave()
        body()
        TerminalRescue.enter()
    }

    /// Stops the program as Control-Z does, and returns when it is continued.
    package func suspend() { Signals.suspend() }

    /// Restores the terminal. A second call has no effect.
    package func restore() {
        guard !isRestored else { return }
        isRestored = true
        TerminalRescue.leave()
        TerminalRescue.uninstall()
        Descriptors.close(pipe.read)
        Descriptors.close(pipe.write)
    }
}

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
