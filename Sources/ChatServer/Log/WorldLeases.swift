public import ChatProtocol

/// The right of one server to serve a world, if several servers share a store.
///
/// A world is served only by the server that holds its lease, so that two servers never write one world. The store
/// records the holder of each world, and each commit checks the holder in its own transaction. This object answers
/// requests that commit nothing.
public protocol WorldLeases: AnyObject {
    /// The secret that servers of one store use to authenticate each other.
    var secret: [UInt8] { get }

    /// The time of the servers' shared clock, in milliseconds since 1970; nil before it is known.
    var now: Int64? { get }

    /// The address at which the other servers reach this server, as `HOST:PORT`; nil before ``advertise(_:)``.
    var address: String? { get }

    /// True if another server may have taken over this server's worlds.
    ///
    /// The causes: the connection to the store ended, no renewal sent in the last 8 s has succeeded, or a renewal found
    /// fewer leases. Only ``held()`` makes it false.
    var areInDoubt: Bool { get }

    /// True if the doubt has lasted so long that other servers may already serve the worlds.
    var areOver: Bool { get }

    /// Renews the leases and returns the worlds that this server then holds.
    func held() throws(LogError) -> Set<WorldName>

    /// Returns true if this server holds a world.
    func holds(_ world: WorldName) throws(LogError) -> Bool

    /// Publishes this server's address to the other servers. To be called before this server takes a world.
    func advertise(_ address: String) throws(LogError)

    /// Returns the names of the servers that respond, this server included.
    func liveServers() throws(LogError) -> Set<String>

    /// Renews the leases and stores the number of sessions of each world, without waiting for the answer.
    ///
    /// To be called once a second.
    func renew(sessions: [WorldName: Int])

    /// Releases a world, so that the next server to ask can take it.
    func release(_ world: WorldName) throws(LogError)

    /// The descriptor that becomes readable when the store sends data; nil if there is no connection.
    var descriptor: Int32? { get }

    /// The number of connections made to the store so far.
    var generation: Int { get }

    /// Reads the notifications of the store.
    func read()
}

/// A server that holds a world.
public struct WorldHolder: Sendable, Equatable {
    /// The name of the server, for people.
    package var server: String
    /// The address at which the other servers reach it, as `HOST:PORT`.
    package var address: String

    package init(server: String, address: String) { (self.server, self.address) = (server, address) }
}
