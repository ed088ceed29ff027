import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Changes of a share whose app stores the document. They wait for the answer of the app.
struct AskedChangeTests {
    private let board: BoardFixture
    private let share: JSONValue

    init() throws {
        board = try BoardFixture()
        try board.start()
        try board.answerStart()
        try board.letIn()
        share = .string(try #require(board.state.shares.all.first?.share.id.rawValue))
        try board.group.bea.ask("share.accept", ["share": share])
        for client in [board.group.anna, board.group.bea, board.app] { _ = client.takeHeard() }
    }

    private var people: [String] {
        board.state.shares.all.first?.share.participants.map(\.handle.rawValue) ?? []
    }

    @discardableResult
    private func ask(_ method: String, _ params: JSONValue = [:], as client: EngineClient? = nil) throws -> JSONValue {
        try (client ?? board.group.anna).ask(method, params.adding(["share": share]))
    }

    static let changes: [(String, JSONValue, Int, Int)] = [
        ("share.addParticipant", ["handle": "emil"], 1, 0),
        ("share.addParticipant", ["handles": ["emil", "finn"]], 2, 0),
        ("share.removeParticipant", ["handle": "bea"], 0, 1),
        ("share.save", ["add": [["handle": "emil"]], "remove": ["carl"], "title": "Plans"], 1, 1),
        // A public link drops the pending participants.
        ("share.setAccess", ["access": "public"], 0, 2),
    ]

    @Test("a change waits for the app and is then made in one save", arguments: 0..<5)
    func changeWaitsForTheApp(_ index: Int) throws {
        let (method, params, added, removed) = Self.changes[index]
        let before = board.state.shares
        let answer = try ask(method, params)
        #expect(answer["start"]?["state"] == "waiting" && answer["start"]?["share"] == share)
        #expect(answer["start"]?["conversation"] == board.group.group && answer["dropped"] == .array([]))
        #expect(answer["share"]?["revision"] == .integer(before.all.first?.share.revision ?? 0), "it is as it was")
        #expect(board.state.shares.all.first?.share.participants == before.all.first?.share.participants)
        let action = try #require(board.app.heard("action.requested").last?["action"])
        #expect(action["kind"] == "updateCollaborationParticipants")
        #expect(action["addedIdentities"]?.arrayValue?.count == added)
        #expect(action["removedIdentities"]?.arrayValue?.count == removed)
        #expect(action["metadata"]?["collaborationIdentifier"] == "board-1")
        #expect(board.group.bea.takeHeard().isEmpty, "nobody is told of what is not done")
        try board.letIn()
        let told = board.group.anna.takeHeard()
        let end = told.filter { $0.method == "collaboration.changed" }.last?.params["start"]
        #expect(end?["state"] == "done" && end?["id"] == answer["start"]?["id"] && end?["share"] == share)
        let saved = try #require(told.filter { $0.method == "share.changed" }.last?.params["share"])
        #expect(saved["revision"] == .integer((before.all.first?.share.revision ?? 0) + 1), "one save")
        #expect(board.state.collaborating == Collaborating())
    }

    @Test(
        "a failed, expired or cancelled change leaves the share as it was",
        arguments: ["action.fail", "time", "collaboration.cancel"])
    func endedChangeLeavesTheShare(_ how: String) throws {
        let before = board.state.shares.all.first?.share
        let start = try ask("share.removeParticipant", ["handle": "bea"])["start"]?["id"] ?? .null
        #expect(try board.group.anna.ask("collaboration.list")["starts"]?.arrayValue?.map { $0["id"] } == [start])
        switch how {
        case "action.fail": try board.app.ask(how, ["action": board.action, "message": "Full"])
        case "time": try board.group.advance(10_000)
        default: try board.group.anna.ask(how, ["start": start])
        }
        board.group.server.flush()
        #expect(board.state.shares.all.first?.share == before && board.state.collaborating == Collaborating())
        #expect(board.group.bea.takeHeard().isEmpty)
        let failure = board.told?["failure"]
        switch how {
        case "action.fail":
            #expect(failure?["rule"] == "act-participants")
            #expect(failure?["text"] == "Board could not change who can open “Ideas”: Full")
        case "time": #expect(failure?["rule"] == "act-contract")
        default: #expect(board.told == nil, "the answer says it")
        }
    }

    @Test("two waiting changes are both made, also in reverse order")
    func waitingChangesAreBothMade() throws {
        try ask("share.addParticipant", ["handle": "emil"])
        try ask("share.removeParticipant", ["handle": "carl"])
        let actions = board.state.collaborating.actions.map(\.id.rawValue)
        // The app answers the later action first.
        for action in actions.reversed() { try board.app.ask("action.fulfill", ["action": .string(action)]) }
        #expect(people == ["anna", "bea", "dora", "emil"])
    }

    @Test("a change asks the app again about a person who joins before its end")
    func changeAsksAgainAboutAJoinedPerson() throws {
        try ask("share.setAccess", ["access": "public"])
        try board.letIn()
        try ask("share.setAccess", ["access": "private"])
        #expect(board.app.heard("action.requested").last?["action"]?["removedIdentities"]?.arrayValue?.count == 1)
        try board.group.emil.ask("share.accept", ["url": BoardFixture.url])
        try board.letIn()
        #expect(people == ["anna", "bea", "emil"], "the app knows nothing of Emil's end yet")
        #expect(board.app.heard("action.requested").last?["action"]?["removedIdentities"]?.arrayValue?.count == 2)
        try board.letIn()
        #expect(people == ["anna"])
        #expect(board.told?["state"] == "done")
    }

    @Test("a waiting change ends at once if it is no longer possible")
    func impossibleChangeEndsAtOnce() throws {
        try ask("share.setRole", ["handle": "bea", "role": "administrator"])
        try ask("share.addParticipant", ["handle": "emil"], as: board.group.bea)
        try ask("share.setRole", ["handle": "bea", "role": "privateUser"])
        let beas = board.group.bea.heard("collaboration.changed").last?["start"]
        #expect(beas?["state"] == "failed" && beas?["failure"]?["rule"] == "ck-role-meaning")
        try ask("share.removeParticipant", ["handle": "bea"])
        try ask("share.leave", as: board.group.bea)
        #expect(board.told?["failure"]?["rule"] == "ucs-can-remove", "she is gone already")
        try ask("share.addParticipant", ["handle": "emil"])
        try ask("share.stop")
        #expect(board.told?["failure"]?["text"] == "“Ideas” is no longer shared.")
        #expect(board.state.collaborating == Collaborating())
    }

    @Test("a refused change sends no action to the app")
    func refusedChangeSendsNoAction() throws {
        #expect(
            board.group.refusal(board.group.bea, "share.addParticipant", ["share": share, "handle": "emil"])
                == .forbidden)
        #expect(
            board.group.refusal(board.group.anna, "share.removeParticipant", ["share": share, "handle": "emil"])
                == .notFound)
        #expect(board.app.heard("action.requested").isEmpty)
        for _ in 0..<20 { try ask("share.addParticipant", ["handle": "emil"]) }
        let more: JSONValue = ["share": share, "handle": "emil"]
        #expect(board.group.refusal(board.group.anna, "share.addParticipant", more) == .conflict, "twenty wait")
    }

    @Test("permissions, titles, acceptances and departures send no action to the app")
    func otherChangesSendNoAction() throws {
        try ask("share.setPermission", ["permission": "readOnly", "handle": "bea"])
        try ask("share.setPermission", ["permission": "readOnly"])
        try ask("share.setInviting", ["allowsInviting": true])
        try ask("share.save", ["title": "Plans"])
        try ask("share.addParticipant", ["handle": "bea"])
        try ask("share.accept", as: board.group.carl)
        try ask("share.leave", as: board.group.bea)
        #expect(board.app.heard("action.requested").isEmpty && people == ["anna", "carl", "dora"])
    }

    @Test("a retried change returns its first answer and sends one action")
    func retryReturnsItsFirstAnswer() throws {
        let params: JSONValue = ["handle": "emil", "clientID": "a"]
        let first = try ask("share.addParticipant", params)
        #expect(try ask("share.addParticipant", params) == first)
        try board.letIn()
        #expect(try ask("share.addParticipant", params) == first)
        #expect(board.app.heard("action.requested").count == 1)
    }

    @Test("a waiting change continues after a restart")
    func waitingChangeContinuesAfterARestart() throws {
        let log = MemoryEventLog()
        let board = try BoardFixture(log: log)
        try board.start()
        try board.answerStart()
        try board.letIn()
        try board.group.anna.ask(
            "share.save", ["url": BoardFixture.url, "add": [["handle": "emil", "permission": "readOnly"]]])
        let state = board.state
        try board.group.server.restart()
        #expect(board.state == state)
        let app = try board.group.server.app(as: "anna", "com.example.board")
        #expect(app.welcome["actions"]?.arrayValue?.count == 1)
        try app.ask("action.fulfill", ["action": board.action])
        let emil = board.state.shares.all.first?.share.participants.last
        #expect(emil?.handle.rawValue == "emil" && emil?.permission == .readOnly)
    }

    @Test("an action has the requested access in its options")
    func actionHasTheRequestedAccess() throws {
        try ask("share.setAccess", ["access": "public"])
        let metadata = board.app.heard("action.requested").last?["action"]?["metadata"]
        let groups = metadata?["userSelectedShareOptions"]?["groups"]?.arrayValue ?? []
        #expect(groups.first { $0["identifier"] == "access" }?["selectedOptionIdentifier"] == "public")
    }

    // MARK: share.create and share.send

    @Test("a new share exists only after its app answers with a link and an identifier")
    func newShareWaitsForItsLink() throws {
        let asked = try board.group.anna.ask(
            "share.create", ["app": "com.example.board", "title": "Plan", "permission": "readOnly"])
        let id = asked["share"]?["id"] ?? .null
        #expect(asked["start"]?["state"] == "waiting" && asked["start"]?["share"] == nil)
        #expect(board.group.refusal(board.group.anna, "share.get", ["share": id]) == .notFound)
        #expect(board.app.heard("action.requested").last?["action"]?["kind"] == "startCollaboration")
        let fulfil: JSONValue = ["action": board.action]
        #expect(board.app.refusal("action.fulfill", fulfil) == .invalidParams, "it needs a link")
        let link = fulfil.adding(["url": "https://board.example/b/2"])
        #expect(board.app.refusal("action.fulfill", link) == .invalidParams, "and an identifier")
        let taken = link.adding(["collaborationIdentifier": "board-1"])
        #expect(board.app.refusal("action.fulfill", taken) == .conflict)
        let elsewhere: JSONValue = ["url": "https://notes.example/2", "collaborationIdentifier": "board-2"]
        #expect(board.app.refusal("action.fulfill", fulfil.adding(elsewhere)) == .forbidden)
        try board.app.ask("action.fulfill", link.adding(["collaborationIdentifier": "board-2"]))
        let share = try board.group.anna.ask("share.get", ["share": id])["share"]
        #expect(share?["url"] == "https://board.example/b/2" && share?["permission"] == "readOnly")
        #expect(share?["collaborationIdentifier"] == "board-2")
        #expect(board.told?["state"] == "done" && board.told?["share"] == id)
        #expect(board.app.heard("action.requested").count == 1, "nobody is let in yet")
    }

    @Test("a link that waits for one share is refused for another")
    func waitingLinkIsReserved() throws {
        let create: JSONValue = ["app": "com.example.board", "title": "Plan", "url": "https://board.example/b/2"]
        try board.group.anna.ask("share.create", create)
        #expect(board.group.refusal(board.group.bea, "share.create", create) == .conflict)
        try board.app.ask("action.fail", ["action": board.action])
        #expect(try board.group.bea.ask("share.create", create)["start"]?["state"] == "waiting")
    }

    @Test("an existing document keeps its link when it is shared")
    func existingDocumentKeepsItsLink() throws {
        let url: JSONValue = "https://board.example/b/3"
        let made = try board.group.anna.ask(
            "document.create", ["app": "com.example.board", "title": "Plan", "text": "x", "url": url])
        let document = made["document"]?["id"] ?? .null
        let asked = try board.group.anna.ask(
            "share.create", ["app": "com.example.board", "title": "Plan", "document": document])
        let other: JSONValue = [
            "action": board.action, "url": "https://board.example/b/4", "collaborationIdentifier": "board-2",
        ]
        #expect(board.app.refusal("action.fulfill", other) == .conflict)
        try board.app.ask(
            "action.fulfill", ["action": board.action, "url": url, "collaborationIdentifier": "board-2"])
        try board.group.anna.ask("share.get", ["share": asked["share"]?["id"] ?? .null])
        #expect(try board.group.anna.ask("document.get", ["url": url])["document"]?["text"] == "x")
    }

    @Test("a link is sent after the app admits its recipients")
    func linkIsSentAfterAdmission() throws {
        let created = try board.group.anna.ask("conversation.create", ["participants": ["emil", "finn"]])
        let choir = created["conversation"]?["id"] ?? .null
        let asked = try ask("share.send", ["conversation": choir, "text": "look"])
        #expect(asked["start"]?["state"] == "waiting" && asked["message"] == nil && asked["share"] == nil)
        #expect(board.group.emil.heard("message.posted").isEmpty)
        try board.letIn()
        #expect(board.group.emil.heard("message.posted").count == 1)
        #expect(board.told?["state"] == "sent")
        // The link is sent at once, because the group has no new people.
        #expect(try ask("share.send", ["conversation": board.group.group])["message"] != nil)
    }
}
