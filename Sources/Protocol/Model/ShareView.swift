extension ShareView {
    /// Creates the share as a person sees it. They see at least the owner and themselves (`ck-participants`).
    ///
    /// A person who is not a participant sees a public share as a public user does.
    public init(_ share: Share, seenBy person: Handle) {
        let role = share.participant(person)?.role ?? .publicUser
        var told = share
        (told.ownIdentifier, told.roster, told.startedSummary) = (nil, [], nil)
        if role == .publicUser { told.participants.removeAll { $0.role != .owner && $0.handle != person } }
        self.init(
            share: told, collaborationIdentifier: share.collaborationIdentifier, role: role, summary: share.summary)
    }
}

extension LostShare {
    /// Creates the last view of a share that a person lost.
    public init(_ share: Share) { self.init(id: share.id, app: share.app, title: share.title, url: share.url) }
}
