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
