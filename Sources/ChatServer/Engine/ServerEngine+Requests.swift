import ChatCore
import ChatLog
import ChatProtocol

/// The path of a request from its bytes to its answer: the method, the rights, the params, and the decision.
extension ServerEngine {
    func handle(_ message: [UInt8], from session: Session) {
        let request: IncomingRequest
        let isLogin = session.world == nil
        func answerAtOnce(_ id: RequestID?, _ error: RPCError) {
            counts.noteRequest(nil, error.reason)
            let refusal = Envelope.failure(id: id, error)
            if !isLogin {
                openRequests.append(
                    OpenRequest(session: session, message: message, isLogin: false, answer: refusal))
            }
            enqueue(refusal, to: session)
        }
        // An unreadable request costs as much of its sender's rate as a readable one.
        let wait = configuration.limitsRate ? session.bucket.take(limits: limits, at: steadyClock()) : nil
        do {
            let isWhole = session.world?.sessions.needsRequests == true
            request = try IncomingRequest(message, limits: limits, isWhole: isWhole)
        } catch {
            return answerAtOnce(error.id, wait.map(tooFast) ?? error.error)
        }
        if let wait { return answerAtOnce(request.id, tooFast(wait)) }
        // An answer may free another session, whose waiting request is then handled within this one.
        let outer = current
        current = OpenRequest(session: session, message: message, isLogin: isLogin)
        defer {
            // Before the login, the answer waits for no commit and is already released.
            if let current, session.world != nil { openRequests.append(current) }
            current = outer
        }
        if let world = session.world {
            world.usedAt = steadyClock()
            world.note(request, size: message.count, from: session, at: world.now(wallClock()))
        }
        defer { session.world?.asked = nil }
        do {
            try confirmLeases()
            // The session has ended if another server has taken its world.
            if case .ended = session.state { return }
            try perform(request, from: session)
            counts.noteRequest(request.method, nil)
        } catch {
            counts.noteRequest(request.method, error.reason)
            enqueue(Envelope.failure(id: request.id, error), to: session)
        }
    }

    private static var loggedInTwice: RPCError { RPCError(.conflict, "This session has already logged in.") }

    func tooFast(_ wait: Int64) -> RPCError {
        let text = "More than \(limits.requestsPerSecond) requests a second; try again in \(wait) ms."
        return RPCError(.rateLimited, text, .retryAfter(milliseconds: wait))
    }

