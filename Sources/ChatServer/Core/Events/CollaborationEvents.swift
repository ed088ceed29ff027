import ChatProtocol

extension Event.CollaborationChanged: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.collaborating.set(start, of: of) }

    var cause: NotificationCause? { NotificationCause(.collaborationChanged, from: of) }
    var owner: Handle { of }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .collaborationChanged(start)
    }

    /// Returns true if the answer contains the state of the start. Any other request that ends a start also causes a
    /// notification to its session.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .start, .asked: true
        default: false
        }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: start.id.rawValue, conversation: start.conversation, app: start.app, text: start.title)
    }
}

extension Event.DraftStored {
    func fold(into state: inout CoreState, at place: LogPosition) { state.collaborating.starts[start]?.draft = draft }

    func entryKey(at position: Int64) -> EntryKey? { EntryKey(contentOf: start.rawValue, in: conversation) }
}

extension Event.DraftErased {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.collaborating.starts[start]?.draft = StoredDraft()
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(contentOf: start.rawValue, in: conversation, replaces: true)
    }

    var remainder: (first: Event, rest: Event)? { (.draftErased(self), .draftErased(self)) }
}

extension Event.ActionRequested {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.collaborating.add(action)
        if let id = action.existing { state.shares.number(action.added, on: id) }
    }

    var cause: NotificationCause? { NotificationCause(.actionRequested, from: action.person) }
    var isInOriginAnswer: Bool { false }

    /// Returns the app that must answer, or an empty array if the action has ended. A resuming session then receives no
    /// request for it.
    func appInstances(in state: CoreState) -> [AppInstance] {
        state.collaborating.actions.contains { $0.id == action.id } ? [action.instance] : []
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard appInstances(in: state).contains(instance) else { return nil }
        return .actionRequested(ActionViews(state).appAction(action, isForObserver: delivery == .observing))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.id.rawValue, app: action.app)
    }
}

extension Event.ActionEnded {
    func fold(into state: inout CoreState, at place: LogPosition) { state.collaborating.remove(action) }

    var cause: NotificationCause? { NotificationCause(.actionEnded, from: person) }
    var isInOriginAnswer: Bool { true }

    func appInstances(in state: CoreState) -> [AppInstance] { [AppInstance(app: app, person: person)] }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        appInstances(in: state).contains(instance) ? .actionEnded(action, outcome) : nil
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.rawValue, app: app)
    }
}

extension CollaborationAction {
    /// The app and the person that must answer the action.
    fileprivate var instance: AppInstance { AppInstance(app: app, person: person) }
}

extension Event.IdentityProved {
    func fold(into state: inout CoreState, at place: LogPosition) { state.shares.noteProof(of: by, on: share) }
}

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
        (changedAccess + (removed.isEmpty ? [] : [share.owner])).map { AppInstance(app: share.app, person: $0) }
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard share.app == instance.app else { return nil }
        if changedAccess.contains(instance.person) {
            return DocumentViews(state).accessChanged(to: share, for: instance.person)
        }
        return instance.person == share.owner ? ActionViews(state).removal(of: removed, from: share) : nil
    }

    /// The former participants of a share whose app holds the document itself.
    private var removed: [Handle] {
        guard share.backend == .custom else { return [] }
        return recipients.filter { share.participant($0) == nil && share.roster.contains($0) }
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
        (DocumentAccess(share).lostByStopping + (removed.isEmpty ? [] : [share.owner])).map {
            AppInstance(app: share.app, person: $0)
        }
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard share.app == instance.app else { return nil }
        if DocumentAccess(share).lostByStopping.contains(instance.person) {
            return DocumentViews(state).accessChanged(to: share, for: instance.person)
        }
        return instance.person == share.owner ? ActionViews(state).removal(of: removed, from: share) : nil
    }

    /// The last participants besides the owner of a share whose app holds the document itself.
    private var removed: [Handle] {
        guard share.backend == .custom else { return [] }
        return share.participants.map(\.handle).filter { $0 != share.owner }
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

extension Event.DocumentSaved {
    /// True unless the event is a `.change` of the document. The content is restored from the newest event of each
    /// document. Title, folder and deletion are folded from the other events.
    var isHot: Bool { if case .change = change.kind { false } else { true } }

    func fold(into state: inout CoreState, at place: LogPosition) { state.documents.save(document) }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: document.id.rawValue, id: document.id.rawValue, sequence: 0, sender: change.person.rawValue,
            kind: .document, replaces: document.revision > 1)
    }

    var cause: NotificationCause? { NotificationCause(.documentChanged, from: change.person) }

    func announcement(in state: CoreState) -> Announcement? { Announcement(people: recipients, encoding: .forEach) }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        let views = DocumentViews(state)
        guard isDelivered(to: person, in: state, views) else { return nil }
        return .documentChanged(views.view(document, of: person), change)
    }

    /// Returns true if the answer contains the document. The answers about the start of a collaboration do not contain
    /// it.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .start, .asked: false
        default: true
        }
    }

    var isInOriginAnswer: Bool { true }

    func appInstances(in state: CoreState) -> [AppInstance] {
        recipients.map { AppInstance(app: document.app, person: $0) }
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        let views = DocumentViews(state)
        guard document.app == instance.app, isDelivered(to: instance.person, in: state, views) else { return nil }
        return .documentChanged(
            views.appView(document, of: instance.person), views.appChange(change, of: document, for: instance.person))
    }

    /// Returns true if the person was a recipient at that time and can still read the document. For a deleted document,
    /// only the notification of its deletion is delivered.
    private func isDelivered(to person: Handle, in state: CoreState, _ views: DocumentViews) -> Bool {
        guard recipients.contains(person), let now = state.documents[document.id], views.canRead(now, person)
        else {
            return false
        }
        return !now.isDeleted || change.kind == .persistence(.deleted)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: document.id.rawValue, app: document.app, urls: [document.url], text: document.title)
    }
}
