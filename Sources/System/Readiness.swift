#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A descriptor and the conditions to wait for.
package struct Interest {
    var descriptor: Int32
    var reads: Bool
    var writes: Bool

    /// Creates an interest in input by default.
    package init(descriptor: Int32, reads: Bool = true, writes: Bool = false) {
        self.descriptor = descriptor
        self.reads = reads
        self.writes = writes
    }

    var polled: pollfd {
        pollfd(
            fd: descriptor, events: (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0), revents: 0)
    }
}

/// The readiness of a descriptor. An error or a hang-up counts as both, so that the next call reports it.
package struct Readiness: Equatable, Sendable {
    /// True if the descriptor has input or an error.
    package var canRead = false
    /// True if the descriptor accepts output or has an error.
    package var canWrite = false

    /// Creates the readiness of a descriptor that is not ready.
    package init() {}

    init(_ polled: pollfd) {
        let trouble = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)
        canRead = polled.revents & (Int16(POLLIN) | trouble) != 0
        canWrite = polled.revents & (Int16(POLLOUT) | trouble) != 0
    }

    /// Waits until one of the descriptors is ready.
    ///
    /// - Parameter milliseconds: The maximum wait; nil waits for ever.
    package static func wait(for interests: [Interest], milliseconds: Int? = nil) -> [Readiness] {
        var descriptors = interests.map(\.polled)
        let deadline = milliseconds.map { Clocks.steady() + Int64($0) }
        while true {
            let left = deadline.map { Int32(clamping: max(0, $0 - Clocks.steady())) } ?? -1
            if poll(&descriptors, nfds_t(descriptors.count), left) >= 0 || errno != EINTR { break }
        }
        return descriptors.map(Readiness.init)
    }
}
