#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A descriptor to wait for, and what for.
package struct Interest {
    var descriptor: Int32
    var reads: Bool
    var writes: Bool

    /// An interest in reading, unless told otherwise.
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

/// What a descriptor is ready for; an error or a hang-up is ready for both, so that the next call tells which.
package struct Readiness: Equatable, Sendable {
    /// There is something to read, or to learn.
    package var canRead = false
    /// There is room, or something to learn.
    package var canWrite = false

    /// Ready for nothing.
    package init() {}

    init(_ polled: pollfd) {
        let trouble = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)
        canRead = polled.revents & (Int16(POLLIN) | trouble) != 0
        canWrite = polled.revents & (Int16(POLLOUT) | trouble) != 0
    }

    /// Waits until one of the descriptors is ready.
    ///
    /// - Parameter milliseconds: how long at the most; nil waits for ever.
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
