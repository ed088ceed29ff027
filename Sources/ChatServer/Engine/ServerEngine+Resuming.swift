import ChatCore
import ChatLog
import ChatProtocol

/// The catch-up of sessions that resume.
extension ServerEngine {
    /// Returns the number of unsent bytes below which a session that catches up receives more. It keeps the connection
    /// busy. It stays far below the limit for slow readers, even if many sessions of its person or of the server catch
    /// up at once.
    func resumeLowWater(of session: Session, in world: World) -> Int {
        let all = resuming.reduce(0) { $0 + $1.sessions.catchingUp.count }
        return min(
            1024 * 1024, limits.unsentBytes / 4,
            max(limits.unsentBytesOfPerson / 4 / max(world.sessions.count(alongside: session), 1), 1),
            max(limits.unsentBytesOfServer / 4 / max(all, 1), 1))
    }

    /// The number of events that are read from the log at once.
    private static let resumePage = 16

    /// The amount that may be read in one tick for all sessions that catch up. Events that lead to no notification
    /// count too, and so do bytes, because a document is much longer than a message.
    private struct Share {
        var facts = 256
        var bytes = 64 * 1024

        var isSpent: Bool { facts <= 0 || bytes <= 0 }
    }

    /// Lets the sessions catch up further, each in its turn.
    ///
    /// - Returns: True if one of them can catch up further at once.
    func sendMissed() -> Bool {
        let waiting = resuming.flatMap { world in world.sessions.catchingUp.map { (world, $0) } }
        guard !waiting.isEmpty else { return false }
        var share = Share()
        var hasMore = false
        let first = resumeTurn % waiting.count
        for (world, session) in waiting[first...] + waiting[..<first] {
            guard !share.isSpent else {
                hasMore = true
                break
            }
            resumeTurn &+= 1
            if sendMissed(to: session, in: world, within: &share) { hasMore = true }
        }
        for world in resuming {
            if world.transaction.hasMessages { commit(world) }
            noteDue(world)
        }
        resuming.removeAll { $0.sessions.catchingUp.isEmpty }
        return hasMore
    }

    /// Lets all sessions of a world catch up further at once: for a fence, which must not wait for their turns.
    func sendMissed(toAllIn world: World) {
        for session in world.sessions.catchingUp {
            var share = Share(facts: 4_096, bytes: 4 * 1024 * 1024)
            _ = sendMissed(to: session, in: world, within: &share)
        }
    }

    /// Enqueues the next notifications that a session missed: about the durable events after its cursor, in order. They
    /// are read from the log a page at a time, so that memory does not grow with the length of the absence.
    ///
    /// - Returns: True if the session read events and has more to read. It is false if its stream has enough unsent
    ///   bytes, or if the log cannot be read; another tick at once would not help then.
    private func sendMissed(to session: Session, in world: World, within share: inout Share) -> Bool {
        guard case .joined(_, let principal, .some(var position)) = session.state, !world.transaction.hasDecided,
            !world.isStale
        else { return false }
        let now = world.now(wallClock())
        defer { world.sendReceipts(into: &deliveries, at: now) }
        let lowWater = resumeLowWater(of: session, in: world)
        var told = session.unsentBytes
        var hasMoved = false
        // An event that another server wrote is not in this server's state yet. It is sent once it is.
        let end = world.core.state.position
        while told < lowWater, !share.isSpent {
            guard let page = try? world.log.read(after: position, limit: Self.resumePage) else { return false }
            for row in page where told < lowWater && !share.isSpent && row.position <= end {
                position = row.position
                share.facts -= 1
                share.bytes -= row.body.count
                hasMoved = true
                guard !session.answered.contains(position), world.mayMatch(row, principal),
                    let record = try? EventRecord(row)
                else { continue }
                let context = world.context(of: record)
                for message in world.messages(about: record, to: principal, on: session.system) {
                    told += message.count
                    world.countNotification(of: record.event, to: principal.handle)
                    let delivery = Delivery(session: session, content: .message(message), context: context)
                    world.release(delivery, into: &deliveries, at: now)
                }
                // A fault may have ended the session.
                if case .ended = session.state { return false }
            }
            if position >= end {
                world.caughtUp(session)
                world.sendMissedReceipts(to: session, into: &deliveries, at: now)
                return false
            }
            session.state = .joined(world, principal, catchingUpFrom: position)
        }
        session.unsentBytes = told
        return hasMoved
    }

    /// Returns true if a session can catch up further, because few bytes wait unsent on its stream.
    package func canCatchUp(to session: Session) -> Bool {
        guard session.isCatchingUp, let world = session.world else { return false }
        return session.unsentBytes < resumeLowWater(of: session, in: world)
    }
}
