import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Actions that wait for an app: their time limit, and their state after a restart.
struct ActionTimeTests {
    private func advance(_ board: BoardFixture, _ milliseconds: Int64) throws {
        try board.group.advance(milliseconds)
        board.group.server.flush()
    }

    @Test("an action times out at its time limit and not before")
    func actionTimesOutAtItsLimit() throws {
        let board = try BoardFixture()
        let before = board.state
        try board.start(text: "look")
        try advance(board, 9_999)
        #expect(board.state.collaborating.actions.count == 1)
        try advance(board, 1)
        board.hasNothing(since: before)
        #expect(board.app.received("action.ended").map { $0["outcome"] } == ["timedOut"])
        #expect(board.delivered?["failure"]?["rule"] == "act-contract")
    }

    @Test("two actions time out at their own limits, the earlier first")
    func actionsTimeOutInOrder() throws {
        let board = try BoardFixture()
        try board.start()
        let first = board.action
        try advance(board, 3_000)
        try board.start(by: board.group.bea)
        let second = board.action
        let end = board.group.server.log.end
        try advance(board, 60_000)
        let ends = try board.group.server.log.allFacts().filter { $0.position > end }.compactMap { record in
            if case .actionEnded(let ended) = record.event, ended.outcome == .timedOut {
                (ended.action, record.at)
            } else {
                nil
            }
        }
        #expect(ends.map(\.0) == [first, second])
        #expect(ends[1].1 == ends[0].1.advanced(byMilliseconds: 3_000))
    }

    @Test("a fence reports the time limit to the person and observers, but to no app")
    func fenceReportsTheTimeLimit() throws {
        let board = try BoardFixture()
        try board.start()
        func pending(_ client: EngineClient) throws -> [String] {
            try client.session.fence().pending.map(\.what)
        }
        let what = "time limit of action \(board.action) of com.example.board"
        #expect(try pending(board.group.anna) == [what] && pending(board.group.observer) == [what])
        #expect(try pending(board.group.bea) == [] && pending(board.app) == [])
    }

    @Test("an engine on the wall clock is due at the time limit of an action")
    func engineIsDueAtTheTimeLimit() throws {
        let server = try EngineFixture {
            $0.clock = .real
            $0.actionPolicy.timeLimitMilliseconds = 500
        }
        try BoardFixture.register(by: server.observer())
        let anna = try server.person("anna")
        let conversation = try anna.conversation.create(participants: ["bea"]).id
        try anna.collaboration.start(app: BoardFixture.id, title: "Ideas", conversation: conversation)
        let due = try #require(server.engine.nextDue)
        #expect(due == server.now.advanced(byMilliseconds: 500))
        server.now = due
        server.flush()
        #expect(anna.received("collaboration.changed").last?["start"]?["state"] == "failed")
        #expect(server.engine.nextDue == nil)
    }

