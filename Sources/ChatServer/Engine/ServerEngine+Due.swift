package import ChatProtocol

/// Effects of time alone in worlds with a real clock: delayed notifications, the end of typing, the end of a curated
/// place, and the end of an action that an app did not answer. With a virtual clock, an observer advances time to cause
/// them.
extension ServerEngine {
    /// The time at which the next ``flush()`` has work without a request, by the server's clock; nil if nothing will be
    /// due.
    package var nextDue: Instant? {
        guard !timed.isEmpty else { return nil }
        // A world's time may be ahead of the server's clock.
        return timed.compactMap { world in world.nextWake?.advanced(byMilliseconds: -world.ahead) }.min()
    }

    /// Schedules the worlds in which something is due for a commit.
    func touchDue() {
        let wall = wallClock()
        for world in timed {
            let now = world.now(wall)
            guard let dueAt = world.nextWake, dueAt <= now else { continue }
            guard (try? reload(world)) != nil else {
                world.failedAt = now
                continue
            }
            world.endByTime(at: now)
            touch(world)
        }
    }

    /// Watches the clock for a world as long as something will be due in it.
    func noteDue(_ world: World) {
        let isTimed = world.clockKind == .real && !world.isDeleted && world.nextWake != nil
        guard isTimed != world.isTimed else { return }
        world.isTimed = isTimed
        if isTimed { timed.append(world) } else { timed.removeAll { $0 === world } }
    }
}
