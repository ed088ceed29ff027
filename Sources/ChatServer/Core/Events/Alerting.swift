package import ChatProtocol

/// Whom a fact alerts, looked up once for all who are told of it.
package enum Alerted {
    /// Everyone but its author, who stands at that index among those who are told; nil if they are not among them.
    case others(than: Handle, at: Int?)
    /// These people.
    case these(Set<Handle>)

    package func contains(_ person: Handle) -> Bool {
        switch self {
        case .others(let author, _): person != author
        case .these(let people): people.contains(person)
        }
    }
}

extension AlertingEvent {
    func alerted(among people: [Handle], in state: CoreState) -> Alerted {
        .these(Set(people.filter { alert(for: $0, in: state, at: .max).alerts }))
    }
}

extension CoreState {
    /// Whether a mention in a conversation whose alerts are hidden alerts.
    func alert(mentioning person: Handle, at position: Int64) -> (alerts: Bool, reason: Reason) {
        people[person]?.mentionsQuiet.isOn(at: position) != true
            ? (true, Reason("mention-alert", "a mention alerts even in a muted conversation"))
            : (false, Reason("mention-alert", "\(name(person)) turned off alerts for mentions, and hides other alerts"))
    }

    func isMuted(_ conversation: ConversationID, by person: Handle, at position: Int64) -> Bool {
        conversations[conversation]?.muted[person]?.isOn(at: position) == true
    }
}
