#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Syscalls {
    /// The environment that this process was started in; of a variable that comes twice, the first.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        // Read once at the start, before anything of this program could change it.
        #if canImport(Darwin)
            var entry = _NSGetEnviron().pointee
        #else
            var entry = environ
        #endif
        while let text = entry.pointee {
            let words = String(cString: text)
            if let sign = words.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(words[..<sign])
                if variables[name] == nil { variables[name] = String(words[words.utf8.index(after: sign)...]) }
            }
            entry += 1
        }
        return variables
    }

    /// Ends the process with that status.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Raises the number of open files that the process may have to what it is allowed, and answers it.
    package static func raiseFileLimit() -> Int {
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    // MARK: Signals

    /// The signals that ask for an end.
    private static let endings = [SIGINT, SIGTERM]

    /// A reader of our output that goes away is an answer of a write, not a reason to die.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Keeps the signals that ask for an end from this thread, and from every one that it starts from now on, so that
    /// what is being done can be finished first.
    ///
    /// - Parameter withHangUp: whether the end of the terminal is one of them.
    package static func holdEndings(withHangUp: Bool = false) {
        var signals = set(of: endings + (withHangUp ? [SIGHUP] : []))
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits until an end is asked for; one that was asked for since they are held counts.
    package static func waitForEnding() {
        var signals = set(of: endings)
        var taken: Int32 = 0
        while sigwait(&signals, &taken) != 0 {}
    }

    /// Waits until an end is asked for, or the parent has ended.
    package static func waitForEnding(orOf parent: ParentWatch) {
        while !hasEnding, !parent.hasEnded { _ = Readiness.wait(for: [], milliseconds: ParentWatch.milliseconds) }
    }

    /// Whether an end was asked for since they are held.
    package static var hasEnding: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return (endings + [SIGHUP]).contains { sigismember(&pending, $0) == 1 }
    }

    /// The number of this process.
    package static var processID: Int32 { getpid() }

    /// Whether a process of that number is there.
    package static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Stops the program as Control-Z does, and comes back when it is continued.
    package static func suspend() {
        // To the process, not the thread: Dispatch's workers have their signals masked.
        kill(processID, SIGTSTP)
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        return signals
    }
}

/// The call, by a name that no method hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
