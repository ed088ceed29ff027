import ChatCore
import ChatLog
import ChatProtocol

/// The worlds in which sessions catch up. They read the events that they missed from the log, each in its turn and a
/// page at a time, so that memory does not grow with the length of the absence.
final class CatchUpQueue {
    /// The worlds, in the order in which their sessions began.
    @exclusivity(unchecked) private(set) var worlds: [World] = []
    /// The number of turns that sessions had. It decides which session is next.
    private var turn = 0
    private let limits: Limits
    private let counts: EngineCounts

    /// The number of events that are read from the log at once.
    private static let page = 16

    /// The amount that may be read in one tick for all sessions that catch up. Events that lead to no notification
    /// count too, and so do bytes, because a document is much longer than a message.
    private struct Share {
        var facts = 256
        var bytes = 64 * 1024

        var isSpent: Bool { facts <= 0 || bytes <= 0 }
    }

    init(limits: Limits, counts: EngineCounts) { (self.limits, self.counts) = (limits, counts) }

    /// Schedules a world if sessions catch up in it.
    func append(_ world: World) {
        guard !world.sessions.catchingUp.isEmpty, !worlds.contains(where: { $0 === world }) else { return }
        worlds.append(world)
    }

    /// Forgets the worlds in which no session catches up any more.
    func removeFinished() { worlds.removeAll { $0.sessions.catchingUp.isEmpty } }

    /// True if a session can catch up further, because few bytes wait unsent on its stream.
    func canContinue(_ session: Session) -> Bool {
        guard session.isCatchingUp, let world = session.world else { return false }
        return session.unsentBytes < lowWater(of: session, in: world)
    }

    /// True if a session of any world can catch up further.
    var canContinue: Bool {
        worlds.contains { world in world.sessions.catchingUp.contains { canContinue($0) } }
    }

    /// Returns the number of unsent bytes below which a session that catches up receives more. It keeps the connection
    /// busy. It stays far below the limit for slow readers, even if many sessions of its person or of the server catch
    /// up at once.
    func lowWater(of session: Session, in world: World) -> Int {
        let all = worlds.reduce(0) { $0 + $1.sessions.catchingUp.count }
        return min(
            1024 * 1024, limits.unsentBytes / 4,
            max(limits.unsentBytesOfPerson / 4 / max(world.sessions.count(alongside: session), 1), 1),
            max(limits.unsentBytesOfServer / 4 / max(all, 1), 1))
    }

    /// Lets the sessions catch up further, each in its turn.
    ///
    /// - Returns: True if one of them can catch up further at once.
    func send(into deliveries: inout [Delivery], at wall: Instant) -> Bool {
        let waiting = worlds.flatMap { world in world.sessions.catchingUp.map { (world, $0) } }
        guard !waiting.isEmpty else { return false }
        var share = Share()
        var hasMore = false
        let first = turn % waiting.count
        for (world, session) in waiting[first...] + waiting[..<first] {
            guard !share.isSpent else {
                hasMore = true
                break
            }
            turn &+= 1
            if send(to: session, in: world, within: &share, into: &deliveries, at: world.now(wall)) { hasMore = true }
        }
        return hasMore
    }

    /// Lets all sessions of a world catch up further at once: for a fence, which must not wait for their turns.
    func send(toAllIn world: World, into deliveries: inout [Delivery], at wall: Instant) {
        for session in world.sessions.catchingUp {
            var share = Share(facts: 4_096, bytes: 4 * 1024 * 1024)
            _ = send(to: session, in: world, within: &share, into: &deliveries, at: world.now(wall))
        }
    }

    /// Sends the next notifications that a session missed: about the durable events after its cursor, in order.
    ///
    /// - Returns: True if the session read events and has more to read. It is false if its stream has enough unsent
    ///   bytes, or if the log cannot be read; another tick at once would not help then.
    private func send(
        to session: Session, in world: World, within share: inout Share, into deliveries: inout [Delivery],
        at now: Instant
    ) -> Bool {
        guard case .joined(_, let principal, .some(var position)) = session.state, !world.transaction.hasDecided,
            !world.isStale
        else { return false }
        defer { world.dispatcher.sendReceipts(into: &deliveries, at: now) }
        let lowWater = lowWater(of: session, in: world)
        var unsent = session.unsentBytes
        var hasMoved = false
        let end = world.core.position
        while unsent < lowWater, !share.isSpent {
            // Sometimes(D14): The log cannot be read while a session catches up.
            guard let page = try? world.log.read(after: position, limit: Self.page) else { return false }
            for row in page where unsent < lowWater && !share.isSpent && row.position <= end {
                position = row.position
                share.facts -= 1
                share.bytes -= row.body.count
                hasMoved = true
                guard !session.answered.contains(position), world.notifications.mayMatch(row, principal),
                    let record = try? EventRecord(row)
                else { continue }
                let context = world.dispatcher.context(of: record, in: world.core)
                for message in world.notifications.messages(about: record, to: principal, on: session.system) {
                    unsent += message.count
                    counts.noteNotification(of: record.event, to: principal.handle)
                    let delivery = Delivery(session: session, content: .message(message), context: context)
                        .naming(record.trace)
                    world.dispatcher.release(delivery, into: &deliveries, at: now)
                }
                // A fault may have ended the session.
                if case .ended = session.state { return false }
            }
            if position >= end {
                // Sometimes(D9): A session has caught up, and is live.
                world.caughtUp(session)
                world.dispatcher.sendMissedReceipts(to: session, into: &deliveries, at: now)
                return false
            }
            session.noteRead(through: position)
        }
        // Sometimes(D19): A session that catches up waits until its stream has room, or for its next turn.
        session.noteUnsent(unsent)
        return hasMoved
    }
}
