import AppModel
import ChatProtocol
public import Foundation

extension CKShare {
    /// A participant of a share.
    public typealias Participant = CKShareParticipant

    /// The role of a participant (`ck-role`).
    public enum ParticipantRole: Int, Sendable {
        /// A role that this version does not know.
        case unknown = 0
        /// The person whose record it is.
        case owner = 1
        /// A person invited by name who may add and remove people and change permissions.
        case administrator = 2
        /// A person invited by name.
        case privateUser = 3
        /// A person who joined by the link.
        case publicUser = 4
    }

    /// The permission of a participant (`ck-permission-raw`).
    public enum ParticipantPermission: Int, Sendable {
        /// A permission that this version does not know.
        case unknown = 0
        /// No access.
        case none = 1
        /// The person can read.
        case readOnly = 2
        /// The person can read and change.
        case readWrite = 3
    }

    /// The state of an invitation (`ck-accept`).
    public enum ParticipantAcceptanceStatus: Int, Sendable {
        /// The person was not invited yet.
        case unknown = 0
        /// The person was invited and has not opened the share.
        case pending = 1
        /// The person has opened the share.
        case accepted = 2
        /// The person no longer takes part.
        case removed = 3
    }
}

/// A participant of a share: `CKShare.Participant`. A change of the permission counts once the share is saved.
///
/// It can also be an invitation without a person: a one-time link (`ck-one-time-url`).
///
/// It is safe to send: its mutable members are only used with the lock held.
open class CKShareParticipant: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The role of a participant.
    public typealias Role = CKShare.ParticipantRole
    /// The permission of a participant.
    public typealias Permission = CKShare.ParticipantPermission
    /// The state of an invitation.
    public typealias AcceptanceStatus = CKShare.ParticipantAcceptanceStatus

    private struct State {
        var role: Role
        var permission: Permission
        var acceptanceStatus: AcceptanceStatus
        var isApprovedRequester = false
        /// The one-time link of the participant, as of the server.
        var link: Share.OneTimeLink?
        var changesRole = false
        var changesPermission = false
    }

    /// The person.
    public let userIdentity: CKUserIdentity
    /// The handle of the person; nil without an app, and for a one-time link.
    let handle: Handle?
    /// True for a one-time link.
    let isOneTimeLink: Bool
    private let ownID: String
    private let lock = NSLock()
    private var state: State

    init(
        _ handle: Handle?, role: Role, permission: Permission, acceptance: AcceptanceStatus,
        oneTimeLink id: String? = nil
    ) {
        self.handle = handle
        isOneTimeLink = id != nil
        userIdentity = CKUserIdentity(handle)
        ownID = id ?? "participant-\(handle?.rawValue ?? "")"
        state = State(role: role, permission: permission, acceptanceStatus: acceptance)
    }

    /// Creates the participant of a one-time link.
    convenience init(_ link: Share.OneTimeLink) {
        let permission = Permission(CloudShare.ParticipantPermission(link.permission))
        self.init(nil, role: .privateUser, permission: permission, acceptance: .pending, oneTimeLink: link.id)
        state.link = link
    }

    /// Returns a participant who is not known yet (`ck-one-time-url`). Saving the share that it was added to makes a link
    /// that admits the first person who opens it. The permission is to read, unless the app sets another one.
    open class func oneTimeURLParticipant() -> CKShareParticipant {
        CKShareParticipant(
            nil, role: .privateUser, permission: .readOnly, acceptance: .unknown, oneTimeLink: UUID().uuidString)
    }

    /// Creates a participant as the model has it.
    convenience init(_ participant: CloudShare.Participant) {
        self.init(
            participant.handle, role: Role(participant.role),
            permission: Permission(participant.permission), acceptance: AcceptanceStatus(participant.acceptanceStatus))
        state.isApprovedRequester = participant.isApprovedRequester
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: CKUserIdentity.self, forKey: "UserIdentity") else { return nil }
        userIdentity = identity
        handle = identity.userRecordID.flatMap { Handle($0.recordName) }
        let name = identity.userRecordID?.recordName ?? ""
        ownID = coder.decodeObject(of: NSString.self, forKey: "ParticipantID") as String? ?? "participant-\(name)"
        isOneTimeLink = coder.decodeBool(forKey: "IsOneTimeLink")
        state = State(
            role: Role(rawValue: coder.decodeInteger(forKey: "Role")) ?? .unknown,
            permission: Permission(rawValue: coder.decodeInteger(forKey: "Permission")) ?? .unknown,
            acceptanceStatus: AcceptanceStatus(rawValue: coder.decodeInteger(forKey: "AcceptanceStatus")) ?? .unknown)
    }

    /// The identifier of the participant. For a one-time link the server gives it, when the share is saved.
    public var participantID: String { lock.withLock { state.link?.id ?? ownID } }

    /// The role. A change counts once the share is saved.
    public var role: CKShare.ParticipantRole {
        get { lock.withLock { state.role } }
        set {
            lock.withLock {
                state.role = newValue
                state.changesRole = true
            }
        }
    }

    /// The permission. A change counts once the share is saved.
    public var permission: CKShare.ParticipantPermission {
        get { lock.withLock { state.permission } }
        set {
            lock.withLock {
                state.permission = newValue
                state.changesPermission = true
            }
        }
    }

    /// True if the person had asked for access (`ck-access-requests`).
    public var isApprovedRequester: Bool { lock.withLock { state.isApprovedRequester } }

    /// The state of the invitation.
    public var acceptanceStatus: CKShare.ParticipantAcceptanceStatus { lock.withLock { state.acceptanceStatus } }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let state = currentState
        coder.encode(userIdentity, forKey: "UserIdentity")
        coder.encode((state.link?.id ?? ownID) as NSString, forKey: "ParticipantID")
        coder.encode(isOneTimeLink, forKey: "IsOneTimeLink")
        coder.encode(state.role.rawValue, forKey: "Role")
        coder.encode(state.permission.rawValue, forKey: "Permission")
        coder.encode(state.acceptanceStatus.rawValue, forKey: "AcceptanceStatus")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let state = currentState
        let copy = CKShareParticipant(
            handle, role: state.role, permission: state.permission, acceptance: state.acceptanceStatus,
            oneTimeLink: isOneTimeLink ? ownID : nil)
        copy.lock.withLock { copy.state = state }
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKShareParticipant, other.handle == handle else { return false }
        return !isOneTimeLink || other.participantID == participantID
    }

    open override var hash: Int { handle.hashValue }

    open override var description: String {
        "\(handle?.rawValue ?? "nobody") (\(role), \(permission), \(acceptanceStatus))"
    }

    private var currentState: State { lock.withLock { state } }

    // MARK: The model

    /// The one-time link, or nil if there is none or its share is not saved.
    var oneTimeLink: Share.OneTimeLink? { lock.withLock { state.link } }

    /// Takes the link that a save made for this participant.
    func didSave(_ link: Share.OneTimeLink) {
        lock.withLock { (state.link, state.acceptanceStatus, state.changesPermission) = (link, .pending, false) }
    }

    /// Takes the link with which the person joined, if that is known.
    func didJoin(with link: Share.OneTimeLink?) { lock.withLock { state.link = link } }

    /// Returns true if an identifier is the participant's, or was it before the share was saved.
    func isIdentified(by id: String) -> Bool { lock.withLock { id == ownID || id == state.link?.id } }

    /// The participant as the model takes it. The permission is unknown unless the app has set it.
    var cloudParticipant: CloudShare.Participant? {
        guard let handle else { return nil }
        let (permission, isSet) = lock.withLock { (state.permission, state.changesPermission) }
        return CloudShare.Participant(handle, permission: isSet ? permission.model : .unknown)
    }

    /// The role that the app has set since the last save.
    var changedRole: CloudShare.ParticipantRole? {
        lock.withLock { state.changesRole ? CloudShare.ParticipantRole(rawValue: state.role.rawValue) : nil }
    }

    /// The permission that the app has set since the last save.
    var changedPermission: CloudShare.ParticipantPermission? {
        lock.withLock { state.changesPermission ? state.permission.model : nil }
    }

    /// Copies the members from the model. Unsaved changes stay unless the share was just saved.
    func update(_ participant: CloudShare.Participant, isSaved: Bool) {
        lock.withLock {
            if isSaved { (state.changesRole, state.changesPermission) = (false, false) }
            if !state.changesRole { state.role = Role(participant.role) }
            if !state.changesPermission { state.permission = Permission(participant.permission) }
            state.acceptanceStatus = AcceptanceStatus(participant.acceptanceStatus)
            state.isApprovedRequester = participant.isApprovedRequester
        }
    }
}

