package import AppModel
import ChatProtocol
public import Foundation

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"
/// The key of the errors of the single records, by record identifier.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// The key of the record before the change of the client.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// The key of the record that the server has.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// The key of the record that the client tried to save.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// The key of the seconds to wait before another attempt.
public let CKErrorRetryAfterKey = "CKRetryAfter"

/// An error of CloudKit.
public struct CKError: _BridgedStoredNSError {
    /// The error as Foundation has it.
    public let _nsError: NSError

    /// Creates the error from Foundation's, whose domain must be ``CKErrorDomain``.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// The domain, for Foundation.
    public static var _nsErrorDomain: String { CKErrorDomain }
}

extension CKError {
    /// Creates an error with a sentence for people.
    package init(_ code: Code, _ sentence: String, _ more: [String: Any] = [:]) {
        var info = more
        info[NSLocalizedDescriptionKey] = sentence
        self.init(_nsError: NSError(domain: CKErrorDomain, code: code.rawValue, userInfo: info))
    }

    /// The errors of the single records, by record identifier.
    public var partialErrorsByItemID: [AnyHashable: any Error]? {
        userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
    }

    /// The record before the change of the client.
    public var ancestorRecord: CKRecord? { userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord }
    /// The record that the server has.
    public var serverRecord: CKRecord? { userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord }
    /// The record that the client tried to save.
    public var clientRecord: CKRecord? { userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord }
    /// The seconds to wait before another attempt.
    public var retryAfterSeconds: Double? { userInfo[CKErrorRetryAfterKey] as? Double }

    /// Creates the error for a refusal of the server.
    init(_ refusal: RPCError, _ more: [String: Any] = [:]) {
        var info = more
        if case .retryAfter(let milliseconds) = refusal.detail {
            info[CKErrorRetryAfterKey] = Double(milliseconds) / 1_000
        }
        self.init(Code(refusal), refusal.sentence, info)
    }

    /// Creates the error for a refusal of the model.
    package init(_ error: SharingError) {
        let code: Code =
            switch error {
            case .alreadyShared: .alreadyShared
            case .notAParticipant: .unknownItem
            case .unreadable: .internalError
            case .refused(let reason, _): Code(RPCError(reason, ""))
            case .notSaved, .publicShare, .owner, .noAnchor, .notPresented, .notOffered, .nobodyChosen,
                .conversationGone, .busy, .nothingPrepared:
                .invalidArguments
            }
        self.init(code, error.description)
    }
}

extension CKError.Code {
    /// The code for a refusal of the server.
    fileprivate init(_ refusal: RPCError) {
        switch refusal.rule {
        case "ucs-init-new": self = .alreadyShared
        case "ck-share-limit": self = .tooManyParticipants
        case "ck-no-mix": self = .invalidArguments
        case "ucs-handler-steps": self = .serverRecordChanged
        case "ucs-can-stop", "ucs-root-record": self = refusal.reason == .conflict ? .unknownItem : .permissionFailure
        // Without a rule, a conflict is an edit of an older text.
        case .some where refusal.reason == .conflict: self = .serverRejectedRequest
        default: self.init(refusal.reason, refusal.detail)
        }
    }

    private init(_ reason: RPCError.Reason, _ detail: RPCError.Detail?) {
        switch reason {
        case .unauthenticated: self = .notAuthenticated
        case .forbidden: self = .permissionFailure
        case .notFound: self = .unknownItem
        case .conflict: self = .serverRecordChanged
        case .invalidParams, .expired: self = .invalidArguments
        case .rateLimited: self = .requestRateLimited
        case .unavailable: self = .serviceUnavailable
        case .parse, .invalidRequest, .unknownMethod, .internal: self = .internalError
        case .tooLarge:
            guard case .limit(let name, _, _) = detail else {
                self = .limitExceeded
                return
            }
            let quotas: [Limits.Name] = [.documents, .shares, .storedBytesOfPerson]
            self = quotas.contains { $0.rawValue == name } ? .quotaExceeded : .limitExceeded
        }
    }
}
