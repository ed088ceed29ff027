package import ChatProtocol

/// Whom a fact is told to, and in which words: computed from the fact and the state, so that a session that
/// resumes is told the same as one that was here (law 2).
package struct Announcement: Sendable {
    /// The people it is meant for, in a stable order.
    package var people: [Handle]
    /// How alike are the words to each.
    package var likeness: Likeness
    /// Whether the answer to the request says it already, so that the request's own session is left out.
    package var isInTheAnswer: Bool

    /// How alike the words to several people are: what is alike is encoded once (law 5).
    package enum Likeness: Sendable {
        /// Each is told it in their own way.
        case own
        /// All are told the same.
        case shared
        /// All are told the same, but that it alerts some and not the others.
        case alerting
    }
}

extension CoreState {
    /// Who is told of a fact.
    package func announcement(of record: EventRecord) -> Announcement? {
        switch record.event {
        case .personNamed, .contactAdded, .contactRemoved, .linkPinned, .linkUnpinned, .appRegistered, .sitePublished,
            .timePassed, .attachmentStored, .attachmentErased, .requestAnswered, .highlightHidden,
            .highlightUsed, .personBlocked:
            return nil
        case .conversationCreated(_, _, let members, _):
            return Announcement(people: members, likeness: .own, isInTheAnswer: true)
        case .participantAdded(let id, _, _, _), .conversationRenamed(let id, _, _),
            .conversationPhotoSet(let id, _, _):
            return Announcement(people: conversations[id]?.order ?? [], likeness: .own, isInTheAnswer: true)
        case .participantRemoved(let removal):
            return Announcement(
                people: removal.remaining + [removal.person], likeness: .own, isInTheAnswer: true)
        case .conversationMuted(_, let person, _), .conversationMarkedUnread(_, let person, _),
            .conversationsPinned(let person, _):
            return Announcement(people: [person], likeness: .shared, isInTheAnswer: true)
        case .messagePosted(let message):
            let members = conversations[message.conversation]?.order ?? []
            return Announcement(people: members, likeness: .alerting, isInTheAnswer: true)
        case .messageChanged(let message, _, _):
            let conversation = conversations[message.conversation]
            let readers = conversation?.order.filter { conversation?.isVisible(message, to: $0) == true } ?? []
            return Announcement(people: readers, likeness: .alerting, isInTheAnswer: true)
        case .messagesRead(let reader, let id, _, let receipt):
            let other = receipt.flatMap { _ in conversations[id]?.other(than: reader) }
            return Announcement(people: [reader] + (other.map { [$0] } ?? []), likeness: .own, isInTheAnswer: true)
        case .consentOffered(let person, _):
            return Announcement(people: [person], likeness: .shared, isInTheAnswer: false)
        case .consentAnswered(let person, _, _), .sharingSwitched(let person, _):
            return Announcement(people: [person], likeness: .shared, isInTheAnswer: true)
        case .shareStopped(let share):
            return Announcement(people: share.participants.map(\.handle), likeness: .own, isInTheAnswer: true)
        case .shareSaved(_, let told, _):
            return Announcement(people: told, likeness: .own, isInTheAnswer: true)
        case .noticePosted(_, let told, _):
            return Announcement(people: told, likeness: .alerting, isInTheAnswer: false)
        case .noticesCleared(let person, _):
            return Announcement(people: [person], likeness: .shared, isInTheAnswer: true)
        case .shelvesChanged(let changes):
            var people: [Handle] = []
            for change in changes where !change.isSameList && people.last != change.person {
                people.append(change.person)
            }
            return people.isEmpty ? nil : Announcement(people: people, likeness: .own, isInTheAnswer: false)
        case .actionRequested, .actionEnded, .draftKept, .draftErased: return nil
        case .collaborationChanged(_, let person):
            return Announcement(people: [person], likeness: .shared, isInTheAnswer: true)
        case .documentSaved(_, _, let told):
            return Announcement(people: told, likeness: .own, isInTheAnswer: true)
        }
    }

