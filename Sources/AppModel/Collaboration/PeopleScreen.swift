public import ChatProtocol

/// The People screen as a value: the participants, and what this person may do. The offered actions follow from the
/// share and the options. The person's role is not set by the app (`ucs-role-auto`).
public struct PeopleScreen: Hashable, Sendable {
    /// An action that the screen can offer.
    public enum Action: CaseIterable, Hashable, Sendable {
        /// Invites more people.
        case addPeople
        /// Removes one or more people.
        case removePeople
        /// Changes the access between invited people and anyone with the link.
        case changeAccess
        /// Changes the general permission.
        case changePermission
        /// Changes the permission of one person.
        case changeIndividualPermission
        /// Makes a person an administrator or a private user.
        case changeRole
        /// Allows or forbids participants to add people.
        case changeInviting
        /// Copies the link to the clipboard.
        case copyLink
        /// Leaves the share.
        case leave
        /// Stops sharing with all people.
        case stop

        /// The title of the action.
        public var title: String {
            switch self {
            case .addPeople: "Add People"
            case .removePeople: "Remove People"
            case .changeAccess: "Who can access"
            case .changePermission: "Permission"
            case .changeIndividualPermission: "Permission of One Person"
            case .changeRole: "Role of One Person"
            case .changeInviting: "Allow others to invite"
            case .copyLink: "Copy Link"
            case .leave: "Remove Me"
            case .stop: "Stop Sharing"
            }
        }
    }

    /// A row for one person.
    public struct Row: Hashable, Sendable {
        /// The handle of the person.
        public var handle: Handle
        /// The name of the person.
        public var name: String
        /// The role, permission and invitation state of the person, in words.
        public var detail: String
        /// True if the row is the reader's own.
        public var isYou: Bool
        /// The permission of the person.
        public var permission: CloudShare.ParticipantPermission
        /// True if the reader may remove the person.
        public var isRemovable: Bool
    }

    /// The title of the shared item.
    public let title: String
    /// One character in place of a thumbnail.
    public let thumbnail: String
    /// One line that summarizes the permissions.
    public let summary: String
    /// The rows of the participants whom the reader may see, the owner first.
    public let rows: [Row]
    /// The access to the share.
    public let access: Share.Access
    /// The general permission.
    public let permission: Share.Permission
    /// True if participants may add people.
    public let allowsInviting: Bool
    /// The actions that this person may perform, in the order of the screen.
    public let actions: [Action]
    /// True if the share has unsaved changes.
    public let hasChanges: Bool
    /// The message that a save sends to the added people; nil without added people.
    public let invitation: LinkInvitation?
    /// True if saving sends ``invitation``.
    public let sendsLink: Bool

    package init(
        of share: CloudShare, header: (title: String, thumbnail: String), choices: OfferedChoices,
        invitation: LinkInvitation? = nil, sendsLink: Bool = true, names: (Handle) -> String
    ) {
        (self.invitation, self.sendsLink) = (invitation, sendsLink)
        title = header.title
        thumbnail = header.thumbnail
        summary = share.isRootRecordDeleted ? "The document was deleted." : share.summary
        access = share.contents.access
        permission = share.contents.permission
        allowsInviting = share.contents.allowsInviting
        hasChanges = share.hasChanges
        let reader = share.currentUserParticipant
        let actions = Self.actions(of: reader, in: share, choices: choices)
        self.actions = actions
        rows = share.participants.map { participant in
            Row(
                handle: participant.handle, name: names(participant.handle),
                detail: Self.detail(participant, of: share),
                isYou: participant.handle == reader?.handle, permission: participant.permission,
                isRemovable: actions.contains(.removePeople) && participant.role != .owner
                    && participant.handle != reader?.handle)
        }
    }

    /// Returns the actions that a participant's role allows and the options offer.
    private static func actions(
        of reader: CloudShare.Participant?, in share: CloudShare, choices: OfferedChoices
    ) -> [Action] {
        guard let reader, reader.acceptanceStatus != .removed, share.saved != nil else { return [] }
        let isPrivate = share.contents.access == .private
        let hasOthers = share.contents.others.contains { $0.handle != reader.handle }
        let isPermissionOpen = choices.permissions.count > 1
        // The access of a deleted document cannot change any more.
        guard !share.isRootRecordDeleted else { return reader.role == .owner ? [.stop] : [.leave] }
        switch reader.role {
        case .owner:
            var actions: [Action] = []
            if isPrivate { actions.append(.addPeople) }
            if isPrivate, hasOthers { actions.append(.removePeople) }
            if choices.access.count > 1 { actions.append(.changeAccess) }
            if isPermissionOpen { actions.append(.changePermission) }
            if isPermissionOpen, isPrivate, hasOthers { actions.append(.changeIndividualPermission) }
            if isPrivate, hasOthers { actions.append(.changeRole) }
            if choices.inviting, isPrivate { actions.append(.changeInviting) }
            return actions + [.copyLink, .stop]
        case .administrator:
            var actions: [Action] = []
            if isPrivate { actions.append(.addPeople) }
            if isPrivate, hasOthers { actions.append(.removePeople) }
            if isPermissionOpen { actions.append(.changePermission) }
            if isPermissionOpen, isPrivate, hasOthers { actions.append(.changeIndividualPermission) }
            return actions + (isPrivate ? [] : [.copyLink]) + [.leave]
        case .privateUser, .publicUser, .unknown:
            return (isPrivate && share.contents.allowsInviting ? [.addPeople] : []) + (isPrivate ? [] : [.copyLink])
                + [.leave]
        }
    }

    private static func detail(_ participant: CloudShare.Participant, of share: CloudShare) -> String {
        if participant.role == .owner { return "Owner" }
        if share.isRootRecordDeleted { return "" }
        var words: [String] = []
        if participant.role == .administrator { words.append("Administrator") }
        words.append(participant.permission == .readOnly ? "View only" : "Can make changes")
        switch participant.acceptanceStatus {
        case .pending: words.append("Invited")
        case .unknown: words.append("Not invited yet")
        case .accepted, .removed: break
        }
        return words.joined(separator: " · ")
    }
}
