#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if os(Linux)
    import CSystem
#endif

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

#if os(Linux)
    /// The descriptors that one epoll descriptor watches. A wait costs time for ready descriptors only.
    ///
    /// Descriptors that can be paused have their own epoll descriptor, which the first one watches. A pause is
    /// therefore one call for any number of descriptors.
    final class EpollSet: DescriptorSet {
        /// The maximum number of events that one call reports.
        private static let batchMax = 512

        private let epoll: Int32
        private let pausable: Int32
        /// True at the index of each descriptor that can be paused.
        private var canPause: [Bool] = []
        private var events = [epoll_event](repeating: epoll_event(), count: batchMax)

        init() throws(SystemFailure) {
            epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
            pausable = epoll < 0 ? -1 : epoll_create1(Int32(EPOLL_CLOEXEC))
            guard pausable >= 0 else {
                let reason = SystemFailure.words(errno)
                if epoll >= 0 { Descriptors.close(epoll) }
                throw SystemFailure(reason: "an epoll descriptor cannot be created: \(reason)")
            }
            pause(false)
        }

        deinit {
            Descriptors.close(pausable)
            Descriptors.close(epoll)
        }

        func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool) -> Bool {
            let number = Int(descriptor)
            guard number >= 0 else { return false }
            while canPause.count <= number { canPause.append(false) }
            let couldPause = canPause[number]
            canPause[number] = isPausable
            guard control(EPOLL_CTL_ADD, descriptor, token: token, reading: true, writing: false) else {
                canPause[number] = couldPause
                return false
            }
            return true
        }

        func pause(_ isPaused: Bool) {
            guard !isPaused else { return unwatch(pausable) }
            _ = control(EPOLL_CTL_ADD, pausable, token: Poller.pausableToken, reading: true, writing: false)
        }

        private func set(of descriptor: Int32) -> Int32 {
            let number = Int(descriptor)
            return canPause.indices.contains(number) && canPause[number] ? pausable : epoll
        }

        func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
            _ = control(EPOLL_CTL_MOD, descriptor, token: token, reading: reading, writing: writing)
        }

        func unwatch(_ descriptor: Int32) { epoll_ctl(set(of: descriptor), EPOLL_CTL_DEL, descriptor, nil) }

        private func control(
            _ operation: Int32, _ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool
        ) -> Bool {
            let reads = reading ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0
            var event = epoll_event(
                events: reads | (writing ? EPOLLOUT.rawValue : 0), data: epoll_data_t(u64: token))
            return epoll_ctl(set(of: descriptor), operation, descriptor, &event) == 0
        }

        func wait(milliseconds: Int32, into ready: inout [Poller.Ready]) {
            if collect(from: epoll, milliseconds: milliseconds, into: &ready) {
                _ = collect(from: pausable, milliseconds: 0, into: &ready)
            }
        }

        /// Appends the ready descriptors of a set.
        ///
        /// - Returns: True if the set with descriptors that can be paused is ready.
        private func collect(from set: Int32, milliseconds: Int32, into ready: inout [Poller.Ready]) -> Bool {
            let count = epoll_wait(set, &events, Int32(events.count), milliseconds)
            guard count > 0 else { return false }
            var isPausableReady = false
            let readable = EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue
            for event in events[..<Int(count)] {
                if event.data.u64 == Poller.pausableToken {
                    isPausableReady = true
                    continue
                }
                ready.append(
                    Poller.Ready(
                        token: event.data.u64, canRead: event.events & readable != 0,
                        canWrite: event.events & EPOLLOUT.rawValue != 0))
            }
            return isPausableReady
        }
    }
#endif

/// The descriptors that are passed to poll. A wait costs time for all watched descriptors.
final class PollSet: DescriptorSet {
    private var polled: [pollfd] = []
    private var tokens: [UInt64] = []
    private var canPause: [Bool] = []
    private var isPaused = false
    /// The index in these arrays for each descriptor; -1 if it is not watched.
    private var places: [Int] = []

    func watch(_ descriptor: Int32, token: UInt64, isPausable: Bool) -> Bool {
        let number = Int(descriptor)
        guard number >= 0, !places.indices.contains(number) || places[number] < 0 else { return false }
        while places.count <= number { places.append(-1) }
        places[number] = polled.count
        polled.append(Interest(descriptor: isPausable && isPaused ? ~descriptor : descriptor).polled)
        tokens.append(token)
        canPause.append(isPausable)
        return true
    }

    /// Inverts the bits of descriptors that can be paused, because poll ignores negative descriptors.
    func pause(_ isPaused: Bool) {
        self.isPaused = isPaused
        for place in polled.indices where canPause[place] { polled[place].fd = ~polled[place].fd }
    }

    func change(_ descriptor: Int32, token: UInt64, reading: Bool, writing: Bool) {
        guard let place = place(of: descriptor) else { return }
        polled[place].events = Interest(descriptor: descriptor, reads: reading, writes: writing).polled.events
    }

    func unwatch(_ descriptor: Int32) {
        guard let place = place(of: descriptor) else { return }
        places[Int(descriptor)] = -1
        let (last, token, isPausable) = (polled.removeLast(), tokens.removeLast(), canPause.removeLast())
        guard place < polled.count else { return }
        (polled[place], tokens[place], canPause[place]) = (last, token, isPausable)
        places[Int(max(last.fd, ~last.fd))] = place
    }

    private func place(of descriptor: Int32) -> Int? {
        guard places.indices.contains(Int(descriptor)), places[Int(descriptor)] >= 0 else { return nil }
        return places[Int(descriptor)]
    }

    func wait(milliseconds: Int32, into ready: inout [Poller.Ready]) {
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        let readable = Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR) | Int16(POLLNVAL)
        for (polled, token) in zip(polled, tokens) where polled.revents != 0 {
            ready.append(
                Poller.Ready(
                    token: token, canRead: polled.revents & readable != 0,
                    canWrite: polled.revents & Int16(POLLOUT) != 0))
        }
    }
}

/// Wakes a wait for a descriptor from any thread: an eventfd, or a pipe.
package struct Wakeup: Sendable {
    /// The descriptor, which is readable from a wake until ``drain()``.
    let descriptor: Int32
    private let target: Int32

    init(_ interface: SystemInterface) throws(SystemFailure) {
        switch interface {
        #if os(Linux)
            case .linux:
                descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
                target = descriptor
                guard descriptor >= 0 else {
                    throw SystemFailure(reason: "an eventfd cannot be created: \(SystemFailure.words(errno))")
                }
        #endif
        case .posix: (descriptor, target) = try Descriptors.makePipe()
        }
    }

    /// Wakes the wait. Several wakes before ``drain()`` count as one.
    package func wake() {
        // An eventfd takes a number and a pipe any bytes. A full pipe wakes the wait already.
        var one: UInt64 = 1
        _ = write(target, &one, MemoryLayout<UInt64>.size)
    }

    /// Resets the descriptor after a wake.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while case .bytes = Descriptors.read(descriptor, into: &buffer) {}
    }

    func close() {
        Descriptors.close(descriptor)
        if target != descriptor { Descriptors.close(target) }
    }
}
