#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The set of system calls to use: the better ones of Linux, or POSIX.
package enum SystemInterface: CaseIterable, Sendable {
    #if os(Linux)
        /// epoll, eventfd and accept4.
        case linux
    #endif
    /// poll, pipes, accept and fcntl, which every system has.
    case posix

    /// The interface of this process: the system's best, or POSIX if `UNDERSTUDY_POLLER` is `poll`.
    package static let current: SystemInterface = {
        #if os(Linux)
            if let name = getenv("UNDERSTUDY_POLLER"), String(cString: name) == "poll" { return .posix }
            return .linux
        #else
            return .posix
        #endif
    }()
}

/// The reason why the system refused a call.
package struct SystemFailure: Error, Sendable, CustomStringConvertible {
    /// The reason, with words that a person can act on.
    package let reason: String

    /// Creates a failure with a reason.
    package init(reason: String) { self.reason = reason }

    /// Returns the words for an error number.
    package static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

    /// The same text as ``reason``.
    package var description: String { reason }
}
