import ChatProtocol

/// Fault injection by observers.
extension ServerEngine {
    func inject(
        _ request: InjectFault, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        // The fault does not concern earlier messages, and it must outlive a failed commit.
        try commitNow(world)
        let fault = try world.live.faults.inject(request, max: limits.faults)
        answerUnconditionally(.fault(fault), id, to: session, in: world)
    }

    func clearFaults(
        _ fault: FaultID?, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        try commitNow(world)
        try world.live.faults.clear(fault)
        answerUnconditionally(.empty, id, to: session, in: world)
    }

    /// Answers a request whose effect no later commit can roll back.
    private func answerUnconditionally(_ answer: Answer, _ id: RequestID, to session: Session, in world: World) {
        commit(world)
        enqueue(answer, id, to: session)
        commit(world)
    }
}
