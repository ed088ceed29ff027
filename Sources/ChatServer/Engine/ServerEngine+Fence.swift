import ChatCore
import ChatLog
import ChatProtocol

/// The fence: what was accepted before it stands on every live stream that it is for, whichever server has the stream.
extension ServerEngine {
    func fence(_ world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        // What is due by now is not pending.
        world.endByTime(at: world.now(wallClock()))
        // What was accepted anywhere before this was asked stands on every stream.
        try learnNow(world)
        try tellAll(of: world)
        guard try askOthers(for: asker(id, session, world), in: world) else {
            return say(answer(to: id, of: session, in: world), to: session)
        }
        hold(session)
    }

    /// Puts on its streams all that this server has to tell in a world.
    private func tellAll(of world: World) throws(RPCError) {
        noteResuming(world)
        tellMissed(toAllIn: world)
        world.putAllHeldBack(into: &deliveries, at: world.now(wallClock()))
        if world.transaction.hasSaid { try settleNow(world) }
    }

    private func answer(
        to id: RequestID, of session: Session, in world: World, _ fence: NodeFence? = nil
    ) -> [UInt8] {
        let state = world.core.state
        // What waits names notices of other people's, which an app must not learn of.
        var pending: [PendingWork] = []
        switch session.state {
        case .joined(_, .app, _): break
        case .joined(_, .person(let me), _):
            pending = world.pending(at: world.now(wallClock()), for: me) + (fence?.pending ?? [])
        default: pending = world.pending(at: world.now(wallClock()), for: nil) + (fence?.pending ?? [])
        }
        let answer = Answer.fence(
            cursor: fence?.through ?? state.position, pending: pending.inOrder,
            missing: fence?.missing ?? (channel == nil ? nil : []))
        return Envelope.result(id: id, answer)
    }

    // MARK: Several servers

    /// Asks the other servers whether they have told all.
    ///
    /// - Returns: whether there are any, so that their answers are to be waited for.
    func askOthers(
        for asker: LongRequest.Asker, in world: World, purpose: NodeFence.Purpose = .fence
    ) throws(RPCError) -> Bool {
        guard let channel else { return false }
        let others: [OtherNode]
        do { others = try channel.others() } catch { throw RPCError(error) }
        guard !others.isEmpty else { return false }
        var fence = NodeFence(
            asker: asker, world: world, through: world.state.position,
            endsAt: wallClock().advanced(byMilliseconds: NodeFence.patience), purpose: purpose)
        try ask(&fence, others, on: channel)
        fences.append(fence)
        return true
    }

    private func ask(_ fence: inout NodeFence, _ others: [OtherNode], on channel: any NodeChannel) throws(RPCError) {
        fenceCount += 1
        fence.begin(fenceCount, others, generation: channel.generation)
        speak()
        do {
            let words = NodeWords.fence(number: fence.number, through: fence.through)
            try channel.say([JSONWriter.bytes(of: words)], in: fence.world.name)
        } catch {
            throw RPCError(error)
        }
    }

    /// Answers the fence of another server, once all is told here that the log says.
    func answerFence(_ number: Int64, through position: Int64, of node: String, in name: WorldName) {
        var pending: [PendingWork] = []
        if let world = worlds[name] {
            // What is decided and not written stands where another server may have written.
            settle(world)
            guard world.state.position >= position || learn(world), (try? tellAll(of: world)) != nil else { return }
            pending = world.heldBack
        }
        speak()
        var words = NodeWords.told(by: node, number: number, pending: pending)
        // There is more than can be said in one piece only where a test holds back dozens of things.
        while JSONWriter.bytes(of: words).count > 6_000 {
            pending.removeLast()
            words = .told(by: node, number: number, pending: pending)
        }
        try? channel?.say([JSONWriter.bytes(of: words)], in: name)
    }

    /// Notes that another server has told all.
    func noteTold(_ number: Int64, by node: String, _ pending: [PendingWork]) {
        guard let index = fences.firstIndex(where: { $0.number == number }) else { return }
        fences[index].noteTold(by: node, pending)
        goOn(withFenceAt: index)
    }

    /// Goes on with the fences that lost their connection or wait for too long.
    func lookAtFences() {
        guard let channel, !fences.isEmpty else { return }
        for index in fences.indices.reversed() {
            if fences[index].generation != channel.generation, channel.descriptor != nil {
                askAgain(index, on: channel)
            } else if isOver(fences[index].endsAt, after: NodeFence.patience) {
                fences[index].giveUp()
                goOn(withFenceAt: index)
            }
        }
    }

    private func goOn(withFenceAt index: Int) {
        guard fences[index].waitsFor.isEmpty, let channel else { return }
        if fences[index].isToBeAskedAgain { return askAgain(index, on: channel) }
        let fence = fences.remove(at: index)
        if case .ended = fence.asker.session.state { return }
        guard !fence.world.isDeleted else {
            let error = RPCError(.notFound, "The world “\(fence.world.name)” was deleted.")
            return answer(fence.asker, in: fence.world, with: Envelope.failure(id: fence.asker.id, error))
        }
        do throws(RPCError) {
            switch fence.purpose {
            case .fence:
                let words = answer(to: fence.asker.id, of: fence.asker.session, in: fence.world, fence)
                answer(fence.asker, in: fence.world, with: words)
            case .settling(let settling): try goOn(settling, behind: fence)
            case .answer(let words): answer(fence.asker, in: fence.world, with: words)
            }
        } catch {
            answer(fence.asker, in: fence.world, with: Envelope.failure(id: fence.asker.id, error))
        }
        touch(fence.world)
    }

    private func askAgain(_ index: Int, on channel: any NodeChannel) {
        do throws(RPCError) {
            let others: [OtherNode]
            do { others = try channel.others() } catch { throw RPCError(error) }
            try ask(&fences[index], others, on: channel)
            goOn(withFenceAt: index)
        } catch {
            let fence = fences.remove(at: index)
            var words = Envelope.failure(id: fence.asker.id, error)
            if case .answer(let known) = fence.purpose { words = known }
            answer(fence.asker, in: fence.world, with: words)
            touch(fence.world)
        }
    }
}

extension [PendingWork] {
    /// What is due first at the beginning; of the same moment, as it stood.
    fileprivate var inOrder: [PendingWork] {
        enumerated().sorted { ($0.element.dueAt, $0.offset) < ($1.element.dueAt, $1.offset) }.map(\.element)
    }
}
