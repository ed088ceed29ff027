import ChatProtocol

extension Event.ConsentOffered: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(to) { $0.offer(request, at: place) }
    }

    var cause: NotificationCause? { NotificationCause(.consentRequested, from: nil) }
    var owner: Handle { to }

    /// Returns the question, or nil if the person has answered it. A resuming session is not asked again.
    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        let waits = state.people[to]?.consents.question(request.id) != nil
        return waits ? .consentRequested(state.links.withoutRemovedLink(request)) : nil
    }

    /// Returns false: the answer to a pin confirms only the pin, so the session also receives the question.
    func isInAnswer(by answer: Answer) -> Bool { false }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(request) }
}

extension Event.ConsentAnswered: OwnEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.answer(request, answer, at: place) }
        if answer == .allow { state.updateShelf(linksOf: by) { $0.app == request.app } }
    }

    var cause: NotificationCause? { NotificationCause(.settingsChanged, from: by) }
    var owner: Handle { by }

    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification? {
        .settingsChanged(Settings(of: by, in: state))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(request) }
}
