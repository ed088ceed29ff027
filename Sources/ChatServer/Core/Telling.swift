package import ChatProtocol

/// The delivery of an event, for the journal: the notified people and apps, and the other members of the conversation.
///
/// It records the recipients at the time of the event. A session that resumes later is sent the present state instead.
package struct Telling {
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
        let told = state.peopleTold(of: record)
        people = told
        // Only the messages and notices of a thread have a reason for each member who is not notified.
        if let entry = record.event.entryKey(at: record.position), entry.kind == .notice || entry.kind == .message {
            silent = state.everMembers(of: ConversationID(entry.conversation)).filter { !told.contains($0) }
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
}

extension CoreState {
    /// Returns a link in the canonical form for comparisons; nil if the text is no web address.
    package static func canonicalLink(_ text: String) -> String? { (try? CanonicalURL(text))?.text }

    /// Returns the links of a message that are on no shelf of a person, each with the rule that hides it.
    package func linksNotShown(of message: Message, to person: Handle) -> [(url: String, why: Reason)] {
        message.urls.compactMap { url in
            let surfacing = surfacing(of: url, for: person)
            return surfacing.isShown ? nil : (url.text, surfacing.reason)
        }
    }

    fileprivate func peopleTold(of record: EventRecord) -> [Handle] {
        // Most events name their recipients. An event of a thread goes to the members present at its position.
        guard let entry = record.event.entryKey(at: record.position), entry.kind == .message || entry.kind == .system
        else { return record.event.announcement(in: self)?.people ?? [] }
        let id = ConversationID(entry.conversation)
        if let message = record.event.message {
            return everMembers(of: id).filter { wasTold(of: message, $0, at: record.position) }
        }
        if case .participantRemoved(let event) = record.event { return event.remaining + [event.person] }
        return everMembers(of: id).filter { conversations[id]?.wasMember($0, at: record.position) == true }
    }

    /// True if a person received a message at a position of the log: they were a member and had not deleted it.
    func wasTold(of message: Message, _ person: Handle, at position: Int64) -> Bool {
        guard let conversation = conversations[message.conversation] else { return false }
        return conversation.wasThere(person, for: message, at: position)
            && conversation.deleted[person]?.wasDeleted(message.sequence, before: position) != true
    }

    /// Returns the members of a conversation by the time they joined, then its former members.
    fileprivate func everMembers(of id: ConversationID) -> [Handle] {
        guard let conversation = conversations[id] else { return [] }
        return conversation.order
            + conversation.formerMembers
    }
}
