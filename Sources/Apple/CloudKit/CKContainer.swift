import ChatProtocol
public import Foundation
package import UnderstudyRuntime

/// The state of the person's account.
public enum CKAccountStatus: Int, Sendable {
    /// The state is unknown.
    case couldNotDetermine = 0
    /// The person is logged in.
    case available = 1
    /// The system does not allow the account.
    case restricted = 2
    /// There is no account.
    case noAccount = 3
    /// The account is not available now.
    case temporarilyUnavailable = 4
}

/// A container of an app's records. It belongs to the app that the code runs as when it is created. All containers of
/// an app hold the same records.
///
/// It is safe to send: it never changes.
open class CKContainer: NSObject, @unchecked Sendable {
    let environment: CloudEnvironment

    /// The identifier.
    open var containerIdentifier: String? { environment.containerIdentifier }
    /// The person's own records.
    open var privateCloudDatabase: CKDatabase { CKDatabase(.private, environment) }
    /// The records that other people share with the person.
    open var sharedCloudDatabase: CKDatabase { CKDatabase(.shared, environment) }
    /// The records that this device has stored as public. Other people do not see them.
    open var publicCloudDatabase: CKDatabase { CKDatabase(.public, environment) }

    /// Creates a container.
    public convenience init(identifier: String) {
        var environment = CloudEnvironment.current
        environment.name = identifier
        self.init(environment)
    }

    init(_ environment: CloudEnvironment) { self.environment = environment }

    /// Returns the default container of the app that the code runs as.
    open class func `default`() -> CKContainer { CKContainer(.current) }

    /// Returns a database.
    open func database(with databaseScope: CKDatabase.Scope) -> CKDatabase { CKDatabase(databaseScope, environment) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKContainer else { return false }
        let (mine, theirs) = (try? environment.app.get(), try? other.environment.app.get())
        return mine === theirs && containerIdentifier == other.containerIdentifier
    }

    open override var hash: Int { containerIdentifier.hashValue }

    /// The app; nil if the code that created the container runs as none.
    package var app: RunningApp? { try? environment.app.get() }

    /// Starts an operation that belongs to no database.
    open func add(_ operation: CKOperation) {
        operation.environment = environment
        operation.startWhenReady()
    }

    // MARK: The person

    /// Reports the state of the account: available if the code runs as an app.
    open func accountStatus(completionHandler: @escaping (CKAccountStatus, (any Error)?) -> Void) {
        switch environment.app {
        case .success: environment.enqueue { completionHandler(.available, nil) }
        case .failure(let error):
            completionHandler(.couldNotDetermine, CKError(.notAuthenticated, error.description))
        }
    }

