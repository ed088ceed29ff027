import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Typing (`typing-1to1`): only online sessions receive it, and no log stores it.
struct TypingTests {
    private struct Fixture {
        let server: EngineFixture
        let observer: EngineClient
        let anna: EngineClient
        let laptop: EngineClient
        let bea: EngineClient
        let carl: EngineClient
        let pair: ConversationID
        let group: ConversationID

        init(log: any EventLog = MemoryEventLog(), _ change: (inout ServerEngine.Configuration) -> Void = { _ in })
            throws
        {
            server = try EngineFixture(log: log, change)
            observer = try server.observer()
            anna = try server.person("anna")
            laptop = try server.person("anna")
            bea = try server.person("bea")
            carl = try server.person("carl")
            pair = try anna.conversation.create(participants: ["bea"]).id
            group = try anna.conversation.create(participants: ["bea", "carl"]).id
            for client in [observer, anna, laptop, bea, carl] { _ = client.takeReceived() }
        }

        func type(_ isTyping: Bool, _ client: EngineClient? = nil, in conversation: ConversationID? = nil) throws {
            try (client ?? anna).conversation.typing(conversation: conversation ?? pair, isTyping: isTyping)
        }

        func advance(_ milliseconds: Int64) throws {
            try observer.clock.advance(.milliseconds(milliseconds))
        }

        func delivered(_ client: EngineClient) -> [JSONValue] { client.received("typing") }

        func typing(_ isTyping: Bool, by person: String = "anna", in conversation: ConversationID? = nil) -> JSONValue {
            ["conversation": JSONValue(conversation ?? pair), "person": .string(person), "typing": .bool(isTyping)]
        }
    }

    /// Found by a simulation (seed 3000106): a message to several people was dropped when the first had disconnected.
    @Test func messageStillReachesOthersWhenARecipientHasLeft() throws {
        let fixture = try Fixture()
        try fixture.type(true, fixture.carl, in: fixture.group)
        fixture.anna.post(.messageSend(.init(conversation: fixture.group, text: "Seven, then")))
        fixture.server.engine.close(fixture.bea.engineSession)
        fixture.server.flush()
        #expect(fixture.carl.received("message.posted").count == 1)
        #expect(fixture.laptop.received("message.posted").count == 1)
        #expect(fixture.bea.received("message.posted").isEmpty)
    }

    @Test func typingReachesOnlyOtherMembersAndObservers() throws {
        let fixture = try Fixture()
        let end = fixture.server.log.end
        let answer = try fixture.anna.conversation.typing(conversation: fixture.pair, isTyping: true)
        #expect(answer.id == fixture.pair)
        #expect(
            fixture.delivered(fixture.bea) == [fixture.typing(true)]
                && fixture.delivered(fixture.observer) == [fixture.typing(true)])
        for client in [fixture.anna, fixture.laptop, fixture.carl] { #expect(client.received.isEmpty) }
        try fixture.type(true, fixture.carl, in: fixture.group)
        #expect(fixture.delivered(fixture.laptop) == [fixture.typing(true, by: "carl", in: fixture.group)])
        #expect(fixture.delivered(fixture.bea).count == 2 && fixture.delivered(fixture.carl).isEmpty)
        #expect(fixture.server.log.end == end)
        let late = try fixture.server.person("bea", after: 0)
        #expect(fixture.delivered(late).isEmpty)
    }

    @Test func onlyMembersTypeInAConversation() throws {
        let fixture = try Fixture()
        for (client, conversation, reason) in [
            (fixture.carl, fixture.pair, .notFound), (fixture.carl, "c404", .notFound),
            (fixture.observer, fixture.pair, .forbidden),
        ] as [(EngineClient, ConversationID, RPCError.Reason)] {
            let refusal = client.refusal { try $0.conversation.typing(conversation: conversation, isTyping: true) }
            #expect(refusal == reason, "\(conversation)")
        }
        let incomplete: JSONValue = ["conversation": JSONValue(fixture.group)]
        #expect(fixture.carl.refusal("conversation.typing", incomplete) == .invalidParams)
        #expect(fixture.delivered(fixture.bea).isEmpty)
    }

