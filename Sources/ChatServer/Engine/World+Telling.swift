import ChatProtocol

extension World {
    /// Puts what happened on the streams of everyone it is meant for; the request's own session is left out of what
    /// its answer says already.
    func announce(_ decision: Decision, origin: Session) {
        let state = core.state
        for record in decision.records {
            if let announcement = state.announcement(of: record) {
                let isAnswered = announcement.isInTheAnswer && decision.answer.says(record.event)
                if isAnswered { origin.noteAnswered(record.position) }
                announce(announcement, of: record.event, except: isAnswered ? origin : nil) { person in
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
                for session in sessions where session.isLive { tell(message, of: record.event, to: session) }
            }
            for session in observers where session.isLive {
                for message in messages(about: record, to: .observer(nil)) {
                    tell(message, of: record.event, to: session)
                }
            }
        }
    }

    private func announce(
        _ announcement: Announcement, of event: Event, except origin: Session?, _ encoded: (Handle) -> [UInt8]?
    ) {
        var shared: [UInt8]?
        for person in announcement.people {
            guard let sessions = people[person] else { continue }
            var own: [UInt8]?
            for session in sessions where session.isLive {
                if session === origin { continue }
                if own == nil { own = announcement.isSameForAll ? shared : nil }
                if own == nil { own = encoded(person) }
                guard let message = own else { break }
                if announcement.isSameForAll { shared = message }
                tell(message, of: event, to: session)
            }
        }
    }

    /// Puts a notification on a stream, and counts it.
    private func tell(_ message: [UInt8], of event: Event, to session: Session) {
        counts.noteTold(of: event)
        say(message, to: session)
    }

    /// What a session is told of a fact when it reads it from the log, or an observer at any time.
    ///
    /// An observer sees everything: what all are told alike comes once, and what is one person's own comes with
    /// that person's handle.
    func messages(about record: EventRecord, to actor: Core.Actor) -> [[UInt8]] {
        let state = core.state
        switch actor {
        case .person(let handle):
            return state.notification(of: record, to: handle).map { [$0.encoded(cursor: record.position)] } ?? []
        case .app(let app, let person):
            return state.notification(of: record, to: app, runningAs: person)
                .map { [$0.encoded(cursor: record.position)] } ?? []
        case .observer:
            guard let announcement = state.announcement(of: record) else { return [] }
            if case .noticePosted(let notice, let told, _) = record.event, told.isEmpty {
                return [Notification.noticePosted(notice).encoded(cursor: record.position)]
            }
            if announcement.isSameForAll, announcement.people.count != 1 || record.event.isOfAThread {
                let seen = announcement.people.lazy.compactMap { state.notification(of: record, to: $0) }.first
                return seen.map { [$0.encoded(cursor: record.position)] } ?? []
            }
            return announcement.people.compactMap { person in
                state.notification(of: record, to: person)?.encoded(cursor: record.position, person: person)
            }
        }
    }

    /// A page of a thread as someone may see it: the newest before an entry, oldest first.
    ///
    /// - Throws: `not_found` if the thread or the entry is not theirs to see.
    func history(_ request: ConversationHistory, for actor: Core.Actor) throws(RPCError) -> Answer {
        let reader: Handle?
        switch actor {
        case .person(let me):
            _ = try core.conversation(request.conversation, for: me)
            reader = me
        case .observer:
            guard core.state.hasConversation(request.conversation) else {
                throw RPCError(.notFound, "conversation: there is no such conversation.", .field("conversation"))
            }
            reader = nil
        case .app: throw RPCError(.forbidden, "An app reads no threads.")
        }
        do {
            return try page(request, for: reader)
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.unavailable, "\(error)")
        }
    }

    private func page(_ request: ConversationHistory, for me: Handle?) throws -> Answer {
        var before: Int64?
        if let id = request.before {
            guard let entry = try log.entry(id: id), entry.record.entry?.conversation == request.conversation.rawValue,
                core.state.threadEntry(of: try EventRecord(entry.record), place: entry.place, for: me) != nil
            else {
                throw RPCError(.notFound, "before: there is no such entry in this conversation.", .field("before"))
            }
            before = entry.place
        }
        // One more than asked for tells whether there is more; what is not theirs to see is passed over.
        var newestFirst: [ThreadEntry] = []
        while newestFirst.count <= request.limit {
            let rows = try log.entries(
                conversation: request.conversation.rawValue, before: before, limit: request.limit + 1)
            for row in rows.reversed() {
                if let entry = core.state.threadEntry(of: try EventRecord(row.record), place: row.place, for: me) {
                    newestFirst.append(entry)
                }
            }
            guard rows.count == request.limit + 1, let oldest = rows.first else { break }
            before = oldest.place
        }
        return .history(newestFirst.prefix(request.limit).reversed(), more: newestFirst.count > request.limit)
    }
}

extension Event {
    /// Whether it stands in a thread for several to see, even where it was told to one alone.
    fileprivate var isOfAThread: Bool {
        switch self {
        case .messagePosted, .noticePosted: true
        default: false
        }
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
