import Foundation

/// An operation that saves and deletes records (`ucs-handler-steps`).
///
/// It is safe to send: an app sets the members before the start.
open class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The conditions under which a record is saved. A share is always saved if it is unchanged on the server.
    public enum RecordSavePolicy: Int, Sendable {
        /// The record is unchanged on the server since it was read.
        case ifServerRecordUnchanged = 0
        /// No condition; only the changed fields are saved.
        case changedKeys = 1
        /// No condition; all fields are saved.
        case allKeys = 2
    }

    /// The records to save.
    open var recordsToSave: [CKRecord]?
    /// The records to delete.
    open var recordIDsToDelete: [CKRecord.ID]?
    /// The condition of the saves.
    open var savePolicy: RecordSavePolicy = .ifServerRecordUnchanged
    /// True if nothing is saved when one record fails.
    open var isAtomic = true
    /// Receives the result of each save.
    open var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Receives the result of each deletion.
    open var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
    /// Receives the result of the operation.
    open var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Receives the result of each save, in the old form.
    open var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)?
    /// Receives the result of the operation, in the old form.
    open var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?

    /// Creates an operation without records.
    public override init() { super.init() }

    /// Creates an operation.
    public convenience init(recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil) {
        self.init()
        (self.recordsToSave, self.recordIDsToDelete) = (recordsToSave, recordIDsToDelete)
    }

    override func perform() {
        let (records, deletions) = (recordsToSave ?? [], recordIDsToDelete ?? [])
        environment.modify(scope, records, deletions, savePolicy, isAtomic: isAtomic) { [self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success(let done): report(done, records, deletions)
            }
            finish()
        }
    }

    private func report(_ done: ModificationResults, _ records: [CKRecord], _ deletions: [CKRecord.ID]) {
        var (saved, deleted): ([CKRecord], [CKRecord.ID]) = ([], [])
        for record in records {
            guard let result = done.saves[record.recordID] else { continue }
            perRecordSaveBlock?(record.recordID, result)
            switch result {
            case .success:
                saved.append(record)
                perRecordCompletionBlock?(record, nil)
            case .failure(let error): perRecordCompletionBlock?(record, error)
            }
        }
        for id in deletions {
            guard let result = done.deletions[id] else { continue }
            perRecordDeleteBlock?(id, result)
            if case .success = result { deleted.append(id) }
        }
        modifyRecordsResultBlock?(done.error.map { .failure($0) } ?? .success(()))
        modifyRecordsCompletionBlock?(saved, deleted, done.error)
    }

    override func fail(_ error: CKError) {
        modifyRecordsResultBlock?(.failure(error))
        modifyRecordsCompletionBlock?(nil, nil, error)
    }
}

/// The results of one modification.
struct ModificationResults {
    var saves: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
    var deletions: [CKRecord.ID: Result<Void, any Error>] = [:]
    /// The error of the whole; nil if every record succeeded.
    var error: CKError?

    init(_ done: RecordModification) {
        saves = done.saveResults.mapValues { $0.mapError { $0 } }
        deletions = done.deleteResults.mapValues { $0.mapError { $0 } }
        let errors = done.errors
        guard !errors.isEmpty else { return }
        error = CKError(
            .partialFailure, "Some records failed: \(errors.values.map { $0.localizedDescription }.sorted()[0])",
            [CKPartialErrorsByItemIDKey: errors as [AnyHashable: any Error]])
    }
}

extension CloudEnvironment {
    /// Saves and deletes records, and calls back on the main actor.
    func modify(
        _ scope: CKDatabase.Scope, _ records: [CKRecord], _ deletions: [CKRecord.ID],
        _ policy: CKModifyRecordsOperation.RecordSavePolicy, isAtomic: Bool,
        then: @escaping (Result<ModificationResults, CKError>) -> Void
    ) {
        ask(
            { model, done in
                RecordModification(
                    model, scope, saving: records, deleting: deletions, policy: policy, isAtomic: isAtomic
                ).run { done(.success(ModificationResults($0))) }
            }, then: then)
    }
}