    /// What one of those people is told; nil for everyone else.
    package func notification(of record: EventRecord, to person: Handle) -> Notification? {
        switch record.event {
        case .personNamed, .contactAdded, .contactRemoved, .linkPinned, .linkUnpinned, .appRegistered, .sitePublished,
            .timePassed, .attachmentStored, .attachmentErased, .requestAnswered, .highlightHidden,
            .highlightUsed, .personBlocked:
            return nil
        case .conversationCreated(let id, _, let members, _):
            return members.contains(person) ? conversationChanged(id, for: person, at: record) : nil
        case .participantAdded(let id, _, _, _), .conversationRenamed(let id, _, _),
            .conversationPhotoSet(let id, _, _):
            guard let joined = conversations[id]?.members[person]?.joined, joined <= record.position else { return nil }
            return conversationChanged(id, for: person, at: record)
        case .participantRemoved(let removal):
            if removal.person == person { return .conversationChanged(view(ofLeft: removal), line: nil) }
            return removal.remaining.contains(person)
                ? conversationChanged(removal.conversation, for: person, at: record) : nil
        case .conversationMuted(let id, let owner, _), .conversationMarkedUnread(let id, let owner, _):
            return owner == person ? conversationChanged(id, for: person, at: record) : nil
        case .conversationsPinned(let owner, _):
            return owner == person ? .settingsChanged(settings(of: person)) : nil
        case .messagePosted(let message):
            guard conversations[message.conversation]?.wasThere(person, for: message, at: record.position) == true
            else { return nil }
            return .messagePosted(message, alert: alert(for: person, of: record.event).alerts)
        case .messageChanged(let message, let change, _):
            guard conversations[message.conversation]?.wasThere(person, for: message, at: record.position) == true
            else { return nil }
            return .messageChanged(message, change, alert: alert(for: person, of: record.event).alerts)
        case .messagesRead(let reader, let id, let through, let receipt):
            if reader == person { return conversationChanged(id, for: person, at: record) }
            guard let receipt, conversations[id]?.members[person] != nil else { return nil }
            return .receipt(
                id, person: reader, receipt, MessageReceipt(status: .read, sequence: through, at: record.at))
        case .consentOffered(let asked, let request):
            // A question that was answered since is not asked again of a session that resumes.
            let waits = people[asked]?.consents.question(request.id) != nil
            return asked == person && waits ? .consentRequested(told(request)) : nil
        case .consentAnswered(let owner, _, _), .sharingSwitched(let owner, _):
            return owner == person ? .settingsChanged(settings(of: person)) : nil
        case .shareSaved(let share, let told, let actor):
            guard told.contains(person) else { return nil }
            guard share.participant(person) != nil else {
                return .shareLost(LostShare(share), cause: actor == person ? .left : .removed)
            }
            return .shareChanged(ShareView(share, seenBy: person))
        case .shareStopped(let share):
            return share.participant(person) == nil ? nil : .shareLost(LostShare(share), cause: .stopped)
        case .noticePosted(let notice, let told, _):
            guard told.contains(person) else { return nil }
            return .noticePosted(notice, alert: alert(for: person, of: record.event).alerts)
        case .noticesCleared(let owner, let notices): return owner == person ? .noticeCleared(notices) : nil
        case .shelvesChanged(let changes): return highlightsChanged(changes.filter { $0.person == person })
        case .actionRequested, .actionEnded, .draftKept, .draftErased: return nil
        case .collaborationChanged(let start, let owner): return owner == person ? .collaborationChanged(start) : nil
        case .documentSaved(let document, let change, let told):
            return documentChanged(document, change, told: told, to: person)
        }
    }

    /// What all who are told of something in a thread are told alike, for an observer; nil for what is not of a thread.
    package func notificationForAll(of record: EventRecord) -> Notification? {
        switch record.event {
        case .messagePosted(let message): .messagePosted(message, alert: false)
        case .messageChanged(let message, let change, _): .messageChanged(message, change, alert: false)
        case .noticePosted(let notice, _, _): .noticePosted(notice, alert: false)
        default: nil
        }
    }

    private func conversationChanged(
        _ id: ConversationID, for person: Handle, at record: EventRecord
    ) -> Notification? {
        guard let conversation = conversations[id], conversation.members[person] != nil else { return nil }
        var view = view(conversation, of: person, at: record.at)
        if case .conversationCreated = record.event { view.isNew = true }
        return .conversationChanged(view, line: systemLine(of: record.event, at: record.position))
    }

    /// The most bytes of one notification about a shelf, roughly: nobody must be closed as a slow reader for it.
    private static let changeBytes = 2 << 20

