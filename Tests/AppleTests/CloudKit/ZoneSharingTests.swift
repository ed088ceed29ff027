import AppTestKit
import CloudKit
import Testing

/// Shares of whole zones, as an app's own code makes and opens them (`ck-zone-share`).
@MainActor struct ZoneSharingTests {
    private let database = { CKContainer.default().privateCloudDatabase }

    /// Returns the saved zone "Recipes" with a record "soup".
    private func zone() async throws -> CKRecordZone {
        let zone = try await database().save(CKRecordZone(zoneName: "Recipes"))
        try await database().save(recipe("soup", in: zone.zoneID))
        return zone
    }

    private func recipe(_ name: String, in zone: CKRecordZone.ID) -> CKRecord {
        let record = CKRecord(recordType: "Recipe", recordID: CKRecord.ID(recordName: name, zoneID: zone))
        record["title"] = name
        return record
    }

    /// Accepts the share of a link.
    private func accept(_ url: URL) async throws -> CKShare {
        let metadata = try await CKContainer.default().shareMetadata(for: url)
        #expect(metadata.hierarchicalRootRecordID == nil)
        #expect(metadata.share.recordID.recordName == CKRecordNameZoneWideShare)
        return try await CKContainer.default().accept(metadata)
    }

    private func code(_ body: @MainActor () async throws -> Void) async -> CKError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? CKError)?.code }
    }

    /// Shares the zone with Bea, and returns the link.
    private func shareZone(_ permission: CKShare.ParticipantPermission = .readWrite) async throws -> URL {
        let share = CKShare(recordZoneID: try await zone().zoneID)
        let bea = try await CKContainer.default().shareParticipant(forEmailAddress: "bea")
        bea.permission = permission
        share.addParticipant(bea)
        try await database().save(share)
        return try #require(share.url)
    }

    @Test("a participant reads and saves the records of a shared zone, and makes new ones")
    func recordsAreShared() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in
            let url = try await shareZone()
            // It is saved after the share.
            try await database().save(recipe("bread", in: CKRecordZone.ID(zoneName: "Recipes")))
            return url
        }
        try await world.bea.running { @MainActor in
            let share = try await accept(url)
            let zone = share.recordID.zoneID
            #expect(zone.zoneName == "Recipes" && zone.ownerName == "anna")
            let shared = CKContainer.default().sharedCloudDatabase
            let soup = try await shared.record(for: CKRecord.ID(recordName: "soup", zoneID: zone))
            #expect(soup["title"] as? String == "soup" && soup.recordType == "Recipe")
            soup["title"] = "Hot soup"
            try await shared.save(soup)
            let bread = try await shared.record(for: CKRecord.ID(recordName: "bread", zoneID: zone))
            #expect(bread["title"] as? String == "bread")
            try await shared.save(recipe("salad", in: zone))
        }
        try await world.anna.running { @MainActor in
            let zone = CKRecordZone.ID(zoneName: "Recipes")
            let soup = try await database().record(for: CKRecord.ID(recordName: "soup", zoneID: zone))
            #expect(soup["title"] as? String == "Hot soup")
            let salad = try await database().record(for: CKRecord.ID(recordName: "salad", zoneID: zone))
            #expect(salad["title"] as? String == "salad")
            #expect(
                salad.creatorUserRecordID?.recordName == "anna" && salad.lastModifiedUserRecordID?.recordName == "bea")
        }
    }

    @Test("a zone is shared together with its records in one request")
    func oneRequest() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            let zone = try await database().save(CKRecordZone(zoneName: "Recipes"))
            let share = CKShare(recordZoneID: zone.zoneID)
            let soup = recipe("soup", in: zone.zoneID)
            _ = try await database().modifyRecords(saving: [soup, share], deleting: [])
            let url = try #require(share.url)
            let seen = try await world.anna.share.get(.url(url.absoluteString))
            #expect(seen.share.folder == "Recipes")
            let read = try await database().record(for: soup.recordID)
            #expect(read["title"] as? String == "soup")
        }
    }

    @Test("a participant who may only read saves nothing in a shared zone")
    func readOnly() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in try await shareZone(.readOnly) }
        try await world.bea.running { @MainActor in
            let zone = try await accept(url).recordID.zoneID
            let shared = CKContainer.default().sharedCloudDatabase
            let soup = try await shared.record(for: CKRecord.ID(recordName: "soup", zoneID: zone))
            soup["title"] = "Cold soup"
            #expect(await code { try await shared.save(soup) } == .permissionFailure)
            #expect(await code { try await shared.save(recipe("salad", in: zone)) } == .permissionFailure)
        }
    }

    @Test("a zone that is shared, or has a shared record, is not shared again, and neither is a record in it")
    func oneShare() async throws {
        let world = try await TestWorld("Anna", "Bea")
        try await world.anna.running { @MainActor in
            _ = try await shareZone()
            let zone = CKRecordZone.ID(zoneName: "Recipes")
            #expect(await code { try await database().save(CKShare(recordZoneID: zone)) } == .alreadyShared)
            let soup = try await database().record(for: CKRecord.ID(recordName: "soup", zoneID: zone))
            #expect(await code { try await database().save(CKShare(rootRecord: soup)) } == .alreadyShared)
            let other = try await database().save(CKRecordZone(zoneName: "Drinks"))
            let tea = recipe("tea", in: other.zoneID)
            _ = try await database().modifyRecords(saving: [tea, CKShare(rootRecord: tea)], deleting: [])
            #expect(await code { try await database().save(CKShare(recordZoneID: other.zoneID)) } == .alreadyShared)
        }
    }

    @Test("the default zone and a zone that does not exist are not shared")
    func noZone() async throws {
        let world = try await TestWorld("Anna")
        try await world.anna.running { @MainActor in
            #expect(await code { try await database().save(CKShare(recordZoneID: .default)) } == .invalidArguments)
            let missing = CKRecordZone.ID(zoneName: "Missing")
            #expect(await code { try await database().save(CKShare(recordZoneID: missing)) } == .zoneNotFound)
        }
    }

    @Test("a zone keeps its records when its owner stops sharing it, and its people lose them")
    func stops() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let url = try await world.anna.running { @MainActor in try await shareZone() }
        let soup = try await world.bea.running { @MainActor in
            CKRecord.ID(recordName: "soup", zoneID: try await accept(url).recordID.zoneID)
        }
        try await world.anna.running { @MainActor in
            let zone = CKRecordZone.ID(zoneName: "Recipes")
            try await database().deleteRecord(withID: CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: zone))
            let record = try await database().record(for: CKRecord.ID(recordName: "soup", zoneID: zone))
            #expect(record["title"] as? String == "soup")
            try await database().save(CKShare(recordZoneID: zone))
        }
        try await world.bea.running { @MainActor in
            let shared = CKContainer.default().sharedCloudDatabase
            #expect(await code { _ = try await shared.record(for: soup) } == .unknownItem)
        }
    }
}
