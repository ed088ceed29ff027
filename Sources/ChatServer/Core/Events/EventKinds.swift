import ChatProtocol

/// An event with a system line in the thread, about a change of the conversation itself (`grp-lines`).
protocol SystemLineEvent: EventBehavior {
    /// Returns the text of the line.
    func lineText(in state: CoreState, for reader: Handle?) -> String
    /// The conversation.
    var conversation: ConversationID { get }
    /// The person who did it.
    var by: Handle { get }
}

extension SystemLineEvent {
    /// Returns the system line with the id "e" and the position of its event.
    func systemLine(in state: CoreState, at position: Int64, for reader: Handle?) -> ThreadEntry? {
        .system(id: "e\(position)", text: lineText(in: state, for: reader))
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: conversation.rawValue, id: "e\(position)", sequence: 0, sender: by.rawValue, kind: .system)
    }

    /// Returns the system line for members who had joined at that position. A new member sees the line about joining
    /// first.
    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? {
        if let person {
            guard let joined = state.conversations[conversation]?.members[person]?.joined, joined <= place else {
                return nil
            }
        }
        return systemLine(in: state, at: place, for: person)
    }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: state.conversations[conversation]?.order ?? [], encoding: .forEach)
    }

    /// Returns the changed conversation for members who had joined at that position. Later members receive the current
    /// conversation when they join.
    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        guard let joined = state.conversations[conversation]?.members[person]?.joined, joined <= place.position else {
            return nil
        }
        return conversationChanged(
            conversation, for: person, line: systemLine(in: state, at: place.position, for: person), in: state,
            at: place)
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(conversation: conversation, text: lineText(in: state, for: person))
    }
}

/// An event with a notification for exactly one person.
protocol OwnEvent: EventBehavior {
    /// The recipient.
    var owner: Handle { get }
    /// Returns the notification.
    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification?
}

extension OwnEvent {
    func announcement(in state: CoreState) -> Announcement? { Announcement(people: [owner], encoding: .forAll) }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        owner == person ? notificationToOwner(in: state, at: place) : nil
    }
}

extension EventBehavior {
    /// Returns the notification of a changed conversation as a member sees it; nil for everyone else.
    func conversationChanged(
        _ id: ConversationID, for person: Handle, isNew: Bool = false, line: ThreadEntry? = nil, in state: CoreState,
        at place: LogPosition
    ) -> Notification? {
        guard let conversation = state.conversations[id], conversation.members.contains(person) else { return nil }
        var view = conversation.view(for: person, in: state, at: place.at)
        if isNew { view.isNew = true }
        return .conversationChanged(view, line: line)
    }
}
