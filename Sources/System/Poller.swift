/// Waits for any number of descriptors: through epoll on Linux, through poll elsewhere.
///
/// Tokens, not descriptor numbers, name what is ready, because a number may have been closed and given out again
/// within one batch.
package final class Poller {
    /// What is ready.
    package struct Ready: Equatable {
        /// What was said when it was watched.
        package let token: UInt64
        /// There is something to read, or to learn: a hang-up and an error are readable too.
        package let canRead: Bool
        /// There is room.
        package let canWrite: Bool
    }

    private enum Backend {
        #if os(Linux)
            case epoll(EpollSet)
        #endif
        case poll(PollSet)
    }

    /// What ends a wait from another thread.
    package let wakeup: Wakeup
    private let backend: Backend
    private static let wakeToken = UInt64.max

    /// Watches nothing yet.
    package init(_ interface: SystemInterface = .current) throws(SystemFailure) {
        wakeup = try Wakeup(interface)
        switch interface {
        #if os(Linux)
            case .linux: backend = .epoll(try EpollSet())
        #endif
        case .posix: backend = .poll(PollSet())
        }
        _ = watch(wakeup.descriptor, token: Self.wakeToken)
    }

    deinit { wakeup.close() }

    /// Begins to watch a descriptor for reading.
    ///
    /// - Parameter token: what names it when it is ready; less than the highest number.
    /// - Returns: whether there was room for it.
    package func watch(_ descriptor: Int32, token: UInt64) -> Bool {
        switch backend {
        #if os(Linux)
            case .epoll(let set): set.watch(descriptor, token: token)
        #endif
        case .poll(let set): set.watch(descriptor, token: token)
        }
    }

    /// Watches a descriptor for something else from now on; that it hung up is told all the same.
    package func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
        switch backend {
        #if os(Linux)
            case .epoll(let set): set.change(descriptor, token: token, reading: reading, writing: writing)
        #endif
        case .poll(let set): set.change(descriptor, reading: reading, writing: writing)
        }
    }

    /// Watches a descriptor no more; before it is closed.
    package func unwatch(_ descriptor: Int32) {
        switch backend {
        #if os(Linux)
            case .epoll(let set): set.unwatch(descriptor)
        #endif
        case .poll(let set): set.unwatch(descriptor)
        }
    }

    /// Waits until something is ready, or ``wakeup`` woke, or a signal came.
    ///
    /// - Parameters:
    ///   - milliseconds: how long at the most.
    ///   - ready: becomes what is ready.
    package func wait(milliseconds: Int32, into ready: inout [Ready]) {
        ready.removeAll(keepingCapacity: true)
        switch backend {
        #if os(Linux)
            case .epoll(let set): set.wait(milliseconds: milliseconds, into: &ready)
        #endif
        case .poll(let set): set.wait(milliseconds: milliseconds, into: &ready)
        }
        if let index = ready.firstIndex(where: { $0.token == Self.wakeToken }) {
            ready.remove(at: index)
            wakeup.take()
        }
    }
}
