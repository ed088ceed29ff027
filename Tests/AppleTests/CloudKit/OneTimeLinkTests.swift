import AppTestKit
import CloudKit
import Testing

/// One-time links, as an app's own code makes and opens them (`ck-one-time-url`).
@MainActor struct OneTimeLinkTests {
    private let database = { CKContainer.default().privateCloudDatabase }

    /// Returns a new share of a note that has a one-time link, and the participant of the link.
    private func shareWithLink(
        _ permission: CKShare.ParticipantPermission? = nil
    ) async throws -> (share: CKShare, participant: CKShare.Participant) {
        let root = CKRecord(recordType: "Note")
        let share = CKShare(rootRecord: root)
        let participant = CKShare.Participant.oneTimeURLParticipant()
        if let permission { participant.permission = permission }
        share.addParticipant(participant)
        #expect(share.oneTimeURL(for: participant.participantID) == nil)
        _ = try await database().modifyRecords(saving: [root, share], deleting: [])
        return (share, participant)
    }

    private func save(_ share: CKShare) async throws {
        _ = try await database().modifyRecords(saving: [share], deleting: [])
    }

    /// Returns the share as the server has it now.
    private func current(_ share: CKShare) async throws -> CKShare {
        try #require(try await database().record(for: share.recordID) as? CKShare)
    }

    /// Returns the code of the error with which the metadata of a link fails; nil if it does not fail.
    private func code(for url: URL) async throws -> CKError.Code? {
        do {
            _ = try await CKContainer.default().shareMetadata(for: url)
            return nil
        } catch let error as CKError {
            return error.code
        }
    }

    @Test("a one-time link admits the first person who accepts it, with its permission, and nobody after that")
    func firstPersonIsAdmitted() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let (shared, url, id) = try await world.anna.running { @MainActor in
            let (share, participant) = try await shareWithLink(.readWrite)
            let url = try #require(share.oneTimeURL(for: participant.participantID))
            #expect(url != share.url && participant.acceptanceStatus == .pending)
            #expect(participant.userIdentity.userRecordID == nil && !participant.userIdentity.hasiCloudAccount)
            #expect(share.participants.map(\.participantID).last == participant.participantID)
            return (share, url, participant.participantID)
        }
        try await world.bea.running { @MainActor in
            let metadata = try await CKContainer.default().shareMetadata(for: url)
            #expect(metadata.participantStatus == .pending && metadata.participantRole == .privateUser)
            #expect(metadata.participantPermission == .readWrite)
            let share = try await CKContainer.default().accept(metadata)
            let me = try #require(share.currentUserParticipant)
            #expect(me.acceptanceStatus == .accepted && me.permission == .readWrite)
            #expect(share.oneTimeURL(for: id) == nil)
        }
        try await world.carl.running { @MainActor in
            let found = try await code(for: url)
            #expect(found == .unknownItem)
        }
        // It stays Bea's link, and her participant has its identifier.
        try await world.bea.running { @MainActor in
            let metadata = try await CKContainer.default().shareMetadata(for: url)
            #expect(metadata.participantStatus == .accepted)
        }
        try await world.anna.running { @MainActor in
            let share = try await current(shared)
            let bea = try #require(share.participants.first { $0.participantID == id })
            #expect(bea.userIdentity.userRecordID?.recordName == "bea" && bea.acceptanceStatus == .accepted)
            #expect(share.participants.count == 2 && share.oneTimeURL(for: id) == url)
        }
    }

    @Test("a one-time link lets its person read if the app sets no permission")
    func readOnlyByDefault() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in
            let (share, participant) = try await shareWithLink()
            return try #require(share.oneTimeURL(for: participant.participantID))
        }
        try await world.bea.running { @MainActor in
            let metadata = try await CKContainer.default().shareMetadata(for: url)
            let share = try await CKContainer.default().accept(metadata)
            #expect(share.currentUserParticipant?.permission == .readOnly)
        }
    }

    @Test("a one-time link that was taken back on another device of the owner admits nobody")
    func takenBack() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (first, second) = try await world.anna.running { @MainActor in
            let (share, participant) = try await shareWithLink()
            let other = CKShare.Participant.oneTimeURLParticipant()
            share.addParticipant(other)
            try await save(share)
            let first = try #require(share.oneTimeURL(for: participant.participantID))
            let second = try #require(share.oneTimeURL(for: other.participantID))
            #expect(first != second)
            // The share as the other device reads it has other objects for the same participants.
            let read = try await current(share)
            let links = read.participants.filter { $0.role == .privateUser }
            #expect(links == [participant, other])
            read.removeParticipant(participant)
            #expect(read.participants.count == 2)
            try await save(read)
            #expect(read.oneTimeURL(for: participant.participantID) == nil)
            #expect(read.oneTimeURL(for: other.participantID) == second)
            return (first, second)
        }
        try await world.bea.running { @MainActor in
            let (taken, open) = (try await code(for: first), try await code(for: second))
            #expect(taken == .unknownItem && open == nil)
        }
    }

    @Test("a public share takes no one-time link, and a share that becomes public loses its own")
    func publicSharesHaveNone() async throws {
        let world = try await TestWorld("Anna")
        try await world.anna.running { @MainActor in
            let (share, participant) = try await shareWithLink()
            share.publicPermission = .readOnly
            #expect(!share.participants.contains(participant))
            try await save(share)
            #expect(share.oneTimeURL(for: participant.participantID) == nil)
            share.addParticipant(.oneTimeURLParticipant())
            await #expect(throws: CKError.self) { try await save(share) }
            let read = try await current(share)
            #expect(read.participants.count == 1)
        }
    }

    @Test("the permission of a saved one-time link cannot change")
    func permissionStays() async throws {
        let world = try await TestWorld("Anna")
        try await world.anna.running { @MainActor in
            let (share, participant) = try await shareWithLink()
            participant.permission = .readWrite
            await #expect(throws: CKError.self) { try await save(share) }
            participant.permission = .readOnly
            try await save(share)
        }
    }

    @Test("a copy and an archive of a one-time participant are the same participant")
    func archives() async throws {
        let participant = CKShare.Participant.oneTimeURLParticipant()
        #expect(participant != CKShare.Participant.oneTimeURLParticipant())
        #expect(participant.copy() as? CKShare.Participant == participant)
        let data = try NSKeyedArchiver.archivedData(withRootObject: participant, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKShare.Participant.self, from: data)
        #expect(read == participant && read?.id == participant.id)
    }
}
