package import ChatProtocol

/// A change to an existing collaboration.
package enum CollaborationDeed: Hashable, Sendable {
    /// Invites people, with their own permission or, with nil, the general one. If `sendsLink` is true, the link is
    /// also sent to the people who are in no conversation with it.
    case invite([String], Share.Permission?, sendsLink: Bool = true)
    /// Removes people.
    case uninvite([String])
    /// Restricts access to invited people, or opens it to anyone with the link. The people in `again` are invited again
    /// in the same save.
    case access(Share.Access, again: [String])
    /// Sets the permission of everyone, or with a handle of one person.
    case permission(Share.Permission, handle: String?)
    /// Grants or revokes the administrator role.
    case administrator(String, Bool)
    /// Allows or forbids participants to add people.
    case inviting(Bool)
    /// Leaves the collaboration.
    case leave
    /// Stops sharing for everyone.
    case stop

    /// True if the change removes a person's access.
    var takesAccess: Bool {
        switch self {
        case .uninvite, .access(.private, _), .leave, .stop: true
        case .invite, .access(.public, _), .permission, .administrator, .inviting: false
        }
    }
}

/// A document that the person wants to share, before its app has answered how it can be shared.
package struct ShareWish: Hashable, Sendable {
    /// The title of the document.
    package var title: String
    /// The app's id; nil for the app of the existing document.
    package var app: String?
    /// The id of the conversation that receives it.
    package var conversation: String
    /// The options to choose, given by their effects.
    package var effects: [ShareOptions.Effect]
    /// True if a copy is sent.
    package var isCopy: Bool
    /// The forms in which the document is sent in addition to its link. In the terminal each is a small text
    /// (`sendcopy-custom`).
    package var representations: [Share.Representation]
    /// The existing document that is shared or copied; nil for a new one.
    package var document: DocumentID?
    /// The link of that document.
    package var url: String?

    /// The link of an existing document with the same title, if this one is new; nil if there is none.
    package var namesake: String?

    /// True if an existing document of that title is meant. It brings its own forms.
    package var takesExisting: Bool { representations.isEmpty }

    package init(
        title: String, app: String?, conversation: String, effects: [ShareOptions.Effect] = [], isCopy: Bool = false,
        representations: [Share.Representation] = [.file]
    ) {
        (self.title, self.app, self.conversation) = (title, app, conversation)
        (self.effects, self.isCopy, self.representations) = (effects, isCopy, representations)
    }
}
