import AppModel
import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

/// The requests of the system to an app with a service of its own, against a whole server.
struct CollaborationActionsTests {
    /// An app that stores its actions, and answers them only when a test does so.
    final class Keeper: CollaborationActionHandler {
        var starts: [StartCollaborationAction] = []
        var updates: [UpdateCollaborationParticipantsAction] = []

        func collaborationCoordinator(
            _ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction
        ) { starts.append(action) }
        func collaborationCoordinator(
            _ coordinator: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction
        ) { updates.append(action) }
    }

    /// The app on one device.
    struct Device {
        let session: AppSession
        let coordinator = CollaborationCoordinator()
        let keeper = Keeper()

        init(_ session: AppSession) {
            self.session = session
            coordinator.actionHandler = keeper
            coordinator.serve(session)
        }

        func turn() { while session.turn() {} }
    }

    /// Anna, Bea, Carl and Dora in a conversation, and the app Board.
    final class World {
        let server: EmbeddedServer
        let observer: ScriptedClient
        let anna: ScriptedClient
        let bea: ScriptedClient
        let conversation: String
        let url = "https://board.example/b/1"

        init() throws {
            let server = try EmbeddedServer()
            self.server = server
            func join(_ identity: Hello.Identity) throws -> ScriptedClient {
                let client = ScriptedClient(try server.connect())
                try client.hello(Hello(identity))
                return client
            }
            observer = try join(.observer(nil))
            try observer.request("app.register") {
                $0.member("app", "com.example.board")
                $0.member("name", "Board")
                $0.member("domains", ["board.example"])
                $0.member("backends", ["custom"])
            }
            anna = try join(.person(try #require(Handle("anna")), name: "Anna"))
            bea = try join(.person(try #require(Handle("bea")), name: "Bea"))
            let created = try anna.request("conversation.create") {
                $0.member("participants", ["bea", "carl", "dora"])
                $0.member("name", "Weekend")
            }
            conversation = try #require(created["conversation"]?["id"]?.stringValue)
        }

        func device(_ person: String = "anna") throws -> Device {
            Device(
                try AppSession(
                    app: AppID("com.example.board"), person: try #require(Handle(person)), on: server.connect()))
        }

        /// Sends a new board to the conversation.
        func start() throws {
            let conversation = conversation
            try anna.request("collaboration.start") {
                $0.member("app", "com.example.board")
                $0.member("title", "Ideas")
                $0.member("conversation", conversation)
                $0.member("localIdentifier", "row 7")
            }
        }

        /// Returns the states that Anna was notified of, with the rules of the failures.
        func states() throws -> [String] {
            try anna.catchUp()
            return anna.takeInbox().filter { $0.method == "collaboration.changed" }.compactMap { told in
                let start = told.params["start"]
                let rule = start?["failure"]?["rule"]?.stringValue
                return start?["state"]?.stringValue.map { rule == nil ? $0 : "\($0) \(rule ?? "")" }
            }
        }

        func isSent(_ url: String) throws -> Bool {
            let conversation = conversation
            return "\(try bea.request("conversation.history") { $0.member("conversation", conversation) })"
                .contains(url)
        }

        func pass(_ milliseconds: Int) throws {
            try observer.request("clock.advance") { $0.member("milliseconds", milliseconds) }
        }
    }

    /// act-participants, act-remove: the sharing screens wait for the app, and show its reason if it refuses.
    @Test func aSaveOnASharingScreenWaitsForTheApp() throws {
        let world = try World()
        let board = try world.device()
        try world.start()
        board.turn()
        board.keeper.starts.first?.fulfill(using: world.url, collaborationIdentifier: "board-1")
        board.turn()
        board.keeper.updates.first?.fulfill()
        board.turn()
        let annas = try Container(person: try #require(Handle("anna")), on: try world.server.connect())
        var fetched: CloudShare?
        annas.fetchShare(url: world.url) { fetched = try? $0.get() }
        while annas.turn() {}
        let controller = CloudSharingController(share: try #require(fetched), container: annas)
        let delegate = CollaborationTests.Delegate()
        controller.delegate = delegate
        controller.popoverPresentationController.sourceItem = "share"
        try controller.present()
        func people() -> Int { controller.share?.participants.count ?? 0 }
        func add(_ name: String) throws {
            try controller.request(.add([try #require(Handle(name))]))
            try controller.save()
            while annas.turn() {}
        }
        try add("emil")
        #expect(controller.isBusy && delegate.told.isEmpty, "the app is asked")
        board.turn()
        board.keeper.updates.last?.fulfill()
        board.turn()
        while annas.turn() {}
        #expect(!controller.isBusy && delegate.told == ["saved"] && people() == 5)
        try add("finn")
        try world.pass(10_000)
        while annas.turn() {}
        #expect(!controller.isBusy && people() == 5)
        #expect(delegate.told.last == "failed: Board did not answer in time.")
    }

    /// act-start, act-participants, act-send: the app answers with a link, then with the people, and then the message
    /// is sent.
    @Test func theMessageGoesOutAfterBothAnswers() throws {
        let world = try World()
        let board = try world.device()
        try world.start()
        board.turn()
        let start = try #require(board.keeper.starts.first)
        #expect(start.collaborationMetadata.localIdentifier == "row 7")
        #expect(board.keeper.updates.isEmpty)
        start.fulfill(using: world.url, collaborationIdentifier: "board-1")
        board.turn()
        #expect(start.isComplete)
        #expect(!(try world.isSent(world.url)))
        let update = try #require(board.keeper.updates.first)
        #expect(update.addedIdentities.count == 3)
        #expect(Set(update.addedIdentities).count == 3)
        #expect(update.removedIdentities.isEmpty)
        update.fulfill()
        board.turn()
        #expect(try world.states() == ["sent"])
        #expect(try world.isSent(world.url))
        #expect(board.coordinator.waitingActions.isEmpty)
        #expect(board.keeper.starts.count == 1)
    }

    /// act-send: a failure at either step leaves no message and no share.
    @Test(arguments: [false, true]) func aFailureCancelsTheMessage(atTheSecondStep isLate: Bool) throws {
        let world = try World()
        let board = try world.device()
        try world.start()
        board.turn()
        let start = try #require(board.keeper.starts.first)
        if isLate {
            start.fulfill(using: world.url, collaborationIdentifier: "board-1")
            board.turn()
            try #require(board.keeper.updates.first).fail()
        } else {
            start.fail()
        }
        board.turn()
        #expect(try world.states().map { $0.prefix(6) } == ["failed"])
        #expect(!(try world.isSent(world.url)))
        let container = try Container(person: try #require(Handle("anna")), on: world.server.connect())
        var shares: [CloudShare]?
        container.fetchAllShares { shares = try? $0.get() }
        while container.turn() {}
        #expect(shares?.isEmpty == true)
    }

    /// act-contract: the system fails an action without an answer in time, and a later answer has no effect.
    @Test func anActionWithoutATimelyAnswerFails() throws {
        let world = try World()
        let board = try world.device()
        var refusals: [RPCError] = []
        board.session.onRefusal = { refusals.append($0) }
        try world.start()
        board.turn()
        let start = try #require(board.keeper.starts.first)
        try world.pass(9_999)
        board.turn()
        #expect(!start.isComplete)
        #expect(try world.states().isEmpty)
        try world.pass(1)
        #expect(try world.states() == ["failed act-contract"])
        // The app answers before it is notified of the failure.
        start.fulfill(using: world.url, collaborationIdentifier: "board-1")
        board.turn()
        #expect(refusals.map(\.reason) == [.conflict])
        #expect(start.isComplete)
        #expect(!(try world.isSent(world.url)))
        #expect(board.keeper.updates.isEmpty)
    }

    /// coord-singleton: an app that starts late gets the actions that still wait, but not those that ended before.
    @Test func anAppThatComesUpLateGetsWhatWaits() throws {
        let world = try World()
        try world.start()
        try world.pass(5_000)
        let late = try world.device()
        late.turn()
        #expect(late.keeper.starts.count == 1)
        try world.pass(5_000)
        late.turn()
        #expect(late.keeper.starts.first?.isComplete == true)
        let tooLate = try world.device()
        tooLate.turn()
        #expect(tooLate.keeper.starts.isEmpty)
    }

    /// act-contract: an answer of one of two devices completes the action of the other device too.
    @Test func oneDeviceAnswersForAll() throws {
        let world = try World()
        let phone = try world.device()
        let tablet = try world.device()
        let beas = try world.device("bea")
        try world.start()
        for device in [phone, tablet, beas] { device.turn() }
        #expect(beas.keeper.starts.isEmpty, "what Anna starts is Anna's app's to answer")
        try #require(phone.keeper.starts.first).fulfill(using: world.url, collaborationIdentifier: "board-1")
        tablet.turn()
        #expect(tablet.keeper.starts.first?.isComplete == true)
        phone.turn()
        try #require(phone.keeper.updates.first).fulfill()
        #expect(try world.states() == ["sent"])
    }

    /// act-remove, act-instant-access, group-sync-backends: the owner agrees, the app makes the change, and only then
    /// it counts.
    @Test func aRemovedParticipantLosesAccessOnceTheAppMadeTheChange() throws {
        let world = try World()
        let board = try world.device()
        try world.start()
        board.turn()
        try #require(board.keeper.starts.first).fulfill(using: world.url, collaborationIdentifier: "board-1")
        board.turn()
        let invited = try #require(board.keeper.updates.first)
        invited.fulfill()
        board.turn()

        // The invitation alone gives access.
        let carls = try AppSession(
            app: AppID("com.example.board"), person: try #require(Handle("carl")), on: world.server.connect())
        let documents = DocumentService(carls)
        func open() throws -> Result<SharedDocument, DocumentService.Failure> {
            var result: Result<SharedDocument, DocumentService.Failure>?
            documents.open(world.url) { result = $0 }
            while carls.turn() {}
            return try #require(result)
        }
        #expect(try open().get().canEdit)
        board.turn()
        #expect(board.keeper.updates.count == 1, "nobody was asked again")

        let (anna, conversation) = (world.anna, world.conversation)
        try world.bea.request("conversation.removeParticipant") {
            $0.member("conversation", conversation)
            $0.member("handle", "carl")
        }
        try anna.catchUp()
        let prompt = try #require(
            anna.takeInbox().compactMap { $0.params["notice"] }.last { $0["actions"]?.arrayValue?.isEmpty == false })
        let notice = try #require(prompt["id"]?.stringValue)
        try anna.request("notice.answer") {
            $0.member("notice", notice)
            $0.member("action", "remove")
        }
        board.turn()
        let update = try #require(board.keeper.updates.last)
        #expect(update.addedIdentities.isEmpty)
        #expect(update.removedIdentities.count == 1)
        #expect(update.removedIdentities.allSatisfy(invited.addedIdentities.contains))
        #expect(update.collaborationMetadata.collaborationIdentifier == "board-1")
        #expect(throws: Never.self) { try open().get() }
        update.fulfill()
        board.turn()
        #expect(throws: DocumentService.Failure.self) { try open().get() }
    }

    /// ev-change, ev-mention, ev-persistence, notice-optional: the others get one notice of each change, with a text. A
    /// mentioned person gets a notice of their own, and an app without events causes no notices.
    @Test func commentsMentionsAndNewNamesAreToldOnce() throws {
        let world = try World()
        let board = try world.device()
        try world.start()
        board.turn()
        try #require(board.keeper.starts.first).fulfill(using: world.url, collaborationIdentifier: "board-1")
        board.turn()
        try #require(board.keeper.updates.first).fulfill()
        board.turn()
        try world.bea.catchUp()
        _ = world.bea.takeInbox()

        let phone = try world.device()
        let tablet = try world.device()
        let services = [phone, tablet].map { DocumentService($0.session) }
        let events = zip([phone, tablet], services).map {
            CollaborationEvents(HighlightCenter($0.0.session), of: $0.1)
        }
        func settle() { while phone.session.turn() || tablet.session.turn() {} }
        var document: SharedDocument?
        for service in services { service.open(world.url) { document = try? $0.get() } }
        settle()
        func done(_ ask: (DocumentService, SharedDocument, @escaping DocumentService.Completion) -> Void) throws {
            ask(services[0], try #require(document)) { document = try? $0.get() }
            settle()
        }
        func told() throws -> [String] {
            try world.bea.catchUp()
            return world.bea.takeInbox().filter { $0.method == "notice.posted" }
                .compactMap { $0.params["notice"]?["text"]?.stringValue }
        }
        try done { $0.comment($1, text: "Two tents?", then: $2) }
        #expect(try told() == ["Anna commented on “Ideas”"])
        try done { $0.rename($1, title: "Plans", then: $2) }
        #expect(try told() == ["Anna renamed “Ideas” to “Plans”"])
        try done { $0.edit($1, text: "What do you think, @bea?", then: $2) }
        let texts = try told()
        #expect(texts.count { $0.contains("edited") } == 1)
        #expect(texts.count { $0.contains("mentioned you") } == 1)
        #expect(texts.count == 2, "\(texts)")
        #expect(events.count == 2, "both were there to tell")
    }

    /// notice-optional: the server posts no notices by itself.
    @Test func withoutEventsNobodyIsTold() throws {
        let world = try World()
        let board = try world.device()
        try world.start()
        board.turn()
        try #require(board.keeper.starts.first).fulfill(using: world.url, collaborationIdentifier: "board-1")
        board.turn()
        try #require(board.keeper.updates.first).fulfill()
        board.turn()
        let documents = DocumentService(board.session)
        var document: SharedDocument?
        documents.open(world.url) { document = try? $0.get() }
        board.turn()
        documents.comment(try #require(document), text: "Two tents?") { document = try? $0.get() }
        board.turn()
        #expect(document?.comments.count == 1)
        try world.bea.catchUp()
        #expect(!world.bea.takeInbox().contains { $0.method == "notice.posted" })
    }
}
