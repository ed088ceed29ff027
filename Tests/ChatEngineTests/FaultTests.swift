import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Faults: what an observer lets go wrong on somebody's stream, and what stays as it is.
struct FaultTests {
    /// Anna, and Bea with two devices, in a conversation of two, and Carl with both in a group.
    struct Stage {
        let server: EngineFixture
        let observer: EngineClient
        let anna: EngineClient
        let bea: EngineClient
        let tablet: EngineClient
        let carl: EngineClient
        let pair: JSONValue
        let group: JSONValue

        init(seed: Int64 = 0, _ change: (inout ServerEngine.Configuration) -> Void = { _ in }) throws {
            server = try EngineFixture {
                $0.seed = seed
                change(&$0)
            }
            observer = try server.observer()
            anna = try server.person("anna")
            bea = try server.join(["role": "person", "handle": "bea", "device": "phone"])
            tablet = try server.join(["role": "person", "handle": "bea", "device": "tablet"])
            carl = try server.person("carl")
            pair = try anna.ask("conversation.create", ["participants": ["bea"]])["conversation"]?["id"] ?? .null
            group =
                try anna.ask("conversation.create", ["participants": ["bea", "carl"]])["conversation"]?["id"] ?? .null
            forget()
        }

        func forget() {
            for client in [observer, anna, bea, tablet, carl] { _ = client.takeHeard() }
        }

        @discardableResult
        func inject(_ what: String, _ on: JSONValue, milliseconds: Int64? = nil) throws -> JSONValue {
            var params: JSONValue = ["on": on, "do": .string(what)]
            if let milliseconds { params = with(params, "milliseconds", .integer(milliseconds)) }
            return try observer.ask("fault.inject", params)["fault"] ?? .null
        }

        func say(_ text: String, by client: EngineClient? = nil, in conversation: JSONValue? = nil) throws {
            try (client ?? anna).ask(
                "message.send", ["conversation": conversation ?? group, "text": .string(text)])
        }

        func texts(_ client: EngineClient) -> [String] {
            client.heard("message.posted").compactMap { $0["message"]?["text"]?.stringValue }
        }

        func faults() throws -> [JSONValue] { try observer.ask("fault.list")["faults"]?.arrayValue ?? [] }
    }

    static let nextToBea: JSONValue = ["notification": "message.posted", "to": "bea", "device": "phone"]

    // MARK: What each does

