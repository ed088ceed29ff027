import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// The stored faults of a world: their percentages, limits and removal.
struct FaultStoreTests {
    // MARK: Percentages

    @Test func splitMix64ReturnsThePublishedNumbers() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func percentageIsApproximateAndReproducibleForASeed() throws {
        func lost(seed: Int64) throws -> [Bool] {
            let fixture = try FaultTests.Fixture(seed: seed)
            let fault = try fixture.inject(.drop, FaultTests.toBea(percent: 30))
            #expect(fault.target.percent == 30 && fault.target.nth == nil)
            for index in 0..<200 { try fixture.send("\(index)") }
            let received = Set(fixture.texts(fixture.bea))
            let all = try fixture.observer.ask("fault.list")["faults"]?.arrayValue
            #expect(all?.first?["fired"] == .integer(Int64(200 - received.count)) && all?.first?["spent"] == false)
            return (0..<200).map { !received.contains("\($0)") }
        }
        let one = try lost(seed: 1)
        #expect(try lost(seed: 1) == one)
        #expect(try lost(seed: 2) != one)
        #expect((40...80).contains(one.count { $0 }), "30 of a hundred")
    }

    // MARK: Storage

    @Test func onlyObserversManageFaults() throws {
        let trip = try TripFixture()
        for client in [trip.anna, trip.app] {
            #expect(client.refusal { try $0.fault.inject(target: .init(to: "bea"), effect: .drop) } == .forbidden)
            #expect(client.refusal { try $0.fault.list() } == .forbidden)
            #expect(client.refusal { try $0.fault.clear() } == .forbidden)
        }
        #expect(try trip.observer.fault.list().isEmpty)
    }

    @Test(
        arguments: [
            (["do": "drop"], "on"), (["on": [:]], "do"), (["on": [:], "do": "eat"], "do"),
            (["on": [:], "do": "delay"], "milliseconds"),
            (["on": [:], "do": "drop", "milliseconds": 1], "milliseconds"),
            (["on": [:], "do": "delay", "milliseconds": -1], "milliseconds"),
            (["on": ["nth": 0], "do": "drop"], "on.nth"), (["on": ["percent": 101], "do": "drop"], "on.percent"),
            (["on": ["percent": 1, "nth": 1], "do": "drop"], "on.percent"),
            (["on": ["to": "a b"], "do": "drop"], "on.to"), (["on": ["device": 0], "do": "drop"], "on.device"),
            (["on": ["device": true], "do": "drop"], "on.device"), (["on": ["whom": "a"], "do": "drop"], "on.whom"),
            (["on": ["notification": "message.lost"], "do": "drop"], "on.notification"),
            (["on": ["notification": "fault.fired"], "do": "drop"], "on.notification"),
            (["on": ["notification": "request.done"], "do": "drop"], "on.notification"),
            (["on": [:], "do": "drop", "x": 1], "x"),
        ] as [(JSONValue, String)])
    func invalidFaultErrorNamesTheMember(_ params: JSONValue, _ field: String) throws {
        let server = try EngineFixture()
        let observer = try server.observer()
        let id = observer.post("fault.inject", params)
        server.flush()
        let error = observer.answers[id]?.first?["error"]
        #expect(error?["code"] == -32602 && error?["data"]?["field"] == .string(field), "\(String(describing: error))")
        if field == "on.notification", params["on"]?["notification"] == "message.lost" {
            #expect(error?["message"]?.stringValue?.contains("message.posted, message.changed, receipt") == true)
        }
        #expect(try observer.fault.list().isEmpty)
    }

