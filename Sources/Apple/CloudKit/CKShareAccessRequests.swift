import AppModel
import ChatProtocol
public import Foundation

extension CKShare {
    /// A person who asks for access to a share.
    public typealias AccessRequester = CKShareAccessRequester
    /// A person who may not ask for access to a share.
    public typealias BlockedIdentity = CKShareBlockedIdentity
}

/// A person who asks for access to a share (`ck-access-requests`): `CKShare.AccessRequester`.
///
/// It is safe to send: it never changes.
open class CKShareAccessRequester: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The person.
    public let userIdentity: CKUserIdentity

    init(_ handle: Handle) { userIdentity = CKUserIdentity(handle) }

    /// Decodes an archived value; nil if the person is missing.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: CKUserIdentity.self, forKey: "UserIdentity") else { return nil }
        userIdentity = identity
    }

    /// The address with which the participant is looked up who is added to approve the request.
    open var participantLookupInfo: CKUserIdentity.LookupInfo {
        userIdentity.lookupInfo ?? CKUserIdentity.LookupInfo(emailAddress: handle?.rawValue ?? "")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(userIdentity, forKey: "UserIdentity") }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CKShareAccessRequester)?.userIdentity == userIdentity
    }

    open override var hash: Int { userIdentity.hash }

    var handle: Handle? { userIdentity.userRecordID.flatMap { Handle($0.recordName) } }
}

/// A person who may not ask for access to a share: `CKShare.BlockedIdentity`.
///
/// It is safe to send: it never changes.
open class CKShareBlockedIdentity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The person.
    public let userIdentity: CKUserIdentity

    init(_ handle: Handle) { userIdentity = CKUserIdentity(handle) }

    /// Decodes an archived value; nil if the person is missing.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: CKUserIdentity.self, forKey: "UserIdentity") else { return nil }
        userIdentity = identity
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(userIdentity, forKey: "UserIdentity") }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CKShareBlockedIdentity)?.userIdentity == userIdentity
    }

    open override var hash: Int { userIdentity.hash }

    var handle: Handle? { userIdentity.userRecordID.flatMap { Handle($0.recordName) } }
}

/// An operation that asks for access to private shares by their links (`ck-access-requests`).
///
/// It is safe to send: an app sets the members before the start.
open class CKShareRequestAccessOperation: CKOperation, @unchecked Sendable {
    /// The links.
    open var shareURLs: [URL]?
    /// Receives the result for each link.
    open var perShareAccessRequestResultBlock: ((URL, Result<Void, any Error>) -> Void)?
    /// Receives the result of the operation.
    open var shareAccessRequestResultBlock: ((Result<Void, any Error>) -> Void)?

    /// Creates an operation without links.
    public override init() { super.init() }

    /// Creates an operation.
    public convenience init(shareURLs: [URL]) {
        self.init()
        self.shareURLs = shareURLs
    }

    override func perform() {
        let urls = shareURLs ?? []
        environment.askEach(urls, { $0.requestAccess(to: $1, $2) }) { [self] result in
            switch result {
            case .failure(let error): fail(error)
            case .success(let results):
                for (url, result) in zip(urls, results) {
                    perShareAccessRequestResultBlock?(url, result.mapError { $0 })
                }
                let error = CKError.partial(zip(urls, results).map { ($0, $1) })
                shareAccessRequestResultBlock?(error.map { .failure($0) } ?? .success(()))
            }
            finish()
        }
    }

    override func fail(_ error: CKError) { shareAccessRequestResultBlock?(.failure(error)) }
}

extension CloudModel {
    /// Asks for access to the share at a link.
    func requestAccess(to url: URL, _ then: @escaping (Result<Void, CKError>) -> Void) {
        container.ask(.shareRequestAccess(.init(url: url.absoluteString))) { answer in
            switch answer {
            case .success: then(.success(()))
            case .failure(let refusal): then(.failure(CKError(refusal)))
            }
        }
    }
}