extension CKShareParticipant: Identifiable {
    /// The identifier of the participant.
    public var id: String { participantID }
}

extension CKShare.ParticipantRole {
    init(_ role: CloudShare.ParticipantRole) { self = Self(rawValue: role.rawValue) ?? .unknown }
}

extension CKShare.ParticipantAcceptanceStatus {
    init(_ status: CloudShare.ParticipantAcceptanceStatus) { self = Self(rawValue: status.rawValue) ?? .unknown }
}

extension CKShare.ParticipantPermission {
    init(_ permission: CloudShare.ParticipantPermission) { self = Self(rawValue: permission.rawValue) ?? .unknown }

    /// The permission of the model.
    var model: CloudShare.ParticipantPermission { .init(rawValue: rawValue) ?? .unknown }
}

/// A person, as CloudKit identifies them.
///
/// It is safe to send: it never changes.
open class CKUserIdentity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The address by which a person is looked up.
    public typealias LookupInfo = CKUserIdentityLookupInfo

    /// The record identifier of the person: their handle.
    public let userRecordID: CKRecord.ID?
    /// The address by which the person was looked up or invited.
    public let lookupInfo: CKUserIdentity.LookupInfo?
    /// The name.
    public let nameComponents: PersonNameComponents?
    /// True if the person has an account.
    public let hasiCloudAccount: Bool

    init(_ handle: Handle?) {
        userRecordID = handle.map { CKRecordID(recordName: $0.rawValue) }
        lookupInfo = handle.map { CKUserIdentityLookupInfo(emailAddress: $0.rawValue) }
        var components = PersonNameComponents()
        components.givenName = handle?.defaultName
        nameComponents = components
        hasiCloudAccount = handle != nil
    }

    /// Decodes an archived value.
    public required init?(coder: NSCoder) {
        userRecordID = coder.decodeObject(of: CKRecordID.self, forKey: "UserRecordID")
        lookupInfo = coder.decodeObject(of: CKUserIdentityLookupInfo.self, forKey: "LookupInfo")
        let data = coder.decodeObject(of: NSData.self, forKey: "NameComponents") as Data?
        nameComponents = data.flatMap { try? JSONDecoder().decode(PersonNameComponents.self, from: $0) }
        hasiCloudAccount = coder.decodeBool(forKey: "HasAccount")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(userRecordID, forKey: "UserRecordID")
        coder.encode(lookupInfo, forKey: "LookupInfo")
        // Foundation on Linux cannot archive the components themselves.
        let components = nameComponents.flatMap { try? JSONEncoder().encode($0) }
        coder.encode(components as NSData?, forKey: "NameComponents")
        coder.encode(hasiCloudAccount, forKey: "HasAccount")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentity else { return false }
        return userRecordID == other.userRecordID && lookupInfo == other.lookupInfo
    }

    open override var hash: Int { userRecordID.hashValue }
}

