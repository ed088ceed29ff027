import ChatCore
import ChatProtocol

/// The clock of a world, which an observer advances.
extension ServerEngine {
    /// The most rounds in which the effects of time may cause further effects of time.
    private static let settlingMax = 1_000

    func advance(
        _ world: World, _ step: AdvanceClock, _ id: RequestID, _ session: Session
    ) throws(RPCError) {
        guard world.clockKind == .virtual else {
            throw RPCError(.conflict, "The clock of this world is real: time passes by itself.")
        }
        var now = world.now(wallClock())
        switch step {
        case .milliseconds(let milliseconds): now = now.advanced(byMilliseconds: milliseconds)
        case .until(.settled):
            // A fault holds a notification back only when it is released.
            try commitNow(world)
            now = world.quiescentAt(from: now, in: Self.settlingMax)
        }
        // Observers receive the request before its effects.
        world.notifyRequest(
            answeredWith: Envelope.result(id: id, Answer.clock(.virtual, now: now)), to: session, at: now)
        var decision = try world.pass(to: now)
        if step == .until(.settled) {
            for _ in 0..<Self.settlingMax {
                // A fault may hold back some of the effects in its turn.
                try commitNow(world)
                guard let next = world.pending(at: now, for: nil).map(\.dueAt).max() else { break }
                now = next
                decision = try world.pass(to: now)
            }
        }
        enqueue(Envelope.result(id: id, decision), to: session)
    }
}

extension World {
    /// Returns the work that waits for time alone. Work of one kind is sorted by time.
    ///
    /// - Parameter person: The person who asks; nil for an observer.
    func pending(at now: Instant, for person: Handle?) -> [PendingWork] {
        core.state.pending(at: now, for: person, limits: limits) + waiting
    }

    /// Returns the moment after which nothing is pending, as far as it can be foreseen. A copy of the core computes it,
    /// so that the world's time advances only once.
    fileprivate func quiescentAt(from start: Instant, in rounds: Int) -> Instant {
        var core = core
        var now = start
        for _ in 0..<rounds {
            let due = core.state.pending(at: now, for: nil, limits: limits).map(\.dueAt) + waiting.map(\.dueAt)
            guard let last = due.max(), last > now else { break }
            now = last
            core.pass(to: now)
        }
        return now
    }
}
