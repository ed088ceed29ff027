import ChatProtocol

extension CloudSharingController {
    /// The choices that the screens offer, with the raw values of `UICloudSharingController.PermissionOptions`
    /// (`ucs-bits`).
    public struct PermissionOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// All choices. Combined with other options, it has no effect (`ucs-standard`).
        public static let standard = PermissionOptions([])
        /// Access for anyone with the link.
        public static let allowPublic = PermissionOptions(rawValue: 1)
        /// Access for invited people only.
        public static let allowPrivate = PermissionOptions(rawValue: 2)
        /// Permission to read.
        public static let allowReadOnly = PermissionOptions(rawValue: 4)
        /// Permission to read and write.
        public static let allowReadWrite = PermissionOptions(rawValue: 8)
    }
}

/// The choices that both the controller's options and the share's options allow.
package struct OfferedChoices: Equatable {
    var access: [Share.Access]
    var permissions: [Share.Permission]
    var inviting: Bool

    /// Creates the common choices. If the controller's options name no access, or no permission, they allow all of that
    /// kind.
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
