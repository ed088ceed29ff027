import ChatCore
package import ChatLog
import ChatProtocol

/// A login, or one request, for a world that another server holds.
package struct Forward {
    /// What that server is told of who asks: it relies on this, because the server that tells it has checked the token.
    package var login: ForwardedLogin
    /// The request that follows the login, where no stream begins.
    package internal(set) var request: [UInt8]?
    /// The server; nil while another one takes the world over.
    package internal(set) var holder: WorldHolder?
    /// When it is given up, by the engine's steady clock.
    var endsAt: Instant
    /// How the session was admitted here; nil where it is somebody in a world of this server already.
    var admission: Authenticator.Admission?
    /// Who waits in a world of this server for the answer; nil for a session that logs in.
    var asker: (LongRequest.Asker, World)?
}

/// Which worlds this server holds, where several servers share a store, and what goes to the others (law 8). No other part
/// of the engine knows that there are any.
extension ServerEngine {
    /// Where a world is served.
    enum Place {
        case here(World)
        /// At that server; nil while a server takes it over.
        case elsewhere(WorldHolder?)
    }

    /// How long a login may take to reach the server that holds the world, in milliseconds.
    private static let patience: Int64 = 5_000

    /// The leases, where there are any.
    package var leases: (any WorldLeases)? { store.leases }

    // MARK: Holding

    /// Makes sure that this server holds the worlds that it serves, where another may have taken them: before anything is
    /// answered about one.
    ///
    /// - Throws: `unavailable` as long as that cannot be known.
    func confirmLeases() throws(RPCError) {
        guard let leases, leases.areInDoubt else { return }
        let held: Set<WorldName>
        do { held = try leases.held() } catch { throw RPCError(error) }
        for name in worlds.keys.sorted() where !held.contains(name) { worlds[name].map(lose) }
    }

    /// Makes sure of one world, whatever is known of the leases.
    func confirmLease(of world: World) throws(RPCError) {
        guard let leases else { return }
        let isHeld: Bool
        do { isHeld = try leases.holds(world.name) } catch { throw RPCError(error) }
        guard !isHeld else { return }
        lose(world)
        throw RPCError(LogError.notHeld)
    }

    /// Serves a world no more that another server has: its clients resume there.
    func lose(_ world: World) {
        guard worlds[world.name] === world else { return }
        worlds[world.name] = nil
        // What waits to be written is refused.
        settle(world)
        end(world, because: .worldMoved)
    }

    /// Renews the leases, and gives back the worlds in which nobody has been for a while. Where the store has been away for
    /// as long as a lease is relied on, ends every stream: other servers can serve the worlds.
    func keepLeases() {
        guard let leases else { return }
        if leases.areOver { return worlds.keys.sorted().forEach { worlds[$0].map(lose) } }
        guard (try? confirmLeases()) != nil else { return }
        let now = steadyClock()
        for name in worlds.keys.sorted() {
            guard let world = worlds[name], world.sessions.all.isEmpty,
                now >= world.usedAt.advanced(byMilliseconds: configuration.releaseMilliseconds)
            else { continue }
            settle(world)
            guard !world.needsMending, (try? leases.release(name)) != nil else { continue }
            end(world, because: .worldMoved)
        }
        leases.renew(sessions: worlds.mapValues { $0.sessions.all.count })
    }

    /// The world of that name, whoever made it, which this server takes if nobody holds it; nil if there is none.
    func place(of name: WorldName) throws(RPCError) -> Place? {
        try confirmLeases()
        if let world = worlds[name] { return .here(world) }
        do {
            switch try store.find(name) {
            case nil: return nil
            case .elsewhere(let holder)?: return .elsewhere(holder)
            case .held(let stored)?:
                try begin(stored, isStored: store.isStored)
                return worlds[name].map(Place.here)
            }
        } catch {
            throw RPCError(error)
        }
    }

