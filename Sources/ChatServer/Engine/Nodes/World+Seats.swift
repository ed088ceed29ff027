import ChatCore
import ChatLog
import ChatProtocol

/// Who has a session at which server, where that must be known of all.
extension World {
    /// Takes a seat for a session, before it joins.
    ///
    /// - Returns: the number of its device: the first that no other session of the same has, whichever server it is at.
    func seat(_ session: Session, as principal: Principal) throws(RPCError) -> Int? {
        guard session.isStream else { return nil }
        guard let shared = log.liveTables else { return sessions.nextNumber(of: principal) }
        do {
            return try shared.addSession(SessionSeat(session, principal))
        } catch {
            throw RPCError(error)
        }
    }

    /// Leaves it. Where that cannot be said now, it is with the next connection.
    func unseat(_ session: Session) {
        if session.isStream { try? log.liveTables?.removeSession(session.id) }
    }

    /// Takes the seats of all that are here once more: nobody may know of them any longer. Who comes too late for their
    /// number has another one from then on.
    func seatAll() throws(LogError) {
        guard let shared = log.liveTables else { return }
        var late: [(Session, SessionSeat)] = []
        for session in sessions.all {
            guard case .joined(_, let principal, _) = session.state else { continue }
            let seat = SessionSeat(session, principal)
            if try !shared.keepSession(seat, number: session.device?.number) { late.append((session, seat)) }
        }
        for (session, seat) in late { session.device?.number = try shared.addSession(seat) ?? 0 }
    }

    /// How many sessions some people have themselves, at all servers.
    func sessionCounts(of people: some Collection<Handle>) throws(LogError) -> (Handle) -> Int {
        guard let shared = log.liveTables, let first = people.min(), let last = people.max() else {
            return { self.sessions.people[$0]?.count ?? 0 }
        }
        let counts = try shared.sessionCounts(from: first.rawValue, through: last.rawValue)
        return { counts[$0.rawValue] ?? 0 }
    }
}

extension SessionSeat {
    fileprivate init(_ session: Session, _ principal: Principal) {
        switch principal {
        case .person(let person): self.init(id: session.id, person: person.rawValue, app: nil)
        case .app(let app, let person): self.init(id: session.id, person: person.rawValue, app: app.rawValue)
        case .observer: self.init(id: session.id, person: nil, app: nil)
        }
    }
}
