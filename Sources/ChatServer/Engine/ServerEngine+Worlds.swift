import ChatCore
import ChatLog
import ChatProtocol

/// Creation, reset and deletion of worlds by observers.
extension ServerEngine {
    func create(_ request: CreateWorld, _ id: RequestID, _ session: Session) throws(RPCError) {
        let length = request.world.rawValue.count
        guard length > 0, length <= limits.nameCharacters else {
            let problem = "must have from 1 to \(limits.nameCharacters) characters"
            throw RPCError.invalid(InvalidField(field: "world", problem: problem))
        }
        let isThere = RPCError(.conflict, "There is a world “\(request.world)” already.", .field("world"))
        guard worlds[request.world] == nil else { throw isThere }
        let count: Int
        do { count = try store.count() ?? worlds.count } catch { throw RPCError(error) }
        guard count < limits.worlds else {
            throw RPCError.tooLarge("\(count + 1) worlds", limit: "worlds", limits.worlds)
        }
        let isMade: Bool
        do {
            isMade = try store.make(request.world, clock: request.clock, seed: request.seed)
        } catch {
            throw RPCError(error)
        }
        guard isMade else { throw isThere }
        if leases == nil { _ = try place(of: request.world) }
        answerDone(id, to: session)
    }

    /// Sends an answer that stays true even if the commit of the requester's own world fails.
    private func answerDone(_ id: RequestID, to session: Session) {
        let words = Envelope.result(id: id, Answer.empty)
        current?.answer = words
        enqueue(words, to: session)
    }

    func listWorlds(_ id: RequestID, _ session: Session) throws(RPCError) {
        // Pending events are committed first, so that the list includes them.
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) where world.transaction.hasDecided {
            commit(world)
        }
        let listed: [ListedWorld]
        do { listed = try store.list() ?? worlds.values.map(\.listed) } catch { throw RPCError(error) }
        let wall = wallClock()
        let all = listed.sorted { $0.name < $1.name }.map { row in
            // The stored rows of `main` may lack its clock and seed, so the served world comes first.
            let served = worlds[row.name]
            let clock = served?.clockKind ?? row.clock
            return WorldSummary(
                world: row.name, clock: clock, now: served?.now(wall) ?? clock.now(wall, after: row.lastAt),
                seed: served?.seed ?? row.seed,
                sessions: served?.sessions.all.count ?? row.sessions, cursor: row.end,
                isStored: served?.isStored ?? store.isStored, holder: row.holder)
        }
        enqueue(Envelope.result(id: id, Answer.worlds(all)), to: session)
    }

    /// Returns the world that an observer resets or deletes; nil if another server holds it and performs the request.
    private func world(
        _ name: WorldName, notStoredFor purpose: String, _ session: Session, in own: World
    ) throws(RPCError) -> World? {
        // Observers create the other worlds over the network, so they may also reset and delete them.
        guard name != .main || !(worlds[.main]?.isStored ?? store.isStored) else {
            throw RPCError(
                .conflict, "“\(name)” is a stored world, which cannot be \(purpose) from afar.", .field("world"))
        }
        guard let world = try world(name, toAnswer: session, in: own) else { return nil }
        try commitNow(world)
        return world
    }

    func reset(_ name: WorldName, _ id: RequestID, _ session: Session, in own: World) throws(RPCError) {
        guard let world = try world(name, notStoredFor: "reset", session, in: own) else { return }
        do {
            defer { noteDue(world) }
            try begin(world, anewOn: try store.empty(name))
        } catch {
            throw RPCError(error)
        }
        answerDone(id, to: session)
    }

    /// Restarts a world with an empty log. Observers stay; all other sessions end.
    func begin(_ world: World, anewOn log: any EventLog) throws(LogError) {
        endSessions(of: world) { if case .joined(_, .observer, _) = $0.state { false } else { true } }
        try world.reset(log: log)
    }

    func delete(_ name: WorldName, _ id: RequestID, _ session: Session, in own: World) throws(RPCError) {
        guard name != .main else {
            throw RPCError(.conflict, "The world main cannot be deleted; reset it instead.", .field("world"))
        }
        guard let world = try world(name, notStoredFor: "deleted", session, in: own) else { return }
        do { try store.remove(name) } catch { throw RPCError(error) }
        answerDone(id, to: session)
        commit(world)
        end(world)
    }

    /// Stops serving a world, and ends its sessions.
    func end(_ world: World, because reason: SessionEnd = .worldEnded) {
        endSessions(of: world, because: reason) { _ in true }
        world.isDeleted = true
        noteDue(world)
        worlds[world.name] = nil
    }

    private func endSessions(
        of world: World, because reason: SessionEnd = .worldEnded, where matches: (Session) -> Bool
    ) {
        for session in world.sessions.all.filter(matches) {
            world.leave(session)
            deliveries.append(Delivery(session: session, content: .end(reason)))
        }
    }
}
