#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Which system calls are made where Linux has better ones than POSIX.
package enum SystemInterface: CaseIterable, Sendable {
    #if os(Linux)
        /// epoll, eventfd, accept4.
        case linux
    #endif
    /// poll, a pipe, accept and fcntl: on every system that is one.
    case posix

    /// The one of this process: the system's best, or POSIX where `UNDERSTUDY_POLLER` is `poll`.
    package static let current: SystemInterface = {
        #if os(Linux)
            if let name = getenv("UNDERSTUDY_POLLER"), String(cString: name) == "poll" { return .posix }
            return .linux
        #else
            return .posix
        #endif
    }()
}

/// Why the system did not do what it was asked.
package struct SystemFailure: Error, Sendable, CustomStringConvertible {
    /// In words that a person can act on.
    package let reason: String

    /// A failure for that reason.
    package init(reason: String) { self.reason = reason }

    /// The reason.
    package var description: String { reason }
}

/// The system calls. Each retries where the kernel was only interrupted, reads `errno` in the same expression as the
/// call, and says in words what the caller has to tell apart.
package enum Syscalls {
    /// The words for an error number.
    package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
