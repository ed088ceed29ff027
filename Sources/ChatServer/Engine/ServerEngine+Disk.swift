import ChatLog
import ChatProtocol

/// The disk, or the database, of the world `main`, and what is done when it could not be written.
extension ServerEngine {
    /// Why the log of the world `main` cannot be written now; nil while it can.
    package var problem: String? { worlds[.main]?.log.problem }

    /// Why the server is unhealthy: its log cannot be used, or refused the last batch; nil while all is well.
    package var ailment: String? { problem ?? worlds[.main]?.log.refusal }

    /// What went wrong with its disk since the last look.
    package func takeTrouble() -> String? { worlds[.main]?.log.takeTrouble() }

    /// Why what is acknowledged may be lost all the same, where that was not said before.
    package func takeRisk() -> String? { worlds[.main]?.log.takeRisk() }

    /// Looks whether that log can be written, and tries again where it cannot; what was written meanwhile is told.
    package func recover() {
        guard let main = worlds[.main] else { return }
        main.log.recover()
        endStreamsOutOfTouch()
        guard main.log.problem == nil else { return }
        lookAround()
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
