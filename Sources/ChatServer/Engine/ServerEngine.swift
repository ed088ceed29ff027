public import ChatProtocol

/// The server without its sockets: messages in, deliveries out.
///
/// It owns the worlds and the sessions, and is confined to whatever calls it (the server's one queue, or a test).
/// A tick is: any number of ``receive(_:from:)``, then one ``flush()``, which makes everything that was decided
/// durable in one transaction a world and only then says what may be put on the streams.
public final class ServerEngine {
    /// What a server can be told about itself.
    public struct Configuration: Sendable {
        /// The limits that it enforces.
        public var limits = Limits.standard
        /// Whether the rate of requests is among them.
        public var limitsRate = true
        /// How time passes in the world `main`.
        public var clock = ClockKind.real

        /// The defaults.
        public init() {}
    }

    let configuration: Configuration
    var limits: Limits { configuration.limits }
    private let wallClock: () -> Instant
    private(set) var worlds: [WorldName: World] = [:]
    private var sessionCount = 0
    private var deliveries: [Delivery] = []
    /// The worlds that were spoken to since the last flush, in order.
    private var touched: [World] = []
    /// The requests of each touched world since its last commit, to be refused or decided again if it fails.
    private var undecided: [(session: Session, message: [UInt8])] = []

    /// A server on that log.
    ///
    /// - Parameters:
    ///   - log: the log of the world `main`, owned by the engine from now on.
    ///   - isStored: whether that log outlives the process.
    ///   - clock: the wall clock.
    /// - Throws: ``LogError`` if the log cannot be read.
    public init(
        configuration: Configuration = .init(), log: any EventLog, isStored: Bool, clock: @escaping () -> Instant
    ) throws(LogError) {
        self.configuration = configuration
        self.wallClock = clock
        worlds[.main] = try World(
            name: .main, clock: configuration.clock, limits: configuration.limits, log: log, isStored: isStored)
    }

    // MARK: Streams

    /// A stream begins.
    ///
    /// - Parameters:
    ///   - tag: the owner's own number for it.
    ///   - isStream: whether things can be told on it beside answers.
    public func open(tag: Int, isStream: Bool = true) -> Session {
        sessionCount += 1
        let bucket = RateBucket(limits: limits, at: wallClock())
        return Session(id: "session-\(sessionCount)", tag: tag, isStream: isStream, bucket: bucket)
    }

    /// A stream is gone.
    public func close(_ session: Session) {
        session.world?.leave(session)
        session.state = .ended
    }

    /// A message came on a stream.
    public func receive(_ message: [UInt8], from session: Session) {
        if case .ended = session.state { return }
        let world = session.world
        if let world, !touched.contains(where: { $0 === world }) { touched.append(world) }
        handle(message, from: session)
        if let joined = session.world, joined !== world, !touched.contains(where: { $0 === joined }) {
            touched.append(joined)
        }
    }

    /// Says something on a stream behind all that was put on it before.
    func say(_ message: [UInt8], to session: Session) {
        if let world = session.world {
            world.say(message, to: session)
        } else {
            deliveries.append(Delivery(session: session, content: .message(message)))
        }
    }

    // MARK: The barrier

    /// Ends a tick: what was decided is made durable, and what may be said is handed over, in order.
    ///
    /// - Returns: the deliveries, and whether another tick should follow at once, because somebody who resumes has
    ///   not been told everything yet.
    public func flush() -> (deliveries: [Delivery], hasMore: Bool) {
        for world in touched { settle(world) }
        touched.removeAll(keepingCapacity: true)
        undecided.removeAll(keepingCapacity: true)
        var hasMore = false
        for world in worlds.values where !world.catchingUp.isEmpty {
            for session in world.catchingUp {
                tellMissed(to: session, in: world)
                if !session.isLive, session.unsentBytes < Self.resumeLowWater { hasMore = true }
            }
        }
        defer { deliveries = [] }
        return (deliveries, hasMore)
    }

