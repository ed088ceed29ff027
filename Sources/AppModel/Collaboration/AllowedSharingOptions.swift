/// Which choices an app lets people make about a share: the simulator's `CKAllowedSharingOptions`
/// (`ck-allowed-options`).
public struct AllowedSharingOptions: Hashable, Sendable {
    /// What people may be allowed to do.
    public struct PermissionOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Look.
        public static let readOnly = PermissionOptions(rawValue: 1)
        /// Look and change.
        public static let readWrite = PermissionOptions(rawValue: 2)
        /// Either.
        public static let any: PermissionOptions = [.readOnly, .readWrite]
    }

    /// Who may be let in.
    public struct AccessOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Anyone with the link.
        public static let anyoneWithLink = AccessOptions(rawValue: 1)
        /// The people who are invited.
        public static let specifiedRecipientsOnly = AccessOptions(rawValue: 2)
        /// Either.
        public static let any: AccessOptions = [.anyoneWithLink, .specifiedRecipientsOnly]
    }

    /// What people may be allowed to do.
    public var allowedParticipantPermissionOptions: PermissionOptions
    /// Who may be let in.
    public var allowedParticipantAccessOptions: AccessOptions
    /// Whether people may be allowed to add others; not, unless told otherwise.
    public var allowsParticipantsToInviteOthers = false

    /// Those options.
    public init(
        allowedParticipantPermissionOptions: PermissionOptions, allowedParticipantAccessOptions: AccessOptions
    ) {
        self.allowedParticipantPermissionOptions = allowedParticipantPermissionOptions
        self.allowedParticipantAccessOptions = allowedParticipantAccessOptions
    }

    /// Every permission and every access.
    public static let standard = AllowedSharingOptions(
        allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .any)
}
