/// A share in the eyes of one person: `role` is that person's, and whom they may not see is not in it.
public struct ShareView: Sendable, Equatable {
    /// The share.
    public var share: Share
    /// What the reader is to it.
    public var role: Share.Role
    /// The participants that the reader may see: at least the owner and the reader (`ck-participants`).
    public var participants: [Share.Participant]
    /// The reader's conversations in which its link stands, in the order in which it came there (`cv-button`); nil
    /// where nobody asked for that one share.
    public var conversations: [ConversationID]?

    /// The share as that person sees it; a stranger sees a public one as a public user would.
    public init(_ share: Share, seenBy person: Handle) {
        self.share = share
        role = share.participant(person)?.role ?? .publicUser
        participants =
            role == .publicUser
            ? share.participants.filter { $0.role == .owner || $0.handle == person } : share.participants
    }
}

extension ShareView: JSONWritable {
    /// Appends the share without what only the log keeps, with the members `collaborationIdentifier`, `role`, `summary`
    /// and `conversations?`.
    public func write(to json: inout JSONWriter) {
        var told = share
        (told.participants, told.ownIdentifier, told.roster, told.startedSummary) = (participants, nil, [], nil)
        json.object {
            told.writeMembers(to: &$0)
            $0.member("collaborationIdentifier", share.collaborationIdentifier)
            $0.member("role", role)
            $0.member("summary", share.summary)
            $0.member("conversations", conversations)
        }
    }
}

/// The last that somebody is told of a share that is theirs no longer: not what became of it, nor who is on it.
public struct LostShare: Sendable, Equatable {
    /// The share.
    public var share: Share
    /// How it was lost.
    public var cause: Cause

    /// A share that is somebody's no longer.
    public init(_ share: Share, _ cause: Cause) {
        self.share = share
        self.cause = cause
    }
}

extension LostShare: JSONWritable {
    /// Appends `{id, app, title, url}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("id", share.id)
            $0.member("app", share.app)
            $0.member("title", share.title)
            $0.member("url", share.url)
        }
    }
}
