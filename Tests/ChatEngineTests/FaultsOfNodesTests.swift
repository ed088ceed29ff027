import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Faults of a world that several servers serve: they are the same at each of them, and come about as often as at one.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct FaultsOfNodesTests {
    private let nodes: [EngineFixture]
    private let address: PostgresAddress
    private let observer: EngineClient
    private let anna: EngineClient
    private let talk: JSONValue

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let (first, second) = (try Self.node(address), try Self.node(address))
        (first.others, second.others) = ([second], [first])
        nodes = [first, second]
        observer = try first.observer()
        anna = try first.person("anna")
        let made = try anna.ask("conversation.create", ["participants": ["bea", "carl"]])
        talk = try #require(made["conversation"]?["id"])
    }

    private static func node(
        _ address: PostgresAddress, _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws -> EngineFixture {
        let worlds = try PostgresWorlds(address)
        return try EngineFixture(log: worlds.main, store: worlds, change)
    }

    private static let toBea: JSONValue = ["notification": "message.posted", "to": "bea"]

    /// Says something, and has it told at all servers.
    private func say(_ text: String) throws {
        try anna.ask("message.send", ["conversation": talk, "text": .string(text)])
        try observer.ask("session.fence")
    }

    private func texts(_ client: EngineClient) -> [String] {
        client.heard("message.posted").compactMap { $0["message"]?["text"]?.stringValue }
    }

    private func fired(at node: EngineFixture) throws -> [JSONValue?] {
        try node.observer().ask("fault.list")["faults"]?.arrayValue?.map { $0["fired"] } ?? []
    }

    @Test("A server that comes later knows the faults of a world") func whoComesLaterKnowsThem() throws {
        try observer.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
        let later = try Self.node(address)
        (later.others, nodes[0].others) = (nodes, [nodes[1], later])
        let bea = try later.person("bea")
        try say("one")
        try say("two")
        #expect(texts(bea) == ["two"])
        #expect(try fired(at: nodes[1]) == [1] && fired(at: later) == [1])
    }

    @Test("A fault comes about once, whichever servers its person is at") func aFaultComesAboutOnce() throws {
        for round in 0..<5 {
            let told = try nodes.map { try $0.person("bea") }
            try observer.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
            try say("one")
            try say("two")
            let all = told.map(texts)
            #expect(all.joined().count == 3 && all.allSatisfy { $0.last == "two" }, "\(all)")
            for node in nodes {
                #expect(try fired(at: node) == [JSONValue?](repeating: 1, count: round + 1))
                #expect(node.engine.worlds[.main]?.live.faults.isActive == false)
            }
            for (node, client) in zip(nodes, told) { node.close(client) }
        }
    }

    @Test("What is said at any server behind the answer to a fault meets it") func whatIsSaidBehindItMeetsIt() throws {
        let (bea, carl) = (try nodes[1].person("bea"), try nodes[1].person("carl"))
        for round in 0..<5 {
            try observer.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
            try carl.ask("message.send", ["conversation": talk, "text": .string("lost \(round)")])
            try observer.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
            try observer.ask("fault.clear")
            try carl.ask("message.send", ["conversation": talk, "text": .string("told \(round)")])
        }
        #expect(texts(bea) == (0..<5).map { "told \($0)" })
    }

    /// Who learns by a conflict that somebody was first tells that as it was said: behind the fault.
    @Test func whatWasSaidBehindItMeetsItWhereSomebodyWrites() throws {
        let (bea, carl) = (try nodes[1].person("bea"), try nodes[1].person("carl"))
        observer.post("fault.inject", ["on": Self.toBea, "do": "drop"])
        nodes[0].flush()
        anna.post("message.send", ["conversation": talk, "text": "lost"])
        nodes[0].flush()
        carl.post("message.send", ["conversation": talk, "text": "told"])
        nodes[1].flush()
        try observer.ask("session.fence")
        #expect(texts(bea) == ["told"])
    }

    /// The other server counts what it tells, and this one knows.
    @Test func theHowManiethIsCountedAtAll() throws {
        let told = try nodes.map { try $0.person("bea") }
        try observer.ask("fault.inject", ["on": with(Self.toBea, "nth", 3), "do": "drop"])
        for text in ["one", "two", "three"] { try say(text) }
        let all = told.map(texts)
        #expect(all.joined().count == 5)
        #expect(all.allSatisfy { $0.first == "one" && $0.last == "three" }, "\(all)")
    }

    /// With the same seed by chance the same is lost as at one server, also where its person moves.
    @Test func chanceIsTheSameAtAll() throws {
        let single = try EngineFixture()
        let (singleObserver, singleAnna) = (try single.observer(), try single.person("anna"))
        let made = try singleAnna.ask("conversation.create", ["participants": ["bea", "carl"]])
        let singleBea = try single.person("bea")
        let fault: JSONValue = ["on": with(Self.toBea, "percent", 40), "do": "drop"]
        for observer in [singleObserver, observer] { try observer.ask("fault.inject", fault) }
        var heard: [String] = []
        var bea = try nodes[0].person("bea")
        for number in 0..<40 {
            let text = "\(number)"
            try singleAnna.ask(
                "message.send", ["conversation": made["conversation"]?["id"] ?? .null, "text": .string(text)])
            try say(text)
            guard number % 10 == 9 else { continue }
            heard += texts(bea)
            nodes[number / 10 % 2].close(bea)
            bea = try nodes[(number / 10 + 1) % 2].person("bea")
        }
        #expect(heard == texts(singleBea) && (1..<40).contains(heard.count))
    }

    /// Who asks for something is told by the way what came meanwhile, and what was said before that holds for it.
    @Test func aFaultHoldsForWhatIsLearnedInTheMiddleOfARequest() throws {
        let bea = try nodes[1].person("bea")
        try bea.ask("session.ping")
        try observer.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
        for text in ["one", "two"] { try anna.ask("message.send", ["conversation": talk, "text": .string(text)]) }
        try bea.ask("session.ping")
        #expect(texts(bea) == ["two"])
    }

    @Test func theyAreMadeAndTakenAwayAtAnyServer() throws {
        let other = try nodes[1].observer()
        let drop: JSONValue = ["on": Self.toBea, "do": "drop"]
        #expect(try observer.ask("fault.inject", drop)["fault"]?["id"] == "fault-1")
        #expect(try other.ask("fault.inject", drop)["fault"]?["id"] == "fault-2")
        try other.ask("fault.clear", ["fault": "fault-1"])
        #expect(observer.refusal("fault.clear", ["fault": "fault-1"]) == .notFound)
        #expect(try observer.ask("fault.list")["faults"]?.arrayValue?.map { $0["id"] } == ["fault-2"])
        try observer.ask("fault.clear")
        let bea = try nodes[1].person("bea")
        try say("one")
        #expect(texts(bea) == ["one"])
        #expect(try other.ask("fault.inject", drop)["fault"]?["id"] == "fault-3")
    }

    @Test func thereAreNoMoreThanThereMayBe() throws {
        let few = try [0, 1].map { _ in try Self.node(address) { $0.limits.faults = 2 } }
        (few[0].others, few[1].others) = (nodes + [few[1]], nodes + [few[0]])
        let (one, other) = (try few[0].observer(), try few[1].observer())
        let drop: JSONValue = ["on": Self.toBea, "do": "drop"]
        for observer in [one, other] { try observer.ask("fault.inject", drop) }
        #expect(one.refusal("fault.inject", drop) == .tooLarge)
        nodes[0].others += few
        _ = try nodes[0].person("bea")
        try say("one")
        #expect(try other.ask("fault.inject", drop)["fault"]?["id"] == "fault-3")
        #expect(try one.ask("fault.list")["faults"]?.arrayValue?.map { $0["id"] } == ["fault-2", "fault-3"])
    }

    /// As they are with the process of one server that has its log alone.
    @Test func theyAreGoneWithTheLastServer() throws {
        try observer.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
        nodes[0].engine.endAll()
        #expect(try nodes[1].observer().ask("fault.list")["faults"]?.arrayValue?.count == 1)
        nodes[1].engine.endAll()
        let next = try Self.node(address)
        #expect(try next.observer().ask("fault.list")["faults"] == [])
    }

    @Test func aWorldThatIsResetHasNone() throws {
        try observer.ask("world.create", ["world": "w", "seed": 7])
        let inside = try nodes[1].observer(world: "w")
        try inside.ask("fault.inject", ["on": Self.toBea, "do": "drop"])
        try observer.ask("world.reset", ["world": "w"])
        #expect(try inside.ask("fault.list")["faults"] == [])
        #expect(try inside.ask("fault.inject", ["on": Self.toBea, "do": "drop"])["fault"]?["id"] == "fault-1")
    }
}
