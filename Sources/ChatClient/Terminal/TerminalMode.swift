import ChatSystem

/// The terminal while the program owns it: raw, on the alternate screen, with bracketed paste and the mouse;
/// given back whatever happens.
///
/// It is given back by `restore()`, at `exit`, on the signals that end a program, on a suspend (and taken again
/// after), and on a crash. `signalDescriptor` becomes readable after a resize or a resume, so that one `poll`
/// serves the keyboard, the socket and these. One at a time; a second one fails.
///
///     let terminal = try TerminalMode()
///     defer { terminal.restore() }
package final class TerminalMode {
    /// Why a terminal could not be taken.
    package enum Failure: Error, Equatable {
        /// Input or output is a file or a pipe: `--plain` is for these.
        case notATerminal
        /// There is one in use already.
        case inUse
        /// A system call failed: why.
        case system(String)
    }

    /// What happened since the last look.
    package struct Events: Equatable, Sendable {
        /// The size may have changed.
        package var isResized = false
        /// The program was stopped and goes on: nothing of the screen is left, draw all of it.
        package var isResumed = false
    }

    private let output: Int32
    private let pipe: (read: Int32, write: Int32)
    private let tracksMouse: Bool
    private var isRestored = false
    private var hasKeyboard = false

    /// The alternate screen, with bracketed paste and word of the focus, and without a cursor.
    private static let entering = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l\u{1B}[2J"
    /// A CAN ends a sequence that was cut off.
    private static let cancelling = "\u{18}"
    private static let leaving =
        "\u{1B}]8;;\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// Presses, releases, moves with a button down and the wheel (1002), with numbers of any size (1006).
    private static let following = "\u{1B}[?1002h\u{1B}[?1006h"
    private static let forgetting = "\u{1B}[?1006l\u{1B}[?1002l"
    /// The kitty keyboard protocol: ask for it, push "disambiguate" (1) and "report alternate keys" (4) for the alternate
    /// screen, and pop them.
    private static let askingForKeyboard = "\u{1B}[?u"
    private static let takingKeyboard = "\u{1B}[>5u"
    private static let givingKeyboardBack = "\u{1B}[<u"

    /// Takes the terminal.
    ///
    /// - Parameter tracksMouse: whether the mouse is told as keys; the terminal's own choosing of text then needs Shift.
    /// - Throws: `Failure`, and then the terminal is as it was.
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

    /// The descriptor to poll for reading; after it is ready, ask `takeEvents()`.
    package var signalDescriptor: Int32 { pipe.read }

    /// The terminal's size now; 80 by 24 where it does not say.
    package var size: Size {
        let size = Descriptors.windowSize(of: output) ?? (80, 24)
        return Size(columns: size.columns, rows: size.rows)
    }

    /// Empties the pipe and says what the signals were.
    package func takeEvents() -> Events {
        var events = Events()
        var bytes = [UInt8](repeating: 0, count: 64)
        while case .bytes(let count) = Descriptors.read(pipe.read, into: &bytes) {
            events.isResized = true  // a terminal may have been resized while the program was stopped
            if bytes[..<count].contains(TerminalRescue.resumed) { events.isResumed = true }
        }
        return events
    }

    /// Writes all bytes, waiting for a slow terminal; gives up when it is gone.
    package func write(_ bytes: [UInt8]) {
        _ = Descriptors.writeAll(bytes, to: output, timeout: TerminalRescue.timeout)
    }

    /// Asks whether the terminal is light or dark; where it tells, the answer comes as `Key.background`.
    package func askForBackground() { write(Array(TerminalBackground.query.utf8)) }

    /// Asks for the kitty keyboard protocol; a terminal that has it answers with `Key.keyboardProtocol`.
    package func askForKeyboard() { write(Array(Self.askingForKeyboard.utf8)) }

    /// Switches the kitty keyboard protocol on, until the terminal is given back. For a terminal that has it: another may
    /// show the request as text.
    package func useKeyboardProtocol() {
        guard !hasKeyboard, !isRestored else { return }
        hasKeyboard = true
        // First what gives it back: a signal may come between the two.
        TerminalRescue.replace(
            entering: Self.entering(tracksMouse: tracksMouse, hasKeyboard: true),
            leaving: Self.leaving(tracksMouse: tracksMouse, hasKeyboard: true))
        write(Array(Self.takingKeyboard.utf8))
    }

    /// Rings the bell, or flashes, or does nothing: as the person set up their terminal.
    package func ringBell() { write([0x07]) }

    /// Shows a text as a notification of the desktop, where the terminal can (OSC 9); cleaned, and cut where it is long.
    package func notify(_ text: String) { write(Array(TerminalCommand.notifying(text).utf8)) }

    /// Puts a text on the clipboard of the person's own machine (OSC 52), where the terminal allows it.
    ///
    /// - Returns: whether it was sent; a text of more than 74,994 bytes is not, for terminals would drop or cut it.
    @discardableResult
    package func copy(_ text: String) -> Bool {
        guard let command = TerminalCommand.copying(text) else { return false }
        write(Array(command.utf8))
        return true
    }

    /// Gives the terminal to another program, and takes it again when that has ended.
    package func lend(_ body: () -> Void) {
        TerminalRescue.leave()
        body()
        TerminalRescue.enter()
    }

    /// Stops the program as Control-Z does, and comes back when it is continued.
    package func suspend() { Signals.suspend() }

    /// Gives the terminal back; harmless a second time.
    package func restore() {
        guard !isRestored else { return }
        isRestored = true
        TerminalRescue.leave()
        TerminalRescue.uninstall()
        Descriptors.close(pipe.read)
        Descriptors.close(pipe.write)
    }
}
