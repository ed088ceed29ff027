import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// The keys of many people are computed when an app needs them, a few in each turn.
struct IdentityTurnsTests {
    private static let url = "https://board.example/b/1"
    private static let people = (1...40).compactMap { Handle("p\($0)") }

    /// A conversation of Anna with 40 people, and the app Board running as Anna.
    private struct Crowd {
        let server: EngineFixture
        let anna: EngineClient
        let conversation: ConversationID

        init(log: any EventLog = MemoryEventLog()) throws {
            server = try EngineFixture(log: log)
            try BoardFixture.register(by: server.observer())
            anna = try server.person("anna")
            conversation = try anna.conversation.create(participants: IdentityTurnsTests.people).id
        }

        var computed: Int { server.state.identities.computedCount }

        func start() throws {
            try anna.collaboration.start(app: BoardFixture.id, title: "Ideas", conversation: conversation)
        }

        func fulfilment() throws -> Request {
            let action = try #require(server.state.collaborating.actions.last?.id)
            return .actionFulfill(
                .init(action: action, url: IdentityTurnsTests.url, collaborationIdentifier: "board-1"))
        }

        /// Runs a tick, and returns the number of people whose keys it computed.
        func tick() -> Int {
            let before = computed
            server.flushOnce()
            return computed - before
        }
    }

    @Test("no turn computes more than two people, others are answered meanwhile, and the app's order remains")
    func turnsAreShort() throws {
        let crowd = try Crowd()
        let board = try crowd.server.app(as: "anna", "com.example.board")
        try crowd.start()
        let fulfilled = board.post(try crowd.fulfilment())
        let later = board.post(.sessionPing)
        var turns: [Int] = []
        while board.answers[fulfilled] == nil, turns.count < 100 {
            let other = crowd.anna.post(.sessionPing)
            turns.append(crowd.tick())
            #expect(crowd.anna.answers[other]?.count == 1)
            #expect(board.answers[fulfilled] != nil || board.answers[later] == nil)
        }
        crowd.server.flush()
        #expect(turns.allSatisfy { $0 <= 2 } && turns.reduce(0, +) == 40)
        #expect(board.answers[later]?.count == 1 && board.answers[fulfilled]?.first?["error"] == nil)
        let action = try #require(board.received("action.requested").last?["action"])
        #expect(action["addedIdentities"]?.arrayValue?.count == 40)
        #expect(crowd.computed == 40)
    }

    @Test("a share is saved without keys: they are computed when its app starts")
    func saveComputesNothing() throws {
        let crowd = try Crowd()
        let notes: JSONValue = ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]]
        try crowd.server.observer().ask("app.register", notes)
        let share = try crowd.anna.share.create(app: "com.example.notes", title: "Plan").share
        let id = try #require(share).id
        try crowd.anna.share.send(share: id, conversation: crowd.conversation)
        let saved = try #require(crowd.server.state.shares.all.first?.share)
        #expect(saved.participants.count == 41 && saved.identitySecret?.count == 64)
        #expect(crowd.computed == 0)
    }

    @Test("an app that starts receives its open actions after the keys are computed, a few in each turn")
    func loginIsPrepared() throws {
        let crowd = try Crowd()
        let board = try crowd.server.app(as: "anna", "com.example.board")
        try crowd.start()
        try board.succeed(try crowd.fulfilment())
        try crowd.server.restart()
        let client = crowd.server.connect()
        let hello: JSONValue = ["role": "app", "app": "com.example.board", "handle": "anna"]
        let login = client.post("session.hello", hello)
        let later = client.post(.sessionPing)
        let other = try crowd.server.person("p1")
        var turns: [Int] = []
        while client.answers[login] == nil, turns.count < 100 {
            let ping = other.post(.sessionPing)
            turns.append(crowd.tick())
            #expect(other.answers[ping]?.count == 1)
        }
        crowd.server.flush()
        #expect(turns.allSatisfy { $0 <= 2 })
        let actions = try client.answer(login)["actions"]?.arrayValue
        #expect(actions?.first?["addedIdentities"]?.arrayValue?.count == 40)
        #expect(client.answers[later]?.count == 1 && crowd.computed == 40)
    }

    @Test("a stream that is closed while its keys are computed computes no more")
    func closedStreamComputesNoMore() throws {
        let crowd = try Crowd()
        let board = try crowd.server.app(as: "anna", "com.example.board")
        try crowd.start()
        board.post(try crowd.fulfilment())
        crowd.server.flushOnce()
        let before = crowd.computed
        crowd.server.close(board)
        crowd.server.flush()
        #expect(before < 40 && crowd.computed == before)
    }

    @Test("a notice about an identity among many waits for the keys, and finds its person")
    func noticeByIdentityWaits() throws {
        let crowd = try Crowd()
        let board = try crowd.server.app(as: "anna", "com.example.board")
        try crowd.start()
        try board.succeed(try crowd.fulfilment())
        let identity = try #require(
            board.received("action.requested").last?["action"]?["addedIdentities"]?.arrayValue?[29]["rootHash"])
        let action = try #require(crowd.server.state.collaborating.actions.last?.id)
        try board.action.fulfill(action: action)
        try crowd.server.restart()
        let again = try crowd.server.app(as: "anna", "com.example.board")
        let person = try crowd.server.person("p30", after: crowd.server.state.position)
        let event: JSONValue = ["type": "mention", "identity": identity]
        let posted = again.post("highlightCenter.postNotice", ["url": .string(Self.url), "event": event])
        #expect(crowd.tick() <= 6 && again.answers[posted] == nil)
        crowd.server.flush()
        _ = try again.answer(posted)
        #expect(person.received("notice.posted").count == 1 && crowd.computed == 41)
    }
}
