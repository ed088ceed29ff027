import ChatCore
import ChatProtocol

/// Typing indicators (`typing-1to1`). Live sessions receive them, and the log does not store them. A session that logs
/// in does not receive typing that began earlier.
extension World {
    /// Notes that a person types in a conversation, or does not any more.
    func setTyping(_ isTyping: Bool, by person: Handle, in conversation: ConversationID, at now: Instant) {
        let typist = TypingBoard.Typist(conversation: conversation, person: person)
        let isNews =
            isTyping
            ? live.typing.begin(typist, until: now.advanced(byMilliseconds: Int64(limits.typingMilliseconds)))
            : live.typing.end(typist)
        if isNews { tell(typist, isTyping: isTyping) }
    }

    /// Ends the typing that decided events end: a person sent the message, left, or deleted the conversation from their
    /// view.
    func endTyping(after records: [EventRecord]) {
        for record in records {
            let typist: TypingBoard.Typist
            switch record.event {
            case .messagePosted(let event):
                typist = .init(conversation: event.message.conversation, person: event.message.sender)
            case .participantRemoved(let event):
                typist = .init(conversation: event.conversation, person: event.person)
            case .messagesDeleted(let event) where event.whole:
                typist = .init(conversation: event.conversation, person: event.by)
            default: continue
            }
            if live.typing.end(typist) { tell(typist, isTyping: false) }
        }
    }

    /// Ends all typing of a person whose last session has ended.
    func endTyping(of person: Handle) {
        for typist in live.typing.endAll(of: person) { tell(typist, isTyping: false) }
    }

    private func tell(_ typist: TypingBoard.Typist, isTyping: Bool) {
        for delivery in typingNotifications(of: typist, isTyping: isTyping) { enqueue(delivery) }
    }

    /// Returns the notifications to the other members, and to observers, about the typing of a person.
    func typingNotifications(of typist: TypingBoard.Typist, isTyping: Bool) -> [Delivery] {
        let members = core.state.conversations[typist.conversation]?.order ?? []
        return live(
            .typing(typist.conversation, typist.person, isTyping), to: members.filter { $0 != typist.person },
            from: typist.person)
    }

    /// Returns a notification for each live session of these people, and for each observer.
    func live(_ notification: LiveNotification, to readers: [Handle], from: Handle?) -> [Delivery] {
        let message = notification.encoded()
        let context = NotificationContext(.init(notification.name, from: from))
        var deliveries: [Delivery] = []
        for reader in readers {
            for session in sessions.people[reader] ?? [] where session.isLive {
                deliveries.append(Delivery(session: session, content: .message(message), context: context))
            }
        }
        for session in sessions.eventObservers {
            deliveries.append(Delivery(session: session, content: .message(message)))
        }
        counts.told.add(notification.name, deliveries.count)
        return deliveries
    }
}
