import ChatProtocol

extension Event.MessageChanged: MessageEvent {
    /// True if the message has or had links. A tapback is not hot: the state in memory stores no tapbacks, and their
    /// number grows for years.
    var isHot: Bool {
        if case .reacted = change { return false }
        return hadLinks || !message.links.isEmpty
    }

    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[message.conversation]?.noteChange(of: message, fact: place.position)
        if isHot { setLinks(in: &state, at: place) }
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: message.conversation.rawValue, id: message.id.rawValue, sequence: message.sequence,
            sender: message.sender.rawValue, kind: .message, replaces: true)
    }

    /// The unsent message, which has no text, and its change. A session that resumes later never receives the erased
    /// text.
    var remainder: (first: Event, rest: Event)? {
        guard case .unsent = change else { return nil }
        return (.messagePosted(message), .messageChanged(self))
    }

    var cause: NotificationCause? {
        if case .reacted(let person, _, _) = change { return NotificationCause(.messageChanged, from: person) }
        return NotificationCause(.messageChanged, from: message.sender)
    }

    func announcement(in state: CoreState) -> Announcement? {
        let conversation = state.conversations[message.conversation]
        let readers = conversation?.order.filter { conversation?.isVisible(message, to: $0) == true } ?? []
        return Announcement(people: readers, encoding: .byAlert)
    }

    func notification(alert: Bool) -> Notification? { .messageChanged(message, change, alert: alert) }

    /// Returns a follow-up message for devices whose systems know no edits, undo send or tapbacks. Edits and tapbacks
    /// become such messages; an unsent message stays visible there.
    func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        let (sender, text) =
            switch change {
            case .edited: (message.sender, "Edited to “\(message.text)”")
            case .unsent: (message.sender, "")
            case .reacted(let actor, let reaction, let isRemoved):
                (actor, reaction.sentence(about: message.text, isRemoved: isRemoved))
            }
        guard !text.isEmpty, sender != person,
            case .messageChanged(_, _, let alert)? = notification(to: person, in: state, at: place)
        else { return nil }
        let followUp = Message(
            id: MessageID("\(message.id)+\(place.position)"), conversation: message.conversation, sender: sender,
            text: text, sentAt: place.at, sequence: message.sequence)
        return .messagePosted(followUp, alert: alert)
    }

    func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)? {
        switch change {
        case .edited(let mentioned):
            guard person != message.sender, mentioned.contains(person) else {
                return (false, Reason("edit-type", "an edit alerts only newly mentioned people"))
            }
            guard state.conversations.isMuted(message.conversation, by: person, at: position) else {
                return (true, Reason("mention-alert", "the edit mentions \(state.name(person))"))
            }
            return alert(mentioning: person, in: state, at: position)
        case .unsent: return (false, Reason("msg-unsend-note", "unsending sends no alert"))
        case .reacted(let actor, _, let isRemoved):
            guard person == message.sender, person != actor, !isRemoved else {
                return (false, Reason("tap-notify", "a tapback alerts only the author of the message"))
            }
            guard !state.conversations.isMuted(message.conversation, by: person, at: position) else {
                return (false, Reason("mute-hide", "\(state.name(person)) hides the alerts of this conversation"))
            }
            return (true, Reason("tap-notify", "a tapback alerts the author of the message"))
        }
    }
}
