import AppTestKit
import CloudKit
import SharedWithYou
import Testing
import UIKit

@testable import Adopters

/// The CloudKit flow and the archives of adopters' files.
@MainActor struct AdoptersCloudTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

    private static func note(_ title: String = "Ideas") -> CKRecord {
        let note = CKRecord(recordType: "Note")
        note["title"] = title
        note["text"] = "First line"
        return note
    }

    private func code(_ body: () async throws -> Void) async -> CKError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? CKError)?.code
        }
    }

    // MARK: CloudNotes

    @Test("the operation's result block gives a share with a link, and a second share of the note is refused")
    func operationSharesOnce() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let (notes, note) = (CloudNotes(), Self.note())
            var results: [Result<CKShare, any Error>] = []
            notes.share(note) { results.append($0) }
            #expect(results.isEmpty, "nothing is called from within add")
            try await world.quiesce()
            #expect(results.count == 1)
            #expect(try results.first?.get().url != nil)
            notes.share(note) { results.append($0) }
            try await world.quiesce()
            #expect(results.count == 2)
            #expect(throws: CKError.self) { try results.last?.get() }
        }
        #expect(try await world.anna.share.list().shares.map(\.share.title) == ["Ideas"])
    }

    @Test("an added person reads and changes the note, another may read only, and a removed one loses it")
    func participantsHaveTheirPermissions() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let (notes, note, share) = try await world.anna.running { @MainActor in
            let (notes, note) = (CloudNotes(), Self.note())
            let share = try await notes.share(note, publicPermission: .none)
            try await notes.add("bea", to: share, permission: .readWrite)
            try await notes.add("carl", to: share, permission: .readOnly)
            return (notes, note, share)
        }
        let url = try #require(share.url)
        try await world.bea.running { @MainActor in
            let shared = try await CloudNotes().open(url)
            #expect(shared["text"] == "First line" && shared["title"] == "Ideas")
            shared["text"] = "Bea's line"
            try await CloudNotes().save(shared)
        }
        try await world.carl.running { @MainActor in
            let shared = try await CloudNotes().open(url)
            #expect(shared["text"] == "Bea's line")
            shared["text"] = "Carl's line"
            #expect(await code { try await CloudNotes().save(shared) } == .permissionFailure)
        }
        try await world.anna.running { @MainActor in
            let database = notes.container.privateCloudDatabase
            let newest = try #require(try await database.record(for: share.recordID) as? CKShare)
            let carl = try #require(newest.participants.first { $0.permission == .readOnly })
            #expect(carl.acceptanceStatus == .accepted)
            try await notes.remove(carl, from: newest)
            #expect(try await database.record(for: note.recordID)["text"] == "Bea's line")
        }
        try await world.carl.running { @MainActor in
            #expect(await code { _ = try await CloudNotes().open(url) } == .unknownItem)
        }
        #expect(try await world.bea.share.get(.url(url.absoluteString)).share.participants.count == 2)
    }

    @Test("a public share lets anyone with the link in, and accepts by its metadata")
    func publicShareIsAccepted() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in
            let share = try await CloudNotes().share(Self.note(), publicPermission: .readOnly)
            return try #require(share.url)
        }
        try await world.bea.running { @MainActor in
            let notes = CloudNotes()
            let metadata = try await notes.container.shareMetadata(for: url)
            #expect(metadata.participantStatus == .pending && metadata.participantRole == .publicUser)
            var isAccepted = false
            notes.accept(metadata) { if case .success = $0 { isAccepted = true } }
            try await world.quiesce()
            #expect(isAccepted)
            #expect(try await notes.container.shareMetadata(for: url).participantStatus == .accepted)
        }
        let share = try await world.anna.share.get(.url(url.absoluteString))
        #expect(share.share.participants.map(\.handle.rawValue) == ["anna", "bea"])
    }

    @Test(
        "a share that a person opens in Messages is accepted, whether it launches the app or the app runs",
        arguments: [true, false])
    func openedShareIsAccepted(_ isLaunch: Bool) async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in
            let notes = CloudNotes()
            let share = try await notes.share(Self.note(), publicPermission: .none)
            try await notes.add("bea", to: share, permission: .readWrite)
            return try #require(share.url)
        }
        func acceptance() async throws -> [Share.Acceptance] {
            try await world.anna.share.get(.url(url.absoluteString)).share.participants.map(\.acceptance)
        }
        #expect(try await acceptance() == [.accepted, .pending])
        try await world.bea.running { @MainActor in
            let (app, delegate) = (UIApplication.shared, NotesSceneDelegate())
            let scene = isLaunch ? try await app.open(with: delegate, share: url) : app.open(with: delegate)
            if !isLaunch { try await scene.openShare(at: url) }
            try await world.quiesce()
            #expect(delegate.message == "You joined “Ideas”.")
            app.close(scene)
        }
        #expect(try await acceptance() == [.accepted, .accepted])
    }

    @Test("a change over another device's save is applied to the server's record, and loses neither")
    func conflictKeepsBothChanges() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (note, url) = try await world.anna.running { @MainActor in
            let (notes, note) = (CloudNotes(), Self.note())
            let share = try await notes.share(note, publicPermission: .readWrite)
            return (note, try #require(share.url))
        }
        try await world.bea.running { @MainActor in
            let shared = try await CloudNotes().open(url)
            shared["text"] = "Bea's line"
            try await CloudNotes().save(shared)
        }
        try await world.anna.running { @MainActor in
            var attempts = 0
            let saved = try await CloudNotes().update(note) { record in
                record["title"] = "Better ideas"
                attempts += 1
            }
            #expect(attempts == 2, "the first save is refused")
            #expect(saved["title"] == "Better ideas" && saved["text"] == "Bea's line")
        }
    }

    @Test("a share that the app renames gives the rename's notice its new title")
    func renameNamesTheNewTitle() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let notes = CloudNotes()
            let share = try await notes.share(Self.note(), publicPermission: .none)
            try await notes.add("bea", to: share, permission: .readWrite)
            let url = try #require(share.url)
            try await world.anna.send(url.absoluteString, to: world.conversation)
            share[CKShare.SystemFieldKey.title] = "Better ideas"
            try await notes.container.privateCloudDatabase.save(share)
            try await NoticePoster().didChangeFile(at: url, .renamed)
            try await world.quiesce()
        }
        let notice = try await world.bea.wait(for: .noticePosted) { $0.notice.text.contains("renamed") }.notice
        #expect(notice.text == "Anna renamed “Ideas” to “Better ideas”")
        #expect(try await world.bea.share.list().shares.map(\.share.title) == ["Better ideas"])
    }

    @Test("the sharing screen of an existing share adds people, removes them and stops, and reports each to the app")
    func sharingScreenReportsToTheApp() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        try await world.anna.running { @MainActor in
            let notes = CloudNotes()
            let share = try await notes.share(Self.note(), publicPermission: .none)
            let presenter = UIViewController()
            window.rootViewController = presenter
            window.makeKeyAndVisible()
            notes.showSharing(of: share, from: presenter)
            let screen = try #require(presenter.presentedViewController as? UICloudSharingController)
            try screen.add(world.bea, world.carl)
            try await world.quiesce()
            #expect(try await world.carl.share.list().shares.map(\.share.title) == ["Ideas"])
            try screen.remove(world.carl)
            try await world.quiesce()
            #expect(try await world.carl.share.list().shares.isEmpty)
            #expect(try await world.bea.share.list().shares.count == 1)
            try screen.stopSharing()
            try await world.quiesce()
            #expect(notes.screenEvents == ["saved", "saved", "stopped"])
        }
        #expect(try await world.bea.share.list().shares.isEmpty)
    }

    // MARK: Archives

    @Test("an archived highlight finds its document after a restart, and an archived collaboration keeps its title")
    func highlightsSurviveARestart() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let url = try #require(URL(string: plan.url))
        let data = try await world.bea.running { @MainActor in
            let highlight = try #require(SWHighlightCenter().highlights.first)
            let activity = try NSUserActivity(showing: highlight)
            #expect(try activity.restoredHighlight() == highlight)
            let other = NSUserActivity(activityType: "com.example.other")
            other.userInfo = activity.userInfo
            #expect(try other.restoredHighlight() == nil)
            return try Archives.data(of: try await SWHighlightCenter().collaborationHighlight(for: url))
        }
        let tablet = try await world.bea.device("Tablet")
        try await tablet.running { @MainActor in
            let restored = try #require(try Archives.collaboration(from: data))
            #expect(restored.title == "Trip plan" && restored.url == url)
            #expect(SWHighlightCenter().highlights.contains(restored))
        }
    }

    @Test("events that were archived without a connection are posted later as the same notices")
    func archivedEventsArePosted() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.bea.share.accept(.url(plan.url))
        try await world.anna.running { @MainActor in
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: try #require(URL(string: plan.url)))
            let data = try Archives.data(of: [
                SWHighlightChangeEvent(highlight: highlight, trigger: .comment),
                SWHighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: "bea"),
                SWHighlightPersistenceEvent(highlight: highlight, trigger: .deleted),
                SWHighlightMembershipEvent(highlight: highlight, trigger: .addedCollaborator),
            ])
            let events = try Archives.events(from: data)
            #expect(events.count == 4)
            #expect((events.last as? SWHighlightMembershipEvent)?.membershipEventTrigger == .addedCollaborator)
            for event in events { center.postNotice(for: event) }
            try await world.quiesce()
        }
        var texts: [String] = []
        for _ in 1...3 { texts.append(try await world.bea.wait(for: .noticePosted).notice.text) }
        #expect(
            texts == [
                "Anna commented on “Trip plan”", "Anna mentioned you in “Trip plan”", "Anna deleted “Trip plan”",
            ])
    }

    @Test("archived metadata keeps its options with the person's selection")
    func metadataKeepsItsOptions() throws {
        let metadata = SWCollaborationMetadata(localIdentifier: SWLocalCollaborationIdentifier(rawValue: "row7"))
        metadata.defaultShareOptions = ShareFlow.shareOptions()
        let selection = ShareFlow.shareOptions()
        (selection.optionsGroups[0] as? SWCollaborationOptionsPickerGroup)?.selectedOptionIdentifier = "view"
        metadata.userSelectedShareOptions = selection
        let restored = try #require(try Archives.metadata(from: try Archives.data(of: metadata)))
        let pickers = [restored.defaultShareOptions, restored.userSelectedShareOptions].map {
            ($0?.optionsGroups[0] as? SWCollaborationOptionsPickerGroup)?.selectedOptionIdentifier
        }
        #expect(pickers == ["edit", "view"] && restored.localIdentifier.rawValue == "row7")
        #expect(restored.userSelectedShareOptions?.optionsGroups[1].options[1].requiredOptionsIdentifiers == ["edit"])
    }

    @Test("a record of archived system fields saves over the server's record, one of an old archive does not")
    func systemFieldsSaveTheRecord() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let (notes, note) = (CloudNotes(), Self.note())
            _ = try await notes.share(note, publicPermission: .none)
            let data = Archives.systemFields(of: note)
            let restored = try #require(try Archives.record(fromSystemFields: data))
            #expect(restored.recordID == note.recordID && restored.recordChangeTag == note.recordChangeTag)
            #expect(restored["text"] == nil && restored.share?.recordID == note.share?.recordID)
            restored["text"] = "Restored line"
            let database = notes.container.privateCloudDatabase
            try await database.save(restored)
            #expect(try await database.record(for: note.recordID)["text"] == "Restored line")
            let old = try #require(try Archives.record(fromSystemFields: data))
            old["text"] = "Old line"
            #expect(await code { try await database.save(old) } == .serverRecordChanged)
        }
    }
}
