#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Restores the terminal from a signal handler.
///
/// A handler runs only C calls that POSIX lists as safe there (`write`, `tcsetattr`, `sigaction`, `raise`,
/// `sigprocmask`, `poll`). They use memory that was allocated before the handler was installed. No Swift object is
/// created, retained or released, and no lock is taken.
package enum TerminalRescue {
    /// The values that the handlers need: plain C values only.
    package struct Saved {
        fileprivate let output: Int32
        fileprivate let input: Int32
        fileprivate let wake: Int32
        fileprivate let original: termios
        fileprivate let raw: termios
        fileprivate let entering: UnsafeMutableBufferPointer<UInt8>
        fileprivate let leaving: UnsafeMutableBufferPointer<UInt8>

        /// Saves the present state of a terminal.
        ///
        /// - Parameters:
        ///   - wake: The end of a pipe that receives a byte after a resize or a resume.
        ///   - entering: The sequences that take the terminal.
        ///   - leaving: The sequences that restore the terminal.
        /// - Throws: ``SystemFailure`` if the state cannot be read.
        package init(
            input: Int32, output: Int32, wake: Int32, entering: String, leaving: String
        ) throws(SystemFailure) {
            var original = termios()
            guard tcgetattr(input, &original) == 0 else { throw SystemFailure(reason: SystemFailure.words(errno)) }
            (self.input, self.output, self.wake, self.original) = (input, output, wake, original)
            cfmakeraw(&original)
            raw = original
            (self.entering, self.leaving) = (TerminalRescue.copy(entering), TerminalRescue.copy(leaving))
        }

        /// Creates a copy with other sequences.
        fileprivate init(_ other: Saved, entering: String, leaving: String) {
            (input, output, wake, original, raw) = (other.input, other.output, other.wake, other.original, other.raw)
            (self.entering, self.leaving) = (TerminalRescue.copy(entering), TerminalRescue.copy(leaving))
        }
    }

    /// The byte in the pipe after a resize.
    package static let resized: UInt8 = 1
    /// The byte in the pipe after a resume.
    package static let resumed: UInt8 = 2

    /// The maximum wait for a terminal that accepts no output, in milliseconds.
    package static let timeout: Int32 = 1_000

    /// True if a terminal is taken.
    package static var isInstalled: Bool { saved != nil }

    /// Proof: one thread writes it, and a pointer is written in one store, so that a handler reads the old or the new
    /// value. `install` has read it, so that a handler never runs its lazy initializer.
    nonisolated(unsafe) private static var saved: UnsafeMutablePointer<Saved>?

    /// Proof: as for `saved`. The previous actions, in the order of `all`.
    nonisolated(unsafe) private static var before: UnsafeMutablePointer<sigaction>?

    private static let waking: [Int32] = [SIGWINCH, SIGCONT]
    private static let ending: [Int32] = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS,
    ]
    private static let all = waking + [SIGTSTP] + ending
    /// Proof: as for `saved`. A copy of `all` for the handlers, which must not use an array.
    nonisolated(unsafe) private static let numbers: UnsafeMutableBufferPointer<Int32> = {
        let numbers = UnsafeMutableBufferPointer<Int32>.allocate(capacity: all.count)
        _ = numbers.initialize(from: all)
        return numbers
    }()

    /// Never freed, because a handler may be running on it. A stack overflow needs another stack to be handled on.
    nonisolated(unsafe) private static let otherStack = UnsafeMutableRawPointer.allocate(
        byteCount: otherStackBytes, alignment: 16)
    private static let otherStackBytes = 64 * 1024

    private static let givesBackAtExit: Bool = atexit { TerminalRescue.leave() } == 0

    /// Installs handlers for the signals that end, stop or resize. The values are never freed, because a handler on
    /// another thread may be reading them. They take a few hundred bytes.
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
            set(signal, to: handler(signal), storingOldIn: actions + index)
            // An ignored signal stays ignored, as `nohup` requires.
            if ignores(actions[index]) { sigaction(signal, actions + index, nil) }
        }
    }

    /// Replaces the sequences that take and restore the terminal. A handler uses the old pair or the new one.
    package static func replace(entering: String, leaving: String) {
        guard let current = saved?.pointee else { return }
        let pointer = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
        pointer.initialize(to: Saved(current, entering: entering, leaving: leaving))
        saved = pointer
    }

    /// Restores the previous handlers.
    package static func uninstall() {
        if let actions = before {
            for (index, signal) in all.enumerated() { sigaction(signal, actions + index, nil) }
            actions.deallocate()
        }
        before = nil
        saved = nil
    }

    /// Takes the terminal: raw mode, alternate screen. Safe in a handler.
    package static func enter() {
        guard let values = saved?.pointee else { return }
        var raw = values.raw
        tcsetattr(values.input, TCSADRAIN, &raw)
        _ = Descriptors.writeAll(UnsafeRawBufferPointer(values.entering), to: values.output, timeout: timeout)
    }

    /// Restores the terminal. Safe in a handler.
    package static func leave() {
        guard let values = saved?.pointee else { return }
        _ = Descriptors.writeAll(UnsafeRawBufferPointer(values.leaving), to: values.output, timeout: timeout)
        var original = values.original
        // TCSANOW does not wait for output: a terminal that stopped reading must not delay the program's end.
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

    /// Preserves `errno`, because the interrupted code may be about to read it.
    private static func handle(_ signal: Int32, _ handler: (Int32) -> Void) {
        let error = errno
        handler(signal)
        errno = error
    }

    private static func resume() {
        enter()
        wake(resumed)
    }

    /// Restores the terminal, stops as without a handler, and takes the terminal again after the stop.
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

    /// Restores the terminal and ends as without a handler. The previous action, such as Swift's backtrace, runs, and
    /// the parent sees the signal.
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
        // A full pipe wakes the loop anyway.
        if let descriptor = saved?.pointee.wake { _ = write(descriptor, &byte, 1) }
    }

    private static func set(
        _ signal: Int32, to handler: @escaping @convention(c) (Int32) -> Void,
        storingOldIn old: UnsafeMutablePointer<sigaction>
    ) {
        var action = sigaction()
        action.handler = handler
        // SA_NODEFER: the handler raises the same signal again, and its own mask must not delay that.
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
    /// The function of the action. Its name in the header differs between systems.
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

/// Text of others for a terminal. Some characters act there: C0 and C1 controls begin escape sequences, and
/// bidirectional marks reorder their neighbors.
package enum TerminalText {
    /// Returns the text with each such character as in JSON, `\u001b`. Line feeds and tabs stay.
    ///
    /// - Parameter allowsControls: True if ASCII controls stay: for text that this program colored.
    package static func escaped(_ text: String, allowsControls: Bool = false) -> String {
        guard !text.utf8.allSatisfy({ isPlain($0, allowsControls) }) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if acts(scalar, allowsControls) {
                let digits = String(scalar.value, radix: 16)
                escaped.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Returns true for a byte that begins none of these characters. Most texts contain only such bytes.
    private static func isPlain(_ byte: UInt8, _ allowsControls: Bool) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x20...0x7E: true
        case 0x00...0x1F: allowsControls
        // The first bytes of C1 controls, and of the marks below.
        case 0x7F, 0xC2, 0xD8, 0xE2: false
        default: true
        }
    }

    private static func acts(_ scalar: Unicode.Scalar, _ allowsControls: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F: !allowsControls
        // Delete and C1; Arabic letter mark; left-to-right and right-to-left marks, line ends, overrides, isolates.
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
