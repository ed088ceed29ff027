import ChatProtocol

/// A change of one kind that a save makes to the people on a share (`ev-membership`).
struct MembershipChange: Equatable, Sendable {
    /// A kind of change.
    enum Kind: Equatable, Sendable {
        /// Another person added them.
        case added
        /// They opened the share for the first time.
        case joined
        /// Another person removed them.
        case removed
        /// They left by themselves.
        case left
        /// The share was opened to everyone while their invitation was pending, which ends the invitation
        /// (`ck-public-raise`).
        case dropped
    }

    var kind: Kind
    /// The changed people, in the order of the share's participants.
    var people: [Handle]

    /// The trigger of the notice. It is nil for dropped people, who get no notice because they can still open the
    /// share.
    var trigger: HighlightEvent.MembershipTrigger? {
        switch kind {
        case .added, .joined: .addedCollaborator
        case .removed, .left: .removedCollaborator
        case .dropped: nil
        }
    }

    /// Returns the changes of one save to the people on a share: removals first, then additions.
    ///
    /// - Parameter actor: the person who saved; nil if unknown.
    static func changes(from before: Share, to share: Share, by actor: Handle?) -> [Self] {
        guard share.participants != before.participants else { return [] }
        var changes: [Self] = []
        func note(_ kind: Kind, _ person: Handle) {
            if let index = changes.firstIndex(where: { $0.kind == kind }) {
                changes[index].people.append(person)
            } else {
                changes.append(Self(kind: kind, people: [person]))
            }
        }
        // Looked up by handle, because a share may have thousands of participants.
        func acceptances(_ people: [Share.Participant]) -> [Handle: Share.Acceptance] {
            Dictionary(people.map { ($0.handle, $0.acceptance) }) { first, _ in first }
        }
        let (then, after) = (acceptances(before.participants), acceptances(share.participants))
        for old in before.participants where after[old.handle] == nil {
            let isDropped = before.access == .private && share.access == .public && old.acceptance == .pending
            note(isDropped ? .dropped : old.handle == actor ? .left : .removed, old.handle)
        }
        for now in share.participants {
            switch (then[now.handle], now.acceptance) {
            case (nil, .accepted), (.pending, .accepted): note(.joined, now.handle)
            // A participant who has to open the share again was invited again, as when the share becomes private.
            case (nil, .pending), (.accepted, .pending): note(.added, now.handle)
            case (.pending, .pending), (.accepted, .accepted): break
            }
        }
        return changes
    }
}
