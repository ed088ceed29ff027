import ChatProtocol

extension Event.ConversationMuted: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[conversation]?.muted[by, default: ToggleHistory()].turn(muted, at: place.position)
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        conversationChanged(conversation, for: by, in: state, at: place)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event.ConversationMarkedUnread: OwnEvent {
    /// Returns true only for the answer to `conversation.markUnread`. Sending a link can mark the conversation too, and
    /// that answer does not contain it.
    func isInAnswer(by answer: Answer) -> Bool {
        if case .conversation = answer { true } else { false }
    }

    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[conversation]?.members[by]?.markedUnread = at
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        conversationChanged(conversation, for: by, in: state, at: place)
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event.ConversationsPinned: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.pinnedConversations = conversations }
    }

    var cause: NotificationCause? { NotificationCause(.settingsChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .settingsChanged(Settings(of: by, in: state))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
}
