public import Foundation

/// A database of a container.
///
/// The root record of a share is a document of the server, which participants read and save. Every other record is
/// stored on this device for this app and person.
///
/// It is safe to send: it never changes.
open class CKDatabase: NSObject, @unchecked Sendable {
    /// The kinds of databases.
    public enum Scope: Int, Sendable {
        /// Everyone's records.
        case `public` = 1
        /// The person's own records.
        case `private` = 2
        /// The records that others share with the person.
        case shared = 3
    }

    /// The results for the single records.
    public typealias ModifyResults = (
        saveResults: [CKRecord.ID: Result<CKRecord, any Error>], deleteResults: [CKRecord.ID: Result<Void, any Error>]
    )

    /// The kind.
    public let databaseScope: CKDatabase.Scope
    let environment: CloudEnvironment

    init(_ scope: CKDatabase.Scope, _ environment: CloudEnvironment) {
        (databaseScope, self.environment) = (scope, environment)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKDatabase else { return false }
        return databaseScope == other.databaseScope && CKContainer(environment) == CKContainer(other.environment)
    }

    open override var hash: Int { databaseScope.hashValue }

    /// Starts an operation on this database.
    open func add(_ operation: CKDatabaseOperation) {
        operation.database = self
        operation.startWhenReady()
    }

    // MARK: One record

    /// Saves a record, unless another save came after its read.
    open func save(_ record: CKRecord, completionHandler: @escaping (CKRecord?, (any Error)?) -> Void) {
        environment.modify(databaseScope, [record], [], .ifServerRecordUnchanged, isAtomic: true) { result in
            switch result.mapError({ $0 as any Error }).flatMap({ $0.saves[record.recordID] ?? .success(record) }) {
            case .success(let saved): completionHandler(saved, nil)
            case .failure(let error): completionHandler(nil, error)
            }
        }
    }

    /// Saves a record, unless another save came after its read.
    ///
    /// - Throws: ``CKError``; ``CKError/Code/serverRecordChanged`` if another device has saved it.
    @discardableResult
    open func save(_ record: CKRecord) async throws -> CKRecord {
        try await answer { save(record, completionHandler: $0) }
    }

    /// Fetches a record or a share.
    open func fetch(
        withRecordID recordID: CKRecord.ID, completionHandler: @escaping (CKRecord?, (any Error)?) -> Void
    ) {
        let scope = databaseScope
        environment.ask({ $0.fetch(recordID, in: $0.store(scope), then: $1) }, then: old(completionHandler))
    }

    /// Returns a record or a share.
    ///
    /// - Throws: ``CKError``; ``CKError/Code/unknownItem`` if it does not exist, or the person has no access.
    open func record(for recordID: CKRecord.ID) async throws -> CKRecord {
        try await answer { fetch(withRecordID: recordID, completionHandler: $0) }
    }

    /// Deletes a record. The deletion of a share stops sharing, or in the shared database leaves the share.
    open func delete(
        withRecordID recordID: CKRecord.ID, completionHandler: @escaping (CKRecord.ID?, (any Error)?) -> Void
    ) {
        environment.modify(databaseScope, [], [recordID], .ifServerRecordUnchanged, isAtomic: true) { result in
            switch result.mapError({ $0 as any Error }).flatMap({ $0.deletions[recordID] ?? .success(()) }) {
            case .success: completionHandler(recordID, nil)
            case .failure(let error): completionHandler(nil, error)
            }
        }
    }

    /// Deletes a record. The deletion of a share stops sharing, or in the shared database leaves the share.
    ///
    /// - Throws: ``CKError``.
    @discardableResult
    open func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
        try await answer { delete(withRecordID: recordID, completionHandler: $0) }
    }

    // MARK: Several records

    /// Saves and deletes records.
    ///
    /// - Parameter completionHandler: Receives the result for each record, or the error of an atomic request.
    open func modifyRecords(
        saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged, atomically: Bool = true,
        completionHandler: @escaping (Result<ModifyResults, any Error>) -> Void
    ) {
        environment.modify(databaseScope, recordsToSave, recordIDsToDelete, savePolicy, isAtomic: atomically) {
            result in
            completionHandler(
                Result {
                    let done = try result.get()
                    if atomically, let error = done.error { throw error }
                    return (done.saves, done.deletions)
                })
        }
    }

    /// Saves and deletes records.
    ///
    /// - Returns: The result for each record.
    /// - Throws: ``CKError`` if a record of an atomic request fails.
    @discardableResult
    open func modifyRecords(
        saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged, atomically: Bool = true
    ) async throws -> ModifyResults {
        try await withCheckedThrowingContinuation { continuation in
            modifyRecords(
                saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy, atomically: atomically
            ) { continuation.resume(with: $0) }
        }
    }

    /// Fetches records and shares.
    open func fetch(
        withRecordIDs recordIDs: [CKRecord.ID],
        completionHandler: @escaping (Result<[CKRecord.ID: Result<CKRecord, any Error>], any Error>) -> Void
    ) {
        let scope = databaseScope
        environment.askEach(recordIDs, { $0.fetch($1, in: $0.store(scope), then: $2) }) {
            completionHandler(keyed($0, by: recordIDs))
        }
    }

    /// Returns records and shares.
    ///
    /// - Returns: The result for each record.
    /// - Throws: ``CKError`` if the code runs as no app.
    open func records(for ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
        try await withCheckedThrowingContinuation { continuation in
            fetch(withRecordIDs: ids) { continuation.resume(with: $0) }
        }
    }

    // MARK: Zones

    /// Saves a zone.
    open func save(_ zone: CKRecordZone, completionHandler: @escaping (CKRecordZone?, (any Error)?) -> Void) {
        let scope = databaseScope
        environment.ask(
            { (model, done: @escaping (Result<CKRecordZone, CKError>) -> Void) in
                model.store(scope).zones[zone.zoneID] = zone
                done(.success(zone))
            }, then: old(completionHandler))
    }

    /// Saves a zone.
    ///
    /// - Throws: ``CKError`` if the code runs as no app.
    @discardableResult
    open func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
        try await answer { save(zone, completionHandler: $0) }
    }

    /// Fetches a zone.
    open func fetch(
        withRecordZoneID zoneID: CKRecordZone.ID, completionHandler: @escaping (CKRecordZone?, (any Error)?) -> Void
    ) {
        let scope = databaseScope
        environment.ask(
            { (model, done: @escaping (Result<CKRecordZone, CKError>) -> Void) in
                let zone = model.store(scope).zones[zoneID]
                done(zone.map { .success($0) } ?? .failure(CKError(.zoneNotFound, "There is no zone \(zoneID).")))
            }, then: old(completionHandler))
    }

    /// Returns a zone.
    ///
    /// - Throws: ``CKError``; ``CKError/Code/zoneNotFound`` if it was not saved.
    open func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
        try await answer { fetch(withRecordZoneID: zoneID, completionHandler: $0) }
    }
}
