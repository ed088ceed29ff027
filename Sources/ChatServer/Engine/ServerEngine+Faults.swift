import ChatProtocol

/// What an observer wants to go wrong.
extension ServerEngine {
    func inject(
        _ request: InjectFault, in world: World, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        // What was said before is not what the fault is about, and the fault is there whatever the log does later.
        try settleNow(world)
        let fault = try world.inject(request)
        say(Envelope.result(id: id, Answer.fault(fault)), id, of: session, onceKnownIn: world)
    }

    /// Answers what was done with faults once all servers know it: what any of them is asked behind that is met by it.
    private func say(_ words: [UInt8], _ id: RequestID, of session: Session, onceKnownIn world: World) {
        settle(world)
        if (try? askOthers(for: asker(id, session, world), in: world, purpose: .answer(words))) == true {
            return hold(session)
        }
        say(words, to: session)
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
        say(Envelope.result(id: id, Answer.empty), id, of: session, onceKnownIn: world)
    }
}
