import ChatCore
package import ChatLog
import ChatProtocol

/// A login, or one request, for a world that another server holds.
package final class Forward {
    /// The identity of the client. The receiving server relies on it, because the forwarding server has checked the
    /// token.
    package let login: ForwardedLogin
    /// The request that follows the login, if no stream begins.
    package let request: [UInt8]?
    /// The server that holds the world; nil while another server takes it over.
    package let holder: WorldHolder?
    /// The time at which forwarding is given up, by the engine's monotonic clock.
    fileprivate let endsAt: Instant
    /// The admission of the session on this server; nil if the session has joined a world of this server.
    fileprivate let admission: Authenticator.Admission?
    /// The session of a world on this server that waits for the answer; nil for a session that logs in.
    fileprivate let asker: (LongRequest.Asker, World)?

    fileprivate init(
        _ login: ForwardedLogin, request: [UInt8]? = nil, to holder: WorldHolder?, endsAt: Instant,
        admission: Authenticator.Admission? = nil, asker: (LongRequest.Asker, World)? = nil
    ) {
        (self.login, self.request, self.holder, self.endsAt) = (login, request, holder, endsAt)
        (self.admission, self.asker) = (admission, asker)
    }

    /// The same for a stream of this kind.
    package func forStream(isWebSocket: Bool) -> Forward {
        var login = login
        login.isWebSocket = isWebSocket
        return Forward(login, request: request, to: holder, endsAt: endsAt, admission: admission, asker: asker)
    }

    /// The same for the next server that holds the world.
    fileprivate func moved(to holder: WorldHolder?) -> Forward {
        Forward(login, request: request, to: holder, endsAt: endsAt, admission: admission, asker: asker)
    }
}

/// The worlds that this server holds if several servers share a store, and the forwarding of clients to the other
/// servers. No other part of the engine knows that other servers exist.
extension ServerEngine {
    /// The milliseconds for which a login may try to reach the server that holds the world.
    private static let timeout: Int64 = 5_000

    /// The leases of the worlds; nil if no other server shares the store.
    package var leases: (any WorldLeases)? { directory.store.leases }

    // MARK: Holding

    /// Makes sure that this server still holds the worlds that it serves. It is called before anything about a world is
    /// answered, because another server may have taken it.
    ///
    /// - Throws: `unavailable` as long as the store does not answer.
    func confirmLeases() throws(RPCError) {
        guard let leases, leases.areInDoubt else { return }
        let held: Set<WorldName>
        do { held = try leases.held() } catch { throw RPCError(error) }
        // Sometimes(D13): A server learns that another one has taken its world.
        for world in directory.all where !held.contains(world.name) { lose(world) }
    }

    /// Makes sure that this server holds one world, even if the leases are not in doubt.
    func confirmLease(of world: World) throws(RPCError) {
        guard let leases else { return }
        let isHeld: Bool
        // Sometimes(D16): A fence cannot ask the store whether the world is still held.
        do { isHeld = try leases.holds(world.name) } catch { throw RPCError(error) }
        guard !isHeld else { return }
        lose(world)
        // Sometimes(D16): A fence finds that another server has taken the world.
        throw RPCError(LogError.notHeld)
    }

    /// Stops serving a world that another server has taken. Its clients resume there.
    func lose(_ world: World) {
        guard directory[world.name] === world else { return }
        directory.remove(world)
        // The events that wait to be written are refused.
        commit(world)
        end(world, because: .worldMoved)
    }

    /// Renews the leases, and releases worlds that no session has used for a while. If the store was away for the
    /// duration of a lease, all streams end, because other servers can serve the worlds.
    func renewLeases() {
        guard let leases else { return }
        // Sometimes(D13): The store is away for the duration of a lease.
        if leases.areOver { return directory.all.forEach(lose) }
        guard (try? confirmLeases()) != nil else { return }
        let now = steadyClock()
        for world in directory.all where world.sessions.all.isEmpty {
            guard now >= world.status.usedAt.advanced(byMilliseconds: configuration.releaseMilliseconds) else {
                continue
            }
            commit(world)
            guard !world.isStale, (try? leases.release(world.name)) != nil else { continue }
            end(world, because: .worldMoved)
        }
        leases.renew(sessions: directory.served.mapValues { $0.sessions.all.count })
    }

