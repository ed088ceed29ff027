#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Giving the terminal back from a signal handler.
///
/// What runs in a handler is C calls that POSIX lists as safe there (`write`, `tcsetattr`, `sigaction`, `raise`,
/// `sigprocmask`, `poll`) on memory that was allocated before the handler was installed: no Swift object is made,
/// retained or released, and no lock is taken.
package enum TerminalRescue {
    /// What the handlers need, plain C values only.
    package struct Saved {
        fileprivate let output: Int32
        fileprivate let input: Int32
        fileprivate let wake: Int32
        fileprivate let original: termios
        fileprivate let raw: termios
        fileprivate let entering: UnsafeMutableBufferPointer<UInt8>
        fileprivate let leaving: UnsafeMutableBufferPointer<UInt8>

        /// A terminal as it is now.
        ///
        /// - Parameters:
        ///   - wake: the end of a pipe that is told of resizes and resumes.
        ///   - entering: what the terminal is sent when it is taken.
        ///   - leaving: what it is sent when it is given back.
        /// - Throws: ``SystemFailure`` if it does not say how it is.
        package init(
            input: Int32, output: Int32, wake: Int32, entering: String, leaving: String
        ) throws(SystemFailure) {
            var original = termios()
            guard tcgetattr(input, &original) == 0 else { throw SystemFailure(reason: Syscalls.words(errno)) }
            (self.input, self.output, self.wake, self.original) = (input, output, wake, original)
            cfmakeraw(&original)
            raw = original
            (self.entering, self.leaving) = (TerminalRescue.copy(entering), TerminalRescue.copy(leaving))
        }

        /// The same terminal with other sequences.
        fileprivate init(_ other: Saved, entering: String, leaving: String) {
            (input, output, wake, original, raw) = (other.input, other.output, other.wake, other.original, other.raw)
            (self.entering, self.leaving) = (TerminalRescue.copy(entering), TerminalRescue.copy(leaving))
        }
    }

    /// The byte in the pipe after a resize.
    package static let resized: UInt8 = 1
    /// The byte in the pipe after a resume.
    package static let resumed: UInt8 = 2

    /// How long a terminal that takes nothing is waited for, in milliseconds.
    package static let patience: Int32 = 1_000

    /// Whether a terminal is taken.
    package static var isInstalled: Bool { saved != nil }

    /// Proof: written on one thread, and a pointer is written in one store, so that a handler reads an old or a new value.
    /// `install` has read it, so a handler never runs its lazy initialiser.
    nonisolated(unsafe) private static var saved: UnsafeMutablePointer<Saved>?

    /// Proof: as for `saved`. The actions that were there before, in the order of `all`.
    nonisolated(unsafe) private static var before: UnsafeMutablePointer<sigaction>?

    private static let waking: [Int32] = [SIGWINCH, SIGCONT]
    private static let ending: [Int32] = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS,
    ]
    private static let all = waking + [SIGTSTP] + ending
    /// Proof: as for `saved`. `all` for the handlers, which must not touch an array.
    nonisolated(unsafe) private static let numbers: UnsafeMutableBufferPointer<Int32> = {
        let numbers = UnsafeMutableBufferPointer<Int32>.allocate(capacity: all.count)
        _ = numbers.initialize(from: all)
        return numbers
    }()

    /// Never freed: a handler may be running on it. A crash by a full stack needs another stack to be handled on.
    nonisolated(unsafe) private static let otherStack = UnsafeMutableRawPointer.allocate(
        byteCount: otherStackBytes, alignment: 16)
    private static let otherStackBytes = 64 * 1024

    private static let givesBackAtExit: Bool = atexit { TerminalRescue.leave() } == 0

    /// Takes the signals that end, stop or resize. The values are never freed: a handler on another thread may be
    /// reading them at any moment. They are a few hundred bytes.
    package static func install(_ values: Saved) {
        let pointer = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
        pointer.initialize(to: values)
        saved = pointer
        _ = (numbers.count, givesBackAtExit)
        var stack = stack_t()
        (stack.ss_sp, stack.ss_size) = (otherStack, otherStackBytes)
        sigaltstack(&stack, nil)
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: all.count)
        actions.initialize(repeating: sigaction(), count: all.count)
        before = actions
        for (index, signal) in all.enumerated() {
            set(signal, to: handler(signal), keeping: actions + index)
            // What was ignored stays ignored: `nohup` means it.
            if ignores(actions[index]) { sigaction(signal, actions + index, nil) }
        }
    }

    /// Replaces what the terminal is sent when it is taken and given back. A handler uses either the old pair or the new.
    package static func replace(entering: String, leaving: String) {
        guard let current = saved?.pointee else { return }
        let pointer = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
        pointer.initialize(to: Saved(current, entering: entering, leaving: leaving))
        saved = pointer
    }

    /// Gives the signals back.
    package static func uninstall() {
        if let actions = before {
            for (index, signal) in all.enumerated() { sigaction(signal, actions + index, nil) }
            actions.deallocate()
        }
        before = nil
        saved = nil
    }

    /// Raw, alternate screen. Safe in a handler.
    package static func enter() {
        guard let values = saved?.pointee else { return }
        var raw = values.raw
        tcsetattr(values.input, TCSADRAIN, &raw)
        _ = Syscalls.writeAll(UnsafeRawBufferPointer(values.entering), to: values.output, patience: patience)
    }

    /// As it was found. Safe in a handler.
    package static func leave() {
        guard let values = saved?.pointee else { return }
        _ = Syscalls.writeAll(UnsafeRawBufferPointer(values.leaving), to: values.output, patience: patience)
        var original = values.original
        // NOW, not DRAIN: a terminal that has stopped reading must not keep a program from ending.
        tcsetattr(values.input, TCSANOW, &original)
    }

    private static func handler(_ signal: Int32) -> @convention(c) (Int32) -> Void {
        switch signal {
        case SIGWINCH: return { TerminalRescue.handle($0) { _ in TerminalRescue.wake(TerminalRescue.resized) } }
        case SIGCONT: return { TerminalRescue.handle($0) { _ in TerminalRescue.resume() } }
        case SIGTSTP: return { TerminalRescue.handle($0, TerminalRescue.stop) }
        default: return { TerminalRescue.handle($0, TerminalRescue.end) }
        }
    }

    /// What is interrupted may be about to read why a call of its own failed.
    private static func handle(_ signal: Int32, _ handler: (Int32) -> Void) {
        let error = errno
        handler(signal)
        errno = error
    }

    private static func resume() {
        enter()
        wake(resumed)
    }

    /// Gives the terminal back, stops as without a handler, and takes it again when continued.
    private static func stop(_ signal: Int32) {
        leave()
        var ours = sigaction()
        var theirs = sigaction()
        theirs.handler = SIG_DFL
        sigaction(signal, &theirs, &ours)
        raise(signal)  // here the program stops; in a group without a shell it does not, and goes on at once
        sigaction(signal, &ours, nil)
        resume()
    }

    /// Gives the terminal back and dies as without a handler: by the action that was there before (Swift's own
    /// backtrace, for one), so that the parent sees the signal.
    private static func end(_ signal: Int32) {
        leave()
        saved = nil
        if let before {
            for index in 0..<numbers.count where numbers[index] == signal { sigaction(signal, before + index, nil) }
        }
        raise(signal)
    }

    private static func wake(_ byte: UInt8) {
        var byte = byte
        // A full pipe is no loss: it wakes the loop already.
        if let descriptor = saved?.pointee.wake { _ = write(descriptor, &byte, 1) }
    }

    private static func set(
        _ signal: Int32, to handler: @escaping @convention(c) (Int32) -> Void,
        keeping old: UnsafeMutablePointer<sigaction>
    ) {
        var action = sigaction()
        action.handler = handler
        // NODEFER: the handler raises the same signal again and must not be kept waiting by its own mask.
        action.sa_flags = SA_RESTART | SA_NODEFER | SA_ONSTACK
        sigemptyset(&action.sa_mask)
        sigaction(signal, &action, old)
    }

    private static func ignores(_ action: sigaction) -> Bool {
        unsafeBitCast(action.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func copy(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        return bytes
    }
}

extension sigaction {
    /// What is called; the header's name for it is another on each system.
    fileprivate var handler: (@convention(c) (Int32) -> Void)? {
        get {
            #if canImport(Darwin)
                __sigaction_u.__sa_handler
            #else
                __sigaction_handler.sa_handler
            #endif
        }
        set {
            #if canImport(Darwin)
                __sigaction_u.__sa_handler = newValue
            #else
                __sigaction_handler.sa_handler = newValue
            #endif
        }
    }
}

extension Syscalls {
    /// Whether a person may be at a descriptor.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size of a terminal; nil where it does not say.
    package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }
}
