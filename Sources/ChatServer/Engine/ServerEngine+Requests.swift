import ChatCore
import ChatLog
import ChatProtocol

/// The steps of a request: its parsing, the rights of its sender, and the answers that need no decision of the core.
extension ServerEngine {
    /// Parses a request up to its method.
    ///
    /// - Returns: Nil if the message is no request, or comes too fast. It is then answered.
    func read(_ message: [UInt8], from session: Session, isLogin: Bool) -> IncomingRequest? {
        // An unreadable request costs as much of its sender's rate as a readable one.
        let wait = configuration.limitsRate ? session.countRequest(limits: limits, at: steadyClock()) : nil
        let refusal: (id: RequestID?, error: RPCError)
        do {
            let isWhole = session.world?.sessions.needsRequests == true
            let request = try IncomingRequest(message, limits: limits, isWhole: isWhole)
            guard let wait else { return request }
            refusal = (request.id, tooFast(wait))
        } catch {
            refusal = (error.id, wait.map(tooFast) ?? error.error)
        }
        counts.noteRequest(nil, refusal.error.reason)
        let answer = Envelope.failure(id: refusal.id, refusal.error)
        if !isLogin { openRequests.append(.init(session: session, message: message, isLogin: false, answer: answer)) }
        enqueue(answer, to: session)
        return nil
    }

    /// Notes a request for the observers and the journal of its world.
    func note(_ request: IncomingRequest, size: Int, from session: Session) {
        guard let world = session.world else { return }
        world.status.noteUse(at: steadyClock())
        world.recorder.note(
            request, size: size, from: session, at: world.now(wallClock()), after: world.core.position)
    }

    private static var loggedInTwice: RPCError { RPCError(.conflict, "This session has already logged in.") }

    func tooFast(_ wait: Int64) -> RPCError {
        let text = "More than \(limits.requestsPerSecond) requests a second; try again in \(wait) ms."
        return RPCError(.rateLimited, text, .retryAfter(milliseconds: wait))
    }

    /// Checks that the role of a session may send a request, and parses its params.
    ///
    /// - Returns: Nil for `session.hello`, which is for a session without a world.
    /// - Throws: ``RPCError`` if the session may not send it, or if its world is not served or cannot be read.
    func authorize(
        _ request: IncomingRequest, from session: Session
    ) throws(RPCError) -> (call: Call, world: World, principal: Principal)? {
        guard let method = request.method else {
            let name = String(request.name.prefix(100))
            let nearest = Spelling.nearest(to: name, among: Method.allCases.map(\.rawValue))
            let hint = nearest.map { " Did you mean “\($0)”?" } ?? ""
            throw RPCError(.unknownMethod, "There is no method “\(name)”.\(hint)")
        }
        guard let world = session.world, let principal = session.principal else {
            guard method == .sessionHello else {
                throw RPCError(.unauthenticated, "The first request of a session is session.hello.")
            }
            return nil
        }
        guard method != .sessionHello else { throw Self.loggedInTwice }
        guard method.roles.contains(principal.role) else {
            let roles = method.roles.map(\.rawValue).joined(separator: " or ")
            throw RPCError(
                .forbidden, "\(method.rawValue) is for the role \(roles), and this session is \(principal.role).")
        }
        guard !world.status.isDeleted else { throw isNotServed(world) }
        let call = try request.call(method)
        do throws(RPCError) {
            try reload(world)
        } catch {
            throw world.failures.refusal(of: call.clientID, from: principal, error)
        }
        return (call, world, principal)
    }

