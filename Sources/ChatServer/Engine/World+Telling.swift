import ChatProtocol

extension World {
    /// Puts what happened on the streams of everyone it is meant for; the request's own session is left out of what
    /// its answer says already.
    func announce(_ decision: Decision, origin: Session) {
        let state = core.state
        for record in decision.records {
            let announcement = state.announcement(of: record)
            let telling = telling(of: record, audience: announcement?.people.count)
            if let announcement {
                let isAnswered = announcement.isInTheAnswer && decision.answer.says(record.event)
                if isAnswered { origin.noteAnswered(record.position) }
                announce(announcement, telling, of: record, except: isAnswered ? origin : nil) { person in
                    state.notification(of: record, to: person)?
                        .encoded(cursor: record.position, message: decision.message)
                }
            }
            for seat in state.appAnnouncements(of: record) {
                guard let sessions = apps[AppSeat(app: seat.app, person: seat.person)],
                    sessions.contains(where: \.isLive),
                    let notification = state.notification(of: record, to: seat.app, runningAs: seat.person)
                else { continue }
                let message = notification.encoded(cursor: record.position)
                for session in sessions where session.isLive {
                    counts.told.add(.highlightsChanged)
                    say(message, to: session, about: telling)
                }
            }
            for session in observers where session.isLive {
                for message in messages(about: record, to: .observer(nil)) {
                    noteTold(of: record.event, to: .observer(nil))
                    say(message, to: session, about: telling)
                }
            }
        }
    }

    private func announce(
        _ announcement: Announcement, _ telling: Telling?, of record: EventRecord, except origin: Session?,
        _ encoded: (Handle) -> [UInt8]?
    ) {
        let isChange = record.event.isMessageChange
        var quiet: [UInt8]?
        var loud: [UInt8]?
        func words(to person: Handle) -> [UInt8]? {
            switch announcement.likeness {
            case .own: return encoded(person)
            case .alerting where core.state.alert(for: person, of: record.event).alerts:
                if loud == nil { loud = encoded(person) }
                return loud
            case .shared, .alerting:
                if quiet == nil { quiet = encoded(person) }
                return quiet
            }
        }
        for person in announcement.people {
            guard let sessions = people[person] else { continue }
            var message: [UInt8]?
            for session in sessions where session.isLive && session !== origin {
                if isChange, session.system == .old {
                    if let words = oldWords(for: record, to: person) { say(words, to: session, about: telling) }
                    continue
                }
                if message == nil { message = words(to: person) }
                guard let message else { break }
                noteTold(of: record.event, to: .person(person))
                say(message, to: session, about: telling)
            }
        }
    }

    /// Counts a notification about a fact.
    func noteTold(of event: Event, to actor: Core.Actor) {
        guard let (notification, from) = event.telling else { return }
        if case .messagesRead = event, case .person(let reader) = actor, reader != from {
            counts.told.add(.receipt)
        } else {
            counts.told.add(notification)
        }
    }

    /// Whether a fact in a thread may be told to somebody, as far as its row says: what is not theirs need not be read.
    func mayConcern(_ row: LogRecord, _ actor: Core.Actor) -> Bool {
        guard let entry = row.entry else { return true }
        // The content of a document is told to nobody.
        if entry.kind == .content { return false }
        guard case .person(let me) = actor else { return true }
        return core.state.wasEverMember(me, of: ConversationID(entry.conversation))
    }

    /// What a session is told of a fact when it reads it from the log, or an observer at any time.
    ///
    /// An observer sees everything: what all are told alike comes once, and what is one person's own comes with
    /// that person's handle.
    func messages(
        about record: EventRecord, to actor: Core.Actor, on system: DeviceSystem = .current
    ) -> [[UInt8]] {
        let state = core.state
        switch actor {
        case .person(let handle) where system == .old && record.event.isMessageChange:
            return oldWords(for: record, to: handle).map { [$0] } ?? []
        case .person(let handle):
            return state.notification(of: record, to: handle).map { [$0.encoded(cursor: record.position)] } ?? []
        case .app(let app, let person):
            return state.notification(of: record, to: app, runningAs: person)
                .map { [$0.encoded(cursor: record.position)] } ?? []
        case .observer:
            guard let announcement = state.announcement(of: record) else { return [] }
            if announcement.likeness == .alerting {
                let alerted = announcement.people.filter { state.alert(for: $0, of: record.event).alerts }
                return state.notificationForAll(of: record).map {
                    [$0.encoded(cursor: record.position, alerted: alerted)]
                } ?? []
            }
            return announcement.people.compactMap { person in
                state.notification(of: record, to: person)?.encoded(cursor: record.position, person: person)
            }
        }
    }
}

extension Event {
    /// Whether a message reads otherwise since.
    fileprivate var isMessageChange: Bool {
        if case .messageChanged = self { true } else { false }
    }
}

extension Answer {
    /// Whether it tells the session that asked of that fact, where the fact is one that an answer can tell of.
    fileprivate func says(_ event: Event) -> Bool {
        // A document that is sent is answered with the message; who is on it now is news.
        if case .shareSaved = event, case .message = self { return false }
        return true
    }
}
