import ChatProtocol
import Glibc

/// The terminal while the program owns it: raw, on the alternate screen, with bracketed paste; given back whatever
/// happens.
///
/// It is given back by `restore()`, at `exit`, on the signals that end a program, on a suspend (and taken again
/// after), and on a crash. `signalDescriptor` becomes readable after a resize or a resume, so that one `poll`
/// serves the keyboard, the socket and these. One at a time; a second one fails.
///
///     let terminal = try TerminalMode()
///     defer { terminal.restore() }
public final class TerminalMode {
    /// Why a terminal could not be taken.
    public enum Failure: Error, Equatable {
        /// Input or output is a file or a pipe: `--plain` is for these.
        case notATerminal
        /// There is one in use already.
        case inUse
        /// A system call failed, with its errno.
        case system(Int32)
    }

    /// What happened since the last look.
    public struct Events: Equatable, Sendable {
        /// The size may have changed.
        public var isResized = false
        /// The program was stopped and goes on: nothing of the screen is left, draw all of it.
        public var isResumed = false
    }

    private let saved: UnsafeMutablePointer<TerminalRescue.Saved>
    private let pipe: (read: Int32, write: Int32)
    private var isRestored = false

    /// Takes the terminal.
    ///
    /// - Throws: `Failure`, and then the terminal is as it was.
    public init(input: Int32 = 0, output: Int32 = 1) throws(Failure) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        guard TerminalRescue.saved == nil else { throw .inUse }
        var original = termios()
        guard tcgetattr(input, &original) == 0 else { throw .system(errno) }
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw .system(errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        pipe = (ends[0], ends[1])
        var raw = original
        cfmakeraw(&raw)
        saved = .allocate(capacity: 1)
        saved.initialize(
            to: TerminalRescue.Saved(input: input, output: output, wake: ends[1], original: original, raw: raw))
        TerminalRescue.install(saved)
        TerminalRescue.enter()
    }

    deinit { restore() }

    /// The descriptor to poll for reading; after it is ready, ask `takeEvents()`.
    public var signalDescriptor: Int32 { pipe.read }

    /// The terminal's size now; 80 by 24 where it does not say.
    public var size: Size {
        var window = winsize()
        guard ioctl(saved.pointee.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Empties the pipe and says what the signals were.
    public func takeEvents() -> Events {
        var events = Events()
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(pipe.read, &bytes, bytes.count)
            if count <= 0 { return events }
            for byte in bytes[..<count] {
                events.isResized = true  // a terminal may have been resized while the program was stopped
                if byte == TerminalRescue.resumed { events.isResumed = true }
            }
        }
    }

    /// Writes all bytes, waiting for a slow terminal; gives up when it is gone.
    public func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { TerminalRescue.write($0, to: saved.pointee.output) }
    }

    /// Rings the bell, or flashes, or does nothing: as the person set up their terminal.
    public func ringBell() { write([0x07]) }

    /// Puts a text on the clipboard of the person's own machine (OSC 52), where the terminal allows it.
    public func copy(_ text: String) {
        write(Array("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{07}".utf8))
    }

    /// Stops the program as Control-Z does, and comes back when it is continued.
    public func suspend() {
        // To the process, not the thread: Dispatch's workers have their signals masked.
        kill(getpid(), SIGTSTP)
    }

    /// Gives the terminal back; harmless a second time.
    public func restore() {
        guard !isRestored else { return }
        isRestored = true
        TerminalRescue.leave()
        TerminalRescue.uninstall()
        close(pipe.read)
        close(pipe.write)
        // `saved` stays: a handler on another thread may be reading it at this moment. It is a few hundred bytes.
    }
}
