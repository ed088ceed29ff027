import ChatCore
import ChatLog
package import ChatProtocol

/// The login of a session, and typing.
extension ServerEngine {
    func hello(_ request: IncomingRequest, from session: Session) throws(RPCError) {
        let hello: Hello
        do {
            hello = try JSONFields.all(of: request.params) { fields throws(InvalidField) in try Hello(from: &fields) }
        } catch {
            throw RPCError.invalid(error)
        }
        let admission = try admitted(hello, session)
        guard let world = try world(for: hello, admission, request.id, session) else { return }
        let welcome = try join(hello, admission, session, in: world)
        session.world?.note(request, size: 0, from: session, at: welcome.clock.now)
        enqueue(Envelope.result(id: request.id, welcome), to: session)
        session.world?.deliverKeptLinks(to: session, at: welcome.clock.now)
    }

    /// Logs a session in without an answer: for a request that carries the identity of its sender.
    ///
    /// - Throws: The errors of `session.hello`.
    package func login(_ hello: Hello, from session: Session) throws(RPCError) {
        do {
            let admission = try admitted(hello, session)
            if let world = try world(for: hello, admission, nil, session) {
                _ = try join(hello, admission, session, in: world)
            }
            counts.noteRequest(.sessionHello, nil)
        } catch {
            counts.noteRequest(.sessionHello, error.reason)
            throw error
        }
        if let world = session.world { touch(world) }
    }

    /// Asks the authenticator before anything else, so that an unknown client learns nothing about the worlds.
    private func admitted(_ hello: Hello, _ session: Session) throws(RPCError) -> Authenticator.Admission {
        try admit(hello.identity, token: hello.token ?? session.bearer, from: session.address)
    }

    func join(
        _ hello: Hello, _ admission: Authenticator.Admission, _ session: Session, in world: World
    ) throws(RPCError) -> Welcome {
        try reload(world)
        if world.transaction.hasAdvancedClock { try commitNow(world) }
        let now = world.now(wallClock())
        let principal: Principal
        var name: String?
        var isNew = false
        switch admission.identity {
        case .person(let handle, let given):
            principal = .person(handle)
            isNew = world.core.state.people[handle] == nil
            let decision = try world.decide(request: nil, at: now) { core throws(RPCError) in
                try core.login(handle, name: given, at: now)
                return .empty
            }
            world.broadcast(decision, origin: session)
            name = world.core.state.name(handle)
        case .app(let app, let person):
            principal = .app(app, person: person)
            guard world.core.state.app(app) != nil else {
                throw RPCError(.notFound, "There is no app \(app): an observer registers it first.", .field("app"))
            }
        case .observer(let handle): principal = .observer(handle)
        }
        if let device = hello.device {
            try world.core.check(device, "device", max: limits.nameCharacters, limit: "nameCharacters")
        }
        if hello.after != nil { counts.resumes += 1 }
        let after = hello.after
        if let after, after > world.core.state.position {
            throw RPCError(
                .conflict,
                "This world ends at \(world.core.state.position), and \(after) is of another log, or of one that lost "
                    + "its end: log in without after, and reload.", .field("after"))
        }
        session.system = hello.system
        (session.hearsEvents, session.hearsRequests) = (hello.hearsEvents, hello.hearsRequests)
        session.credential = admission.token.map { Session.Credential($0, isBearer: hello.token == nil) }
        let number = session.isStream ? world.sessions.nextNumber(of: principal) : nil
        let device = number.map { Device(number: $0, name: hello.device) }
        world.join(session, as: principal, on: device, catchingUpFrom: after)
        if hello.hearsRequests { world.notingRequests() }
        noteResuming(world)
        var welcome = Welcome(
            session: session.id, server: Understudy.server, me: .init(hello.identity, name: name),
            device: session.device, cursor: world.core.state.position, limits: limits,
            clock: .init(kind: world.clockKind, now: now),
            isSystemCollaborationSupportAvailable: hello.system == .current, isNew: isNew)
        if case .app(let app, let person) = principal {
            world.endByTime(at: now)
            welcome.actions = world.core.state.actions(of: app, runningAs: person)
        }
        welcome.holder = leases?.address
        return welcome
    }

    func setTyping(
        _ request: SetTyping, in world: World, _ principal: Principal, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard case .person(let me) = principal else { throw RPCError(.forbidden, "Only a person can type.") }
        let now = world.now(wallClock())
        let conversation = try world.core.view(request.conversation, of: me, at: now)
        enqueue(
            Envelope.result(id: id, Answer.conversation(world.addingReceipt(to: conversation, of: me), line: nil)),
            to: session)
        world.setTyping(request.isTyping, by: me, in: request.conversation, at: now)
    }
}
