import ChatSystem

/// The descriptors that the server's poller watches, each with a token that identifies its owner.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class PollerRegistry {
    /// The owner of a ready descriptor.
    enum Source {
        case listener
        /// The connection to the database.
        case store
        /// The client with this token.
        case client(UInt64)
        /// The upstream connection of the client with this token.
        case upstream(of: UInt64)

        init(token: UInt64) {
            if token == PollerRegistry.listenerToken {
                self = .listener
            } else if token == PollerRegistry.storeToken {
                self = .store
            } else if token & PollerRegistry.upstreamBit != 0 {
                self = .upstream(of: token & ~PollerRegistry.upstreamBit)
            } else {
                self = .client(token)
            }
        }
    }

    /// The listener's token. The generations of connections are lower. The poller uses the two highest tokens.
    private static let listenerToken = UInt64.max - 2
    private static let storeToken = UInt64.max - 3
    /// The bit that marks the token of an upstream connection. The rest is the client's token, whose slot never has
    /// this bit.
    private static let upstreamBit: UInt64 = 0x8000_0000

    private let poller: Poller
    /// The descriptors that the last wait found ready.
    @exclusivity(unchecked) private(set) var ready: [Poller.Ready] = []

    init() throws(SystemFailure) { poller = try Poller() }

    /// Ends a wait from another thread.
    var wakeup: Wakeup { poller.wakeup }

    /// Waits until a descriptor is ready, or the wakeup is woken.
    ///
    /// - Parameters:
    ///   - milliseconds: The maximum wait.
    ///   - isPaused: True if the listener and connections without a login are not reported.
    func wait(milliseconds: Int32, isPaused: Bool) {
        poller.pause(isPaused)
        poller.wait(milliseconds: milliseconds, into: &ready)
    }

    func unwatch(_ descriptor: Int32) { poller.unwatch(descriptor) }

    func watch(_ listener: Listener) {
        _ = poller.watch(listener.descriptor, token: Self.listenerToken, isPausable: true)
    }

    func watchStore(_ descriptor: Int32) { _ = poller.watch(descriptor, token: Self.storeToken) }

    // MARK: Clients

    /// Begins to watch a client's socket for input.
    ///
    /// - Returns: False if the system has no resources for it.
    func watch(_ connection: AcceptedConnection) -> Bool {
        poller.watch(connection.descriptor, token: connection.token, isPausable: connection.isPausable)
    }

    /// Watches a client's socket for the conditions that the connection now waits for.
    func update(_ connection: AcceptedConnection) {
        poller.change(
            connection.descriptor, token: connection.token, reading: connection.watchesReading,
            writing: connection.watchesWriting)
    }

    /// Moves a client out of the set that can be paused after a login, and back into it after the login is lost.
    func noteLogin(of connection: AcceptedConnection) {
        guard connection.hasLoggedIn == connection.isPausable, !connection.isClosed else { return }
        connection.setPausable(!connection.hasLoggedIn)
        poller.unwatch(connection.descriptor)
        _ = watch(connection)
        update(connection)
    }

    // MARK: Upstream connections

    /// Begins to watch the socket of a client's upstream connection.
    ///
    /// - Returns: False if the system has no resources for it.
    func watchUpstream(_ descriptor: Int32, of connection: AcceptedConnection) -> Bool {
        poller.watch(descriptor, token: connection.token | Self.upstreamBit)
    }

    /// Watches the socket of a client's upstream connection for the conditions that it now waits for.
    func updateUpstream(of connection: AcceptedConnection) {
        guard let upstream = connection.upstream, let descriptor = upstream.descriptor,
            let wanted = upstream.takeNewWatch()
        else { return }
        poller.change(
            descriptor, token: connection.token | Self.upstreamBit, reading: wanted.reading, writing: wanted.writing)
    }
}

/// The time of the next tick: at once if work is left, or else when the next work is due.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class TickTimer {
    /// The interval between two sweeps, in milliseconds.
    private static let sweepPause: Int64 = 1_000

    @exclusivity(unchecked) private var isTickScheduled = false
    /// The time of the next sweep, by the steady clock in milliseconds.
    @exclusivity(unchecked) private var sweepAt = Clocks.steady() + sweepPause

    /// Schedules another tick without a pause. It serves all ready connections too.
    func scheduleTick() { isTickScheduled = true }

    /// Begins the tick that was scheduled.
    func beginTick() { isTickScheduled = false }

    /// Returns true if the sweep is due, and schedules the next one.
    func takeSweep(at now: Int64) -> Bool {
        guard sweepAt <= now else { return false }
        sweepAt = now + Self.sweepPause
        return true
    }

    /// Returns the time until the next tick, in milliseconds. The sweep notices a wall clock that was set forward.
    ///
    /// - Parameters:
    ///   - acceptsAt: The time when accepting resumes, by the steady clock in milliseconds; nil unless it is paused.
    ///   - throttledUntil: The time when throttled work resumes, by the steady clock in microseconds.
    ///   - loginInputResumesAt: The time when connections without a login resume, by the steady clock in microseconds.
    ///   - engineDueIn: Returns the time until the engine's next work, in milliseconds; nil if it has none.
    func timeout(
        acceptsAt: Int64?, throttledUntil: Int64?, loginInputResumesAt: Int64?, engineDueIn: () -> Int64?
    ) -> Int32 {
        guard !isTickScheduled else { return 0 }
        let now = Clocks.steady()
        var timeout = max(0, min(sweepAt, acceptsAt ?? sweepAt) - now)
        // Rounded down, because a pause is usually shorter than the poller's millisecond.
        if let throttledUntil { timeout = min(timeout, max(0, (throttledUntil - Clocks.steadyMicroseconds()) / 1_000)) }
        if let loginInputResumesAt {
            timeout = min(timeout, max(0, loginInputResumesAt - Clocks.steadyMicroseconds() + 999) / 1_000)
        }
        if let due = engineDueIn() { timeout = min(timeout, max(1, due)) }
        return Int32(clamping: timeout)
    }
}