    /// Returns the server of a world, after it made sure that this server holds its own worlds.
    private func place(of name: WorldName) throws(RPCError) -> WorldDirectory.Place? {
        try confirmLeases()
        return try directory.place(of: name)
    }

    /// Returns the error for a request to a world that this server does not serve any more.
    func isNotServed(_ world: World) -> RPCError {
        leases == nil
            ? RPCError(.notFound, "The world “\(world.name)” was deleted.")
            : RPCError(.unavailable, "This server serves the world “\(world.name)” no more: log in again.")
    }

    // MARK: Forwarding

    /// Returns the world of a login.
    ///
    /// - Returns: Nil if another server holds the world. The login is then forwarded to it.
    func world(
        for hello: Hello, _ admission: Authenticator.Admission, _ id: RequestID?, _ session: Session
    ) throws(RPCError) -> World? {
        switch try place(of: hello.world) {
        case nil: throw Self.noWorld(hello.world)
        case .here(let world)?: return world
        case .remote(let holder)?:
            // Sometimes(D13): A login is forwarded to the server that holds the world.
            session.noteCredential(admission.token, isBearer: hello.token == nil)
            var hello = hello
            hello.token = nil
            let login = ForwardedLogin(
                hello: hello, token: admission.token?.id.rawValue, address: session.address, id: id?.value,
                isAnswered: id != nil, isStream: session.isStream)
            let forward = Forward(login, to: holder, endsAt: forwardingEnd, admission: admission)
            // If the login is not a request of its own, the request comes next.
            begin(forward, of: session, atOnce: id != nil)
            return nil
        }
    }

    /// The time until which a forwarding that begins now may try to reach a server.
    private var forwardingEnd: Instant { steadyClock().advanced(byMilliseconds: Self.timeout) }

    private static func noWorld(_ name: WorldName) -> RPCError {
        RPCError(.notFound, "There is no world “\(name)”.", .field("world"))
    }

    private func begin(_ forward: Forward, of session: Session, atOnce isWhole: Bool = true) {
        session.begin(forward)
        guard isWhole else { return }
        // The next messages of the stream are for the other server.
        if session.isStream { pause(session) }
        deliver(Delivery(session: session, content: .forward(forward)))
    }

    /// Forwards a request of a session without a stream, if its login goes to another server.
    ///
    /// - Returns: True if it is forwarded.
    func forward(_ message: [UInt8], of session: Session) -> Bool {
        guard let forward = session.forward, forward.asker == nil else { return false }
        guard let id = try? RequestEnvelope.read(message, limits: limits).id else { return false }
        if configuration.limitsRate, let wait = session.countRequest(limits: limits, at: steadyClock()) {
            enqueue(Envelope.failure(id: id, tooFast(wait)), to: session)
            return true
        }
        var login = forward.login
        (login.id, login.isAnswered) = (id.value, false)
        begin(
            Forward(
                login, request: message.onOneLine, to: forward.holder, endsAt: forwardingEnd,
                admission: forward.admission),
            of: session)
        return true
    }

    /// Returns the world that the current request of an observer names.
    ///
    /// - Returns: Nil if another server holds the world. That server then answers the request.
    func world(_ name: WorldName, toAnswer session: Session, in own: World) throws(RPCError) -> World? {
        switch try place(of: name) {
        case nil: throw Self.noWorld(name)
        case .here(let world)?: return world
        case .remote(let holder)?:
            forwardRequest(of: session, in: own, to: holder, serving: name)
            return nil
        }
    }

    private func forwardRequest(of session: Session, in world: World, to holder: WorldHolder?, serving name: WorldName)
    {
        guard let current = openRequests.current,
            let id = try? RequestEnvelope.read(current.message, limits: limits).id
        else { return }
        let login = ForwardedLogin(
            hello: Hello(.observer(session.principal?.handle), world: name),
            token: session.credential?.token.id.rawValue, address: session.address, id: id.value, isAnswered: false,
            isStream: false)
        begin(
            Forward(
                login, request: current.message.onOneLine, to: holder, endsAt: forwardingEnd,
                asker: (asker(id, session, world), world)),
            of: session)
        pause(session)
    }

