import ChatCore
import ChatLog
package import ChatProtocol

/// The login of a session, the end of its token, and the requests for which its later messages wait.
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
        var welcome = try join(hello, admission, session, in: world)
        if case .app(let app, let person) = session.principal {
            world.endByTime(at: welcome.clock.now)
            welcome.actions = ActionViews(world.core.state).actions(of: app, runningAs: person)
        }
        if let world = session.world {
            world.recorder.note(
                request, size: 0, from: session, at: welcome.clock.now, after: world.core.position)
        }
        enqueue(Envelope.result(id: request.id, welcome), to: session)
        session.world?.deliverStoredLinks(to: session, at: welcome.clock.now)
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
        try logins.admit(
            hello.identity, token: hello.token ?? session.bearer, from: session.address, at: steadyClock())
    }

    /// Adds an admitted session to a world.
    func join(
        _ hello: Hello, _ admission: Authenticator.Admission, _ session: Session, in world: World
    ) throws(RPCError) -> Welcome {
        try reload(world)
        // Sometimes(D9): A session logs in after an advanced clock in the same tick.
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
        // Sometimes(D9): A session resumes at its cursor.
        if hello.after != nil { counts.noteResume() }
        let after = hello.after
        if let after, after > world.core.position {
            throw RPCError(
                .conflict,
                // Sometimes(D9): A session resumes with a cursor of a log that lost its end.
                "This world ends at \(world.core.position), and \(after) is of another log, or of one that lost "
                    + "its end: log in without after, and reload.", .field("after"))
        }
        session.note(hello)
        session.noteCredential(admission.token, isBearer: hello.token == nil)
        let number = session.isStream ? world.sessions.nextNumber(of: principal) : nil
        let device = number.map { Device(number: $0, name: hello.device) }
        world.join(session, as: principal, on: device, catchingUpFrom: after)
        if hello.receivesRequests { world.recorder.begin(after: world.core.position) }
        catchUps.append(world)
        var welcome = Welcome(
            session: session.id, server: Understudy.server, me: .init(hello.identity, name: name),
            device: session.device, cursor: world.core.position, limits: limits,
            clock: .init(kind: world.clockKind, now: now),
            isSystemCollaborationSupportAvailable: hello.system == .current, isNew: isNew)
        welcome.holder = leases?.address
        return welcome
    }

    // MARK: Tokens

    /// Admits the bearer of a token as an observer of the server's own data, such as its metrics.
    ///
    /// - Throws: `rate_limited` or `unauthenticated`.
    package func admitObserver(token: String?, from address: String) throws(RPCError) {
        _ = try logins.admit(.observer(nil), token: token, from: address, at: steadyClock())
    }

    /// Replaces the authenticator, and ends every session whose token is not valid any more.
    ///
    /// - Returns: The ended sessions. The next ``flush()`` returns their last deliveries.
    @discardableResult
    package func change(authenticator: Authenticator) -> [Session] {
        logins.replace(by: authenticator)
        var ended: [Session] = []
        for world in directory.all {
            let revoked = world.sessions.all.filter { !logins.accepts($0) }
            guard !revoked.isEmpty else { continue }
            // Their earlier requests are committed and answered.
            commit(world)
            for session in revoked {
                world.leave(session)
                deliver(Delivery(session: session, content: .end(.tokenRevoked)))
            }
            ended += revoked
        }
        return ended
    }

    /// Resets a session without a stream if its token is revoked. It has no stream that could end.
    func forgetRevoked(_ session: Session) {
        guard !session.isStream, !logins.accepts(session) else { return }
        reset(session)
    }

    /// Resets a session without a stream unless the next request carries its token. A session is checked if its login
    /// used the token of the connection, or if the request carries a token. A proxy may send the requests of several
    /// people over one connection, and no request may run as another person.
    package func hold(_ session: Session, toBearer bearer: String?) {
        session.note(bearer: bearer)
        guard !session.isStream, let credential = session.credential, credential.isBearer || bearer != nil,
            !credential.token.isOpened(by: bearer ?? "")
        else { return }
        reset(session)
    }

    private func reset(_ session: Session) {
        session.world?.leave(session)
        session.logOut()
    }

    // MARK: Long work

    /// True if a long request can continue now, or a session can catch up further.
    package var canContinue: Bool {
        !longRequests.isEmpty || catchUps.canContinue
    }

    /// Continues long work for one turn: sessions catch up, and then the next search or journal continues.
    ///
    /// - Returns: True if another tick should follow at once.
    package func continueWork() -> Bool {
        // Nothing is answered about a world that another server may hold.
        guard (try? confirmLeases()) != nil else { return false }
        var hasMore = continueCatchingUp()
        if let request = longRequests.next() {
            do {
                try continueWork(with: request)
            } catch {
                end(request) { Envelope.failure(id: $0, error) }
            }
            touch(request.world)
        }
        hasMore = hasMore || !longRequests.isEmpty || longRequests.hasAnswered
        return hasMore
    }

    /// Moves long reads to other threads, if the store can.
    ///
    /// - Parameter wake: Called on another thread when the next tick can continue a request.
    package func readAsync(waking wake: @escaping @Sendable () -> Void) {
        directory.store.readAsync(waking: longRequests.signal(waking: wake))
    }

    /// Begins a long request, and answers it if one turn is enough.
    func begin(_ work: LongRequest.Work, for id: RequestID, of session: Session, in world: World) throws(RPCError) {
        try continueWork(with: LongRequest(world: world, work: work, asker: asker(id, session, world)))
    }

    func asker(_ id: RequestID, _ session: Session, _ world: World) -> LongRequest.Asker {
        LongRequest.Asker(session: session, id: id, asked: world.recorder.asked)
    }

    /// Continues a long request, and answers it when it is finished.
    private func continueWork(with request: LongRequest) throws(RPCError) {
        var request = request
        guard !request.world.status.isDeleted else {
            throw isNotServed(request.world)
        }
        if case .identities(var work) = request.work {
            if work.advance(with: request.world.state.identities) {
                return handleAgain(work.message, of: request.asker.session)
            }
            request.work = .identities(work)
            return longRequests.append(request)
        }
        if let answer = try continueWork(with: &request.work, in: request.world) {
            end(request, answer)
        } else {
            // Sometimes(D29): A search takes more than one turn.
            pause(request.asker.session)
            longRequests.append(request)
        }
    }

    /// Continues the work of a request.
    ///
    /// - Returns: A function that encodes the answer for a request id; nil if there is more to do.
    private func continueWork(
        with work: inout LongRequest.Work, in world: World
    ) throws(RPCError) -> ((RequestID) -> [UInt8])? {
        switch work {
        case .search(var search):
            defer { work = .search(search) }
            guard let found = try search.advance(with: world.threads) else { return nil }
            return { Envelope.result(id: $0, found) }
        case .identities: return nil
        case .journal(let journal):
            guard let read = try world.journal.advance(journal, at: world.now(wallClock())) else { return nil }
            return { Envelope.result(id: $0, read) }
        }
    }

    /// Makes the later messages of a session wait. A failed commit does not refuse the current one, which writes
    /// nothing here.
    func pause(_ session: Session) {
        guard !session.isBusy else { return }
        openRequests.forgetCurrent(of: session)
        session.pause()
    }

    /// Answers a long request, and lets the messages that waited for it be handled in the next tick.
    private func end(_ request: LongRequest, _ answer: (RequestID) -> [UInt8]) {
        self.answer(request.asker, in: request.world, with: answer(request.asker.id))
    }

    /// Answers a session, and lets its messages that waited for the answer be handled in the next tick.
    func answer(_ asker: LongRequest.Asker, in world: World, with answer: [UInt8]) {
        let session = asker.session
        // A failed commit would discard the answer with its transaction, and the answer would not be sent again.
        if session.isBusy { commit(world) }
        world.recorder.set(asked: asker.asked)
        enqueue(answer, to: session)
        guard session.isBusy else { return }
        world.recorder.set(asked: nil)
        commit(world)
        longRequests.noteAnswered(session)
    }

    /// Returns the sessions whose waiting messages were handled since the last call.
    package func takeUnpaused() -> [Session] { longRequests.takeUnpaused() }

    // MARK: Catching up

    /// Lets the sessions that catch up receive more, and commits what that enqueued.
    ///
    /// - Returns: True if one of them can receive more at once.
    private func continueCatchingUp() -> Bool {
        guard !catchUps.worlds.isEmpty else { return false }
        let hasMore = sendMissed()
        for world in catchUps.worlds {
            // Sometimes(D14): A session that catches up receives more.
            if world.transaction.hasMessages { commit(world) }
            directory.watch(world)
        }
        catchUps.removeFinished()
        return hasMore
    }

    /// Returns true if a session can catch up further, because few bytes wait unsent on its stream.
    package func canCatchUp(to session: Session) -> Bool { catchUps.canContinue(session) }

    /// Reloads the state of a stale world from its log.
    func reload(_ world: World) throws(RPCError) {
        guard world.isStale else { return }
        // Sometimes(D4): A world is read from its log again after a failed commit.
        try world.reload()
        catchUps.append(world)
        if world.transaction.hasMessages { touch(world) }
        // Clients do not know that they missed something: they receive it before any answer that builds on it.
        sendMissed(toAllIn: world)
    }
}
