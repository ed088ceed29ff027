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
        var changesRole = false
        var changesPermission = false
    }

    /// The person.
    public let userIdentity: CKUserIdentity
    /// The identifier of the participant.
    public let participantID: String
    /// The handle of the person; nil without an app.
    let handle: Handle?
    private let lock = NSLock()
    private var state: State

    init(_ handle: Handle?, role: Role, permission: Permission, acceptance: AcceptanceStatus) {
        self.handle = handle
        userIdentity = CKUserIdentity(handle)
        participantID = "participant-\(handle?.rawValue ?? "")"
        state = State(role: role, permission: permission, acceptanceStatus: acceptance)
    }

    /// Creates a participant as the model has it.
    convenience init(_ participant: CloudShare.Participant) {
        self.init(
            participant.handle, role: Role(participant.role),
            permission: Permission(participant.permission), acceptance: AcceptanceStatus(participant.acceptanceStatus))
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let identity = coder.decodeObject(of: CKUserIdentity.self, forKey: "UserIdentity") else { return nil }
        userIdentity = identity
        handle = identity.userRecordID.flatMap { Handle($0.recordName) }
        participantID = "participant-\(identity.userRecordID?.recordName ?? "")"
        state = State(
            role: Role(rawValue: coder.decodeInteger(forKey: "Role")) ?? .unknown,
            permission: Permission(rawValue: coder.decodeInteger(forKey: "Permission")) ?? .unknown,
            acceptanceStatus: AcceptanceStatus(rawValue: coder.decodeInteger(forKey: "AcceptanceStatus")) ?? .unknown)
    }

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

    /// The state of the invitation.
    public var acceptanceStatus: CKShare.ParticipantAcceptanceStatus { lock.withLock { state.acceptanceStatus } }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let state = currentState
        coder.encode(userIdentity, forKey: "UserIdentity")
        coder.encode(state.role.rawValue, forKey: "Role")
        coder.encode(state.permission.rawValue, forKey: "Permission")
        coder.encode(state.acceptanceStatus.rawValue, forKey: "AcceptanceStatus")
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let state = currentState
        let copy = CKShareParticipant(
            handle, role: state.role, permission: state.permission, acceptance: state.acceptanceStatus)
        copy.lock.withLock { copy.state = state }
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CKShareParticipant)?.handle == handle
    }

    open override var hash: Int { handle.hashValue }

    open override var description: String {
        "\(handle?.rawValue ?? "nobody") (\(role), \(permission), \(acceptanceStatus))"
    }

    private var currentState: State { lock.withLock { state } }

    // MARK: The model

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
        }
    }
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
