import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Faults that an observer injects into a person's streams: their effects and their limits.
struct FaultTests {
    /// Anna, Bea with two devices, and Carl: Anna and Bea have a one-to-one conversation, and all three have a group.
    struct Fixture {
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
            for client in [observer, anna, bea, tablet, carl] { _ = client.takeReceived() }
        }

        @discardableResult
        func inject(_ effect: FaultEffect, _ target: FaultTarget) throws -> Fault {
            try observer.fault.inject(target: target, effect: effect)
        }

        func send(_ text: String, by client: EngineClient? = nil, in conversation: ConversationID? = nil) throws {
            try (client ?? anna).message.send(conversation: conversation ?? group, text: text)
        }

        func texts(_ client: EngineClient) -> [String] {
            client.received("message.posted").compactMap { $0["message"]?["text"]?.stringValue }
        }

        func faults() throws -> [Fault] { try observer.fault.list() }
    }

    /// Matches messages to Bea's phone: one of them, which is the next by default, or a percentage.
    static func toBea(nth: Int? = nil, percent: Int? = nil) -> FaultTarget {
        FaultTarget(notification: .messagePosted, to: "bea", device: .name("phone"), nth: nth, percent: percent)
    }

    // MARK: Effects

    @Test func droppedNotificationIsLostOnOneStreamOnce() throws {
        let fixture = try Fixture()
        try fixture.inject(.drop, Self.toBea())
        #expect(
            fixture.observer.raw.last?["result"]?["fault"] == [
                "id": "fault-1",
                "on": ["notification": "message.posted", "to": "bea", "device": "phone", "nth": 1],
                "do": "drop", "fired": 0, "spent": false,
            ])
        let before = fixture.server.log.end
        try fixture.send("one")
        try fixture.send("two")
        #expect(fixture.texts(fixture.bea) == ["two"])
        for client in [fixture.tablet, fixture.carl, fixture.observer] {
            #expect(fixture.texts(client) == ["one", "two"])
        }
        #expect(
            fixture.observer.received("fault.fired") == [
                [
                    "fault": "fault-1", "notification": "message.posted", "to": "bea", "device": "phone", "do": "drop",
                ]
            ])
        #expect(fixture.bea.received("fault.fired").isEmpty)
        let after = try fixture.observer.ask("fault.list")["faults"]?.arrayValue ?? []
        #expect(after.map { $0["fired"] } == [1] && after.map { $0["spent"] } == [true])
        // The log has the message, so a session that resumes from before it receives it.
        let again = try fixture.server.person("bea", after: before)
        #expect(fixture.texts(again) == ["one", "two"])
        #expect(fixture.observer.received("fault.fired").count == 1)
    }

    @Test func delayedNotificationArrivesWhenDueAfterLaterOnes() throws {
        let fixture = try Fixture()
        try fixture.inject(.delay(milliseconds: 5_000), Self.toBea())
        let now = try fixture.observer.clock.now().now
        try fixture.send("one")
        try fixture.send("two")
        let late = PendingWork(
            what: "message.posted to bea, delayed by fault-1", dueAt: now.advanced(byMilliseconds: 5_000))
        #expect(try fixture.observer.session.fence().pending == [late])
        try fixture.observer.clock.advance(.milliseconds(4_999))
        #expect(fixture.texts(fixture.bea) == ["two"])
        try fixture.observer.clock.advance(.milliseconds(1))
        #expect(fixture.texts(fixture.bea) == ["two", "one"])
        #expect(fixture.texts(fixture.tablet) == ["one", "two"])
        #expect(try fixture.observer.session.fence().pending.isEmpty)
        try fixture.observer.clock.advance(.milliseconds(5_000))
        #expect(fixture.texts(fixture.bea).count == 2)
    }

    @Test func delayedNotificationsArriveInTheOrderOfTheirDueTimes() throws {
        let fixture = try Fixture()
        for (index, milliseconds) in ([3_000, 1_000, 2_000, 1_000] as [Int64]).enumerated() {
            try fixture.inject(.delay(milliseconds: milliseconds), Self.toBea(nth: index + 1))
        }
        for text in ["a", "b", "c", "d", "e"] { try fixture.send(text) }
        #expect(fixture.texts(fixture.bea) == ["e"])
        // A request after clock.advance in the same tick follows everything that was due.
        fixture.observer.post(.clockAdvance(.milliseconds(2_000)))
        fixture.anna.post(.messageSend(.init(conversation: fixture.group, text: "f")))
        fixture.server.flush()
        #expect(fixture.texts(fixture.bea) == ["e", "b", "d", "c", "f"])
    }

    @Test func delayOnARealClockEndsInTheTickAtItsDueTime() throws {
        let fixture = try Fixture { $0.clock = .real }
        #expect(fixture.server.engine.nextDue == nil)
        try fixture.inject(.delay(milliseconds: 50), Self.toBea())
        try fixture.send("one")
        #expect(fixture.server.engine.nextDue == fixture.server.now.advanced(byMilliseconds: 50))
        fixture.server.now = fixture.server.now.advanced(byMilliseconds: 49)
        fixture.server.flush()
        #expect(fixture.texts(fixture.bea).isEmpty)
        fixture.server.now = fixture.server.now.advanced(byMilliseconds: 1)
        fixture.server.flush()
        #expect(fixture.texts(fixture.bea) == ["one"])
        #expect(fixture.server.engine.nextDue == nil)
    }

    @Test func duplicatedNotificationArrivesTwiceUnchanged() throws {
        let fixture = try Fixture()
        try fixture.inject(.duplicate, Self.toBea())
        try fixture.send("one")
        try fixture.send("two")
        #expect(fixture.texts(fixture.bea) == ["one", "one", "two"])
        let received = fixture.bea.received("message.posted")
        #expect(received[0] == received[1])
        #expect(fixture.texts(fixture.tablet) == ["one", "two"])
    }

    @Test func reorderedNotificationArrivesAfterTheNextOne() throws {
        let fixture = try Fixture()
        try fixture.inject(.reorder, Self.toBea())
        try fixture.send("one")
        try fixture.bea.session.ping()
        #expect(fixture.texts(fixture.bea).isEmpty)
        try fixture.send("two")
        try fixture.send("three")
        #expect(fixture.texts(fixture.bea) == ["two", "one", "three"])
        #expect(fixture.texts(fixture.tablet) == ["one", "two", "three"])
    }

    @Test("a notification that was held back no longer counts as held after its delivery")
    func deliveredNotificationIsNoLongerHeld() throws {
        let fixture = try Fixture()
        try fixture.inject(.reorder, Self.toBea())
        try fixture.send("first")
        #expect(fixture.bea.engineSession.heldBytes > 0)
        try fixture.send("second")
        #expect(fixture.bea.engineSession.heldBytes == 0)
    }

    @Test func fenceDeliversAReorderedNotification() throws {
        let fixture = try Fixture()
        try fixture.inject(.reorder, Self.toBea())
        try fixture.send("one")
        #expect(try fixture.carl.session.fence().pending.isEmpty)
        #expect(fixture.texts(fixture.bea) == ["one"])
        try fixture.send("two")
        #expect(fixture.texts(fixture.bea) == ["one", "two"])
    }

    @Test func disconnectEndsTheStreamAndTheDeviceCanResume() throws {
        let fixture = try Fixture()
        try fixture.inject(.disconnect, Self.toBea())
        let before = fixture.server.log.end
        try fixture.send("one")
        try fixture.send("two")
        #expect(fixture.bea.end == .faultInjected)
        #expect(fixture.texts(fixture.bea).isEmpty)
        #expect(fixture.tablet.end == nil && fixture.texts(fixture.tablet) == ["one", "two"])
        let again = try fixture.server.person("bea", after: before)
        #expect(fixture.texts(again) == ["one", "two"])
        #expect(again.welcome["device"] == ["number": 1])
    }

    @Test func disconnectDuringACatchUpEndsTheStream() throws {
        let fixture = try Fixture()
        let before = fixture.server.log.end
        // More messages than the server reads from the log at once.
        for number in 1...100 { try fixture.send("\(number)") }
        fixture.server.engine.close(fixture.bea.engineSession)
        try fixture.inject(.disconnect, .init(to: "bea", device: .number(1), nth: 2))
        let again = fixture.server.connect()
        again.post("session.hello", ["role": "person", "handle": "bea", "after": .integer(before)])
        fixture.server.flush()
        #expect(again.end == .faultInjected && fixture.texts(again) == ["1"])
        #expect(fixture.server.engine.worlds[.main]?.sessions.catchingUp.isEmpty == true)
        #expect(fixture.server.engine.catchUps.worlds.isEmpty)
        let third = try fixture.server.person("bea", after: before + 1)
        #expect(fixture.texts(third) == (2...100).map { "\($0)" })
    }

    @Test func disconnectedSessionReceivesNothingMoreOfTheTick() throws {
        let fixture = try Fixture()
        try fixture.inject(.disconnect, .init(to: "bea", device: .number(1)))
        fixture.anna.post(.messageSend(.init(conversation: fixture.group, text: "one")))
        fixture.bea.post(.sessionPing)
        fixture.anna.post(.messageSend(.init(conversation: fixture.group, text: "two")))
        fixture.server.flush()
        #expect(fixture.bea.end == .faultInjected && fixture.bea.received.isEmpty)
    }

    // MARK: Matching

    @Test func faultMatchesOnlyItsNotificationSenderAndDevice() throws {
        let fixture = try Fixture()
        try fixture.inject(
            .drop, .init(notification: .messagePosted, to: "bea", from: "carl", device: .number(2)))
        try fixture.send("by anna")
        #expect(fixture.texts(fixture.tablet) == ["by anna"])
        try fixture.carl.conversation.markRead(conversation: fixture.group)
        try fixture.send("by carl", by: fixture.carl)
        #expect(fixture.texts(fixture.tablet) == ["by anna"] && fixture.texts(fixture.bea) == ["by anna", "by carl"])
        #expect(fixture.texts(fixture.anna) == ["by carl"])
    }

    @Test func eachDeviceOfAPersonIsAMatch() throws {
        let fixture = try Fixture()
        try fixture.inject(.drop, .init(notification: .messagePosted, to: "bea", nth: 2))
        try fixture.send("one")
        #expect(fixture.texts(fixture.bea) == ["one"] && fixture.texts(fixture.tablet).isEmpty)
        #expect(fixture.observer.received("fault.fired").first?["device"] == "tablet")
    }

    @Test func nthCountsFromTheInjection() throws {
        let fixture = try Fixture()
        fixture.anna.post(.messageSend(.init(conversation: fixture.group, text: "before")))
        fixture.observer.post(.faultInject(.init(target: Self.toBea(nth: 2), effect: .drop)))
        fixture.server.flush()
        for text in ["one", "two", "three"] { try fixture.send(text) }
        #expect(fixture.texts(fixture.bea) == ["before", "one", "three"])
    }

    @Test func twoDropFaultsLoseTwoMessages() throws {
        let fixture = try Fixture()
        try fixture.inject(.drop, Self.toBea())
        try fixture.inject(.drop, Self.toBea())
        for text in ["one", "two", "three"] { try fixture.send(text) }
        #expect(fixture.texts(fixture.bea) == ["three"])
        #expect(fixture.observer.received("fault.fired").map { $0["fault"] } == ["fault-1", "fault-2"])
    }

    @Test func faultCountsNotificationsThatAnotherFaultDropped() throws {
        let fixture = try Fixture()
        try fixture.inject(.drop, Self.toBea())
        try fixture.inject(.drop, Self.toBea(nth: 2))
        for text in ["one", "two", "three", "four"] { try fixture.send(text) }
        #expect(fixture.texts(fixture.bea) == ["three", "four"])
    }

    @Test func faultsAffectNeitherObserversNorAnswers() throws {
        let fixture = try Fixture()
        try fixture.inject(.drop, .init(percent: 100))
        try fixture.send("one")
        #expect(fixture.texts(fixture.observer) == ["one"])
        for client in [fixture.bea, fixture.tablet, fixture.carl] { #expect(fixture.texts(client).isEmpty) }
        #expect(fixture.anna.received.isEmpty)
        try fixture.anna.session.ping()
        #expect(fixture.observer.received("fault.fired").count == 3)
    }

    @Test func faultForAPersonAlsoMatchesTheirApps() throws {
        let trip = try TripFixture()
        try trip.observer.fault.inject(
            target: .init(notification: .highlightsChanged, to: "anna", nth: 2), effect: .drop)
        let app = try trip.server.app(as: "anna")
        try trip.anna.link.pin(conversation: trip.conversation, url: TripFixture.url)
        let delivered = [trip.anna, trip.app, app].map { $0.received("highlights.changed").count }
        #expect(delivered.reduce(0, +) == 2, "\(delivered)")
        #expect(trip.observer.received("fault.fired").map { $0["to"] } == ["anna"])
    }
}
