package import ChatProtocol

/// The recipients that an event alerts, computed once for all recipients.
package enum Alerted {
    /// Everyone except the author. `at` is the author's index among the recipients; nil if the author is not a
    /// recipient.
    case others(than: Handle, at: Int?)
    /// Exactly these people.
    case these(Set<Handle>)

    package func contains(_ person: Handle) -> Bool {
        switch self {
        case .others(let author, _): person != author
        case .these(let people): people.contains(person)
        }
    }
}

/// An event that alerts each recipient by ``EventBehavior/alert(for:in:at:)``.
protocol AlertingEvent: EventBehavior {}

extension AlertingEvent {
    func alerted(among people: [Handle], in state: CoreState) -> Alerted {
        .these(Set(people.filter { alert(for: $0, in: state, at: .max)?.alerts == true }))
    }

    /// Returns true if a mention alerts a person who hides the alerts of the conversation, with the rule that decides.
    func alert(
        mentioning person: Handle, in state: CoreState, at position: Int64
    ) -> (alerts: Bool, reason: Reason) {
        guard state.people[person]?.mentionAlertsOff.isOn(at: position) == true else {
            return (true, Reason("mention-alert", "a mention alerts even in a muted conversation"))
        }
        let text = "\(state.name(person)) turned off alerts for mentions, and hides other alerts"
        return (false, Reason("mention-alert", text))
    }
}
