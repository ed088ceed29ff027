public import ChatProtocol

/// The Invitation screen as a value, on which a person chooses people and permissions and then sends the link
/// (`ucs-invite-screen`).
public struct InvitationScreen: Hashable, Sendable {
    /// The title of the item; a general one without a delegate (`ucs-default-header`).
    public internal(set) var title: String
    /// One character in place of a thumbnail.
    public internal(set) var thumbnail: String
    /// The chosen people, in the order of the choice.
    public internal(set) var people: [Handle] = []
    /// The people who were chosen before anyone with the link got access. They return if the person changes the access
    /// back.
    private var namedBefore: [Handle] = []
    /// The access to the share.
    public internal(set) var access: Share.Access
    /// The permission of the participants.
    public internal(set) var permission: Share.Permission
    /// True if participants may add people (`options-set`).
    public internal(set) var allowsInviting = false
    /// The message that sends the link; nil until a person or a conversation is chosen.
    public internal(set) var invitation: LinkInvitation?
    /// True if sharing sends ``invitation``.
    public internal(set) var sendsLink = true
    /// The conversation that the person chose for the link; nil for the one that has exactly the named people.
    package internal(set) var place: LinkInvitation.Place?
    /// True if the person is no longer in the conversation that they chose for the link: nothing is shared until they
    /// choose again.
    package internal(set) var isPlaceGone = false
    /// The offered choices of access. A single choice is not shown.
    public let accessChoices: [Share.Access]
    /// The offered choices of permission. A single choice is not shown.
    public let permissionChoices: [Share.Permission]
    /// True if the app offers that participants may add people.
    public let offersInviting: Bool

    init(title: String, thumbnail: String, choices: OfferedChoices) {
        self.title = title
        self.thumbnail = thumbnail
        accessChoices = choices.access
        permissionChoices = choices.permissions
        offersInviting = choices.inviting
        access = choices.access.first ?? .private
        permission = choices.permissions.first ?? .readWrite
    }

    /// Removes the chosen people while anyone with the link has access, and restores them afterwards.
    mutating func nameNobody(_ isPublic: Bool) {
        if isPublic {
            (namedBefore, people, allowsInviting) = (people.isEmpty ? namedBefore : people, [], false)
        } else if people.isEmpty {
            (people, namedBefore) = (namedBefore, [])
        }
    }

    /// True if the link can be sent: people are chosen, or anyone with the link has access.
    public var canSend: Bool { !people.isEmpty || access == .public }
    /// The people who get access when the document is shared: the chosen people and the members of the chosen
    /// conversation. Empty if anyone with the link gets access.
    public var peopleWithAccess: [Handle] {
        guard access == .private else { return [] }
        let others = sendsLink ? place?.people ?? [] : []
        return people + others.filter { !people.contains($0) }
    }
    /// The chosen people who receive no link because they are not in the chosen conversation.
    public var peopleWithoutLink: [Handle] {
        guard sendsLink, let place else { return [] }
        return people.filter { !place.people.contains($0) }
    }
    /// True if the screen has choices that closing it would discard.
    public var hasChanges: Bool {
        !people.isEmpty || allowsInviting || access != (accessChoices.first ?? .private)
            || permission != (permissionChoices.first ?? .readWrite)
    }
    /// True if people can be chosen: not if anyone with the link has access (`ck-no-mix`).
    public var canAddPeople: Bool { access == .private }
    /// True if the person can choose whether participants may add people: the app offers it, and the share is private.
    public var canAllowInviting: Bool { offersInviting && access == .private }
}
