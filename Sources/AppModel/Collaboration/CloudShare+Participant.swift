public import ChatProtocol

extension CloudShare {
    /// What somebody is to a share, with the raw values of `CKShare.ParticipantRole` (`ck-role`).
    public enum ParticipantRole: Int, CaseIterable, Sendable {
        /// Something that this version does not know.
        case unknown = 0
        /// The one whose record it is.
        case owner = 1
        /// Someone invited by name who may add and remove people and change what they may do.
        case administrator = 2
        /// Someone who was invited by name.
        case privateUser = 3
        /// Someone who came with the link.
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

    /// How far an invitation got, with the raw values of `CKShare.ParticipantAcceptanceStatus` (`ck-accept`).
    public enum ParticipantAcceptanceStatus: Int, CaseIterable, Sendable {
        /// Not known: nobody asked yet.
        case unknown = 0
        /// Invited, has not opened it.
        case pending = 1
        /// Has opened it.
        case accepted = 2
        /// Takes part no longer.
        case removed = 3
    }

    /// What somebody may do, with the raw values of `CKShare.ParticipantPermission` (`ck-permission-raw`).
    public enum ParticipantPermission: Int, CaseIterable, Sendable {
        /// Not known.
        case unknown = 0
        /// Nothing.
        case none = 1
        /// Look.
        case readOnly = 2
        /// Look and change.
        case readWrite = 3

        init(_ permission: Share.Permission) {
            switch permission {
            case .readOnly: self = .readOnly
            case .readWrite: self = .readWrite
            }
        }

        /// What it says of somebody who takes part; nil where it lets nobody do so.
        var shared: Share.Permission? {
            switch self {
            case .unknown, .none: nil
            case .readOnly: .readOnly
            case .readWrite: .readWrite
            }
        }
    }

    /// Somebody on a share, after `CKShare.Participant`.
    public struct Participant: Hashable, Sendable {
        /// Who.
        public let handle: Handle
        /// What they are to it; the server's to say.
        public internal(set) var role: ParticipantRole
        /// What they may do.
        public var permission: ParticipantPermission
        /// How far the invitation got; the server's to say.
        public internal(set) var acceptanceStatus: ParticipantAcceptanceStatus
        /// Whether the permission is their own, and stays when the general one changes.
        public internal(set) var isIndividual: Bool

        /// Somebody to add: a private user who was not asked yet.
        ///
        /// - Parameter permission: unknown where they may do what everybody may.
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
