import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Starts of a collaboration: share and message appear together, or not at all.
struct StartingTests {
    private let board: BoardFixture
    private var group: GroupFixture { board.group }

    init() throws { board = try BoardFixture() }

    private var note: StartCollaboration {
        .init(app: "com.example.notes", title: "Trip plan", conversation: group.group)
    }

    private func startNote(
        text: String? = nil, options: [String]? = nil, content: String? = nil
    ) throws -> CollaborationStart {
        try group.anna.collaboration.start(
            app: note.app, title: note.title, conversation: note.conversation, text: text, options: options,
            content: content)
    }

    @Test("a start saves a share with its participants and sends its message")
    func startSavesTheShareAndItsMessage() throws {
        let end = group.server.log.end
        let start = try startNote(text: "look")
        #expect(start.state == .sent)
        let events = try group.server.log.allFacts().filter { $0.position > end }.map(\.event)
        guard case .shareSaved(let made)? = events.first, case .shareSaved(let saved)? = events.last,
            let message = events[1].message
        else {
            Issue.record("\(events)")
            return
        }
        #expect(made.recipients.map(\.rawValue) == ["anna"] && made.share.participants.count == 1)
        #expect(
            saved.recipients.map(\.rawValue) == ["anna", "bea", "carl", "dora"]
                && saved.share.options == ["private", "readWrite"])
        #expect(message.text == "look \(saved.share.url)" && message.links.first?.title == "Trip plan")
        #expect(start.share == saved.share.id && start.message == message.id)
        // The answer contains only ids. The asking session receives the rest as notifications, as each device does.
        #expect(group.anna.received("message.posted").count == 1 && group.anna.received("share.changed").count == 2)
        #expect(group.anna.received("collaboration.changed").isEmpty)
        #expect(try group.anna.collaboration.list() == [])
    }

    static let refused: [(@Sendable (inout StartCollaboration) -> Void, RPCError.Reason)] = [
        ({ $0.app = "com.example.none" }, .notFound), ({ $0.conversation = "c?" }, .notFound),
        ({ $0.document = "d?" }, .notFound), ({ $0.title = " " }, .invalidParams),
        ({ $0.options = ["private"] }, .invalidParams),
        ({ $0.options = ["private", "public", "readOnly"] }, .invalidParams),
        ({ $0.options = ["private", "readOnly", "readOnly"] }, .invalidParams),
        ({ $0.options = ["private", "readOnly", "mentions"] }, .invalidParams),
        ({ $0.mode = .copy }, .forbidden), ({ ($0.mode, $0.representations) = (.copy, [.text]) }, .forbidden),
        ({ ($0.mode, $0.backend, $0.options) = (.copy, .file, []) }, .invalidParams),
        ({ $0.localIdentifier = "" }, .invalidParams), ({ $0.text = String(repeating: "x", count: 20_001) }, .tooLarge),
        ({ $0.text = (0..<50).map { "https://a.example/\($0)" }.joined(separator: " ") }, .invalidParams),
    ]

    @Test("an invalid start is refused and changes nothing", arguments: refused.indices)
    func invalidStartIsRefused(_ index: Int) throws {
        let (change, reason) = Self.refused[index]
        var (ofNotes, ofBoard) = (note, board.draft)
        change(&ofNotes)
        #expect(board.refusal(group.anna) { try $0.succeed(.collaborationStart(ofNotes)) } == reason)
        guard ofNotes.backend == nil, ofNotes.mode == .collaborate, ofNotes.app == note.app else { return }
        change(&ofBoard)
        #expect(board.refusal(group.anna) { try $0.succeed(.collaborationStart(ofBoard)) } == reason)
    }

    @Test("a start with an unknown back end is refused and changes nothing")
    func startWithAnUnknownBackEndIsRefused() {
        let params: JSONValue = [
            "app": "com.example.notes", "title": "Trip plan", "conversation": JSONValue(group.group), "backend": "nope",
        ]
        #expect(group.refusal(group.anna) { try $0.ask("collaboration.start", params) } == .invalidParams)
    }

    /// collab-start-drop
    @Test("a start with content shares a new document with that text")
    func contentBecomesTheTextOfTheDocument() throws {
        let end = group.server.log.end
        let start = try startNote(content: "Two tents")
        let events = try group.server.log.allFacts().filter { $0.position > end }.map(\.event)
        guard case .documentSaved(let made)? = events.first else {
            Issue.record("\(events)")
            return
        }
        let share = try #require(group.server.state.shares.all.first?.share)
        #expect(start.share == share.id && share.document == made.document.id)
        let opened = try group.bea.document.open(.url(share.url))
        #expect(opened.text == "Two tents" && opened.title == "Trip plan")
        // A second start with this title makes another document, and the first keeps its text.
        _ = try startNote(content: "Three tents")
        #expect(try group.bea.document.open(.url(share.url)).text == "Two tents")
    }

    /// collab-start-drop
    @Test("content is refused for an existing document, for an app that makes its documents, and if too long")
    func contentIsOnlyForNewDocuments() throws {
        let document = try group.anna.document.create(app: "com.example.notes", title: "Plan").id
        let named = board.refusal(group.anna) {
            try $0.collaboration.start(document: document, conversation: group.group, content: "x")
        }
        #expect(named == .invalidParams)
        var own = board.draft
        own.content = "x"
        #expect(board.refusal(group.anna) { try $0.succeed(.collaborationStart(own)) } == .invalidParams)
        let long = String(repeating: "x", count: 20_001)
        #expect(board.refusal(group.anna) { _ in try startNote(content: long) } == .tooLarge)
        #expect(group.server.state.shares.all.isEmpty)
    }

    /// collab-start-drop
    @Test("a file is offered only for an app that opens files with its ending")
    func fileIsOfferedForTheAppThatOpensIt() throws {
        func offer(_ name: String) throws -> CollaborationOffer {
            try group.anna.collaboration.offer(item: .file(name))
        }
        #expect(board.refusal(group.anna) { _ in try offer("Trip plan.note") } == .notFound)
        try BoardFixture.register(by: group.observer, documentTypes: ["note"])
        #expect(board.refusal(group.anna) { _ in try offer("Trip plan.note") } == .notFound)
        try group.observer.app.register(
            app: "com.example.pages", name: "Pages", domains: ["pages.example"], documentTypes: ["note", "page"])
        let found = try offer("Trip plan.NOTE")
        #expect(found.app == "com.example.pages" && found.title == "Trip plan")
        #expect(found.backend == .file && found.methods == [.collaborate, .copy])
        for name in ["note", "Trip plan.notes", ".note", "Trip plan.", "note.pdf"] {
            #expect(board.refusal(group.anna) { _ in try offer(name) } == .notFound, "\(name)")
        }
    }

    @Test("a share has the options that its start chose")
    func shareHasTheChosenOptions() throws {
        let options = ["public", "readOnly", "inviting"]
        let view = try group.anna.share.get(.id(try #require(try startNote(options: options).share)))
        let share = view.share
        #expect(share.access == .public && share.permission == .readOnly)
        #expect(share.allowsInviting && share.options == options)
        #expect(view.summary == "Everyone can view." && share.participants.count == 1)
    }

    @Test("an app's summary applies until the permission changes")
    func appSummaryAppliesUntilAChange() throws {
        var share = Share(
            id: "s", app: "a", title: "t", url: "u", backend: .file, owner: "anna", access: .private,
            permission: .readOnly, allowsInviting: false, participants: [], createdAt: Instant(milliseconds: 0),
            document: "d")
        share.startedSummary = StartedSummary(text: "Mine", access: .private, permission: .readOnly)
        #expect(share.summary == "Mine")
        share.permission = .readWrite
        #expect(share.summary == "Everyone can make changes.")
    }

    @Test("an app that stores the document answers two actions before the message is sent")
    func customAppAnswersTwoActions() throws {
        let before = board.state
        let start = try board.start(text: "look", localIdentifier: "row 7")
        let first = try #require(board.app.received("action.requested").last?["action"])
        #expect(first["kind"] == "startCollaboration" && first["metadata"]?["localIdentifier"] == "row 7")
        #expect(first["metadata"]?["title"] == "Ideas" && first["addedIdentities"] == nil)
        #expect(try group.anna.collaboration.list().map(\.id) == [start])
        try board.answerStart()
        #expect(board.state.shares == before.shares)
        let second = try #require(board.app.received("action.requested").last?["action"])
        #expect(second["kind"] == "updateCollaborationParticipants")
        #expect(second["metadata"]?["collaborationIdentifier"] == "board-1")
        let added = second["addedIdentities"]?.arrayValue ?? []
        #expect(added.count == 3 && Set(added.map { "\($0)" }).count == 3 && second["removedIdentities"] == [])
        #expect(group.bea.received("message.posted").isEmpty)
        try board.letIn()
        #expect(board.delivered?["state"] == "sent" && board.delivered?["id"] == JSONValue(start))
        let share = try #require(board.state.shares.all.first?.share)
        #expect(share.collaborationIdentifier == "board-1" && share.url == BoardFixture.url)
        #expect(share.participants.map(\.handle.rawValue) == ["anna", "bea", "carl", "dora"])
        // The participants keep the identities that the app received.
        #expect(
            share.participants.filter { $0.handle != share.owner }.compactMap {
                board.state.identities.identity(of: $0.handle, on: share)?.rootHash
            }
                == added.compactMap { $0["rootHash"]?.stringValue })
        #expect(group.bea.received("message.posted").first?["message"]?["text"] == "look https://board.example/b/1")
        #expect(board.app.received("action.ended").isEmpty, "the session that answered knows")
    }

    @Test("a start notifies only its person's other devices, the app and observers")
    func startNotifiesItsPersonsOtherDevices() throws {
        let other = try group.device(of: "anna")
        try board.start()
        #expect(other.received("collaboration.changed").map { $0["start"]?["state"] } == ["waiting"])
        #expect(group.anna.received("collaboration.changed").isEmpty, "its answer said so")
        #expect(group.bea.received.isEmpty)
        #expect(group.observer.received("action.requested").first?["app"] == "com.example.board")
    }

    @Test("a start that the app fails leaves no share and no message", arguments: [1, 2])
    func failedStartLeavesNothing(_ step: Int) throws {
        let before = board.state
        try board.start(text: "look")
        if step == 2 { try board.answerStart() }
        try board.app.action.fail(action: board.action, message: "No space left")
        board.hasNothing(since: before)
        #expect(board.delivered?["state"] == "failed")
        #expect(board.delivered?["failure"]?["text"] == "Board could not share “Ideas”: No space left")
        #expect(board.delivered?["failure"]?["rule"] == (step == 1 ? "act-contract" : "act-send"))
    }

    @Test("a cancelled start leaves no share and no message")
    func cancelledStartLeavesNothing() throws {
        let before = board.state
        let start = try board.start()
        try board.answerStart()
        let action = board.action
        func cancel(_ client: EngineClient) throws -> CollaborationStart {
            try client.collaboration.cancel(start: start)
        }
        #expect(try cancel(group.anna).state == .cancelled)
        board.hasNothing(since: before)
        #expect(board.app.received("action.ended").map { $0["outcome"] } == ["cancelled"])
        #expect(board.app.refusal { try $0.action.fulfill(action: action) } == .conflict)
        #expect(board.refusal(group.anna, cancel) == .conflict)
        #expect(board.refusal(group.bea, cancel) == .notFound)
    }

    @Test("an app's invalid answer is refused, and the start still waits")
    func invalidAnswerIsRefused() throws {
        let old = "https://board.example/old"
        try group.anna.share.create(app: BoardFixture.id, title: "Old", url: old)
        try board.answerStart(old, as: "old")
        try board.start()
        func refusal(url: String? = nil, identifier: String? = nil) -> RPCError.Reason? {
            board.refusal(board.app) {
                try $0.action.fulfill(action: board.action, url: url, collaborationIdentifier: identifier)
            }
        }
        #expect(refusal() == .invalidParams)
        #expect(refusal(url: BoardFixture.url) == .invalidParams)
        #expect(refusal(identifier: "b") == .invalidParams)
        #expect(refusal(url: BoardFixture.url, identifier: "") == .invalidParams)
        #expect(refusal(url: "https://notes.example/1", identifier: "b") == .forbidden)
        #expect(refusal(url: "nothing", identifier: "b") == .invalidParams)
        #expect(refusal(url: old, identifier: "b") == .conflict)
        #expect(refusal(url: BoardFixture.url, identifier: "old") == .conflict)
        let beas = try group.server.app(as: "bea", "com.example.board")
        #expect(board.refusal(beas) { try $0.action.fail(action: board.action) } == .notFound)
        let notes = try group.server.app(as: "anna")
        #expect(board.refusal(notes) { try $0.action.fail(action: board.action) } == .notFound)
        #expect(board.refusal(board.app) { try $0.action.fail(action: board.action, message: " ") } == .invalidParams)
        try board.answerStart()
        #expect(refusal(url: "x") == .invalidParams)
        // The link and the identifier are reserved for the first start.
        try board.start()
        #expect(refusal(url: BoardFixture.url, identifier: "other") == .conflict)
        #expect(refusal(url: "https://board.example/b/2", identifier: "board-1") == .conflict)
    }

    @Test("a person can have at most twenty waiting starts")
    func personHasAtMostTwentyWaitingStarts() throws {
        for _ in 0..<20 { try board.start() }
        #expect(board.refusal(group.anna) { try $0.succeed(.collaborationStart(board.draft)) } == .conflict)
        try board.start(by: group.bea)
        try board.app.action.fail(action: board.state.collaborating.actions[0].id)
        try board.start()
    }

    // MARK: Changes during a start

    @Test("a start asks the app about people who joined or left before it sends the message")
    func startAsksAboutChangedMembers() throws {
        try board.start()
        try board.answerStart()
        try group.anna.conversation.addParticipant(conversation: group.group, handle: "emil")
        try group.bea.conversation.leave(conversation: group.group)
        try board.letIn()
        let action = try #require(board.app.received("action.requested").last?["action"])
        #expect(action["addedIdentities"]?.arrayValue?.count == 1)
        #expect(action["removedIdentities"]?.arrayValue?.count == 1)
        #expect(board.state.shares.all.isEmpty && board.state.collaborating.actions.count == 1)
        try board.letIn()
        let share = try #require(board.state.shares.all.first?.share)
        #expect(share.participants.map(\.handle.rawValue).sorted() == ["anna", "carl", "dora", "emil"])
        let added = try #require(action["addedIdentities"]?.arrayValue?.first?["rootHash"]?.stringValue)
        #expect(board.state.identities.identity(of: "emil", on: share)?.rootHash == added)
        #expect(group.bea.received("share.changed").isEmpty)
    }

    @Test("a start fails if its person leaves the conversation")
    func startFailsIfItsPersonLeaves() throws {
        let before = board.state
        try board.start()
        try board.answerStart()
        try group.anna.conversation.leave(conversation: group.group)
        board.hasNothing(since: before)
        #expect(board.delivered?["failure"]?["rule"] == "act-send")
        #expect(board.app.received("action.ended").map { $0["outcome"] } == ["cancelled"])
    }

    @Test("a start fails if its app no longer stores documents")
    func startFailsIfItsAppStoresNoDocuments() throws {
        let before = board.state
        try board.start()
        try BoardFixture.register(by: group.observer, backends: [.file])
        board.hasNothing(since: before)
        #expect(board.delivered?["failure"]?["rule"] == "infra-three")
    }

    @Test("a start fails if its link no longer opens the app")
    func startFailsIfItsLinkOpensNoApp() throws {
        let before = board.state
        try board.start()
        try board.answerStart()
        try group.observer.site.publish(domain: "board.example")
        board.hasNothing(since: before)
        #expect(board.delivered?["failure"]?["rule"] == "custom-needs-links")
    }

    @Test("a start fails if another share takes its link")
    func startFailsIfItsLinkIsTaken() throws {
        try BoardFixture.register(by: group.observer, backends: [.custom, .cloudRecord])
        try board.start()
        try board.answerStart()
        func share(_ backend: Share.Backend?) throws {
            try group.bea.share.create(app: BoardFixture.id, title: "Mine", url: BoardFixture.url, backend: backend)
        }
        #expect(
            board.refusal(group.bea) { _ in try share(nil) } == .conflict, "its app would be asked about it as well")
        try share(.cloudRecord)
        #expect(board.delivered?["failure"]?["rule"] == "act-start" && board.state.shares.all.count == 1)
        #expect(board.state.collaborating == Collaborating())
    }

    @Test("an existing share is sent with its link after the app admits the new people")
    func existingShareIsSentAfterAdmission() throws {
        try board.start()
        try board.answerStart()
        try board.letIn()
        let share = try #require(board.state.shares.all.first?.share)
        try group.anna.conversation.create(participants: ["emil"])
        let pair = try group.anna.conversation.create(participants: ["emil"]).id
        func start(
            _ client: EngineClient, in conversation: ConversationID, options: [String]? = nil
        ) throws -> CollaborationStart {
            try client.collaboration.start(document: share.document, conversation: conversation, options: options)
        }
        #expect(board.refusal(group.bea) { try start($0, in: group.group) } == .forbidden)
        #expect(board.refusal(group.anna) { try start($0, in: pair, options: []) } == .invalidParams)
        #expect(try start(group.anna, in: pair).state == .waiting)
        #expect(board.state.shares[share.id]?.share.participants == share.participants)
        try board.letIn()
        #expect(board.delivered?["state"] == "sent")
        #expect(board.state.shares[share.id]?.share.participants.count == 5)
        #expect(group.emil.received("message.posted").first?["message"]?["text"] == .string(BoardFixture.url))
        // The link is sent at once to people who are on the share already.
        let again = try start(group.anna, in: pair)
        #expect(again.state == .sent && again.share == share.id)
    }
}
