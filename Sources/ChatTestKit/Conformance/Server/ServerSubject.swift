import ChatConnection
import ChatProtocol

/// The server that the checks examine.
package final class ServerSubject {
    let endpoint: ServerEndpoint
    private let credentials: Credentials
    private(set) var world: WorldName?

    init(_ endpoint: ServerEndpoint, _ credentials: Credentials = Credentials()) {
        (self.endpoint, self.credentials) = (endpoint, credentials)
    }

    /// The maximum time of an answer, in milliseconds.
    static let patience: Int64 = 5_000

    // MARK: The world

    /// Returns a session of an observer; nil if the server refuses it.
    func observer() -> ProbePerson? {
        let person = ProbePerson(endpoint, Hello(.observer(nil), receivesEvents: false).with(credentials))
        return (try? person.join()) == nil ? nil : person
    }

    func makeWorld() {
        let name = Self.unused("check")
        if (try? observer()?.ask("world.create", ["world": .string(name)])) != nil { world = WorldName(name) }
    }

    func endWorld() {
        if let world { _ = try? observer()?.ask("world.delete", ["world": .string(world.rawValue)]) }
    }

    /// Returns an unused name that begins with a name.
    static func unused(_ name: String) -> String { "\(name)-" + String(UInt32.random(in: .min ... .max), radix: 36) }

    // MARK: People

    /// Returns a person who has not logged in.
    ///
    /// - Parameter world: The world of the person; by default that of the checks.
    func person(_ handle: String, device: String? = nil, in world: WorldName? = nil) throws -> ProbePerson {
        guard let handle = Handle(handle) else { throw CheckEnd.skipped("\(handle) is not a valid handle") }
        let world = world ?? self.world ?? .main
        let hello = Hello(.person(handle, name: nil), device: device, world: world).with(credentials)
        return ProbePerson(endpoint, hello)
    }

    /// Returns a new person who has logged in.
    func newcomer() throws -> ProbePerson {
        let person = try person(Self.unused("lines"))
        try person.join()
        return person
    }

    /// Returns a probe without a login.
    func probe() throws -> RawProbe { try RawProbe(to: endpoint, patience: Self.patience) }
}

extension ServerSubject: TranscriptCast {
    func person(_ name: String, device: String?, handle: JSONValue?) throws -> any TranscriptPerson {
        try person(handle?.stringValue ?? Self.unused(name), device: device)
    }

    func conversation(of people: [any TranscriptPerson]) throws -> JSONValue {
        let creator = people.first as? ProbePerson
        let handles = people.dropFirst().map(\.handle)
        return try creator?.ask("conversation.create", ["participants": .array(handles)])["conversation"]?["id"]
            ?? .null
    }
}