    @Test func aDroppedNotificationIsLostOnOneStreamOnce() throws {
        let stage = try Stage()
        let fault = try stage.inject("drop", Self.nextToBea)
        #expect(
            fault == [
                "id": "fault-1",
                "on": ["notification": "message.posted", "to": "bea", "device": "phone", "nth": 1],
                "do": "drop", "fired": 0, "spent": false,
            ])
        let before = stage.server.log.end
        try stage.say("one")
        try stage.say("two")
        #expect(stage.texts(stage.bea) == ["two"])
        for client in [stage.tablet, stage.carl, stage.observer] { #expect(stage.texts(client) == ["one", "two"]) }
        #expect(
            stage.observer.heard("fault.fired") == [
                [
                    "fault": "fault-1", "notification": "message.posted", "to": "bea", "device": "phone", "do": "drop",
                ]
            ])
        #expect(stage.bea.heard("fault.fired").isEmpty)
        let after = try stage.faults()
        #expect(after.map { $0["fired"] } == [1] && after.map { $0["spent"] } == [true])
        // The log has it: who resumes with the older cursor is told.
        let again = try stage.server.person("bea", after: before)
        #expect(stage.texts(again) == ["one", "two"])
        #expect(stage.observer.heard("fault.fired").count == 1)
    }

    @Test func aDelayedNotificationComesWhenItsTimeHasComeAndIsOvertaken() throws {
        let stage = try Stage()
        try stage.inject("delay", Self.nextToBea, milliseconds: 5_000)
        let now = try stage.observer.ask("clock.now")["now"]?.stringValue ?? ""
        try stage.say("one")
        try stage.say("two")
        let dueAt = Instant(now)?.advanced(byMilliseconds: 5_000).description ?? ""
        #expect(
            try stage.observer.ask("session.fence")["pending"]
                == [["what": "message.posted to bea, delayed by fault-1", "dueAt": .string(dueAt)]])
        try stage.observer.ask("clock.advance", ["milliseconds": 4_999])
        #expect(stage.texts(stage.bea) == ["two"])
        try stage.observer.ask("clock.advance", ["milliseconds": 1])
        #expect(stage.texts(stage.bea) == ["two", "one"])
        #expect(stage.texts(stage.tablet) == ["one", "two"])
        #expect(try stage.observer.ask("session.fence")["pending"] == [])
        try stage.observer.ask("clock.advance", ["milliseconds": 5_000])
        #expect(stage.texts(stage.bea).count == 2)
    }

    @Test func delaysComeInTheOrderInWhichTheyAreDue() throws {
        let stage = try Stage()
        for (index, milliseconds) in [3_000, 1_000, 2_000, 1_000].enumerated() {
            try stage.inject(
                "delay", with(Self.nextToBea, "nth", .integer(Int64(index + 1))), milliseconds: Int64(milliseconds))
        }
        for text in ["a", "b", "c", "d", "e"] { try stage.say(text) }
        #expect(stage.texts(stage.bea) == ["e"])
        // What is asked in the same tick after the time was let pass comes behind what was due by then.
        stage.observer.post("clock.advance", ["milliseconds": 2_000])
        stage.anna.post("message.send", ["conversation": stage.group, "text": "f"])
        stage.server.flush()
        #expect(stage.texts(stage.bea) == ["e", "b", "d", "c", "f"])
    }

    @Test func aDelayOfARealClockComesWithTheTick() throws {
        let stage = try Stage { $0.clock = .real }
        #expect(stage.server.engine.nextDue == nil)
        try stage.inject("delay", Self.nextToBea, milliseconds: 50)
        try stage.say("one")
        #expect(stage.server.engine.nextDue == stage.server.now.advanced(byMilliseconds: 50))
        stage.server.now = stage.server.now.advanced(byMilliseconds: 49)
        stage.server.flush()
        #expect(stage.texts(stage.bea).isEmpty)
        stage.server.now = stage.server.now.advanced(byMilliseconds: 1)
        stage.server.flush()
        #expect(stage.texts(stage.bea) == ["one"])
        #expect(stage.server.engine.nextDue == nil)
    }

    @Test func aDuplicateComesTwiceAndIsTheSame() throws {
        let stage = try Stage()
        try stage.inject("duplicate", Self.nextToBea)
        try stage.say("one")
        try stage.say("two")
        #expect(stage.texts(stage.bea) == ["one", "one", "two"])
        let heard = stage.bea.heard("message.posted")
        #expect(heard[0] == heard[1])
        #expect(stage.texts(stage.tablet) == ["one", "two"])
    }

    @Test func aReorderedOneComesBehindTheNext() throws {
        let stage = try Stage()
        try stage.inject("reorder", Self.nextToBea)
        try stage.say("one")
        try stage.bea.ask("session.ping")
        #expect(stage.texts(stage.bea).isEmpty)
        try stage.say("two")
        try stage.say("three")
        #expect(stage.texts(stage.bea) == ["two", "one", "three"])
        #expect(stage.texts(stage.tablet) == ["one", "two", "three"])
    }

    @Test func aFenceLosesNothingThatWasReordered() throws {
        let stage = try Stage()
        try stage.inject("reorder", Self.nextToBea)
        try stage.say("one")
        #expect(try stage.carl.ask("session.fence")["pending"] == [])
        #expect(stage.texts(stage.bea) == ["one"])
        try stage.say("two")
        #expect(stage.texts(stage.bea) == ["one", "two"])
    }

    @Test func aDisconnectEndsTheStreamInsteadAndItCanResume() throws {
        let stage = try Stage()
        try stage.inject("disconnect", Self.nextToBea)
        let before = stage.server.log.end
        try stage.say("one")
        try stage.say("two")
        #expect(stage.bea.end == .faultInjected)
        #expect(stage.texts(stage.bea).isEmpty)
        #expect(stage.tablet.end == nil && stage.texts(stage.tablet) == ["one", "two"])
        let again = try stage.server.person("bea", after: before)
        #expect(stage.texts(again) == ["one", "two"])
        #expect(again.welcome["device"] == ["number": 1])
    }

    @Test func aDisconnectInTheMiddleOfResumingEndsItThere() throws {
        let stage = try Stage()
        let before = stage.server.log.end
        // More than is read from the log at once.
        for number in 1...100 { try stage.say("\(number)") }
        stage.server.engine.close(stage.bea.session)
        try stage.inject("disconnect", ["to": "bea", "device": 1, "nth": 2])
        let again = stage.server.connect()
        again.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(before)])
        stage.server.flush()
        #expect(again.end == .faultInjected && stage.texts(again) == ["1"])
        #expect(stage.server.engine.worlds[.main]?.sessions.catchingUp.isEmpty == true)
        #expect(stage.server.engine.resuming.isEmpty)
        let third = try stage.server.person("bea", after: before + 1)
        #expect(stage.texts(third) == (2...100).map { "\($0)" })
    }

    @Test func theBroughtDownOfATickIsNotToldTheRestOfIt() throws {
        let stage = try Stage()
        try stage.inject("disconnect", ["to": "bea", "device": 1])
        stage.anna.post("message.send", ["conversation": stage.group, "text": "one"])
        stage.bea.post("session.ping")
        stage.anna.post("message.send", ["conversation": stage.group, "text": "two"])
        stage.server.flush()
        #expect(stage.bea.end == .faultInjected && stage.bea.heard.isEmpty)
    }

    // MARK: What it is about

    @Test func aFaultIsAboutWhatItSaysAndNothingElse() throws {
        let stage = try Stage()
        try stage.inject("drop", ["notification": "message.posted", "to": "bea", "from": "carl", "device": 2])
        try stage.say("by anna")
        #expect(stage.texts(stage.tablet) == ["by anna"])
        try stage.carl.ask("conversation.markRead", ["conversation": stage.group])
        try stage.say("by carl", by: stage.carl)
        #expect(stage.texts(stage.tablet) == ["by anna"] && stage.texts(stage.bea) == ["by anna", "by carl"])
        #expect(stage.texts(stage.anna) == ["by carl"])
    }

    @Test func aPersonIsAMatchADevice() throws {
        let stage = try Stage()
        try stage.inject("drop", ["notification": "message.posted", "to": "bea", "nth": 2])
        try stage.say("one")
        #expect(stage.texts(stage.bea) == ["one"] && stage.texts(stage.tablet).isEmpty)
        #expect(stage.observer.heard("fault.fired").first?["device"] == "tablet")
    }

    @Test func nthCountsFromTheInjectionOn() throws {
        let stage = try Stage()
        stage.anna.post("message.send", ["conversation": stage.group, "text": "before"])
        stage.observer.post(
            "fault.inject", ["on": with(Self.nextToBea, "nth", 2), "do": "drop"])
        stage.server.flush()
        for text in ["one", "two", "three"] { try stage.say(text) }
        #expect(stage.texts(stage.bea) == ["before", "one", "three"])
    }

    @Test func twoOnTheNextMessageLoseTwo() throws {
        let stage = try Stage()
        try stage.inject("drop", Self.nextToBea)
        try stage.inject("drop", Self.nextToBea)
        for text in ["one", "two", "three"] { try stage.say(text) }
        #expect(stage.texts(stage.bea) == ["three"])
        #expect(stage.observer.heard("fault.fired").map { $0["fault"] } == ["fault-1", "fault-2"])
    }

    @Test func everyFaultCountsWhatAnotherTook() throws {
        let stage = try Stage()
        try stage.inject("drop", Self.nextToBea)
        try stage.inject("drop", with(Self.nextToBea, "nth", 2))
        for text in ["one", "two", "three", "four"] { try stage.say(text) }
        #expect(stage.texts(stage.bea) == ["three", "four"])
    }

    @Test func anObserverAndAnAnswerAreNeverTouched() throws {
        let stage = try Stage()
        try stage.inject("drop", ["percent": 100])
        try stage.say("one")
        #expect(stage.texts(stage.observer) == ["one"])
        for client in [stage.bea, stage.tablet, stage.carl] { #expect(stage.texts(client).isEmpty) }
        #expect(stage.anna.heard.isEmpty)
        try stage.anna.ask("session.ping")
        #expect(stage.observer.heard("fault.fired").count == 3)
    }

    @Test func anAppsListIsAddressedByItsPerson() throws {
        let trip = try TripFixture()
        try trip.observer.ask(
            "fault.inject", ["on": ["notification": "highlights.changed", "to": "anna", "nth": 2], "do": "drop"])
        let app = try trip.server.app(as: "anna")
        try trip.anna.ask("link.pin", ["conversation": trip.conversation, "url": TripFixture.url])
        let told = [trip.anna, trip.app, app].map { $0.heard("highlights.changed").count }
        #expect(told.reduce(0, +) == 2, "\(told)")
        #expect(trip.observer.heard("fault.fired").map { $0["to"] } == ["anna"])
    }
}