    /// Answers a request that needs no decision of the core.
    func answer(
        _ request: LiveRequest, _ principal: Principal, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        switch request {
        case .sessionHello: throw Self.loggedInTwice
        case .sessionPing: enqueue(.empty, id, to: session)
        case .rpcDiscover: enqueue(Envelope.result(id: id, EncodedJSON(ContractText.openRPCLine)), to: session)
        case .sessionFence: try fence(world, id, session)
        case .clockNow: enqueue(.clock(world.clockKind, now: world.now(wallClock())), id, to: session)
        case .clockAdvance(let step): try advance(world, step, id, session)
        case .worldCreate(let request):
            try directory.create(request)
            answerDone(id, to: session)
        case .worldReset(let request): try reset(request.world, id, session, in: world)
        case .worldDelete(let request): try delete(request.world, id, session, in: world)
        case .worldList: try listWorlds(id, session)
        case .conversationList(let request):
            let now = world.now(wallClock())
            world.endByTime(at: now)
            let page = try world.threads.conversations(
                request, for: principal, on: session.system, at: now, world.dispatcher.marks)
            enqueue(Envelope.result(id: id, page, reserving: page.bytesMax), to: session)
        case .conversationHistory(let request):
            try commitNow(world)
            enqueue(try world.threads.history(request, for: principal, on: session.system), id, to: session)
        case .messageSearch(let request):
            try commitNow(world)
            try begin(
                .search(try MessageSearch(request, for: principal, on: session.system, with: world.threads)), for: id,
                of: session, in: world)
        case .messageThread(let request):
            try commitNow(world)
            enqueue(try world.threads.replyThread(request, for: principal, on: session.system), id, to: session)
        case .messageRecentlyDeleted(let request):
            try commitNow(world)
            enqueue(try world.threads.recentlyDeleted(request, for: principal), id, to: session)
        case .messageAttachment(let request):
            try commitNow(world)
            enqueue(try world.threads.attachment(of: request.message, for: principal), id, to: session)
        case .conversationTyping(let request): try setTyping(request, in: world, principal, id, session)
        case .faultInject(let request): try inject(request, in: world, id, session)
        case .journalList(let request):
            try beginJournal(
                request.filter, .page(of: limits.pageSize(request.limit), behind: request.number), in: world, id,
                session)
        case .journalVerify(let request):
            try beginJournal(request.filter, .verdict(request.count), in: world, id, session)
        case .personList(let request): enqueue(try world.threads.people(request, world.sessions), id, to: session)
        case .faultList: enqueue(.faults(world.dispatcher.faults.all), id, to: session)
        case .faultClear(let request): try clearFaults(request.fault, in: world, id, session)
        case .attributionAttach(let request): try attach(request, in: world, principal, id, session)
        case .attributionShow(let request):
            enqueue(
                .attribution(try world.attributions.attribution(request.attribution, for: principal, in: world.state)),
                id, to: session)
        case .identityChallenge: try issueChallenge(in: world, principal, id, session)
        case .documentClose(let reference): try close(reference, in: world, principal, id, session)
        case .activityChoose(let request):
            let me = try principal.person
            let chosen = try world.core.chosen(request, by: me)
            enqueue(.empty, id, to: session)
            world.show(chosen, in: request.app, runningAs: me)
        }
    }

    func enqueue(_ answer: Answer, _ id: RequestID, to session: Session) {
        enqueue(Envelope.result(id: id, answer), to: session)
    }

    // MARK: Requests about what is live

    /// Answers a fence: every event that was accepted before it is on every stream that receives it and does not catch up.
    func fence(_ world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        // A change that is due by now is not pending.
        world.endByTime(at: world.now(wallClock()))
        try commitNow(world)
        catchUps.append(world)
        sendMissed(toAllIn: world)
        releaseHeldBack(in: world)
        if world.transaction.hasMessages { try commitNow(world) }
        try confirmLease(of: world)
        enqueue(.fence(cursor: world.core.position, pending: pending(in: world, for: session)), id, to: session)
    }

    /// Returns the pending work, the earliest first; at the same moment, in the order in which it was listed. It names
    /// notices of other people, so an app receives none of it.
    private func pending(in world: World, for session: Session) -> [PendingWork] {
        let all: [PendingWork]
        switch session.state {
        case .joined(_, .app, _): return []
        case .joined(_, .person(let me), _): all = world.pending(at: world.now(wallClock()), for: me)
        default: all = world.pending(at: world.now(wallClock()), for: nil)
        }
        return all.enumerated().sorted { ($0.element.dueAt, $0.offset) < ($1.element.dueAt, $1.offset) }.map(\.element)
    }

    func setTyping(
        _ request: SetTyping, in world: World, _ principal: Principal, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard case .person(let me) = principal else { throw RPCError(.forbidden, "Only a person can type.") }
        let now = world.now(wallClock())
        let conversation = try world.core.view(request.conversation, of: me, at: now)
        enqueue(
            Envelope.result(
                id: id, Answer.conversation(conversation.adding(world.dispatcher.marks, for: me), line: nil)),
            to: session)
        world.presence.setTyping(request.isTyping, by: me, in: request.conversation, at: now, world.state)
    }

    func attach(
        _ request: AttachAttribution, in world: World, _ principal: Principal, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard case .app(let app, let person) = principal else {
            throw RPCError(.forbidden, "Only an app can attach an attribution.")
        }
        let now = world.now(wallClock())
        let decision = try world.decide(request: nil, at: now) { core throws(RPCError) in
            let display = DisplayHighlight(highlight: request.highlight, context: request.context)
            return try core.handle(.highlightDisplay(display), from: principal, at: now)
        }
        let token = world.attach(
            .init(app: app, person: person, highlight: request.highlight, context: request.context))
        enqueue(Envelope.result(id: id, Answer.attributionToken(token)), to: session)
        world.broadcast(decision, origin: session)
    }

    func close(
        _ reference: DocumentReference, in world: World, _ principal: Principal, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard let me = principal.handle else { throw RPCError(.forbidden, "Only a person can open documents.") }
        var app: AppID?
        if case .app(let own, _) = principal { app = own }
        let document: DocumentID
        if let open = DocumentViews(world.core.state).document(reference)?.id,
            world.presence.documents.has(open, openIn: session.id)
        {
            document = open
        } else {
            document = try world.core.document(reference, to: .read, in: app, for: me).id
        }
        world.presence.close(document, in: session, world.state)
        world.enqueue(Envelope.result(id: id, Answer.empty), to: session)
    }

