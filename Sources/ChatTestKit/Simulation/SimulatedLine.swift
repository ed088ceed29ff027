import ChatEngine
import ChatLog
import ChatProtocol

/// One direction of a line: the bytes on their way, with the times of their arrival.
struct SimulatedPipe {
    private var chunks: [(at: Int64, bytes: ArraySlice<UInt8>)] = []
    private var taken = 0
    /// The number of further bytes after which the line is cut; nil if it is not to be cut.
    var untilCut: Int?
    private(set) var isCut = false

    /// The time of the next arrival; nil if nothing is on its way.
    var next: Int64? { taken < chunks.count ? chunks[taken].at : nil }

    /// Sends bytes in pieces. Each piece takes some time, and no piece overtakes another.
    mutating func put(_ bytes: [UInt8], at now: Int64, lag: Int64, chance: inout SplitMix64) {
        guard !isCut, !bytes.isEmpty else { return }
        var rest = bytes[...]
        if let left = untilCut, left < bytes.count { rest = bytes[..<left] }
        if let left = untilCut {
            untilCut = left - rest.count
            isCut = left < bytes.count
        }
        repeat {
            let count =
                chance.happens(percent: 30) && rest.count > 1
                ? Int.random(in: 1..<rest.count, using: &chance) : rest.count
            let delay = chance.happens(percent: 5) ? 400 : Int64.random(in: 0...12, using: &chance)
            let at = max(chunks.last?.at ?? now, now + lag + delay)
            chunks.append((at, rest.prefix(count)))
            rest = rest.dropFirst(count)
        } while !rest.isEmpty
        // An empty piece marks the cut.
        if isCut { chunks.append((chunks.last?.at ?? now, [])) }
    }

    /// Returns the next piece that has arrived; nil if there is none. An empty piece is the cut.
    mutating func take(by now: Int64) -> ArraySlice<UInt8>? {
        guard taken < chunks.count, chunks[taken].at <= now else { return nil }
        defer {
            taken += 1
            if taken == chunks.count {
                chunks.removeAll(keepingCapacity: true)
                taken = 0
            }
        }
        return chunks[taken].bytes
    }
}

/// A connection between a device and a node, with the real codecs at both ends.
final class SimulatedLine {
    let device: Int
    /// The node that serves the line, and the session there.
    private(set) var node: Int
    private(set) var session: Session
    /// The node to which the device connected. It forwards the line if another node serves it.
    let entrance: Int
    var near: WireConnection
    var far = WireConnection()
    var up = SimulatedPipe()
    var down = SimulatedPipe()
    /// The additional time that all bytes take, in milliseconds.
    var lag: Int64 = 0
    var isOver = false
    /// The requests sent on the line, by their ids.
    var asked: [Int64: SimulatedDevice.Asked] = [:]
    /// The notifications that the node has put on the line, after the barrier.
    var told: StreamRecord
    /// The persons who type according to the last notification, with its time in milliseconds.
    var typing: [Typist: Int64] = [:]

    /// A person who types in a conversation.
    struct Typist: Hashable {
        let conversation: String
        let person: String
    }

    /// The decoded messages on their way to the device, so that the check there does not decode them again.
    private var read: [(message: [UInt8], value: ServerMessage?)] = []
    private var readTaken = 0
    /// The handshake of a WebSocket; empty in line mode.
    let greeting: [UInt8]

    init(device: Int, node: Int, session: Session, told: StreamRecord) {
        (self.device, self.node, self.session, self.told) = (device, node, session, told)
        entrance = node
        guard device % 3 == 1 else {
            (near, greeting) = (.lineClient(), [])
            return
        }
        let handshake = WebSocketClientHandshake(host: "localhost", nonce: Array("understudy nonce".utf8))
        var greeting: [UInt8] = []
        near = .webSocketClient(handshake, maskKeys: { 0x5EED_F00D }, into: &greeting)
        self.greeting = greeting
    }

    var isForwarded: Bool { node != entrance }

    /// Moves the line to another node, which serves it from now on.
    func move(to node: Int, _ session: Session) { (self.node, self.session) = (node, session) }

    func noteRead(_ message: [UInt8], _ value: ServerMessage?) { read.append((message, value)) }

    /// Returns a received message in decoded form; nil if it is not valid.
    func reading(_ message: [UInt8]) -> ServerMessage? {
        guard readTaken < read.count, read[readTaken].message == message else { return ServerMessage.read(message) }
        readTaken += 1
        return read[readTaken - 1].value
    }

    var next: Int64? {
        guard !isOver else { return nil }
        return switch (up.next, down.next) {
        case (let up?, let down?): min(up, down)
        case (let up, let down): up ?? down
        }
    }
}

/// The lines between devices and nodes, with real codecs at both ends and bytes that take time.
extension Simulation {
    /// Performs the actions that a device's client has requested.
    func act(_ device: SimulatedDevice) {
        while failure == nil {
            let actions = device.client.takeActions()
            if actions.isEmpty { return }
            for action in actions {
                switch action {
                case .open: open(device)
                case .close: if let line = device.line { hangUp(line) }
                case .send(let message):
                    guard let line = device.line else { continue }
                    device.noteSent(message, on: line, at: model.end)
                    var bytes: [UInt8] = []
                    line.near.frame(message, into: &bytes)
                    defects.garble(&bytes)
                    line.up.put(bytes, at: clock.steady, lag: line.lag, chance: &chance)
                }
            }
        }
    }

