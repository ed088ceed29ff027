package import ChatProtocol

/// What only time brings in the worlds whose clock is real: delays, the end of typing, of a curated place, and of what an
/// app did not answer. Where an observer moves the clock, it comes when time is let pass.
extension ServerEngine {
    /// When the next ``flush()`` has something to do that nobody asks for, by the server's clock; nil if nothing is due at
    /// any time.
    package var nextDue: Instant? {
        guard !timed.isEmpty else { return nil }
        // By the clock of the world, which may be ahead.
        return timed.compactMap { world in world.nextWake?.advanced(byMilliseconds: -world.ahead) }.min()
    }

    /// Has the worlds committed in which something is due by now.
    func touchDue() {
        let wall = wallClock()
        for world in timed {
            let now = world.now(wall)
            guard let dueAt = world.nextWake, dueAt <= now else { continue }
            guard (try? mend(world)) != nil else {
                world.failedAt = now
                continue
            }
            world.endByTime(at: now)
            touch(world)
        }
    }

    /// Watches the clock for a world as long as something is due in it.
    func noteDue(_ world: World) {
        let isTimed = world.clockKind == .real && !world.isDeleted && world.nextWake != nil
        guard isTimed != world.isTimed else { return }
        world.isTimed = isTimed
        if isTimed { timed.append(world) } else { timed.removeAll { $0 === world } }
    }
}