    private func highlightsChanged(_ changes: [ShelfChange]) -> Notification? {
        guard let person = changes.first?.person, !changes.allSatisfy(\.isSameList) else { return nil }
        // For a session that resumes: what came and went since was never on the shelf that it sees.
        func items(_ ids: [HighlightID], of app: AppID) -> [PersonHighlight] {
            ids.compactMap { item(of: $0, for: person) }.filter { $0.app == app }.map { highlight($0, of: person) }
        }
        var left = Self.changeBytes
        let (added, updated) = (
            changes.flatMap { items($0.added, of: $0.app) }, changes.flatMap { items($0.updated, of: $0.app) }
        )
        let (fittingAdded, fittingUpdated) = (added.fitting(in: &left), updated.fitting(in: &left))
        let told = HighlightsChange(
            added: fittingAdded, removed: changes.flatMap(\.removed).map { removedHighlight($0, for: person) },
            updated: fittingUpdated,
            mustReload: changes.contains(where: \.isCut)
                || fittingAdded.count + fittingUpdated.count < added.count + updated.count)
        if told.isEmpty { return nil }
        return .highlightsChanged(told)
    }

    /// The apps that a fact is told to, each with the person it runs as.
    package func appAnnouncements(of record: EventRecord) -> [(app: AppID, person: Handle)] {
        if let action = actionNotification(of: record) { return [(action.app, action.person)] }
        return switch record.event {
        case .shelvesChanged(let changes): changes.map { ($0.app, $0.person) }
        case .documentSaved(let document, _, let told): told.map { (document.app, $0) }
        default: []
        }
    }

    /// What an app that runs as that person is told.
    ///
    /// - Parameter isLate: whether it resumes: then it is told of what is on its list now, and of what is gone the ids
    ///   alone. What came and went meanwhile was never its to see.
    package func notification(
        of record: EventRecord, to app: AppID, runningAs person: Handle, isLate: Bool = false
    ) -> AppNotification? {
        if let action = actionNotification(of: record) {
            return action.app == app && action.person == person ? action.told : nil
        }
        if case .documentSaved(let document, let change, let told) = record.event {
            return documentChanged(document, change, told: told, to: app, runningAs: person)
        }
        guard case .shelvesChanged(let changes) = record.event,
            let change = changes.first(where: { $0.app == app && $0.person == person })
        else { return nil }
        func listed(_ ids: [HighlightID]) -> [AppHighlight] {
            let own = isLate ? ids.filter { item(of: $0, for: person)?.app == app } : ids
            return own.compactMap { appHighlight($0, for: person) }
        }
        let told = AppHighlightsChange(
            added: listed(change.added),
            removed: change.removed.map {
                isLate ? RemovedHighlight(id: $0) : removedHighlight($0, for: person)
            }, updated: listed(change.updated), mustReload: change.isCut)
        if !change.isSameList, told.isEmpty { return nil }
        return .highlightsChanged(told)
    }

    /// The entry of a thread that a fact is, for one member: nil for what is not theirs to see.
    ///
    /// - Parameter person: the member; nil for an observer, who sees all of it.
    package func threadEntry(of record: EventRecord, place: Int64, for person: Handle?) -> ThreadEntry? {
        switch record.event {
        case .messagePosted(let message), .messageChanged(let message, _, _):
            guard let person else { return .message(message) }
            return conversations[message.conversation]?.isVisible(message, to: person) == true
                ? .message(message) : nil
        case .participantAdded(let id, _, _, _), .conversationRenamed(let id, _, _),
            .conversationPhotoSet(let id, _, _):
            return isVisible(place, in: id, to: person) ? systemLine(of: record.event, at: place) : nil
        case .participantRemoved(let removal):
            return isVisible(place, in: removal.conversation, to: person)
                ? systemLine(of: record.event, at: place) : nil
        case .noticePosted(let notice, let told, _): return person.map(told.contains) != false ? .notice(notice) : nil
        default: return nil
        }
    }

    /// Whether a line of a thread is a member's to see: their own coming is the first.
    private func isVisible(_ place: Int64, in conversation: ConversationID, to person: Handle?) -> Bool {
        guard let person else { return true }
        guard let joined = conversations[conversation]?.members[person]?.joined else { return false }
        return joined <= place
    }
}
