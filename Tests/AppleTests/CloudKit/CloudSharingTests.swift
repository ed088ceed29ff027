import AppTestKit
import CloudKit
import Testing

/// Sharing of a root record, as adopters write it: from the first save to the loss of access.
@MainActor struct CloudSharingTests {
    /// A recipe that a person shares.
    struct SharedRecipe {
        let record: CKRecord
        let share: CKShare
        let url: URL
    }

    /// Saves a recipe and its share as the current person.
    private func shareRecipe(
        with people: String..., publicPermission: CKShare.ParticipantPermission = .none
    ) async throws -> SharedRecipe {
        let record = CKRecord(recordType: "Recipe")
        record["title"] = "Pumpkin soup"
        record["servings"] = 4
        let share = CKShare(rootRecord: record)
        share[CKShare.SystemFieldKey.title] = "Pumpkin soup" as any CKRecordValue
        share.publicPermission = publicPermission
        let container = CKContainer.default()
        for person in people {
            let participant = try await container.shareParticipant(forEmailAddress: person)
            participant.permission = .readWrite
            share.addParticipant(participant)
        }
        try await container.privateCloudDatabase.modifyRecords(saving: [record, share], deleting: [])
        return SharedRecipe(record: record, share: share, url: try #require(share.url))
    }

    private func code(_ body: () async throws -> Void) async -> CKError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? CKError)?.code
        }
    }

    @Test("the first save gives the share a link, an owner and the title of its root")
    func firstSaveGivesALink() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let recipe = try await shareRecipe()
            #expect(recipe.url.host() == "notes.example")
            #expect(recipe.share.owner.userIdentity.userRecordID?.recordName == "anna")
            #expect(recipe.share.currentUserParticipant == recipe.share.owner)
            #expect(recipe.share.publicPermission == .none)
            #expect(recipe.record.share?.recordID == recipe.share.recordID)
            let read = try await CKContainer.default().privateCloudDatabase.record(for: recipe.share.recordID)
            #expect(read[CKShare.SystemFieldKey.title] == "Pumpkin soup")
        }
        #expect(try await world.anna.share.list().shares.map(\.share.title) == ["Pumpkin soup"])
    }

    @Test("an invited person accepts by the metadata of the link, reads the record and changes it")
    func invitedPersonOpens() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let recipe = try await world.anna.running { @MainActor in try await shareRecipe(with: "bea") }
        #expect(recipe.share.participants.map(\.acceptanceStatus) == [.accepted, .pending])
        try await world.bea.running { @MainActor in
            let container = CKContainer.default()
            let metadata = try await container.shareMetadata(for: recipe.url)
            #expect(metadata.participantStatus == .pending)
            #expect(metadata.participantRole == .privateUser)
            #expect(metadata.participantPermission == .readWrite)
            #expect(metadata.ownerIdentity.userRecordID?.recordName == "anna")
            #expect(metadata.containerIdentifier == "iCloud.com.example.notes")
            let rootID = try #require(metadata.hierarchicalRootRecordID)
            let database = container.sharedCloudDatabase
            #expect(await code { _ = try await database.record(for: rootID) } == .permissionFailure)
            let share = try await container.accept(metadata)
            #expect(share.currentUserParticipant?.acceptanceStatus == .accepted)
            let record = try await database.record(for: rootID)
            #expect(record.recordType == "Recipe")
            #expect(record["title"] == "Pumpkin soup")
            #expect(record["servings"] as? Int == 4)
            record["servings"] = 6
            try await database.save(record)
        }
        try await world.anna.running { @MainActor in
            let record = try await CKContainer.default().privateCloudDatabase.record(for: recipe.record.recordID)
            #expect(record["servings"] == 6)
            #expect(record.lastModifiedUserRecordID?.recordName == "bea")
        }
    }

    @Test("a participant who is removed loses the record, and the removed person's save is refused")
    func removedPersonLosesAccess() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let recipe = try await world.anna.running { @MainActor in try await shareRecipe(with: "bea") }
        let record = try await world.bea.running { @MainActor in
            let container = CKContainer.default()
            let metadata = try await container.shareMetadata(for: recipe.url)
            try await container.accept(metadata)
            return try await container.sharedCloudDatabase.record(for: metadata.rootRecordID)
        }
        try await world.anna.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            let share = try #require(try await database.record(for: recipe.share.recordID) as? CKShare)
            let bea = try #require(share.participants.first { $0.role == .privateUser })
            #expect(bea.acceptanceStatus == .accepted)
            share.removeParticipant(bea)
            try await database.save(share)
            #expect(share.participants.map(\.role) == [.owner])
        }
        try await world.bea.running { @MainActor in
            let database = CKContainer.default().sharedCloudDatabase
            #expect(await code { _ = try await database.record(for: record.recordID) } == .unknownItem)
            record["servings"] = 1
            #expect(await code { try await database.save(record) } == .unknownItem)
        }
    }

    @Test("a stranger gets neither metadata nor access to a private share")
    func strangerIsRefused() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let recipe = try await world.anna.running { @MainActor in try await shareRecipe(with: "bea") }
        let metadata = try await world.bea.running { @MainActor in
            try await CKContainer.default().shareMetadata(for: recipe.url)
        }
        try await world.carl.running { @MainActor in
            let container = CKContainer.default()
            #expect(await code { _ = try await container.shareMetadata(for: recipe.url) } == .unknownItem)
            #expect(await code { try await container.accept(metadata) } == .unknownItem)
        }
    }

    @Test("a public permission lets anyone with the link join, and read only")
    func publicShareAdmitsAnyone() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let recipe = try await world.anna.running { @MainActor in
            try await shareRecipe(publicPermission: .readOnly)
        }
        try await world.bea.running { @MainActor in
            let container = CKContainer.default()
            let metadata = try await container.shareMetadata(for: recipe.url)
            #expect(metadata.participantRole == .publicUser)
            #expect(metadata.participantPermission == .readOnly)
            try await container.accept(metadata)
            let record = try await container.sharedCloudDatabase.record(for: metadata.rootRecordID)
            record["servings"] = 1
            #expect(await code { try await container.sharedCloudDatabase.save(record) } == .permissionFailure)
        }
    }

    @Test("a person cannot be added by name to a public share: the save fails and nothing is shared")
    func publicShareTakesNoNames() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let record = CKRecord(recordType: "Recipe")
            let share = CKShare(rootRecord: record)
            share.publicPermission = .readWrite
            share.addParticipant(try await CKContainer.default().shareParticipant(forEmailAddress: "bea"))
            let database = CKContainer.default().privateCloudDatabase
            #expect(
                await code { try await database.modifyRecords(saving: [record, share], deleting: []) }
                    == .partialFailure)
            #expect(share.url == nil)
        }
        #expect(try await world.anna.share.list().shares.isEmpty)
    }

    @Test("a refused invitation leaves nothing shared, and the record as it was")
    func refusedInvitationSharesNothing() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let container = CKContainer.default()
            let record = CKRecord(recordType: "Recipe")
            let share = CKShare(rootRecord: record)
            for number in 1...100 {
                share.addParticipant(try await container.shareParticipant(forEmailAddress: "guest\(number)"))
            }
            let database = container.privateCloudDatabase
            let results = try await database.modifyRecords(saving: [record, share], deleting: [], atomically: false)
            let error = #expect(throws: CKError.self) { try results.saveResults[share.recordID]?.get() }
            #expect(error?.code == .tooManyParticipants)
            #expect(share.url == nil && record.share == nil && record.recordChangeTag == nil)
            #expect(try await world.anna.share.list().shares.isEmpty)
            #expect(try await world.anna.document.list().documents.isEmpty)
            share.removeParticipant(share.participants[1])
            try await database.modifyRecords(saving: [record, share], deleting: [])
            #expect(share.participants.count == 100 && share.url != nil)
        }
    }

    @Test("a refused save keeps the unsaved changes, and a save after a correction succeeds")
    func refusedSaveKeepsChanges() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let share = try await shareRecipe().share
            let container = CKContainer.default()
            for number in 1...100 {
                share.addParticipant(try await container.shareParticipant(forEmailAddress: "guest\(number)"))
            }
            let database = container.privateCloudDatabase
            #expect(await code { try await database.save(share) } == .tooManyParticipants)
            #expect(share.participants.count == 101)
            share.removeParticipant(share.participants[1])
            try await database.save(share)
            #expect(share.participants.count == 100)
        }
    }

    @Test("a person who is added may only read, unless the app sets another permission")
    func addedPersonMayRead() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let recipe = try await shareRecipe()
            let bea = try await CKContainer.default().shareParticipant(forEmailAddress: "bea")
            recipe.share.addParticipant(bea)
            #expect(recipe.share.participants.last === bea)
            try await CKContainer.default().privateCloudDatabase.save(recipe.share)
            #expect(bea.permission == .readOnly && bea.acceptanceStatus == .pending)
        }
    }

    @Test("a changed permission of a participant counts after the save")
    func permissionIsSaved() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let recipe = try await world.anna.running { @MainActor in
            let recipe = try await shareRecipe(with: "bea")
            let bea = try #require(recipe.share.participants.last)
            bea.permission = .readOnly
            try await CKContainer.default().privateCloudDatabase.save(recipe.share)
            return recipe
        }
        let seen = try await world.bea.share.get(.url(recipe.url.absoluteString))
        #expect(seen.share.participants.map(\.permission) == [.readWrite, .readOnly])
    }

    @Test("a save over another device's save fails, with the server's share in the error")
    func staleSaveIsRefused() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let phone = try await world.anna.device("Phone")
        let recipe = try await world.anna.running { @MainActor in try await shareRecipe() }
        try await phone.running { @MainActor in
            let container = CKContainer.default()
            let share = try await container.shareMetadata(for: recipe.url).share
            share.publicPermission = .readOnly
            try await container.privateCloudDatabase.save(share)
        }
        try await world.anna.running { @MainActor in
            try await world.quiesce()
            #expect(recipe.share.publicPermission == .none, "the object shows what was read")
            recipe.share[CKShare.SystemFieldKey.title] = "Soup"
            let database = CKContainer.default().privateCloudDatabase
            let error = await #expect(throws: CKError.self) { try await database.save(recipe.share) }
            #expect(error?.code == .serverRecordChanged)
            let newest = try #require(error?.serverRecord as? CKShare)
            #expect(newest.publicPermission == .readOnly)
            newest[CKShare.SystemFieldKey.title] = "Soup"
            try await database.save(newest)
        }
        #expect(try await world.anna.share.list().shares.map(\.share.title) == ["Soup"])
    }

    @Test("another device of the owner finds the record and its share under the same identifiers")
    func otherDeviceFindsTheRecord() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let recipe = try await world.anna.running { @MainActor in try await shareRecipe() }
        let phone = try await world.anna.device("Phone")
        try await phone.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            let record = try await database.record(for: recipe.record.recordID)
            #expect(record["servings"] == 4)
            let reference = try #require(record.share)
            #expect(reference.recordID == recipe.share.recordID)
            #expect((try await database.record(for: reference.recordID) as? CKShare)?.url == recipe.url)
            record["servings"] = 8
            try await database.save(record)
        }
        try await world.anna.running { @MainActor in
            recipe.record["servings"] = 2
            let database = CKContainer.default().privateCloudDatabase
            let error = await #expect(throws: CKError.self) { try await database.save(recipe.record) }
            #expect(error?.code == .serverRecordChanged && error?.serverRecord?["servings"] == 8)
        }
    }

    @Test("the owner stops sharing by deleting the share, and shares again under the same link")
    func deletedShareStopsSharing() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let recipe = try await shareRecipe(with: "bea")
            let database = CKContainer.default().privateCloudDatabase
            try await database.deleteRecord(withID: recipe.share.recordID)
            let record = try await database.record(for: recipe.record.recordID)
            #expect(record.share == nil)
            let again = CKShare(rootRecord: record)
            try await database.modifyRecords(saving: [record, again], deleting: [])
            #expect(again.url == recipe.url)
            #expect(again.participants.count == 1)
        }
    }

    @Test("a participant leaves by deleting the share from the shared database")
    func participantLeaves() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let recipe = try await world.anna.running { @MainActor in try await shareRecipe(with: "bea") }
        try await world.bea.running { @MainActor in
            let container = CKContainer.default()
            let metadata = try await container.shareMetadata(for: recipe.url)
            let share = try await container.accept(metadata)
            try await container.sharedCloudDatabase.deleteRecord(withID: share.recordID)
        }
        let seen = try await world.anna.share.get(.url(recipe.url.absoluteString))
        #expect(seen.share.participants.count == 1)
    }

    @Test("a record that is shared already gets no second share")
    func secondShareIsRefused() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let recipe = try await shareRecipe()
            let database = CKContainer.default().privateCloudDatabase
            #expect(await code { try await database.save(CKShare(rootRecord: recipe.record)) } == .alreadyShared)
        }
    }
}
