import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Changes of a share whose app stores the document. They wait for the answer of the app.
struct AskedChangeTests {
    private let board: BoardFixture
    private let shareID: ShareID
    private var share: ShareReference { .id(shareID) }
    private var group: GroupFixture { board.group }
    private var anna: EngineClient { group.anna }
    private var bea: EngineClient { group.bea }

    init() throws {
        board = try BoardFixture()
        try board.start()
        try board.answerStart()
        try board.letIn()
        shareID = try #require(board.state.shares.all.first?.share.id)
        try bea.share.accept(share)
        for client in [anna, bea, board.app] { _ = client.takeReceived() }
    }

    private var people: [String] {
        board.state.shares.all.first?.share.participants.map(\.handle.rawValue) ?? []
    }

    @discardableResult
    private func add(
        _ handle: Handle, by client: EngineClient? = nil, clientID: String? = nil
    ) throws -> Answered.SavedShareOrAsked {
        try (client ?? anna).share.addParticipant(share: share, people: .one(handle), clientID: clientID)
    }

    @discardableResult
    private func remove(_ handle: Handle) throws -> Answered.SavedShareOrAsked {
        try anna.share.removeParticipant(share: share, people: .one(handle))
    }

    private func setRole(_ role: Share.Role, of handle: Handle) throws {
        try anna.share.setRole(share: share, own: .init(handle: handle, role: role))
    }

    typealias Change = @Sendable (EngineClient, ShareReference) throws -> Answered.SavedShareOrAsked

    static let changes: [(change: Change, added: Int, removed: Int)] = [
        ({ try $0.share.addParticipant(share: $1, people: .one("emil")) }, 1, 0),
        ({ try $0.share.addParticipant(share: $1, people: .several(["emil", "finn"])) }, 2, 0),
        ({ try $0.share.removeParticipant(share: $1, people: .one("bea")) }, 0, 1),
        (
            { try $0.share.save(share: $1, title: "Plans", additions: [.init(handle: "emil")], removals: ["carl"]) },
            1, 1
        ),
        // A public link drops the pending participants.
        ({ try $0.share.setAccess(share: $1, access: .public) }, 0, 2),
    ]

    @Test("a change waits for the app and is then made in one save", arguments: 0..<5)
    func changeWaitsForTheApp(_ index: Int) throws {
        let (change, added, removed) = Self.changes[index]
        let before = board.state.shares
        let revision = try #require(before.all.first?.share.revision)
        let answer = try change(anna, share)
        let start = try #require(answer.start)
        #expect(start.state == .waiting && start.share == shareID)
        #expect(start.conversation == group.group && answer.dropped == [])
        #expect(answer.share?.share.revision == revision, "it is as it was")
        #expect(board.state.shares.all.first?.share.participants == before.all.first?.share.participants)
        let action = try #require(board.app.received("action.requested").last?["action"])
        #expect(action["kind"] == "updateCollaborationParticipants")
        #expect(action["addedIdentities"]?.arrayValue?.count == added)
        #expect(action["removedIdentities"]?.arrayValue?.count == removed)
        #expect(action["metadata"]?["collaborationIdentifier"] == "board-1")
        #expect(bea.takeReceived().isEmpty, "nobody is told of what is not done")
        try board.letIn()
        let delivered = anna.takeReceived()
        let end = delivered.filter { $0.method == "collaboration.changed" }.last?.params["start"]
        #expect(end?["state"] == "done" && end?["id"] == JSONValue(start.id))
        #expect(end?["share"] == JSONValue(shareID))
        let saved = try #require(delivered.filter { $0.method == "share.changed" }.last?.params["share"])
        #expect(saved["revision"] == .integer(revision + 1), "one save")
        #expect(board.state.collaborating == Collaborating())
    }

    @Test(
        "a failed, expired or cancelled change leaves the share as it was",
        arguments: ["action.fail", "time", "collaboration.cancel"])
    func endedChangeLeavesTheShare(_ how: String) throws {
        let before = board.state.shares.all.first?.share
        let start = try #require(try remove("bea").start?.id)
        #expect(try anna.collaboration.list().map(\.id) == [start])
        switch how {
        case "action.fail": try board.app.action.fail(action: board.action, message: "Full")
        case "time": try group.advance(10_000)
        default: try anna.collaboration.cancel(start: start)
        }
        group.server.flush()
        #expect(board.state.shares.all.first?.share == before && board.state.collaborating == Collaborating())
        #expect(bea.takeReceived().isEmpty)
        let failure = board.delivered?["failure"]
        switch how {
        case "action.fail":
            #expect(failure?["rule"] == "act-participants")
            #expect(failure?["text"] == "Board could not change who can open “Ideas”: Full")
        case "time": #expect(failure?["rule"] == "act-contract")
        default: #expect(board.delivered == nil, "the answer says it")
        }
    }

