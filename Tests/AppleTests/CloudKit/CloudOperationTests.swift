import AppTestKit
import CloudKit
import Testing

/// The operations of CloudKit and their blocks, in the old form and the new one.
@MainActor struct CloudOperationTests {
    /// A view controller's part of the sample in Apple's documentation, without the screens.
    private func share(rootRecord: CKRecord, completion: @escaping (CKShare?, CKContainer?, (any Error)?) -> Void) {
        let shareRecord = CKShare(rootRecord: rootRecord)
        let recordsToSave = [rootRecord, shareRecord]
        let container = CKContainer.default()
        let privateDatabase = container.privateCloudDatabase
        let operation = CKModifyRecordsOperation(recordsToSave: recordsToSave, recordIDsToDelete: [])
        operation.perRecordCompletionBlock = { (record, error) in
            if let error = error {
                print("CloudKit error: \(error.localizedDescription)")
            }
        }
        operation.modifyRecordsCompletionBlock = { (savedRecords, deletedRecordIDs, error) in
            if let error = error {
                completion(nil, nil, error)
            } else {
                completion(shareRecord, container, nil)
            }
        }
        privateDatabase.add(operation)
    }

    @Test("the documentation's sample shares its root record and calls back once")
    func sampleShares() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            var calls: [(share: CKShare?, container: CKContainer?)] = []
            share(rootRecord: CKRecord(recordType: "Note")) { share, container, error in
                MainActor.assertIsolated()
                #expect(error == nil)
                calls.append((share, container))
            }
            #expect(calls.isEmpty, "nothing is called from within add")
            try await world.quiesce()
            #expect(calls.count == 1)
            #expect(calls.first?.share?.url != nil)
            #expect(calls.first?.container == CKContainer.default())
        }
    }

    @Test("the old and the new blocks are called once for each record and once for the operation")
    func blocksAreCalledOnce() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            let old = try await database.save(CKRecord(recordType: "Note"))
            let root = CKRecord(recordType: "Note")
            let records = [root, CKShare(rootRecord: root)]
            let operation = CKModifyRecordsOperation(recordsToSave: records, recordIDsToDelete: [old.recordID])
            operation.qualityOfService = .userInitiated
            var calls: [String] = []
            func note(_ call: String) {
                MainActor.assertIsolated()
                calls.append(call)
            }
            operation.perRecordSaveBlock = { id, result in
                note(id == root.recordID && (try? result.get()) === root ? "save root" : "save share")
            }
            operation.perRecordDeleteBlock = { id, _ in note(id == old.recordID ? "delete" : "delete another") }
            operation.perRecordCompletionBlock = { record, error in note("complete \(error == nil)") }
            operation.modifyRecordsResultBlock = { if case .success = $0 { note("result") } }
            operation.modifyRecordsCompletionBlock = { saved, deleted, error in
                note("\(saved?.count ?? 0) saved, \(deleted?.count ?? 0) deleted, \(error == nil)")
            }
            database.add(operation)
            try await world.quiesce()
            #expect(
                calls == [
                    "save root", "complete true", "save share", "complete true", "delete", "result",
                    "2 saved, 1 deleted, true",
                ])
            #expect(operation.isFinished)
            await #expect(throws: CKError.self) { try await database.record(for: old.recordID) }
        }
    }

    @Test("a failed record fails its whole atomic operation, with an error for each record")
    func atomicOperationFailsAsAWhole() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            let good = CKRecord(recordType: "Note")
            let bad = CKRecord(recordType: "Note", zoneID: CKRecordZone.ID(zoneName: "Unsaved"))
            let operation = CKModifyRecordsOperation(recordsToSave: [good, bad])
            var error: CKError?
            operation.modifyRecordsResultBlock = { if case .failure(let failure) = $0 { error = failure as? CKError } }
            database.add(operation)
            try await world.quiesce()
            #expect(error?.code == .partialFailure)
            let errors = try #require(error?.partialErrorsByItemID)
            #expect((errors[bad.recordID] as? CKError)?.code == .zoneNotFound)
            #expect((errors[good.recordID] as? CKError)?.code == .batchRequestFailed)
            let some = try await database.modifyRecords(saving: [good, bad], deleting: [], atomically: false)
            #expect((try? some.saveResults[good.recordID]?.get()) != nil)
        }
    }

    @Test("an operation waits for its dependency, and a cancelled one fails")
    func dependenciesAndCancellation() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            var finished: [String] = []
            let root = CKRecord(recordType: "Note")
            let first = CKModifyRecordsOperation(recordsToSave: [root, CKShare(rootRecord: root)])
            first.modifyRecordsResultBlock = { _ in finished.append("first") }
            let second = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
            second.modifyRecordsResultBlock = { _ in finished.append("second") }
            second.addDependency(first)
            let third = CKModifyRecordsOperation(recordsToSave: [CKRecord(recordType: "Note")])
            third.modifyRecordsResultBlock = { result in
                if case .failure(let error) = result, (error as? CKError)?.code == .operationCancelled {
                    finished.append("cancelled")
                }
            }
            third.cancel()
            for operation in [second, first, third] { database.add(operation) }
            try await world.quiesce()
            #expect(finished == ["cancelled", "first", "second"])
        }
    }

    @Test("operations look up the metadata of links and accept shares")
    func metadataAndAcceptance() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in
            let root = CKRecord(recordType: "Note")
            root["title"] = "Ideas"
            let share = CKShare(rootRecord: root)
            share.publicPermission = .readWrite
            try await CKContainer.default().privateCloudDatabase.modifyRecords(saving: [root, share], deleting: [])
            return try #require(share.url)
        }
        try await world.bea.running { @MainActor in
            let container = CKContainer.default()
            let unknown = try #require(URL(string: "https://notes.example/none"))
            var found: [CKShare.Metadata] = []
            var results: [String] = []
            let lookup = CKFetchShareMetadataOperation(shareURLs: [url, unknown])
            lookup.perShareMetadataResultBlock = { _, result in if let one = try? result.get() { found.append(one) } }
            lookup.fetchShareMetadataResultBlock = { result in
                if case .failure(let error) = result {
                    results.append("\((error as? CKError)?.code == .partialFailure)")
                }
            }
            container.add(lookup)
            try await world.quiesce()
            #expect(found.count == 1 && results == ["true"])
            let accept = CKAcceptSharesOperation(shareMetadatas: found)
            accept.perShareResultBlock = { metadata, result in results.append(metadata == found[0] ? "share" : "other")
            }
            accept.acceptSharesResultBlock = { if case .success = $0 { results.append("accepted") } }
            container.add(accept)
            try await world.quiesce()
            #expect(results == ["true", "share", "accepted"])
            let whole = CKFetchShareMetadataOperation(shareURLs: [url])
            whole.shouldFetchRootRecord = true
            whole.perShareMetadataBlock = { _, metadata, _ in
                #expect(metadata?.rootRecord?["title"] == "Ideas")
                #expect(metadata?.participantStatus == .accepted)
                results.append("whole")
            }
            container.add(whole)
            try await world.quiesce()
            #expect(results.last == "whole")
        }
    }

    @Test("an operation fetches records and shares")
    func recordsAreFetched() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            let root = CKRecord(recordType: "Note")
            let share = CKShare(rootRecord: root)
            try await database.modifyRecords(saving: [root, share], deleting: [])
            let ids = [root.recordID, share.recordID, CKRecord.ID(recordName: "none")]
            let operation = CKFetchRecordsOperation(recordIDs: ids)
            var calls: [String] = []
            operation.perRecordResultBlock = { id, result in
                calls.append((try? result.get())?.recordType ?? "no \(id.recordName)")
            }
            operation.fetchRecordsCompletionBlock = { records, error in
                calls.append("\(records?.count ?? 0) \((error as? CKError)?.code == .partialFailure)")
            }
            database.add(operation)
            try await world.quiesce()
            #expect(calls == ["Note", "cloudkit.share", "no none", "2 true"])
        }
    }

    @Test("an operation finds people by their addresses")
    func participantsAreFound() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let infos = [
                CKUserIdentity.LookupInfo(emailAddress: "bea"), CKUserIdentity.LookupInfo(emailAddress: "not a handle"),
            ]
            let operation = CKFetchShareParticipantsOperation(userIdentityLookupInfos: infos)
            var codes: [CKError.Code?] = []
            var people: [String?] = []
            operation.shareParticipantFetchedBlock = { people.append($0.userIdentity.lookupInfo?.emailAddress) }
            operation.perShareParticipantResultBlock = { _, result in
                if case .failure(let error) = result { codes.append((error as? CKError)?.code) }
            }
            CKContainer.default().add(operation)
            try await world.quiesce()
            #expect(people == ["bea"] && codes == [.invalidArguments])
            #expect(try await CKContainer.default().userRecordID().recordName == "anna")
            #expect(try await CKContainer.default().accountStatus() == .available)
        }
    }

    @Test("without an app every call fails with the names of the missing variables")
    func unboundCodeIsRefused() async throws {
        let container = CKContainer.default()
        let error = await #expect(throws: CKError.self) { try await container.userRecordID() }
        #expect(error?.code == .notAuthenticated)
        #expect(error?.localizedDescription.contains("UNDERSTUDY_APP and UNDERSTUDY_PERSON") == true)
        let record = CKRecord(recordType: "Note")
        await #expect(throws: CKError.self) {
            try await container.privateCloudDatabase.save(CKShare(rootRecord: record))
        }
    }
}
