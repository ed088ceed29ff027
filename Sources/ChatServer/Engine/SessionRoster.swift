import ChatCore
package import ChatProtocol

/// Who is in a world: whoever has a stream there, by what they speak as.
package struct SessionRoster {
    private(set) var people: [Handle: [Session]] = [:]
    private(set) var apps: [AppSeat: [Session]] = [:]
    private(set) var observers: [Session] = []
    /// Those who are being told what they missed.
    private(set) var catchingUp: [Session] = []
    /// How often somebody came or went, or began or ceased to hear things as they happen.
    private(set) var version = 0
    /// Whether an observer hears what others ask for, or it is noted.
    private(set) var isListenedTo = false
    /// Whether what is asked for is noted.
    var isNoted = false { didSet { noteListening() } }

    mutating func add(_ session: Session, as principal: Principal, isCatchingUp: Bool) {
        version += 1
        switch principal {
        case .person(let handle): people[handle, default: []].append(session)
        case .app(let app, let person): apps[AppSeat(app: app, person: person), default: []].append(session)
        case .observer:
            observers.append(session)
            isListenedTo = isListenedTo || session.hearsRequests
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
            let seat = AppSeat(app: app, person: person)
            apps[seat]?.removeAll { $0 === session }
            if apps[seat]?.isEmpty == true { apps[seat] = nil }
        case .observer:
            observers.removeAll { $0 === session }
            noteListening()
        }
    }

    private mutating func noteListening() { isListenedTo = isNoted || observers.contains(where: \.hearsRequests) }

    mutating func noteCatchingUp(_ session: Session) {
        version += 1
        catchingUp.append(session)
    }

    mutating func noteCaughtUp(_ session: Session) {
        version += 1
        catchingUp.removeAll { $0 === session }
    }

    /// Whether nobody is there.
    package var isEmpty: Bool { people.isEmpty && apps.isEmpty && observers.isEmpty }

    /// The observers who are told of what happens.
    var hearers: [Session] { observers.filter { $0.isLive && $0.hearsEvents } }

    /// Everyone, in a stable order.
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

    /// The number of the device that the next session of someone's is on: the first that is free here.
    func nextNumber(of principal: Principal) -> Int? {
        guard let others = sessions(of: principal) else { return nil }
        let taken = Set(others.compactMap(\.device?.number))
        var number = 1
        while taken.contains(number) { number += 1 }
        return number
    }

    /// How many there are of who has a session, that one with them.
    func count(alongside session: Session) -> Int { session.principal.flatMap { sessions(of: $0)?.count } ?? 0 }

    /// The sessions of a person, or of an app for one; nil for observers, of whom no two are the same.
    private func sessions(of principal: Principal) -> [Session]? {
        switch principal {
        case .person(let handle): people[handle] ?? []
        case .app(let app, let person): apps[AppSeat(app: app, person: person)] ?? []
        case .observer: nil
        }
    }
}
