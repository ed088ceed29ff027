extension ShareView {
    /// The share as that person sees it: at least its owner and themselves (`ck-participants`); a stranger sees a public
    /// one as a public user would.
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
    /// A share that is somebody's no longer.
    public init(_ share: Share) { self.init(id: share.id, app: share.app, title: share.title, url: share.url) }
}
