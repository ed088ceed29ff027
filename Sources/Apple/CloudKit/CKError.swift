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

extension CKError {
    /// The code of an error.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error, for Foundation.
        public typealias _ErrorType = CKError

        /// An error in CloudKit.
        case internalError = 1
        /// Some records failed; each has its own error.
        case partialFailure = 2
        /// The network is not available.
        case networkUnavailable = 3
        /// The network failed.
        case networkFailure = 4
        /// The app does not have this container.
        case badContainer = 5
        /// The server cannot work now.
        case serviceUnavailable = 6
        /// The app sent too many requests in too short a time.
        case requestRateLimited = 7
        /// The app lacks an entitlement.
        case missingEntitlement = 8
        /// The code runs as no person.
        case notAuthenticated = 9
        /// The person is not allowed to do this.
        case permissionFailure = 10
        /// The record does not exist, or is hidden from the person.
        case unknownItem = 11
        /// The request is malformed.
        case invalidArguments = 12
        /// The results are incomplete.
        case resultsTruncated = 13
        /// Another device has saved the record since it was read.
        case serverRecordChanged = 14
        /// The server rejected the request.
        case serverRejectedRequest = 15
        /// The file of an asset does not exist.
        case assetFileNotFound = 16
        /// The file of an asset changed during the save.
        case assetFileModified = 17
        /// The app is too old.
        case incompatibleVersion = 18
        /// Another record has the same unique value.
        case constraintViolation = 19
        /// The operation was cancelled.
        case operationCancelled = 20
        /// The change token is too old.
        case changeTokenExpired = 21
        /// Another record of the same batch failed.
        case batchRequestFailed = 22
        /// The server is too busy for the zone.
        case zoneBusy = 23
        /// The database cannot do this.
        case badDatabase = 24
        /// The person has no room left.
        case quotaExceeded = 25
        /// The zone does not exist.
        case zoneNotFound = 26
        /// The request is too large.
        case limitExceeded = 27
        /// The person deleted the zone.
        case userDeletedZone = 28
        /// The share has too many participants.
        case tooManyParticipants = 29
        /// The record is already shared.
        case alreadyShared = 30
        /// The other record of a reference does not exist.
        case referenceViolation = 31
        /// The system does not allow this to the account.
        case managedAccountRestricted = 32
        /// The person must prove an address of the invitation.
        case participantMayNeedVerification = 33
        /// The response was lost.
        case serverResponseLost = 34
        /// The file of an asset is not on the device.
        case assetNotAvailable = 35
        /// The account is not available now.
        case accountTemporarilyUnavailable = 36
    }
}

extension CKError.Code {
    /// Returns true if an error of any kind has the code.
    public static func ~= (code: CKError.Code, error: any Error) -> Bool { (error as? CKError)?.code == code }
}

// The codes as members of the error, for patterns such as `catch CKError.unknownItem`.
extension CKError {
    /// An error in CloudKit.
    public static var internalError: Code { .internalError }
    /// Some records failed; each has its own error.
    public static var partialFailure: Code { .partialFailure }
    /// The network is not available.
    public static var networkUnavailable: Code { .networkUnavailable }
    /// The network failed.
    public static var networkFailure: Code { .networkFailure }
    /// The app does not have this container.
    public static var badContainer: Code { .badContainer }
    /// The server cannot work now.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// The app sent too many requests in too short a time.
    public static var requestRateLimited: Code { .requestRateLimited }
    /// The app lacks an entitlement.
    public static var missingEntitlement: Code { .missingEntitlement }
    /// The code runs as no person.
    public static var notAuthenticated: Code { .notAuthenticated }
    /// The person is not allowed to do this.
    public static var permissionFailure: Code { .permissionFailure }
    /// The record does not exist, or is hidden from the person.
    public static var unknownItem: Code { .unknownItem }
    /// The request is malformed.
    public static var invalidArguments: Code { .invalidArguments }
    /// The results are incomplete.
    public static var resultsTruncated: Code { .resultsTruncated }
    /// Another device has saved the record since it was read.
    public static var serverRecordChanged: Code { .serverRecordChanged }
    /// The server rejected the request.
    public static var serverRejectedRequest: Code { .serverRejectedRequest }
    /// The file of an asset does not exist.
    public static var assetFileNotFound: Code { .assetFileNotFound }
    /// The file of an asset changed during the save.
    public static var assetFileModified: Code { .assetFileModified }
    /// The app is too old.
    public static var incompatibleVersion: Code { .incompatibleVersion }
    /// Another record has the same unique value.
    public static var constraintViolation: Code { .constraintViolation }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The change token is too old.
    public static var changeTokenExpired: Code { .changeTokenExpired }
    /// Another record of the same batch failed.
    public static var batchRequestFailed: Code { .batchRequestFailed }
    /// The server is too busy for the zone.
    public static var zoneBusy: Code { .zoneBusy }
    /// The database cannot do this.
    public static var badDatabase: Code { .badDatabase }
    /// The person has no room left.
    public static var quotaExceeded: Code { .quotaExceeded }
    /// The zone does not exist.
    public static var zoneNotFound: Code { .zoneNotFound }
    /// The request is too large.
    public static var limitExceeded: Code { .limitExceeded }
    /// The person deleted the zone.
    public static var userDeletedZone: Code { .userDeletedZone }
    /// The share has too many participants.
    public static var tooManyParticipants: Code { .tooManyParticipants }
    /// The record is already shared.
    public static var alreadyShared: Code { .alreadyShared }
    /// The other record of a reference does not exist.
    public static var referenceViolation: Code { .referenceViolation }
    /// The system does not allow this to the account.
    public static var managedAccountRestricted: Code { .managedAccountRestricted }
    /// The person must prove an address of the invitation.
    public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
    /// The response was lost.
    public static var serverResponseLost: Code { .serverResponseLost }
    /// The file of an asset is not on the device.
    public static var assetNotAvailable: Code { .assetNotAvailable }
    /// The account is not available now.
    public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
}
