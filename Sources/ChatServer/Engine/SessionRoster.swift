import ChatCore
package import ChatProtocol

/// The sessions with a stream in a world, by identity.
package final class SessionRoster {
    @exclusivity(unchecked) private(set) var people: [Handle: [Session]] = [:]
    @exclusivity(unchecked) private(set) var apps: [AppInstance: [Session]] = [:]
    @exclusivity(unchecked) private(set) var observers: [Session] = []
    /// The sessions that catch up.
    @exclusivity(unchecked) private(set) var catchingUp: [Session] = []
    /// The number of changes: a session joined, left, began to catch up, or became live.
    @exclusivity(unchecked) private(set) var version = 0
    /// True if an observer receives the requests of other sessions, or if requests are noted.
    @exclusivity(unchecked) private(set) var needsRequests = false
    /// True if requests are noted for the journal.
    private var isNoted = false

    func add(_ session: Session, as principal: Principal, isCatchingUp: Bool) {
        version += 1
        switch principal {
        case .person(let handle): people[handle, default: []].append(session)
        case .app(let app, let person): apps[AppInstance(app: app, person: person), default: []].append(session)
        case .observer:
            observers.append(session)
            needsRequests = needsRequests || session.receivesRequests
        }
        if isCatchingUp { catchingUp.append(session) }
    }

    func remove(_ session: Session, of principal: Principal) {
        noteCaughtUp(session)
        switch principal {
        case .person(let handle):
            people[handle]?.removeAll { $0 === session }
            if people[handle]?.isEmpty == true { people[handle] = nil }
        case .app(let app, let person):
            let instance = AppInstance(app: app, person: person)
            apps[instance]?.removeAll { $0 === session }
            if apps[instance]?.isEmpty == true { apps[instance] = nil }
        case .observer:
            observers.removeAll { $0 === session }
            noteListening()
        }
    }

    /// Sets whether requests are noted for the journal.
    func note(isNoted: Bool) {
        self.isNoted = isNoted
        noteListening()
    }

    private func noteListening() { needsRequests = isNoted || observers.contains(where: \.receivesRequests) }

    func noteCatchingUp(_ session: Session) {
        version += 1
        catchingUp.append(session)
    }

    func noteCaughtUp(_ session: Session) {
        version += 1
        catchingUp.removeAll { $0 === session }
    }

    /// True if no session has a stream in the world.
    package var isEmpty: Bool { people.isEmpty && apps.isEmpty && observers.isEmpty }

    /// The observers that receive events as they happen.
    var eventObservers: [Session] { observers.filter { $0.isCurrent && $0.receivesEvents } }

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

    /// Returns a notification for each live session of these people, and for each observer.
    func deliveries(
        of notification: LiveNotification, to readers: [Handle], from: Handle?, _ counts: EngineCounts
    ) -> [Delivery] {
        let message = notification.encoded()
        let context = NotificationContext(.init(notification.name, from: from))
        var deliveries: [Delivery] = []
        for reader in readers {
            for session in people[reader] ?? [] where session.isCurrent {
                deliveries.append(Delivery(session: session, content: .message(message), context: context))
            }
        }
        for session in eventObservers {
            deliveries.append(Delivery(session: session, content: .message(message)))
        }
        counts.noteNotification(notification.name, deliveries.count)
        return deliveries
    }
}

/// The streams of all members of a conversation, until a session joins or leaves. A message that is the same for all of
/// them is one delivery, and no member is looked up by handle.
final class Audience {
    /// The live streams, person by person.
    let sessions: [Session]
    /// The indices of each person's streams, in the order of the people.
    private let ranges: [Range<Int>]
    /// True if all streams receive the same encoded message.
    let isUniform: Bool
    private let people: [Handle]
    private let version: Int

    init(of people: [Handle], _ roster: SessionRoster) {
        var (sessions, ranges, isUniform) = ([Session](), [Range<Int>](), true)
        for person in people {
            let start = sessions.count
            for session in roster.people[person] ?? [] where session.isCurrent {
                sessions.append(session)
                isUniform = isUniform && session.system == .current
            }
            ranges.append(start..<sessions.count)
        }
        (self.sessions, self.ranges, self.isUniform) = (sessions, ranges, isUniform)
        (self.people, version) = (people, roster.version)
    }

    /// Returns true if this is the audience of these people, and no session has joined or left since then.
    fileprivate func isOf(_ people: [Handle], at version: Int) -> Bool {
        self.version == version && self.people == people
    }

    /// Returns the indices of the streams of the person at an index; an empty range for nil.
    func range(of person: Int?) -> Range<Int> { person.map { ranges[$0] } ?? 0..<0 }
}

/// The audiences of conversations with recent messages.
struct Audiences {
    /// The most audiences in memory. They are cheap to create again.
    private static let countMax = 65_536
    /// The number of departures after which all audiences are dropped. Until then they retain sessions that have left.
    private static let departuresMax = 1_024
    private var all: [Audience] = []
    /// The index of the audience of each conversation, by the position in the conversation's id.
    private var numbers = PositionTable()
    private var departures = 0

    /// Notes that a session has left.
    mutating func noteDeparture() {
        departures += 1
        guard departures >= Self.departuresMax else { return }
        self = Audiences()
    }

    /// Returns the audience of a conversation, if it is stored and has these members.
    func known(_ conversation: ConversationID, _ people: [Handle], at version: Int) -> Audience? {
        guard let position = conversation.position, let number = numbers[position],
            all[number].isOf(people, at: version)
        else { return nil }
        return all[number]
    }

    /// Stores an audience in place of the earlier one of its conversation.
    mutating func store(_ audience: Audience, of conversation: ConversationID) {
        // The audience of an id without a position is created for each message.
        guard let position = conversation.position, position > 0 else { return }
        if let number = numbers[position] {
            all[number] = audience
            return
        }
        if all.count >= Self.countMax { (all, numbers) = ([], PositionTable()) }
        numbers.insert(all.count, at: position)
        all.append(audience)
    }
}
