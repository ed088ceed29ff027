import ChatCore
import ChatLog
import ChatProtocol

/// What a session missed while it was away.
extension ServerEngine {
    /// Below how many unsent bytes a session that resumes is told more: enough to keep the line busy, and far from
    /// what would have it closed as a slow reader, however many resume at once.
    var resumeLowWater: Int {
        let count = resuming.reduce(0) { $0 + $1.sessions.catchingUp.count }
        return min(1024 * 1024, limits.unsentBytes / 4, max(limits.unsentBytesOfServer / 4 / max(count, 1), 1))
    }

    /// How many facts are read from the log at once.
    private static let resumePage = 64

    /// How many pages a tick reads for one session: a tick is for everyone, and of what somebody missed most may not be
    /// theirs.
    private static let resumePagesMax = 64

    /// After how many bytes of facts a tick reads no more for one session, told or not: a document is as long as a
    /// thousand words.
    private static let resumeReadBytes = 4 * 1024 * 1024

    /// Tells a session that resumes the next of what it missed: the durable facts behind its cursor, in order, read
    /// from the log a page at a time, so that memory does not grow with how long it was away.
    ///
    /// - Returns: whether it was told something and there is more to tell. One that was told nothing, because it has
    ///   enough to read or the log cannot be read now, is not worth another tick at once.
    func tellMissed(to session: Session, in world: World) -> Bool {
        guard case .joined(_, let principal, .some(var position)) = session.state, !world.transaction.hasDecided,
            !world.needsMending
        else { return false }
        let now = world.now(wallClock())
        defer { world.tellDelivered(into: &deliveries, at: now) }
        let lowWater = resumeLowWater
        var told = session.unsentBytes
        var read = 0
        var hasMoved = false
        // What another node wrote meanwhile is not known here yet: it is told when it is.
        let end = world.core.state.position
        for _ in 0..<Self.resumePagesMax where told < lowWater && read < Self.resumeReadBytes {
            guard let page = try? world.log.read(after: position, limit: Self.resumePage) else { return false }
            for row in page where told < lowWater && row.position <= end {
                position = row.position
                read += row.body.count
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
                return false
            }
            session.state = .joined(world, principal, catchingUpFrom: position)
        }
        session.unsentBytes = told
        return hasMoved
    }

    /// Whether a session can be told more of what it missed: so little waits on its stream that another tick is due.
    package func canTellMore(to session: Session) -> Bool {
        session.isCatchingUp && session.unsentBytes < resumeLowWater
    }
}
