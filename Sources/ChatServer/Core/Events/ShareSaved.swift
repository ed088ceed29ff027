import ChatProtocol

extension Event.ShareSaved {
    func fold(into state: inout CoreState, at place: LogPosition) {
        let before = state.shares[share.id]?.share
        state.shares.save(share, by: by, at: place.position)
        for person in recipients + readers { state.shares.note(loss(of: person), of: share, for: person) }
        state.documents.note(share)
        guard let url = try? CanonicalURL(share.url) else { return }
        if before == nil, let link = state.links.number(of: url) {
            for conversation in state.links[link].conversations { state.noteSharePlace(of: url, in: conversation) }
        }
        state.noteRetitled(url) { Self.title(of: before, for: $0) != Self.title(of: share, for: $0) }
    }

    /// Returns the title that a person sees; nil if they cannot open the share.
    private static func title(of share: Share?, for person: Handle) -> String? {
        share?.isOpen(to: person) == true ? share?.title : nil
    }

    var cause: NotificationCause? {
        NotificationCause(.shareChanged, from: nil, toApps: .documentAccessChanged)
    }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: recipients + readers, encoding: .forEach)
    }

    /// True: opening a document can accept an invitation, and the answer to that app then contains the document.
    var isInOriginAnswer: Bool { true }

    func appInstances(in state: CoreState) -> [AppInstance] {
        changedAccess.map { AppInstance(app: share.app, person: $0) }
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard share.app == instance.app, changedAccess.contains(instance.person) else { return nil }
        return DocumentViews(state).accessChanged(to: share, for: instance.person)
    }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        guard recipients.contains(person) || readers.contains(person) else { return nil }
        return loss(of: person).map { .shareLost(LostShare(share), cause: $0) }
            ?? .shareChanged(ShareView(share, seenBy: person))
    }

    /// Returns the notification without administrators, whom older systems do not know.
    func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        let notification = notification(to: person, in: state, at: place)
        guard case .shareChanged(let share)? = notification else { return notification }
        return .shareChanged(share.onOldSystem)
    }

    /// Returns true if the answer contains the share. The answer to sending a document contains only the message.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .message, .document, .start, .asked: false
        default: true
        }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(share) }
}

extension Event.ShareStopped {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.shares.stop(share)
        for person in share.participants.map(\.handle) + readers {
            state.shares.note(.stopped, of: share, for: person)
        }
        guard let url = try? CanonicalURL(share.url) else { return }
        state.noteRetitled(url) { share.isOpen(to: $0) }
    }

    var cause: NotificationCause? {
        NotificationCause(.shareChanged, from: nil, toApps: .documentAccessChanged)
    }

    var isInOriginAnswer: Bool { false }

    func appInstances(in state: CoreState) -> [AppInstance] {
        DocumentAccess(share).lostByStopping.map { AppInstance(app: share.app, person: $0) }
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard share.app == instance.app, DocumentAccess(share).lostByStopping.contains(instance.person) else {
            return nil
        }
        return DocumentViews(state).accessChanged(to: share, for: instance.person)
    }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: share.participants.map(\.handle) + readers, encoding: .forEach)
    }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        share.participant(person) == nil && !readers.contains(person)
            ? nil : .shareLost(LostShare(share), cause: .stopped)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(share) }
}
