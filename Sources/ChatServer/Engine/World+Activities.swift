import ChatCore
import ChatProtocol

/// Links that people open (`ul-deliver`, `ul-activity`): handed to whatever runs, and kept nowhere.
extension World {
    /// Hands an app the activity to show one of its links, wherever it runs as that person.
    func hand(_ activity: UserActivity, to app: AppID, runningAs person: Handle) {
        tellOthers(.activity(url: activity.webpageURL, app: app, person: person))
        show(activity, in: app, runningAs: person)
    }

    /// Shows it where the app runs here.
    func show(_ activity: UserActivity, in app: AppID, runningAs person: Handle) {
        let notification = LiveNotification.userActivity(activity)
        let context = NotificationContext(.init(notification.name, from: person))
        let message = notification.encoded()
        for session in sessions.apps[AppSeat(app: app, person: person)] ?? [] where session.isLive {
            counts.told.add(notification.name)
            say(Delivery(session: session, content: .message(message), context: context))
        }
        let words = LiveNotification.userActivity(activity, app: app, person: person).encoded()
        for session in sessions.hearers {
            counts.told.add(notification.name)
            say(Delivery(session: session, content: .message(words)))
        }
    }
}
