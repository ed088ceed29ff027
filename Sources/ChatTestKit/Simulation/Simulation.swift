import ChatEngine
public import ChatLog
public import ChatProtocol

/// A simulation in one thread, determined by a seed: persons with devices and apps, lines that are cut, servers that
/// are killed, and disks that fail. It checks every message and every record against a model.
public final class Simulation {
    /// The failure of a simulation.
    public struct Failure: Sendable, Hashable, CustomStringConvertible {
        /// The number of the step after which the problem appeared; 0 before the first step.
        public let step: Int
        /// A sentence that describes the problem.
        public let problem: String

        /// The step and the problem in one sentence.
        public var description: String { "after step \(step): \(problem)" }
    }

    /// Creates the client of a device; nil for the client of this project.
    public typealias ClientMaker = (_ hello: Hello) -> (any SimulatedClient)?

    let history: History
    let clock = SimulatedClock()
    let defects: Defects
    let cast = SimulatedCast()
    let truth: SimulatedTruth
    let nodes: [SimulatedNode]
    private let neighbourhood: SimulatedNeighbourhood?
    private(set) var devices: [SimulatedDevice] = []
    var model = WorldModel()
    private(set) var failure: Failure?
    private var step = 0
    /// The largest position in a notification to a client, or of a record whose request was answered.
    var saidThrough: Int64 = 0
    /// The check of the servers' times.
    var windows = WindowCheck()
    /// The request of each step with a text, by the number of the step.
    var wanted: [Int: (sender: String, method: ChatProtocol.Method, params: JSONValue)] = [:]
    /// The random decisions of the current step.
    var chance: SplitMix64
    /// Receives each step as a line of text; nil by default.
    public var trace: ((String) -> Void)?
    /// A hash of the log's records and of the bytes that the devices received. Two equal runs have the same hash.
    public private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Creates a simulation of a history, with a log in memory.
    ///
    /// - Parameters:
    ///   - defect: A defect to plant, which the checks must find.
    ///   - makeClient: Creates the client of a device; by default the client of this project.
    public convenience init(_ history: History, defect: Defect? = nil, client makeClient: ClientMaker? = nil) {
        self.init(history, on: SimulatedTruth(), defect: defect, client: makeClient)
    }

    /// Creates a simulation of a history, with a log in a file whose disk fails below SQLite.
    ///
    /// - Parameter path: The path of a file that does not exist yet.
    /// - Throws: ``LogOpenError`` if the file cannot be created.
    public convenience init(_ history: History, path: String) throws(LogOpenError) {
        self.init(history, on: try SQLiteTruth(path: path), defect: nil, client: nil)
    }

    private init(_ history: History, on truth: SimulatedTruth, defect: Defect?, client makeClient: ClientMaker?) {
        self.truth = truth
        self.history = history
        defects = Defects(defect, seed: history.seed)
        neighbourhood =
            history.nodes > 1 && history.worlds > 1 ? SimulatedNeighbourhood(seed: history.seed) : nil
        let database =
            history.nodes > 1
            ? SimulatedDatabase(truth, neighbourhood, defects: defects, clock: clock) : nil
        nodes = (0..<history.nodes).map { [truth, defects, clock] in
            SimulatedNode(
                index: $0, disk: SimulatedDisk(truth), defects: defects, clock: clock, database: database)
        }
        chance = SplitMix64(seed: history.seed)
        for (index, device) in cast.devices.enumerated() {
            let client =
                makeClient?(device.hello)
                ?? ReferenceClient(hello: device.hello, clientIDPrefix: "d\(index)")
            devices.append(
                SimulatedDevice(index: index, name: device.name, hello: device.hello, client: defects.client(client)))
        }
    }

    /// The simulated time that has passed, in milliseconds.
    public var lived: Int64 { clock.steady + clock.lived }

    /// Runs the history to its end.
    ///
    /// - Returns: The failure; nil if all checks passed.
    public func run() -> Failure? {
        begin()
        for step in history.steps where failure == nil {
            self.step = step.number
            chance = SplitMix64(seed: step.chance)
            perform(step)
            pass(step.pause)
        }
        if failure == nil { rest() }
        // All typing must end, even if the wall clock was set.
        pass(WindowCheck.typing + 3_000)
        for line in nodes.flatMap(\.openLines) { if let problem = endlessTyping(on: line) { fail(problem) } }
        return failure
    }

