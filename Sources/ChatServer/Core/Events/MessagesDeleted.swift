package import ChatProtocol

/// A change of one person's own view of a conversation. No other person receives a notification.
protocol DeletionEvent: OwnEvent {
    var conversation: ConversationID { get }
    var runs: [DeletedRun] { get }
    var change: DeletionChange { get }
}

extension DeletionEvent {
    var cause: NotificationCause? { NotificationCause(.deletionChanged, from: owner) }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        guard let conversation = state.conversations[conversation], conversation.members.contains(owner) else {
            return nil
        }
        return .deletionChanged(conversation.view(for: owner, in: state, at: place.at), change)
    }

    /// Returns false: the answer contains the changed conversation, but not the deleted or recovered messages.
    func isInAnswer(by answer: Answer) -> Bool { false }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        let count = MessageRuns(runs).count
        return EventSubject(
            about: conversation.rawValue, conversation: conversation,
            text: "\(count == 1 ? "1 message" : "\(count) messages") \(change.kind.rawValue)")
    }

    fileprivate func change(_ kind: DeletionChange.Kind, isWhole: Bool = false) -> DeletionChange {
        DeletionChange(kind: kind, runs: runs.map { MessageRun(first: $0.first, last: $0.last) }, whole: isWhole)
    }
}

extension Event.MessagesDeleted: DeletionEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.changeDeleted(by: by, in: conversation, runs) { $0.delete(runs, isWhole: whole, at: place) }
        if !runs.isEmpty { state.noteDeletionEnd(by: by, in: conversation, at: place) }
        if whole { state.conversations[conversation]?.members[by]?.markedUnread = nil }
    }

    var owner: Handle { by }
    var change: DeletionChange { change(.deleted, isWhole: whole) }
}

extension Event.MessagesRestored: DeletionEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.changeDeleted(by: by, in: conversation, runs) { $0.restore(runs) }
    }

    var owner: Handle { by }
    var change: DeletionChange { change(.restored) }
}

extension Event.MessagesErased: DeletionEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.changeDeleted(by: of, in: conversation, runs) { $0.erase(runs) }
    }

    var owner: Handle { of }
    var change: DeletionChange { change(.erased) }
}

extension Event.ConversationReturned {
    func fold(into state: inout CoreState, at place: LogPosition) {
        for person in to { state.conversations[conversation]?.deleted[person]?.returnToList(at: place.position) }
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: nil) }

    func announcement(in state: CoreState) -> Announcement? { Announcement(people: to, encoding: .forEach) }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        to.contains(person) ? conversationChanged(conversation, for: person, in: state, at: place) : nil
    }

    /// Returns true only for an answer that is a conversation. The answer to a sent message contains the message alone,
    /// so the sender also receives the conversation that returned to their list.
    func isInAnswer(by answer: Answer) -> Bool {
        if case .conversation = answer { true } else { false }
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event {
    /// The conversation and the person of a deletion event; nil for any other event.
    package var deletion: (conversation: ConversationID, person: Handle)? {
        switch self {
        case .messagesDeleted(let event): (event.conversation, event.by)
        case .messagesRestored(let event): (event.conversation, event.by)
        case .messagesErased(let event): (event.conversation, event.of)
        default: nil
        }
    }
}
