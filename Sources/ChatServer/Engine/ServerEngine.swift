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
    let wallClock: () -> Instant
    var worlds: [WorldName: World] = [:]
    private var sessionCount = 0
    var deliveries: [Delivery] = []
    /// The worlds that were spoken to since the last flush, in order.
    private var touched: [World] = []
    /// The worlds in which somebody is being told what they missed, in the order in which they came to be so.
    var resuming: [World] = []
    /// The requests whose answers wait for a commit, to be refused or decided again if it fails.
    private var openRequests: [OpenRequest] = []

    /// A request that was handled, and whose answer is not released yet.
    private struct OpenRequest {
        let session: Session
        let message: [UInt8]
        /// Whether its session was nobody's when it came.
        let isGreeting: Bool
        /// The answer, where it does not depend on anything that was decided: not JSON, or too fast.
        var refusal: [UInt8]?
    }

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
        if let world = session.world { touch(world) }
        handle(message, from: session, isAgain: false)
        if let world = session.world { touch(world) }
    }

    private func touch(_ world: World) {
        guard !world.isTouched else { return }
        world.isTouched = true
        touched.append(world)
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

    /// Whether something was asked or is to be said since the last ``flush()``.
    public var hasUnflushed: Bool { !touched.isEmpty || !deliveries.isEmpty }

    /// Ends a tick: what was decided is made durable, and what may be said is handed over, in order.
    ///
    /// - Returns: the deliveries, and whether another tick should follow at once, because somebody who resumes has
    ///   not been told everything yet.
    public func flush() -> (deliveries: [Delivery], hasMore: Bool) {
        for world in touched {
            settle(world)
            world.isTouched = false
        }
        touched.removeAll(keepingCapacity: true)
        openRequests.removeAll(keepingCapacity: true)
        var hasMore = false
        for world in resuming {
            for session in world.catchingUp where tellMissed(to: session, in: world) { hasMore = true }
        }
        resuming.removeAll { $0.catchingUp.isEmpty }
        defer { deliveries = [] }
        return (deliveries, hasMore)
    }

    /// Commits a world. If another writer was first, what was asked is decided again on the newer state; if the log
    /// cannot be written, it is refused, and nothing of it happened.
    ///
    /// - Returns: whether what was asked is done.
    @discardableResult
    func settle(_ world: World) -> Bool {
        var attemptsLeft = 3
        while true {
            do {
                try world.commit(into: &deliveries)
                openRequests.removeAll { $0.session.world === world }
                return true
            } catch {
                let again = openRequests.filter { $0.session.world === world }
                openRequests.removeAll { $0.session.world === world }
                for request in again { request.session.forgetAnswered(after: world.log.end) }
                guard case .conflict = error, attemptsLeft > 0 else {
                    for request in again { refuse(request, "\(error)") }
                    return false
                }
                attemptsLeft -= 1
                for request in again { decideAgain(request) }
            }
        }
    }

    private func refuse(_ request: OpenRequest, _ why: String) {
        var answer = request.refusal
        if answer == nil {
            let id = try? RequestEnvelope.read(request.message, limits: limits).id
            answer = Envelope.failure(id: id, RPCError(.unavailable, "Nothing was done: \(why)"))
        }
        if let answer { deliveries.append(Delivery(session: request.session, content: .message(answer))) }
        ungreet(request)
    }

    private func decideAgain(_ request: OpenRequest) {
        ungreet(request)
        if let refusal = request.refusal {
            openRequests.append(request)
            say(refusal, to: request.session)
        } else {
            handle(request.message, from: request.session, isAgain: true)
        }
    }

    /// Makes the session of a greeting that did not come to be nobody's again.
    private func ungreet(_ request: OpenRequest) {
        guard request.isGreeting, let world = request.session.world else { return }
        world.leave(request.session)
        request.session.state = .greeting
    }

    /// Commits a world in the middle of a request, before something is read from its log or said about it.
    func settleNow(_ world: World) throws(RPCError) {
        // The request that asks for this is still being handled, and answers for itself.
        let current = openRequests.popLast()
        let isDone = settle(world)
        if let current { openRequests.append(current) }
        guard isDone else { throw RPCError(.unavailable, "Nothing was done: the log could not be written.") }
    }

    // MARK: Requests

    private func handle(_ message: [UInt8], from session: Session, isAgain: Bool) {
        let envelope: RequestEnvelope
        let isGreeting = session.world == nil
        func answerAtOnce(_ id: RequestID?, _ error: RPCError) {
            let refusal = Envelope.failure(id: id, error)
            if !isGreeting {
                openRequests.append(
                    OpenRequest(session: session, message: message, isGreeting: false, refusal: refusal))
            }
            say(refusal, to: session)
        }
        // What cannot be read costs its sender as much of the rate as what can.
        let wait = configuration.limitsRate && !isAgain ? session.bucket.take(limits: limits, at: wallClock()) : nil
        do {
            envelope = try RequestEnvelope.read(message, limits: limits)
        } catch {
            return answerAtOnce(error.id, wait.map(tooFast) ?? error.error)
        }
        if let wait { return answerAtOnce(envelope.id, tooFast(wait)) }
        openRequests.append(OpenRequest(session: session, message: message, isGreeting: isGreeting))
        do {
            try perform(envelope, from: session)
        } catch {
            say(Envelope.failure(id: envelope.id, error), to: session)
        }
        // Who is nobody yet waits for no commit: the answer is released already.
        if session.world == nil, openRequests.last?.session === session { openRequests.removeLast() }
    }

    private func tooFast(_ wait: Int64) -> RPCError {
        let text = "More than \(limits.requestsPerSecond) requests a second; try again in \(wait) ms."
        return RPCError(.rateLimited, text, .retryAfter(milliseconds: wait))
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
        try world.mend()
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
        let decision = try world.decide(receipt: receipt, at: now) { core throws(RPCError) in
            try core.handle(request, from: call.actor, clientID: call.clientID, found: found, at: now)
        }
        world.say(Envelope.result(id: id, EncodedJSON(decision.result)), to: session)
        world.announce(decision, origin: session)
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
        if let world = session.world { touch(world) }
    }

    private func join(_ hello: Hello, _ session: Session) throws(RPCError) -> Welcome {
        guard let world = worlds[hello.world] else {
            throw RPCError(.notFound, "There is no world “\(hello.world)”.", .field("world"))
        }
        try world.mend()
        let now = world.now(wallClock())
        let actor: Core.Actor
        var name: String?
        switch hello.identity {
        case .person(let handle, let given):
            actor = .person(handle)
            _ = try world.decide(receipt: nil, at: now) { core throws(RPCError) in
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
        if !world.catchingUp.isEmpty, !resuming.contains(where: { $0 === world }) { resuming.append(world) }
        return Welcome(
            session: session.id, server: Understudy.server, me: hello.identity, name: name,
            cursor: world.core.state.position, limits: limits, clock: world.clockKind, now: now)
    }

    private func fence(_ world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        try settleNow(world)
        for other in world.catchingUp { _ = tellMissed(to: other, in: world) }
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
        let decision = try world.decide(receipt: nil, at: now) { core throws(RPCError) in
            core.pass(to: now)
            return .clock(.virtual, now: now)
        }
        say(Envelope.result(id: id, EncodedJSON(decision.result)), to: session)
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
