import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Typing (`typing-1to1`): only online sessions receive it, and no log stores it.
struct TypingTests {
    private struct Stage {
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
            for client in [observer, anna, laptop, bea, carl] { _ = client.takeHeard() }
        }

        func type(_ isTyping: Bool, _ client: EngineClient? = nil, in conversation: ConversationID? = nil) throws {
            try (client ?? anna).conversation.typing(conversation: conversation ?? pair, isTyping: isTyping)
        }

        func advance(_ milliseconds: Int64) throws {
            try observer.clock.advance(.milliseconds(milliseconds))
        }

        func told(_ client: EngineClient) -> [JSONValue] { client.heard("typing") }

        func said(_ isTyping: Bool, by person: String = "anna", in conversation: ConversationID? = nil) -> JSONValue {
            ["conversation": JSONValue(conversation ?? pair), "person": .string(person), "typing": .bool(isTyping)]
        }
    }

    /// Found by a simulation (seed 3000106): a message to several people was dropped when the first had disconnected.
    @Test func messageStillReachesOthersWhenARecipientHasLeft() throws {
        let stage = try Stage()
        try stage.type(true, stage.carl, in: stage.group)
        stage.anna.post(.messageSend(.init(conversation: stage.group, text: "Seven, then")))
        stage.server.engine.close(stage.bea.engineSession)
        stage.server.flush()
        #expect(stage.carl.heard("message.posted").count == 1)
        #expect(stage.laptop.heard("message.posted").count == 1)
        #expect(stage.bea.heard("message.posted").isEmpty)
    }

    @Test func typingReachesOnlyOtherMembersAndObservers() throws {
        let stage = try Stage()
        let end = stage.server.log.end
        let answer = try stage.anna.conversation.typing(conversation: stage.pair, isTyping: true)
        #expect(answer.id == stage.pair)
        #expect(stage.told(stage.bea) == [stage.said(true)] && stage.told(stage.observer) == [stage.said(true)])
        for client in [stage.anna, stage.laptop, stage.carl] { #expect(client.heard.isEmpty) }
        try stage.type(true, stage.carl, in: stage.group)
        #expect(stage.told(stage.laptop) == [stage.said(true, by: "carl", in: stage.group)])
        #expect(stage.told(stage.bea).count == 2 && stage.told(stage.carl).isEmpty)
        #expect(stage.server.log.end == end)
        let late = try stage.server.person("bea", after: 0)
        #expect(stage.told(late).isEmpty)
    }

    @Test func onlyMembersTypeInAConversation() throws {
        let stage = try Stage()
        for (client, conversation, reason) in [
            (stage.carl, stage.pair, .notFound), (stage.carl, "c404", .notFound),
            (stage.observer, stage.pair, .forbidden),
        ] as [(EngineClient, ConversationID, RPCError.Reason)] {
            let refusal = client.refusal { try $0.conversation.typing(conversation: conversation, isTyping: true) }
            #expect(refusal == reason, "\(conversation)")
        }
        let incomplete: JSONValue = ["conversation": JSONValue(stage.group)]
        #expect(stage.carl.refusal("conversation.typing", incomplete) == .invalidParams)
        #expect(stage.told(stage.bea).isEmpty)
    }

    @Test func repeatedTypingOnlyRestartsTheMinute() throws {
        let stage = try Stage()
        try stage.type(true)
        try stage.advance(59_999)
        try stage.type(true)
        try stage.advance(59_999)
        #expect(stage.told(stage.bea) == [stage.said(true)])
        #expect(
            try stage.observer.session.fence().pending.first?.what == "end of anna's typing in \(stage.pair)")
        try stage.advance(1)
        #expect(stage.told(stage.bea) == [stage.said(true), stage.said(false)])
        try stage.advance(60_000)
        try stage.type(false)
        #expect(stage.told(stage.bea).count == 2)
        #expect(try stage.observer.session.fence().pending.isEmpty)
    }

    @Test func typingEndsAfterTheConfiguredTime() throws {
        let stage = try Stage {
            $0.limits.typingMilliseconds = 500
            $0.clock = .real
        }
        try stage.type(true)
        #expect(stage.server.engine.nextDue == stage.server.now.advanced(byMilliseconds: 500))
        stage.server.now = stage.server.now.advanced(byMilliseconds: 499)
        stage.server.flush()
        #expect(stage.told(stage.bea) == [stage.said(true)])
        stage.server.now = stage.server.now.advanced(byMilliseconds: 1)
        stage.server.flush()
        #expect(stage.told(stage.bea) == [stage.said(true), stage.said(false)])
        #expect(stage.server.engine.nextDue == nil && stage.server.engine.directory.timed.isEmpty)
    }

    @Test func typingOfSeveralPeopleEndsInDueOrder() throws {
        let stage = try Stage()
        try stage.type(true, in: stage.group)
        try stage.advance(10)
        try stage.type(true, stage.carl, in: stage.group)
        try stage.advance(10)
        try stage.type(true, in: stage.group)
        try stage.advance(100_000)
        #expect(
            stage.told(stage.bea).suffix(2) == [
                stage.said(false, by: "carl", in: stage.group), stage.said(false, in: stage.group),
            ])
    }

    @Test func clearedTypingEndsOnce() throws {
        let stage = try Stage()
        try stage.type(false)
        #expect(stage.told(stage.bea).isEmpty)
        try stage.type(true)
        try stage.type(false, stage.laptop)
        try stage.type(false)
        #expect(stage.told(stage.bea) == [stage.said(true), stage.said(false)])
    }

    @Test func messageEndsTypingBeforeItArrives() throws {
        let stage = try Stage()
        try stage.type(true)
        try stage.type(true, in: stage.group)
        try stage.type(true, stage.carl, in: stage.group)
        _ = stage.bea.takeHeard()
        try stage.laptop.message.send(conversation: stage.group, text: "here")
        #expect(stage.bea.heard.map(\.method) == ["typing", "message.posted"])
        #expect(stage.told(stage.bea) == [stage.said(false, in: stage.group)])
        try stage.anna.message.send(conversation: stage.group, text: "there")
        #expect(stage.told(stage.bea).count == 1)
    }

    @Test func typingEndsWithThePersonsLastSession() throws {
        let stage = try Stage()
        try stage.type(true)
        stage.server.close(stage.laptop)
        #expect(stage.told(stage.bea) == [stage.said(true)])
        stage.server.close(stage.anna)
        #expect(stage.told(stage.bea) == [stage.said(true), stage.said(false)])
        #expect(stage.server.engine.worlds[.main]?.nextDue == nil)
    }

    @Test func faultThatEndsTheLastSessionEndsTyping() throws {
        let stage = try Stage()
        try stage.type(true, stage.bea)
        try stage.observer.fault.inject(target: .init(to: "bea"), effect: .disconnect)
        try stage.anna.message.send(conversation: stage.pair, text: "one")
        #expect(stage.bea.end == .faultInjected)
        #expect(stage.told(stage.anna) == [stage.said(true, by: "bea"), stage.said(false, by: "bea")])
    }

    @Test func failedWriteNeitherStartsNorEndsTyping() throws {
        let log = FailingLog()
        let stage = try Stage(log: log)
        log.failure = .unavailable
        let id = stage.anna.post(.conversationTyping(.init(conversation: stage.pair, isTyping: true)))
        stage.anna.post(.messageSend(.init(conversation: stage.group, text: "lost")))
        stage.server.flush()
        #expect(throws: RPCError.self) { try stage.anna.answer(id) }
        #expect(stage.told(stage.bea).isEmpty)
        log.heal()
        try stage.type(true)
        #expect(stage.told(stage.bea) == [stage.said(true)])
        log.failure = .unavailable
        #expect(stage.anna.refusal { try $0.message.send(conversation: stage.pair, text: "lost") } == .unavailable)
        log.heal()
        // The failed message does not end the typing.
        #expect(stage.told(stage.bea) == [stage.said(true)])
        try stage.type(false)
        #expect(stage.told(stage.bea) == [stage.said(true), stage.said(false)])
    }

    @Test func resetOfTheWorldEndsTyping() throws {
        let stage = try Stage()
        // Carl types without a stream, whose end would end the typing.
        stage.server.close(stage.carl)
        let request = stage.server.connect(isStream: false)
        try request.ask("session.hello", ["role": "person", "handle": "carl"])
        try stage.type(true, request, in: stage.group)
        try stage.observer.world.reset(world: "main")
        #expect(stage.server.engine.worlds[.main]?.presence.isTyping == false)
        try stage.advance(60_000)
        #expect(stage.told(stage.observer).map { $0["typing"] } == [true])
    }

    @Test func repeatedTypingKeepsTheBoardSmall() throws {
        var board = TypingBoard()
        let typist = TypingBoard.Typist(conversation: ConversationID("c"), person: Handle("anna"))
        for index in 0..<1_000 { _ = board.begin(typist, until: Instant(milliseconds: Int64(index))) }
        #expect(board.entryCount < 100)
        #expect(board.nextDue == Instant(milliseconds: 999))
    }
}
