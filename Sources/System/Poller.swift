/// A wait for any number of descriptors: epoll on Linux, poll on other systems.
///
/// Tokens identify ready descriptors. Descriptor numbers cannot, because the system may reuse a closed one within a
/// batch.
package final class Poller {
    /// A ready descriptor.
    package struct Ready: Equatable {
        /// The token that the descriptor is watched with.
        package let token: UInt64
        /// True if the descriptor has input, an error or a hang-up.
        package let canRead: Bool
        /// True if the descriptor accepts output.
        package let canWrite: Bool
    }

    /// Ends a wait from another thread.
    package let wakeup: Wakeup
    private let watched: any DescriptorSet
    private static let wakeToken = UInt64.max
    /// The token of the set with the descriptors that can be paused.
    static let pausableToken = UInt64.max - 1

    /// Creates a poller without descriptors.
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

    /// True if descriptors that can be paused are not reported.
    private var isPaused = false

    deinit { wakeup.close() }

    /// Begins to watch a descriptor for input.
    ///
    /// - Parameters:
    ///   - token: The token that reports the descriptor. The two highest numbers are reserved.
    ///   - isPausable: True if the descriptor is not reported during a pause.
    /// - Returns: False if the system has no resources for it.
    package func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool = false) -> Bool {
        watched.watch(descriptor, token: token, isPausable: isPausable)
    }

    /// Stops reporting the descriptors that can be paused, or reports them again.
    package func pause(_ isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        watched.pause(isPaused)
    }

    /// Changes the watched conditions of a descriptor. A hang-up is always reported.
    package func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
        watched.change(descriptor, token: token, reading: reading, writing: writing)
    }

    /// Stops watching a descriptor. The caller does this before it closes the descriptor.
    package func unwatch(_ descriptor: Int32) {
        watched.unwatch(descriptor)
    }

    /// Waits until a descriptor is ready, ``wakeup`` is woken, or a signal arrives.
    ///
    /// - Parameters:
    ///   - milliseconds: The maximum wait.
    ///   - ready: Receives the ready descriptors.
    package func wait(milliseconds: Int32, into ready: inout [Ready]) {
        ready.removeAll(keepingCapacity: true)
        watched.wait(milliseconds: milliseconds, into: &ready)
        if let index = ready.firstIndex(where: { $0.token == Self.wakeToken }) {
            ready.remove(at: index)
            wakeup.drain()
        }
    }
}

/// The descriptors that a poller watches. A wait is one call for any number of ready descriptors.
protocol DescriptorSet: AnyObject {
    func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool) -> Bool
    /// Stops or resumes reports of the descriptors that can be paused.
    func pause(_ isPaused: Bool)
    func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool)
    func unwatch(_ descriptor: Int32)
    func wait(milliseconds: Int32, into ready: inout [Poller.Ready])
}
