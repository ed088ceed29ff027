package import ChatProtocol

/// The recipients of an event's notification. They are computed from the event and the state alone, so that a resuming
/// session receives the same notification as a live one.
package struct Announcement: Sendable {
    /// The recipients, in a stable order.
    package var people: [Handle]
    /// The sharing of one encoded notification between recipients.
    package var encoding: Encoding
    /// The conversation, if its members are exactly the recipients.
    package var conversation: ConversationID?

    /// The sharing of one encoded notification between recipients. An identical notification is encoded once.
    package enum Encoding: Sendable {
        /// Each recipient has a different notification.
        case forEach
        /// All recipients have the same notification.
        case forAll
        /// All recipients have the same notification, except for its `alert` field.
        case byAlert
    }
}

/// The recipients of an event that has just been committed.
package struct Addressees {
    /// The people and the kind of their notification; nil if no person receives one.
    package let announcement: Announcement?
    /// The people whom the event alerts.
    package let alerted: Alerted
    /// The recipient apps, each with the person that it runs as.
    package let appInstances: [AppInstance]

    /// - Parameter state: the state, which does not change. It is passed in place, because a copy is expensive.
    init(of event: Event, in state: inout CoreState) {
        announcement = event.announcement(in: state)
        alerted = announcement.map { event.alerted(among: $0.people, in: state) } ?? .these([])
        appInstances = event.appInstances(in: state)
    }
}

/// The name of an event's notification, and the person who caused it.
package struct NotificationCause: Sendable {
    /// The notification for the person who caused the event.
    let notification: NotificationName
    /// The person who caused the event; nil if the event does not name one.
    package let from: Handle?
    /// The notification for all other people; nil if it is the same.
    let toOthers: NotificationName?
    /// The notification for apps; nil if it is the same.
    let toApps: NotificationName?

    package init(
        _ notification: NotificationName, from: Handle?, toOthers: NotificationName? = nil,
        toApps: NotificationName? = nil
    ) {
        self.notification = notification
        self.from = from
        self.toOthers = toOthers
        self.toApps = toApps
    }

    /// Returns the notification for a reader. An observer (nil) has the same one as the person who caused the event.
    package func notification(to reader: Handle?) -> NotificationName {
        guard let toOthers, let reader, reader != from else { return notification }
        return toOthers
    }

    /// The notification for everyone except the person who caused the event.
    package var notificationToOthers: NotificationName { toOthers ?? notification }
}

/// An app that runs as a person.
package struct AppInstance: Hashable, Sendable {
    package let app: AppID
    package let person: Handle

    package init(app: AppID, person: Handle) {
        self.app = app
        self.person = person
    }
}

/// The way in which an app, or an observer of that app, receives an event.
package enum AppDelivery: Sendable {
    /// Live, right after the commit.
    case live
    /// Later, when the app's session resumes. The app receives the current state of the items on its list, and only the
    /// ids of removed items. Items that were added and removed in the meantime are left out.
    case resuming
    /// As an observer, without the fields that only the app receives (`meta-local-id`).
    case observing
}
