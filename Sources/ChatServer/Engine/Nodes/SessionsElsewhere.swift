import ChatProtocol

/// Who has a session in a world on another server, as far as it was heard: a value, kept in no log.
struct SessionsElsewhere {
    private struct Seat {
        var person: Handle
        var system: DeviceSystem
    }

    /// By the server and the session.
    private var seats: [String: [String: Seat]] = [:]

    mutating func join(_ session: String, at node: String, _ person: Handle, _ system: DeviceSystem) {
        seats[node, default: [:]][session] = Seat(person: person, system: system)
    }

    mutating func leave(_ session: String, at node: String) { seats[node]?[session] = nil }

    /// The servers that were heard of and are none of these any more; they are forgotten.
    mutating func forget(allBut nodes: Set<String>) -> [String] {
        let gone = seats.keys.filter { !nodes.contains($0) }.sorted()
        for node in gone { seats[node] = nil }
        return gone
    }

    /// Whether somebody has a session there.
    func has(_ person: Handle) -> Bool { seats.values.contains { $0.values.contains { $0.person == person } } }

    /// Whether somebody has one on a device with that system.
    func has(_ person: Handle, on system: DeviceSystem) -> Bool {
        seats.values.contains { $0.values.contains { $0.person == person && $0.system == system } }
    }
}
