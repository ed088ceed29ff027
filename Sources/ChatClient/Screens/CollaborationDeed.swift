package import ChatProtocol

/// What somebody does with a collaboration that there is.
package enum CollaborationDeed: Hashable, Sendable {
    /// Invite people, with a permission of their own or with the general one. `sendsLink`: the link is sent to those who
    /// are in no conversation with it.
    case invite([String], Share.Permission?, sendsLink: Bool = true)
    /// Take people off it.
    case uninvite([String])
    /// Let only invited people open it, or anyone with the link; who is named is invited again in the same save.
    case access(Share.Access, again: [String])
    /// What everyone may do, or somebody alone.
    case permission(Share.Permission, handle: String?)
    /// Make somebody an administrator, or take that back.
    case administrator(String, Bool)
    /// Let participants add people, or not.
    case inviting(Bool)
    /// Take part no longer.
    case leave
    /// End it for everyone.
    case stop

    /// True if it takes somebody's access away.
    var takesAccess: Bool {
        switch self {
        case .uninvite, .access(.private, _), .leave, .stop: true
        case .invite, .access(.public, _), .permission, .administrator, .inviting: false
        }
    }
}

/// What somebody wants to share, before its app has said how it can be.
package struct ShareWish: Hashable, Sendable {
    /// The title of the document.
    package var title: String
    /// The app's id.
    package var app: String
    /// Where it goes.
    package var conversation: String
    /// What is chosen among the options by what they do.
    package var effects: [ShareOptions.Effect]
    /// Whether a copy is sent.
    package var isCopy: Bool
    /// The forms in which the document comes beside its link; of the terminal's own, each is a small text
    /// (`sendcopy-custom`).
    package var representations: [Share.Representation]
    /// The existing document that is shared or copied; nil for a new one.
    package var document: DocumentID?
    /// The link of that document.
    package var url: String?

    /// The link of a document of that title, if this one is new; nil if there is none.
    package var namesake: String?

    /// True if an existing document of that title is meant: it brings its own forms.
    package var takesExisting: Bool { representations.isEmpty }

    package init(
        title: String, app: String, conversation: String, effects: [ShareOptions.Effect] = [], isCopy: Bool = false,
        representations: [Share.Representation] = [.file]
    ) {
        (self.title, self.app, self.conversation) = (title, app, conversation)
        (self.effects, self.isCopy, self.representations) = (effects, isCopy, representations)
    }
}
