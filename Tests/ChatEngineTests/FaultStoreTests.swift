import ChatProtocol
import ServerTestSupport
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
            let stage = try FaultTests.Stage(seed: seed)
            let fault = try stage.inject("drop", with(FaultTests.nextToBea, "percent", 30))
            #expect(fault["on"]?["percent"] == 30 && fault["on"]?["nth"] == nil)
            for index in 0..<200 { try stage.say("\(index)") }
            let heard = Set(stage.texts(stage.bea))
            let all = try stage.faults()
            #expect(all.first?["fired"] == .integer(Int64(200 - heard.count)) && all.first?["spent"] == false)
            return (0..<200).map { !heard.contains("\($0)") }
        }
        let one = try lost(seed: 1)
        #expect(try lost(seed: 1) == one)
        #expect(try lost(seed: 2) != one)
        #expect((40...80).contains(one.count { $0 }), "30 of a hundred")
    }

    // MARK: Storage

    @Test func onlyObserversManageFaults() throws {
        let trip = try TripFixture()
        let inject: JSONValue = ["on": ["to": "bea"], "do": "drop"]
        for client in [trip.anna, trip.app] {
            #expect(client.refusal("fault.inject", inject) == .forbidden)
            #expect(client.refusal("fault.list") == .forbidden)
            #expect(client.refusal("fault.clear") == .forbidden)
        }
        #expect(try trip.observer.ask("fault.list")["faults"] == [])
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
        #expect(try observer.ask("fault.list")["faults"] == [])
    }

    @Test func faultsAreClearedOneByOneTogetherAndByAReset() throws {
        let stage = try FaultTests.Stage()
        for _ in 0..<3 { try stage.inject("drop", FaultTests.nextToBea) }
        try stage.observer.ask("fault.clear", ["fault": "fault-2"])
        #expect(stage.observer.refusal("fault.clear", ["fault": "fault-2"]) == .notFound)
        #expect(try stage.faults().map { $0["id"] } == ["fault-1", "fault-3"])
        try stage.observer.ask("fault.clear")
        #expect(try stage.faults().isEmpty)
        try stage.say("one")
        #expect(stage.texts(stage.bea) == ["one"])
        #expect(stage.server.engine.worlds[.main]?.dispatcher.isWatched == false)
        try stage.inject("delay", FaultTests.nextToBea, milliseconds: 10)
        try stage.say("two")
        try stage.observer.ask("world.reset", ["world": "main"])
        #expect(try stage.faults().isEmpty)
        #expect(stage.server.engine.worlds[.main]?.nextDue == nil)
    }

    @Test func faultAboveTheLimitIsTooLargeUntilOneIsSpent() throws {
        let stage = try FaultTests.Stage { $0.limits.faults = 2 }
        try stage.inject("drop", FaultTests.nextToBea)
        try stage.inject("drop", ["to": "carl"])
        #expect(stage.observer.refusal("fault.inject", ["on": [:], "do": "drop"]) == .tooLarge)
        try stage.say("one")
        try stage.inject("drop", FaultTests.nextToBea)
        #expect(try stage.faults().map { $0["id"] } == ["fault-2", "fault-3"])
    }

    @Test func faultOfOneWorldDoesNotAffectAnother() throws {
        let stage = try FaultTests.Stage()
        try stage.observer.ask("world.create", ["world": "other"])
        let other = try stage.server.observer(world: "other")
        try other.ask("fault.inject", ["on": ["to": "bea"], "do": "drop"])
        try stage.say("one")
        #expect(stage.texts(stage.bea) == ["one"])
        #expect(try stage.faults().isEmpty)
    }

    @Test func sessionEndsWhenItsDelayedBytesExceedTheLimit() throws {
        let stage = try FaultTests.Stage { $0.limits.unsentBytes = 4_000 }
        try stage.inject("delay", with(FaultTests.nextToBea, "percent", 100), milliseconds: 60_000)
        for _ in 0..<30 { try stage.say(String(repeating: "x", count: 400)) }
        #expect(stage.bea.end == .tooMuchHeldBack && stage.tablet.end == nil)
        let world = try #require(stage.server.engine.worlds[.main])
        #expect(world.dispatcher.pending.isEmpty && stage.bea.engineSession.heldBytes == 0)
        try stage.observer.ask("clock.advance", ["milliseconds": 60_000])
        #expect(stage.texts(stage.bea).isEmpty)
    }

    @Test func closingASessionDropsItsDelayedNotifications() throws {
        let stage = try FaultTests.Stage()
        try stage.inject("delay", FaultTests.nextToBea, milliseconds: 1_000)
        try stage.inject("reorder", with(FaultTests.nextToBea, "nth", 2))
        try stage.say("one")
        try stage.say("two")
        let world = try #require(stage.server.engine.worlds[.main])
        #expect(world.dispatcher.isWatched && world.nextDue != nil)
        stage.server.engine.close(stage.bea.engineSession)
        #expect(!world.dispatcher.isWatched && world.nextDue == nil)
    }

    @Test func failedRequestFiresNoFault() throws {
        let log = FailingLog()
        let server = try EngineFixture(log: log)
        let observer = try server.observer()
        let anna = try server.person("anna")
        let bea = try server.person("bea")
        let id = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
        try observer.ask("fault.inject", ["on": ["notification": "message.posted", "to": "bea"], "do": "drop"])
        log.failure = .unavailable
        #expect(anna.refusal("message.send", ["conversation": id, "text": "lost"]) == .unavailable)
        log.heal()
        #expect(try observer.ask("fault.list")["faults"]?.arrayValue?.first?["fired"] == 0)
        try anna.ask("message.send", ["conversation": id, "text": "one"])
        try anna.ask("message.send", ["conversation": id, "text": "two"])
        #expect(bea.heard("message.posted").map { $0["message"]?["text"] } == ["two"])
    }
}
