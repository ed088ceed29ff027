#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if os(Linux)
    import CSystem
#endif

/// This process: its environment, its limits and its end.
package enum CurrentProcess {
    /// The id.
    package static var id: Int32 { getpid() }

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

    /// Makes the allocator return each freed block of 64 KiB or more to the system. The program calls this before it
    /// starts a second thread.
    ///
    /// By default Glibc keeps ever larger blocks on its heaps, and a heap shrinks only at its end. The buffers of one
    /// flood would stay for ever. The allocators of other systems return blocks by themselves.
    package static func returnLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 64 * 1024)
        #endif
    }
}

/// The watch of the process that started this one.
///
/// It compares the parent's id, because another process adopts this one after its parent ends. Linux has a signal for
/// that (`PR_SET_PDEATHSIG`), with two faults. It comes too early if a thread of the parent started this process and
/// then ends, as in test runners. It never comes if the parent ended before the signal was requested.
package struct ParentWatch: Sendable {
    private let parent = getppid()

    /// Stores the current parent. The program creates the watch before any other work.
    package init() {}

    /// The interval between two checks, in milliseconds.
    package static let milliseconds = 100

    /// True if the parent has ended.
    package var hasEnded: Bool { getppid() != parent }
}

/// The system call, under a name that no method hides.
private func systemExit(_ status: Int32) -> Never { exit(status) }

/// The signals to this process, and to the processes that it knows by id.
package enum Signals {
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

    /// Proof: written once, before the handler that reads it is installed.
    nonisolated(unsafe) private static var endPipe: Int32 = -1

    /// Returns a descriptor that becomes readable at the first signal that requests the end. The byte in it is the
    /// number of the signal. A second signal ends the process. An ignored signal stays ignored, as `nohup` requires.
    package static func pipeEndSignals() throws(SystemFailure) -> Int32 {
        let pipe = try Descriptors.makePipe()
        endPipe = pipe.write
        for number in endings {
            let before = signal(number) { number in
                let error = errno
                signal(number, SIG_DFL)
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Signals.endPipe, &byte, 1)
                errno = error
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
        return pipe.read
    }

    /// Ends the process as the signal does by default, so that the parent sees the signal.
    package static func end(by number: Int32) {
        signal(number, SIG_DFL)
        raise(number)
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

    /// Returns true if a process with the id exists, because a signal could reach it.
    package static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Stops the process as Control-Z does, and returns when it continues.
    package static func suspend() {
        // The signal goes to the process, because signals are masked in the threads of Dispatch.
        kill(CurrentProcess.id, SIGTSTP)
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        return signals
    }
}
