package import ChatProtocol

/// Whom a fact was told to, and who was there and was not, as it was decided: for the journal.
///
/// What somebody is told who resumes is told as it is then; this is what was meant for them when it happened.
package struct Telling {
    /// By which notification it is told, and who caused it.
    let cause: NotificationCause
    /// The people who were told.
    package let people: [Handle]
    /// Those who were in its conversation, and were not told.
    package let silent: [Handle]
    /// The apps that were told, each for a person.
    package let apps: [AppSeat]

    /// Who caused it; nil where the fact does not say.
    package var by: Handle? { cause.from }

    /// The notification that somebody is told by.
    package func notification(to person: Handle) -> NotificationName { cause.notification(to: person) }

    /// The notification that an app is sent which runs as a person.
    package func notification(toAppOf person: Handle) -> NotificationName {
        cause.toApps ?? cause.notification(to: person)
    }
}

extension Core {
    /// Whom a fact was told to; nil for what is told to nobody.
    package func telling(of record: EventRecord) -> Telling? {
        guard let cause = record.event.cause else { return nil }
        let told = state.peopleTold(of: record)
        var silent: [Handle] = []
        // A thread says what each of its members sees, and of those who are not told there is a reason.
        if let entry = record.event.entryKey(at: record.position), entry.kind == .notice || entry.kind == .message {
            silent = state.everMembers(of: ConversationID(entry.conversation)).filter { !told.contains($0) }
        }
        return Telling(cause: cause, people: told, silent: silent, apps: record.event.appSeats(in: state))
    }
}

extension CoreState {
    /// A link in the one form in which links are compared; nil for what is no web address.
    package static func canonicalLink(_ text: String) -> String? { (try? CanonicalURL(text))?.text }

    /// The links of a message that stand on no shelf of a person now, each with the rule that keeps it from there.
    package func linksNotShown(of message: Message, to person: Handle) -> [(url: String, why: Reason)] {
        message.urls.compactMap { url in
            let surfacing = surfacing(of: url, for: person)
            return surfacing.isShown ? nil : (url.text, surfacing.reason)
        }
    }

    fileprivate func peopleTold(of record: EventRecord) -> [Handle] {
        // Of most facts the fact itself says who is told; of a thread those are who were there.
        guard let entry = record.event.entryKey(at: record.position), entry.kind == .message || entry.kind == .system
        else { return record.event.announcement(in: self)?.people ?? [] }
        let id = ConversationID(entry.conversation)
        if let message = record.event.message {
            return everMembers(of: id).filter { wasTold(of: message, $0, at: record.position) }
        }
        if case .participantRemoved(let event) = record.event { return event.remaining + [event.person] }
        return everMembers(of: id).filter { conversations[id]?.wasMember($0, at: record.position) == true }
    }

    /// True if someone was told of a message at a position of the log: they were there, and had not deleted it.
    func wasTold(of message: Message, _ person: Handle, at position: Int64) -> Bool {
        guard let conversation = conversations[message.conversation] else { return false }
        return conversation.wasThere(person, for: message, at: position)
            && conversation.deleted[person]?.wasDeleted(message.sequence, before: position) != true
    }

    /// Who is in a conversation, in the order in which they joined, and then who was.
    fileprivate func everMembers(of id: ConversationID) -> [Handle] {
        guard let conversation = conversations[id] else { return [] }
        return conversation.order
            + conversation.formerMembers
    }
}
