import ChatEngine
import ChatProtocol

/// How many bytes wait unsent: for a connection, for a person, and for all; with what is sent of a buffer that is still
/// held, for it is memory that is bounded.
///
/// A change costs the same however many there are; who is the slowest is looked for only where a bound is passed. That
/// is whoever the most waits for: ending them frees the most, so that the fewest are ended, and of a reader that takes
/// what it is sent little waits. Where it is the server's bound, it is the slowest of the person for whom the most waits,
/// so that who has many sessions answers for all of them.
struct UnsentBytes {
    /// What the connections of one person have in common: with what waits for them, how much time their requests take.
    ///
    /// - Note: `@exclusivity(unchecked)` marks what every message asks for (decision 4). It is sound there because one
    ///   thread has it, and an access to it calls nothing that could begin another.
    final class Person: TimeTaken {
        fileprivate let key: Session.Person
        @exclusivity(unchecked) fileprivate(set) var bytes = 0
        fileprivate var connections = 0

        fileprivate init(_ key: Session.Person) { self.key = key }
    }

    /// What is passed.
    enum Bound {
        case person(Person)
        case server
    }

    /// All that waits.
    private(set) var bytes = 0
    /// Those for whom something was ever put on a connection that is open.
    private(set) var people: [Session.Person: Person] = [:]

    /// Counts what waits for a connection now; to be told of whatever is put on it or taken from it, and of its end.
    mutating func note(_ connection: ClientConnection) {
        if !connection.isCharged, let session = connection.session, session.hasJoined {
            charge(connection, to: session.person)
            connection.isCharged = true
        }
        let waiting = connection.isClosed ? 0 : connection.output.count
        let change = waiting - connection.countedBytes
        connection.countedBytes = waiting
        bytes += change
        connection.person?.bytes += change
        if connection.isClosed { charge(connection, to: nil) }
    }

    /// The bound that is passed by what waits for a connection's person or for all; nil while all is well.
    func passedBound(by connection: ClientConnection, _ limits: Limits) -> Bound? {
        if let person = connection.person, person.bytes > limits.unsentBytesOfPerson { return .person(person) }
        return bytes > limits.unsentBytesOfServer ? .server : nil
    }

    /// Who is to be ended where a bound is passed.
    func slowest(of connections: [ClientConnection], past bound: Bound) -> ClientConnection? {
        switch bound {
        case .person(let person):
            connections.lazy.filter { $0.person === person }.max { $0.countedBytes < $1.countedBytes }
        case .server:
            connections.max {
                ($0.person?.bytes ?? $0.countedBytes, $0.countedBytes)
                    < ($1.person?.bytes ?? $1.countedBytes, $1.countedBytes)
            }
        }
    }

    private mutating func charge(_ connection: ClientConnection, to key: Session.Person?) {
        guard connection.person?.key != key else { return }
        if let person = connection.person {
            person.bytes -= connection.countedBytes
            person.connections -= 1
            if person.connections == 0 { people[person.key] = nil }
        }
        connection.person = key.map { people[$0, default: Person($0)] }
        guard let person = connection.person else { return }
        people[person.key] = person
        person.bytes += connection.countedBytes
        person.connections += 1
    }
}
