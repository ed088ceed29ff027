import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatTerminal
@testable import TestSupport

/// Tests of the sharing screens: the actions that they offer to each participant, and the effects of these actions.
struct CloudSharingControllerTests {
    private func people(_ controller: CloudSharingController) throws -> PeopleScreen {
        guard case .people(let screen) = controller.screen else { throw CannedStream.Missing() }
        return screen
    }

    private func invitation(_ controller: CloudSharingController) throws -> InvitationScreen {
        guard case .invitation(let screen) = controller.screen else { throw CannedStream.Missing() }
        return screen
    }

    /// Returns a controller whose handler saves a new share of a record.
    private func newShare(_ stage: ShareStage, _ trace: @escaping (String) -> Void = { _ in })
        throws -> CloudSharingController
    {
        let record = CloudRecord(app: AppID("com.example.notes"), title: "Trip plan")
        let container = stage.container
        let controller = try CloudSharingController(rootRecord: record) { _, completion in
            trace("handler")
            let operation = ModifyRecordsOperation(share: CloudShare(rootRecord: record))
            operation.modifyRecordsResultBlock = { result in
                switch result {
                case .success(let share): completion(share, container, nil)
                case .failure(let error): completion(nil, nil, error)
                }
            }
            container.add(operation)
        }
        controller.popoverPresentationController.sourceItem = "share"
        return controller
    }

    /// The bits of the options are those of the framework (`ucs-bits`, `ucs-standard`).
    @Test func theBitsAreTheFrameworks() {
        typealias Options = CloudSharingController.PermissionOptions
        #expect(Options.standard.rawValue == 0)
        #expect(Options.allowPublic.rawValue == 1)
        #expect(Options.allowPrivate.rawValue == 2)
        #expect(Options.allowReadOnly.rawValue == 4)
        #expect(Options.allowReadWrite.rawValue == 8)
        let all = OfferedChoices(.standard, .standard)
        #expect(all.access == [.private, .public])
        #expect(all.permissions == [.readWrite, .readOnly])
        #expect(OfferedChoices([.standard, .allowPublic], .standard).access == [.public])
    }

    /// Presenting a controller without an anchor is an error of the program (`ucs-popover`).
    @Test func withoutAnAnchorItIsAMistakeOfTheProgram() throws {
        let stage = try ShareStage()
        let controller = CloudSharingController(
            share: try stage.share.read(by: "anna", in: stage.container), container: stage.container)
        #expect(throws: SharingError.noAnchor) { try controller.present() }
        #expect(!controller.isPresented)
        #expect(throws: SharingError.notPresented) { try controller.request(.stop) }
        controller.popoverPresentationController.sourceItem = "share"
        try controller.present()
        #expect(controller.isPresented)
    }

    /// The controller refuses a record that is already shared, both at its creation and in the handler's result
    /// (`ucs-init-new`).
    @Test func aSharedRecordHasNoInvitationScreen() throws {
        let stage = try ShareStage()
        let shared = try stage.share.read(by: "anna", in: stage.container)
        #expect(throws: SharingError.alreadyShared) {
            try CloudSharingController(rootRecord: shared.rootRecord) { _, _ in }
        }
        let controller = CloudSharingController { _, completion in completion(shared, stage.container, nil) }
        let delegate = SharingDelegate()
        controller.delegate = delegate
        controller.popoverPresentationController.sourceItem = "share"
        try controller.present()
        try controller.invite(try "dan".handle)
        try controller.send(to: ConversationID("c1"))
        #expect(delegate.told == ["failed: \(SharingError.alreadyShared)"])
        #expect(stage.asked.isEmpty, "nothing was saved or sent")
    }

    /// The order is choices, handler, then the message with the link (`ucs-invite-screen`, `ucs-handler-when`,
    /// `ucs-invite-owner`).
    @Test func theHandlerComesAfterTheChoicesAndBeforeTheLink() throws {
        let stage = try ShareStage()
        var trace: [String] = []
        let controller = try newShare(stage) { trace.append($0) }
        let delegate = SharingDelegate()
        controller.delegate = delegate
        try controller.present()
        #expect(!(try invitation(controller).canSend))
        #expect(throws: SharingError.nobodyChosen) { try controller.send(to: ConversationID("c1")) }
        try controller.invite(try "dan".handle)
        try controller.choose(Share.Permission.readOnly)
        #expect(try invitation(controller).canSend)
        #expect(trace.isEmpty)
        #expect(controller.share == nil)
        #expect(controller.activityItemSource().url == nil)
        try controller.send(to: ConversationID("c1"), text: "Look")
        #expect(trace == ["handler"])
        while stage.container.turn() {}
        #expect(delegate.told == ["saved"])
        #expect(stage.asked.map { $0.prefix { $0 != " " } } == ["share.create", "share.save", "share.send"])
        #expect(
            stage.asked[1]
                == #"share.save {"share":"s1","revision":2,"permission":"readOnly","add":[{"handle":"dan"}]}"#)
        #expect(stage.asked[2] == #"share.send {"share":"s1","conversation":"c1","text":"Look"}"#)
        #expect(controller.activityItemSource().url == "https://notes.example/d/1")
        _ = try people(controller)
    }

    /// A link for anyone needs no named people, and naming one is an error.
    @Test func withTheLinkNobodyIsNamed() throws {
        let controller = try newShare(try ShareStage())
        try controller.invite(try "dan".handle)
        try controller.choose(Share.Access.public)
        #expect(try invitation(controller).people.isEmpty)
        #expect(try invitation(controller).canSend)
        let emil = try "emil".handle
        #expect(throws: SharingError.publicShare) { try controller.invite(emil) }
    }

    /// The delegate receives each failure once (`ucs-delegate-required`).
    @Test(arguments: ["share.create", "share.save", "share.send"])
    func aFailureReachesTheDelegate(method: String) throws {
        let stage = try ShareStage()
        stage.refusals[method] = RPCError(.unavailable, "Not now.")
        let controller = try newShare(stage)
        let delegate = SharingDelegate()
        controller.delegate = delegate
        let observer = SystemSharingUIObserver(container: stage.container)
        var observed: [String] = []
        observer.systemSharingUIDidSaveShareBlock = { _, result in
            if case .failure(let error) = result { observed.append("\(error)") } else { observed.append("saved") }
        }
        try controller.present()
        try controller.invite(try "dan".handle)
        try controller.send(to: ConversationID("c1"))
        while stage.container.turn() {}
        #expect(delegate.told == ["failed: Not now."])
        #expect(controller.share == nil)
        #expect(!controller.isBusy)
        // An observer belongs to a container, and no container exists before the share is created.
        #expect(observed == (method == "share.create" ? [] : ["Not now."]))
    }

    /// The same initializer offers different actions to each role (`ucs-role-auto`, `ucs-owner-people`,
    /// `ucs-part-people`).
    @Test func theActionsDependOnTheRoleAndTheAccess() throws {
        #expect(
            try people(ShareStage("anna").controller()).actions == [
                .addPeople, .removePeople, .changeAccess, .changePermission, .changeIndividualPermission,
                .changeRole, .changeInviting, .copyLink, .stop,
            ])
        #expect(try people(ShareStage("bea").controller()).actions == [.leave])
        var canned = CannedShare()
        canned.allowsInviting = true
        #expect(try people(ShareStage("bea", canned).controller()).actions == [.addPeople, .leave])
        canned.participants[1].role = "administrator"
        #expect(
            try people(ShareStage("bea", canned).controller()).actions == [
                .addPeople, .removePeople, .changePermission, .changeIndividualPermission, .leave,
            ])
        canned.access = "public"
        canned.participants = [.init(handle: "anna", role: "owner"), .init(handle: "bea", role: "publicUser")]
        #expect(try people(ShareStage("bea", canned).controller()).actions == [.copyLink, .leave])
        #expect(try people(ShareStage("zoe", canned).controller()).actions.isEmpty, "a stranger")
    }

    /// A role is saved together with the other changes. An administrator cannot appoint another one
    /// (`ck-role-meaning`).
    @Test func aRoleIsSavedWithTheRest() throws {
        let stage = try ShareStage()
        let controller = try stage.controller()
        try controller.request(.administrator(try "bea".handle, true))
        try controller.request(.permission(.readOnly))
        #expect(controller.confirmation == nil, "nobody loses anything by it")
        try controller.save()
        #expect(
            stage.asked == [
                #"share.save {"share":"s1","revision":1,"permission":"readOnly","add":[{"handle":"bea","role":"administrator"}]}"#
            ])
        let anna = try "anna".handle
        while stage.container.turn() {}
        #expect(throws: SharingError.owner) { try controller.request(.administrator(anna, true)) }
        var canned = CannedShare()
        canned.participants[1].role = "administrator"
        let administrators = try ShareStage("bea", canned).controller()
        let carl = try "carl".handle
        #expect(throws: SharingError.notOffered) { try administrators.request(.administrator(carl, true)) }
    }

    /// A participant cannot copy the link of a private share (`ucs-part-people`).
    @Test func aParticipantCopiesThePublicLinkAlone() throws {
        let controller = try ShareStage("bea").controller()
        #expect(throws: SharingError.notOffered) { try controller.copyLink() }
        #expect(throws: SharingError.notOffered) { try controller.request(.stop) }
        let carl = try "carl".handle
        #expect(throws: SharingError.notOffered) { try controller.request(.remove([carl])) }
        var canned = CannedShare()
        canned.access = "public"
        canned.participants = [.init(handle: "anna", role: "owner"), .init(handle: "bea", role: "publicUser")]
        #expect(try ShareStage("bea", canned).controller().copyLink() == "https://notes.example/d/1")
    }

    /// The available permissions hide choices (`ucs-available`, `ucs-available-rule`).
    @Test func optionsHideChoices() throws {
        let controller = try ShareStage().controller()
        controller.availablePermissions = [.allowPrivate, .allowReadWrite]
        let actions = try people(controller).actions
        #expect(!actions.contains(.changeAccess))
        #expect(!actions.contains(.changePermission))
        #expect(throws: SharingError.notOffered) { try controller.request(.access(.public)) }
        #expect(throws: SharingError.notOffered) { try controller.request(.permission(.readOnly)) }
        controller.availablePermissions = .standard
        #expect(try people(controller).actions.contains(.changeAccess))
        let new = try newShare(try ShareStage())
        new.availablePermissions = [.allowPrivate, .allowReadOnly]
        #expect(try invitation(new).accessChoices == [.private])
        #expect(try invitation(new).permission == .readOnly)
        #expect(throws: SharingError.notOffered) { try new.choose(Share.Access.public) }
    }

    /// One save has several changes, and the revision that was read (`ucs-can-remove`).
    @Test func changesAreSavedTogether() throws {
        var canned = CannedShare()
        canned.revision = 7
        let stage = try ShareStage("anna", canned)
        let controller = try stage.controller()
        let delegate = SharingDelegate()
        controller.delegate = delegate
        try controller.request(.remove([try "bea".handle, try "carl".handle]))
        #expect(controller.confirmation?.title == "Remove 2 people?")
        #expect(try people(controller).rows.count == 3, "not before the answer")
        try controller.confirm()
        try controller.request(.add([try "dan".handle], permission: .readOnly))
        try controller.request(.permission(.readOnly))
        try controller.request(.inviting(true))
        #expect(stage.asked.isEmpty)
        try controller.save()
        #expect(throws: SharingError.busy) { try controller.save() }
        stage.container.turn()
        #expect(
            stage.asked == [
                #"share.save {"share":"s1","revision":7,"permission":"readOnly","allowsInviting":true,"#
                    + #""add":[{"handle":"dan","permission":"readOnly"}],"remove":["bea","carl"],"sendLink":true}"#
            ])
        #expect(delegate.told == ["saved"])
        try controller.save()
        #expect(stage.asked.count == 1, "nothing to save, nothing asked")
    }

    /// A change of access first asks for a confirmation, which names the people who would lose access.
    @Test func aSwitchNamesWhoWillLoseAccess() throws {
        let stage = try ShareStage()
        let controller = try stage.controller()
        controller.delegate = nil
        try controller.request(.access(.public))
        #expect(controller.confirmation?.losing.map(\.rawValue) == ["carl"])
        #expect(
            controller.confirmation?.message
                == "The invitation to Carl is withdrawn. Anyone who has the link can open it.")
        controller.cancel()
        #expect(controller.confirmation == nil)
        #expect(try people(controller).access == .private)
        #expect(controller.share?.hasChanges == false)

        var canned = CannedShare()
        canned.access = "public"
        canned.participants = [
            .init(handle: "anna", role: "owner"), .init(handle: "bea", role: "publicUser"),
            .init(handle: "dan", role: "publicUser"),
        ]
        let lowering = try ShareStage("anna", canned).controller()
        try lowering.request(.access(.private, keeping: [try "dan".handle]))
        #expect(lowering.confirmation?.losing.map(\.rawValue) == ["bea"])
        try lowering.confirm()
        #expect(try people(lowering).rows.map(\.handle.rawValue) == ["anna", "dan"])
    }

    /// A save after another participant's save is refused. The controller takes its changes back and shows the other
    /// save.
    @Test func anotherSaveInBetweenIsSeen() throws {
        let stage = try ShareStage()
        let controller = try stage.controller()
        let delegate = SharingDelegate()
        controller.delegate = delegate
        try controller.request(.permission(.readOnly))
        stage.refusals["share.save"] = RPCError(.conflict, "the share changed meanwhile")
        stage.share.title = "Journey"
        try controller.save()
        while stage.container.turn() {}
        #expect(delegate.told == ["failed: The share changed meanwhile"])
        #expect(try people(controller).permission == .readWrite)
        #expect(controller.share?.title == "Journey")
        #expect(controller.share?.hasChanges == false)
    }

    /// Stopping or leaving needs a confirmation and notifies the delegate once (`ucs-can-stop`, `ucs-can-leave`,
    /// `ucs-delegate-optional`, `start-stop-observer`).
    @Test(arguments: ["anna", "bea"]) func stoppingAndLeavingAreAskedAbout(person: String) throws {
        let stage = try ShareStage(person)
        let controller = try stage.controller()
        let delegate = SharingDelegate()
        controller.delegate = delegate
        let observer = SystemSharingUIObserver(container: stage.container)
        var stopped = 0
        observer.systemSharingUIDidStopSharingBlock = { _, result in if case .success = result { stopped += 1 } }
        try controller.request(person == "anna" ? .stop : .leave)
        #expect(stage.asked.isEmpty)
        if person == "anna" {
            #expect(controller.confirmation?.message == "Bea and Carl will no longer have access to “Trip plan”.")
        }
        try controller.confirm()
        stage.container.turn()
        #expect(stage.asked == [person == "anna" ? #"share.stop {"share":"s1"}"# : #"share.leave {"share":"s1"}"#])
        #expect(delegate.told == ["stopped"])
        #expect(stopped == 1)
        #expect(controller.screen == .ended)
        #expect(controller.share?.url == "https://notes.example/d/1", "the same when it is shared again")
        #expect(throws: SharingError.notSaved) { try controller.request(.stop) }
    }

    /// A person who was removed while the screen is open has no actions left.
    @Test func aRemovedParticipantHasNoActionsLeft() throws {
        let stage = try ShareStage("bea")
        let controller = try stage.controller()
        stage.stream.put(
            .notification(
                method: "share.changed",
                params: [
                    "cursor": 2, "gone": "removed",
                    "share": [
                        "id": "s1", "app": "com.example.notes", "title": "Trip plan",
                        "url": "https://notes.example/d/1",
                    ],
                ]))
        stage.container.turn()
        #expect(controller.screen == .ended)
        #expect(throws: (any Error).self) { try controller.request(.leave) }
    }

    /// Both screens use the delegate's title (`ucs-default-header`, `ucs-delegate-header`).
    @Test func theDelegateNamesTheItem() throws {
        let stage = try ShareStage()
        let controller = try stage.controller()
        let new = try newShare(stage)
        #expect(try people(controller).title == "Shared Item")
        #expect(try invitation(new).title == "Shared Item")
        let delegate = SharingDelegate()
        controller.delegate = delegate
        new.delegate = delegate
        #expect(try people(controller).title == "Trip plan")
        #expect(try invitation(new).title == "Trip plan")
        #expect(try invitation(new).thumbnail == "📝")
    }

    /// Tests of the drawn screens.
    @Test func thePeopleScreenIsDrawn() throws {
        let stage = try ShareStage()
        let controller = try stage.controller()
        let delegate = SharingDelegate()
        controller.delegate = delegate
        var grid = Grid(Size(columns: 60, rows: 24))
        SheetPainter.draw(CloudSharingSheet.drawn(controller).sheet, over: &grid)
        let text = grid.text
        for line in [
            "📝 Trip plan", "Everyone can make changes.", "Anna (you)", "Owner", "Carl", "Can make changes · Invited",
            "Who can access", "Only invited people", "Stop Sharing",
        ] { #expect(text.contains(line), "\(line)") }
        #expect(!text.contains("Remove Me"))
        try controller.request(.stop)
        #expect(CloudSharingSheet.drawn(controller).deeds == [.cancel, .confirm])
        #expect(CloudSharingSheet.drawn(controller).sheet.body.first?.contains("Bea and Carl") == true)
    }

    /// The Send action exists only after a person was chosen (`ucs-invite-screen`).
    @Test func theInvitationScreenIsDrawn() throws {
        let controller = try newShare(try ShareStage())
        #expect(!CloudSharingSheet.drawn(controller).deeds.contains(.send))
        try controller.invite(try "dan".handle)
        #expect(CloudSharingSheet.drawn(controller).deeds.last == .send)
    }
}
