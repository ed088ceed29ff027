package import ChatProtocol

/// The effects of an event: on the state, on the store's index, and on those who receive it.
///
/// Each event of `Event.contract` has a type that conforms, in a file of this folder. An event implements what it needs,
/// and ``fold(into:at:)`` in any case. `script/contract` reads this declaration: ``Event`` has the same members, and each
/// calls the member of its event.
protocol EventBehavior: Sendable {
    /// Applies the event to the state, and updates the links that it can affect. The event was decided before, and is
    /// never refused here.
    func fold(into state: inout CoreState, at place: LogPosition)
    /// True if the state in memory depends on it. A plain message is not hot: its conversation's head comes from the
    /// store, so that old messages cost nothing at start-up.
    var isHot: Bool { get }

    // MARK: The store

    /// Returns the row for the store's index; nil if the store finds no entry by this event.
    func entryKey(at position: Int64) -> EntryKey?
    /// The replacement in the log for the first event of its entry, and for the later ones; nil if nothing is erased.
    var remainder: (first: Event, rest: Event)? { get }

    // MARK: The thread

    /// Returns the entry of the thread for one member; nil if they may not see it, or if there is none.
    ///
    /// - Parameter person: the member; nil for an observer, who sees every entry.
    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry?
    /// Returns the system line about a change of the conversation itself, as an entry of the thread (`grp-lines`).
    func systemLine(in state: CoreState, at position: Int64, for reader: Handle?) -> ThreadEntry?

    // MARK: Notifications of people

    /// The name of its notification, and the person who caused it; nil if there is no notification.
    var cause: NotificationCause? { get }
    /// Returns the subject of the notification, for one recipient.
    func subject(for person: Handle, in state: CoreState) -> EventSubject
    /// Returns the recipients; nil for none.
    func announcement(in state: CoreState) -> Announcement?
    /// Returns the notification for one recipient; nil for everyone else.
    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification?
    /// Returns the notification for a device with an old system; nil for none.
    func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification?
    /// Returns true if the answer contains the content of the notification; the requesting session is then left out.
    func isInAnswer(by answer: Answer) -> Bool
    /// Returns true if it alerts this recipient, with the deciding rule (`mention-alert`, `msg-mute`).
    ///
    /// - Parameter position: the position in the log whose settings count; `.max` for the current ones.
    func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)?
    /// Returns the recipients that it alerts.
    func alerted(among people: [Handle], in state: CoreState) -> Alerted
    /// Returns the part of the notification that is the same for all recipients; nil if there is none.
    func notification(alert: Bool) -> Notification?

    // MARK: Notifications of apps

    /// Returns the recipient apps, each with the person that it runs as.
    func appInstances(in state: CoreState) -> [AppInstance]
    /// True if the answer to an app's own request contains the notification; the requesting session is then left out.
    var isInOriginAnswer: Bool { get }
    /// Returns the notification for an app that runs as this person.
    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification?
}

extension EventBehavior {
    var isHot: Bool { true }
    func entryKey(at position: Int64) -> EntryKey? { nil }
    var remainder: (first: Event, rest: Event)? { nil }
    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? { nil }
    func systemLine(in state: CoreState, at position: Int64, for reader: Handle?) -> ThreadEntry? { nil }
    var cause: NotificationCause? { nil }
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
    func announcement(in state: CoreState) -> Announcement? { nil }
    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? { nil }
    func notificationOnOldSystems(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        notification(to: person, in: state, at: place)
    }
    /// Returns true, except for three answers: a document, the start of a collaboration, and a change that waits for
    /// the app.
    func isInAnswer(by answer: Answer) -> Bool {
        switch answer {
        case .document, .start, .asked: false
        default: true
        }
    }
    func alert(for person: Handle, in state: CoreState, at position: Int64) -> (alerts: Bool, reason: Reason)? { nil }
    func alerted(among people: [Handle], in state: CoreState) -> Alerted { .these([]) }
    func notification(alert: Bool) -> Notification? { nil }
    func appInstances(in state: CoreState) -> [AppInstance] { [] }
    var isInOriginAnswer: Bool { false }
    func notification(to instance: AppInstance, delivery: AppDelivery, in state: CoreState) -> AppNotification? { nil }
}

/// The behavior of the events without members, which have no type of their own.
struct BareEvent: EventBehavior {
    func fold(into state: inout CoreState, at place: LogPosition) {}
    var isHot: Bool { false }
}

extension Event {
    /// The message that was posted or changed, as it is after the event; nil for other events.
    package var message: Message? {
        switch self {
        case .messagePosted(let event): event.message
        case .messageChanged(let event): event.message
        default: nil
        }
    }
}