/// The address by which a person is looked up: `CKUserIdentity.LookupInfo`.
///
/// It is safe to send: it never changes.
open class CKUserIdentityLookupInfo: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The mail address.
    public let emailAddress: String?
    /// The phone number.
    public let phoneNumber: String?
    /// The record identifier of the person.
    public let userRecordID: CKRecord.ID?

    private init(_ emailAddress: String?, _ phoneNumber: String?, _ userRecordID: CKRecord.ID?) {
        (self.emailAddress, self.phoneNumber, self.userRecordID) = (emailAddress, phoneNumber, userRecordID)
    }

    /// Creates a lookup by a mail address, which is the person's handle.
    public convenience init(emailAddress: String) { self.init(emailAddress, nil, nil) }

    /// Creates a lookup by a phone number, which is the person's handle.
    public convenience init(phoneNumber: String) { self.init(nil, phoneNumber, nil) }

    /// Creates a lookup by a record identifier, whose name is the person's handle.
    public convenience init(userRecordID: CKRecord.ID) { self.init(nil, nil, userRecordID) }

    /// Decodes an archived value.
    public required init?(coder: NSCoder) {
        emailAddress = coder.decodeObject(of: NSString.self, forKey: "EmailAddress") as String?
        phoneNumber = coder.decodeObject(of: NSString.self, forKey: "PhoneNumber") as String?
        userRecordID = coder.decodeObject(of: CKRecordID.self, forKey: "UserRecordID")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(emailAddress as NSString?, forKey: "EmailAddress")
        coder.encode(phoneNumber as NSString?, forKey: "PhoneNumber")
        coder.encode(userRecordID, forKey: "UserRecordID")
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKUserIdentityLookupInfo else { return false }
        return emailAddress == other.emailAddress && phoneNumber == other.phoneNumber
            && userRecordID == other.userRecordID
    }

    open override var hash: Int { (emailAddress ?? phoneNumber ?? userRecordID?.recordName).hashValue }

    /// The handle of the person; nil if the address is not a valid handle.
    var handle: Handle? { (emailAddress ?? phoneNumber ?? userRecordID?.recordName).flatMap { Handle($0) } }
}
