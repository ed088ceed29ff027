public import ChatProtocol

/// The right of one server to serve a world, where several servers share a store (law 8).
///
/// The store says who holds a world, and each commit checks that in its own transaction. What this object says is for
/// answers that commit nothing.
public protocol WorldLeases: AnyObject {
    /// The secret by which servers of the store know each other.
    var secret: [UInt8] { get }

    /// The time by the clock that the servers share, in milliseconds since 1970; nil before it is known.
    var now: Int64? { get }

    /// Where the other servers reach this one, as `HOST:PORT`; nil before ``advertise(_:)``.
    var address: String? { get }

    /// True if another server may have taken this server's worlds: the connection to the store ended, nothing that was sent
    /// in the last 8 s has renewed them, or a renewal found fewer of them. Only ``held()`` makes it false.
    var areInDoubt: Bool { get }

    /// True if they have been in doubt for so long that other servers may serve the worlds by now.
    var areOver: Bool { get }

    /// Renews the leases, and returns the worlds that this server holds then.
    func held() throws(LogError) -> Set<WorldName>

    /// True if this server holds a world now.
    func holds(_ world: WorldName) throws(LogError) -> Bool

    /// Tells the other servers where this one can be reached: to be called before it takes a world.
    func advertise(_ address: String) throws(LogError)

    /// The names of the servers that answer, this one included.
    func liveServers() throws(LogError) -> Set<String>

    /// Renews the leases, and stores how many sessions each world has, without waiting for the answer. To be called once
    /// a second.
    func renew(sessions: [WorldName: Int])

    /// Gives a world to whoever takes it next.
    func release(_ world: WorldName) throws(LogError)

    /// What becomes readable when the store says something; nil while there is no connection.
    var descriptor: Int32? { get }

    /// How often a connection to the store was made.
    var generation: Int { get }

    /// Reads what the store said without being asked.
    func read()
}

/// A server that holds a world.
public struct WorldHolder: Sendable, Equatable {
    /// The name of the server, for people.
    package var server: String
    /// Where the other servers reach it, as `HOST:PORT`.
    package var address: String

    package init(server: String, address: String) { (self.server, self.address) = (server, address) }
}
