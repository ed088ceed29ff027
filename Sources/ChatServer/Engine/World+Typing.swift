import ChatCore
import ChatProtocol

/// Who types (`typing-1to1`): told to whoever is there, and kept nowhere. Who logs in is not told of typing that began
/// before.
extension World {
    /// Notes that someone types in a conversation of theirs, or does so no longer.
    func setTyping(_ isTyping: Bool, by person: Handle, in conversation: ConversationID, at now: Instant) {
        let typist = TypingBoard.Typist(conversation: conversation, person: person)
        let isNews =
            isTyping
            ? live.typing.begin(typist, until: now.advanced(byMilliseconds: Int64(limits.typingMilliseconds)))
            : live.typing.end(typist)
        if isNews { tell(typist, isTyping: isTyping) }
    }

    /// Ends the typing that what was decided ends: who has sent a message types it no longer, and neither does who is
    /// gone or has deleted the conversation from their own view.
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

    /// Ends all typing of someone whose last session is gone.
    func endTyping(of person: Handle) {
        for typist in live.typing.endAll(of: person) { tell(typist, isTyping: false) }
    }

    private func tell(_ typist: TypingBoard.Typist, isTyping: Bool) {
        for delivery in tidings(of: typist, isTyping: isTyping) { say(delivery) }
    }

    /// What the other members, and observers, are told of someone's live.typing.
    func tidings(of typist: TypingBoard.Typist, isTyping: Bool) -> [Delivery] {
        let members = core.state.conversations[typist.conversation]?.order ?? []
        return live(
            .typing(typist.conversation, typist.person, isTyping), to: members.filter { $0 != typist.person },
            from: typist.person)
    }

    /// What is told to whoever is there of those people, and to observers.
    func live(_ notification: LiveNotification, to readers: [Handle], from: Handle?) -> [Delivery] {
        let message = notification.encoded()
        let context = NotificationContext(.init(notification.name, from: from))
        var deliveries: [Delivery] = []
        for reader in readers {
            for session in sessions.people[reader] ?? [] where session.isLive {
                deliveries.append(Delivery(session: session, content: .message(message), context: context))
            }
        }
        for session in sessions.hearers {
            deliveries.append(Delivery(session: session, content: .message(message)))
        }
        counts.told.add(notification.name, deliveries.count)
        return deliveries
    }
}
