public import ChatProtocol

/// The Invitation screen as a value: whom to ask, what they may do, and then the link (`ucs-invite-screen`).
public struct InvitationScreen: Hashable, Sendable {
    /// What is shared; generic where no delegate says (`ucs-default-header`).
    public internal(set) var title: String
    /// One character in place of a picture.
    public internal(set) var thumbnail: String
    /// Who is asked, in the order in which they were chosen.
    public internal(set) var people: [Handle] = []
    /// The people who were named before anyone with the link was let in, for the case that the person changes back.
    private var namedBefore: [Handle] = []
    /// Who can open it at all.
    public internal(set) var access: Share.Access
    /// What they may do.
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
    /// The choices of access; one is no choice, and is not shown.
    public let accessChoices: [Share.Access]
    /// The choices of permission; one is no choice, and is not shown.
    public let permissionChoices: [Share.Permission]
    /// True if the app offers to let participants add people.
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

    /// Takes the named people off the screen while anyone with the link may come, and brings them back afterwards.
    mutating func nameNobody(_ isPublic: Bool) {
        if isPublic {
            (namedBefore, people, allowsInviting) = (people.isEmpty ? namedBefore : people, [], false)
        } else if people.isEmpty {
            (people, namedBefore) = (namedBefore, [])
        }
    }

    /// Whether the link can be sent: somebody was chosen, or anyone with the link may come.
    public var canSend: Bool { !people.isEmpty || access == .public }
    /// Everybody who gets access when the document is shared: the named people, and those in the chosen conversation.
    /// Empty if anyone with the link gets it.
    public var peopleWithAccess: [Handle] {
        guard access == .private else { return [] }
        let others = sendsLink ? place?.people ?? [] : []
        return people + others.filter { !people.contains($0) }
    }
    /// The named people who are not in the chosen conversation, and are sent no link.
    public var peopleWithoutLink: [Handle] {
        guard sendsLink, let place else { return [] }
        return people.filter { !place.people.contains($0) }
    }
    /// Whether anything was chosen: it is lost when the screen is closed before the link is sent.
    public var hasChanges: Bool {
        !people.isEmpty || allowsInviting || access != (accessChoices.first ?? .private)
            || permission != (permissionChoices.first ?? .readWrite)
    }
    /// Whether people can be named: not where anyone with the link may come (`ck-no-mix`).
    public var canAddPeople: Bool { access == .private }
    /// True if it can be chosen whether participants may add people: a public share names nobody.
    public var canAllowInviting: Bool { offersInviting && access == .private }
}