    /// Passes on the answer of the server that holds the world.
    package func answer(_ answer: [UInt8], toForwardOf session: Session) {
        guard let forward = session.forward else { return }
        if let (asker, world) = forward.asker {
            session.endForward()
            self.answer(asker, in: world, with: answer)
        } else {
            deliver(Delivery(session: session, content: .message(answer)))
        }
    }

    /// Ends a session whose stream continues on another server.
    package func release(_ session: Session) {
        session.endForward()
        session.end()
    }

    /// Finds the server of a world again: it could not be reached, did not answer for a while, or has lost the world.
    /// If no server holds the world, this server takes it.
    ///
    /// - Parameter problem: The reason why the server could not be reached; nil while an answer may still come.
    /// - Returns: True if the earlier attempt is over, and must not be awaited any more.
    package func relocate(forForwardOf session: Session, after problem: String?) -> Bool {
        guard let forward = session.forward else { return true }
        do throws(RPCError) {
            guard logins.accepts(session) || forward.asker != nil else {
                throw RPCError(.unauthenticated, "This session is over: its token was revoked.")
            }
            switch try place(of: forward.login.hello.world) {
            case nil: throw Self.noWorld(forward.login.hello.world)
            case .here(let world)?:
                // Sometimes(D13): The world of a forwarded session comes to the server that forwarded it.
                if let admission = forward.admission {
                    session.endForward()
                    try begin(forward.login, admission, of: session, in: world)
                }
                // Sometimes(D13): The world of a forwarded request comes to the server that forwarded it.
                if let request = forward.request { session.postponeFirst(request) }
                session.endForward()
                longRequests.noteAnswered(session)
                return true
            case .remote(let holder)?:
                let isLate = steadyClock() >= forward.endsAt
                guard isLate || problem != nil || holder != forward.holder else { return false }
                guard !isLate, holder != forward.holder || problem == nil else {
                    // Sometimes(D13): The holder of a world cannot be reached in time.
                    let server = holder.map { "\($0.server) at \($0.address)" } ?? "another server"
                    throw RPCError(
                        .unavailable,
                        "The world “\(forward.login.hello.world)” is served by \(server), which cannot be reached: "
                            + "\(problem ?? "no answer").")
                }
                // Sometimes(D13): A forwarded session moves on to the next holder of its world.
                begin(forward.moved(to: holder), of: session)
                return true
            }
        } catch {
            session.begin(forward)
            answer(Envelope.failure(id: RequestID(forward.login.id), error), toForwardOf: session)
            session.endForward()
            // The answer to a forwarded request has noted the session already.
            if forward.asker == nil, session.isBusy { longRequests.noteAnswered(session) }
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
            openRequests.append(.init(session: session, message: hello, isLogin: true))
            enqueue(Envelope.result(id: id, welcome), to: session)
        }
        world.deliverStoredLinks(to: session, at: welcome.clock.now)
    }

    /// Handles a login from another server.
    ///
    /// - Returns: False if this server does not hold the world.
    package func receive(_ login: ForwardedLogin, from session: Session) -> Bool {
        session.noteForwarded(from: login.address)
        do throws(RPCError) {
            // Sometimes(D13): A login is forwarded to a server that has just lost the world.
            guard case .here(let world)? = try place(of: login.hello.world) else { return false }
            let admission = try logins.admit(login.hello.identity, byToken: login.token.map(Token.ID.init))
            try begin(login, admission, of: session, in: world)
        } catch {
            enqueue(Envelope.failure(id: RequestID(login.id), error), to: session)
            endForward(of: session)
        }
        return true
    }

    /// Ends a forwarded stream whose login was refused. The forwarding server handles the next login.
    func endForward(of session: Session) {
        guard session.isForwarded, session.isStream else { return }
        deliver(Delivery(session: session, content: .end(.loginRefused)))
    }
}

extension [UInt8] {
    /// The same JSON text without line breaks, which can only be between its tokens.
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
