#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