    func fail(_ problem: String) { if failure == nil { failure = Failure(step: step, problem: problem) } }

    private func begin() {
        start(nodes[0])
        arrange()
        nodes.forEach(start)
        for device in devices {
            device.client.start(at: clock.steady)
            act(device)
        }
        pass(2_000)
    }

    private func start(_ node: SimulatedNode) {
        guard node.startIfDue() else { return }
        windows.noteStart(after: model.facts.last, wall: clock.wall.milliseconds, at: clock.monotonic)
    }

    /// Prepares the world: an observer registers the app, and all persons add each other as contacts and allow the
    /// app's links.
    private func arrange() {
        let notes: JSONValue = .string(SimulatedCast.app)
        ask(
            nodes[0], as: ["role": "observer"],
            [
                .init(
                    method: .appRegister,
                    params: [
                        "app": notes, "name": "Notes", "domains": [.string(SimulatedCast.domain)],
                        "capabilities": ["sharedWithYou", "mentions"],
                    ])
            ])
        let switches = JSONValue.object(JSONObject([.init(key: SimulatedCast.app, value: true)]))
        for person in cast.people {
            let others = cast.people.filter { $0 != person }.map(JSONValue.string)
            ask(
                nodes[0],
                as: ["role": "person", "handle": .string(person), "name": .string("\(person) \(CanaryWords.name)")],
                [
                    .init(method: .contactAdd, params: ["handles": .array(others)]),
                    .init(method: .settingsSet, params: ["automaticSharing": ["apps": switches]]),
                ])
        }
        if let neighbourhood {
            let neighbours = (1..<nodes.count).map { JSONValue.string(SimulatedNeighbour.handle($0)) }
            let hello: JSONValue = [
                "role": "person", "handle": .string(SimulatedNeighbour.handle(0)),
                "world": .string(SimulatedNeighbourhood.world.rawValue),
            ]
            let told = ask(
                nodes[0], as: hello,
                [.init(method: .conversationCreate, params: ["participants": .array(neighbours), "name": "Stairs"])])
            for message in told {
                guard case .result(.integer(1), let result) = ServerMessage.read(message) else { continue }
                neighbourhood.talk = result["conversation"]?["id"] ?? .null
            }
        }
        learn()
    }

    /// Sends requests on a new session.
    ///
    /// - Returns: All messages that the engine sent.
    @discardableResult
    private func ask(_ node: SimulatedNode, as hello: JSONValue, _ requests: [SimulatedRequest]) -> [[UInt8]] {
        guard let engine = node.engine else { return [] }
        let session = engine.open(tag: -1)
        let told = engine.flush { handle in
            for (id, request) in ([SimulatedRequest(method: .sessionHello, params: hello)] + requests).enumerated() {
                handle(request.message(id: Int64(id)), session)
            }
        }.deliveries
        engine.close(session)
        _ = engine.flush()
        return told.compactMap { if case .message(let message) = $0.content { message } else { nil } }
    }

    // MARK: Steps

    private func perform(_ step: History.Step) {
        if case .wish = step.event {} else { trace?("  \(step.number): \(step.event.sentence(cast))") }
        switch step.event {
        case .wish(let wish, let index): ask(wish, number: step.number, on: devices[index])
        case .cut(let index, let bytes, let isUpward):
            guard let line = devices[index].line else { return }
            if isUpward { line.up.untilCut = bytes } else { line.down.untilCut = bytes }
        case .lag(let index, let milliseconds): devices[index].line?.lag = milliseconds
        case .off(let index):
            devices[index].isAway = true
            if let line = devices[index].line { cut(line) }
        case .on(let index): devices[index].isAway = false
        case .kill(let node): die(nodes[node])
        case .crash(let node, let crash): nodes[node].disk.crash = crash
        case .disk(let state): for node in nodes { node.disk.state = state }
        case .away(let node): nodes[node].disk.state = .away
        case .freeze(let node, let milliseconds): nodes[node].freeze(forMilliseconds: milliseconds)
        case .night(let milliseconds): clock.sleep(milliseconds)
        case .clock(let milliseconds):
            clock.jump(milliseconds)
            windows.isWallSet = true
        case .rest: rest()
        }
    }

