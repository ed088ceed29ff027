import AppTestKit
import CloudKit
import SharedWithYou
import Testing
import UIKit

@testable import Adopters

/// The shared note and the share sheets of adopters' files.
@MainActor struct AdoptersSharingTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    private let board = AppID("com.example.board")

    private func show(_ controller: UIViewController) {
        window.rootViewController = controller
        window.makeKeyAndVisible()
    }

    /// Shares a note with people, who open it, and shows it in a navigation controller.
    private func showSharedNote(in world: TestWorld, with people: PersonClient...) async throws
        -> SharedNoteViewController
    {
        let notes = CloudNotes()
        let note = CKRecord(recordType: "Note")
        note["title"] = "Ideas"
        let share = try await notes.share(note, publicPermission: .none)
        for person in people {
            try await notes.add(person.handle.rawValue, to: share, permission: .readWrite)
        }
        for person in people {
            try await person.share.accept(.url(try #require(share.url).absoluteString))
        }
        let newest = try await notes.container.privateCloudDatabase.record(for: share.recordID)
        let controller = SharedNoteViewController(share: try #require(newest as? CKShare), container: notes.container)
        show(UINavigationController(rootViewController: controller))
        return controller
    }

    private func people(on controller: SharedNoteViewController, seenBy person: PersonClient) async throws -> [String] {
        let url = try #require(controller.share.url).absoluteString
        return try await person.share.get(.url(url)).share.participants.map(\.handle.rawValue)
    }

    // MARK: ParticipantRemover

    @Test("the alert names the person, and only Remove takes that person's access", arguments: [true, false])
    func alertAsksFirst(_ isConfirmed: Bool) async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        try await world.anna.running { @MainActor in
            let controller = try await showSharedNote(in: world, with: world.bea, world.carl)
            let bea = try #require(controller.share.participants.first { $0.userIdentity.hasName("Bea") })
            try await controller.confirmRemoval(of: bea)
            let alert = try #require(controller.presentedViewController as? SWRemoveParticipantAlertController)
            #expect(alert.title == "Remove Bea?" && alert.text.contains("“Ideas”"))
            #expect(try await people(on: controller, seenBy: world.anna) == ["anna", "bea", "carl"])
            if isConfirmed { try await alert.pressRemove() } else { alert.pressCancel() }
            try await world.quiesce()
            #expect(controller.presentedViewController == nil)
            let left = try await people(on: controller, seenBy: world.anna)
            #expect(left == (isConfirmed ? ["anna", "carl"] : ["anna", "bea", "carl"]))
        }
    }

    @Test("a removal that another device made first is reported as failed")
    func secondRemovalFails() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let controller = try await showSharedNote(in: world, with: world.bea)
            let bea = try #require(controller.share.participants.first { $0.role == .privateUser })
            try await controller.confirmRemoval(of: bea)
            let alert = try #require(controller.presentedViewController as? SWRemoveParticipantAlertController)
            let url = try #require(controller.share.url).absoluteString
            try await world.anna.share.removeParticipant(share: .url(url), people: .one(world.bea.handle))
            await #expect(throws: ClientFailure.self) { try await alert.pressRemove() }
        }
    }

    @Test("the collaboration button counts the people, and its popover opens and closes with the delegate's consent")
    func popoverFollowsTheDelegate() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let controller = try await showSharedNote(in: world, with: world.bea)
            let button = try #require(controller.navigationItem.rightBarButtonItem?.customView as? SWCollaborationView)
            #expect(button === controller.collaborationView && button.activeParticipantCount == 2)
            #expect(button.headerTitle == "Ideas")
            controller.participantsDidChange(online: 1, lastEdit: "Bea edited just now")
            #expect(button.activeParticipantCount == 1)
            controller.allowsPopover = false
            #expect(!button.pressButton() && !button.isPopoverOpen)
            controller.allowsPopover = true
            #expect(button.popoverContent == nil)
            #expect(button.pressButton() && button.isPopoverOpen)
            let lines = button.popoverContent?.subviews.compactMap { ($0 as? UILabel)?.text }
            #expect(lines == ["Bea edited just now"])
            button.dismissPopover()
            #expect(!button.isPopoverOpen)
            #expect(controller.popoverEvents == ["will present", "did dismiss"])
        }
    }

    @Test("the manage button shows the sharing screen of the note, which stops sharing and calls the app's delegate")
    func manageButtonShowsTheSharingScreen() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let controller = try await showSharedNote(in: world, with: world.bea)
            let button = try #require(controller.collaborationView)
            await #expect(throws: ClientFailure.self) { try await button.pressManageButton(over: controller) }
            button.pressButton()
            let screen = try await button.pressManageButton(over: controller)
            #expect(controller.presentedViewController === screen && !button.isPopoverOpen)
            try screen.stopSharing()
            try await world.quiesce()
            #expect(controller.popoverEvents == ["will present", "did dismiss", "stopped sharing"])
        }
        #expect(try await world.bea.share.list().shares.isEmpty)
    }

    // MARK: ShareFlow

    private let options = ShareOptions(groups: [
        .init(
            kind: .picker, identifier: "permission",
            options: [
                .init(identifier: "edit", title: "Can make changes"), .init(identifier: "view", title: "View only"),
            ]),
        .init(
            kind: .switches, identifier: "allow",
            options: [
                .init(identifier: "invite", title: "Add people", isSelected: true),
                .init(identifier: "download", title: "Download", requires: ["edit"]),
            ]),
    ])

    /// An action handler that keeps the selected options.
    final class Recorder: NSObject, SWCollaborationActionHandler {
        var started: [String] = []
        var options: [[String]] = []

        func collaborationCoordinator(_: SWCollaborationCoordinator, handle action: SWStartCollaborationAction) {
            let metadata = action.collaborationMetadata
            started.append("\(metadata.title ?? "") from \(metadata.localIdentifier.rawValue)")
            let groups = metadata.userSelectedShareOptions?.optionsGroups ?? []
            options.append(groups.flatMap(\.options).filter(\.isSelected).map(\.identifier))
            guard let url = URL(string: "https://board.example/b/1") else { return action.fail() }
            action.fulfill(using: url, collaborationIdentifier: SWCollaborationIdentifier(rawValue: "board-1"))
        }

        func collaborationCoordinator(
            _: SWCollaborationCoordinator, handle action: SWUpdateCollaborationParticipantsAction
        ) { action.fulfill() }
    }

    @Test(
        "a board that is sent from the share sheet starts with the options that the person selected, or the app's",
        arguments: [nil, ["view"]] as [[String]?])
    func boardStartsWithOptions(_ selected: [String]?) async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.observer.app.register(
            app: board, name: "Board", domains: ["board.example"], backends: [.custom], shareOptions: options)
        let anna = try world.anna
        try await anna.running(board) { @MainActor in
            let recorder = Recorder()
            SWCollaborationCoordinator.shared.actionHandler = recorder
            let sheet = ShareFlow().boardSheet(title: "Ideas", localIdentifier: "row7")
            var isCompleted = false
            sheet.completionWithItemsHandler = { type, done, _, _ in isCompleted = done && type == .message }
            show(UIViewController())
            window.rootViewController?.present(sheet, animated: true)
            try await sheet.send(to: world.conversation, as: anna, options: selected)
            try await world.quiesce()
            #expect(isCompleted && window.rootViewController?.presentedViewController == nil)
            #expect(recorder.started == ["Ideas from row7"])
            #expect(recorder.options == [selected ?? ["edit", "invite"]])
        }
        #expect(try await world.bea.texts(in: world.conversation) == ["https://board.example/b/1"])
    }

    @Test("a sheet that is cancelled completes nothing, and sends nothing")
    func cancelledSheetSendsNothing() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let sheet = ShareFlow().sheet(forNoteTitled: "Draft", in: .default())
            var results: [Bool] = []
            sheet.completionWithItemsHandler = { _, done, _, _ in results.append(done) }
            show(UIViewController())
            window.rootViewController?.present(sheet, animated: true)
            sheet.cancel()
            try await world.quiesce()
            #expect(results == [false])
        }
        #expect(try await world.anna.share.list().shares.isEmpty)
        #expect(try await world.bea.texts(in: world.conversation).isEmpty)
    }

    @Test("a registered share is sent by its link, whether it exists or is prepared then", arguments: [true, false])
    func registeredShareIsSent(_ isPrepared: Bool) async throws {
        let world = try await TestWorld("Anna", "Bea")
        let anna = try world.anna
        try await anna.running { @MainActor in
            let notes = CloudNotes()
            let sheet: UIActivityViewController
            if isPrepared {
                sheet = ShareFlow().sheet(forNoteTitled: "Ideas", in: notes.container)
                #expect(try await anna.share.list().shares.isEmpty)
            } else {
                let note = CKRecord(recordType: "Note")
                note["title"] = "Ideas"
                let share = try await notes.share(note, publicPermission: .none)
                sheet = ShareFlow().sheet(for: share, in: notes.container)
            }
            try await sheet.send(to: world.conversation, as: anna)
            try await world.quiesce()
        }
        let link = try #require(try await world.bea.texts(in: world.conversation).last)
        let opened = try await world.bea.share.accept(.url(link))
        #expect(opened.share.title == "Ideas" && opened.role == .privateUser)
        #expect(try await world.anna.share.list().shares.count == 1)
    }

    @Test("a link source hands the link to Messages, not the text for mail")
    func linkSourceHandsOutTheLink() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let anna = try world.anna
        try await anna.running { @MainActor in
            let url = try #require(URL(string: "https://notes.example/d/1"))
            let sheet = ShareFlow().linkSheet(for: url)
            try await sheet.send(to: world.conversation, as: anna)
            sheet.excludedActivityTypes = [.message]
            await #expect(throws: ClientFailure.self) { try await sheet.send(to: world.conversation, as: anna) }
        }
        #expect(try await world.bea.texts(in: world.conversation) == ["https://notes.example/d/1"])
    }
}

extension CKUserIdentity {
    /// Returns true if the person has this given name.
    fileprivate func hasName(_ name: String) -> Bool { nameComponents?.givenName == name }
}
