import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Starts of a collaboration: share and message appear together, or not at all.
struct StartingTests {
    private let board: BoardFixture
    private var group: GroupFixture { board.group }

    init() throws { board = try BoardFixture() }

    private var note: JSONValue { ["app": "com.example.notes", "title": "Trip plan", "conversation": group.group] }

    @Test("a start saves a share with its participants and sends its message")
    func startSavesTheShareAndItsMessage() throws {
        let end = group.server.log.end
        let start = try group.anna.ask("collaboration.start", note.adding(["text": "look"]))["start"]
        #expect(start?["state"] == "sent")
        let events = try group.server.log.allFacts().filter { $0.position > end }.map(\.event)
        guard case .shareSaved(let made)? = events.first, case .shareSaved(let saved)? = events.last,
            let message = events[1].message
        else {
            Issue.record("\(events)")
            return
        }
        #expect(made.told.map(\.rawValue) == ["anna"] && made.share.participants.count == 1)
        #expect(
            saved.told.map(\.rawValue) == ["anna", "bea", "carl", "dora"]
                && saved.share.options == ["private", "readWrite"])
        #expect(message.text == "look \(saved.share.url)" && message.links.first?.title == "Trip plan")
        #expect(
            start?["share"] == .string(saved.share.id.rawValue) && start?["message"] == .string(message.id.rawValue))
        // The answer contains only ids. The asking session receives the rest as notifications, as each device does.
        #expect(group.anna.heard("message.posted").count == 1 && group.anna.heard("share.changed").count == 2)
        #expect(group.anna.heard("collaboration.changed").isEmpty)
        #expect(try group.anna.ask("collaboration.list")["starts"] == [])
    }

    static let refused: [(JSONValue, RPCError.Reason)] = [
        (["app": "com.example.none"], .notFound), (["conversation": "c?"], .notFound),
        (["document": "d?"], .notFound), (["title": " "], .invalidParams), (["backend": "nope"], .invalidParams),
        (["options": ["private"]], .invalidParams), (["options": ["private", "public", "readOnly"]], .invalidParams),
        (["options": ["private", "readOnly", "readOnly"]], .invalidParams),
        (["options": ["private", "readOnly", "mentions"]], .invalidParams),
        (["mode": "copy"], .forbidden), (["mode": "copy", "representations": ["text"]], .forbidden),
        (["mode": "copy", "backend": "file", "options": []], .invalidParams),
        (["localIdentifier": ""], .invalidParams),
        (["text": .string(String(repeating: "x", count: 20_001))], .tooLarge),
        (["text": .string((0..<50).map { "https://a.example/\($0)" }.joined(separator: " "))], .invalidParams),
    ]

    @Test("an invalid start is refused and changes nothing", arguments: refused.indices)
    func invalidStartIsRefused(_ index: Int) throws {
        let (change, reason) = Self.refused[index]
        #expect(group.refusal(group.anna, "collaboration.start", note.adding(change)) == reason)
        guard change["backend"] == nil, change["mode"] == nil, change["app"] == nil else { return }
        #expect(group.refusal(group.anna, "collaboration.start", board.draft.adding(change)) == reason)
    }

    /// collab-start-drop
    @Test("a start with content shares a new document with that text")
    func contentBecomesTheTextOfTheDocument() throws {
        let end = group.server.log.end
        let start = try group.anna.ask("collaboration.start", note.adding(["content": "Two tents"]))["start"]
        let events = try group.server.log.allFacts().filter { $0.position > end }.map(\.event)
        guard case .documentSaved(let made)? = events.first else {
            Issue.record("\(events)")
            return
        }
        let share = try #require(group.server.state.shares.all.first?.share)
        #expect(start?["share"] == .string(share.id.rawValue) && share.document == made.document.id)
        let opened = try group.bea.ask("document.open", ["url": .string(share.url)])["document"]
        #expect(opened?["text"] == "Two tents" && opened?["title"] == "Trip plan")
        // A second start with this title makes another document, and the first keeps its text.
        try group.anna.ask("collaboration.start", note.adding(["content": "Three tents"]))
        #expect(try group.bea.ask("document.open", ["url": .string(share.url)])["document"]?["text"] == "Two tents")
    }

    /// collab-start-drop
    @Test("content is refused for an existing document, for an app that makes its documents, and if too long")
    func contentIsOnlyForNewDocuments() throws {
        let document = try group.anna.ask("document.create", ["app": "com.example.notes", "title": "Plan"])["document"]
        let named: JSONValue = [
            "document": document?["id"] ?? .null, "conversation": group.group, "content": "x",
        ]
        #expect(group.refusal(group.anna, "collaboration.start", named) == .invalidParams)
        let own = board.draft.adding(["content": "x"])
        #expect(group.refusal(group.anna, "collaboration.start", own) == .invalidParams)
        let long = note.adding(["content": .string(String(repeating: "x", count: 20_001))])
        #expect(group.refusal(group.anna, "collaboration.start", long) == .tooLarge)
        #expect(group.server.state.shares.all.isEmpty)
    }

    /// collab-start-drop
    @Test("a file is offered only for an app that opens files with its ending")
    func fileIsOfferedForTheAppThatOpensIt() throws {
        #expect(group.refusal(group.anna, "collaboration.offer", ["file": "Trip plan.note"]) == .notFound)
        try group.observer.ask("app.register", BoardFixture.board.adding(["documentTypes": ["note"]]))
        #expect(group.refusal(group.anna, "collaboration.offer", ["file": "Trip plan.note"]) == .notFound)
        try group.observer.ask(
            "app.register",
            [
                "app": "com.example.pages", "name": "Pages", "domains": ["pages.example"],
                "documentTypes": ["note", "page"],
            ])
        let offer = try group.anna.ask("collaboration.offer", ["file": "Trip plan.NOTE"])["offer"]
        #expect(offer?["app"] == "com.example.pages" && offer?["title"] == "Trip plan")
        #expect(offer?["backend"] == "file" && offer?["methods"] == ["collaborate", "copy"])
        for name in ["note", "Trip plan.notes", ".note", "Trip plan.", "note.pdf"] {
            #expect(group.refusal(group.anna, "collaboration.offer", ["file": .string(name)]) == .notFound, "\(name)")
        }
    }

    @Test("a share has the options that its start chose")
    func shareHasTheChosenOptions() throws {
        let options: JSONValue = ["public", "readOnly", "inviting"]
        let start = try group.anna.ask("collaboration.start", note.adding(["options": options]))["start"]
        let share = try group.anna.ask("share.get", ["share": start?["share"] ?? .null])["share"]
        #expect(share?["access"] == "public" && share?["permission"] == "readOnly")
        #expect(share?["allowsInviting"] == true && share?["options"] == options)
        #expect(share?["summary"] == "Everyone can view." && share?["participants"]?.arrayValue?.count == 1)
    }

    @Test("an app's summary applies until the permission changes")
    func appSummaryAppliesUntilAChange() throws {
        var share = Share(
            id: ShareID("s"), app: AppID("a"), title: "t", url: "u", backend: .file,
            owner: Handle("anna"), access: .private, permission: .readOnly, allowsInviting: false,
            participants: [], createdAt: Instant(milliseconds: 0), document: DocumentID("d"))
        share.startedSummary = StartedSummary(text: "Mine", access: .private, permission: .readOnly)
        #expect(share.summary == "Mine")
        share.permission = .readWrite
        #expect(share.summary == "Everyone can make changes.")
    }

    @Test("an app that stores the document answers two actions before the message is sent")
    func customAppAnswersTwoActions() throws {
        let before = board.state
        let start = try board.start(["text": "look", "localIdentifier": "row 7"])
        let first = try #require(board.app.heard("action.requested").last?["action"])
        #expect(first["kind"] == "startCollaboration" && first["metadata"]?["localIdentifier"] == "row 7")
        #expect(first["metadata"]?["title"] == "Ideas" && first["addedIdentities"] == nil)
        #expect(try group.anna.ask("collaboration.list")["starts"]?.arrayValue?.map { $0["id"] } == [start])
        try board.answerStart()
        #expect(board.state.shares == before.shares)
        let second = try #require(board.app.heard("action.requested").last?["action"])
        #expect(second["kind"] == "updateCollaborationParticipants")
        #expect(second["metadata"]?["collaborationIdentifier"] == "board-1")
        let added = second["addedIdentities"]?.arrayValue ?? []
        #expect(added.count == 3 && Set(added.map { "\($0)" }).count == 3 && second["removedIdentities"] == [])
        #expect(group.bea.heard("message.posted").isEmpty)
        try board.letIn()
        #expect(board.told?["state"] == "sent" && board.told?["id"] == start)
        let share = try #require(board.state.shares.all.first?.share)
        #expect(share.collaborationIdentifier == "board-1" && .string(share.url) == BoardFixture.url)
        #expect(share.participants.map(\.handle.rawValue) == ["anna", "bea", "carl", "dora"])
        // The participants keep the identities that the app received.
        #expect(
            share.participants.filter { $0.handle != share.owner }.compactMap {
                share.identity(of: $0.handle)?.rootHash
            }
                == added.compactMap { $0["rootHash"]?.stringValue })
        #expect(group.bea.heard("message.posted").first?["message"]?["text"] == "look https://board.example/b/1")
        #expect(board.app.heard("action.ended").isEmpty, "the session that answered knows")
    }

    @Test("a start notifies only its person's other devices, the app and observers")
    func startNotifiesItsPersonsOtherDevices() throws {
        let other = try group.device(of: "anna")
        try board.start()
        #expect(other.heard("collaboration.changed").map { $0["start"]?["state"] } == ["waiting"])
        #expect(group.anna.heard("collaboration.changed").isEmpty, "its answer said so")
        #expect(group.bea.heard.isEmpty)
        #expect(group.observer.heard("action.requested").first?["app"] == "com.example.board")
    }

    @Test("a start that the app fails leaves no share and no message", arguments: [1, 2])
    func failedStartLeavesNothing(_ step: Int) throws {
        let before = board.state
        try board.start(["text": "look"])
        if step == 2 { try board.answerStart() }
        try board.app.ask("action.fail", ["action": board.action, "message": "No space left"])
        board.hasNothing(since: before)
        #expect(board.told?["state"] == "failed")
        #expect(board.told?["failure"]?["text"] == "Board could not share “Ideas”: No space left")
        #expect(board.told?["failure"]?["rule"] == (step == 1 ? "act-contract" : "act-send"))
    }

    @Test("a cancelled start leaves no share and no message")
    func cancelledStartLeavesNothing() throws {
        let before = board.state
        let start = try board.start()
        try board.answerStart()
        let action = board.action
        #expect(try group.anna.ask("collaboration.cancel", ["start": start])["start"]?["state"] == "cancelled")
        board.hasNothing(since: before)
        #expect(board.app.heard("action.ended").map { $0["outcome"] } == ["cancelled"])
        #expect(board.app.refusal("action.fulfill", ["action": action]) == .conflict)
        #expect(group.refusal(group.anna, "collaboration.cancel", ["start": start]) == .conflict)
        #expect(group.refusal(group.bea, "collaboration.cancel", ["start": start]) == .notFound)
    }

    @Test("an app's invalid answer is refused, and the start still waits")
    func invalidAnswerIsRefused() throws {
        try group.anna.ask(
            "share.create", ["app": "com.example.board", "title": "Old", "url": "https://board.example/old"])
        try board.answerStart("https://board.example/old", as: "old")
        try board.start()
        let action = board.action
        func refusal(_ params: JSONValue) -> RPCError.Reason? {
            group.refusal(board.app, "action.fulfill", with(params, "action", action))
        }
        #expect(refusal([:]) == .invalidParams)
        #expect(refusal(["url": BoardFixture.url]) == .invalidParams)
        #expect(refusal(["collaborationIdentifier": "b"]) == .invalidParams)
        #expect(refusal(["url": BoardFixture.url, "collaborationIdentifier": ""]) == .invalidParams)
        #expect(refusal(["url": "https://notes.example/1", "collaborationIdentifier": "b"]) == .forbidden)
        #expect(refusal(["url": "nothing", "collaborationIdentifier": "b"]) == .invalidParams)
        #expect(refusal(["url": "https://board.example/old", "collaborationIdentifier": "b"]) == .conflict)
        #expect(refusal(["url": BoardFixture.url, "collaborationIdentifier": "old"]) == .conflict)
        let beas = try group.server.app(as: "bea", "com.example.board")
        #expect(group.refusal(beas, "action.fail", ["action": action]) == .notFound)
        let notes = try group.server.app(as: "anna")
        #expect(group.refusal(notes, "action.fail", ["action": action]) == .notFound)
        #expect(group.refusal(board.app, "action.fail", ["action": action, "message": " "]) == .invalidParams)
        try board.answerStart()
        #expect(group.refusal(board.app, "action.fulfill", ["action": board.action, "url": "x"]) == .invalidParams)
        // The link and the identifier are reserved for the first start.
        try board.start()
        #expect(
            group.refusal(
                board.app, "action.fulfill",
                ["action": board.action, "url": BoardFixture.url, "collaborationIdentifier": "other"]) == .conflict)
        #expect(
            group.refusal(
                board.app, "action.fulfill",
                ["action": board.action, "url": "https://board.example/b/2", "collaborationIdentifier": "board-1"])
                == .conflict)
    }

    @Test("a person can have at most twenty waiting starts")
    func personHasAtMostTwentyWaitingStarts() throws {
        for _ in 0..<20 { try board.start() }
        #expect(group.refusal(group.anna, "collaboration.start", board.draft) == .conflict)
        try board.start(by: group.bea)
        try board.app.ask("action.fail", ["action": .string(board.state.collaborating.actions[0].id.rawValue)])
        try board.start()
    }

    // MARK: Changes during a start

    @Test("a start asks the app about people who joined or left before it sends the message")
    func startAsksAboutChangedMembers() throws {
        try board.start()
        try board.answerStart()
        try group.anna.ask("conversation.addParticipant", ["conversation": group.group, "handle": "emil"])
        try group.bea.ask("conversation.leave", ["conversation": group.group])
        try board.letIn()
        let action = try #require(board.app.heard("action.requested").last?["action"])
        #expect(action["addedIdentities"]?.arrayValue?.count == 1)
        #expect(action["removedIdentities"]?.arrayValue?.count == 1)
        #expect(board.state.shares.all.isEmpty && board.state.collaborating.actions.count == 1)
        try board.letIn()
        let share = try #require(board.state.shares.all.first?.share)
        #expect(share.participants.map(\.handle.rawValue).sorted() == ["anna", "carl", "dora", "emil"])
        let emil = Handle("emil")
        #expect(
            share.identity(of: emil)?.rootHash == action["addedIdentities"]?.arrayValue?.first?["rootHash"]?.stringValue
        )
        #expect(group.bea.heard("share.changed").isEmpty)
    }

    @Test("a start fails if its person leaves the conversation")
    func startFailsIfItsPersonLeaves() throws {
        let before = board.state
        try board.start()
        try board.answerStart()
        try group.anna.ask("conversation.leave", ["conversation": group.group])
        board.hasNothing(since: before)
        #expect(board.told?["failure"]?["rule"] == "act-send")
        #expect(board.app.heard("action.ended").map { $0["outcome"] } == ["cancelled"])
    }

    @Test("a start fails if its app no longer stores documents")
    func startFailsIfItsAppStoresNoDocuments() throws {
        let before = board.state
        try board.start()
        try group.observer.ask("app.register", with(BoardFixture.board, "backends", ["file"]))
        board.hasNothing(since: before)
        #expect(board.told?["failure"]?["rule"] == "infra-three")
    }

    @Test("a start fails if its link no longer opens the app")
    func startFailsIfItsLinkOpensNoApp() throws {
        let before = board.state
        try board.start()
        try board.answerStart()
        try group.observer.ask("site.publish", ["domain": "board.example", "association": .null])
        board.hasNothing(since: before)
        #expect(board.told?["failure"]?["rule"] == "custom-needs-links")
    }

    @Test("a start fails if another share takes its link")
    func startFailsIfItsLinkIsTaken() throws {
        try group.observer.ask("app.register", BoardFixture.board.adding(["backends": ["custom", "cloudRecord"]]))
        try board.start()
        try board.answerStart()
        let mine: JSONValue = ["app": "com.example.board", "title": "Mine", "url": BoardFixture.url]
        #expect(group.refusal(group.bea, "share.create", mine) == .conflict, "its app would be asked about it as well")
        try group.bea.ask("share.create", mine.adding(["backend": "cloudRecord"]))
        #expect(board.told?["failure"]?["rule"] == "act-start" && board.state.shares.all.count == 1)
        #expect(board.state.collaborating == Collaborating())
    }

    @Test("an existing share is sent with its link after the app admits the new people")
    func existingShareIsSentAfterAdmission() throws {
        try board.start()
        try board.answerStart()
        try board.letIn()
        let share = try #require(board.state.shares.all.first?.share)
        let document = JSONValue.string(share.document.rawValue)
        try group.anna.ask("conversation.create", ["participants": ["emil"]])
        let pair = try #require(
            try group.anna.ask("conversation.create", ["participants": ["emil"]])["conversation"]?["id"])
        let params: JSONValue = ["document": document, "conversation": pair]
        #expect(
            group.refusal(group.bea, "collaboration.start", with(params, "conversation", group.group)) == .forbidden)
        #expect(group.refusal(group.anna, "collaboration.start", with(params, "options", [])) == .invalidParams)
        #expect(try group.anna.ask("collaboration.start", params)["start"]?["state"] == "waiting")
        #expect(board.state.shares[share.id]?.share.participants == share.participants)
        try board.letIn()
        #expect(board.told?["state"] == "sent")
        #expect(board.state.shares[share.id]?.share.participants.count == 5)
        #expect(group.emil.heard("message.posted").first?["message"]?["text"] == BoardFixture.url)
        // The link is sent at once to people who are on the share already.
        let again = try group.anna.ask("collaboration.start", params)["start"]
        #expect(again?["state"] == "sent" && again?["share"] == .string(share.id.rawValue))
    }
}