    private func open(_ device: SimulatedDevice) {
        let node = nodes[(device.index + device.losses) % nodes.count]
        guard !device.isAway, let line = node.open(from: device) else {
            device.losses += 1
            return device.client.lost(at: clock.steady)
        }
        device.line = line
        defects.begin(line, at: clock.steady)
        if line.greeting.isEmpty { return device.client.opened(at: clock.steady) }
        line.up.put(line.greeting, at: clock.steady, lag: 0, chance: &chance)
    }

    /// Closes a line at the device and at its node.
    private func hangUp(_ line: SimulatedLine) {
        line.isOver = true
        defects.keep(from: line)
        if devices[line.device].line === line { devices[line.device].line = nil }
        nodes[line.node].close(line)
    }

    /// Cuts a line, which the device and its node both notice.
    func cut(_ line: SimulatedLine) {
        guard !line.isOver else { return }
        hangUp(line)
        let device = devices[line.device]
        device.losses += 1
        device.client.lost(at: clock.steady)
        act(device)
    }

    func die(_ node: SimulatedNode) {
        let wait = Int64.random(in: 10...3_000, using: &chance)
        for line in node.die(forMilliseconds: wait) { cut(line) }
        defects.lose(from: node.disk)
        learn()
    }

    // MARK: From a device to its node

    func carryUp(_ device: SimulatedDevice) {
        while let line = device.line, failure == nil, let piece = line.up.take(by: clock.steady) {
            if piece.isEmpty { return cut(line) }
            line.far.receive(Array(piece))
            var output: [UInt8] = []
            while let event = line.far.next(into: &output) {
                if case .upgradeRequested = event {
                    line.far.acceptUpgrade(into: &output)
                    continue
                }
                guard case .message(let message) = event else { return cut(line) }
                for message in defects.inbound(message, on: line, of: device) {
                    nodes[line.node].receive(message, on: line, tickIn: Int64.random(in: 0...3, using: &chance))
                }
                if nodes[line.node].isDying { return die(nodes[line.node]) }
            }
            line.down.put(output, at: clock.steady, lag: line.lag, chance: &chance)
        }
    }

    // MARK: From a node to its devices

    func tick(_ node: SimulatedNode) {
        let before = model.end
        guard let put = node.tick() else {
            if node.isDying { die(node) }
            return
        }
        learn()
        if let problem = node.neighbour?.problem ?? node.overrun { return fail(problem) }
        for (line, content) in defects.outbound(put, in: self) where failure == nil {
            switch content {
            case .end: cut(line)
            case .forward(let forward): self.forward(line, forward, from: node)
            case .message(let message):
                guard !line.isOver else { continue }
                if let problem = checkPut(message, on: line, since: before) { return fail(problem) }
                var bytes: [UInt8] = []
                line.far.frame(message, into: &bytes)
                defects.garble(&bytes)
                line.down.put(bytes, at: clock.steady, lag: line.lag, chance: &chance)
            }
        }
    }

    /// Forwards a line to the node that holds its world.
    private func forward(_ line: SimulatedLine, _ forward: Forward, from node: SimulatedNode) {
        guard let holder = forward.holder.flatMap({ Int($0.address) }).map({ nodes[$0] }) else {
            return node.relocate(for: line, after: nil)
        }
        if holder.take(line, forward.login, from: node) { return }
        // A frozen node still accepts connections.
        node.relocate(for: line, after: holder.isFrozen ? nil : "the port is closed")
    }

    func carryDown(_ device: SimulatedDevice) {
        while let line = device.line, failure == nil, let piece = line.down.take(by: clock.steady) {
            if piece.isEmpty { return cut(line) }
            mix(Array(piece))
            line.near.receive(Array(piece))
            var output: [UInt8] = []
            while let event = line.near.next(into: &output) {
                if case .upgraded = event {
                    device.client.opened(at: clock.steady)
                    continue
                }
                guard case .message(let message) = event else { return cut(line) }
                if let problem = device.noteCame(message, on: line, in: model) { return fail(problem) }
                device.client.received(message, at: clock.steady)
            }
            line.up.put(output, at: clock.steady, lag: line.lag, chance: &chance)
            act(device)
        }
    }

    // MARK: The log

    /// Applies new records of the log to the model, and checks them.
    func learn() {
        if let problem = truth.problem { return fail(problem) }
        if truth.end < model.end {
            let lost = truth.end + 1
            guard lost > saidThrough else {
                return fail("the log lost record \(lost), which a device had already received")
            }
            if let problem = model.forget(after: truth.end, truth.records(after: 0)) { fail(problem) }
        }
        for row in truth.records(after: model.end) {
            mix(row.body)
            if let problem = model.take(row) { return fail(problem) }
            windows.note(row.position, at: clock.monotonic)
            if let problem = checkWindow(of: row.position) { return fail(problem) }
            if let problem = checkTrail(of: row.position) { return fail(problem) }
            forgetTypists()
        }
    }

    /// Removes the typing of conversations that a person has left: the server does not notify them when it ends.
    private func forgetTypists() {
        for line in nodes.flatMap(\.openLines) where !line.typing.isEmpty {
            guard let person = devices[line.device].person else { continue }
            line.typing = line.typing.filter { typist, _ in
                model.talks[typist.conversation]?.members.contains(person) == true
            }
        }
    }
}
