import ChatCore
package import ChatProtocol

/// The sessions with a stream in a world, by identity.
package struct SessionRoster {
    private(set) var people: [Handle: [Session]] = [:]
    private(set) var apps: [AppInstance: [Session]] = [:]
    private(set) var observers: [Session] = []
    /// The sessions that catch up.
    private(set) var catchingUp: [Session] = []
    /// The number of changes: a session joined, left, began to catch up, or became live.
    private(set) var version = 0
    /// True if an observer receives the requests of other sessions, or if requests are noted.
    private(set) var needsRequests = false
    /// True if requests are noted for the journal.
    var isNoted = false { didSet { noteListening() } }

    mutating func add(_ session: Session, as principal: Principal, isCatchingUp: Bool) {
        version += 1
        switch principal {
        case .person(let handle): people[handle, default: []].append(session)
        case .app(let app, let person): apps[AppInstance(app: app, person: person), default: []].append(session)
        case .observer:
            observers.append(session)
            needsRequests = needsRequests || session.hearsRequests
        }
        if isCatchingUp { catchingUp.append(session) }
    }

    mutating func remove(_ session: Session, of principal: Principal) {
        noteCaughtUp(session)
        switch principal {
        case .person(let handle):
            people[handle]?.removeAll { $0 === session }
            if people[handle]?.isEmpty == true { people[handle] = nil }
        case .app(let app, let person):
            let seat = AppInstance(app: app, person: person)
            apps[seat]?.removeAll { $0 === session }
            if apps[seat]?.isEmpty == true { apps[seat] = nil }
        case .observer:
            observers.removeAll { $0 === session }
            noteListening()
        }
    }

    private mutating func noteListening() { needsRequests = isNoted || observers.contains(where: \.hearsRequests) }

    mutating func noteCatchingUp(_ session: Session) {
        version += 1
        catchingUp.append(session)
    }

    mutating func noteCaughtUp(_ session: Session) {
        version += 1
        catchingUp.removeAll { $0 === session }
    }

    /// True if no session has a stream in the world.
    package var isEmpty: Bool { people.isEmpty && apps.isEmpty && observers.isEmpty }

    /// The live observers that receive events.
    var eventObservers: [Session] { observers.filter { $0.isLive && $0.hearsEvents } }

    /// All sessions, in a stable order.
    var all: [Session] {
        people.keys.sorted().flatMap { people[$0] ?? [] }
            + apps.keys.sorted { ($0.app, $0.person) < ($1.app, $1.person) }.flatMap { apps[$0] ?? [] }
            + observers
    }

    package func count(of role: Role) -> Int {
        switch role {
        case .person: people.values.reduce(0) { $0 + $1.count }
        case .app: apps.values.reduce(0) { $0 + $1.count }
        case .observer: observers.count
        }
    }

    /// Returns the lowest free device number for the next session of an identity; nil for an observer.
    func nextNumber(of principal: Principal) -> Int? {
        guard let others = sessions(of: principal) else { return nil }
        let taken = Set(others.compactMap(\.device?.number))
        var number = 1
        while taken.contains(number) { number += 1 }
        return number
    }

    /// Returns the number of sessions with the identity of this session, itself included; 0 for an observer.
    func count(alongside session: Session) -> Int { session.principal.flatMap { sessions(of: $0)?.count } ?? 0 }

    /// Returns the sessions of a person, or of an app for a person; nil for observers, each of whom is an identity of
    /// its own.
    private func sessions(of principal: Principal) -> [Session]? {
        switch principal {
        case .person(let handle): people[handle] ?? []
        case .app(let app, let person): apps[AppInstance(app: app, person: person)] ?? []
        case .observer: nil
        }
    }
}
