import ChatCore
import ChatLog
import ChatProtocol

extension World {
    /// Enqueues the notifications about a decision for all recipients. The requesting session gets only notifications
    /// that its answer does not contain.
    package func broadcast(_ decision: Decision, origin: Session?) {
        for record in decision.records {
            let isInAnswer = record.event.isInAnswer(by: decision.answer)
            broadcast(record, isInAnswer: isInAnswer, message: decision.message, origin: origin)
        }
    }

    /// - Parameters:
    ///   - isInAnswer: True if the answer to the request contains the notification.
    ///   - written: The JSON of the posted message, if it is encoded already.
    private func broadcast(
        _ record: EventRecord, isInAnswer: Bool, message written: ArraySlice<UInt8>?, origin: Session?
    ) {
        let addressees = addressees(of: record.event)
        let context = self.context(of: record, audience: addressees.announcement?.people.count)
        if let announcement = addressees.announcement {
            // The catch-up still sends earlier states of a message or a share. The newest state must come last.
            if isInAnswer, !record.event.hasEarlierStates { origin?.noteAnswered(record.position) }
            broadcast(announcement, addressees.alerted, context, of: record, except: isInAnswer ? origin : nil) {
                $0.encoded(cursor: record.position, message: written)
            }
        }
        for seat in addressees.seats {
            guard let sessions = sessions.apps[seat], sessions.contains(where: \.isLive),
                let notification = record.event.notification(to: seat, delivery: .live, in: state)
            else { continue }
            let message = notification.encoded(cursor: record.position)
            for session in sessions where session.isLive {
                if session === origin, record.event.isInOriginAnswer {
                    session.noteAnswered(record.position)
                    continue
                }
                counts.told.add(notification.name)
                enqueue(message, to: session, about: context)
            }
        }
        let eventObservers = sessions.eventObservers
        guard !eventObservers.isEmpty else { return }
        for message in messages(about: record, to: .observer(nil)) {
            if let cause = record.event.cause { counts.told.add(cause.notification(to: nil), eventObservers.count) }
            if context == nil {
                counts.answeredBytes &+= message.count
                enqueue(Delivery(message, to: eventObservers, except: 0..<0))
            } else {
                // A fault may wait for the notification, so each session gets its own delivery.
                for session in eventObservers { enqueue(message, to: session, about: context) }
            }
        }
    }

    private func broadcast(
        _ announcement: Announcement, _ alerted: Alerted, _ context: NotificationContext?, of record: EventRecord,
        except origin: Session?, _ encoded: (Notification) -> [UInt8]
    ) {
        let cause = record.event.cause
        var quiet: [UInt8]?
        var loud: [UInt8]?
        func words(to person: Handle) -> [UInt8]? {
            let isLoud = alerted.contains(person)
            if announcement.likeness != .own, let words = isLoud ? loud : quiet { return words }
            let words = record.event.notification(to: person, in: state, at: record.place).map(encoded)
            if isLoud { loud = words } else { quiet = words }
            return words
        }
        func tell(_ person: Handle) {
            guard let sessions = sessions.people[person] else { return }
            var message: [UInt8]?
            var told = 0
            for session in sessions where session.isLive && session !== origin {
                if session.system == .old {
                    let words = oldSystems.notification(of: record, to: person)
                    if let words { enqueue(words.encoded(cursor: record.position), to: session, about: context) }
                    continue
                }
                if message == nil { message = words(to: person) }
                guard let message else { break }
                told += 1
                enqueue(message, to: session, about: context)
            }
            if told > 0, let cause { counts.told.add(cause.notification(to: person), told) }
        }
        if context == nil, case .others(let author, let index) = alerted, let conversation = announcement.conversation,
            case let audience = audience(of: conversation, announcement.people),
            audience.isUniform, let cause, let notification = record.event.notification(alert: true)
        {
            let own = audience.range(of: index)
            if own.count < audience.sessions.count {
                let message = encoded(notification)
                counts.answeredBytes &+= message.count
                counts.told.add(cause.notificationToOthers, audience.sessions.count - own.count)
                enqueue(Delivery(message, to: audience.sessions, except: own))
            }
            if audience.sessions[own].contains(where: { $0 !== origin }) { tell(author) }
        } else {
            announcement.people.forEach(tell)
        }
    }

    /// Counts a notification about an event. One to an observer counts like one to the person who caused the event.
    func countNotification(of event: Event, to person: Handle?) {
        if let cause = event.cause { counts.told.add(cause.notification(to: person)) }
    }

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
        return core.state.wasEverMember(me, of: ConversationID(entry.conversation))
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
            let told =
                system == .old
                ? oldSystems.notification(of: record, to: handle)
                : event.notification(to: handle, in: state, at: record.place)
            return told.map { [$0.encoded(cursor: cursor)] } ?? []
        case .app(let app, let person):
            let seat = AppInstance(app: app, person: person)
            return event.notification(to: seat, delivery: .resuming, in: state).map { [$0.encoded(cursor: cursor)] }
                ?? []
        case .observer:
            guard let announcement = event.announcement(in: state) else {
                // This event notifies apps, but no person.
                return event.appInstances(in: state).compactMap { seat in
                    event.notification(to: seat, delivery: .observing, in: state)?
                        .encoded(cursor: cursor, app: seat.app, person: seat.person)
                }
            }
            if let told = event.notification(alert: false) {
                let alerted = event.alerted(among: announcement.people, in: state)
                return [told.encoded(cursor: cursor, alerted: announcement.people.filter(alerted.contains))]
            }
            return announcement.people.compactMap { person in
                event.notification(to: person, in: state, at: record.place)?.encoded(cursor: cursor, person: person)
            }
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