    @Test("two waiting changes are both made, also in reverse order")
    func waitingChangesAreBothMade() throws {
        try add("emil")
        try remove("carl")
        // The app answers the later action first.
        for action in board.state.collaborating.actions.map(\.id).reversed() {
            try board.app.action.fulfill(action: action)
        }
        #expect(people == ["anna", "bea", "dora", "emil"])
    }

    @Test("a change asks the app again about a person who joins before its end")
    func changeAsksAgainAboutAJoinedPerson() throws {
        try anna.share.setAccess(share: share, access: .public)
        try board.letIn()
        try anna.share.setAccess(share: share, access: .private)
        #expect(board.app.received("action.requested").last?["action"]?["removedIdentities"]?.arrayValue?.count == 1)
        try group.emil.share.accept(.url(BoardFixture.url))
        try board.letIn()
        #expect(people == ["anna", "bea", "emil"], "the app knows nothing of Emil's end yet")
        #expect(board.app.received("action.requested").last?["action"]?["removedIdentities"]?.arrayValue?.count == 2)
        try board.letIn()
        #expect(people == ["anna"])
        #expect(board.delivered?["state"] == "done")
    }

    @Test("a waiting change ends at once if it is no longer possible")
    func impossibleChangeEndsAtOnce() throws {
        try setRole(.administrator, of: "bea")
        try add("emil", by: bea)
        try setRole(.privateUser, of: "bea")
        let beas = bea.received("collaboration.changed").last?["start"]
        #expect(beas?["state"] == "failed" && beas?["failure"]?["rule"] == "ck-role-meaning")
        try remove("bea")
        try bea.share.leave(share)
        #expect(board.delivered?["failure"]?["rule"] == "ucs-can-remove", "she is gone already")
        try add("emil")
        try anna.share.stop(share)
        #expect(board.delivered?["failure"]?["text"] == "“Ideas” is no longer shared.")
        #expect(board.state.collaborating == Collaborating())
    }

    @Test("a refused change sends no action to the app")
    func refusedChangeSendsNoAction() throws {
        #expect(board.refusal(bea) { try add("emil", by: $0) } == .forbidden)
        #expect(board.refusal(anna) { _ in try remove("emil") } == .notFound)
        #expect(board.app.received("action.requested").isEmpty)
        for _ in 0..<20 { try add("emil") }
        #expect(board.refusal(anna) { try add("emil", by: $0) } == .conflict, "twenty wait")
    }

    @Test("permissions, titles, acceptances and departures send no action to the app")
    func otherChangesSendNoAction() throws {
        try anna.share.setPermission(share: share, people: .one("bea"), permission: .readOnly)
        try anna.share.setPermission(share: share, permission: .readOnly)
        try anna.share.setInviting(share: share, allowsInviting: true)
        try anna.share.save(share: share, title: "Plans")
        try add("bea")
        try group.carl.share.accept(share)
        try bea.share.leave(share)
        #expect(board.app.received("action.requested").isEmpty && people == ["anna", "carl", "dora"])
    }

    @Test("a retried change returns its first answer and sends one action")
    func retryReturnsItsFirstAnswer() throws {
        let first = try add("emil", clientID: "a")
        #expect(try add("emil", clientID: "a") == first)
        try board.letIn()
        #expect(try add("emil", clientID: "a") == first)
        #expect(board.app.received("action.requested").count == 1)
    }

