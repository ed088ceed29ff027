import ChatLog
import ChatProtocol

/// The disk, or the database, and what is done when it could not be written.
extension ServerEngine {
    /// The reason why the log cannot be written; nil while it can.
    package var problem: String? { mainLog.problem }

    /// Why the server is unhealthy: its log cannot be used, or refused the last batch; nil while all is well.
    package var ailment: String? { problem ?? mainLog.refusal }

    /// What went wrong with its disk since the last look.
    package func takeTrouble() -> String? { mainLog.takeTrouble() }

    /// Why what is acknowledged may be lost all the same, where that was not said before.
    package func takeRisk() -> String? { mainLog.takeRisk() }

    /// Looks whether the log can be written, and tries again where it cannot; what was written meanwhile is told. To be
    /// called once a second where there are leases, which it renews.
    package func recover() {
        mainLog.recover()
        keepLeases()
        guard mainLog.problem == nil else { return }
        for world in worlds.keys.sorted().compactMap({ worlds[$0] }) where world.needsMending { try? mend(world) }
    }

    /// Makes a world's state that of its log again.
    func mend(_ world: World) throws(RPCError) {
        guard world.needsMending else { return }
        try world.mend()
        noteResuming(world)
        if world.transaction.hasSaid { touch(world) }
        // Before anything is answered that says it already: nobody knows that they missed something.
        tellMissed(toAllIn: world)
    }
}
