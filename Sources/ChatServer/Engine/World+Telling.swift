import ChatCore
import ChatLog
import ChatProtocol

extension World {
    /// Puts what happened on the streams of everyone it is meant for; the request's own session is left out of what
    /// its answer says already.
    package func announce(_ decision: Decision, origin: Session?) {
        if decision.records.isEmpty { return }
        let state = core.state
        for record in decision.records {
            let announcement = state.announcement(of: record)
            let context = self.context(of: record, audience: announcement?.people.count)
            if let announcement {
                let isAnswered = announcement.isInTheAnswer && decision.answer.says(record.event)
                if isAnswered { origin?.noteAnswered(record.position) }
                announce(announcement, context, of: record, in: state, except: isAnswered ? origin : nil) { person in
                    state.notification(of: record, to: person)?
                        .encoded(cursor: record.position, message: decision.message)
                }
            }
            let isOwnDocument = if case .documentSaved = record.event { true } else { false }
            for seat in state.appAnnouncements(of: record) {
                guard let sessions = apps[AppSeat(app: seat.app, person: seat.person)],
                    sessions.contains(where: \.isLive),
                    let notification = state.notification(of: record, to: seat.app, runningAs: seat.person)
                else { continue }
                let message = notification.encoded(cursor: record.position)
                let isAnswered = record.event.isActionsEnd
                if isAnswered { origin?.noteAnswered(record.position) }
                for session in sessions where session.isLive && !(isAnswered && session === origin) {
                    // As with a person: what its answer says already.
                    if isOwnDocument, session === origin {
                        session.noteAnswered(record.position)
                        continue
                    }
                    counts.told.add(notification.name)
                    say(message, to: session, about: context)
                }
            }
            lazy var messages = self.messages(about: record, to: .observer(nil))
            for session in hearers {
                for message in messages {
                    noteTold(of: record.event)
                    say(message, to: session, about: context)
                }
            }
        }
    }

    private func announce(
        _ announcement: Announcement, _ context: NotificationContext?, of record: EventRecord, in state: CoreState,
        except origin: Session?,
        _ encoded: (Handle) -> [UInt8]?
    ) {
        // Looked at once: a fact is large, and its readers may be many.
        let alerted =
            announcement.likeness == .alerting
            ? state.alerted(by: record.event, among: announcement.people) : .these([])
        let isChange = record.event.readsOtherwiseOnOldSystems
        var quiet: [UInt8]?
        var loud: [UInt8]?
        func words(to person: Handle) -> [UInt8]? {
            if announcement.likeness == .own { return encoded(person) }
            if alerted.contains(person) {
                if loud == nil { loud = encoded(person) }
                return loud
            }
            if quiet == nil { quiet = encoded(person) }
            return quiet
        }
        // The other one of a one-to-one conversation hears of somebody's reading by a receipt.
        let reader: Handle? = if case .messagesRead(let reader, _, _, _) = record.event { reader } else { nil }
        var told = 0
        for person in announcement.people {
            guard let sessions = people[person] else { continue }
            var message: [UInt8]?
            for session in sessions where session.isLive && session !== origin {
                if isChange, session.system == .old {
                    if let words = oldWords(for: record, to: person) { say(words, to: session, about: context) }
                    continue
                }
                if message == nil { message = words(to: person) }
                guard let message else { break }
                if let reader, person != reader { counts.told.add(.receipt) } else { told += 1 }
                say(message, to: session, about: context)
            }
        }
        if told > 0 { noteTold(of: record.event, told) }
    }

    /// Counts notifications about a fact.
    func noteTold(of event: Event, _ count: Int = 1) {
        if let (notification, _) = event.causedNotification { counts.told.add(notification, count) }
    }

    /// Whether a fact in a thread may be told to somebody, as far as its row says: what is not theirs need not be read.
    func mayConcern(_ row: LogRecord, _ actor: Core.Actor) -> Bool {
        guard let entry = row.entry else {
            guard case .person = actor else { return true }
            // Of contacts nobody is told: in a world of many people who all know each other these are nearly all.
            switch EventRecord.kind(of: row.body) {
            case .contactAdded, .contactRemoved: return false
            default: return true
            }
        }
        // The content of a document is told to nobody.
        if entry.kind == .content { return false }
        if entry.kind == .document { return true }
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
        switch actor {
        case .person(let handle) where system == .old && record.event.readsOtherwiseOnOldSystems:
            return oldWords(for: record, to: handle).map { [$0] } ?? []
        case .person(let handle):
            return core.state.notification(of: record, to: handle).map { [$0.encoded(cursor: record.position)] } ?? []
        case .app(let app, let person):
            return core.state.notification(of: record, to: app, runningAs: person, isLate: true)
                .map { [$0.encoded(cursor: record.position)] } ?? []
        case .observer:
            if let action = core.state.actionNotification(of: record, isForObserver: true) {
                return [action.told.encoded(cursor: record.position, app: action.app, person: action.person)]
            }
            guard let announcement = core.state.announcement(of: record) else { return [] }
            if announcement.likeness == .alerting {
                let alerted = announcement.people.filter { core.state.alert(for: $0, of: record.event).alerts }
                return core.state.notificationForAll(of: record).map {
                    [$0.encoded(cursor: record.position, alerted: alerted)]
                } ?? []
            }
            return announcement.people.compactMap { person in
                core.state.notification(of: record, to: person)?.encoded(cursor: record.position, person: person)
            }
        }
    }
}

extension Event {
    /// Whether an action needs no answer any more: the session that gave it knows.
    fileprivate var isActionsEnd: Bool {
        if case .actionEnded = self { true } else { false }
    }

    fileprivate var isOfAStart: Bool {
        if case .collaborationChanged = self { true } else { false }
    }

    /// Whether devices with an older system are told of it in words of their own.
    fileprivate var readsOtherwiseOnOldSystems: Bool {
        switch self {
        case .messageChanged, .shareSaved: true
        default: false
        }
    }
}

extension Answer {
    /// Whether it tells the session that asked of that fact, where the fact is one that an answer can tell of.
    fileprivate func says(_ event: Event) -> Bool {
        // A document that is sent is answered with the message; who is on it now is news.
        switch (event, self) {
        // A document that is opened, renamed or deleted is answered with the document alone.
        case (.documentSaved, .document): true
        case (_, .document): false
        case (.shareSaved, .message): false
        // What waited for somebody is cleared on the way to something else, or is what was asked for.
        case (.noticesCleared, .cleared), (.noticesCleared, .notice): true
        case (.noticesCleared, _): false
        // The answer to a start or its end says how far it got, and names what came of it by ids alone; what ends it
        // otherwise is news to whoever asked for something else.
        case (_, .start), (_, .asked): event.isOfAStart
        default: !event.isOfAStart
        }
    }
}
