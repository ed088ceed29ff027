import ChatProtocol

/// What an observer wants to go wrong.
extension ServerEngine {
    func inject(
        _ request: InjectFault, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        // What was said before is not what the fault is about, and the fault is there whatever the log does later.
        try settleNow(world)
        let fault = try world.live.faults.inject(request, max: limits.faults)
        sayAtOnce(.fault(fault), id, to: session, in: world)
    }

    func clearFaults(
        _ fault: FaultID?, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        try settleNow(world)
        try world.live.faults.clear(fault)
        sayAtOnce(.empty, id, to: session, in: world)
    }

    /// Answers what no later commit can undo.
    private func sayAtOnce(_ answer: Answer, _ id: RequestID, to session: Session, in world: World) {
        settle(world)
        say(answer, id, to: session)
        settle(world)
    }
}
