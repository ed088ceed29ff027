#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Syscalls {
    /// The environment of this process. The first value of a repeated variable counts.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        // The program reads the environment at its start, before any of its code can change it.
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

    /// Ends the process with an exit status.
    package static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Raises the limit of open files as far as the system allows, and returns it.
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

    /// The signals that request the end of the program.
    private static let endings = [SIGINT, SIGTERM]

    /// Ignores SIGPIPE, so that a write to a closed pipe fails and does not end the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Blocks the signals that request the end, in this thread and in each thread that it starts later. Current work
    /// can then be completed.
    ///
    /// - Parameter withHangUp: True to block the end of the terminal too.
    package static func blockEndSignals(withHangUp: Bool = false) {
        var signals = set(of: endings + (withHangUp ? [SIGHUP] : []))
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits until the end is requested. A request since the signals were blocked counts.
    package static func waitForEndSignal() {
        var signals = set(of: endings)
        var taken: Int32 = 0
        while sigwait(&signals, &taken) != 0 {}
    }

    /// Waits until the end is requested, or the parent has ended.
    package static func waitForEndSignal(orOf parent: ParentWatch) {
        while !isEndRequested, !parent.hasEnded { _ = Readiness.wait(for: [], milliseconds: ParentWatch.milliseconds) }
    }

    /// True if the end was requested since the signals were blocked.
    package static var isEndRequested: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return (endings + [SIGHUP]).contains { sigismember(&pending, $0) == 1 }
    }

    /// The id of this process.
    package static var processID: Int32 { getpid() }

    /// Returns true if a process with the id exists.
    package static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Stops the process as Control-Z does, and returns when it continues.
    package static func suspend() {
        // The signal goes to the process, because signals are masked in the threads of Dispatch.
        kill(processID, SIGTSTP)
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        return signals
    }
}

/// The system call, under a name that no method hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }
