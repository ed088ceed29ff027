import ChatCore
import ChatLog
import ChatProtocol

/// Enqueues notifications for their recipients: about decisions, and to apps about what their person does.
final class Notifier {
    @exclusivity(unchecked) private var audiences = Audiences()
    private let sessions: SessionRoster
    private let transaction: Transaction
    private let dispatcher: Dispatcher
    private let counts: EngineCounts

    init(_ sessions: SessionRoster, _ transaction: Transaction, _ dispatcher: Dispatcher, counts: EngineCounts) {
        (self.sessions, self.transaction, self.dispatcher) = (sessions, transaction, dispatcher)
        self.counts = counts
    }

    /// Notes that a session has left.
    func noteDeparture() { audiences.noteDeparture() }

    // MARK: Decisions

    /// Enqueues the notifications about a decision for all recipients. The requesting session gets only notifications
    /// that its answer does not contain.
    func broadcast(_ decision: World.Decision, with reader: NotificationReader, origin: Session?) {
        for record in decision.records {
            let isInAnswer = record.event.isInAnswer(by: decision.answer)
            broadcast(record, isInAnswer: isInAnswer, message: decision.message, with: reader, origin: origin)
        }
    }

    /// - Parameters:
    ///   - isInAnswer: True if the answer to the request contains the notification.
    ///   - written: The JSON of the posted message, if it is encoded already.
    private func broadcast(
        _ record: EventRecord, isInAnswer: Bool, message written: ArraySlice<UInt8>?, with reader: NotificationReader,
        origin: Session?
    ) {
        let addressees = reader.core.addressees(of: record.event)
        let context = dispatcher.context(
            of: record, audience: addressees.announcement?.people.count, in: reader.core)
        if let announcement = addressees.announcement {
            // The catch-up still sends earlier states of a message or a share. The newest state must come last.
            if isInAnswer, !record.event.hasEarlierStates { origin?.noteAnswered(record.position) }
            broadcast(
                announcement, addressees.alerted, context, of: record, with: reader, except: isInAnswer ? origin : nil
            ) {
                $0.encoded(cursor: record.position, message: written)
            }
        }
        for instance in addressees.appInstances {
            guard let sessions = sessions.apps[instance], sessions.contains(where: \.isCurrent),
                let notification = record.event.notification(to: instance, delivery: .live, in: reader.core.state)
            else { continue }
            let message = notification.encoded(cursor: record.position)
            for session in sessions where session.isCurrent {
                if session === origin, record.event.isInOriginAnswer {
                    session.noteAnswered(record.position)
                    continue
                }
                counts.noteNotification(notification.name)
                enqueue(message, to: session, about: context, of: record)
            }
        }
        let eventObservers = sessions.eventObservers
        guard !eventObservers.isEmpty else { return }
        for message in reader.messages(about: record, to: .observer(nil)) {
            if let cause = record.event.cause {
                counts.noteNotification(cause.notification(to: nil), eventObservers.count)
            }
            if context == nil {
                let message = record.trace.map { Envelope.adding($0, toNotification: message) } ?? message
                counts.noteEnqueued(message)
                transaction.enqueue(Delivery(message, to: eventObservers, except: 0..<0))
            } else {
                // A fault may wait for the notification, so each session gets its own delivery.
                for session in eventObservers { enqueue(message, to: session, about: context, of: record) }
            }
        }
    }

    private func broadcast(
        _ announcement: Announcement, _ alerted: Alerted, _ context: NotificationContext?, of record: EventRecord,
        with reader: NotificationReader, except origin: Session?, _ encoded: (Notification) -> [UInt8]
    ) {
        let cause = record.event.cause
        var quiet: [UInt8]?
        var loud: [UInt8]?
        func words(to person: Handle) -> [UInt8]? {
            let isLoud = alerted.contains(person)
            if announcement.encoding != .forEach, let words = isLoud ? loud : quiet { return words }
            let words = record.event.notification(to: person, in: reader.core.state, at: record.place).map(encoded)
            if isLoud { loud = words } else { quiet = words }
            return words
        }
        func deliver(to person: Handle) {
            guard let sessions = sessions.people[person] else { return }
            var message: [UInt8]?
            var count = 0
            for session in sessions where session.isCurrent && session !== origin {
                if session.system == .old {
                    let words = reader.oldSystems.notification(of: record, to: person)
                    if let words {
                        enqueue(words.encoded(cursor: record.position), to: session, about: context, of: record)
                    }
                    continue
                }
                if message == nil { message = words(to: person) }
                guard let message else { break }
                count += 1
                enqueue(message, to: session, about: context, of: record)
            }
            if count > 0, let cause { counts.noteNotification(cause.notification(to: person), count) }
        }
        // With a trace, only some of the sessions get it, so each session gets its own delivery.
        if context == nil, record.trace == nil, case .others(let author, let index) = alerted,
            let conversation = announcement.conversation,
            case let audience = audience(of: conversation, announcement.people),
            audience.isUniform, let cause, let notification = record.event.notification(alert: true)
        {
            let own = audience.range(of: index)
            if own.count < audience.sessions.count {
                let message = encoded(notification)
                counts.noteEnqueued(message)
                counts.noteNotification(cause.notificationToOthers, audience.sessions.count - own.count)
                transaction.enqueue(Delivery(message, to: audience.sessions, except: own))
            }
            if audience.sessions[own].contains(where: { $0 !== origin }) { deliver(to: author) }
        } else {
            announcement.people.forEach(deliver(to:))
        }
    }

    private func enqueue(
        _ message: [UInt8], to session: Session, about context: NotificationContext?, of record: EventRecord
    ) {
        // A message with a context may go to many sessions as one array, so its bytes do not count here.
        if context == nil { counts.noteEnqueued(message) }
        let delivery = Delivery(session: session, content: .message(message), context: context)
        transaction.enqueue(delivery.naming(record.trace))
    }

    /// Returns the audience of a conversation with these members.
    private func audience(of conversation: ConversationID, _ people: [Handle]) -> Audience {
        if let known = audiences.known(conversation, people, at: sessions.version) { return known }
        let audience = Audience(of: people, sessions)
        audiences.store(audience, of: conversation)
        return audience
    }

    // MARK: Apps

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
            counts.noteNotification(notification.name)
            let delivery = Delivery(session: session, content: .message(message), context: context)
            transaction.enqueue(delivery.naming(transaction.trace))
        }
        guard let words = observed?.encoded() else { return }
        for session in sessions.eventObservers {
            counts.noteNotification(notification.name)
            transaction.enqueue(Delivery(session: session, content: .message(words)).naming(transaction.trace))
        }
    }
}

extension Event {
    /// True if a session that catches up also receives the earlier states of the changed message or share.
    fileprivate var hasEarlierStates: Bool {
        switch self {
        case .messageChanged, .shareSaved: true
        default: false
        }
    }
}

/// The subject of a notification, if a fault may wait for it or its sender waits for a receipt. All recipients of an
/// event share one.
final class NotificationContext {
    /// A message of a conversation of two.
    struct Posted {
        var conversation: ConversationID
        var message: MessageID
        var sender: Handle
        var sequence: Int64
    }

    let cause: NotificationCause
    /// The message that the notification delivers, if its sender waits for a receipt.
    let posted: Posted?

    init(_ cause: NotificationCause, posted: Posted? = nil) {
        self.cause = cause
        self.posted = posted
    }
}

/// Returns the notifications about events, for sessions that catch up and for observers.
struct NotificationReader {
    let core: Core
    let log: any EventLog

    var oldSystems: OldSystemReader { OldSystemReader(core: core, log: log) }

    /// Returns true if an event may lead to a notification to the principal, as far as its row shows. Other rows need
    /// not be decoded.
    func mayMatch(_ row: LogRecord, _ principal: Principal) -> Bool {
        guard let entry = row.entry else {
            guard case .person = principal else { return true }
            // A contact leads to no notification. In a world of many people who know each other, nearly all events are
            // contacts.
            switch EventRecord.kind(of: row.body) {
            case .contactAdded, .contactRemoved: return false
            default: return true
            }
        }
        // The content of a document leads to no notification.
        if entry.kind == .content { return false }
        if entry.kind == .document { return true }
        guard case .person(let me) = principal else { return true }
        return core.state.conversations.wasEverMember(me, of: ConversationID(entry.conversation))
    }

    /// Returns the notifications about an event for a session that catches up, and for an observer at any time.
    ///
    /// An observer receives all of them. A notification that is the same for all people comes once. One that differs
    /// comes once per person, with the handle of that person.
    func messages(
        about record: EventRecord, to principal: Principal, on system: DeviceSystem = .current
    ) -> [[UInt8]] {
        let (event, state, cursor) = (record.event, core.state, record.position)
        switch principal {
        case .person(let handle):
            let notification =
                system == .old
                ? oldSystems.notification(of: record, to: handle)
                : event.notification(to: handle, in: state, at: record.place)
            return notification.map { [$0.encoded(cursor: cursor)] } ?? []
        case .app(let app, let person):
            let instance = AppInstance(app: app, person: person)
            return event.notification(to: instance, delivery: .resuming, in: state).map { [$0.encoded(cursor: cursor)] }
                ?? []
        case .observer:
            guard let announcement = event.announcement(in: state) else {
                // This event notifies apps, but no person.
                return event.appInstances(in: state).compactMap { instance in
                    event.notification(to: instance, delivery: .observing, in: state)?
                        .encoded(cursor: cursor, app: instance.app, person: instance.person)
                }
            }
            if let notification = event.notification(alert: false) {
                let alerted = event.alerted(among: announcement.people, in: state)
                return [notification.encoded(cursor: cursor, alerted: announcement.people.filter(alerted.contains))]
            }
            return announcement.people.compactMap { person in
                event.notification(to: person, in: state, at: record.place)?.encoded(cursor: cursor, person: person)
            }
        }
    }
}
