import ChatProtocol

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
