import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A random history with lost connections and server restarts, or without them for comparison. Both send the same
/// requests, so their logs and notifications must be equal.
///
/// Each person has one device that only listens and one that sends. After a lost connection, a device logs in with its
/// cursor and repeats its unanswered requests.
final class WobblyScenario {
    /// One device, over all its sessions.
    final class Device {
        let handle: String
        var client: EngineClient?
        /// The notifications of its earlier sessions.
        private var before: [EngineClient.Received] = []
        /// The client ids of the answered requests.
        fileprivate(set) var answered: Set<String> = []

        init(_ handle: String) { self.handle = handle }

        var received: [EngineClient.Received] { before + (client?.durable ?? []) }
        var cursor: Int64 { received.last?.cursor ?? 0 }

        fileprivate func drop() {
            before = received
            client = nil
        }
    }

    /// A request and the positions of its facts in the log.
    struct Asked {
        let clientID: String
        let method: String
        let params: JSONValue
        let talker: String
        var positions: ClosedRange<Int64>?
    }

    let server: EngineFixture
    let isWobbly: Bool
    private(set) var listeners: [Device] = []
    private(set) var talkers: [Device] = []
    private(set) var asked: [Asked] = []
    /// The numbers of lost connections, interrupted catch-ups and server restarts.
    private(set) var falls = (lines: 0, resuming: 0, servers: 0)
    private var requests: RandomRequests
    private var faults: RandomRequests
    private var appliedThrough: Int64 = 0

    init(seed: UInt64, isWobbly: Bool, log: any EventLog = MemoryEventLog()) throws {
        self.isWobbly = isWobbly
        requests = RandomRequests(seed: seed)
        faults = RandomRequests(seed: seed &+ 1_000_000)
        // A small buffer, so that a connection can break in the middle of a catch-up.
        server = try EngineFixture(log: log) { $0.limits.unsentBytes = 4_096 }
        for person in RandomRequests.people {
            for _ in 0..<2 { _ = try server.person(person.rawValue) }
            listeners.append(Device(person.rawValue))
            talkers.append(Device(person.rawValue))
        }
        var step = 0
        while let next = requests.opening(step) {
            try once(next, "opening \(step)")
            try apply()
            step += 1
        }
    }

    private func apply() throws {
        for row in try server.log.read(after: appliedThrough, limit: .max) {
            requests.apply(try EventRecord(row).event)
        }
        appliedThrough = server.log.end
    }

    // MARK: Connections

    private func connect(_ device: Device) -> EngineClient {
        if let client = device.client { return client }
        let client = server.connect()
        client.post(
            "session.hello",
            ["role": "person", "handle": .string(device.handle), "after": .integer(device.cursor)])
        device.client = client
        return client
    }

    private func drop(_ device: Device) {
        guard let client = device.client else { return }
        server.engine.close(client.engineSession)
        device.drop()
        falls.lines += 1
    }

    private func fallDown() throws {
        for device in listeners + talkers { device.drop() }
        try server.restart()
        falls.servers += 1
    }

    // MARK: Requests

    private func talker(_ handle: String) -> Device? { talkers.first { $0.handle == handle } }

    /// Sends a request of an app or an observer on a stable connection.
    private func ofAnother(_ next: RandomRequests.Asked, _ params: JSONValue) throws {
        let client =
            switch next.actor {
            case .app(_, let person): try server.app(as: person.rawValue)
            case .observer, .person: try server.observer()
            }
        client.post(next.method.rawValue, params)
        server.flush()
        server.engine.close(client.engineSession)
    }

    /// Sends a request, and repeats it if a failure loses the answer.
    private func once(_ next: RandomRequests.Asked, _ clientID: String) throws {
        let isKnown = next.method.changesTheLog
        let params = isKnown ? with(next.params, "clientID", .string(clientID)) : next.params
        guard case .person(let handle) = next.actor, let device = talker(handle.rawValue) else {
            return try ofAnother(next, params)
        }
        let start = server.state.position + 1
        var asking = Asked(
            clientID: clientID, method: next.method.rawValue, params: params, talker: handle.rawValue, positions: nil)
        var id = connect(device).post(asking.method, params)
        var end = start
        if isWobbly, isKnown, faults.chance(8) {
            // The log has all of its facts or none, and no connection has the answer.
            try fallDown()
            id = connect(device).post(asking.method, params)
        } else if isWobbly, faults.chance(10) {
            device.client?.messagesLeft = faults.number(0...2)
        }
        server.flushOnce { end = server.state.position }
        server.flush()
        if isWobbly, device.client?.messagesLeft != nil {
            let isAnswered = device.client?.answers[id]?.isEmpty == false
            if isAnswered { device.answered.insert(clientID) }
            drop(device)
            let receipt = IdempotencyKey(handle: handle.rawValue, clientID: clientID)
            // A refused request is not remembered, so a repetition would be decided again (D8).
            if isKnown, !isAnswered, try server.log.position(of: receipt) != nil {
                id = connect(device).post(asking.method, params)
                server.flush()
            }
        }
        if device.client?.answers[id]?.isEmpty == false { device.answered.insert(clientID) }
        if end >= start { asking.positions = start...end }
        asked.append(asking)
    }

    // MARK: History

    func play(requests count: Int) throws {
        for device in listeners + talkers { _ = connect(device) }
        server.flush()
        for number in 0..<count {
            try once(requests.next(), "r\(number)")
            try apply()
            if isWobbly { try wobble() }
        }
        for device in listeners + talkers { _ = connect(device) }
        server.flush()
    }

    private func wobble() throws {
        if faults.chance(3) { try fallDown() }
        let device = faults.pick(listeners + talkers)
        switch faults.number(0...9) {
        case 0: drop(device)
        case 1, 2:
            // The device resumes, receives a part of what it missed, and disconnects.
            guard device.client == nil else { return }
            let client = connect(device)
            client.messagesLeft = faults.chance(50) ? faults.number(0...4) : nil
            server.flushOnce()
            if client.engineSession.isCatchingUp || client.messagesLeft == 0 { falls.resuming += 1 }
            drop(device)
        case 3...5: _ = connect(device)
        default: break
        }
        server.flush()
    }
}
