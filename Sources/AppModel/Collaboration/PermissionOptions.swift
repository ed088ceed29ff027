import ChatProtocol

extension CloudSharingController {
    /// Which choices the screens offer, with the raw values of `UICloudSharingController.PermissionOptions`
    /// (`ucs-bits`).
    public struct PermissionOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// All of them; beside others it says nothing (`ucs-standard`).
        public static let standard = PermissionOptions([])
        /// Anyone with the link.
        public static let allowPublic = PermissionOptions(rawValue: 1)
        /// Invited people only.
        public static let allowPrivate = PermissionOptions(rawValue: 2)
        /// Look.
        public static let allowReadOnly = PermissionOptions(rawValue: 4)
        /// Look and change.
        public static let allowReadWrite = PermissionOptions(rawValue: 8)
    }
}

/// The choices that are left after all who may take some away: the controller's options, and the share's own.
package struct OfferedChoices: Equatable {
    var access: [Share.Access]
    var permissions: [Share.Permission]
    var inviting: Bool

    /// Where nothing of a kind is allowed, all of it is: an option set says only what it names.
    package init(
        _ options: CloudSharingController.PermissionOptions, _ allowed: AllowedSharingOptions, inviting: Bool = true
    ) {
        let isPublic = options.contains(.allowPublic) || options.isDisjoint(with: [.allowPublic, .allowPrivate])
        let isPrivate = options.contains(.allowPrivate) || options.isDisjoint(with: [.allowPublic, .allowPrivate])
        let reads = options.contains(.allowReadOnly) || options.isDisjoint(with: [.allowReadOnly, .allowReadWrite])
        let writes = options.contains(.allowReadWrite) || options.isDisjoint(with: [.allowReadOnly, .allowReadWrite])
        let accessOptions = allowed.allowedParticipantAccessOptions
        let permissionOptions = allowed.allowedParticipantPermissionOptions
        access = []
        if isPrivate, accessOptions.contains(.specifiedRecipientsOnly) { access.append(.private) }
        if isPublic, accessOptions.contains(.anyoneWithLink) { access.append(.public) }
        permissions = []
        if writes, permissionOptions.contains(.readWrite) { permissions.append(.readWrite) }
        if reads, permissionOptions.contains(.readOnly) { permissions.append(.readOnly) }
        self.inviting = inviting
    }
}
