import ChatCore
import ChatProtocol

/// What a person does that an app of theirs must act on: a link that opens (`ul-deliver`, `ul-activity`), and an action
/// on the share sheet. Both go to the sessions of the app that are live, and are never stored.
extension World {
    /// Sends an app the activity to show one of its links, wherever it runs as that person.
    func hand(_ activity: UserActivity, to app: AppID, runningAs person: Handle) {
        tellOthers(.activity(url: activity.webpageURL, app: app, person: person))
        show(activity, in: app, runningAs: person)
    }

    /// Sends an app the action that its person chose, wherever it runs as that person.
    func hand(_ activity: ChosenActivity, to app: AppID, runningAs person: Handle) {
        tellOthers(.chosen(activity, app: app, person: person))
        show(activity, in: app, runningAs: person)
    }

    /// Sends the activity to the sessions of the app on this server.
    func show(_ activity: UserActivity, in app: AppID, runningAs person: Handle) {
        send(.userActivity(activity), asObserved: .userActivity(activity, app: app, person: person), to: app, person)
    }

    /// Sends the action to the sessions of the app on this server.
    func show(_ activity: ChosenActivity, in app: AppID, runningAs person: Handle) {
        send(
            .activityChosen(activity), asObserved: .activityChosen(activity, app: app, person: person), to: app, person)
    }

    private func send(
        _ notification: LiveNotification, asObserved observed: LiveNotification, to app: AppID, _ person: Handle
    ) {
        let context = NotificationContext(.init(notification.name, from: person))
        let message = notification.encoded()
        for session in sessions.apps[AppSeat(app: app, person: person)] ?? [] where session.isLive {
            counts.told.add(notification.name)
            say(Delivery(session: session, content: .message(message), context: context))
        }
        let words = observed.encoded()
        for session in sessions.hearers {
            counts.told.add(notification.name)
            say(Delivery(session: session, content: .message(words)))
        }
    }
}
