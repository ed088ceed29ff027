import Foundation

/// An operation that fetches records and shares.
///
/// It is safe to send: an app sets the members before the start.
open class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The identifiers of the records.
    open var recordIDs: [CKRecord.ID]?
    /// Receives the result for each record.
    open var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Receives the result of the operation.
    open var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Receives the result for each record, in the old form.
    open var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?
    /// Receives the records and the error of the operation, in the old form.
    open var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?

    /// Creates an operation without records.
    public override init() { super.init() }

    /// Creates an operation.
    public convenience init(recordIDs: [CKRecord.ID]) {
        self.init()
        self.recordIDs = recordIDs
    }

    override func perform() {
        let (ids, scope) = (recordIDs ?? [], scope)
        environment.askEach(ids, { $0.fetch($1, in: $0.store(scope), then: $2) }) { [self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success(let results): report(Array(zip(ids, results)))
            }
            finish()
        }
    }

    private func report(_ results: [(CKRecord.ID, Result<CKRecord, CKError>)]) {
        var records: [CKRecord.ID: CKRecord] = [:]
        for (id, result) in results {
            perRecordResultBlock?(id, result.mapError { $0 })
            switch result {
            case .success(let record):
                records[id] = record
                perRecordCompletionBlock?(record, id, nil)
            case .failure(let error): perRecordCompletionBlock?(nil, id, error)
            }
        }
        let error = CKError.partial(results.map { ($0, $1) })
        fetchRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
        fetchRecordsCompletionBlock?(records, error)
    }

    override func fail(_ error: CKError) {
        fetchRecordsResultBlock?(.failure(error))
        fetchRecordsCompletionBlock?(nil, error)
    }
}
