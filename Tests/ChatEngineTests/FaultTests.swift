import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Faults that an observer injects into a person's streams: their effects and their limits.
struct FaultTests {
    /// Anna, Bea with two devices, and Carl: Anna and Bea have a one-to-one conversation, and all three have a group.
    struct Stage {
        let server: EngineFixture
        let observer: EngineClient
        let anna: EngineClient
        let bea: EngineClient
        let tablet: EngineClient
        let carl: EngineClient
        let pair: ConversationID
        let group: ConversationID

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
            pair = try anna.conversation.create(participants: ["bea"]).id
            group = try anna.conversation.create(participants: ["bea", "carl"]).id
            forget()
        }

        func forget() {
            for client in [observer, anna, bea, tablet, carl] { _ = client.takeHeard() }
        }

        @discardableResult
        func inject(_ effect: FaultEffect, _ target: FaultTarget) throws -> Fault {
            try observer.fault.inject(target: target, effect: effect)
        }

        func send(_ text: String, by client: EngineClient? = nil, in conversation: ConversationID? = nil) throws {
            try (client ?? anna).message.send(conversation: conversation ?? group, text: text)
        }

        func texts(_ client: EngineClient) -> [String] {
            client.heard("message.posted").compactMap { $0["message"]?["text"]?.stringValue }
        }

