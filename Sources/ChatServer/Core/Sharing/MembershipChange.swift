import ChatProtocol

/// What a save did to the people on a share: in one way, to one person or several (`ev-membership`).
struct MembershipChange: Equatable, Sendable {
    /// What became of them.
    enum Kind: Equatable, Sendable {
        /// Somebody put them on it.
        case added
        /// They opened it for the first time.
        case joined
        /// Somebody took them off it.
        case removed
        /// They took themselves off it.
        case left
        /// They had not come yet when it was opened to everyone, and are not invited any more (`ck-public-raise`).
        case dropped
    }

    var kind: Kind
    /// In the order in which they stand on the share.
    var people: [Handle]

    /// The trigger that it is told under; nil where it is not told: who was dropped can open the share still.
    var trigger: HighlightEvent.MembershipTrigger? {
        switch kind {
        case .added, .joined: .addedCollaborator
        case .removed, .left: .removedCollaborator
        case .dropped: nil
        }
    }
}

extension Share {
    /// What one save did to the people on it: who went before who came.
    ///
    /// - Parameter actor: who saved it, as far as that is known.
    func membershipChanges(since before: Share, by actor: Handle?) -> [MembershipChange] {
        guard participants != before.participants else { return [] }
        var changes: [MembershipChange] = []
        func note(_ kind: MembershipChange.Kind, _ person: Handle) {
            if let index = changes.firstIndex(where: { $0.kind == kind }) {
                changes[index].people.append(person)
            } else {
                changes.append(MembershipChange(kind: kind, people: [person]))
            }
        }
        // By who they are, and not each looked for among all: a share may be let have thousands.
        func acceptances(_ people: [Participant]) -> [Handle: Acceptance] {
            Dictionary(people.map { ($0.handle, $0.acceptance) }) { first, _ in first }
        }
        let (then, after) = (acceptances(before.participants), acceptances(participants))
        for old in before.participants where after[old.handle] == nil {
            let isDropped = before.access == .private && access == .public && old.acceptance == .pending
            note(isDropped ? .dropped : old.handle == actor ? .left : .removed, old.handle)
        }
        for now in participants {
            switch (then[now.handle], now.acceptance) {
            case (nil, .accepted), (.pending, .accepted): note(.joined, now.handle)
            // Whoever has to open it again was invited anew, as when it is closed to others.
            case (nil, .pending), (.accepted, .pending): note(.added, now.handle)
            case (.pending, .pending), (.accepted, .accepted): break
            }
        }
        return changes
    }
}
