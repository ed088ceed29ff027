import ChatProtocol

extension Event.AppRegistered {
    func fold(into state: inout CoreState, at place: LogPosition) {
        let before = state.app(app.id)
        let wasSharing = state.directory.isSharedWithYouApp(app.id)
        state.directory.register(app)
        let domains = ((before?.domains ?? []) + app.domains).compactMap { DomainPattern($0) }
        state.reroute(domains, switched: wasSharing == state.directory.isSharedWithYouApp(app.id) ? nil : app.id)
    }
}

extension Event.SitePublished {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.directory.publish(Site(domain: domain, association: association))
        state.reroute([domain], switched: nil)
    }
}

extension Event.ActivitiesOffered {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person) { $0.offeredActivities[app] = activities }
    }

    var cause: NotificationCause? { NotificationCause(.activitiesChanged, from: person) }
    var isInOriginAnswer: Bool { true }

    func appInstances(in state: CoreState) -> [AppInstance] { [AppInstance(app: app, person: person)] }

    /// Returns the current activities of the app. A resuming session receives them too, and not the activities at the
    /// time of the event.
    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? {
        guard instance == AppInstance(app: app, person: person), let app = state.app(app) else { return nil }
        return .activitiesChanged(app.activities(for: state.people[person]))
    }

    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(app: app) }
}
