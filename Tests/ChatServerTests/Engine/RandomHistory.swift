import ChatProtocol
import Testing

@testable import ChatServer

/// A random story of a few people, told to an engine in ticks of a few requests, and the same for the same seed.
struct RandomHistory {
    let server: EngineFixture
    private var random: SeededGenerator
    private let observer: EngineClient
    private var apps: [EngineClient] = []
    private(set) var people: [String: [EngineClient]] = [:]
    /// Everything that each session heard, in order.
    private(set) var retired: [EngineClient] = []
    private let world: String
    /// Whether people also type and things go wrong on the way to them.
    private let isTroubled: Bool
    private var conversations: [JSONValue] = ["c404"]
    private var shares: [JSONValue] = ["s404"]
    private var notices: [JSONValue] = ["n404"]
    private var consents: [JSONValue] = ["q404"]
    private var messages: [JSONValue] = ["m404"]
    static let names = ["anna", "bea", "carl", "dora", "emil"]
    private static let appIDs = ["com.example.notes", "com.example.maps", "com.example.mute"]

    init(seed: UInt64, log: any EventLog = MemoryEventLog()) throws {
        try self.init(seed: seed, server: EngineFixture(log: log))
    }

    /// A story in a world of a server on which others may be told as well.
    init(seed: UInt64, server: EngineFixture, world: String = "main", isTroubled: Bool = false) throws {
        random = SeededGenerator(state: seed)
        self.server = server
        self.world = world
        self.isTroubled = isTroubled
        observer = try server.observer(world: world)
        try observer.ask("app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        try observer.ask("app.register", ["app": "com.example.maps", "name": "Maps", "domains": ["maps.example"]])
        try observer.ask(
            "app.register",
            ["app": "com.example.mute", "name": "Mute", "domains": ["mute.example"], "capabilities": .array([])])
        for name in Self.names { people[name] = [try server.person(name, world: world)] }
        for name in Self.names { apps.append(try server.app(as: name, Self.appIDs[0], world: world)) }
        try begin()
    }

    /// A group of all and one of three, in which links and two documents were shared: something to tell a story of.
    private mutating func begin() throws {
        let anna = try #require(people["anna"]?.first)
        for others in [["bea", "carl", "dora", "emil"], ["bea", "carl"]] {
            let created = try anna.ask("conversation.create", ["participants": .array(others.map { .string($0) })])
            let id = try #require(created["conversation"]?["id"])
            conversations.append(id)
            try anna.ask(
                "message.send",
                ["conversation": id, "text": "https://notes.example/2 https://maps.example/1 https://mute.example/1"])
        }
        for (app, url, access) in [("notes", "notes.example/1", "private"), ("maps", "maps.example/2", "public")] {
            let created = try anna.ask(
                "share.create",
                [
                    "app": .string("com.example.\(app)"), "title": "Doc", "url": .string("https://\(url)"),
                    "access": .string(access),
                ])
            let share = try #require(created["share"]?["id"])
            shares.append(share)
            try anna.ask("share.send", ["share": share, "conversation": conversations[1]])
            for name in ["bea", "carl", "dora"] { try people[name]?.first?.ask("share.accept", ["share": share]) }
        }
        for name in Self.names where name != "anna" {
            try people[name]?.first?.ask("contact.add", ["handle": "anna"])
        }
        for clients in people.values { for client in clients { client.begins() } }
    }

    private mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &random))]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func name() -> String { pick(Self.names) }

    private mutating func url() -> JSONValue {
        let domain = pick(["notes.example", "notes.example", "maps.example", "mute.example", "NOTES.example:443"])
        return .string("https://\(domain)/\(pick(["1", "1", "2"]))")
    }

    private mutating func event() -> JSONValue {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return ["type": "mention", "mentioned": .string(name())]
        case 1: return ["type": "membership", "trigger": "addedCollaborator", "person": .string(name())]
        case 2: return ["type": "persistence", "trigger": "renamed", "title": .string("T\(name())")]
        case 3: return ["type": "persistence", "trigger": .string(pick(["created", "deleted", "moved"]))]
        default: return ["type": "change", "trigger": .string(pick(["edit", "comment"]))]
        }
    }

    /// One random request, good or bad.
    private mutating func request() -> (who: EngineClient, method: String, params: JSONValue) {
        let who = pick(people[name()] ?? [])
        let conversation = chance(70) ? conversations[1] : pick(conversations)
        if isTroubled, chance(25) { return trouble(who, conversation) }
        switch Int.random(in: 0..<30, using: &random) {
        case 0...2:
            let others = (0..<Int.random(in: 0..<4, using: &random)).map { _ in JSONValue.string(name()) }
            return (who, "conversation.create", ["participants": .array(others)])
        case 3...9:
            let link = chance(60) ? " " + (url().stringValue ?? "") : ""
            return (who, "message.send", ["conversation": conversation, "text": .string("hey @\(name())\(link)")])
        case 10: return (who, "conversation.markRead", ["conversation": conversation])
        case 11: return (who, "conversation.markRead", ["conversation": conversation, "through": pick(messages)])
        case 12, 13: return (who, "link.pin", ["conversation": conversation, "url": url()])
        case 14: return (who, "link.unpin", ["conversation": conversation, "url": url()])
        case 15: return (who, "contact.add", ["handle": .string(name())])
        case 16: return (who, "contact.remove", ["handle": .string(name())])
        case 17:
            return (who, "settings.set", ["automaticSharing": ["everywhere": .bool(chance(90))]])
        case 18, 19:
            let app = JSONObject([.init(key: pick(Self.appIDs), value: .bool(chance(70)))])
            return (who, "settings.set", ["automaticSharing": ["apps": .object(app)]])
        case 20:
            let own = JSONObject([.init(key: conversation.stringValue ?? "", value: .bool(chance(60)))])
            return (who, "settings.set", ["automaticSharing": ["conversations": .object(own)]])
        case 21:
            let answer = JSONValue.string(pick(["allow", "notNow", "never"]))
            return (who, "consent.answer", ["consent": pick(consents.suffix(3)), "answer": answer])
        case 22:
            let access = JSONValue.string(pick(["private", "public"]))
            return (
                who, "share.create",
                ["app": .string(pick(Self.appIDs)), "title": "Doc", "url": url(), "access": access]
            )
        case 23: return (who, "share.send", ["share": pick(shares), "conversation": conversation])
        case 24: return (who, "share.accept", ["share": pick(shares)])
        case 25, 26: return (pick(apps), "highlightCenter.postNotice", ["url": url(), "event": event()])
        case 27: return (pick(apps), "highlightCenter.clearNotices", ["url": url()])
        case 28: return (who, "notice.dismiss", ["notice": pick(notices.suffix(4))])
        default:
            return (
                observer, "clock.advance",
                ["milliseconds": .integer(Int64(pick([1, 60_000, 600_000, 86_400_000, 604_800_001])))]
            )
        }
    }

    /// Something that is told and never kept, or that goes wrong.
    private mutating func trouble(
        _ who: EngineClient, _ conversation: JSONValue
    ) -> (who: EngineClient, method: String, params: JSONValue) {
        if chance(60) {
            return (who, "conversation.typing", ["conversation": conversation, "typing": .bool(chance(70))])
        }
        var on: [JSONObject.Member] = []
        if chance(60) {
            let name = pick(["message.posted", "notice.posted", "highlights.changed", "typing", "receipt"])
            on.append(.init(key: "notification", value: .string(name)))
        }
        if chance(60) { on.append(.init(key: "to", value: .string(name()))) }
        if chance(30) { on.append(.init(key: "from", value: .string(name()))) }
        if chance(30) { on.append(.init(key: "device", value: .integer(Int64(pick([1, 1, 2]))))) }
        on.append(
            chance(30)
                ? .init(key: "percent", value: .integer(Int64(pick([5, 20]))))
                : .init(key: "nth", value: .integer(Int64(pick([1, 2, 3])))))
        let effect = pick(["drop", "delay", "duplicate", "reorder", "disconnect"])
        let params: JSONValue = ["on": .object(JSONObject(on)), "do": .string(effect)]
        guard effect == "delay" else { return (observer, "fault.inject", params) }
        return (
            observer, "fault.inject", ChatServerTests.with(params, "milliseconds", .integer(Int64(pick([0, 90_000]))))
        )
    }

    private mutating func learn(_ answer: JSONValue) {
        if let id = answer["conversation"]?["id"], !conversations.contains(id) { conversations.append(id) }
        if let id = answer["share"]?["id"], !shares.contains(id) { shares.append(id) }
        if let id = answer["message"]?["id"] { messages.append(id) }
        for id in answer["notices"]?.arrayValue ?? [] where !notices.contains(id) { notices.append(id) }
        for consent in answer["settings"]?["consents"]?.arrayValue ?? [] {
            if let id = consent["consent"], !consents.contains(id) { consents.append(id) }
        }
    }

    /// Plays that many ticks.
    mutating func play(ticks: Int) throws {
        for tick in 0..<ticks {
            let asked = ask(tick: tick)
            server.flush()
            try hear(asked)
        }
    }

    private static let unstored: Set = ["clock.advance", "conversation.typing", "fault.inject"]

    /// Puts the requests of a tick on their streams.
    mutating func ask(tick: Int) -> [(EngineClient, RequestID)] {
        var asked: [(EngineClient, RequestID)] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let next = request()
            let isStored = !Self.unstored.contains(next.method)
            let params = chance(20) ? with(next.params, "clientID", .string("i\(tick % 7)")) : next.params
            asked.append((next.who, next.who.post(next.method, isStored ? params : next.params)))
        }
        return asked
    }

    /// Takes what became of them, once the tick has ended; people come and go.
    mutating func hear(_ asked: [(EngineClient, RequestID)]) throws {
        for (client, id) in asked {
            #expect(client.answers[id]?.count == 1 || client.end == .faultInjected)
            if let result = client.answers[id]?.first?["result"] { learn(result) }
        }
        if isTroubled { try comeBack() }
        for name in Self.names {
            for asked in (people[name] ?? []).flatMap({ $0.heard("consent.requested") }) {
                if let id = asked["consent"], !consents.contains(id) { consents.append(id) }
            }
        }
        if chance(10) {
            let name = name()
            if chance(50) {
                people[name]?.append(try server.person(name, world: world))
            } else if let client = people[name]?.last, (people[name]?.count ?? 0) > 1 {
                server.engine.close(client.session)
                people[name]?.removeLast()
                retired.append(client)
            }
        }
    }

    /// Whoever's stream ended is there again at once.
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
            apps[index] = try server.app(as: Self.names[index], Self.appIDs[0], world: world)
        }
    }

    /// Every session that there was, the observer's first.
    var all: [EngineClient] { [observer] + Self.names.flatMap { people[$0] ?? [] } + apps + retired }
}
