public import ChatConnection
public import ChatProtocol
import Synchronization

/// People who know each other, an app that all of them allow, and a conversation of theirs: what most tests begin with.
/// A world of one person has no conversation.
///
///     let world = try await TestWorld("Anna", "Bea", "Carl")
///     let plan = try await world.anna.share("Trip plan", in: world.conversation)
///
/// A world is isolated, with ids and a clock of its own, so that tests run side by side, each in its own. Its clients
/// receive nothing of what happened while it was created.
@dynamicMemberLookup
public final class TestWorld: Sendable {
    private static let count = Mutex(0)

    /// The server that it is a world of.
    public let host: any ClientHost
    /// Its name on the server.
    public let name: String
    /// Those who are in it, as they were named.
    public let people: [PersonClient]
    private let common: Conversation?
    /// The conversation of all of them.
    ///
    /// - Throws: ``ClientFailure`` in a world of one person, who has nobody to talk to.
    public var conversation: Conversation {
        get throws(ClientFailure) {
            if let common { return common }
            let name = people[0].handle.defaultName
            throw .misused(
                "\(name) is alone in this world, without a conversation. TestWorld(\"\(name)\", \"Bea\") has one.")
        }
    }
    /// The app whose documents they share.
    public let app: AppID
    /// Who hears everything, and moves the clock.
    public let observer: ObserverClient

    /// A new world, of a server of its own unless told otherwise.
    ///
    /// - Parameters:
    ///   - names: who is in it; Anna, Bea and Carl if left out. Their handles are the same in lower case.
    ///   - app: the name of the app: Notes is `com.example.notes`, and opens what is at `notes.example`.
    ///   - conversation: what the conversation is called.
    ///   - server: the server that it is to be a world of.
    /// - Throws: ``ClientFailure`` where the server refuses it, as it does a name that is no handle.
    public init(
        _ names: String..., app: String = "Notes", conversation: String = "Trip", on server: (any ClientHost)? = nil
    ) async throws {
        let names = names.isEmpty ? ["Anna", "Bea", "Carl"] : names
        let host: any ClientHost
        if let server { host = server } else { host = try await EmbeddedServer.start() }
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let name = "world-\(number)-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let word = app.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let id = AppID("com.example.\(word)")
        try await host.observer().world.create(world: WorldName(name))
        // What makes the world is done on lines that are gone when it begins.
        let maker = try await host.observer(world: name)
        try await maker.register(id.rawValue, named: app, domains: "\(word).example")
        var makers: [PersonClient] = []
        for each in names { makers.append(try await host.person(each, world: name)) }
        try await maker.introduce(makers)
        for person in makers { try await person.allow(id) }
        if makers.count > 1 {
            common = try await makers[0].conversation.create(
                participants: makers.map(\.handle), name: makers.count > 2 ? conversation : nil
            ).conversation
        } else {
            common = nil
        }
        for person in makers { person.disconnect() }
        maker.disconnect()
        let observer = ObserverClient(connection: try await host.harnesses.observer(of: WorldName(name), on: host))
        var people: [PersonClient] = []
        for each in names {
            var person = try await host.person(each, world: name)
            person.ownApp = id
            people.append(person)
        }
        (self.host, self.name, self.people, self.app, self.observer) = (host, name, people, id, observer)
    }

    /// Somebody of the world, by the name in whichever letters: `world.anna`.
    ///
    /// - Throws: ``ClientFailure`` where nobody is called so.
    public subscript(dynamicMember name: String) -> PersonClient {
        get throws(ClientFailure) { try person(name) }
    }

    /// Somebody of the world, by name.
    ///
    /// - Throws: ``ClientFailure`` where nobody is called so.
    public func person(_ name: String) throws(ClientFailure) -> PersonClient {
        if let found = people.first(where: { $0.handle == Handle(name) }) { return found }
        let all = people.map(\.handle.rawValue).joined(separator: ", ")
        let names = people.map(\.handle.defaultName) + [Handle(name)?.defaultName ?? name]
        let call = names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw .misused("This world has no person “\(name)”; it has \(all). TestWorld(\(call)) has all of them.")
    }

    /// Lets time pass.
    public func advance(by time: Duration) async throws(ClientFailure) { try await observer.advance(by: time) }
}
