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