    @Test func faultsAreClearedOneByOneTogetherAndByAReset() throws {
        let fixture = try FaultTests.Fixture()
        for _ in 0..<3 { try fixture.inject(.drop, FaultTests.toBea()) }
        try fixture.observer.fault.clear(fault: "fault-2")
        #expect(fixture.observer.refusal { try $0.fault.clear(fault: "fault-2") } == .notFound)
        #expect(try fixture.faults().map(\.id) == ["fault-1", "fault-3"])
        try fixture.observer.fault.clear()
        #expect(try fixture.faults().isEmpty)
        try fixture.send("one")
        #expect(fixture.texts(fixture.bea) == ["one"])
        #expect(fixture.server.engine.worlds[.main]?.dispatcher.isWatched == false)
        try fixture.inject(.delay(milliseconds: 10), FaultTests.toBea())
        try fixture.send("two")
        try fixture.observer.world.reset(world: "main")
        #expect(try fixture.faults().isEmpty)
        #expect(fixture.server.engine.worlds[.main]?.nextDue == nil)
    }

    @Test func faultAboveTheLimitIsTooLargeUntilOneIsSpent() throws {
        let fixture = try FaultTests.Fixture { $0.limits.faults = 2 }
        try fixture.inject(.drop, FaultTests.toBea())
        try fixture.inject(.drop, .init(to: "carl"))
        #expect(fixture.observer.refusal { try $0.fault.inject(target: .init(), effect: .drop) } == .tooLarge)
        try fixture.send("one")
        try fixture.inject(.drop, FaultTests.toBea())
        #expect(try fixture.faults().map(\.id) == ["fault-2", "fault-3"])
    }

    @Test func faultOfOneWorldDoesNotAffectAnother() throws {
        let fixture = try FaultTests.Fixture()
        try fixture.observer.world.create(world: "other")
        let other = try fixture.server.observer(world: "other")
        try other.fault.inject(target: .init(to: "bea"), effect: .drop)
        try fixture.send("one")
        #expect(fixture.texts(fixture.bea) == ["one"])
        #expect(try fixture.faults().isEmpty)
    }

    @Test func sessionEndsWhenItsDelayedBytesExceedTheLimit() throws {
        let fixture = try FaultTests.Fixture { $0.limits.unsentBytes = 4_000 }
        try fixture.inject(.delay(milliseconds: 60_000), FaultTests.toBea(percent: 100))
        for _ in 0..<30 { try fixture.send(String(repeating: "x", count: 400)) }
        #expect(fixture.bea.end == .tooMuchHeldBack && fixture.tablet.end == nil)
        let world = try #require(fixture.server.engine.worlds[.main])
        #expect(world.dispatcher.pending.isEmpty && fixture.bea.engineSession.heldBytes == 0)
        try fixture.observer.clock.advance(.milliseconds(60_000))
        #expect(fixture.texts(fixture.bea).isEmpty)
    }

    @Test func closingASessionDropsItsDelayedNotifications() throws {
        let fixture = try FaultTests.Fixture()
        try fixture.inject(.delay(milliseconds: 1_000), FaultTests.toBea())
        try fixture.inject(.reorder, FaultTests.toBea(nth: 2))
        try fixture.send("one")
        try fixture.send("two")
        let world = try #require(fixture.server.engine.worlds[.main])
        #expect(world.dispatcher.isWatched && world.nextDue != nil)
        fixture.server.engine.close(fixture.bea.engineSession)
        #expect(!world.dispatcher.isWatched && world.nextDue == nil)
    }

    @Test func failedRequestFiresNoFault() throws {
        let log = FailingLog()
        let server = try EngineFixture(log: log)
        let observer = try server.observer()
        let anna = try server.person("anna")
        let bea = try server.person("bea")
        let id = try anna.conversation.create(participants: ["bea"]).id
        try observer.fault.inject(target: .init(notification: .messagePosted, to: "bea"), effect: .drop)
        log.failure = .unavailable
        #expect(anna.refusal { try $0.message.send(conversation: id, text: "lost") } == .unavailable)
        log.heal()
        #expect(try observer.fault.list().first?.fired == 0)
        try anna.message.send(conversation: id, text: "one")
        try anna.message.send(conversation: id, text: "two")
        #expect(bea.received("message.posted").map { $0["message"]?["text"] } == ["two"])
    }
}
