/// The choices that an app lets people make about a share: the simulator's `CKAllowedSharingOptions`
/// (`ck-allowed-options`).
public struct AllowedSharingOptions: Hashable, Sendable {
    /// The permissions that participants may be given.
    public struct PermissionOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Permission to read.
        public static let readOnly = PermissionOptions(rawValue: 1)
        /// Permission to read and write.
        public static let readWrite = PermissionOptions(rawValue: 2)
        /// Both permissions.
        public static let any: PermissionOptions = [.readOnly, .readWrite]
    }

    /// The access that a share may have.
    public struct AccessOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Access for anyone with the link.
        public static let anyoneWithLink = AccessOptions(rawValue: 1)
        /// Access for invited people only.
        public static let specifiedRecipientsOnly = AccessOptions(rawValue: 2)
        /// Both kinds of access.
        public static let any: AccessOptions = [.anyoneWithLink, .specifiedRecipientsOnly]
    }

    /// The permissions that participants may be given.
    public var allowedParticipantPermissionOptions: PermissionOptions
    /// The access that the share may have.
    public var allowedParticipantAccessOptions: AccessOptions
    /// True if participants may be allowed to add others; false by default.
    public var allowsParticipantsToInviteOthers = false

    /// Creates options from permissions and access.
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
