import ChatCore
import ChatLog
import ChatProtocol

extension World {
    /// Puts what happened on the streams of everyone it is meant for; the request's own session is left out of what
    /// its answer says already.
    package func announce(_ decision: Decision, origin: Session?) {
        for record in decision.records {
            let isSaid = record.event.isSaid(by: decision.answer)
            announce(record, isSaid: isSaid, message: decision.message, origin: origin)
        }
    }

    /// - Parameters:
    ///   - isSaid: whether the answer to the request says it already.
    ///   - written: the JSON of the message that was posted, where it is written already.
    private func announce(
        _ record: EventRecord, isSaid: Bool, message written: ArraySlice<UInt8>?, origin: Session?
    ) {
        let addressees = addressees(of: record.event)
        let context = self.context(of: record, audience: addressees.announcement?.people.count)
        if let announcement = addressees.announcement {
            // The catch-up still sends earlier states of a message or a share. The newest state must come last (D15).
            if isSaid, !record.event.hasEarlierStates { origin?.noteAnswered(record.position) }
            announce(announcement, addressees.alerted, context, of: record, except: isSaid ? origin : nil) {
                $0.encoded(cursor: record.position, message: written)
            }
        }
        for seat in addressees.seats {
            guard let sessions = sessions.apps[seat], sessions.contains(where: \.isLive),
                let notification = record.event.notification(to: seat, hearing: .live, in: state)
            else { continue }
            let message = notification.encoded(cursor: record.position)
            for session in sessions where session.isLive {
                if session === origin, record.event.isSaidToOrigin {
                    session.noteAnswered(record.position)
                    continue
                }
                counts.told.add(notification.name)
                say(message, to: session, about: context)
            }
        }
        let hearers = sessions.hearers
        guard !hearers.isEmpty else { return }
        for message in messages(about: record, to: .observer(nil)) {
            if let cause = record.event.cause { counts.told.add(cause.notification(to: nil), hearers.count) }
            if context == nil {
                counts.answeredBytes &+= message.count
                say(Delivery(message, to: hearers, except: 0..<0))
            } else {
                // What a fault may be waiting for goes to each by itself.
                for session in hearers { say(message, to: session, about: context) }
            }
        }
    }

    private func announce(
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
                    let words = notificationOnOldSystem(of: record, to: person, in: state)
                    if let words { say(words.encoded(cursor: record.position), to: session, about: context) }
                    continue
                }
                if message == nil { message = words(to: person) }
                guard let message else { break }
                told += 1
                say(message, to: session, about: context)
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
                say(Delivery(message, to: audience.sessions, except: own))
            }
            if audience.sessions[own].contains(where: { $0 !== origin }) { tell(author) }
        } else {
            announcement.people.forEach(tell)
        }
    }

    /// Counts notifications about a fact; those to observers as those to whoever caused it.
    func noteTold(of event: Event, to person: Handle?) {
        if let cause = event.cause { counts.told.add(cause.notification(to: person)) }
    }

    /// Whether a fact in a thread may be told to somebody, as far as its row says: what is not theirs need not be read.
    func mayConcern(_ row: LogRecord, _ principal: Principal) -> Bool {
        guard let entry = row.entry else {
            guard case .person = principal else { return true }
            // Of contacts nobody is told: in a world of many people who all know each other these are nearly all.
            switch EventRecord.kind(of: row.body) {
            case .contactAdded, .contactRemoved: return false
            default: return true
            }
        }
        // The content of a document is told to nobody.
        if entry.kind == .content { return false }
        if entry.kind == .document { return true }
        guard case .person(let me) = principal else { return true }
        return core.state.wasEverMember(me, of: ConversationID(entry.conversation))
    }

    /// What a session is told of a fact when it reads it from the log, or an observer at any time.
    ///
    /// An observer sees everything: what all are told alike comes once, and what is one person's own comes with
    /// that person's handle.
    func messages(
        about record: EventRecord, to principal: Principal, on system: DeviceSystem = .current
    ) -> [[UInt8]] {
        let (event, state, cursor) = (record.event, core.state, record.position)
        switch principal {
        case .person(let handle):
            let told =
                system == .old
                ? notificationOnOldSystem(of: record, to: handle, in: state)
                : event.notification(to: handle, in: state, at: record.place)
            return told.map { [$0.encoded(cursor: cursor)] } ?? []
        case .app(let app, let person):
            let seat = AppSeat(app: app, person: person)
            return event.notification(to: seat, hearing: .resuming, in: state).map { [$0.encoded(cursor: cursor)] }
                ?? []
        case .observer:
            guard let announcement = event.announcement(in: state) else {
                // What no person is told of.
                return event.appSeats(in: state).compactMap { seat in
                    event.notification(to: seat, hearing: .observing, in: state)?
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
    /// True if a resuming session receives the earlier states of the changed message or share, too (D10).
    fileprivate var hasEarlierStates: Bool {
        switch self {
        case .messageChanged, .shareSaved: true
        default: false
        }
    }
}
