import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Delivered receipts (`rcpt-delivered`) for the sender of a message in a one-to-one conversation. No log stores them.
struct DeliveredTests {
    private struct Fixture {
        let server: EngineFixture
        let observer: EngineClient
        let anna: EngineClient
        let laptop: EngineClient
        let pair: ConversationID

        init() throws {
            server = try EngineFixture()
            observer = try server.observer()
            anna = try server.person("anna")
            laptop = try server.person("anna")
            pair = try anna.conversation.create(participants: ["bea"]).id
            for client in [observer, anna, laptop] { _ = client.takeReceived() }
        }

        /// Sends a message and returns its id.
        @discardableResult
        func send(_ text: String) throws -> MessageID {
            try anna.message.send(conversation: pair, text: text).id
        }

        func receipts(_ client: EngineClient) -> [MessageID?] {
            client.received("receipt").map { $0["message"]?.stringValue.map { MessageID($0) } }
        }

        var through: Int64? {
            let reader = DeliveredMarks.Reader(conversation: pair, person: "bea")
            return server.engine.worlds[.main]?.dispatcher.marks.through(reader)
        }
    }

    @Test func senderReceivesOneReceiptOnEveryDevice() throws {
        let fixture = try Fixture()
        let bea = try fixture.server.person("bea")
        let tablet = try fixture.server.person("bea")
        let end = fixture.server.log.end
        let id = try fixture.send("one")
        let receipt: JSONValue = [
            "conversation": JSONValue(fixture.pair), "person": "bea", "message": JSONValue(id), "status": "delivered",
            "sequence": 1, "at": .string(WorldClock.virtualStart.description),
        ]
        for client in [fixture.anna, fixture.laptop, fixture.observer] {
            #expect(client.received("receipt") == [receipt])
        }
        #expect(fixture.laptop.received.map(\.method) == ["message.posted", "receipt"])
        #expect(fixture.observer.received.map(\.method) == ["message.posted", "receipt"])
        for client in [bea, tablet] { #expect(client.received.map(\.method) == ["message.posted"]) }
        #expect(fixture.server.log.end == end + 1 && fixture.through == 1)
    }

    @Test func receiptFollowsEachMessageOfOneTick() throws {
        let fixture = try Fixture()
        _ = try fixture.server.person("bea")
        for text in ["one", "two"] {
            fixture.anna.post(.messageSend(.init(conversation: fixture.pair, text: text)))
        }
        fixture.server.flush()
        #expect(fixture.laptop.received.map(\.method) == ["message.posted", "receipt", "message.posted", "receipt"])
        #expect(fixture.anna.raw.suffix(4).map { $0["method"] == nil } == [true, false, true, false])
    }

    @Test func resumingRecipientCausesOneReceiptForTheNewestMessage() throws {
        let fixture = try Fixture()
        let bea = try fixture.server.person("bea")
        let cursor = bea.welcome["cursor"]?.integerValue ?? 0
        fixture.server.close(bea)
        let ids = try ["one", "two", "three"].map { try fixture.send($0) }
        #expect(fixture.receipts(fixture.anna).isEmpty && fixture.through == 0)
        let again = try fixture.server.person("bea", after: cursor)
        #expect(again.received("message.posted").count == 3)
        #expect(fixture.receipts(fixture.anna) == [ids[2]] && fixture.through == 3)
        _ = try fixture.server.person("bea", after: cursor)
        #expect(fixture.receipts(fixture.anna).count == 1)
    }

    @Test func loginWithoutACursorDeliversAllEarlierMessages() throws {
        let fixture = try Fixture()
        try fixture.send("one")
        let id = try fixture.send("two")
        _ = try fixture.server.person("bea")
        #expect(fixture.receipts(fixture.laptop) == [id] && fixture.through == 2)
        _ = try fixture.server.person("bea")
        #expect(fixture.receipts(fixture.laptop) == [id])
    }

    @Test func requestWithoutAStreamDeliversNoMessage() throws {
        let fixture = try Fixture()
        try fixture.send("one")
        let request = fixture.server.connect(isStream: false)
        try request.ask("session.hello", ["role": "person", "handle": "bea"])
        try request.conversation.history(conversation: fixture.pair)
        #expect(fixture.receipts(fixture.anna).isEmpty && fixture.through == 0)
    }

    @Test func groupMessagesHaveNoReceipts() throws {
        let trip = try TripFixture()
        try trip.anna.message.send(conversation: trip.conversation, text: "who?")
        for client in [trip.anna, trip.bea, trip.observer] { #expect(client.received("receipt").isEmpty) }
        #expect(trip.bea.received("message.posted").count == 1)
        // The engine does not watch the delivery of group messages, so they have no extra cost.
        #expect(trip.server.engine.worlds[.main]?.dispatcher.isWatched == false)
    }

    @Test func messageOnTheSendersOtherDeviceIsNoDelivery() throws {
        let fixture = try Fixture()
        try fixture.send("one")
        #expect(fixture.laptop.received.map(\.method) == ["message.posted"])
        _ = try fixture.server.person("anna")
        #expect(fixture.receipts(fixture.anna).isEmpty)
    }

    @Test func messageThatAFaultDropsIsNotDelivered() throws {
        let fixture = try Fixture()
        let bea = try fixture.server.person("bea")
        try fixture.observer.fault.inject(target: .init(to: "bea"), effect: .drop)
        let before = fixture.server.log.end
        let lost = try fixture.send("lost")
        #expect(fixture.receipts(fixture.anna).isEmpty && fixture.through == 0)
        // A login with a later cursor does not deliver the dropped message.
        fixture.server.close(bea)
        let ahead = try fixture.server.person("bea", after: fixture.server.log.end)
        #expect(fixture.through == 0)
        fixture.server.close(ahead)
        _ = try fixture.server.person("bea", after: before)
        #expect(fixture.receipts(fixture.anna) == [lost] && fixture.through == 1)
    }

    @Test func delayedMessageIsDeliveredWhenItArrives() throws {
        let fixture = try Fixture()
        _ = try fixture.server.person("bea")
        try fixture.observer.fault.inject(target: .init(to: "bea"), effect: .delay(milliseconds: 1_000))
        let id = try fixture.send("slow")
        #expect(fixture.receipts(fixture.anna).isEmpty)
        try fixture.observer.clock.advance(.milliseconds(5_000))
        #expect(fixture.receipts(fixture.anna) == [id])
        // The receipt has the time at which the message was due.
        let at = WorldClock.virtualStart.advanced(byMilliseconds: 1_000).description
        #expect(fixture.anna.received("receipt").first?["at"] == .string(at))
    }

    @Test func faultDropsAReceiptOnOneDevice() throws {
        let fixture = try Fixture()
        _ = try fixture.server.person("bea")
        try fixture.observer.fault.inject(
            target: .init(notification: .receipt, to: "anna", from: "bea", device: .number(2)), effect: .drop)
        let id = try fixture.send("one")
        #expect(fixture.receipts(fixture.anna) == [id] && fixture.receipts(fixture.laptop).isEmpty)
    }

    @Test func resumingAfterARestartCausesNoSecondReceipt() throws {
        let fixture = try Fixture()
        let bea = try fixture.server.person("bea")
        try fixture.send("one")
        let cursor = bea.durable.last?.cursor
        try fixture.server.restart()
        let anna = try fixture.server.person("anna", after: fixture.server.log.end)
        #expect(fixture.through == 0)
        _ = try fixture.server.person("bea", after: cursor)
        #expect(fixture.through == 1 && anna.received("receipt").isEmpty)
    }

    @Test func messageThatIsNotWrittenHasNoReceipt() throws {
        let log = FailingLog()
        let server = try EngineFixture(log: log)
        let anna = try server.person("anna")
        _ = try server.person("bea")
        let id = try anna.conversation.create(participants: ["bea"]).id
        log.failure = .unavailable
        #expect(anna.refusal { try $0.message.send(conversation: id, text: "lost") } == .unavailable)
        log.heal()
        #expect(anna.received("receipt").isEmpty)
        try anna.message.send(conversation: id, text: "kept")
        #expect(anna.received("receipt").count == 1)
    }
}
