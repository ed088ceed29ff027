import ChatProtocol
public import Foundation
import UnderstudyRuntime

/// The app and the container that an object of CloudKit belongs to.
struct CloudEnvironment: Sendable {
    /// The app, or the reason why the code runs as none.
    let app: Result<RunningApp, AppBindingError>
    /// The identifier of the container; nil for the default one.
    var name: String?

    /// The environment of the app that the code runs as.
    static var current: CloudEnvironment { CloudEnvironment(app: RunningApp.current) }

    /// The identifier of the container.
    var containerIdentifier: String { name ?? "iCloud.\((try? app.get())?.binding.app.rawValue ?? "none")" }

    /// Uses the records of the app, with its lock held.
    ///
    /// - Throws: The reason why the code runs as no app.
    func use<Value>(_ body: (CloudModel) -> Value) throws(CKError) -> Value {
        switch app {
        case .success(let app): return app.withModel { body(CloudModel.of($0, app)) }
        case .failure(let error): throw CKError(.notAuthenticated, error.description)
        }
    }

    /// Calls back on the main actor, after the current turn. Without an app it calls back at once.
    func enqueue(_ callback: @escaping () -> Void) {
        if case .success(let app) = app { app.enqueue(callback) } else { callback() }
    }

    /// Asks the model, and calls back on the main actor.
    func ask<Value>(
        _ body: (CloudModel, @escaping (Result<Value, CKError>) -> Void) -> Void,
        then: @escaping (Result<Value, CKError>) -> Void
    ) {
        do throws(CKError) {
            try use { model in
                body(model) { result in enqueue { then(result) } }
            }
        } catch {
            enqueue { then(.failure(error)) }
        }
    }
}

/// An operation of CloudKit. A container or a database starts it, or a queue. Its blocks run on the main actor.
///
/// It is safe to send: an app sets the members before the start, and the state is only used with the lock held.
open class CKOperation: Operation, @unchecked Sendable {
    /// The identifier of an operation.
    public typealias ID = String

    private enum State { case ready, executing, finished }

    /// The identifier.
    public let operationID: CKOperation.ID = UUID().uuidString
    var environment = CloudEnvironment.current
    private let lock = NSLock()
    private var state = State.ready
    private var followers: [() -> Void] = []

    /// Creates an operation.
    public override init() { super.init() }

    open override var isAsynchronous: Bool { true }

    open override var isExecuting: Bool { lock.withLock { state == .executing } }

    open override var isFinished: Bool { lock.withLock { state == .finished } }

    /// Starts the operation. A cancelled operation fails with ``CKError/Code/operationCancelled``.
    open override func start() {
        let isFirst = lock.withLock {
            defer { if state == .ready { state = .executing } }
            return state == .ready
        }
        guard isFirst else { return }
        guard isCancelled else { return perform() }
        environment.enqueue { [self] in
            fail(CKError(.operationCancelled, "The operation was cancelled."))
            finish()
        }
    }

    /// Starts the operation once its dependencies are finished.
    func startWhenReady() {
        guard let next = dependencies.first(where: { !$0.isFinished }) else { return start() }
        if let next = next as? CKOperation {
            next.whenFinished { [self] in startWhenReady() }
        } else {
            let waiter = BlockOperation { [self] in startWhenReady() }
            waiter.addDependency(next)
            Self.waiters.addOperation(waiter)
        }
    }

    private static let waiters = OperationQueue()

    private func whenFinished(_ body: @escaping () -> Void) {
        let isOver = lock.withLock {
            if state != .finished { followers.append(body) }
            return state == .finished
        }
        if isOver { body() }
    }

    /// Marks the operation as finished, after its last block has returned.
    func finish() {
        willChangeValue(for: \.isFinished)
        let followers = lock.withLock {
            defer { self.followers = [] }
            state = .finished
            return self.followers
        }
        didChangeValue(for: \.isFinished)
        for follower in followers { follower() }
    }

    /// Does the work of a subclass, which ends with ``finish()``.
    func perform() { finish() }

    /// Calls the last blocks with an error.
    func fail(_ error: CKError) {}
}

/// An operation on a database.
///
/// It is safe to send: an app sets the database before the start.
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
    /// The database; without one, the private database of the default container.
    open var database: CKDatabase? {
        didSet { if let database { environment = database.environment } }
    }

    var scope: CKDatabase.Scope { database?.databaseScope ?? .private }
}

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
