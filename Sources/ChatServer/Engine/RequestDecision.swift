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
            } else if case .identitySign = request {
                prefetched = .device(session.device?.name ?? "")
            } else if case .identityProve(let request) = request, case .app(let app, let person) = principal {
                let instance = AppInstance(app: app, person: person)
                prefetched = .challenge(world.challenges.use(request.challenge, by: instance, at: world.now(wall())))
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

        /// Notes the trace of the request in all of its events.
        mutating func note(_ trace: TraceParent) {
            for index in records.indices { records[index].trace = trace }
        }
    }
}

extension World.Decision: JSONWritable {
    /// Appends the answer as the result object.
    func write(to json: inout JSONWriter) { answer.write(to: &json, message: message) }
}

/// Reads from the log what the core needs for a decision. The transaction must be empty.
struct PrefetchReader {
    let core: Core
    let log: any EventLog
    let limits: Limits

    /// Returns the event of a thread entry with this id from the log.
    func entry(_ id: String) throws(LogError) -> Prefetched {
        // An action is in no thread. Its id has the position of its event.
        if id.hasPrefix("x"), let position = Int64(id.dropFirst()) {
            guard let row = try log.record(at: position), let record = try? EventRecord(row) else { return .nothing }
            return .record(record)
        }
        guard let entry = try log.entry(id: id), let record = try? EventRecord(entry.record) else { return .nothing }
        return .record(record)
    }

    /// Returns the messages that a deletion or a recovery names, and the newest message that it leaves.
    func deletion(
        of ids: [MessageID], by request: Request, for principal: Principal
    ) throws(LogError) -> Prefetched {
        guard let me = principal.handle, ids.count <= limits.pageEntries else { return .nothing }
        var messages: [PlacedMessage] = []
        var known: Set<MessageID> = []
        for id in ids where known.insert(id).inserted {
            guard let message = try log.entry(id: id.rawValue)?.message else { continue }
            messages.append(message)
        }
        let sought = core.soughtHead(by: request, of: me, messages)
        return .deletion(messages, newest: try sought.flatMap { head throws(LogError) in try log.newest(head) })
    }

    /// Returns the events that answer a question about a delivery, in order.
    ///
    /// Cost: one or two look-ups. For a notice that grew without notifying a member again, the events of the ten
    /// minutes in which it may grow. For an edited message, the events up to its last edit.
    func facts(toExplain question: ExplainDelivery) throws(LogError) -> [EventRecord] {
        let about = question.about
        if let entry = try log.entry(id: about) {
            guard let newest = try? EventRecord(entry.record) else { return [] }
            if case .messageChanged(let changed) = newest.event, !changed.message.isUnsent {
                return try tellings(of: changed.message, from: entry.place, newest: newest)
            }
            guard case .noticePosted(let posted) = newest.event, entry.place < newest.position,
                !posted.recipients.contains(question.person),
                core.state.conversations.wasEverMember(question.person, of: posted.notice.conversation)
            else { return [newest] }
            return try records(of: about, from: entry.place, through: newest.position)
        }
        if about.hasPrefix("q"), let position = Int64(about.dropFirst()), let row = try log.record(at: position) {
            return (try? EventRecord(row)).map { [$0] } ?? []
        }
        guard let pinned = ShelfReader(core.state).pinPosition(of: about, by: question.person) else { return [] }
        // A pin is followed by its effect on the shelf, and by the question that it leads to.
        return try log.read(after: pinned, limit: 2).compactMap { try? EventRecord($0) }
    }

    /// Returns the sent, the edited and the newest states of a message. Tapbacks come for years, edits only for
    /// minutes.
    private func tellings(
        of message: Message, from place: Int64, newest: EventRecord
    ) throws(LogError) -> [EventRecord] {
        var found: [EventRecord] = []
        if let editedAt = message.editedAt {
            found = try records(of: message.id.rawValue, from: place, through: newest.position - 1, until: editedAt)
        } else if let row = try log.record(at: place) {
            found = (try? EventRecord(row)).map { [$0] } ?? []
        }
        return found + [newest]
    }

    /// Returns the events of one id between two positions, up to a time.
    private func records(
        of id: String, from first: Int64, through last: Int64, until end: Instant? = nil
    ) throws(LogError) -> [EventRecord] {
        var found: [EventRecord] = []
        var position = first - 1
        while position < last {
            let page = try log.read(after: position, limit: 256)
            guard let newest = page.last else { break }
            found += page.filter { $0.position <= last && $0.entry?.id == id }.compactMap { try? EventRecord($0) }
            if let end, newest.at > end.milliseconds { break }
            position = newest.position
        }
        return found
    }
}
