import ChatLog
import ChatProtocol

/// The state of the disk or the database, and recovery after a failed write.
extension ServerEngine {
    /// The reason why the log cannot be written; nil while it can.
    package var problem: String? { mainLog.problem }

    /// The reason why the server is unhealthy: the log is unusable or refused the last batch. Nil if the server is
    /// healthy.
    package var unhealthyReason: String? { problem ?? mainLog.refusal }

    /// Returns the problem that the log found since the last call; nil if there is none.
    package func takeProblem() -> String? { mainLog.takeProblem() }

    /// Returns a reason why acknowledged events may still be lost; nil if there is none, or if it was returned before.
    package func takeDurabilityWarning() -> String? { mainLog.takeDurabilityWarning() }

    /// Checks if the log can be written, and retries if it cannot. Clients then receive the events that were written
    /// without their knowledge. With leases, call it once a second, because it renews them.
    package func recover() {
        mainLog.recover()
        renewLeases()
        guard mainLog.problem == nil else { return }
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) where world.isStale { try? reload(world) }
    }

    /// Reloads the state of a stale world from its log.
    func reload(_ world: World) throws(RPCError) {
        guard world.isStale else { return }
        try world.reload()
        noteResuming(world)
        if world.transaction.hasMessages { touch(world) }
        // Clients do not know that they missed something: they receive it before any answer that builds on it.
        sendMissed(toAllIn: world)
    }
}
