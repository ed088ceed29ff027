public import ChatProtocol

/// The People screen as a value: who takes part, and what this person may do about it. What is offered follows from the
/// share and from the options; nobody says which role the person has (`ucs-role-auto`).
public struct PeopleScreen: Hashable, Sendable {
    /// Something that a person may do here.
    public enum Action: CaseIterable, Hashable, Sendable {
        /// Ask more people.
        case addPeople
        /// Take people's access, several at once.
        case removePeople
        /// Switch between invited people and anyone with the link.
        case changeAccess
        /// Switch what everybody may do.
        case changePermission
        /// Switch what one person may do.
        case changeIndividualPermission
        /// Make one person an administrator, or no longer.
        case changeRole
        /// Let participants add people, or no longer.
        case changeInviting
        /// Put the link on the clipboard.
        case copyLink
        /// Take part no longer.
        case leave
        /// Share it with nobody any more.
        case stop

        /// What the screen calls it.
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

    /// One person.
    public struct Row: Hashable, Sendable {
        /// Who.
        public var handle: Handle
        /// What they are called.
        public var name: String
        /// What they are to the share, or may do.
        public var detail: String
        /// Whether it is the reader.
        public var isYou: Bool
        /// What they may do.
        public var permission: CloudShare.ParticipantPermission
        /// Whether the reader may take their access.
        public var isRemovable: Bool
    }

    /// What is shared.
    public let title: String
    /// One character in place of a picture.
    public let thumbnail: String
    /// The line that sums it up.
    public let summary: String
    /// Everyone whom the reader may see, the owner first.
    public let rows: [Row]
    /// Who can open it at all.
    public let access: Share.Access
    /// What everybody may do.
    public let permission: Share.Permission
    /// Whether participants may add people.
    public let allowsInviting: Bool
    /// What this person may do, in the order of the screen.
    public let actions: [Action]
    /// Whether something is changed and not saved.
    public let hasChanges: Bool
    /// The message that saving sends to the people who are added; nil if all of them have the link.
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

    /// What the share lets that participant do, as far as the options offer it.
    private static func actions(
        of reader: CloudShare.Participant?, in share: CloudShare, choices: OfferedChoices
    ) -> [Action] {
        guard let reader, reader.acceptanceStatus != .removed, share.saved != nil else { return [] }
        let isPrivate = share.contents.access == .private
        let hasOthers = share.contents.others.contains { $0.handle != reader.handle }
        let isPermissionOpen = choices.permissions.count > 1
        // A deleted document has no access left to change.
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
