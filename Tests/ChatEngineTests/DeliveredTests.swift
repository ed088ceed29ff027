import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Delivered receipts (`rcpt-delivered`) for the sender of a message in a one-to-one conversation. No log stores them.
struct DeliveredTests {
    private struct Stage {
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
            for client in [observer, anna, laptop] { _ = client.takeHeard() }
        }

        /// Sends a message and returns its id.
        @discardableResult
        func send(_ text: String) throws -> MessageID {
            try anna.message.send(conversation: pair, text: text).id
        }

        func receipts(_ client: EngineClient) -> [MessageID?] {
            client.heard("receipt").map { $0["message"]?.stringValue.map { MessageID($0) } }
        }

        var through: Int64? {
            let reader = DeliveredMarks.Reader(conversation: pair, person: "bea")
            return server.engine.worlds[.main]?.dispatcher.marks.through(reader)
        }
    }

    @Test func senderReceivesOneReceiptOnEveryDevice() throws {
        let stage = try Stage()
        let bea = try stage.server.person("bea")
        let tablet = try stage.server.person("bea")
        let end = stage.server.log.end
        let id = try stage.send("one")
        let receipt: JSONValue = [
            "conversation": JSONValue(stage.pair), "person": "bea", "message": JSONValue(id), "status": "delivered",
            "sequence": 1, "at": .string(WorldClock.virtualStart.description),
        ]
        for client in [stage.anna, stage.laptop, stage.observer] { #expect(client.heard("receipt") == [receipt]) }
        #expect(stage.laptop.heard.map(\.method) == ["message.posted", "receipt"])
        #expect(stage.observer.heard.map(\.method) == ["message.posted", "receipt"])
        for client in [bea, tablet] { #expect(client.heard.map(\.method) == ["message.posted"]) }
        #expect(stage.server.log.end == end + 1 && stage.through == 1)
    }

    @Test func receiptFollowsEachMessageOfOneTick() throws {
        let stage = try Stage()
        _ = try stage.server.person("bea")
        for text in ["one", "two"] {
            stage.anna.post(.messageSend(.init(conversation: stage.pair, text: text)))
        }
        stage.server.flush()
        #expect(stage.laptop.heard.map(\.method) == ["message.posted", "receipt", "message.posted", "receipt"])
        #expect(stage.anna.raw.suffix(4).map { $0["method"] == nil } == [true, false, true, false])
    }

    @Test func resumingRecipientCausesOneReceiptForTheNewestMessage() throws {
        let stage = try Stage()
        let bea = try stage.server.person("bea")
        let cursor = bea.welcome["cursor"]?.integerValue ?? 0
        stage.server.close(bea)
        let ids = try ["one", "two", "three"].map { try stage.send($0) }
        #expect(stage.receipts(stage.anna).isEmpty && stage.through == 0)
        let again = try stage.server.person("bea", after: cursor)
        #expect(again.heard("message.posted").count == 3)
        #expect(stage.receipts(stage.anna) == [ids[2]] && stage.through == 3)
        _ = try stage.server.person("bea", after: cursor)
        #expect(stage.receipts(stage.anna).count == 1)
    }

    @Test func loginWithoutACursorDeliversAllEarlierMessages() throws {
        let stage = try Stage()
        try stage.send("one")
        let id = try stage.send("two")
        _ = try stage.server.person("bea")
        #expect(stage.receipts(stage.laptop) == [id] && stage.through == 2)
        _ = try stage.server.person("bea")
        #expect(stage.receipts(stage.laptop) == [id])
    }

    @Test func requestWithoutAStreamDeliversNoMessage() throws {
        let stage = try Stage()
        try stage.send("one")
        let request = stage.server.connect(isStream: false)
        try request.ask("session.hello", ["role": "person", "handle": "bea"])
        try request.conversation.history(conversation: stage.pair)
        #expect(stage.receipts(stage.anna).isEmpty && stage.through == 0)
    }

    @Test func groupMessagesHaveNoReceipts() throws {
        let trip = try TripFixture()
        try trip.anna.message.send(conversation: trip.conversation, text: "who?")
        for client in [trip.anna, trip.bea, trip.observer] { #expect(client.heard("receipt").isEmpty) }
        #expect(trip.bea.heard("message.posted").count == 1)
        // The engine does not watch the delivery of group messages, so they have no extra cost.
        #expect(trip.server.engine.worlds[.main]?.dispatcher.isWatched == false)
    }

    @Test func messageOnTheSendersOtherDeviceIsNoDelivery() throws {
        let stage = try Stage()
        try stage.send("one")
        #expect(stage.laptop.heard.map(\.method) == ["message.posted"])
        _ = try stage.server.person("anna")
        #expect(stage.receipts(stage.anna).isEmpty)
    }

    @Test func messageThatAFaultDropsIsNotDelivered() throws {
        let stage = try Stage()
        let bea = try stage.server.person("bea")
        try stage.observer.fault.inject(target: .init(to: "bea"), effect: .drop)
        let before = stage.server.log.end
        let lost = try stage.send("lost")
        #expect(stage.receipts(stage.anna).isEmpty && stage.through == 0)
        // A login with a later cursor does not deliver the dropped message.
        stage.server.close(bea)
        let ahead = try stage.server.person("bea", after: stage.server.log.end)
        #expect(stage.through == 0)
        stage.server.close(ahead)
        _ = try stage.server.person("bea", after: before)
        #expect(stage.receipts(stage.anna) == [lost] && stage.through == 1)
    }

    @Test func delayedMessageIsDeliveredWhenItArrives() throws {
        let stage = try Stage()
        _ = try stage.server.person("bea")
        try stage.observer.fault.inject(target: .init(to: "bea"), effect: .delay(milliseconds: 1_000))
        let id = try stage.send("slow")
        #expect(stage.receipts(stage.anna).isEmpty)
        try stage.observer.clock.advance(.milliseconds(5_000))
        #expect(stage.receipts(stage.anna) == [id])
        // The receipt has the time at which the message was due.
        let at = WorldClock.virtualStart.advanced(byMilliseconds: 1_000).description
        #expect(stage.anna.heard("receipt").first?["at"] == .string(at))
    }

    @Test func faultDropsAReceiptOnOneDevice() throws {
        let stage = try Stage()
        _ = try stage.server.person("bea")
        try stage.observer.fault.inject(
            target: .init(notification: .receipt, to: "anna", from: "bea", device: .number(2)), effect: .drop)
        let id = try stage.send("one")
        #expect(stage.receipts(stage.anna) == [id] && stage.receipts(stage.laptop).isEmpty)
    }

    @Test func resumingAfterARestartCausesNoSecondReceipt() throws {
        let stage = try Stage()
        let bea = try stage.server.person("bea")
        try stage.send("one")
        let cursor = bea.durable.last?.cursor
        try stage.server.restart()
        let anna = try stage.server.person("anna", after: stage.server.log.end)
        #expect(stage.through == 0)
        _ = try stage.server.person("bea", after: cursor)
        #expect(stage.through == 1 && anna.heard("receipt").isEmpty)
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
        #expect(anna.heard("receipt").isEmpty)
        try anna.message.send(conversation: id, text: "kept")
        #expect(anna.heard("receipt").count == 1)
    }
}
