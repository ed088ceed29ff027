import ChatCore
import ChatLog
import ChatProtocol

/// What a session missed while it was away.
extension ServerEngine {
    /// Below how many unsent bytes a session that resumes is told more: enough to keep the line busy, and far from
    /// what would have it closed as a slow reader, however many resume at once, of its person or of all.
    func resumeLowWater(of session: Session, in world: World) -> Int {
        let all = resuming.reduce(0) { $0 + $1.sessions.catchingUp.count }
        return min(
            1024 * 1024, limits.unsentBytes / 4,
            max(limits.unsentBytesOfPerson / 4 / max(world.sessions.count(alongside: session), 1), 1),
            max(limits.unsentBytesOfServer / 4 / max(all, 1), 1))
    }

    /// How many facts are read from the log at once.
    private static let resumePage = 16

    /// How much is read for those who resume in one tick, told or not: a tick is for everyone, of what somebody missed
    /// most may not be theirs, and a document is as long as a thousand words.
    private struct Share {
        var facts = 256
        var bytes = 64 * 1024

        var isSpent: Bool { facts <= 0 || bytes <= 0 }
    }

    /// Tells those who resume more, in turn.
    ///
    /// - Returns: whether one of them can be told more at once.
    func tellMissed() -> Bool {
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
            if tellMissed(to: session, in: world, within: &share) { hasMore = true }
        }
        for world in resuming {
            if world.transaction.hasSaid { settle(world) }
            noteDue(world)
        }
        resuming.removeAll { $0.sessions.catchingUp.isEmpty }
        return hasMore
    }

    /// Tells all who resume in a world more, at once: for a fence, behind which nobody is to wait for their turn.
    func tellMissed(toAllIn world: World) {
        for session in world.sessions.catchingUp {
            var share = Share(facts: 4_096, bytes: 4 * 1024 * 1024)
            _ = tellMissed(to: session, in: world, within: &share)
        }
    }

    /// Tells a session that resumes the next of what it missed: the durable facts behind its cursor, in order, read
    /// from the log a page at a time, so that memory does not grow with how long it was away.
    ///
    /// - Returns: whether it was told something and there is more to tell. One that was told nothing, because it has
    ///   enough to read or the log cannot be read now, is not worth another tick at once.
    private func tellMissed(to session: Session, in world: World, within share: inout Share) -> Bool {
        guard case .joined(_, let principal, .some(var position)) = session.state, !world.transaction.hasDecided,
            !world.needsMending
        else { return false }
        let now = world.now(wallClock())
        defer { world.tellDelivered(into: &deliveries, at: now) }
        let lowWater = resumeLowWater(of: session, in: world)
        var told = session.unsentBytes
        var hasMoved = false
        // What another node wrote meanwhile is not known here yet: it is told when it is.
        let end = world.core.state.position
        while told < lowWater, !share.isSpent {
            guard let page = try? world.log.read(after: position, limit: Self.resumePage) else { return false }
            for row in page where told < lowWater && !share.isSpent && row.position <= end {
                position = row.position
                share.facts -= 1
                share.bytes -= row.body.count
                hasMoved = true
                guard !session.answered.contains(position), world.mayConcern(row, principal),
                    let record = try? EventRecord(row)
                else { continue }
                let context = world.context(of: record)
                for message in world.messages(about: record, to: principal, on: session.system) {
                    told += message.count
                    world.noteTold(of: record.event, to: principal.handle)
                    let delivery = Delivery(session: session, content: .message(message), context: context)
                    world.put(delivery, into: &deliveries, at: now)
                }
                // A fault may have ended the stream.
                if case .ended = session.state { return false }
            }
            if position >= end {
                world.caughtUp(session)
                world.tellArrivals(to: session, into: &deliveries, at: now)
                return false
            }
            session.state = .joined(world, principal, catchingUpFrom: position)
        }
        session.unsentBytes = told
        return hasMoved
    }

    /// Whether a session can be told more of what it missed: so little waits on its stream that another tick is due.
    package func canTellMore(to session: Session) -> Bool {
        guard session.isCatchingUp, let world = session.world else { return false }
        return session.unsentBytes < resumeLowWater(of: session, in: world)
    }
}
