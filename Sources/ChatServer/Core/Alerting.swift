package import ChatProtocol

/// Whom a fact alerts, looked up once for all who are told of it.
package enum Alerted {
    /// Everyone but its author.
    case others(than: Handle)
    /// These people.
    case these(Set<Handle>)

    package func contains(_ person: Handle) -> Bool {
        switch self {
        case .others(let author): person != author
        case .these(let people): people.contains(person)
        }
    }
}

extension CoreState {
    /// Whom what happened alerts among those who are told of it.
    package func alerted(by event: Event, among people: [Handle]) -> Alerted {
        if case .messagePosted(let message) = event, !message.isUnsent,
            conversations[message.conversation]?.muted.isEmpty == true
        {
            return .others(than: message.sender)
        }
        return .these(Set(people.filter { alert(for: $0, of: event).alerts }))
    }

    /// Whether what happened alerts someone who is told of it, and by which rule (decisions table, "alerts").
    ///
    /// - Parameter position: whose settings count, as they stood there in the log; as they are now if left out.
    package func alert(
        for person: Handle, of event: Event, at position: Int64 = .max
    ) -> (alerts: Bool, reason: Reason) {
        switch event {
        case .messagePosted(let message): alert(for: person, of: message, at: position)
        case .messageChanged(let message, .edited(let mentioned), _):
            alert(for: person, edited: message, mentioned, at: position)
        case .messageChanged(_, .unsent, _): (false, Reason("msg-unsend-note", "unsending alerts nobody"))
        case .messageChanged(let message, .reacted(let actor, _, let isRemoved), _):
            alert(for: person, tappedBack: message, by: actor, isRemoved: isRemoved, at: position)
        case .noticePosted(let notice, _, _): alert(for: person, of: notice, at: position)
        default: (false, Reason("ntc-push", "only messages, tapbacks and mentions alert"))
        }
    }

    private func alert(for person: Handle, of message: Message, at position: Int64) -> (Bool, Reason) {
        guard !message.isUnsent else { return (false, Reason("msg-unsend-note", "it was unsent")) }
        guard person != message.sender else { return (false, Reason("mute-hide", "nobody is alerted to their own")) }
        guard isMuted(message.conversation, by: person, at: position) else {
            return (true, Reason("mute-hide", "alerts of this conversation are not hidden"))
        }
        guard message.mentions.contains(where: { $0.handle == person }) else {
            return (false, Reason("mute-hide", "\(name(person)) hides the alerts of this conversation"))
        }
        return mention(of: person, at: position)
    }

    private func alert(
        for person: Handle, edited message: Message, _ mentioned: [Handle], at position: Int64
    ) -> (Bool, Reason) {
        guard person != message.sender, mentioned.contains(person) else {
            return (false, Reason("edit-type", "an edit alerts only those whom it newly mentions"))
        }
        guard isMuted(message.conversation, by: person, at: position) else {
            return (true, Reason("mention-alert", "the edit mentions \(name(person))"))
        }
        return mention(of: person, at: position)
    }

    private func alert(
        for person: Handle, tappedBack message: Message, by actor: Handle, isRemoved: Bool, at position: Int64
    ) -> (Bool, Reason) {
        guard person == message.sender, person != actor, !isRemoved else {
            return (false, Reason("tap-notify", "a tapback alerts the author of the message alone"))
        }
        guard !isMuted(message.conversation, by: person, at: position) else {
            return (false, Reason("mute-hide", "\(name(person)) hides the alerts of this conversation"))
        }
        return (true, Reason("tap-notify", "a tapback alerts the author of the message"))
    }

    private func alert(for person: Handle, of notice: Notice, at position: Int64) -> (Bool, Reason) {
        guard case .highlight(.mention(let mentioned)) = notice.event, mentioned == person else {
            return (false, Reason("ntc-push", "notices other than mentions never alert"))
        }
        guard isMuted(notice.conversation, by: person, at: position) else {
            return (true, Reason("ntc-push", "a mention alerts"))
        }
        return mention(of: person, at: position)
    }

    /// A mention in a muted conversation.
    private func mention(of person: Handle, at position: Int64) -> (Bool, Reason) {
        people[person]?.mentionsQuiet.isOn(at: position) != true
            ? (true, Reason("mention-alert", "a mention alerts even in a muted conversation"))
            : (false, Reason("mention-alert", "\(name(person)) turned alerts of mentions off, and hides the others"))
    }

    private func isMuted(_ conversation: ConversationID, by person: Handle, at position: Int64) -> Bool {
        conversations[conversation]?.muted[person]?.isOn(at: position) == true
    }
}
