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

    /// What ends a wait from another thread.
    package let wakeup: Wakeup
    private let watched: any DescriptorSet
    private static let wakeToken = UInt64.max
    /// Names the descriptors that can be paused among the others.
    static let pausableToken = UInt64.max - 1

    /// Watches nothing yet.
    package init(_ interface: SystemInterface = .current) throws(SystemFailure) {
        wakeup = try Wakeup(interface)
        switch interface {
        #if os(Linux)
            case .linux: watched = try EpollSet()
        #endif
        case .posix: watched = PollSet()
        }
        _ = watched.watch(wakeup.descriptor, token: Self.wakeToken, isPausable: false)
    }

    deinit { wakeup.close() }

    /// Begins to watch a descriptor for reading.
    ///
    /// - Parameters:
    ///   - token: what names it when it is ready; less than the two highest numbers.
    ///   - isPausable: true for a descriptor of which nothing is reported during a pause.
    /// - Returns: whether there was room for it.
    package func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool = false) -> Bool {
        watched.watch(descriptor, token: token, isPausable: isPausable)
    }

    /// True while nothing is reported of the descriptors that can be paused.
    package var isPaused = false {
        didSet { if isPaused != oldValue { watched.pause(isPaused) } }
    }

    /// Watches a descriptor for something else from now on; that it hung up is told all the same.
    package func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
        watched.change(descriptor, token: token, reading: reading, writing: writing)
    }

    /// Watches a descriptor no more; before it is closed.
    package func unwatch(_ descriptor: Int32) {
        watched.unwatch(descriptor)
    }

    /// Waits until something is ready, or ``wakeup`` woke, or a signal came.
    ///
    /// - Parameters:
    ///   - milliseconds: how long at the most.
    ///   - ready: becomes what is ready.
    package func wait(milliseconds: Int32, into ready: inout [Ready]) {
        ready.removeAll(keepingCapacity: true)
        watched.wait(milliseconds: milliseconds, into: &ready)
        if let index = ready.firstIndex(where: { $0.token == Self.wakeToken }) {
            ready.remove(at: index)
            wakeup.take()
        }
    }
}

/// The descriptors that a poller watches. It is called once a wait, however much is ready.
protocol DescriptorSet: AnyObject {
    func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool) -> Bool
    /// Reports nothing of the descriptors that can be paused, or reports them again.
    func pause(_ isPaused: Bool)
    func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool)
    func unwatch(_ descriptor: Int32)
    func wait(milliseconds: Int32, into ready: inout [Poller.Ready])
}
