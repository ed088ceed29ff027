import AppModel
import AppTestKit
import CloudKit
import Testing
import UnderstudyRuntime

/// Shares in item providers, and the observer of the system's sharing screens.
@MainActor struct CloudSharingScreenTests {
    /// Saves a note and its share as the current person.
    nonisolated private static func shareNote() async throws -> CKShare {
        let record = CKRecord(recordType: "Note")
        record["title"] = "Ideas"
        let share = CKShare(rootRecord: record)
        try await CKContainer.default().privateCloudDatabase.modifyRecords(saving: [record, share], deleting: [])
        return share
    }

    @Test("a provider holds a saved share with its container and its choices")
    func savedShareIsRegistered() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let share = try await Self.shareNote()
            let options = CKAllowedSharingOptions(
                allowedParticipantPermissionOptions: .readWrite,
                allowedParticipantAccessOptions: .specifiedRecipientsOnly)
            let provider = NSItemProvider()
            provider.registerCKShare(share, container: .default(), allowedSharingOptions: options)
            let registration = try #require(await provider.cloudKitShare())
            #expect(registration.share === share)
            #expect(registration.container == CKContainer.default())
            #expect(registration.allowedSharingOptions == options)
            #expect(try await registration.prepare() === share)
        }
    }

    @Test("a provider's handler creates the share when it is needed, as the app of its container")
    func preparedShareIsRegistered() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let provider = NSItemProvider()
        #expect(await provider.cloudKitShare() == nil)
        try await world.anna.running { @MainActor in
            provider.registerCKShare(container: CKContainer.default()) { try await Self.shareNote() }
        }
        let registration = try #require(await provider.cloudKitShare())
        #expect(registration.share == nil && registration.allowedSharingOptions == .standard)
        #expect(try await world.anna.share.list().shares.isEmpty)
        #expect(try await registration.prepare().url != nil)
        #expect(try await world.anna.share.list().shares.count == 1)
    }

    @Test("the choices survive an archive")
    func choicesSurvive() throws {
        let options = CKAllowedSharingOptions.standard
        options.allowedParticipantPermissionOptions = .readOnly
        options.allowsParticipantsToInviteOthers = true
        let data = try NSKeyedArchiver.archivedData(withRootObject: options, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKAllowedSharingOptions.self, from: data)
        #expect(back == options && back != .standard)
    }

    @Test("the observer receives each save and the end of sharing of a screen, on the main actor")
    func observerIsCalled() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let share = try await Self.shareNote()
            let observer = CKSystemSharingUIObserver(container: .default())
            var calls: [String] = []
            observer.systemSharingUIDidSaveShareBlock = { id, result in
                MainActor.assertIsolated()
                let people = (try? result.get())?.participants.count ?? 0
                calls.append(id == share.recordID ? "saved with \(people)" : "saved another")
            }
            observer.systemSharingUIDidStopSharingBlock = { id, result in
                MainActor.assertIsolated()
                if case .success = result { calls.append(id == share.recordID ? "stopped" : "stopped another") }
            }
            let app = try RunningApp.current.get()
            let controller = app.withModel { CloudSharingController(share: share.cloudShare, container: $0.container) }
            let bea = try world.bea.handle
            try app.withModel { _ in
                controller.popoverPresentationController.sourceItem = "Share"
                try controller.present()
                try controller.request(.add([bea]))
                try controller.save()
            }
            try await world.quiesce()
            try app.withModel { _ in
                try controller.request(.stop)
                try controller.confirm()
            }
            try await world.quiesce()
            #expect(calls == ["saved with 2", "stopped"])
        }
    }
}
