import AppModel
import ChatProtocol
public import Foundation

/// An operation that accepts shares (`ck-accept`).
///
/// It is safe to send: an app sets the members before the start.
open class CKAcceptSharesOperation: CKOperation, @unchecked Sendable {
    /// The shares to accept.
    open var shareMetadatas: [CKShare.Metadata]?
    /// Receives the result for each share.
    open var perShareResultBlock: ((CKShare.Metadata, Result<CKShare, any Error>) -> Void)?
    /// Receives the result of the operation.
    open var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Receives the result for each share, in the old form.
    open var perShareCompletionBlock: ((CKShare.Metadata, CKShare?, (any Error)?) -> Void)?
    /// Receives the result of the operation, in the old form.
    open var acceptSharesCompletionBlock: (((any Error)?) -> Void)?

    /// Creates an operation without shares.
    public override init() { super.init() }

    /// Creates an operation.
    public convenience init(shareMetadatas: [CKShare.Metadata]) {
        self.init()
        self.shareMetadatas = shareMetadatas
    }

    override func perform() {
        let all = shareMetadatas ?? []
        environment.askEach(all, { $0.accept($1, $2) }) { [self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success(let results):
                for (metadata, result) in zip(all, results) { report(metadata, result) }
                let error = CKError.partial(zip(all.map { $0.share.recordID }, results).map { ($0, $1) })
                acceptSharesResultBlock?(error.map { .failure($0) } ?? .success(()))
                acceptSharesCompletionBlock?(error)
            }
            finish()
        }
    }

    private func report(_ metadata: CKShare.Metadata, _ result: Result<CKShare, CKError>) {
        perShareResultBlock?(metadata, result.mapError { $0 })
        switch result {
        case .success(let share): perShareCompletionBlock?(metadata, share, nil)
        case .failure(let error): perShareCompletionBlock?(metadata, nil, error)
        }
    }

    override func fail(_ error: CKError) {
        acceptSharesResultBlock?(.failure(error))
        acceptSharesCompletionBlock?(error)
    }
}

/// An operation that looks up the shares of links.
///
/// It is safe to send: an app sets the members before the start.
open class CKFetchShareMetadataOperation: CKOperation, @unchecked Sendable {
    /// The links.
    open var shareURLs: [URL]?
    /// True if the metadata has the root record. It is missing if the person has not accepted the share.
    open var shouldFetchRootRecord = false
    /// Receives the result for each link.
    open var perShareMetadataResultBlock: ((URL, Result<CKShare.Metadata, any Error>) -> Void)?
    /// Receives the result of the operation.
    open var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Receives the result for each link, in the old form.
    open var perShareMetadataBlock: ((URL, CKShare.Metadata?, (any Error)?) -> Void)?
    /// Receives the result of the operation, in the old form.
    open var fetchShareMetadataCompletionBlock: (((any Error)?) -> Void)?

    /// Creates an operation without links.
    public override init() { super.init() }

    /// Creates an operation.
    public convenience init(shareURLs: [URL]) {
        self.init()
        self.shareURLs = shareURLs
    }

    override func perform() {
        let (urls, isWhole, name) = (shareURLs ?? [], shouldFetchRootRecord, environment.containerIdentifier)
        environment.askEach(urls, { $0.metadata(of: $1, in: name, withRoot: isWhole, $2) }) { [self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success(let results):
                for (url, result) in zip(urls, results) { report(url, result) }
                let error = CKError.partial(zip(urls, results).map { ($0, $1) })
                fetchShareMetadataResultBlock?(error.map { .failure($0) } ?? .success(()))
                fetchShareMetadataCompletionBlock?(error)
            }
            finish()
        }
    }

    private func report(_ url: URL, _ result: Result<CKShare.Metadata, CKError>) {
        perShareMetadataResultBlock?(url, result.mapError { $0 })
        switch result {
        case .success(let metadata): perShareMetadataBlock?(url, metadata, nil)
        case .failure(let error): perShareMetadataBlock?(url, nil, error)
        }
    }

    override func fail(_ error: CKError) {
        fetchShareMetadataResultBlock?(.failure(error))
        fetchShareMetadataCompletionBlock?(error)
    }
}

/// An operation that looks up people, to add them to shares (`ucs-private-identify`).
///
/// It is safe to send: an app sets the members before the start.
open class CKFetchShareParticipantsOperation: CKOperation, @unchecked Sendable {
    /// The addresses of the people.
    open var userIdentityLookupInfos: [CKUserIdentity.LookupInfo]?
    /// Receives the result for each person.
    open var perShareParticipantResultBlock:
        ((CKUserIdentity.LookupInfo, Result<CKShare.Participant, any Error>) -> Void)?
    /// Receives the result of the operation.
    open var fetchShareParticipantsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Receives each person that was found, in the old form.
    open var shareParticipantFetchedBlock: ((CKShare.Participant) -> Void)?
    /// Receives the result of the operation, in the old form.
    open var fetchShareParticipantsCompletionBlock: (((any Error)?) -> Void)?

