import ChatProtocol

/// What the facts about consent and about the switches of automatic sharing make of a person. Each change is noted in
/// their audit.
extension PersonState {
    mutating func take(offer request: ConsentRequest, at record: EventRecord) {
        take(.offered(request), about: request.app, at: record) { _ in .pinned(request.id) }
    }

    mutating func take(_ answer: ConsentRequest.Answer, to request: ConsentRequest, at record: EventRecord) {
        guard consents[request.app].offer?.request.id == request.id else { return }
        take(.answered(answer), about: request.app, at: record) { state in
            let count = if case .postponed(let postponement) = state { postponement.count } else { 1 }
            return .answered(answer, count: count)
        }
    }

    /// Takes the switches that change, the one above all others first.
    mutating func take(_ change: SetSettings.Sharing, at record: EventRecord) {
        if let isOn = change.everywhere, isOn != everywhere.isOn {
            everywhere = Switch(isOn: isOn, since: record.position)
            audit.note(.everywhere(isOn), at: record.at)
            // With the master switch off there is nothing left to be asked about.
            for request in isOn ? [] : consents.waiting {
                take(.withdrawn, about: request.app, at: record) { _ in .withdrawn }
            }
        }
        for change in change.apps {
            take(.switched(change.isOn), about: change.id, at: record) { _ in .switched(change.isOn) }
        }
        for change in change.conversations where conversationSwitch(change.id).isOn != change.isOn {
            setConversation(change.id, Switch(isOn: change.isOn, since: record.position))
            audit.note(.conversation(change.id, change.isOn), at: record.at)
        }
    }

    private mutating func take(
        _ input: ConsentState.Input, about app: AppID, at record: EventRecord,
        because cause: (ConsentState) -> SharingAudit.Cause
    ) {
        guard let step = consents.take(input, about: app, at: record.position, record.at) else { return }
        audit.note(.app(app, from: step.from.standing, to: step.to.standing, cause(step.to)), at: record.at)
    }
}
