import ChatCore
import ChatProtocol

/// The clock of a world that an observer moves.
extension ServerEngine {
    /// So often what time brought may bring something more that only time brings, until it is left at that.
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
            // What is held back is known once it was to be put on a stream.
            try settleNow(world)
            now = world.settlesAt(from: now, in: Self.settlingMax)
        }
        // That time passes comes before what it brings.
        world.tellRequest(answeredWith: Envelope.result(id: id, Answer.clock(.virtual, now: now)), to: session, at: now)
        var decision = try world.pass(to: now)
        if step == .until(.settled) {
            for _ in 0..<Self.settlingMax {
                // Of what time brought a fault may hold something back in its turn.
                try settleNow(world)
                guard let next = world.pending(at: now, for: nil).map(\.dueAt).max() else { break }
                now = next
                decision = try world.pass(to: now)
            }
        }
        say(Envelope.result(id: id, decision), to: session)
    }
}

extension World {
    /// What only time will bring, the earliest first as far as it is of one kind.
    ///
    /// - Parameter person: who asks; nil for an observer.
    func pending(at now: Instant, for person: Handle?) -> [PendingWork] {
        core.state.pending(at: now, for: person, limits: limits) + waiting
    }

    /// The moment at which nothing is pending any more, as far as it can be told: tried on a copy, so that time passes
    /// once.
    fileprivate func settlesAt(from start: Instant, in rounds: Int) -> Instant {
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