    /// Commits a world. If another writer was first, what was asked is decided again on the newer state; if the log
    /// cannot be written, it is refused, and nothing of it happened.
    private func settle(_ world: World) {
        for attempt in 0... {
            do {
                try world.commit(into: &deliveries)
                return
            } catch {
                let again = undecided.filter { $0.session.world === world }
                undecided.removeAll { $0.session.world === world }
                guard case .conflict = error, attempt < 3 else {
                    refuse(again, "\(error)")
                    return
                }
                for request in again { handle(request.message, from: request.session) }
            }
        }
    }

    private func refuse(_ requests: [(session: Session, message: [UInt8])], _ why: String) {
        for request in requests {
            guard let envelope = try? RequestEnvelope.read(request.message, limits: limits) else { continue }
            let error = RPCError(.unavailable, "Nothing was done: \(why)")
            deliveries.append(
                Delivery(session: request.session, content: .message(Envelope.failure(id: envelope.id, error))))
            if envelope.method == Method.sessionHello.rawValue {
                request.session.world?.leave(request.session)
                request.session.state = .greeting
            }
        }
    }

    /// Commits a world before something is read from its log.
    func settleNow(_ world: World) throws(RPCError) {
        guard world.hasPending else { return }
        let count = undecided.count
        settle(world)
        if undecided.count < count { throw RPCError(.unavailable, "The log could not be written.") }
        undecided.removeAll { $0.session.world === world }
    }

    // MARK: Requests

    private func handle(_ message: [UInt8], from session: Session) {
        let envelope: RequestEnvelope
        do {
            envelope = try RequestEnvelope.read(message, limits: limits)
        } catch {
            return say(Envelope.failure(id: error.id, error.error), to: session)
        }
        if configuration.limitsRate, let wait = session.bucket.take(limits: limits, at: wallClock()) {
            let text = "More than \(limits.requestsPerSecond) requests a second; try again in \(wait) ms."
            let error = RPCError(.rateLimited, text, .retryAfter(milliseconds: wait))
            return say(Envelope.failure(id: envelope.id, error), to: session)
        }
        do {
            undecided.append((session, message))
            try perform(envelope, from: session)
        } catch {
            say(Envelope.failure(id: envelope.id, error), to: session)
        }
    }

    private func perform(_ envelope: RequestEnvelope, from session: Session) throws(RPCError) {
        guard let method = Method(rawValue: envelope.method) else {
            throw RPCError(.unknownMethod, "There is no method “\(envelope.method.prefix(100))”.")
        }
        guard case .joined(let world, let actor, _) = session.state else {
            guard method == .sessionHello else {
                throw RPCError(.unauthenticated, "The first request of a session is session.hello.")
            }
            return try hello(envelope, from: session)
        }
        guard method.roles.contains(actor.role) else {
            let roles = method.roles.map(\.rawValue).joined(separator: " or ")
            throw RPCError(
                .forbidden, "\(method.rawValue) is for the role \(roles), and this session is \(actor.role).")
        }
        let call = try Call(envelope, method: method, actor: actor, limits: limits)
        switch call.request {
        case .hello: throw RPCError(.conflict, "This session has said hello already.")
        case .ping: say(Envelope.result(id: envelope.id, Answer.empty), to: session)
        case .fence: try fence(world, envelope.id, session)
        case .clockNow:
            let now = world.now(wallClock())
            say(Envelope.result(id: envelope.id, Answer.clock(world.clockKind, now: now)), to: session)
        case .clockAdvance(let milliseconds): try advance(world, milliseconds, envelope.id, session)
        case .createWorld(let request): try create(request, envelope.id, session)
        case .resetWorld(let name): try reset(name, envelope.id, session)
        case .deleteWorld(let name): try delete(name, envelope.id, session)
        case .history(let request):
            try settleNow(world)
            let answer = try world.history(request, for: actor)
            say(Envelope.result(id: envelope.id, answer), to: session)
        case .core(let request): try decide(request, call, in: world, envelope.id, session)
        }
    }

