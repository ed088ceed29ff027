public import ChatProtocol

extension CloudShare {
    /// The role of a participant, with the raw values of `CKShare.ParticipantRole` (`ck-role`).
    public enum ParticipantRole: Int, CaseIterable, Sendable {
        /// A role that this version does not know.
        case unknown = 0
        /// The owner of the record.
        case owner = 1
        /// A participant invited by name who may add and remove people and change their permissions.
        case administrator = 2
        /// A participant invited by name.
        case privateUser = 3
        /// A participant who joined by the link.
        case publicUser = 4

        init(_ role: Share.Role) {
            switch role {
            case .owner: self = .owner
            case .administrator: self = .administrator
            case .privateUser: self = .privateUser
            case .publicUser: self = .publicUser
            }
        }
    }

    /// The state of an invitation, with the raw values of `CKShare.ParticipantAcceptanceStatus` (`ck-accept`).
    public enum ParticipantAcceptanceStatus: Int, CaseIterable, Sendable {
        /// The state is unknown because the person is not invited yet.
        case unknown = 0
        /// The person is invited and has not opened the share.
        case pending = 1
        /// The person has opened the share.
        case accepted = 2
        /// The person no longer participates.
        case removed = 3
    }

    /// The permission of a participant, with the raw values of `CKShare.ParticipantPermission` (`ck-permission-raw`).
    public enum ParticipantPermission: Int, CaseIterable, Sendable {
        /// The permission is not known.
        case unknown = 0
        /// No permission.
        case none = 1
        /// Permission to read.
        case readOnly = 2
        /// Permission to read and write.
        case readWrite = 3

        init(_ permission: Share.Permission) {
            switch permission {
            case .readOnly: self = .readOnly
            case .readWrite: self = .readWrite
            }
        }

        /// The permission as the contract has it; nil if it gives no access.
        var shared: Share.Permission? {
            switch self {
            case .unknown, .none: nil
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            }
        }
    }

    /// A person on a share, after `CKShare.Participant`.
    public struct Participant: Hashable, Sendable {
        /// The handle of the person.
        public let handle: Handle
        /// The role, which the server decides.
        public internal(set) var role: ParticipantRole
        /// The permission of the person.
        public var permission: ParticipantPermission
        /// The state of the invitation, which the server decides.
        public internal(set) var acceptanceStatus: ParticipantAcceptanceStatus
        /// True if the permission is the person's own, so that it remains when the general permission changes.
        public internal(set) var isIndividual: Bool

        /// Creates a private user to add, who is not invited yet.
        ///
        /// - Parameter permission: `unknown` for the general permission of the share.
        public init(_ handle: Handle, permission: ParticipantPermission = .unknown) {
            self.handle = handle
            role = .privateUser
            self.permission = permission
            acceptanceStatus = .unknown
            isIndividual = permission.shared != nil
        }

        init(_ participant: Share.Participant) {
            handle = participant.handle
            role = ParticipantRole(participant.role)
            permission = ParticipantPermission(participant.permission)
            acceptanceStatus = participant.acceptance == .accepted ? .accepted : .pending
            isIndividual = participant.isIndividual
        }
    }
}