    @Test("an app that starts late receives its person's waiting actions")
    func lateAppReceivesWaitingActions() throws {
        let board = try BoardFixture()
        let beas = board.group.bea
        try board.start(localIdentifier: "row 7", by: beas)
        let late = try board.group.server.app(as: "bea", "com.example.board")
        let actions = late.welcome["actions"]?.arrayValue ?? []
        #expect(actions.map { $0["id"] } == [JSONValue(board.action)])
        #expect(actions.first?["metadata"]?["localIdentifier"] == "row 7")
        #expect(board.app.welcome["actions"] == [] && beas.welcome["actions"] == nil)
        #expect(board.app.received("action.requested").isEmpty, "it is Bea's")
        let second = try board.group.server.app(as: "bea", "com.example.board")
        try second.action.fail(action: board.action)
        #expect(
            late.received("action.ended").map { $0["outcome"] } == ["failed"] && second.received("action.ended").isEmpty
        )
        try advance(board, 20_000)
        #expect(try board.group.server.app(as: "bea", "com.example.board").welcome["actions"] == [])
    }

    @Test("a resuming app receives waiting actions and no ended ones")
    func resumingAppReceivesOnlyWaitingActions() throws {
        let board = try BoardFixture()
        let end = board.group.server.log.end
        try board.start()
        try board.app.action.fail(action: board.action)
        try board.start()
        let hello: JSONValue = [
            "role": "app", "app": "com.example.board", "handle": "anna", "after": .integer(end),
        ]
        let back = try board.group.server.join(hello)
        board.group.server.flush()
        #expect(back.received("action.requested").map { $0["action"]?["id"] } == [JSONValue(board.action)])
    }

    @Test("a start continues after a restart at each of its steps", arguments: 0...3)
    func startContinuesAfterARestart(_ step: Int) throws {
        let log = MemoryEventLog()
        let board = try BoardFixture(log: log)
        try board.start(text: "look", localIdentifier: "row 7")
        if step > 0 { try board.answerStart() }
        if step > 1 {
            try board.group.anna.conversation.addParticipant(conversation: board.group.group, handle: "emil")
            try board.letIn()
        }
        if step > 2 { try board.letIn() }
        let state = board.state
        try board.group.server.restart()
        #expect(board.state == state)
        let app = try board.group.server.app(as: "anna", "com.example.board")
        #expect(app.welcome["actions"]?.arrayValue?.count == (step > 2 ? 0 : 1))
        guard step < 3 else { return }
        let anna = try board.group.server.person("anna")
        if step == 0 {
            try app.action.fulfill(action: board.action, url: BoardFixture.url, collaborationIdentifier: "board-1")
        }
        try app.action.fulfill(action: board.action)
        if step == 1 { try app.session.ping() }
        #expect(anna.received("collaboration.changed").last?["start"]?["state"] == "sent")
        #expect(anna.received("message.posted").first?["message"]?["text"] == "look https://board.example/b/1")
    }

    @Test("an action that expires while the server is down ends when the server starts again")
    func actionThatExpiredInDowntimeEnds() throws {
        let log = MemoryEventLog()
        let server = try EngineFixture(log: log) { $0.clock = .real }
        try BoardFixture.register(by: server.observer())
        let anna = try server.person("anna")
        let conversation = try anna.conversation.create(participants: ["bea"]).id
        try anna.collaboration.start(app: BoardFixture.id, title: "Ideas", conversation: conversation)
        server.now = server.now.advanced(byMilliseconds: 60_000)
        try server.restart()
        let app = try server.app(as: "anna", "com.example.board")
        #expect(app.welcome["actions"] == [])
        #expect(server.state.collaborating == Collaborating() && server.state.shares.all.isEmpty)
    }

    @Test("a failed start and an unsent message leave none of the draft's text in the log")
    func endedStartLeavesNoTextInTheLog() throws {
        let board = try BoardFixture()
        func log() throws -> String {
            try board.group.server.log.read(after: 0, limit: .max).map { String(decoding: $0.body, as: UTF8.self) }
                .joined()
        }
        try board.start(text: "Zwetschgenkuchen", localIdentifier: "Zeile 7", clientID: "x")
        #expect(try log().contains("Zwetschgen"))
        try board.answerStart()
        try board.app.action.fail(action: board.action)
        #expect(try !log().contains("Zwetschgen") && !log().contains("Zeile"))
        // The text of a message that was sent stays until it is unsent.
        try board.start(text: "Zwetschgenkuchen", localIdentifier: "Zeile 7", clientID: "y")
        try board.answerStart()
        try board.letIn()
        #expect(try log().contains("Zwetschgen") && !log().contains("Zeile"))
        let message = MessageID(try #require(board.delivered?["message"]?.stringValue))
        try board.group.anna.message.unsend(message: message)
        #expect(try !log().contains("Zwetschgen"))
        let state = board.state
        try board.group.server.restart()
        #expect(board.state == state)
    }

    @Test("only the app receives its document's local identifier, and it receives no names")
    func localIdentifierReachesOnlyTheApp() throws {
        let board = try BoardFixture()
        let beas = try board.group.server.app(as: "bea", "com.example.board")
        try board.start(localIdentifier: "Zeile 7")
        try board.answerStart()
        try board.letIn()
        let everyone = [board.group.anna, board.group.bea, board.group.observer, beas]
        for client in everyone {
            #expect(!client.bytes.contains { String(decoding: $0, as: UTF8.self).contains("Zeile") })
        }
        for bytes in board.app.bytes {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("\"bea\"") && !text.contains("\"Anna\"") && !text.contains("initiator"))
        }
        #expect(board.app.bytes.contains { String(decoding: $0, as: UTF8.self).contains("Zeile 7") })
    }
}
