import ChatCore
import ChatProtocol

/// The people who have a document open. Live sessions of its readers receive them, and the log does not store them.
extension World {
    /// Notes that a session has a document open.
    ///
    /// - Returns: True if the other readers must be notified.
    func beginPresence(in document: DocumentID, of session: Session) -> Bool {
        guard session.isStream, let person = session.principal?.handle else { return false }
        return live.presence.open(document, in: session.id, of: person)
    }

    /// Notes that a session does not have a document open any more.
    func endPresence(in document: DocumentID, of session: Session) {
        if live.presence.close(document, in: session.id) { notifyPresence(in: document, except: session) }
    }

    /// Closes all documents of a session that has ended.
    func endPresence(of session: Session) {
        guard !live.presence.isEmpty else { return }
        for document in live.presence.closeAll(in: session.id) { notifyPresence(in: document, except: session) }
    }

    /// Closes the documents that decided events deleted, or that a person lost access to by them.
    func endPresence(after records: [EventRecord]) {
        let mayEnd = records.contains { record in
            switch record.event {
            case .shareSaved, .shareStopped: true
            case .documentSaved(let event): event.change.kind == .persistence(.deleted)
            default: false
            }
        }
        if mayEnd { endPresenceWithoutAccess() }
    }

    /// Closes documents that are deleted, and documents that a person cannot read.
    func endPresenceWithoutAccess() {
        for id in live.presence.documents {
            let document = core.state.documents[id]
            var isNews = false
            for person in live.presence.people(in: id) {
                if let document, !document.isDeleted, core.state.canRead(document, person) { continue }
                if live.presence.close(id, for: person) { isNews = true }
            }
            if isNews { notifyPresence(in: id, except: nil) }
        }
    }

    /// Notifies all readers of a document of the people who have it open.
    func notifyPresence(in id: DocumentID, except origin: Session?) {
        guard let document = core.state.documents[id] else { return }
        let active = live.presence.people(in: id)
        let readers = core.state.readers(of: document)
        let notification = LiveNotification.documentPresence(id, url: document.url, active: active)
        for delivery in live(notification, to: readers, from: nil) where delivery.session !== origin {
            enqueue(delivery)
        }
        let appNotification = LiveNotification.appDocumentPresence(
            id, url: document.url, activeParticipantCount: active.count)
        let message = appNotification.encoded()
        for reader in readers {
            for session in sessions.apps[AppInstance(app: document.app, person: reader)] ?? []
            where session.isLive && session !== origin {
                counts.told.add(appNotification.name)
                enqueue(message, to: session)
            }
        }
    }
}
