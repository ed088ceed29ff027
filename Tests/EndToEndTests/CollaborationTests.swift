import AppModel
import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

/// The sharing screens of the Swift client against a whole server, as the developer of an app would test their code.
struct CollaborationTests {
    final class Delegate: CloudSharingControllerDelegate {
        private(set) var told: [String] = []

        func cloudSharingController(
            _ controller: CloudSharingController, failedToSaveShareWithError error: any Error
        ) { told.append("failed: \(error)") }
        func itemTitle(for controller: CloudSharingController) -> String? { "Trip plan" }
        func cloudSharingControllerDidSaveShare(_ controller: CloudSharingController) { told.append("saved") }
        func cloudSharingControllerDidStopSharing(_ controller: CloudSharingController) { told.append("stopped") }
    }

    /// Anna, Bea and Carl in a conversation, and the app Notes.
    final class World {
        let server: EmbeddedServer
        let anna: Container
        let bea: Container
        let thread: ScriptedClient
        let conversation: ConversationID
        let notes = AppID("com.example.notes")

        init() throws {
            let server = try EmbeddedServer()
            self.server = server
            func container(_ handle: String) throws -> Container {
                try Container(person: try #require(Handle(handle)), on: try server.connect())
            }
            let observer = ScriptedClient(try server.connect())
            try observer.hello(Hello(.observer(nil)))
            try observer.request("app.register") {
                $0.member("app", "com.example.notes")
                $0.member("name", "Notes")
                $0.member("domains", ["notes.example"])
            }
            thread = ScriptedClient(try server.connect())
            try thread.hello(Hello(.person(try #require(Handle("anna")), name: "Anna")))
            let created = try thread.request("conversation.create") {
                $0.member("participants", ["bea", "carl"])
                $0.member("name", "Weekend")
            }
            conversation = ConversationID(try #require(created["conversation"]?["id"]?.stringValue))
            anna = try container("anna")
            bea = try container("bea")
        }

        func settle() { while anna.turn() || bea.turn() {} }

        func share(_ record: CloudRecord, delegate: Delegate, _ people: [String]) throws -> CloudSharingController {
            let anna = anna
            let controller = try CloudSharingController(rootRecord: record) { _, completion in
                let operation = ModifyRecordsOperation(share: CloudShare(rootRecord: record))
                operation.modifyRecordsResultBlock = { result in
                    switch result {
                    case .success(let share): completion(share, anna, nil)
                    case .failure(let error): completion(nil, nil, error)
                    }
                }
                anna.add(operation)
            }
            controller.delegate = delegate
            controller.popoverPresentationController.sourceItem = "share"
            try controller.present()
            for person in people { try controller.invite(try #require(Handle(person))) }
            try controller.send(to: conversation)
            settle()
            return controller
        }

        func fetch(_ url: String, by container: Container) throws -> CloudShare {
            var result: Result<CloudShare, SharingError>?
            container.fetchShare(url: url) { result = $0 }
            settle()
            return try #require(result).get()
        }

        func accept(_ url: String, by container: Container) throws -> CloudShare {
            var result: Result<CloudShare, SharingError>?
            container.acceptShare(url: url) { result = $0 }
            settle()
            return try #require(result).get()
        }

        func people(_ share: CloudShare, by container: Container) throws -> CloudSharingController {
            let controller = CloudSharingController(share: share, container: container)
            controller.popoverPresentationController.sourceItem = "share"
            try controller.present()
            return controller
        }
    }

    private func actions(_ controller: CloudSharingController) -> [PeopleScreen.Action] {
        if case .people(let screen) = controller.screen { screen.actions } else { [] }
    }

    /// ucs-invite-owner, ucs-can-invite, ck-accept, ucs-role-auto: from a new record to two people who work on it.
    @Test func aRecordIsSharedAndAccepted() throws {
        let world = try World()
        let record = CloudRecord(app: world.notes, title: "Trip plan")
        let delegate = Delegate()
        let owners = try world.share(record, delegate: delegate, ["bea"])
        #expect(delegate.told == ["saved"])
        #expect(record.recordID != nil)
        let share = try #require(owners.share)
        let url = try #require(share.url)
        #expect(
            share.participants.map(\.acceptanceStatus) == [.accepted, .pending, .pending],
            "the link went to a conversation with Carl in it, so he is asked too")

        let beas = try world.accept(url, by: world.bea)
        #expect(beas.currentUserParticipant?.acceptanceStatus == .accepted)
        #expect(
            share.participants.map(\.acceptanceStatus) == [.accepted, .accepted, .pending],
            "the owner's screen is in step")
        #expect(actions(owners).contains(.stop))
        #expect(actions(try world.people(beas, by: world.bea)) == [.leave])

        let history = try world.thread.request("conversation.history") { $0.member("conversation", world.conversation) }
        #expect("\(history)".contains(url), "the link stands in the conversation")
    }

    /// ck-url, ucs-can-stop: sharing stops for everyone, and the document has the same link when it is shared again.
    @Test func sharedAgainItHasTheSameLink() throws {
        let world = try World()
        let record = CloudRecord(app: world.notes, title: "Trip plan")
        let delegate = Delegate()
        let owners = try world.share(record, delegate: delegate, ["bea"])
        let url = try #require(owners.share?.url)
        let beas = try world.people(try world.accept(url, by: world.bea), by: world.bea)
        try owners.request(.stop)
        #expect(owners.confirmation?.message == "Bea and Carl will no longer have access to “Trip plan”.")
        try owners.confirm()
        world.settle()
        #expect(delegate.told == ["saved", "stopped"])
        #expect(owners.screen == .ended)
        #expect(beas.screen == .ended)
        #expect(throws: SharingError.self) { try world.fetch(url, by: world.bea) }

        let other = Delegate()
        let again = try world.share(record, delegate: other, ["bea"])
        #expect(other.told == ["saved"])
        #expect(again.share?.url == url)
    }

    /// ck-public-raise, ck-public-lower, ck-no-mix: a change of access removes exactly the people that the question
    /// named.
    @Test func aSwitchOfAccessDropsWhomItNames() throws {
        let world = try World()
        let delegate = Delegate()
        let owners = try world.share(
            CloudRecord(app: world.notes, title: "Trip plan"), delegate: delegate, ["bea", "carl"])
        #expect(delegate.told == ["saved"])
        let share = try #require(owners.share)
        let url = try #require(share.url)
        _ = try world.accept(url, by: world.bea)
        try owners.request(.access(.public))
        #expect(owners.confirmation?.losing.map(\.rawValue) == ["carl"])
        try owners.confirm()
        try owners.save()
        world.settle()
        #expect(share.publicPermission == .readWrite)
        #expect(share.participants.map(\.role) == [.owner, .publicUser])

        let bea = try #require(Handle("bea"))
        try owners.request(.access(.private))
        #expect(owners.confirmation?.losing == [bea])
        try owners.confirm()
        try owners.request(.add([bea], permission: .readOnly))
        try owners.save()
        world.settle()
        #expect(share.publicPermission == .none)
        #expect(share.participants.map(\.handle.rawValue) == ["anna", "bea"])
        #expect(share.participants.last?.permission == .readOnly)
        #expect(share.participants.last?.acceptanceStatus == .pending)
    }

    /// Two devices of the owner save at the same time: one save wins, the other device is notified, and the two never
    /// mix.
    @Test func twoDevicesDoNotMix() throws {
        let world = try World()
        let delegate = Delegate()
        let first = try world.share(CloudRecord(app: world.notes, title: "Trip plan"), delegate: delegate, ["bea"])
        let url = try #require(first.share?.url)
        let tablet = try Container(person: world.anna.person, on: try world.server.connect())
        var other: CloudShare?
        tablet.fetchShare(url: url) { other = try? $0.get() }
        while tablet.turn() {}
        let second = try world.people(try #require(other), by: tablet)
        try first.request(.permission(.readOnly))
        try second.request(.inviting(true))
        try second.save()
        while tablet.turn() {}
        try first.save()
        world.settle()
        #expect(delegate.told.count == 2)
        #expect(delegate.told.last?.hasPrefix("failed: ") == true)
        let share = try #require(first.share)
        #expect(share.allowsInviting, "what the other device saved")
        #expect(share.permission == .readWrite, "and nothing of this one")
        #expect(!share.hasChanges)
    }

    /// ucs-can-leave, ucs-can-remove: people who left or were removed lose the document, in one save.
    @Test func peopleLeaveAndAreRemoved() throws {
        let world = try World()
        let delegate = Delegate()
        let owners = try world.share(
            CloudRecord(app: world.notes, title: "Trip plan"), delegate: delegate, ["bea", "carl"])
        #expect(delegate.told == ["saved"])
        let share = try #require(owners.share)
        let url = try #require(share.url)
        let beas = try world.people(try world.accept(url, by: world.bea), by: world.bea)
        try beas.request(.leave)
        try beas.confirm()
        world.settle()
        #expect(beas.screen == .ended)
        #expect(share.participants.map(\.handle.rawValue) == ["anna", "carl"])
        try owners.request(.remove([try #require(Handle("carl"))]))
        try owners.confirm()
        try owners.save()
        world.settle()
        #expect(share.participants.map(\.handle.rawValue) == ["anna"])
    }

    /// ev-change, ev-from-center, notice-optional: an edit on one device causes one notice, even if several devices
    /// report it. A stale edit is returned, and the service refuses an edit of a person who may only view.
    @Test func anEditCausesOneNoticeAndAStaleEditIsReturned() throws {
        let world = try World()
        let delegate = Delegate()
        let owners = try world.share(CloudRecord(app: world.notes, title: "Trip plan"), delegate: delegate, ["bea"])
        #expect(delegate.told == ["saved"])
        let url = try #require(owners.share?.url)
        _ = try world.accept(url, by: world.bea)
        func device(_ handle: String) throws -> (AppSession, DocumentService, CollaborationEvents) {
            let session = try AppSession(
                app: world.notes, person: try #require(Handle(handle)), on: world.server.connect())
            let documents = DocumentService(session)
            return (session, documents, CollaborationEvents(HighlightCenter(session), of: documents))
        }
        let phone = try device("anna")
        let tablet = try device("anna")
        let beas = try device("bea")
        var refusals: [String] = []
        for session in [phone.0, tablet.0, beas.0] { session.onRefusal = { refusals.append($0.message) } }
        func settle() { while phone.0.turn() || tablet.0.turn() || beas.0.turn() {} }
        func open(_ device: (AppSession, DocumentService, CollaborationEvents)) throws -> SharedDocument {
            var result: Result<SharedDocument, DocumentService.Failure>?
            device.1.open(url) { result = $0 }
            settle()
            return try #require(result).get()
        }
        let first = try open(phone)
        let stale = try open(beas)
        var results: [Result<SharedDocument, DocumentService.Failure>] = []
        phone.1.edit(first, text: "Pack the tent.") { results.append($0) }
        settle()
        #expect(try results.last?.get().text == "Pack the tent.")
        beas.1.edit(stale, text: "Pack the boat.") { results.append($0) }
        settle()
        guard case .failure(.stale(let now))? = results.last else {
            Issue.record("not stale: \(String(describing: results.last))")
            return
        }
        #expect(now.text == "Pack the tent.")
        #expect(refusals.isEmpty, "\(refusals)")

        let beaThread = ScriptedClient(try world.server.connect())
        try beaThread.hello(Hello(.person(world.bea.person, name: "Bea")))
        let history = try beaThread.request("conversation.history") {
            $0.member("conversation", world.conversation)
        }
        let notices = "\(history)".ranges(of: "edited “Trip plan”").count
        #expect(notices >= 1)
        #expect(!"\(history)".contains("2 edits"), "two devices of Anna's told one edit")

        try owners.request(.permission(.readOnly))
        try owners.save()
        world.settle()
        beas.1.edit(now, text: "Mine.") { results.append($0) }
        settle()
        guard case .failure(.refused(.forbidden, _))? = results.last else {
            Issue.record("not refused: \(String(describing: results.last))")
            return
        }
    }
}