        func faults() throws -> [Fault] { try observer.fault.list() }
    }

    /// Matches messages to Bea's phone: one of them, which is the next by default, or a percentage.
    static func toBea(nth: Int? = nil, percent: Int? = nil) -> FaultTarget {
        FaultTarget(notification: .messagePosted, to: "bea", device: .name("phone"), nth: nth, percent: percent)
    }

    // MARK: Effects

    @Test func droppedNotificationIsLostOnOneStreamOnce() throws {
        let stage = try Stage()
        try stage.inject(.drop, Self.toBea())
        #expect(
            stage.observer.raw.last?["result"]?["fault"] == [
                "id": "fault-1",
                "on": ["notification": "message.posted", "to": "bea", "device": "phone", "nth": 1],
                "do": "drop", "fired": 0, "spent": false,
            ])
        let before = stage.server.log.end
        try stage.send("one")
        try stage.send("two")
        #expect(stage.texts(stage.bea) == ["two"])
        for client in [stage.tablet, stage.carl, stage.observer] { #expect(stage.texts(client) == ["one", "two"]) }
        #expect(
            stage.observer.heard("fault.fired") == [
                [
                    "fault": "fault-1", "notification": "message.posted", "to": "bea", "device": "phone", "do": "drop",
                ]
            ])
        #expect(stage.bea.heard("fault.fired").isEmpty)
        let after = try stage.observer.ask("fault.list")["faults"]?.arrayValue ?? []
        #expect(after.map { $0["fired"] } == [1] && after.map { $0["spent"] } == [true])
        // The log has the message, so a session that resumes from before it receives it.
        let again = try stage.server.person("bea", after: before)
        #expect(stage.texts(again) == ["one", "two"])
        #expect(stage.observer.heard("fault.fired").count == 1)
    }

    @Test func delayedNotificationArrivesWhenDueAfterLaterOnes() throws {
        let stage = try Stage()
        try stage.inject(.delay(milliseconds: 5_000), Self.toBea())
        let now = try stage.observer.clock.now().now
        try stage.send("one")
        try stage.send("two")
        let late = PendingWork(
            what: "message.posted to bea, delayed by fault-1", dueAt: now.advanced(byMilliseconds: 5_000))
        #expect(try stage.observer.session.fence().pending == [late])
        try stage.observer.clock.advance(.milliseconds(4_999))
        #expect(stage.texts(stage.bea) == ["two"])
        try stage.observer.clock.advance(.milliseconds(1))
        #expect(stage.texts(stage.bea) == ["two", "one"])
        #expect(stage.texts(stage.tablet) == ["one", "two"])
        #expect(try stage.observer.session.fence().pending.isEmpty)
        try stage.observer.clock.advance(.milliseconds(5_000))
        #expect(stage.texts(stage.bea).count == 2)
    }

    @Test func delayedNotificationsArriveInTheOrderOfTheirDueTimes() throws {
        let stage = try Stage()
        for (index, milliseconds) in ([3_000, 1_000, 2_000, 1_000] as [Int64]).enumerated() {
            try stage.inject(.delay(milliseconds: milliseconds), Self.toBea(nth: index + 1))
        }
        for text in ["a", "b", "c", "d", "e"] { try stage.send(text) }
        #expect(stage.texts(stage.bea) == ["e"])
        // A request after clock.advance in the same tick follows everything that was due.
        stage.observer.post(.clockAdvance(.milliseconds(2_000)))
        stage.anna.post(.messageSend(.init(conversation: stage.group, text: "f")))
        stage.server.flush()
        #expect(stage.texts(stage.bea) == ["e", "b", "d", "c", "f"])
    }

    @Test func delayOnARealClockEndsInTheTickAtItsDueTime() throws {
        let stage = try Stage { $0.clock = .real }
        #expect(stage.server.engine.nextDue == nil)
        try stage.inject(.delay(milliseconds: 50), Self.toBea())
        try stage.send("one")
        #expect(stage.server.engine.nextDue == stage.server.now.advanced(byMilliseconds: 50))
        stage.server.now = stage.server.now.advanced(byMilliseconds: 49)
        stage.server.flush()
        #expect(stage.texts(stage.bea).isEmpty)
        stage.server.now = stage.server.now.advanced(byMilliseconds: 1)
        stage.server.flush()
        #expect(stage.texts(stage.bea) == ["one"])
        #expect(stage.server.engine.nextDue == nil)
    }

    @Test func duplicatedNotificationArrivesTwiceUnchanged() throws {
        let stage = try Stage()
        try stage.inject(.duplicate, Self.toBea())
        try stage.send("one")
        try stage.send("two")
        #expect(stage.texts(stage.bea) == ["one", "one", "two"])
        let heard = stage.bea.heard("message.posted")
        #expect(heard[0] == heard[1])
        #expect(stage.texts(stage.tablet) == ["one", "two"])
    }

    @Test func reorderedNotificationArrivesAfterTheNextOne() throws {
        let stage = try Stage()
        try stage.inject(.reorder, Self.toBea())
        try stage.send("one")
        try stage.bea.session.ping()
        #expect(stage.texts(stage.bea).isEmpty)
        try stage.send("two")
        try stage.send("three")
        #expect(stage.texts(stage.bea) == ["two", "one", "three"])
        #expect(stage.texts(stage.tablet) == ["one", "two", "three"])
    }

    @Test func fenceDeliversAReorderedNotification() throws {
        let stage = try Stage()
        try stage.inject(.reorder, Self.toBea())
        try stage.send("one")
        #expect(try stage.carl.session.fence().pending.isEmpty)
        #expect(stage.texts(stage.bea) == ["one"])
        try stage.send("two")
        #expect(stage.texts(stage.bea) == ["one", "two"])
    }

    @Test func disconnectEndsTheStreamAndTheDeviceCanResume() throws {
        let stage = try Stage()
        try stage.inject(.disconnect, Self.toBea())
        let before = stage.server.log.end
        try stage.send("one")
        try stage.send("two")
        #expect(stage.bea.end == .faultInjected)
        #expect(stage.texts(stage.bea).isEmpty)
        #expect(stage.tablet.end == nil && stage.texts(stage.tablet) == ["one", "two"])
        let again = try stage.server.person("bea", after: before)
        #expect(stage.texts(again) == ["one", "two"])
        #expect(again.welcome["device"] == ["number": 1])
    }

    @Test func disconnectDuringACatchUpEndsTheStream() throws {
        let stage = try Stage()
        let before = stage.server.log.end
        // More messages than the server reads from the log at once.
        for number in 1...100 { try stage.send("\(number)") }
        stage.server.engine.close(stage.bea.engineSession)
        try stage.inject(.disconnect, .init(to: "bea", device: .number(1), nth: 2))
        let again = stage.server.connect()
        again.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(before)])
        stage.server.flush()
        #expect(again.end == .faultInjected && stage.texts(again) == ["1"])
        #expect(stage.server.engine.worlds[.main]?.sessions.catchingUp.isEmpty == true)
        #expect(stage.server.engine.catchUps.worlds.isEmpty)
        let third = try stage.server.person("bea", after: before + 1)
        #expect(stage.texts(third) == (2...100).map { "\($0)" })
    }

    @Test func disconnectedSessionReceivesNothingMoreOfTheTick() throws {
        let stage = try Stage()
        try stage.inject(.disconnect, .init(to: "bea", device: .number(1)))
        stage.anna.post(.messageSend(.init(conversation: stage.group, text: "one")))
        stage.bea.post(.sessionPing)
        stage.anna.post(.messageSend(.init(conversation: stage.group, text: "two")))
        stage.server.flush()
        #expect(stage.bea.end == .faultInjected && stage.bea.heard.isEmpty)
    }

    // MARK: Matching

    @Test func faultMatchesOnlyItsNotificationSenderAndDevice() throws {
        let stage = try Stage()
        try stage.inject(
            .drop, .init(notification: .messagePosted, to: "bea", from: "carl", device: .number(2)))
        try stage.send("by anna")
        #expect(stage.texts(stage.tablet) == ["by anna"])
        try stage.carl.conversation.markRead(conversation: stage.group)
        try stage.send("by carl", by: stage.carl)
        #expect(stage.texts(stage.tablet) == ["by anna"] && stage.texts(stage.bea) == ["by anna", "by carl"])
        #expect(stage.texts(stage.anna) == ["by carl"])
    }

    @Test func eachDeviceOfAPersonIsAMatch() throws {
        let stage = try Stage()
        try stage.inject(.drop, .init(notification: .messagePosted, to: "bea", nth: 2))
        try stage.send("one")
        #expect(stage.texts(stage.bea) == ["one"] && stage.texts(stage.tablet).isEmpty)
        #expect(stage.observer.heard("fault.fired").first?["device"] == "tablet")
    }

    @Test func nthCountsFromTheInjection() throws {
        let stage = try Stage()
        stage.anna.post(.messageSend(.init(conversation: stage.group, text: "before")))
        stage.observer.post(.faultInject(.init(target: Self.toBea(nth: 2), effect: .drop)))
        stage.server.flush()
        for text in ["one", "two", "three"] { try stage.send(text) }
        #expect(stage.texts(stage.bea) == ["before", "one", "three"])
    }

    @Test func twoDropFaultsLoseTwoMessages() throws {
        let stage = try Stage()
        try stage.inject(.drop, Self.toBea())
        try stage.inject(.drop, Self.toBea())
        for text in ["one", "two", "three"] { try stage.send(text) }
        #expect(stage.texts(stage.bea) == ["three"])
        #expect(stage.observer.heard("fault.fired").map { $0["fault"] } == ["fault-1", "fault-2"])
    }

    @Test func faultCountsNotificationsThatAnotherFaultDropped() throws {
        let stage = try Stage()
        try stage.inject(.drop, Self.toBea())
        try stage.inject(.drop, Self.toBea(nth: 2))
        for text in ["one", "two", "three", "four"] { try stage.send(text) }
        #expect(stage.texts(stage.bea) == ["three", "four"])
    }

    @Test func faultsAffectNeitherObserversNorAnswers() throws {
        let stage = try Stage()
        try stage.inject(.drop, .init(percent: 100))
        try stage.send("one")
        #expect(stage.texts(stage.observer) == ["one"])
        for client in [stage.bea, stage.tablet, stage.carl] { #expect(stage.texts(client).isEmpty) }
        #expect(stage.anna.heard.isEmpty)
        try stage.anna.session.ping()
        #expect(stage.observer.heard("fault.fired").count == 3)
    }

    @Test func faultForAPersonAlsoMatchesTheirApps() throws {
        let trip = try TripFixture()
        try trip.observer.fault.inject(
            target: .init(notification: .highlightsChanged, to: "anna", nth: 2), effect: .drop)
        let app = try trip.server.app(as: "anna")
        try trip.anna.link.pin(conversation: trip.conversation, url: TripFixture.url)
        let told = [trip.anna, trip.app, app].map { $0.heard("highlights.changed").count }
        #expect(told.reduce(0, +) == 2, "\(told)")
        #expect(trip.observer.heard("fault.fired").map { $0["to"] } == ["anna"])
    }
}
