import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A random history of a few people, in ticks of a few requests. The same seed gives the same history.
struct RandomHistory {
    let server: EngineFixture
    private var requests: RandomRequests
    private let observer: EngineClient
    private var apps: [EngineClient] = []
    private(set) var people: [String: [EngineClient]] = [:]
    /// The clients whose streams ended.
    private(set) var retired: [EngineClient] = []
    private let world: String
    /// True if the history includes typing and faults.
    private let isTroubled: Bool
    /// The position of the last fact that ``requests`` knows.
    private var appliedThrough: Int64 = 0
    static let names = RandomRequests.people.map(\.rawValue)

    init(seed: UInt64, log: any EventLog = MemoryEventLog()) throws {
        try self.init(seed: seed, server: EngineFixture(log: log))
    }

    /// Creates a history in one world of a server, which may have other worlds.
    init(seed: UInt64, server: EngineFixture, world: String = "main", isTroubled: Bool = false) throws {
        requests = RandomRequests(seed: seed)
        self.server = server
        self.world = world
        self.isTroubled = isTroubled
        observer = try server.observer(world: world)
        var step = 0
        while let asked = requests.opening(step) {
            if step == RandomRequests.registrations {
                for name in Self.names { people[name] = [try server.person(name, world: world)] }
                for name in Self.names { apps.append(try server.app(as: name, world: world)) }
            }
            try client(for: asked.actor).ask(asked.method.rawValue, asked.params)
            try apply()
            step += 1
        }
        for clients in people.values { for client in clients { client.begins(at: appliedThrough) } }
    }

    private mutating func client(for actor: Principal) throws -> EngineClient {
        switch actor {
        case .observer: observer
        case .app(_, let person): apps[try #require(RandomRequests.people.firstIndex(of: person))]
        case .person(let handle): requests.pick(try #require(people[handle.rawValue]))
        }
    }

    private mutating func apply() throws {
        let log = try #require(server.engine.worlds[WorldName(world)]).log
        for row in try log.read(after: appliedThrough, limit: .max) { requests.apply(try EventRecord(row).event) }
        appliedThrough = log.end
    }

    mutating func play(ticks: Int) throws {
        for tick in 0..<ticks {
            let asked = try ask(tick: tick)
            server.flush()
            try receive(asked)
        }
    }

    /// Sends the requests of a tick without ending it.
    mutating func ask(tick: Int) throws -> [(EngineClient, RequestID)] {
        var asked: [(EngineClient, RequestID)] = []
        for _ in 0..<requests.number(1...4) {
            let next = isTroubled && requests.chance(25) ? requests.trouble() : requests.next()
            let isKnown = next.method.changesTheLog && requests.chance(20)
            let params = isKnown ? with(next.params, "clientID", .string("i\(tick % 7)")) : next.params
            let client = try client(for: next.actor)
            asked.append((client, client.post(next.method.rawValue, params)))
        }
        return asked
    }

    /// Checks the answers after the tick, and lets people connect and disconnect.
    mutating func receive(_ asked: [(EngineClient, RequestID)]) throws {
        for (client, id) in asked { #expect(client.answers[id]?.count == 1 || client.end == .faultInjected) }
        try apply()
        if isTroubled { try comeBack() }
        guard requests.chance(10) else { return }
        let name = requests.person().rawValue
        if requests.chance(50) {
            people[name]?.append(try server.person(name, world: world))
        } else if let client = people[name]?.last, (people[name]?.count ?? 0) > 1 {
            server.engine.close(client.engineSession)
            people[name]?.removeLast()
            retired.append(client)
        }
    }

    /// Reconnects the people and apps whose streams ended.
    private mutating func comeBack() throws {
        for name in Self.names {
            for (index, client) in (people[name] ?? []).enumerated() where client.end != nil {
                retired.append(client)
                people[name]?[index] = try server.person(
                    name, after: client.durable.last?.cursor ?? client.welcome["cursor"]?.integerValue, world: world)
            }
        }
        for (index, app) in apps.enumerated() where app.end != nil {
            retired.append(app)
            apps[index] = try server.app(as: Self.names[index], world: world)
        }
    }

    /// All sessions so far, the observer's first.
    var all: [EngineClient] { [observer] + Self.names.flatMap { people[$0] ?? [] } + apps + retired }
}
