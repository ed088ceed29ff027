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

/// An event with a system line in the thread, about a change of the conversation itself (`grp-lines`).
protocol SystemLineEvent: EventBehavior {
    /// Returns the text of the line.
    func lineText(in state: CoreState, for reader: Handle?) -> String
    /// The conversation.
    var conversation: ConversationID { get }
    /// The person who did it.
    var by: Handle { get }
}

extension SystemLineEvent {
    /// Returns the system line with the id "e" and the position of its event.
    func systemLine(in state: CoreState, at position: Int64, for reader: Handle?) -> ThreadEntry? {
        .system(id: "e\(position)", text: lineText(in: state, for: reader))
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(
            conversation: conversation.rawValue, id: "e\(position)", sequence: 0, sender: by.rawValue, kind: .system)
    }

    /// Returns the system line for members who had joined at that position. A new member sees the line about joining
    /// first.
    func entry(for person: Handle?, in state: CoreState, at place: Int64) -> ThreadEntry? {
        if let person {
            guard let joined = state.conversations[conversation]?.members[person]?.joined, joined <= place else {
                return nil
            }
        }
        return systemLine(in: state, at: place, for: person)
    }

    func announcement(in state: CoreState) -> Announcement? {
        Announcement(people: state.conversations[conversation]?.order ?? [], encoding: .forEach)
    }

    /// Returns the changed conversation for members who had joined at that position. Later members receive the current
    /// conversation when they join.
    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        guard let joined = state.conversations[conversation]?.members[person]?.joined, joined <= place.position else {
            return nil
        }
        return conversationChanged(
            conversation, for: person, line: systemLine(in: state, at: place.position, for: person), in: state,
            at: place)
    }

    var cause: NotificationCause? { NotificationCause(.conversationChanged, from: by) }

    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(conversation: conversation, text: lineText(in: state, for: person))
    }
}

/// An event with a notification for exactly one person.
protocol OwnEvent: EventBehavior {
    /// The recipient.
    var owner: Handle { get }
    /// Returns the notification.
    func notificationToOwner(in state: CoreState, at place: LogPosition) -> Notification?
}

extension OwnEvent {
    func announcement(in state: CoreState) -> Announcement? { Announcement(people: [owner], encoding: .forAll) }

    func notification(to person: Handle, in state: CoreState, at place: LogPosition) -> Notification? {
        owner == person ? notificationToOwner(in: state, at: place) : nil
    }
}

extension EventBehavior {
    /// Returns the notification of a changed conversation as a member sees it; nil for everyone else.
    func conversationChanged(
        _ id: ConversationID, for person: Handle, isNew: Bool = false, line: ThreadEntry? = nil, in state: CoreState,
        at place: LogPosition
    ) -> Notification? {
        guard let conversation = state.conversations[id], conversation.members.contains(person) else { return nil }
        var view = conversation.view(for: person, in: state, at: place.at)
        if isNew { view.isNew = true }
        return .conversationChanged(view, line: line)
    }
}

/// The recipients that an event alerts, computed once for all recipients.
package enum Alerted {
    /// Everyone except the author. `at` is the author's index among the recipients; nil if the author is not a
    /// recipient.
    case others(than: Handle, at: Int?)
    /// Exactly these people.
    case these(Set<Handle>)

    package func contains(_ person: Handle) -> Bool {
        switch self {
        case .others(let author, _): person != author
        case .these(let people): people.contains(person)
        }
    }
}

/// An event that alerts each recipient by ``EventBehavior/alert(for:in:at:)``.
protocol AlertingEvent: EventBehavior {}

extension AlertingEvent {
    func alerted(among people: [Handle], in state: CoreState) -> Alerted {
        .these(Set(people.filter { alert(for: $0, in: state, at: .max)?.alerts == true }))
    }

    /// Returns true if a mention alerts a person who hides the alerts of the conversation, with the rule that decides.
    func alert(
        mentioning person: Handle, in state: CoreState, at position: Int64
    ) -> (alerts: Bool, reason: Reason) {
        guard state.people[person]?.mentionAlertsOff.isOn(at: position) == true else {
            return (true, Reason("mention-alert", "a mention alerts even in a muted conversation"))
        }
        let text = "\(state.name(person)) turned off alerts for mentions, and hides other alerts"
        return (false, Reason("mention-alert", text))
    }
}

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
