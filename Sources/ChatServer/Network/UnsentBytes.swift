import ChatEngine
import ChatProtocol

/// The number of unsent bytes for each connection, for each person and for the server. The sent part of a retained
/// buffer counts too, because the limit bounds memory.
///
/// A change has a constant cost. The slowest connection is searched for only if a limit is exceeded. It is the
/// connection with the most unsent bytes, so that ending it frees the most memory. A client that reads has few unsent
/// bytes. If the server exceeds its limit, the slowest connection belongs to the person with the most unsent bytes. A
/// person with many sessions therefore answers for all of them.
struct UnsentBytes {
    /// The counts that the connections of one person share: unsent bytes and processing time.
    ///
    /// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message
    ///   path). It is sound: one thread uses the object, and no access calls code that could begin another access.
    final class PersonTotal: RecentTime {
        fileprivate let key: Session.PersonKey
        @exclusivity(unchecked) fileprivate(set) var bytes = 0
        fileprivate var connections = 0

        fileprivate init(_ key: Session.PersonKey) { self.key = key }
    }

    /// The part of the counts that one connection contributes. Only ``UnsentBytes`` changes it.
    final class Charge {
        /// True if the session is assigned to its person.
        fileprivate var isCharged = false
        /// The number of bytes that are counted for the connection and its ``person``.
        fileprivate var bytes = 0
        fileprivate(set) var person: PersonTotal?

        /// Requires a new assignment, because the connection has another session.
        func release() { isCharged = false }
    }

    /// The limit that is exceeded.
    enum Bound {
        case person(PersonTotal)
        case server
    }

    /// The number of unsent bytes of all connections.
    private(set) var bytes = 0
    /// The people with an open connection that has had output.
    private(set) var people: [Session.PersonKey: PersonTotal] = [:]

    /// Updates the count of a connection. The caller reports each change of the output and the end.
    mutating func note(_ connection: AcceptedConnection) {
        if !connection.unsentCharge.isCharged, let session = connection.session, session.hasJoined {
            charge(connection, to: session.person)
            connection.unsentCharge.isCharged = true
        }
        let waiting = connection.isClosed ? 0 : connection.output.count
        let change = waiting - connection.unsentCharge.bytes
        connection.unsentCharge.bytes = waiting
        bytes += change
        connection.unsentCharge.person?.bytes += change
        if connection.isClosed { charge(connection, to: nil) }
    }

    /// Returns the limit that the connection's person or the server exceeds; nil if neither does.
    func passedBound(by connection: AcceptedConnection, _ limits: Limits) -> Bound? {
        if let person = connection.unsentCharge.person, person.bytes > limits.unsentBytesOfPerson {
            return .person(person)
        }
        return bytes > limits.unsentBytesOfServer ? .server : nil
    }

    /// Returns the connection to end if a limit is exceeded.
    func slowest(of connections: [AcceptedConnection], past bound: Bound) -> AcceptedConnection? {
        switch bound {
        case .person(let person):
            connections.lazy.filter { $0.unsentCharge.person === person }.max {
                $0.unsentCharge.bytes < $1.unsentCharge.bytes
            }
        case .server:
            connections.max {
                ($0.unsentCharge.person?.bytes ?? $0.unsentCharge.bytes, $0.unsentCharge.bytes)
                    < ($1.unsentCharge.person?.bytes ?? $1.unsentCharge.bytes, $1.unsentCharge.bytes)
            }
        }
    }

    private mutating func charge(_ connection: AcceptedConnection, to key: Session.PersonKey?) {
        guard connection.unsentCharge.person?.key != key else { return }
        if let person = connection.unsentCharge.person {
            person.bytes -= connection.unsentCharge.bytes
            person.connections -= 1
            if person.connections == 0 { people[person.key] = nil }
        }
        connection.unsentCharge.person = key.map { people[$0, default: PersonTotal($0)] }
        connection.useTime(of: connection.unsentCharge.person)
        guard let person = connection.unsentCharge.person else { return }
        people[person.key] = person
        person.bytes += connection.unsentCharge.bytes
        person.connections += 1
    }
}
