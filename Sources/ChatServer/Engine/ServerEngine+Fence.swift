import ChatCore
import ChatProtocol

/// The fence: every event that was accepted before it has reached every live stream that receives it.
extension ServerEngine {
    func fence(_ world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        // A change that is due by now is not pending.
        world.endByTime(at: world.now(wallClock()))
        try commitNow(world)
        noteResuming(world)
        sendMissed(toAllIn: world)
        world.releaseHeldBack(into: &deliveries, at: world.now(wallClock()))
        if world.transaction.hasMessages { try commitNow(world) }
        try confirmLease(of: world)
        enqueue(.fence(cursor: world.core.state.position, pending: pending(in: world, for: session)), id, to: session)
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
}