    @Test("a waiting change continues after a restart")
    func waitingChangeContinuesAfterARestart() throws {
        let log = MemoryEventLog()
        let board = try BoardFixture(log: log)
        try board.start()
        try board.answerStart()
        try board.letIn()
        try board.group.anna.share.save(
            share: .url(BoardFixture.url), additions: [.init(handle: "emil", permission: .readOnly)])
        let state = board.state
        try board.group.server.restart()
        #expect(board.state == state)
        let app = try board.group.server.app(as: "anna", "com.example.board")
        #expect(app.welcome["actions"]?.arrayValue?.count == 1)
        try app.action.fulfill(action: board.action)
        let emil = board.state.shares.all.first?.share.participants.last
        #expect(emil?.handle.rawValue == "emil" && emil?.permission == .readOnly)
    }

    @Test("an action has the requested access in its options")
    func actionHasTheRequestedAccess() throws {
        try anna.share.setAccess(share: share, access: .public)
        let metadata = board.app.received("action.requested").last?["action"]?["metadata"]
        let groups = metadata?["userSelectedShareOptions"]?["groups"]?.arrayValue ?? []
        #expect(groups.first { $0["identifier"] == "access" }?["selectedOptionIdentifier"] == "public")
    }

    // MARK: share.create and share.send

    @Test("a new share exists only after its app answers with a link and an identifier")
    func newShareWaitsForItsLink() throws {
        let asked = try anna.share.create(app: BoardFixture.id, title: "Plan", permission: .readOnly)
        let id = try #require(asked.share?.share.id)
        #expect(asked.start?.state == .waiting && asked.start?.share == nil)
        #expect(board.refusal(anna) { try $0.share.get(.id(id)) } == .notFound)
        #expect(board.app.received("action.requested").last?["action"]?["kind"] == "startCollaboration")
        func refusal(url: String? = nil, identifier: String? = nil) -> RPCError.Reason? {
            board.app.refusal {
                try $0.action.fulfill(action: board.action, url: url, collaborationIdentifier: identifier)
            }
        }
        let url = "https://board.example/b/2"
        #expect(refusal() == .invalidParams, "it needs a link")
        #expect(refusal(url: url) == .invalidParams, "and an identifier")
        #expect(refusal(url: url, identifier: "board-1") == .conflict)
        #expect(refusal(url: "https://notes.example/2", identifier: "board-2") == .forbidden)
        try board.answerStart(url, as: "board-2")
        let made = try anna.share.get(.id(id))
        #expect(made.share.url == url && made.share.permission == .readOnly)
        #expect(made.collaborationIdentifier == "board-2")
        #expect(board.delivered?["state"] == "done" && board.delivered?["share"] == JSONValue(id))
        #expect(board.app.received("action.requested").count == 1, "nobody is let in yet")
    }

    @Test("a link that waits for one share is refused for another")
    func waitingLinkIsReserved() throws {
        func create(_ client: EngineClient) throws -> Answered.ShareOrAsked {
            try client.share.create(app: BoardFixture.id, title: "Plan", url: "https://board.example/b/2")
        }
        _ = try create(anna)
        #expect(board.refusal(bea, create) == .conflict)
        try board.app.action.fail(action: board.action)
        #expect(try create(bea).start?.state == .waiting)
    }

    @Test("an existing document keeps its link when it is shared")
    func existingDocumentKeepsItsLink() throws {
        let url = "https://board.example/b/3"
        let document = try anna.document.create(app: BoardFixture.id, title: "Plan", text: "x", url: url).id
        let asked = try anna.share.create(app: BoardFixture.id, title: "Plan", document: document)
        let other = board.app.refusal {
            try $0.action.fulfill(
                action: board.action, url: "https://board.example/b/4", collaborationIdentifier: "board-2")
        }
        #expect(other == .conflict)
        try board.answerStart(url, as: "board-2")
        try anna.share.get(.id(try #require(asked.share?.share.id)))
        #expect(try anna.document.get(.url(url)).text == "x")
    }

    @Test("a link is sent after the app admits its recipients")
    func linkIsSentAfterAdmission() throws {
        let choir = try anna.conversation.create(participants: ["emil", "finn"]).id
        let asked = try anna.share.send(share: shareID, conversation: choir, text: "look")
        #expect(asked.start?.state == .waiting && asked.message == nil && asked.share == nil)
        #expect(group.emil.received("message.posted").isEmpty)
        try board.letIn()
        #expect(group.emil.received("message.posted").count == 1)
        #expect(board.delivered?["state"] == "sent")
        // The link is sent at once, because the group has no new people.
        #expect(try anna.share.send(share: shareID, conversation: group.group).message != nil)
    }
}