    /// Returns the state of the account: available if the code runs as an app.
    ///
    /// - Throws: ``CKError`` if the code runs as no app.
    open func accountStatus() async throws -> CKAccountStatus {
        try await withCheckedThrowingContinuation { continuation in
            accountStatus { status, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: status) }
            }
        }
    }

    /// Reports the record identifier of the person, whose name is the handle.
    open func fetchUserRecordID(completionHandler: @escaping (CKRecord.ID?, (any Error)?) -> Void) {
        environment.ask(
            { (model, done: @escaping (Result<CKRecord.ID, CKError>) -> Void) in
                done(.success(CKRecordID(recordName: model.person.rawValue)))
            }, then: old(completionHandler))
    }

    /// Returns the record identifier of the person, whose name is the handle.
    ///
    /// - Throws: ``CKError`` if the code runs as no app.
    open func userRecordID() async throws -> CKRecord.ID {
        try await answer { fetchUserRecordID(completionHandler: $0) }
    }

    // MARK: Shares

    /// Accepts a share, or joins a public one.
    open func accept(_ metadata: CKShare.Metadata, completionHandler: @escaping (CKShare?, (any Error)?) -> Void) {
        environment.ask({ $0.accept(metadata, $1) }, then: old(completionHandler))
    }

    /// Accepts a share, or joins a public one.
    ///
    /// - Throws: ``CKError`` if the person has no access.
    @discardableResult
    open func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
        try await answer { accept(metadata, completionHandler: $0) }
    }

    /// Accepts shares.
    open func accept(
        _ metadatas: [CKShare.Metadata],
        completionHandler: @escaping (Result<[CKShare.Metadata: Result<CKShare, any Error>], any Error>) -> Void
    ) {
        environment.askEach(metadatas, { $0.accept($1, $2) }) { completionHandler(keyed($0, by: metadatas)) }
    }

    /// Accepts shares.
    ///
    /// - Returns: The result for each share.
    /// - Throws: ``CKError`` if the code runs as no app.
    @discardableResult
    open func accept(_ metadatas: [CKShare.Metadata]) async throws -> [CKShare.Metadata: Result<CKShare, any Error>] {
        try await withCheckedThrowingContinuation { continuation in
            accept(metadatas) { continuation.resume(with: $0) }
        }
    }

    /// Looks up the share of a link.
    open func fetchShareMetadata(
        with url: URL, completionHandler: @escaping (CKShare.Metadata?, (any Error)?) -> Void
    ) {
        let name = environment.containerIdentifier
        environment.ask({ $0.metadata(of: url, in: name, withRoot: false, $1) }, then: old(completionHandler))
    }

    /// Looks up the share of a link.
    ///
    /// - Throws: ``CKError``; ``CKError/Code/unknownItem`` if the person has no access.
    open func shareMetadata(for url: URL) async throws -> CKShare.Metadata {
        try await answer { fetchShareMetadata(with: url, completionHandler: $0) }
    }

    /// Looks up the shares of links.
    open func fetchShareMetadatas(
        for urls: [URL],
        completionHandler: @escaping (Result<[URL: Result<CKShare.Metadata, any Error>], any Error>) -> Void
    ) {
        let name = environment.containerIdentifier
        environment.askEach(urls, { $0.metadata(of: $1, in: name, withRoot: false, $2) }) {
            completionHandler(keyed($0, by: urls))
        }
    }

    /// Looks up the shares of links.
    ///
    /// - Returns: The result for each link.
    /// - Throws: ``CKError`` if the code runs as no app.
    open func shareMetadatas(for urls: [URL]) async throws -> [URL: Result<CKShare.Metadata, any Error>] {
        try await withCheckedThrowingContinuation { continuation in
            fetchShareMetadatas(for: urls) { continuation.resume(with: $0) }
        }
    }

    /// Asks for access to the private shares at links (`ck-access-requests`).
    ///
    /// - Returns: The result for each link. A share that takes no requests is ``CKError/Code/unknownItem``, like none.
    /// - Throws: ``CKError`` if the code runs as no app.
    open func requestShareAccess(for urls: [URL]) async throws -> [URL: Result<Void, any Error>] {
        try await withCheckedThrowingContinuation { continuation in
            environment.askEach(urls, { $0.requestAccess(to: $1, $2) }) {
                continuation.resume(with: keyed($0, by: urls))
            }
        }
    }

    // MARK: Participants

    /// Looks up a person by a mail address, to add them to a share.
    open func fetchShareParticipant(
        withEmailAddress emailAddress: String, completionHandler: @escaping (CKShare.Participant?, (any Error)?) -> Void
    ) {
        look(up: CKUserIdentityLookupInfo(emailAddress: emailAddress), completionHandler)
    }

    /// Looks up a person by a phone number, to add them to a share.
    open func fetchShareParticipant(
        withPhoneNumber phoneNumber: String, completionHandler: @escaping (CKShare.Participant?, (any Error)?) -> Void
    ) {
        look(up: CKUserIdentityLookupInfo(phoneNumber: phoneNumber), completionHandler)
    }

    /// Looks up a person by their record identifier, to add them to a share.
    open func fetchShareParticipant(
        withUserRecordID userRecordID: CKRecord.ID,
        completionHandler: @escaping (CKShare.Participant?, (any Error)?) -> Void
    ) {
        look(up: CKUserIdentityLookupInfo(userRecordID: userRecordID), completionHandler)
    }

    /// Looks up a person by a mail address, to add them to a share.
    ///
    /// - Throws: ``CKError`` if the address is not a handle.
    open func shareParticipant(forEmailAddress emailAddress: String) async throws -> CKShare.Participant {
        try await answer { fetchShareParticipant(withEmailAddress: emailAddress, completionHandler: $0) }
    }

    /// Looks up a person by a phone number, to add them to a share.
    ///
    /// - Throws: ``CKError`` if the number is not a handle.
    open func shareParticipant(forPhoneNumber phoneNumber: String) async throws -> CKShare.Participant {
        try await answer { fetchShareParticipant(withPhoneNumber: phoneNumber, completionHandler: $0) }
    }

    /// Looks up a person by their record identifier, to add them to a share.
    ///
    /// - Throws: ``CKError`` if the name is not a handle.
    open func shareParticipant(forUserRecordID userRecordID: CKRecord.ID) async throws -> CKShare.Participant {
        try await answer { fetchShareParticipant(withUserRecordID: userRecordID, completionHandler: $0) }
    }

    private func look(
        up info: CKUserIdentity.LookupInfo, _ completionHandler: @escaping (CKShare.Participant?, (any Error)?) -> Void
    ) {
        environment.ask({ $1($0.participant(info)) }, then: old(completionHandler))
    }
}

/// Returns a receiver of a result for a completion handler in the old form.
func old<Value>(_ completionHandler: @escaping (Value?, (any Error)?) -> Void) -> (Result<Value, CKError>) -> Void {
    { result in
        switch result {
        case .success(let value): completionHandler(value, nil)
        case .failure(let error): completionHandler(nil, error)
        }
    }
}

/// Returns the value that a method in the old form gives to its completion handler.
func answer<Value: Sendable>(_ ask: (@escaping (Value?, (any Error)?) -> Void) -> Void) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        ask { value, error in
            if let value {
                continuation.resume(returning: value)
            } else {
                continuation.resume(throwing: error ?? CKError(.internalError, "There was no answer."))
            }
        }
    }
}

/// Returns the results of several items by the item.
func keyed<Item: Hashable, Value>(
    _ results: Result<[Result<Value, CKError>], CKError>, by items: [Item]
) -> Result<[Item: Result<Value, any Error>], any Error> {
    results.map { results in
        Dictionary(zip(items, results).map { ($0, $1.mapError { $0 }) }) { first, _ in first }
    }.mapError { $0 }
}