    private func perform(_ request: IncomingRequest, from session: Session) throws(RPCError) {
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
            return try hello(request, from: session)
        }
        guard method != .sessionHello else { throw Self.loggedInTwice }
        guard method.roles.contains(principal.role) else {
            let roles = method.roles.map(\.rawValue).joined(separator: " or ")
            throw RPCError(
                .forbidden, "\(method.rawValue) is for the role \(roles), and this session is \(principal.role).")
        }
        guard !world.isDeleted else { throw isNotServed(world) }
        let call = try request.call(method)
        do throws(RPCError) {
            try reload(world)
        } catch {
            throw world.refusal(of: call.clientID, from: principal, error)
        }
        switch call.request {
        case .core(let asked): try decide(asked, principal, clientID: call.clientID, in: world, request.id, session)
        case .live(let asked): try answer(asked, principal, in: world, request.id, session)
        }
    }

    /// Answers a request that needs no decision of the core.
    private func answer(
        _ request: LiveRequest, _ principal: Principal, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        switch request {
        case .sessionHello: throw Self.loggedInTwice
        case .sessionPing: enqueue(.empty, id, to: session)
        case .rpcDiscover: enqueue(Envelope.result(id: id, EncodedJSON(ContractText.openRPCLine)), to: session)
        case .sessionFence: try fence(world, id, session)
        case .clockNow: enqueue(.clock(world.clockKind, now: world.now(wallClock())), id, to: session)
        case .clockAdvance(let step): try advance(world, step, id, session)
        case .worldCreate(let request): try create(request, id, session)
        case .worldReset(let request): try reset(request.world, id, session, in: world)
        case .worldDelete(let request): try delete(request.world, id, session, in: world)
        case .worldList: try listWorlds(id, session)
        case .conversationList(let request):
            let now = world.now(wallClock())
            world.endByTime(at: now)
            let page = try world.conversations(request, for: principal, on: session.system, at: now)
            enqueue(Envelope.result(id: id, page, reserving: page.bytesMax), to: session)
        case .conversationHistory(let request):
            try commitNow(world)
            enqueue(try world.history(request, for: principal, on: session.system), id, to: session)
        case .messageSearch(let request):
            try commitNow(world)
            try begin(
                .search(try world.beginSearch(request, for: principal, on: session.system)), for: id, of: session,
                in: world)
        case .messageThread(let request):
            try commitNow(world)
            enqueue(try world.replyThread(request, for: principal, on: session.system), id, to: session)
        case .messageRecentlyDeleted(let request):
            try commitNow(world)
            enqueue(try world.recentlyDeleted(request, for: principal), id, to: session)
        case .messageAttachment(let request):
            try commitNow(world)
            enqueue(try world.attachment(of: request.message, for: principal), id, to: session)
        case .conversationTyping(let request): try setTyping(request, in: world, principal, id, session)
        case .faultInject(let request): try inject(request, in: world, id, session)
        case .journalList(let request):
            try beginJournal(
                request.filter, .page(of: limits.pageSize(request.limit), behind: request.number), in: world, id,
                session)
        case .journalVerify(let request):
            try beginJournal(request.filter, .verdict(request.count), in: world, id, session)
        case .personList(let request): enqueue(try world.people(request), id, to: session)
        case .faultList: enqueue(.faults(world.live.faults.all), id, to: session)
        case .faultClear(let request): try clearFaults(request.fault, in: world, id, session)
        case .attributionAttach(let request): try attach(request, in: world, principal, id, session)
        case .attributionShow(let request):
            enqueue(.attribution(try world.attribution(request.attribution, for: principal)), id, to: session)
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

    private func decide(
        _ request: Request, _ principal: Principal, clientID: String?, in world: World, _ id: RequestID,
        _ session: Session
    ) throws(RPCError) {
        let keyed = clientID.map { (sender: principal.sender, clientID: $0) }
        var prefetched = Prefetched.nothing
        do {
            if let keyed, var earlier = try earlierResult(of: principal, clientID: keyed.clientID, in: world) {
                // A retry may come from another stream.
                if case .documentOpen(let reference) = request, reopen(reference, in: world, session) {
                    earlier = try earlierResult(of: principal, clientID: keyed.clientID, in: world) ?? earlier
                }
                return world.enqueue(Envelope.result(id: id, EncodedJSON(earlier)), to: session)
            }
            if let entry = request.entry {
                try commitNow(world)
                prefetched = try world.prefetched(entry)
            } else if let messages = request.deletedMessages {
                try commitNow(world)
                prefetched = try world.prefetched(messages, of: request, for: principal)
            } else if case .deliveryExplain(let question) = request {
                try commitNow(world)
                prefetched = .facts(try world.facts(toExplain: question))
            }
        } catch let error as LogError {
            throw RPCError(error)
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.internal, "\(error)")
        }
        let now = world.now(wallClock())
        var opened: DocumentID?
        let isUnsending = if case .messageUnsend = request { true } else { false }
        let decision = try world.decide(request: keyed, at: now) { core throws(RPCError) in
            if session.system == .old, let me = principal.handle { try core.checkOldSystem(request, of: me) }
            let answer = try core.handle(
                request, from: principal, clientID: clientID, prefetched: prefetched, at: now)
            // Most answers are passed on without a look into them, because they may be long.
            switch answer {
            case .opened(let app?):
                if case .linkOpen(let link) = request, let me = principal.handle,
                    world.sessions.apps[AppInstance(app: app, person: me)] == nil
                {
                    core.storeLink(link.url, for: app, runningAs: me, at: now)
                }
                return answer
            case .conversation:
                let answer = world.addingReceipt(to: answer, for: principal)
                return session.system == .old ? world.onOldSystem(answer, for: principal, in: core.state) : answer
            case .document, .appDocument:
                if case .documentOpen(let reference) = request,
                    let document = core.state.document(reference)?.id,
                    world.beginPresence(in: document, of: session)
                {
                    opened = document
                }
                return world.addingPresence(to: answer)
            case .message where isUnsending: return world.addingWarning(to: answer, in: core.state)
            case .share, .shares, .savedShare, .asked: return session.system == .old ? answer.onOldSystem : answer
            default: return answer
            }
        }
        world.enqueue(Envelope.result(id: id, decision, reserving: (decision.message?.count ?? 192) + 64), to: session)
        if case .linkOpen(let link) = request, case .opened(let app?) = decision.answer, let me = principal.handle {
            world.show(UserActivity(webpageURL: link.url), in: app, runningAs: me)
        }
        if !world.live.typing.isEmpty { world.endTyping(after: decision.records) }
        world.broadcast(decision, origin: session)
        if let opened { world.notifyPresence(in: opened, except: session) }
        if !world.live.presence.isEmpty { world.endPresence(after: decision.records) }
    }

    /// Returns the result of an earlier request with this client id; nil if the request is new.
    private func earlierResult(of principal: Principal, clientID: String, in world: World) throws -> [UInt8]? {
        if let result = world.transaction.result(of: clientID, from: principal.sender) { return result }
        let key = IdempotencyKey(handle: principal.sender.key, clientID: clientID)
        guard let position = try world.log.position(of: key) else { return nil }
        return try world.earlierResult(of: principal, recordedAt: position)
    }

    /// Notes that a session has a document open, because its earlier request opened it.
    ///
    /// - Returns: True if the other readers are notified.
    private func reopen(_ reference: DocumentReference, in world: World, _ session: Session) -> Bool {
        guard let document = world.core.state.document(reference), let me = session.principal?.handle,
            world.core.state.canRead(document, me), !document.isDeleted,
            world.beginPresence(in: document.id, of: session)
        else { return false }
        world.notifyPresence(in: document.id, except: session)
        return true
    }
}

/// A JSON text that is encoded already.
struct EncodedJSON: JSONWritable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func write(to json: inout JSONWriter) { json.raw(bytes) }
}
