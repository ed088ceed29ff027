import ChatProtocol

/// The changes of a person by events about consent and about the switches of automatic sharing. The person's audit
/// records each change.
extension PersonState {
    /// Applies the question whether an app may show links that were not pinned.
    mutating func offer(_ request: ConsentRequest, at place: LogPosition) {
        step(.offered(request), about: request.app, at: place) { _ in .pinned(request.id) }
    }

    mutating func answer(_ request: ConsentRequest, _ answer: ConsentRequest.Answer, at place: LogPosition) {
        guard self.consents[request.app].offer?.request.id == request.id else { return }
        step(.answered(answer), about: request.app, at: place) { state in
            let count = if case .postponed(let postponement) = state { postponement.count } else { 1 }
            return .answered(answer, count: count)
        }
    }

    /// Applies the changed switches, the master switch first.
    mutating func set(_ change: SetSettings.Sharing, at place: LogPosition) {
        if let isOn = change.everywhere, isOn != self.everywhere.isOn {
            self.everywhere = Switch(isOn: isOn, since: place.position)
            self.audit.note(.everywhere(isOn), at: place.at)
            // With the master switch off, open questions are void.
            for request in isOn ? [] : self.consents.waiting {
                step(.withdrawn, about: request.app, at: place) { _ in .withdrawn }
            }
        }
        for change in change.apps {
            step(.switched(change.isOn), about: change.id, at: place) { _ in .switched(change.isOn) }
        }
        for change in change.conversations where conversationSwitch(change.id).isOn != change.isOn {
            setConversation(change.id, Switch(isOn: change.isOn, since: place.position))
            self.audit.note(.conversation(change.id, change.isOn), at: place.at)
        }
    }

    private mutating func step(
        _ input: ConsentState.Input, about app: AppID, at place: LogPosition,
        because cause: (ConsentState) -> SharingAudit.Cause
    ) {
        guard let step = self.consents.apply(input, about: app, at: place.position, place.at) else { return }
        self.audit.note(.app(app, from: step.from.standing, to: step.to.standing, cause(step.to)), at: place.at)
    }
}
