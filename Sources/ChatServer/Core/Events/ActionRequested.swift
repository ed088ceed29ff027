import ChatProtocol

extension Event.ActionRequested {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.collaborating.add(action)
        if let id = action.existing { state.shares.number(action.added, on: id) }
    }

    var cause: NotificationCause? { NotificationCause(.actionRequested, from: action.person) }
    var isSaidToOrigin: Bool { false }

    /// Returns the app that must answer, or an empty array if the action has ended. A resuming session then receives no
    /// request for it.
    func appSeats(in state: CoreState) -> [AppSeat] {
        state.collaborating.actions.contains { $0.id == action.id } ? [action.seat] : []
    }

    func notification(to seat: AppSeat, hearing: AppHearing, in state: CoreState) -> AppNotification? {
        guard appSeats(in: state).contains(seat) else { return nil }
        return .actionRequested(state.appAction(action, isForObserver: hearing == .observing))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.id.rawValue, app: action.app)
    }
}

extension Event.ActionEnded {
    func fold(into state: inout CoreState, at place: LogPlace) { state.collaborating.remove(action) }

    var cause: NotificationCause? { NotificationCause(.actionEnded, from: person) }
    var isSaidToOrigin: Bool { true }

    func appSeats(in state: CoreState) -> [AppSeat] { [AppSeat(app: app, person: person)] }

    func notification(to seat: AppSeat, hearing: AppHearing, in state: CoreState) -> AppNotification? {
        appSeats(in: state).contains(seat) ? .actionEnded(action, outcome) : nil
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.rawValue, app: app)
    }
}

extension CollaborationAction {
    /// The app and the person that must answer the action.
    fileprivate var seat: AppSeat { AppSeat(app: app, person: person) }
}
