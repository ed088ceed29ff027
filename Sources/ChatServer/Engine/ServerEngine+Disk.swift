import ChatLog
import ChatProtocol

/// The state of the disk or the database, and recovery after a failed write.
extension ServerEngine {
    /// The reason why the log cannot be written; nil while it can.
    package var problem: String? { mainLog.problem }

    /// The reason why the server is unhealthy: the log is unusable or refused the last batch. Nil if the server is
    /// healthy.
    package var ailment: String? { problem ?? mainLog.refusal }

    /// Returns the problem that the log found since the last call; nil if there is none.
    package func takeTrouble() -> String? { mainLog.takeTrouble() }

    /// Returns a reason why acknowledged events may still be lost; nil if there is none, or if it was returned before.
    package func takeRisk() -> String? { mainLog.takeRisk() }

    /// Checks if the log can be written, and retries if it cannot. Clients then receive the events that were written
    /// without their knowledge. With leases, call it once a second, because it renews them.
    package func recover() {
        mainLog.recover()
        keepLeases()
        guard mainLog.problem == nil else { return }
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) where world.needsMending { try? mend(world) }
    }

    /// Reloads the state of a stale world from its log.
    func mend(_ world: World) throws(RPCError) {
        guard world.needsMending else { return }
        try world.mend()
        noteResuming(world)
        if world.transaction.hasSaid { touch(world) }
        // Clients do not know that they missed something: they receive it before any answer that builds on it.
        tellMissed(toAllIn: world)
    }
}
