import ChatCore
import ChatLog
import ChatProtocol

/// One request that the core decides: the answer to a retry, the decision, the answer, and the notifications about it.
struct RequestDecision {
    let session: Session
    let world: World
    let principal: Principal
    let id: RequestID
    /// The id under which the client may repeat the request; nil if it may not.
    let clientID: String?

    /// Decides the request.
    ///
    /// - Parameters:
    ///   - wall: The wall clock.
    ///   - commit: Commits the world, before the log is read.
    /// - Throws: ``RPCError`` if the request is refused. It left no trace then.
    func perform(
        _ request: Request, at wall: () -> Instant, committing commit: () throws(RPCError) -> Void
    ) throws(RPCError) {
        let keyed = clientID.map { (sender: principal.sender, clientID: $0) }
        var prefetched = Prefetched.nothing
        do {
            if let keyed, var earlier = try earlierResult(keyed.clientID) {
                // A retry may come from another stream.
                if case .documentOpen(let reference) = request, reopen(reference) {
                    earlier = try earlierResult(keyed.clientID) ?? earlier
                }
                return world.enqueue(Envelope.result(id: id, EncodedJSON(earlier)), to: session)
            }
            if let entry = request.entry {
                try commit()
                prefetched = try world.prefetch.entry(entry)
            } else if let messages = request.deletedMessages {
                try commit()
                prefetched = try world.prefetch.deletion(of: messages, by: request, for: principal)
            } else if case .deliveryExplain(let question) = request {
                try commit()
                prefetched = .facts(try world.prefetch.facts(toExplain: question))
            }
        } catch let error as LogError {
            throw RPCError(error)
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.internal, "\(error)")
        }
        let now = world.now(wall())
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
                let answer = world.dispatcher.marks.added(to: answer, for: principal)
                guard session.system == .old else { return answer }
                return OldSystemReader(core: core, log: world.log).answer(answer, for: principal)
            case .document, .appDocument:
                if case .documentOpen(let reference) = request,
                    let document = DocumentViews(core.state).document(reference)?.id,
                    world.presence.open(document, in: session)
                {
                    opened = document
                }
                return world.presence.documents.added(to: answer)
            case .message where isUnsending: return addingWarning(to: answer, in: core.state)
            case .share, .shares, .savedShare, .asked: return session.system == .old ? answer.onOldSystem : answer
            default: return answer
            }
        }
        world.enqueue(Envelope.result(id: id, decision, reserving: (decision.message?.count ?? 192) + 64), to: session)
        if case .linkOpen(let link) = request, case .opened(let app?) = decision.answer, let me = principal.handle {
            world.show(link.url, in: app, runningAs: me)
        }
        if world.presence.isTyping { world.presence.endTyping(after: decision.records, in: world.state) }
        world.broadcast(decision, origin: session)
        if let opened { world.presence.notify(opened, except: session, in: world.state) }
        if !world.presence.documents.isEmpty {
            world.presence.closeDocuments(after: decision.records, in: world.state)
        }
    }

    /// Returns the answer to the sender of an unsent message. A warning names the members with a session on an older
    /// system (`msg-unsend-old`).
    ///
    /// - Parameter state: The state of the core that is deciding. It must not be read from the world
    ///   during the decision.
    private func addingWarning(to answer: Answer, in state: borrowing CoreState) -> Answer {
        guard case .message(let message) = answer, message.isUnsent else { return answer }
        let readers = state.conversations[message.conversation]?.order ?? []
        let keepers = readers.filter { reader in
            reader != message.sender && world.sessions.people[reader]?.contains { $0.system == .old } == true
        }
        guard !keepers.isEmpty else { return answer }
        let names = keepers.map { state.person($0).name }.joined(separator: ", ")
        return .unsent(
            message, warning: "\(names) may still see it on a device with an older system.", retainedBy: keepers)
    }

    /// Returns the result of an earlier request with this client id; nil if the request is new.
    private func earlierResult(_ clientID: String) throws -> [UInt8]? {
        if let result = world.transaction.result(of: clientID, from: principal.sender) { return result }
        let key = IdempotencyKey(handle: principal.sender.key, clientID: clientID)
        guard let position = try world.log.position(of: key) else { return nil }
        return try world.answers.earlierResult(of: principal, recordedAt: position)
    }

    /// Notes that a session has a document open, because its earlier request opened it.
    ///
    /// - Returns: True if the other readers are notified.
    private func reopen(_ reference: DocumentReference) -> Bool {
        let views = DocumentViews(world.core.state)
        guard let document = views.document(reference), let me = session.principal?.handle,
            views.canRead(document, me), !document.isDeleted,
            world.presence.open(document.id, in: session)
        else { return false }
        world.presence.notify(document.id, except: session, in: world.state)
        return true
    }
}

/// A JSON text that is encoded already.
struct EncodedJSON: JSONWritable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func write(to json: inout JSONWriter) { json.raw(bytes) }
}

extension World {
    /// The outcome of a request.
    struct Decision {
        var answer: Answer
        var records: [EventRecord]
        /// The JSON of the posted message, of which a request has at most one. It is encoded once for the log, and
        /// copied from there for the answer and all recipients.
        var message: ArraySlice<UInt8>?
    }
}

extension World.Decision: JSONWritable {
    /// Appends the answer as the result object.
    func write(to json: inout JSONWriter) { answer.write(to: &json, message: message) }
}
