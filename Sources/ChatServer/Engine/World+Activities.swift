import ChatCore
import ChatLog
import ChatProtocol

/// Actions of a person that an app must handle: a link that opens (`ul-deliver`, `ul-activity`), and an action on the
/// share sheet. Both go to the sessions of the app. For an app that does not run, the log stores the link.
extension World {
    /// Delivers the links that waited for an app to the session with which it starts.
    func deliverKeptLinks(to session: Session, at now: Instant) {
        guard session.isStream, case .app(let app, let person) = session.principal else { return }
        var links: [String] = []
        _ = try? decide(request: nil, at: now) { core in
            links = core.removeStoredLinks(for: app, runningAs: person, at: now)
            return .empty
        }
        for link in links { show(UserActivity(webpageURL: link), in: app, runningAs: person, isObserved: false) }
    }

    /// Sends an app the activity that shows one of its links.
    ///
    /// - Parameter isObserved: False if observers received the link when it was opened.
    func show(_ activity: UserActivity, in app: AppID, runningAs person: Handle, isObserved: Bool = true) {
        send(
            .userActivity(activity), asObserved: isObserved ? .userActivity(activity, app: app, person: person) : nil,
            to: app, person)
    }

    /// Sends an app the action that its person chose.
    func show(_ activity: ChosenActivity, in app: AppID, runningAs person: Handle) {
        send(
            .activityChosen(activity), asObserved: .activityChosen(activity, app: app, person: person), to: app, person)
    }

    private func send(
        _ notification: LiveNotification, asObserved observed: LiveNotification?, to app: AppID, _ person: Handle
    ) {
        let context = NotificationContext(.init(notification.name, from: person))
        let message = notification.encoded()
        for session in sessions.apps[AppInstance(app: app, person: person)] ?? [] {
            counts.told.add(notification.name)
            enqueue(Delivery(session: session, content: .message(message), context: context))
        }
        guard let words = observed?.encoded() else { return }
        for session in sessions.eventObservers {
            counts.told.add(notification.name)
            enqueue(Delivery(session: session, content: .message(words)))
        }
    }
}