    /// Why a request is refused whose world this server serves no more.
    func isNotServed(_ world: World) -> RPCError {
        leases == nil
            ? RPCError(.notFound, "The world “\(world.name)” was deleted.")
            : RPCError(.unavailable, "This server serves the world “\(world.name)” no more: log in again.")
    }

    // MARK: Forwarding

    /// The world that somebody logs in to.
    ///
    /// - Returns: nil where another server holds it: the login goes there.
    func world(
        for hello: Hello, _ admission: Authenticator.Admission, _ id: RequestID?, _ session: Session
    ) throws(RPCError) -> World? {
        switch try place(of: hello.world) {
        case nil: throw Self.noWorld(hello.world)
        case .here(let world)?: return world
        case .elsewhere(let holder)?:
            session.credential = admission.token.map { Session.Credential($0, isBearer: hello.token == nil) }
            var hello = hello
            hello.token = nil
            let login = ForwardedLogin(
                hello: hello, token: admission.token?.id.rawValue, address: session.address, id: id?.value,
                isAnswered: id != nil, isStream: session.isStream)
            let forward = Forward(
                login: login, holder: holder, endsAt: steadyClock().advanced(byMilliseconds: Self.patience),
                admission: admission)
            // Where the login is no request of its own, the request comes next.
            begin(forward, of: session, atOnce: id != nil)
            return nil
        }
    }

    private static func noWorld(_ name: WorldName) -> RPCError {
        RPCError(.notFound, "There is no world “\(name)”.", .field("world"))
    }

    private func begin(_ forward: Forward, of session: Session, atOnce isWhole: Bool = true) {
        forwards[ObjectIdentifier(session)] = forward
        guard isWhole else { return }
        // What a stream says next is for the other server.
        if session.isStream { hold(session) }
        deliveries.append(Delivery(session: session, content: .forward(forward)))
    }

    /// Passes on what a session without a stream asks, whose login goes to another server.
    ///
    /// - Returns: whether it does.
    func forward(_ message: [UInt8], of session: Session) -> Bool {
        guard var forward = forwards[ObjectIdentifier(session)], forward.asker == nil else { return false }
        guard let id = try? RequestEnvelope.read(message, limits: limits).id else { return false }
        if configuration.limitsRate, let wait = session.bucket.take(limits: limits, at: steadyClock()) {
            say(Envelope.failure(id: id, tooFast(wait)), to: session)
            return true
        }
        (forward.login.id, forward.login.isAnswered) = (id.value, false)
        forward.request = message.onOneLine
        forward.endsAt = steadyClock().advanced(byMilliseconds: Self.patience)
        begin(forward, of: session)
        return true
    }

    /// The world that the request of an observer is about, which is being handled.
    ///
    /// - Returns: nil where another server holds it, and answers the request.
    func world(_ name: WorldName, toAnswer session: Session, in own: World) throws(RPCError) -> World? {
        switch try place(of: name) {
        case nil: throw Self.noWorld(name)
        case .here(let world)?: return world
        case .elsewhere(let holder)?:
            forwardRequest(of: session, in: own, to: holder, serving: name)
            return nil
        }
    }

    private func forwardRequest(of session: Session, in world: World, to holder: WorldHolder?, serving name: WorldName)
    {
        guard let current, let id = try? RequestEnvelope.read(current.message, limits: limits).id else { return }
        let login = ForwardedLogin(
            hello: Hello(.observer(session.principal?.handle), world: name),
            token: session.credential?.token.id.rawValue, address: session.address, id: id.value, isAnswered: false,
            isStream: false)
        begin(
            Forward(
                login: login, request: current.message.onOneLine, holder: holder,
                endsAt: steadyClock().advanced(byMilliseconds: Self.patience), asker: (asker(id, session, world), world)
            ),
            of: session)
        hold(session)
    }

    /// Hands over the answer of the server that holds the world.
    package func answer(_ answer: [UInt8], toForwardOf session: Session) {
        guard let forward = forwards[ObjectIdentifier(session)] else { return }
        if let (asker, world) = forward.asker {
            forwards[ObjectIdentifier(session)] = nil
            self.answer(asker, in: world, with: answer)
        } else {
            deliveries.append(Delivery(session: session, content: .message(answer)))
        }
    }

