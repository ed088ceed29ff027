import ChatCore
import ChatLog
import ChatProtocol

/// Returns the notifications about events, for sessions that catch up and for observers.
struct NotificationReader {
    let core: Core
    let log: any EventLog

    var oldSystems: OldSystemReader { OldSystemReader(core: core, log: log) }

    /// Returns true if an event may lead to a notification to the principal, as far as its row shows. Other rows need
    /// not be decoded.
    func mayMatch(_ row: LogRecord, _ principal: Principal) -> Bool {
        guard let entry = row.entry else {
            guard case .person = principal else { return true }
            // A contact leads to no notification. In a world of many people who know each other, nearly all events are
            // contacts.
            switch EventRecord.kind(of: row.body) {
            case .contactAdded, .contactRemoved: return false
            default: return true
            }
        }
        // The content of a document leads to no notification.
        if entry.kind == .content { return false }
        if entry.kind == .document { return true }
        guard case .person(let me) = principal else { return true }
        return core.state.conversations.wasEverMember(me, of: ConversationID(entry.conversation))
    }

    /// Returns the notifications about an event for a session that catches up, and for an observer at any time.
    ///
    /// An observer receives all of them. A notification that is the same for all people comes once. One that differs
    /// comes once per person, with the handle of that person.
    func messages(
        about record: EventRecord, to principal: Principal, on system: DeviceSystem = .current
    ) -> [[UInt8]] {
        let (event, state, cursor) = (record.event, core.state, record.position)
        switch principal {
        case .person(let handle):
            let notification =
                system == .old
                ? oldSystems.notification(of: record, to: handle)
                : event.notification(to: handle, in: state, at: record.place)
            return notification.map { [$0.encoded(cursor: cursor)] } ?? []
        case .app(let app, let person):
            let instance = AppInstance(app: app, person: person)
            return event.notification(to: instance, delivery: .resuming, in: state).map { [$0.encoded(cursor: cursor)] }
                ?? []
        case .observer:
            guard let announcement = event.announcement(in: state) else {
                // This event notifies apps, but no person.
                return event.appInstances(in: state).compactMap { instance in
                    event.notification(to: instance, delivery: .observing, in: state)?
                        .encoded(cursor: cursor, app: instance.app, person: instance.person)
                }
            }
            if let notification = event.notification(alert: false) {
                let alerted = event.alerted(among: announcement.people, in: state)
                return [notification.encoded(cursor: cursor, alerted: announcement.people.filter(alerted.contains))]
            }
            return announcement.people.compactMap { person in
                event.notification(to: person, in: state, at: record.place)?.encoded(cursor: cursor, person: person)
            }
        }
    }
}
