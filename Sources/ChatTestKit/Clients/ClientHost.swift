public import ChatConnection
import ChatProtocol
import Synchronization

/// A server that ``PersonClient``, ``AppClient`` and ``ObserverClient`` speak to: an ``EmbeddedServer``, or a
/// ``RemoteServer`` over a socket.
public protocol ClientHost: LineHost {
    /// Does what is due, where nobody else does.
    func settle()

    /// The observers by which clients ask what only observers may know.
    var harnesses: Harnesses { get }
}

/// The observers of a server's worlds, one each: what clients ask through when a wait ends without what was waited for.
public final class Harnesses: Sendable {
    private let observers = Mutex<[WorldName: ClientSession]>([:])

    /// None yet.
    public init() {}

    /// The one of a world, from now on.
    func observer(of world: WorldName, on host: any ClientHost) async throws(ClientFailure) -> ClientSession {
        if let known = observers.withLock({ $0[world] }), !known.hasEnded { return known }
        let session = ClientSession(
            host: host, hello: Hello(.observer(nil), world: world, receivesRequests: true), name: "the observer")
        try await session.connect()
        return observers.withLock { all in
            if let known = all[world], !known.hasEnded { return known }
            all[world] = session
            return session
        }
    }
}

extension ClientHost {
    /// Somebody in Messages, from now on.
    ///
    /// - Parameters:
    ///   - name: what they are called; the handle is the same in lower case, or what is given.
    ///   - handle: `bea`, or `bea@example.com`.
    ///   - device: the name of the device, if they have several.
    /// - Throws: ``ClientFailure`` if it is no handle, or the server refuses it.
    public func person(
        _ name: String, handle: String? = nil, device: String? = nil, world: String = "main"
    ) async throws(ClientFailure) -> PersonClient {
        guard let address = Handle(handle ?? name) else {
            throw .misused("“\(handle ?? name)” is not a valid handle: use letters, digits and . _ - + @ '")
        }
        let hello = Hello(
            .person(address, name: handle == nil && name == address.rawValue ? nil : name), device: device,
            world: WorldName(world))
        return PersonClient(handle: address, connection: try await greeted(hello, name))
    }

    /// An app that runs as somebody.
    ///
    /// - Parameter id: its bundle id. It must be registered: ``ObserverClient/register(_:named:domains:)``.
    public func app(_ id: String, as person: String, world: String = "main") async throws(ClientFailure) -> AppClient {
        guard let handle = Handle(person) else {
            throw .misused("“\(person)” is not a valid handle: use letters, digits and . _ - + @ '")
        }
        return try await app(AppID(id), as: handle, in: WorldName(world))
    }

    func app(_ id: AppID, as person: Handle, in world: WorldName) async throws(ClientFailure) -> AppClient {
        let hello = Hello(.app(id, person: person), world: world)
        return AppClient(id: id, person: person, connection: try await greeted(hello, "\(id) of \(person)"))
    }

    /// A test harness: it hears everything, registers apps, moves the clock and makes faults.
    public func observer(world: String = "main") async throws(ClientFailure) -> ObserverClient {
        let hello = Hello(.observer(nil), world: WorldName(world))
        return ObserverClient(connection: try await greeted(hello, "the observer"))
    }

    private func greeted(_ hello: Hello, _ name: String) async throws(ClientFailure) -> ClientSession {
        let session = ClientSession(host: self, hello: hello, name: name)
        try await session.connect()
        return session
    }
}