    /// Lets go of a session that is a stream of another server now.
    package func release(_ session: Session) {
        forwards[ObjectIdentifier(session)] = nil
        session.state = .ended
    }

    /// Looks again for the server that holds a world: it could not be reached, or has not answered for a while, or holds the
    /// world no more. If nobody holds it now, this server takes it.
    ///
    /// - Parameter problem: why it could not be reached; nil while an answer may still come.
    /// - Returns: whether what was done before is not to be waited for any more.
    package func lookAgain(forForwardOf session: Session, after problem: String?) -> Bool {
        let key = ObjectIdentifier(session)
        guard var forward = forwards[key] else { return true }
        do throws(RPCError) {
            guard isHonoured(session) || forward.asker != nil else {
                throw RPCError(.unauthenticated, "This session is over: its token was revoked.")
            }
            switch try place(of: forward.login.hello.world) {
            case nil: throw Self.noWorld(forward.login.hello.world)
            case .here(let world)?:
                if let admission = forward.admission {
                    forwards[key] = nil
                    try begin(forward.login, admission, of: session, in: world)
                }
                if let request = forward.request { session.waiting.insert(request, at: 0) }
                forwards[key] = nil
                free(session)
                return true
            case .elsewhere(let holder)?:
                let isLate = steadyClock() >= forward.endsAt
                guard isLate || problem != nil || holder != forward.holder else { return false }
                guard !isLate, holder != forward.holder || problem == nil else {
                    let server = holder.map { "\($0.server) at \($0.address)" } ?? "another server"
                    throw RPCError(
                        .unavailable,
                        "The world “\(forward.login.hello.world)” is served by \(server), which cannot be reached: "
                            + "\(problem ?? "no answer").")
                }
                forward.holder = holder
                begin(forward, of: session)
                return true
            }
        } catch {
            forwards[key] = forward
            answer(Envelope.failure(id: RequestID(forward.login.id), error), toForwardOf: session)
            forwards[key] = nil
            if session.isBusy { free(session) }
            return true
        }
    }

    private func begin(
        _ login: ForwardedLogin, _ admission: Authenticator.Admission, of session: Session, in world: World
    ) throws(RPCError) {
        let welcome = try join(login.hello, admission, session, in: world)
        touch(world)
        if login.isAnswered, let id = RequestID(login.id) {
            // If the world cannot be written, the login is refused.
            let hello = Envelope.request(id: id, method: Method.sessionHello.rawValue) { _ in }
            openRequests.append(OpenRequest(session: session, message: hello, isGreeting: true))
            say(Envelope.result(id: id, welcome), to: session)
        }
        world.deliverKeptLinks(to: session, at: welcome.clock.now)
    }

    /// Takes a login from another server.
    ///
    /// - Returns: false if this server does not hold the world.
    package func receive(_ login: ForwardedLogin, from session: Session) -> Bool {
        (session.address, session.isForwarded) = (login.address, true)
        do throws(RPCError) {
            guard case .here(let world)? = try place(of: login.hello.world) else { return false }
            // The other server may have learned of a token before this one.
            onGreeting?()
            let admission = try authenticator.admit(login.hello.identity, byToken: login.token.map(Token.ID.init))
            try begin(login, admission, of: session, in: world)
        } catch {
            say(Envelope.failure(id: RequestID(login.id), error), to: session)
            endForward(of: session)
        }
        return true
    }

    /// Ends a forwarded stream whose login was refused: another login is for the server that forwards.
    func endForward(of session: Session) {
        guard session.isForwarded, session.isStream else { return }
        deliveries.append(Delivery(session: session, content: .end(.loginRefused)))
    }
}

extension [UInt8] {
    /// The same JSON text without line ends, which stand between its members alone.
    fileprivate var onOneLine: [UInt8] { map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } }
}

extension RequestID {
    fileprivate var value: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        }
    }
}
