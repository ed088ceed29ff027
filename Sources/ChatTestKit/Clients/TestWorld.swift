public import ChatConnection
public import ChatProtocol
import Synchronization

/// A world for tests: people who are contacts of each other, an app that all of them allow, and a conversation of all
/// of them. A world of one person has no conversation.
///
/// A world is isolated, with its own ids and its own clock, so that tests can run in parallel. Its clients receive no
/// notifications of its creation.
///
/// ```swift
/// let choir = try await TestWorld("Anna", "Bea", app: "Photos", on: server)
/// try await choir.anna.send("Hi", to: choir.conversation)
/// try await choir.bea.wait(for: .messagePosted)
/// #expect(choir.app == AppID("com.example.photos"))
/// #expect(choir.people.map(\.handle.rawValue) == ["anna", "bea"])
/// #expect(try await choir.observer.received(.messagePosted).count == 1)
/// #expect(try await choir.host.observer().world.list().contains { $0.world == WorldName(choir.name) })
/// ```
@dynamicMemberLookup
public final class TestWorld: Sendable {
    private static let count = Mutex(0)

    /// The server of the world.
    public let host: any ClientHost
    /// The name of the world on the server.
    public let name: String
    /// The clients of the people, in the order of their names in the initializer.
    public let people: [PersonClient]
    private let common: Conversation?
    /// The conversation of all people.
    ///
    /// - Throws: ``ClientFailure`` in a world of one person.
    public var conversation: Conversation {
        get throws(ClientFailure) {
            if let common { return common }
            let name = people[0].handle.defaultName
            throw .misused(
                "\(name) is alone in this world, without a conversation. TestWorld(\"\(name)\", \"Bea\") has one.")
        }
    }
    /// The app of the documents that the people share.
    public let app: AppID
    /// The observer of the world, which receives all notifications and moves the clock.
    public let observer: ObserverClient

    /// Creates a world.
    ///
    /// - Parameters:
    ///   - names: The names of the people; by default Anna, Bea and Carl. Their handles are the names in lower case.
    ///   - app: The name of the app. For Notes, the bundle id is `com.example.notes` and the domain is `notes.example`.
    ///   - conversation: The name of the conversation of three or more people.
    ///   - server: The server; by default a new ``EmbeddedServer``.
    /// - Throws: ``ClientFailure`` if a name is not a valid handle, or if the server refuses a request.
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
        // Other lines create the world and close before the test begins, so that its clients miss the creation.
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

    /// Returns the client of a person, such as `world.anna`. The case of the name does not matter.
    ///
    /// ```swift
    /// try await world.anna.send("Hi", to: trip)
    /// ```
    ///
    /// - Throws: ``ClientFailure`` if the world has no person of this name.
    public subscript(dynamicMember name: String) -> PersonClient {
        get throws(ClientFailure) { try person(name) }
    }

    /// Returns the client of a person.
    ///
    /// ```swift
    /// #expect(try world.person("Bea").handle == bea.handle)
    /// ```
    ///
    /// - Throws: ``ClientFailure`` if the world has no person of this name.
    public func person(_ name: String) throws(ClientFailure) -> PersonClient {
        if let found = people.first(where: { $0.handle == Handle(name) }) { return found }
        let all = people.map(\.handle.rawValue).joined(separator: ", ")
        let names = people.map(\.handle.defaultName) + [Handle(name)?.defaultName ?? name]
        let call = names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw .misused("This world has no person “\(name)”; it has \(all). TestWorld(\(call)) has all of them.")
    }

    /// Lets time pass.
    ///
    /// ```swift
    /// let before = try await observer.clock.now().now
    /// try await world.advance(by: .seconds(600))
    /// #expect(try await observer.clock.now().now > before)
    /// ```
    public func advance(by time: Duration) async throws(ClientFailure) { try await observer.advance(by: time) }
}