    /// Begins to read the journal of a world, for a page or a verdict.
    func beginJournal(
        _ filter: JournalFilter, _ purpose: JournalReading.Purpose, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        // Changes by time that are due come first.
        world.endByTime(at: world.now(wallClock()))
        try commitNow(world)
        let reading = try JournalReading(
            filter, purpose, notes: world.recorder.begin(after: world.core.position), end: world.log.end,
            bytesMax: world.threads.pageBytes)
        try begin(.journal(reading), for: id, of: session, in: world)
    }

    // MARK: Clocks and faults

    /// The most rounds in which the effects of time may cause further effects of time.
    private static let settlingMax = 1_000

    func advance(
        _ world: World, _ step: AdvanceClock, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard world.clockKind == .virtual else {
            throw RPCError(.conflict, "The clock of this world is real: time passes by itself.")
        }
        var now = world.now(wallClock())
        switch step {
        case .milliseconds(let milliseconds): now = now.advanced(byMilliseconds: milliseconds)
        case .until(.quiescent):
            // A fault holds a notification back only when it is released.
            try commitNow(world)
            now = world.quiescentAt(from: now, in: Self.settlingMax)
        }
        // Observers receive the request before its effects.
        world.recorder.notify(
            answeredWith: Envelope.result(id: id, Answer.clock(.virtual, now: now)), to: session, at: now)
        var decision = try world.pass(to: now)
        if step == .until(.quiescent) {
            for _ in 0..<Self.settlingMax {
                // A fault may hold back some of the effects in its turn.
                try commitNow(world)
                guard let next = world.pending(at: now, for: nil).map(\.dueAt).max() else { break }
                now = next
                decision = try world.pass(to: now)
            }
        }
        enqueue(Envelope.result(id: id, decision), to: session)
    }

    func inject(
        _ request: InjectFault, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        // The fault does not concern earlier messages, and it must outlive a failed commit.
        try commitNow(world)
        let fault = try world.dispatcher.inject(request)
        answerUnconditionally(.fault(fault), id, to: session, in: world)
    }

    func clearFaults(
        _ fault: FaultID?, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        try commitNow(world)
        try world.dispatcher.clear(fault)
        answerUnconditionally(.empty, id, to: session, in: world)
    }

    /// Answers a request whose effect no later commit can roll back.
    private func answerUnconditionally(_ answer: Answer, _ id: RequestID, to session: Session, in world: World) {
        commit(world)
        enqueue(answer, id, to: session)
        commit(world)
    }

    // MARK: Worlds

    /// Sends an answer that stays true even if the commit of the requester's own world fails.
    private func answerDone(_ id: RequestID, to session: Session) {
        let words = Envelope.result(id: id, Answer.empty)
        openRequests.answerCurrent(with: words)
        enqueue(words, to: session)
    }

    private func listWorlds(_ id: RequestID, _ session: Session) throws(RPCError) {
        // Pending events are committed first, so that the list includes them.
        for world in directory.all where world.transaction.hasDecided { commit(world) }
        enqueue(Envelope.result(id: id, Answer.worlds(try directory.summaries())), to: session)
    }

    /// Returns the world that an observer resets or deletes; nil if another server holds it and performs the request.
    private func world(
        _ name: WorldName, toBe change: String, _ session: Session, in own: World
    ) throws(RPCError) -> World? {
        try directory.checkIsOpen(name, toBe: change)
        guard let world = try world(name, toAnswer: session, in: own) else { return nil }
        try commitNow(world)
        return world
    }

    func reset(_ name: WorldName, _ id: RequestID, _ session: Session, in own: World) throws(RPCError) {
        guard let world = try world(name, toBe: "reset", session, in: own) else { return }
        do {
            defer { directory.watch(world) }
            try begin(world, onEmptied: try directory.store.empty(name))
        } catch {
            throw RPCError(error)
        }
        answerDone(id, to: session)
    }

    /// Restarts a world with an empty log. Observers stay; all other sessions end.
    func begin(_ world: World, onEmptied log: any EventLog) throws(LogError) {
        endSessions(of: world) { if case .joined(_, .observer, _) = $0.state { false } else { true } }
        try world.reset(log: log)
    }

    func delete(_ name: WorldName, _ id: RequestID, _ session: Session, in own: World) throws(RPCError) {
        guard name != .main else {
            throw RPCError(.conflict, "The world main cannot be deleted; reset it instead.", .field("world"))
        }
        guard let world = try world(name, toBe: "deleted", session, in: own) else { return }
        do { try directory.store.remove(name) } catch { throw RPCError(error) }
        answerDone(id, to: session)
        commit(world)
        end(world)
    }

    /// Stops serving a world, and ends its sessions.
    func end(_ world: World, because reason: SessionEnd = .worldEnded) {
        endSessions(of: world, because: reason) { _ in true }
        world.status.noteDeleted()
        directory.watch(world)
        directory.remove(world)
    }

    private func endSessions(
        of world: World, because reason: SessionEnd = .worldEnded, where matches: (Session) -> Bool
    ) {
        for session in world.sessions.all.filter(matches) {
            world.leave(session)
            deliver(Delivery(session: session, content: .end(reason)))
        }
    }
}
