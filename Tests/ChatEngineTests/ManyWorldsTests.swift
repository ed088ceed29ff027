import ChatProtocol
import ChatTestKit
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Many worlds in one server: they do not affect each other, and deleted ones leave nothing in memory.
struct ManyWorldsTests {
    /// Returns the messages to a session without its id, which counts the sessions of the whole server.
    private static func stream(_ client: EngineClient) -> [[UInt8]] {
        let name = client.engineSession.id
        return client.bytes.map { line in
            let text = String(decoding: line, as: UTF8.self)
            guard let range = text.firstRange(of: "\"session\":\"\(name)\"") else { return line }
            return Array(text.replacingSubrange(range, with: "\"session\":\"\"").utf8)
        }
    }

    @Test(arguments: TestExtent.seeds(2, whole: 4))
    func worldAmongManyEqualsTheSameWorldAlone(_ seed: UInt64) throws {
        let shared = try EngineFixture()
        let keeper = try shared.observer()
        var scenarios: [RandomHistory] = []
        let seeds = (0..<8).map { seed * 100 + $0 }
        for seed in seeds {
            let world = "world-\(seed)"
            try keeper.world.create(world: WorldName(world), seed: Int64(seed))
            scenarios.append(try RandomHistory(seed: seed, server: shared, world: world, isTroubled: true))
        }
        for tick in 0..<30 {
            let asked = try scenarios.indices.map { try scenarios[$0].ask(tick: tick) }
            shared.flush()
            for index in scenarios.indices { try scenarios[index].receive(asked[index]) }
        }
        for (scenario, seed) in zip(scenarios, seeds) {
            let server = try EngineFixture { $0.seed = Int64(seed) }
            var alone = try RandomHistory(seed: seed, server: server, isTroubled: true)
            try alone.play(ticks: 30)
            let world = try #require(shared.engine.worlds[WorldName("world-\(seed)")])
            #expect(
                try world.log.read(after: 0, limit: .max) == server.log.read(after: 0, limit: .max), "seed \(seed)")
            #expect(world.core.state == server.state, "seed \(seed)")
            #expect(scenario.all.count == alone.all.count, "seed \(seed)")
            for (one, other) in zip(scenario.all, alone.all) {
                #expect(Self.stream(one) == Self.stream(other), "seed \(seed), \(one.engineSession.id)")
            }
        }
        #expect(keeper.received.isEmpty)
        // The histories must include faults, disconnects and typing.
        #expect(scenarios.contains { $0.all.contains { !$0.received("fault.fired").isEmpty } })
        #expect(scenarios.contains { $0.all.contains { $0.end == .faultInjected } })
        #expect(scenarios.contains { $0.all.contains { !$0.received("typing").isEmpty } })
    }

    private struct Trace {
        weak var world: World?
        weak var session: Session?
    }

    @Test func deletedWorldsLeaveNothingInMemory() throws {
        let server = try EngineFixture { $0.clock = .real }
        let keeper = try server.observer()
        var traces: [Trace] = []
        for number in 0..<500 {
            let name = "world-\(number)"
            let clock: ClockKind = number.isMultiple(of: 2) ? .virtual : .real
            try keeper.world.create(world: WorldName(name), clock: clock)
            let observer = try server.observer(world: name)
            let anna = try server.person("anna", world: name)
            let bea = try server.person("bea", world: name)
            let id = try anna.conversation.create(participants: ["bea"]).id
            try observer.fault.inject(target: .init(to: "bea"), effect: .delay(milliseconds: 60_000))
            try observer.fault.inject(target: .init(to: "bea"), effect: .reorder)
            try anna.message.send(conversation: id, text: "late")
            try anna.message.send(conversation: id, text: "later")
            try anna.conversation.typing(conversation: id, isTyping: true)
            traces.append(Trace(world: server.engine.worlds[WorldName(name)], session: bea.engineSession))
            // In every third world, the sessions close before the deletion. In the others, the deletion ends them.
            if number.isMultiple(of: 3) { for client in [observer, anna, bea] { server.close(client) } }
            try keeper.world.delete(world: WorldName(name))
            for client in [observer, anna, bea] { server.close(client) }
        }
        #expect(traces.count == 500 && traces.allSatisfy { $0.world == nil && $0.session == nil })
        #expect(try keeper.world.list().map(\.world) == ["main"])
        #expect(
            server.engine.directory.timed.isEmpty && server.engine.catchUps.worlds.isEmpty
                && server.engine.nextDue == nil)
        #expect(server.engine.openRequests.isEmpty && !server.engine.hasUnflushed)
    }

    @Test func worldListDescribesEachWorld() throws {
        let server = try EngineFixture { $0.seed = 7 }
        let observer = try server.observer()
        try observer.world.create(world: "b", clock: .real, seed: 42)
        try observer.world.create(world: "a")
        let anna = try server.person("anna", world: "a")
        _ = try server.observer(world: "a")
        #expect(
            try observer.world.list() == [
                .init(
                    world: "a", clock: .virtual, now: WorldClock.virtualStart, seed: 0, sessions: 2, cursor: 1,
                    isStored: false),
                .init(
                    world: "b", clock: .real, now: server.now, seed: 42, sessions: 0, cursor: 0, isStored: false),
                .init(
                    world: "main", clock: .virtual, now: WorldClock.virtualStart, seed: 7, sessions: 1, cursor: 0,
                    isStored: false),
            ])
        #expect(anna.refusal { try $0.world.list() } == .forbidden)
    }
}

extension String {
    fileprivate func replacingSubrange(_ range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
