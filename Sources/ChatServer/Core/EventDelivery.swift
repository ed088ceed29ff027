package import ChatProtocol

/// The delivery of an event, for the journal: the notified people and apps, and the other members of the conversation.
///
/// It records the recipients at the time of the event. A session that resumes later is sent the present state instead.
package struct EventDelivery {
    /// The notification of the event and the person who caused it.
    let cause: NotificationCause
    /// The notified people.
    package let people: [Handle]
    /// The present and former members of the conversation who were not notified; empty unless the event is of a message
    /// or a notice.
    package let silent: [Handle]
    /// The notified apps, each with the person for whom it runs.
    package let apps: [AppInstance]

    /// Creates the delivery of an event; nil if the event notifies no client.
    init?(of record: EventRecord, in state: CoreState) {
        guard let cause = record.event.cause else { return nil }
        self.cause = cause
        let recipients = Self.notifiedPeople(of: record, in: state)
        people = recipients
        // Only the messages and notices of a thread have a reason for each member who is not notified.
        if let entry = record.event.entryKey(at: record.position), entry.kind == .notice || entry.kind == .message {
            silent = state.conversations.everMembers(of: ConversationID(entry.conversation)).filter {
                !recipients.contains($0)
            }
        } else {
            silent = []
        }
        apps = record.event.appInstances(in: state)
    }

    /// The person who caused the event; nil if the event has none.
    package var by: Handle? { cause.from }

    /// Returns the notification that a person receives.
    package func notification(to person: Handle) -> NotificationName { cause.notification(to: person) }

    /// Returns the notification that an app running as a person receives.
    package func notification(toAppOf person: Handle) -> NotificationName {
        cause.toApps ?? cause.notification(to: person)
    }

    /// Returns the people whom an event notified.
    private static func notifiedPeople(of record: EventRecord, in state: CoreState) -> [Handle] {
        // Most events name their recipients. An event of a thread goes to the members present at its position.
        guard let entry = record.event.entryKey(at: record.position), entry.kind == .message || entry.kind == .system
        else { return record.event.announcement(in: state)?.people ?? [] }
        let id = ConversationID(entry.conversation)
        if let message = record.event.message {
            return state.conversations.everMembers(of: id).filter {
                state.conversations.wasDelivered(message, to: $0, at: record.position)
            }
        }
        if case .participantRemoved(let event) = record.event { return event.remaining + [event.person] }
        return state.conversations.everMembers(of: id).filter {
            state.conversations[id]?.wasMember($0, at: record.position) == true
        }
    }
}
