import AppTestKit
import CloudKit
import Testing

/// Requests for access to private shares, as an app's own code makes and answers them (`ck-access-requests`).
@MainActor struct AccessRequestTests {
    private let database = { CKContainer.default().privateCloudDatabase }

    /// Returns a saved share of a new note that takes requests for access.
    private func share() async throws -> CKShare {
        let root = CKRecord(recordType: "Note")
        let share = CKShare(rootRecord: root)
        share.allowsAccessRequests = true
        _ = try await database().modifyRecords(saving: [root, share], deleting: [])
        return share
    }

    private func save(_ share: CKShare) async throws {
        _ = try await database().modifyRecords(saving: [share], deleting: [])
    }

    /// Returns the share as the server has it now.
    private func current(_ share: CKShare) async throws -> CKShare {
        try #require(try await database().record(for: share.recordID) as? CKShare)
    }

    @Test("a request waits on the share, and adding the requester approves it")
    func addingApproves() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (saved, url) = try await world.anna.running { @MainActor in
            let share = try await share()
            return (share, try #require(share.url))
        }
        try await world.bea.running { @MainActor in
            let results = try await CKContainer.default().requestShareAccess(for: [url])
            try results[url]?.get()
            await #expect(throws: CKError.self) { try await CKContainer.default().shareMetadata(for: url) }
        }
        try await world.anna.running { @MainActor in
            let share = try await current(saved)
            #expect(share.allowsAccessRequests && share.blockedIdentities.isEmpty)
            let requester = try #require(share.requesters.first)
            #expect(requester.userIdentity.userRecordID?.recordName == "bea")
            let address = try #require(requester.participantLookupInfo.emailAddress)
            share.addParticipant(try await CKContainer.default().shareParticipant(forEmailAddress: address))
            try await save(share)
            let bea = try #require(share.participants.first { $0.role == .privateUser })
            #expect(bea.isApprovedRequester && share.requesters.isEmpty)
        }
        try await world.bea.running { @MainActor in
            let metadata = try await CKContainer.default().shareMetadata(for: url)
            #expect(metadata.participantStatus == .pending)
        }
    }

    @Test("a denied requester may ask again, and a blocked one finds no share until they are unblocked")
    func denyAndBlock() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let (saved, url) = try await world.anna.running { @MainActor in
            let share = try await share()
            return (share, try #require(share.url))
        }
        /// Asks as Bea, and returns the code of the error.
        func ask() async throws -> CKError.Code? {
            try await world.bea.running { @MainActor in
                let operation = CKShareRequestAccessOperation(shareURLs: [url])
                return await withCheckedContinuation { continuation in
                    operation.perShareAccessRequestResultBlock = { asked, result in
                        #expect(asked == url)
                        if case .failure(let error as CKError) = result {
                            return continuation.resume(returning: error.code)
                        }
                        continuation.resume(returning: nil)
                    }
                    CKContainer.default().add(operation)
                }
            }
        }
        #expect(try await ask() == nil)
        try await world.anna.running { @MainActor in
            let share = try await current(saved)
            share.denyRequesters(share.requesters)
            #expect(share.requesters.isEmpty)
            try await save(share)
        }
        #expect(try await ask() == nil)
        try await world.anna.running { @MainActor in
            let share = try await current(saved)
            share.blockRequesters(share.requesters)
            try await save(share)
            let blocked = try await current(saved).blockedIdentities
            #expect(blocked.map(\.userIdentity.userRecordID?.recordName) == ["bea"])
        }
        #expect(try await ask() == .unknownItem)
        try await world.anna.running { @MainActor in
            let share = try await current(saved)
            share.unblockIdentities(share.blockedIdentities)
            try await save(share)
        }
        #expect(try await ask() == nil)
    }

    @Test("a share takes no requests unless its owner allows them, and looks like none")
    func offByDefault() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in
            let root = CKRecord(recordType: "Note")
            let share = CKShare(rootRecord: root)
            #expect(!share.allowsAccessRequests)
            _ = try await database().modifyRecords(saving: [root, share], deleting: [])
            return try #require(share.url)
        }
        let missing = try #require(URL(string: "https://notes.example/shared/none"))
        try await world.bea.running { @MainActor in
            let results = try await CKContainer.default().requestShareAccess(for: [url, missing])
            for result in results.values {
                #expect { try result.get() } throws: { ($0 as? CKError)?.code == .unknownItem }
            }
        }
    }
}