    // MARK: Time

    /// Lets time pass on the steady clock, with all events that are due in it.
    func pass(_ milliseconds: Int64) { run(until: clock.steady + milliseconds) }

    private func run(until end: Int64) {
        var turns = 0
        while failure == nil {
            var next = Int64.max
            for node in nodes { if let at = node.next { next = min(next, at) } }
            for device in devices {
                if let at = device.line?.next { next = min(next, at) }
                if let at = device.client.deadline { next = min(next, at) }
            }
            guard next <= end else { break }
            turns = next > clock.steady ? 0 : turns + 1
            guard turns < 10_000 else { return fail("a timer never stops: 10,000 events at one moment") }
            clock.steady = max(clock.steady, next)
            turn()
        }
        clock.steady = max(clock.steady, end)
    }

    /// Performs everything that is due at this moment.
    private func turn() {
        nodes.forEach(start)
        for device in devices { carryUp(device) }
        for node in nodes { tick(node) }
        for device in devices where failure == nil { carryDown(device) }
        for device in devices where failure == nil {
            if let deadline = device.client.deadline, deadline <= clock.steady {
                device.client.passed(to: clock.steady)
                act(device)
            }
        }
    }

    // MARK: Rest

    /// Ends all faults, waits until nothing is pending, and checks that nothing is missing.
    func rest() {
        for node in nodes {
            node.disk.state = .well
            node.disk.crash = nil
            node.engine?.recover()
        }
        for device in devices {
            device.isAway = false
            device.line?.lag = 0
            device.line?.up.untilCut = nil
            device.line?.down.untilCut = nil
        }
        settle()
        for device in devices where device.isApp {
            device.client.ask(.highlightList, [:])
            act(device)
        }
        for device in devices where device.person != nil {
            device.askForList()
            act(device)
        }
        settle()
        guard failure == nil else { return }
        if let what = restless { return fail("something is still pending after a minute without faults: \(what)") }
        for device in devices { if let problem = device.lacks(in: model) { return fail(problem) } }
        if let node = nodes.last, !node.isRebuilt() { return fail("the server's state differs from its log") }
        if let problem = neighbourhood?.problem() { return fail(problem) }
        for node in nodes { if let problem = node.neighbour?.lacks() { return fail(problem) } }
    }

    /// Waits until nothing is pending, for at most a minute.
    private func settle() {
        let patience = clock.steady + 60_000
        repeat { pass(500) } while failure == nil && restless != nil && clock.steady < patience
    }

    /// A description of pending work; nil if there is none.
    private var restless: String? {
        for node in nodes {
            guard let engine = node.engine else { return "node \(node.index + 1) does not start" }
            if let problem = engine.unhealthyReason { return "node \(node.index + 1) is unhealthy: \(problem)" }
            if node.isFrozen { return "node \(node.index + 1) is frozen" }
        }
        for device in devices {
            if !device.client.isIdle { return "\(device.name) waits for an answer" }
            if device.line?.next != nil { return "bytes are on the way from or to \(device.name)" }
        }
        return nil
    }

    func mix(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
                fingerprint = (fingerprint ^ word) &* 0x100_0000_01b3
                index += 8
            }
            while index < bytes.count {
                fingerprint = (fingerprint ^ UInt64(bytes[index])) &* 0x100_0000_01b3
                index += 1
            }
        }
    }
}

/// The clocks of a simulation. Lines and clients use a steady clock. The servers also have a wall clock, which can
/// jump, and which advances alone while nothing is active.
final class SimulatedClock {
    /// The time of lines and clients, in milliseconds since the simulation began.
    var steady: Int64 = 0
    private var offset: Int64 = 1_700_000_000_000
    /// The time that passed without any activity, in milliseconds. The jumps of the wall clock are not included.
    private(set) var lived: Int64 = 0

    var wall: Instant { Instant(milliseconds: offset + steady) }

    /// Lets time pass without any activity of lines and clients, as at night.
    func sleep(_ milliseconds: Int64) {
        offset += milliseconds
        lived += milliseconds
    }

    /// Sets the wall clock forward, or back by a negative time.
    func jump(_ milliseconds: Int64) { offset += milliseconds }

    /// The steady time in milliseconds, including the time without any activity.
    var monotonic: Int64 { steady + lived }
}