    private func decide(
        _ request: Request, _ call: Call, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        let receipt = call.clientID.map { (sender: call.actor.sender, clientID: $0) }
        var found = Core.Found.nothing
        do {
            if let receipt, let earlier = try world.earlierResult(sender: receipt.sender, clientID: receipt.clientID) {
                return world.say(Envelope.result(id: id, EncodedJSON(earlier)), to: session)
            }
            if let entry = Core.lookup(for: request) {
                try settleNow(world)
                found = try world.found(entry)
            }
        } catch let error as LogError {
            throw RPCError(.unavailable, "\(error)")
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.internal, "\(error)")
        }
        let now = world.now(wallClock())
        let decision = try world.decide(receipt: receipt, origin: session) { core throws(RPCError) in
            try core.handle(request, from: call.actor, clientID: call.clientID, found: found, at: now)
        }
        world.say(Envelope.result(id: id, EncodedJSON(decision.result)), to: session)
        world.announce(decision.records, origin: session)
    }

    // MARK: The session itself

    private func hello(_ envelope: RequestEnvelope, from session: Session) throws(RPCError) {
        let hello: Hello
        do {
            var fields = try JSONFields(envelope.params)
            hello = try Hello(from: &fields)
            try fields.finish()
        } catch {
            throw RPCError.invalid(error)
        }
        let welcome = try join(hello, session)
        say(Envelope.result(id: envelope.id, welcome), to: session)
    }

    /// Makes a stream someone's without an answer: for a request that carries its sender's name with it.
    ///
    /// - Throws: what `session.hello` would be refused with.
    public func greet(_ hello: Hello, from session: Session) throws(RPCError) {
        _ = try join(hello, session)
        if let world = session.world, !touched.contains(where: { $0 === world }) { touched.append(world) }
    }

    private func join(_ hello: Hello, _ session: Session) throws(RPCError) -> Welcome {
        guard let world = worlds[hello.world] else {
            throw RPCError(.notFound, "There is no world “\(hello.world)”.", .field("world"))
        }
        let now = world.now(wallClock())
        let actor: Core.Actor
        var name: String?
        switch hello.identity {
        case .person(let handle, let given):
            actor = .person(handle)
            _ = try world.decide(receipt: nil, origin: session) { core throws(RPCError) in
                try core.greet(handle, name: given, at: now)
                return .empty
            }
            name = world.core.state.name(handle)
        case .app(let app, let person):
            actor = .app(app, person: person)
            guard world.core.state.app(app) != nil else {
                throw RPCError(.notFound, "There is no app \(app): an observer registers it first.", .field("app"))
            }
        case .observer(let handle): actor = .observer(handle)
        }
        let after = hello.after.map { min($0, world.core.state.position) }
        world.join(session, as: actor, catchingUpFrom: after)
        return Welcome(
            session: session.id, server: Understudy.server, me: hello.identity, name: name,
            cursor: world.core.state.position, limits: limits, clock: world.clockKind, now: now)
    }

    private func fence(_ world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        try settleNow(world)
        settle(world)
        for other in world.catchingUp { tellMissed(to: other, in: world) }
        let state = world.core.state
        let pending = state.pending(at: world.now(wallClock()))
        say(Envelope.result(id: id, Answer.fence(cursor: state.position, pending: pending)), to: session)
    }

    private func advance(
        _ world: World, _ milliseconds: Int64, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard world.clockKind == .virtual else {
            throw RPCError(.conflict, "The clock of this world is real: time passes by itself.")
        }
        let now = world.now(wallClock()).advanced(byMilliseconds: milliseconds)
        let decision = try world.decide(receipt: nil, origin: session) { core throws(RPCError) in
            core.pass(to: now)
            return .clock(.virtual, now: now)
        }
        say(Envelope.result(id: id, EncodedJSON(decision.result)), to: session)
    }

    // MARK: Worlds

    private func create(_ request: CreateWorld, _ id: RequestID, _ session: Session) throws(RPCError) {
        guard worlds[request.world] == nil else {
            throw RPCError(.conflict, "There is a world “\(request.world)” already.", .field("world"))
        }
        guard worlds.count < limits.worlds else {
            throw RPCError.tooLarge("\(worlds.count + 1) worlds", limit: "worlds", limits.worlds)
        }
        do {
            worlds[request.world] = try World(
                name: request.world, clock: request.clock, limits: limits, log: MemoryEventLog(), isStored: false)
        } catch {
            throw RPCError(.unavailable, "\(error)")
        }
        say(Envelope.result(id: id, Answer.empty), to: session)
    }

    private func world(_ name: WorldName, notStoredFor purpose: String) throws(RPCError) -> World {
        guard let world = worlds[name] else {
            throw RPCError(.notFound, "There is no world “\(name)”.", .field("world"))
        }
        guard !world.isStored else {
            throw RPCError(
                .conflict, "“\(name)” is stored in a file, and is not \(purpose) from afar.", .field("world"))
        }
        return world
    }

    private func reset(_ name: WorldName, _ id: RequestID, _ session: Session) throws(RPCError) {
        let world = try world(name, notStoredFor: "reset")
        settle(world)
        endSessions(of: world) { if case .joined(_, .observer, _) = $0.state { false } else { true } }
        do {
            try world.reset(log: MemoryEventLog())
        } catch {
            throw RPCError(.unavailable, "\(error)")
        }
        say(Envelope.result(id: id, Answer.empty), to: session)
    }

    private func delete(_ name: WorldName, _ id: RequestID, _ session: Session) throws(RPCError) {
        guard name != .main else {
            throw RPCError(.conflict, "The world main cannot be deleted; reset it instead.", .field("world"))
        }
        let world = try world(name, notStoredFor: "deleted")
        say(Envelope.result(id: id, Answer.empty), to: session)
        settle(world)
        endSessions(of: world) { _ in true }
        worlds[name] = nil
    }

    private func endSessions(of world: World, where matches: (Session) -> Bool) {
        for session in world.sessions.filter(matches) {
            world.leave(session)
            deliveries.append(Delivery(session: session, content: .end(.worldEnded)))
        }
    }

    // MARK: Resuming

    /// Below how many unsent bytes a session that resumes is told more: enough to keep the line busy.
    static let resumeLowWater = 1024 * 1024

    /// Tells a session that resumes the next of what it missed: the durable facts behind its cursor, in order, read
    /// from the log a page at a time, so that memory does not grow with how long it was away.
    private func tellMissed(to session: Session, in world: World) {
        guard case .joined(_, let actor, .some(var position)) = session.state, !world.hasPending else { return }
        var told = session.unsentBytes
        while told < Self.resumeLowWater {
            guard let page = try? world.log.read(after: position, limit: 256) else { return }
            for row in page {
                position = row.position
                guard let record = try? EventRecord(row) else { continue }
                for message in world.messages(about: record, to: actor) {
                    told += message.count
                    deliveries.append(Delivery(session: session, content: .message(message)))
                }
            }
            session.state = .joined(world, actor, catchingUpFrom: position)
            if page.count < 256 { return world.caughtUp(session) }
        }
        session.unsentBytes = told
    }

    /// Ends every session: the server stops.
    public func endAll() {
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) {
            settle(world)
            for session in world.sessions {
                world.leave(session)
                deliveries.append(Delivery(session: session, content: .end(.shuttingDown)))
            }
            world.log.close()
        }
    }
}

/// A JSON text that is written already.
struct EncodedJSON: JSONWritable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func write(to json: inout JSONWriter) { json.raw(bytes) }
}
