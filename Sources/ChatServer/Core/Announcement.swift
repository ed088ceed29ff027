public import ChatProtocol

/// Whom a fact is told to, and in which words: computed from the fact and the state, so that a session that
/// resumes is told the same as one that was here (law 2).
public struct Announcement: Sendable {
    /// The people it is meant for, in a stable order.
    public var people: [Handle]
    /// Whether all of them are told the same, so that it is encoded once (law 5).
    public var isSameForAll: Bool
    /// Whether the answer to the request says it already, so that the request's own session is left out.
    public var isInTheAnswer: Bool
}

extension CoreState {
    /// Who is told of a fact.
    public func announcement(of record: EventRecord) -> Announcement? {
        switch record.event {
        case .personNamed, .contactAdded, .contactRemoved, .linkPinned, .linkUnpinned, .appRegistered, .timePassed,
            .requestAnswered:
            return nil
        case .conversationCreated(_, _, let members, _):
            return Announcement(people: members, isSameForAll: false, isInTheAnswer: true)
        case .messagePosted(let message):
            let members = conversations[message.conversation]?.order ?? []
            return Announcement(people: members, isSameForAll: true, isInTheAnswer: true)
        case .messagesRead(let reader, _, _):
            return Announcement(people: [reader], isSameForAll: true, isInTheAnswer: true)
        case .consentOffered(let person, _):
            return Announcement(people: [person], isSameForAll: true, isInTheAnswer: false)
        case .consentAnswered(let person, _, _), .sharingSwitched(let person, _):
            return Announcement(people: [person], isSameForAll: true, isInTheAnswer: true)
        case .shareSaved(_, let told):
            return Announcement(people: told, isSameForAll: false, isInTheAnswer: true)
        case .noticePosted(_, let told, _):
            return Announcement(people: told, isSameForAll: true, isInTheAnswer: false)
        case .noticesCleared(let person, _):
            return Announcement(people: [person], isSameForAll: true, isInTheAnswer: true)
        case .shelvesChanged(let changes):
            var people: [Handle] = []
            for change in changes where !change.isSameList && people.last != change.person {
                people.append(change.person)
            }
            return people.isEmpty ? nil : Announcement(people: people, isSameForAll: false, isInTheAnswer: false)
        }
    }

    /// What one of those people is told; nil for everyone else.
    public func notification(of record: EventRecord, to person: Handle) -> Notification? {
        switch record.event {
        case .personNamed, .contactAdded, .contactRemoved, .linkPinned, .linkUnpinned, .appRegistered, .timePassed,
            .requestAnswered:
            return nil
        case .conversationCreated(let id, _, _, _): return conversationChanged(id, for: person, at: record.at)
        case .messagePosted(let message):
            guard let membership = conversations[message.conversation]?.members[person],
                membership.joined < record.position
            else { return nil }
            return .messagePosted(message)
        case .messagesRead(let reader, let id, _):
            return reader == person ? conversationChanged(id, for: person, at: record.at) : nil
        case .consentOffered(let asked, let request):
            // A question that was answered since is not asked again of a session that resumes.
            let waits = people[asked]?.waitingConsents.contains { $0.id == request.id } == true
            return asked == person && waits ? .consentRequested(request) : nil
        case .consentAnswered(let owner, _, _), .sharingSwitched(let owner, _):
            return owner == person ? .settingsChanged(settings(of: person)) : nil
        case .shareSaved(let share, let told):
            return told.contains(person) ? .shareChanged(ShareView(share, seenBy: person)) : nil
        case .noticePosted(let notice, let told, _): return told.contains(person) ? .noticePosted(notice) : nil
        case .noticesCleared(let owner, let notices): return owner == person ? .noticeCleared(notices) : nil
        case .shelvesChanged(let changes): return highlightsChanged(changes.filter { $0.person == person })
        }
    }

    private func conversationChanged(_ id: ConversationID, for person: Handle, at now: Instant) -> Notification? {
        guard let conversation = conversations[id], conversation.members[person] != nil else { return nil }
        return .conversationChanged(view(conversation, of: person, at: now))
    }

    private func highlightsChanged(_ changes: [ShelfChange]) -> Notification? {
        guard let person = changes.first?.person, !changes.allSatisfy(\.isSameList) else { return nil }
        var added: [Highlight] = []
        var updated: [Highlight] = []
        for change in changes {
            func items(_ ids: [HighlightID]) -> [Highlight] {
                shelfItems(of: person, among: ids.compactMap { highlightURLs[$0] })
                    .filter { $0.app == change.app }.map(highlight)
            }
            added += items(change.added)
            updated += items(change.updated)
        }
        let removed = changes.flatMap(\.removed).compactMap(appHighlight)
        // For a session that resumes: what came and went since was never on the shelf that it sees.
        if added.isEmpty, removed.isEmpty, updated.isEmpty { return nil }
        return .highlightsChanged(added: added, removed: removed, updated: updated)
    }

    /// The apps that a fact is told to, each with the person it runs as.
    public func appAnnouncements(of record: EventRecord) -> [(app: AppID, person: Handle)] {
        guard case .shelvesChanged(let changes) = record.event else { return [] }
        return changes.map { ($0.app, $0.person) }
    }

    /// What an app that runs as that person is told.
    public func notification(of record: EventRecord, to app: AppID, runningAs person: Handle) -> AppNotification? {
        guard case .shelvesChanged(let changes) = record.event,
            let change = changes.first(where: { $0.app == app && $0.person == person })
        else { return nil }
        return .highlightsChanged(
            added: change.added.compactMap(appHighlight), removed: change.removed.compactMap(appHighlight),
            updated: change.updated.compactMap(appHighlight))
    }

    /// The entry of a thread that a fact is, for one member: nil for what is not theirs to see.
    ///
    /// - Parameter person: the member; nil for an observer, who sees all of it.
    public func threadEntry(of record: EventRecord, place: Int64, for person: Handle?) -> ThreadEntry? {
        switch record.event {
        case .messagePosted(let message):
            guard let person else { return .message(message) }
            guard let membership = conversations[message.conversation]?.members[person], membership.joined < place
            else { return nil }
            return .message(message)
        case .noticePosted(let notice, let told, _): return person.map(told.contains) != false ? .notice(notice) : nil
        default: return nil
        }
    }
}
