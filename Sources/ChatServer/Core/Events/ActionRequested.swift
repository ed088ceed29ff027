import ChatProtocol

extension Event.ActionRequested {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.collaborating.add(action)
        if let id = action.existing { state.shares.number(action.added, on: id) }
    }

    var cause: NotificationCause? { NotificationCause(.actionRequested, from: action.person) }
    var isInOriginAnswer: Bool { false }

    /// Returns the app that must answer, or an empty array if the action has ended. A resuming session then receives no
    /// request for it.
    func appInstances(in state: CoreState) -> [AppInstance] {
        state.collaborating.actions.contains { $0.id == action.id } ? [action.instance] : []
    }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard appInstances(in: state).contains(instance) else { return nil }
        return .actionRequested(ActionViews(state).appAction(action, isForObserver: delivery == .observing))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.id.rawValue, app: action.app)
    }
}

extension Event.ActionEnded {
    func fold(into state: inout CoreState, at place: LogPosition) { state.collaborating.remove(action) }

    var cause: NotificationCause? { NotificationCause(.actionEnded, from: person) }
    var isInOriginAnswer: Bool { true }

    func appInstances(in state: CoreState) -> [AppInstance] { [AppInstance(app: app, person: person)] }

    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        appInstances(in: state).contains(instance) ? .actionEnded(action, outcome) : nil
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.rawValue, app: app)
    }
}

extension CollaborationAction {
    /// The app and the person that must answer the action.
    fileprivate var instance: AppInstance { AppInstance(app: app, person: person) }
}