    @Test func repeatedTypingOnlyRestartsTheMinute() throws {
        let fixture = try Fixture()
        try fixture.type(true)
        try fixture.advance(59_999)
        try fixture.type(true)
        try fixture.advance(59_999)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true)])
        #expect(
            try fixture.observer.session.fence().pending.first?.what == "end of anna's typing in \(fixture.pair)")
        try fixture.advance(1)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true), fixture.typing(false)])
        try fixture.advance(60_000)
        try fixture.type(false)
        #expect(fixture.delivered(fixture.bea).count == 2)
        #expect(try fixture.observer.session.fence().pending.isEmpty)
    }

    @Test func typingEndsAfterTheConfiguredTime() throws {
        let fixture = try Fixture {
            $0.limits.typingMilliseconds = 500
            $0.clock = .real
        }
        try fixture.type(true)
        #expect(fixture.server.engine.nextDue == fixture.server.now.advanced(byMilliseconds: 500))
        fixture.server.now = fixture.server.now.advanced(byMilliseconds: 499)
        fixture.server.flush()
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true)])
        fixture.server.now = fixture.server.now.advanced(byMilliseconds: 1)
        fixture.server.flush()
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true), fixture.typing(false)])
        #expect(fixture.server.engine.nextDue == nil && fixture.server.engine.directory.timed.isEmpty)
    }

    @Test func typingOfSeveralPeopleEndsInDueOrder() throws {
        let fixture = try Fixture()
        try fixture.type(true, in: fixture.group)
        try fixture.advance(10)
        try fixture.type(true, fixture.carl, in: fixture.group)
        try fixture.advance(10)
        try fixture.type(true, in: fixture.group)
        try fixture.advance(100_000)
        #expect(
            fixture.delivered(fixture.bea).suffix(2) == [
                fixture.typing(false, by: "carl", in: fixture.group), fixture.typing(false, in: fixture.group),
            ])
    }

    @Test func clearedTypingEndsOnce() throws {
        let fixture = try Fixture()
        try fixture.type(false)
        #expect(fixture.delivered(fixture.bea).isEmpty)
        try fixture.type(true)
        try fixture.type(false, fixture.laptop)
        try fixture.type(false)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true), fixture.typing(false)])
    }

    @Test func messageEndsTypingBeforeItArrives() throws {
        let fixture = try Fixture()
        try fixture.type(true)
        try fixture.type(true, in: fixture.group)
        try fixture.type(true, fixture.carl, in: fixture.group)
        _ = fixture.bea.takeReceived()
        try fixture.laptop.message.send(conversation: fixture.group, text: "here")
        #expect(fixture.bea.received.map(\.method) == ["typing", "message.posted"])
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(false, in: fixture.group)])
        try fixture.anna.message.send(conversation: fixture.group, text: "there")
        #expect(fixture.delivered(fixture.bea).count == 1)
    }

    @Test func typingEndsWithThePersonsLastSession() throws {
        let fixture = try Fixture()
        try fixture.type(true)
        fixture.server.close(fixture.laptop)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true)])
        fixture.server.close(fixture.anna)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true), fixture.typing(false)])
        #expect(fixture.server.engine.worlds[.main]?.nextDue == nil)
    }

    @Test func faultThatEndsTheLastSessionEndsTyping() throws {
        let fixture = try Fixture()
        try fixture.type(true, fixture.bea)
        try fixture.observer.fault.inject(target: .init(to: "bea"), effect: .disconnect)
        try fixture.anna.message.send(conversation: fixture.pair, text: "one")
        #expect(fixture.bea.end == .faultInjected)
        #expect(fixture.delivered(fixture.anna) == [fixture.typing(true, by: "bea"), fixture.typing(false, by: "bea")])
    }

    @Test func failedWriteNeitherStartsNorEndsTyping() throws {
        let log = FailingLog()
        let fixture = try Fixture(log: log)
        log.failure = .unavailable
        let id = fixture.anna.post(.conversationTyping(.init(conversation: fixture.pair, isTyping: true)))
        fixture.anna.post(.messageSend(.init(conversation: fixture.group, text: "lost")))
        fixture.server.flush()
        #expect(throws: RPCError.self) { try fixture.anna.answer(id) }
        #expect(fixture.delivered(fixture.bea).isEmpty)
        log.heal()
        try fixture.type(true)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true)])
        log.failure = .unavailable
        #expect(fixture.anna.refusal { try $0.message.send(conversation: fixture.pair, text: "lost") } == .unavailable)
        log.heal()
        // The failed message does not end the typing.
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true)])
        try fixture.type(false)
        #expect(fixture.delivered(fixture.bea) == [fixture.typing(true), fixture.typing(false)])
    }

    @Test func resetOfTheWorldEndsTyping() throws {
        let fixture = try Fixture()
        // Carl types without a stream, whose end would end the typing.
        fixture.server.close(fixture.carl)
        let request = fixture.server.connect(isStream: false)
        try request.ask("session.hello", ["role": "person", "handle": "carl"])
        try fixture.type(true, request, in: fixture.group)
        try fixture.observer.world.reset(world: "main")
        #expect(fixture.server.engine.worlds[.main]?.presence.isTyping == false)
        try fixture.advance(60_000)
        #expect(fixture.delivered(fixture.observer).map { $0["typing"] } == [true])
    }

    @Test func repeatedTypingKeepsTheBoardSmall() throws {
        var board = TypingBoard()
        let typist = TypingBoard.Typist(conversation: ConversationID("c"), person: Handle("anna"))
        for index in 0..<1_000 { _ = board.begin(typist, until: Instant(milliseconds: Int64(index))) }
        #expect(board.entryCount < 100)
        #expect(board.nextDue == Instant(milliseconds: 999))
    }
}
