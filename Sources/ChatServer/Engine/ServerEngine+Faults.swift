import ChatProtocol

/// What an observer wants to go wrong.
extension ServerEngine {
    func inject(
        _ request: InjectFault, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        // What was said before is not what the fault is about, and the fault is there whatever the log does later.
        try settleNow(world)
        let fault = try world.inject(request)
        say(Envelope.result(id: id, Answer.fault(fault)), to: session)
        settle(world)
    }

    func listFaults(of world: World, _ id: RequestID, _ session: Session) throws(RPCError) {
        do { try world.loadFaults() } catch { throw RPCError(error) }
        say(Envelope.result(id: id, Answer.faults(world.live.faults.all)), to: session)
    }

    func clearFaults(
        _ fault: FaultID?, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        try settleNow(world)
        try world.clearFaults(fault)
        say(Envelope.result(id: id, Answer.empty), to: session)
        settle(world)
    }
}
