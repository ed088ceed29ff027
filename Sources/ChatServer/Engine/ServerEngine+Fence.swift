import ChatCore
import ChatProtocol

/// The fence: what was accepted before it stands on every live stream that it is for.
extension ServerEngine {
    func fence(_ world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        // What is due by now is not pending.
        world.endByTime(at: world.now(wallClock()))
        try settleNow(world)
        noteResuming(world)
        tellMissed(toAllIn: world)
        world.putAllHeldBack(into: &deliveries, at: world.now(wallClock()))
        if world.transaction.hasSaid { try settleNow(world) }
        try confirmLease(of: world)
        say(.fence(cursor: world.core.state.position, pending: pending(in: world, for: session)), id, to: session)
    }

    /// What waits, the earliest first; of the same moment, as it stood. It names notices of other people, which an app must
    /// not learn of.
    private func pending(in world: World, for session: Session) -> [PendingWork] {
        let all: [PendingWork]
        switch session.state {
        case .joined(_, .app, _): return []
        case .joined(_, .person(let me), _): all = world.pending(at: world.now(wallClock()), for: me)
        default: all = world.pending(at: world.now(wallClock()), for: nil)
        }
        return all.enumerated().sorted { ($0.element.dueAt, $0.offset) < ($1.element.dueAt, $1.offset) }.map(\.element)
    }
}
