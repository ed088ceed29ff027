import AppTestKit
import CloudKit
import Testing

/// Records, their values and archives, and the records that an app stores on one device.
@MainActor struct CloudRecordTests {
    private func roundTrip<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
    }

    private func record() -> CKRecord {
        let record = CKRecord(recordType: "Recipe", recordID: CKRecord.ID(recordName: "soup"))
        record["title"] = "Pumpkin soup"
        record["servings"] = 4
        record["weight"] = 1.5
        record["isVegan"] = true
        record["cooked"] = Date(timeIntervalSinceReferenceDate: 86_400)
        record["photo"] = Data([1, 2, 255])
        record["tags"] = ["autumn", "soup"]
        record["book"] = CKRecord.Reference(recordID: CKRecord.ID(recordName: "book"), action: .deleteSelf)
        return record
    }

    private func expectFields(of record: CKRecord) {
        #expect(record["title"] == "Pumpkin soup")
        #expect(record["servings"] as? Int == 4)
        #expect(record["weight"] == 1.5)
        #expect(record["isVegan"] == true)
        #expect(record["cooked"] == Date(timeIntervalSinceReferenceDate: 86_400))
        #expect(record["photo"] == Data([1, 2, 255]))
        #expect(record["tags"] as? [String] == ["autumn", "soup"])
        let book: CKRecord.Reference? = record["book"]
        #expect(book?.recordID.recordName == "book" && book?.action == .deleteSelf)
    }

    @Test("a record holds values of every type, and nil removes a field")
    func recordHoldsValues() {
        let record = record()
        expectFields(of: record)
        #expect(record["title"] as? Int == nil)
        #expect(record.allKeys().count == 8 && record.changedKeys() == record.allKeys())
        record["title"] = nil
        #expect(record["title"] == nil)
        #expect(record.map(\.0) == record.allKeys() && record.allKeys().count == 7)
        let copy = record.copy() as? CKRecord
        copy?["servings"] = 5
        #expect(record["servings"] == 4 && copy?["servings"] == 5)
    }

    @Test("a record survives an archive, and its system fields survive without the app's fields")
    func recordSurvives() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let record = try await CKContainer.default().privateCloudDatabase.save(record())
            record.setParent(CKRecord.ID(recordName: "book"))
            let back = try roundTrip(record)
            expectFields(of: back)
            #expect(back.recordID == record.recordID && back.recordType == "Recipe")
            #expect(back.parent?.recordID.recordName == "book")
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            record.encodeSystemFields(with: archiver)
            archiver.finishEncoding()
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
            unarchiver.requiresSecureCoding = true
            let system = try #require(CKRecord(coder: unarchiver))
            #expect(system.allKeys().isEmpty)
            #expect(system.recordChangeTag == record.recordChangeTag && system.recordChangeTag != nil)
            #expect(system.creationDate == record.creationDate)
            system["title"] = "Soup"
            try await CKContainer.default().privateCloudDatabase.save(system)
        }
    }

    @Test("a share survives an archive with its link and its participants")
    func shareSurvives() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let root = CKRecord(recordType: "Recipe")
            let share = CKShare(rootRecord: root)
            share.addParticipant(try await CKContainer.default().shareParticipant(forEmailAddress: "bea"))
            try await CKContainer.default().privateCloudDatabase.modifyRecords(saving: [root, share], deleting: [])
            let back = try roundTrip(share)
            #expect(back.url == share.url && back.url != nil)
            #expect(back.participants == share.participants && back.participants.count == 2)
            let metadata = try await CKContainer.default().shareMetadata(for: try #require(share.url))
            #expect(try roundTrip(metadata) == metadata)
            back.removeParticipant(back.participants[1])
            try await CKContainer.default().privateCloudDatabase.save(back)
            #expect(back.participants.count == 1)
        }
    }

    @Test("a saved record is read again, and a save over a newer one is refused")
    func savedRecordIsRead() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let database = CKContainer.default().privateCloudDatabase
            let record = try await database.save(record())
            let older = try await database.record(for: record.recordID)
            expectFields(of: older)
            #expect(older.creatorUserRecordID?.recordName == "anna")
            record["servings"] = 2
            try await database.save(record)
            older["title"] = "Soup"
            let error = await #expect(throws: CKError.self) { try await database.save(older) }
            #expect(error?.code == .serverRecordChanged)
            #expect(error?.serverRecord?["servings"] == 2)
            try await database.modifyRecords(saving: [older], deleting: [], savePolicy: .changedKeys)
            let merged = try await database.record(for: record.recordID)
            #expect(merged["title"] == "Soup" && merged["servings"] == 2)
            try await database.deleteRecord(withID: record.recordID)
            await #expect(throws: CKError.self) { try await database.record(for: record.recordID) }
        }
    }

    @Test("a shared record keeps every type of value for its participants, and refuses a stale save")
    func sharedRecordKeepsValues() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
        try Data("Boil.".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let url = try await world.anna.running { @MainActor in
            let record = record()
            record["steps"] = CKAsset(fileURL: file)
            let share = CKShare(rootRecord: record)
            share.publicPermission = .readWrite
            try await CKContainer.default().privateCloudDatabase.modifyRecords(saving: [record, share], deleting: [])
            return try #require(share.url)
        }
        try await world.bea.running { @MainActor in
            let container = CKContainer.default()
            let metadata = try await container.shareMetadata(for: url)
            try await container.accept(metadata)
            let database = container.sharedCloudDatabase
            let record = try await database.record(for: metadata.rootRecordID)
            expectFields(of: record)
            let steps: CKAsset? = record["steps"]
            #expect(try Data(contentsOf: try #require(steps?.fileURL)) == Data("Boil.".utf8))
            let older = try await database.record(for: metadata.rootRecordID)
            record["servings"] = 2
            try await database.save(record)
            older["title"] = "Soup"
            let error = await #expect(throws: CKError.self) { try await database.save(older) }
            #expect(error?.code == .serverRecordChanged && error?.serverRecord?["servings"] == 2)
            try await database.modifyRecords(saving: [older], deleting: [], savePolicy: .changedKeys)
            #expect(try await database.record(for: metadata.rootRecordID)["servings"] == 2)
        }
    }

    @Test("the raw values of the enumerations are Apple's")
    func rawValues() {
        let roles: [CKShare.ParticipantRole] = [.unknown, .owner, .administrator, .privateUser, .publicUser]
        #expect(roles.map(\.rawValue) == [0, 1, 2, 3, 4])
        let permissions: [CKShare.ParticipantPermission] = [.unknown, .none, .readOnly, .readWrite]
        #expect(permissions.map(\.rawValue) == [0, 1, 2, 3])
        let states: [CKShare.ParticipantAcceptanceStatus] = [.unknown, .pending, .accepted, .removed]
        #expect(states.map(\.rawValue) == [0, 1, 2, 3])
        let codes: [CKError.Code] = [
            .internalError, .partialFailure, .networkUnavailable, .networkFailure, .notAuthenticated,
            .permissionFailure, .unknownItem, .invalidArguments, .serverRecordChanged, .quotaExceeded, .zoneNotFound,
            .limitExceeded, .alreadyShared, .participantMayNeedVerification,
        ]
        #expect(codes.map(\.rawValue) == [1, 2, 3, 4, 9, 10, 11, 12, 14, 25, 26, 27, 30, 33])
        let scopes: [CKDatabase.Scope] = [.public, .private, .shared]
        #expect(scopes.map(\.rawValue) == [1, 2, 3])
    }

    @Test("an error is Foundation's error too, and its code matches in a catch")
    func errorIsFoundations() {
        let error: any Error = CKError(.unknownItem)
        #expect((error as NSError).domain == "CKErrorDomain" && (error as NSError).code == 11)
        do {
            throw error
        } catch CKError.networkFailure {
            Issue.record("The wrong code matched.")
        } catch CKError.unknownItem {
            #expect(error.localizedDescription.isEmpty == false)
        } catch {
            Issue.record("The code did not match.")
        }
    }
}
