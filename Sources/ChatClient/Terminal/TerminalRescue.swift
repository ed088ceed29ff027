import Glibc

/// Giving the terminal back from a signal handler.
///
/// What runs in a handler is C calls that POSIX lists as safe there (`write`, `tcsetattr`, `sigaction`, `raise`,
/// `sigprocmask`, `poll`) on memory that was allocated before the handler was installed: no Swift object is made,
/// retained or released, and no lock is taken.
enum TerminalRescue {
    /// What the handlers need, plain C values only.
    struct Saved {
        let input: Int32
        let output: Int32
        let wake: Int32
        let original: termios
        let raw: termios
    }

    static let resized: UInt8 = 1
    static let resumed: UInt8 = 2

    /// Proof: written on one thread, before the handlers are installed and after they are removed; a pointer is
    /// written in one store. `install` has read it, so a handler never runs its lazy initialiser.
    nonisolated(unsafe) static var saved: UnsafeMutablePointer<Saved>?

    /// Proof: as for `saved`. The actions that were there before, in the order of `all`.
    nonisolated(unsafe) private static var before: UnsafeMutablePointer<sigaction>?

    /// Proof: as for `saved`. The bytes that enter and leave, copied out of Swift strings beforehand.
    nonisolated(unsafe) private static let entering = copy(
        "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l\u{1B}[2J")
    nonisolated(unsafe) private static let leaving = copy(
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?25h\u{1B}[?1049l")

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

    static func install(_ values: UnsafeMutablePointer<Saved>) {
        saved = values
        _ = (entering.count, leaving.count, numbers.count, givesBackAtExit)
        var stack = stack_t(ss_sp: otherStack, ss_flags: 0, ss_size: otherStackBytes)
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

    static func uninstall() {
        if let actions = before {
            for (index, signal) in all.enumerated() { sigaction(signal, actions + index, nil) }
            actions.deallocate()
        }
        before = nil
        saved = nil
    }

    /// Raw, alternate screen. Safe in a handler.
    static func enter() {
        guard let values = saved?.pointee else { return }
        var raw = values.raw
        tcsetattr(values.input, TCSADRAIN, &raw)
        write(UnsafeRawBufferPointer(entering), to: values.output)
    }

    /// As it was found. Safe in a handler.
    static func leave() {
        guard let values = saved?.pointee else { return }
        write(UnsafeRawBufferPointer(leaving), to: values.output)
        var original = values.original
        // NOW, not DRAIN: a terminal that has stopped reading must not keep a program from ending.
        tcsetattr(values.input, TCSANOW, &original)
    }

    /// Writes all, waiting up to a second at a time for room. Safe in a handler.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = Glibc.write(descriptor, base, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&ready, 1, 1000) == 0 { return }
            } else if errno != EINTR {
                return
            }
        }
    }

    private static func handler(_ signal: Int32) -> @convention(c) (Int32) -> Void {
        switch signal {
        case SIGWINCH: return { _ in TerminalRescue.wake(TerminalRescue.resized) }
        case SIGCONT:
            return { _ in
                TerminalRescue.enter()
                TerminalRescue.wake(TerminalRescue.resumed)
            }
        case SIGTSTP: return { TerminalRescue.stop($0) }
        default: return { TerminalRescue.end($0) }
        }
    }

    /// Gives the terminal back, stops as without a handler, and takes it again when continued.
    private static func stop(_ signal: Int32) {
        let error = errno
        leave()
        var ours = sigaction()
        var theirs = sigaction()
        theirs.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(signal, &theirs, &ours)
        raise(signal)  // here the program stops; in a group without a shell it does not, and goes on at once
        sigaction(signal, &ours, nil)
        enter()
        wake(resumed)
        errno = error
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
        let error = errno
        var byte = byte
        // A full pipe is no loss: it wakes the loop already.
        if let descriptor = saved?.pointee.wake { _ = Glibc.write(descriptor, &byte, 1) }
        errno = error
    }

    private static func set(
        _ signal: Int32, to handler: @escaping @convention(c) (Int32) -> Void,
        keeping old: UnsafeMutablePointer<sigaction>
    ) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        // NODEFER: the handler raises the same signal again and must not be kept waiting by its own mask.
        action.sa_flags = SA_RESTART | SA_NODEFER | SA_ONSTACK
        sigemptyset(&action.sa_mask)
        sigaction(signal, &action, old)
    }

    private static func ignores(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func copy(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        return bytes
    }
}
