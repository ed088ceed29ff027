import ChatProtocol

/// Whom a fact alerts, looked up once for all who are told of it.
enum Alerted {
    /// Everyone but its author.
    case others(than: Handle)
    /// These people.
    case these(Set<Handle>)

    func contains(_ person: Handle) -> Bool {
        switch self {
        case .others(let author): person != author
        case .these(let people): people.contains(person)
        }
    }
}

extension CoreState {
    /// Whom what happened alerts among those who are told of it.
    func alerted(by event: Event, among people: [Handle]) -> Alerted {
        if case .messagePosted(let message) = event, !message.isUnsent,
            conversations[message.conversation]?.muted.isEmpty == true
        {
            return .others(than: message.sender)
        }
        return .these(Set(people.filter { alert(for: $0, of: event).alerts }))
    }

    /// Whether what happened alerts someone who is told of it, and by which rule (decisions table, "alerts").
    func alert(for person: Handle, of event: Event) -> (alerts: Bool, reason: Reason) {
        switch event {
        case .messagePosted(let message): alert(for: person, of: message)
        case .messageChanged(let message, .edited(let mentioned), _): alert(for: person, edited: message, mentioned)
        case .messageChanged(_, .unsent, _): (false, Reason("msg-unsend-note", "unsending alerts nobody"))
        case .messageChanged(let message, .reacted(let actor, _, let isRemoved), _):
            alert(for: person, tappedBack: message, by: actor, isRemoved: isRemoved)
        case .noticePosted(let notice, _, _): alert(for: person, of: notice)
        default: (false, Reason("ntc-push", "only messages, tapbacks and mentions alert"))
        }
    }

    private func alert(for person: Handle, of message: Message) -> (Bool, Reason) {
        guard !message.isUnsent else { return (false, Reason("msg-unsend-note", "it was unsent")) }
        guard person != message.sender else { return (false, Reason("mute-hide", "nobody is alerted to their own")) }
        guard isMuted(message.conversation, by: person) else {
            return (true, Reason("mute-hide", "alerts of this conversation are not hidden"))
        }
        guard message.mentions.contains(where: { $0.handle == person }) else {
            return (false, Reason("mute-hide", "\(name(person)) hides the alerts of this conversation"))
        }
        return mention(of: person)
    }

    private func alert(for person: Handle, edited message: Message, _ mentioned: [Handle]) -> (Bool, Reason) {
        guard person != message.sender, mentioned.contains(person) else {
            return (false, Reason("edit-type", "an edit alerts only those whom it newly mentions"))
        }
        guard isMuted(message.conversation, by: person) else {
            return (true, Reason("mention-alert", "the edit mentions \(name(person))"))
        }
        return mention(of: person)
    }

    private func alert(
        for person: Handle, tappedBack message: Message, by actor: Handle, isRemoved: Bool
    ) -> (Bool, Reason) {
        guard person == message.sender, person != actor, !isRemoved else {
            return (false, Reason("tap-notify", "a tapback alerts the author of the message alone"))
        }
        guard !isMuted(message.conversation, by: person) else {
            return (false, Reason("mute-hide", "\(name(person)) hides the alerts of this conversation"))
        }
        return (true, Reason("tap-notify", "a tapback alerts the author of the message"))
    }

    private func alert(for person: Handle, of notice: Notice) -> (Bool, Reason) {
        guard case .mention(let mentioned) = notice.event, mentioned == person else {
            return (false, Reason("ntc-push", "notices other than mentions never alert"))
        }
        guard isMuted(notice.conversation, by: person) else {
            return (true, Reason("ntc-push", "a mention alerts"))
        }
        return mention(of: person)
    }

    /// A mention in a muted conversation.
    private func mention(of person: Handle) -> (Bool, Reason) {
        people[person]?.mentionAlerts != false
            ? (true, Reason("mention-alert", "a mention alerts even in a muted conversation"))
            : (false, Reason("mention-alert", "\(name(person)) turned alerts of mentions off, and hides the others"))
    }

    private func isMuted(_ conversation: ConversationID, by person: Handle) -> Bool {
        guard let muted = conversations[conversation]?.muted, !muted.isEmpty else { return false }
        return muted.contains(person)
    }
}