    /// Creates an operation without people.
    public override init() { super.init() }

    /// Creates an operation.
    public convenience init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo]) {
        self.init()
        self.userIdentityLookupInfos = userIdentityLookupInfos
    }

    override func perform() {
        let infos = userIdentityLookupInfos ?? []
        environment.askEach(infos, { $2($0.participant($1)) }) { [self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success(let results):
                for (info, result) in zip(infos, results) {
                    perShareParticipantResultBlock?(info, result.mapError { $0 })
                    if case .success(let participant) = result { shareParticipantFetchedBlock?(participant) }
                }
                let error = CKError.partial(zip(infos, results).map { ($0, $1) })
                fetchShareParticipantsResultBlock?(error.map { .failure($0) } ?? .success(()))
                fetchShareParticipantsCompletionBlock?(error)
            }
            finish()
        }
    }

    override func fail(_ error: CKError) {
        fetchShareParticipantsResultBlock?(.failure(error))
        fetchShareParticipantsCompletionBlock?(error)
    }
}

extension CloudModel {
    /// Accepts a share by its link.
    func accept(_ metadata: CKShare.Metadata, _ then: @escaping (Result<CKShare, CKError>) -> Void) {
        let share = metadata.share.cloudShare
        let oneTimeLink = share.currentUserParticipant == nil ? share.oneTimeLinks.first : nil
        guard let url = oneTimeLink?.url ?? share.url else {
            return then(.failure(CKError(.unknownItem, "The share is not saved.")))
        }
        acceptShare(.url(url), then: then)
    }

    /// Looks up the share of a link.
    func metadata(
        of url: URL, in name: String, withRoot: Bool, _ then: @escaping (Result<CKShare.Metadata, CKError>) -> Void
    ) {
        fetchShare(.url(url.absoluteString)) { [self] result in
            guard case .success(let share) = result else {
                return then(result.map { CKShareMetadata($0, root: nil, in: name, for: person) })
            }
            guard withRoot, let root = share.rootRecordID else {
                return then(.success(CKShareMetadata(share, root: nil, in: name, for: person)))
            }
            let isOwn = share.cloudShare.owner?.handle == person
            fetch(root, in: store(isOwn ? .private : .shared)) { [self] result in
                then(.success(CKShareMetadata(share, root: try? result.get(), in: name, for: person)))
            }
        }
    }

    /// Returns a person by an address, to add them to a share.
    func participant(_ info: CKUserIdentity.LookupInfo) -> Result<CKShare.Participant, CKError> {
        guard let handle = info.handle else {
            return .failure(CKError(.invalidArguments, "The address of the person is not a handle."))
        }
        let participant = CKShareParticipant(
            handle, role: .privateUser, permission: .unknown, acceptance: .unknown)
        // Apple's default for a new participant.
        participant.permission = .readOnly
        return .success(participant)
    }
}

extension CloudEnvironment {
    /// Asks the model for each item in turn, and calls back once on the main actor, with the results in order.
    func askEach<Item, Value>(
        _ items: [Item], _ ask: @escaping (CloudModel, Item, @escaping (Result<Value, CKError>) -> Void) -> Void,
        then: @escaping (Result<[Result<Value, CKError>], CKError>) -> Void
    ) {
        func next(
            _ model: CloudModel, _ results: [Result<Value, CKError>],
            _ done: @escaping (Result<[Result<Value, CKError>], CKError>) -> Void
        ) {
            guard results.count < items.count else { return done(.success(results)) }
            ask(model, items[results.count]) { next(model, results + [$0], done) }
        }
        self.ask({ next($0, [], $1) }, then: then)
    }
}

extension CKError {
    /// Returns the error of an operation on several items; nil if every item succeeded.
    static func partial<Value>(_ results: [(any Hashable, Result<Value, CKError>)]) -> CKError? {
        var errors: [AnyHashable: any Error] = [:]
        for (item, result) in results { if case .failure(let error) = result { errors[AnyHashable(item)] = error } }
        guard let first = errors.values.map({ $0.localizedDescription }).min() else { return nil }
        return CKError(.partialFailure, "Some items failed: \(first)", [CKPartialErrorsByItemIDKey: errors])
    }
}
