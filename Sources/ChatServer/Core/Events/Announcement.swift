package import ChatProtocol

/// Whom a fact is told to, and in which words: computed from the fact and the state, so that a session that
/// resumes is told the same as one that was here (law 2).
package struct Announcement: Sendable {
    /// The people it is meant for, in a stable order.
    package var people: [Handle]
    /// How alike are the words to each.
    package var likeness: Likeness
    /// The conversation whose members they are, where they are that and nobody else.
    package var conversation: ConversationID?

    /// How alike the words to several people are: what is alike is encoded once (law 5).
    package enum Likeness: Sendable {
        /// Each is told it in their own way.
        case own
        /// All are told the same.
        case shared
        /// All are told the same, but that it alerts some and not the others.
        case alerting
    }
}

/// To whom a fact is told as it happens.
package struct Addressees {
    /// The people, if it is told to any.
    package let announcement: Announcement?
    /// Whom of them it alerts.
    package let alerted: Alerted
    /// The apps, each for a person.
    package let seats: [AppSeat]
}

extension Core {
    /// To whom a fact is told that was decided. It changes nothing: it is mutating so that the state is looked at where
    /// it stands, for what belongs to an object is copied whole to call what only reads it.
    package mutating func addressees(of event: Event) -> Addressees {
        let announcement = event.announcement(in: state)
        return Addressees(
            announcement: announcement,
            alerted: announcement.map { event.alerted(among: $0.people, in: state) } ?? .these([]),
            seats: event.appSeats(in: state))
    }
}

/// By which notification something is told, and who caused it.
package struct NotificationCause: Sendable {
    /// What the one who caused it is told by.
    let notification: NotificationName
    /// Who caused it; nil where the fact does not say.
    package let from: Handle?
    /// What everyone else is told by, where that is another one.
    let toOthers: NotificationName?
    /// The notification that apps are sent, if it is another one.
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

    /// The notification that someone is told by; an observer as whoever caused it.
    package func notification(to reader: Handle?) -> NotificationName {
        guard let toOthers, let reader, reader != from else { return notification }
        return toOthers
    }

    /// The notification that everyone is told by who did not cause it.
    package var notificationToOthers: NotificationName { toOthers ?? notification }
}

/// An app that runs as a person.
package struct AppSeat: Hashable, Sendable {
    package let app: AppID
    package let person: Handle

    package init(app: AppID, person: Handle) {
        self.app = app
        self.person = person
    }
}

/// How an app, or an observer in its place, hears of what happened.
package enum AppHearing: Sendable {
    /// As it happens.
    case live
    /// Later, when it resumes: it is told of what is on its list now, and of what is gone the ids alone. What came and
    /// went meanwhile was never its to see.
    case resuming
    /// As an observer: without what only the app itself is sent (`meta-local-id`).
    case observing
}
