import ChatCore
import ChatLog
import ChatProtocol

/// What others append to the log.
extension World {
    /// So many facts are told as they are learned; of more, each session is told at its own pace.
    private static let announcedMax: Int64 = 1_024

    /// Learns what others appended by now, and tells it; nothing may be pending.
    ///
    /// - Parameter end: how far at least; where that is known already, the log is not asked again.
    /// - Throws: `unavailable` where the log cannot be read, `emptied` where it is not the one any more that was known.
    func learn(
        through end: Int64 = .max, into deliveries: inout [Delivery], at wall: () -> Instant
    ) throws(LogError) {
        guard log.isShared else { return }
        if log.end < end { try learnEnd() }
        try takeOthers(into: &deliveries, at: wall)
    }

    /// Learns where the log ends, whoever appended to it.
    func learnEnd() throws(LogError) {
        guard log.isShared else { return }
        try log.refresh()
        // It never becomes shorter but where the world was emptied, or a database came back without its end.
        guard log.end >= core.state.position else { throw .emptied }
    }

    /// Tells what others appended, as far as it is known to be there.
    func takeOthers(into deliveries: inout [Delivery], at wall: () -> Instant) throws(LogError) {
        let known = core.state.position
        guard log.end > known else { return }
        do {
            if log.end - known <= Self.announcedMax {
                try foldOthers { decision in
                    tellDecision(decision)
                    // Of one after the other, each has the time of its own: what is held back is held from then on.
                    release(into: &deliveries, at: now(wall()))
                }
            } else {
                try foldOthers { _ in }
                catchUp(from: known)
            }
        } catch {
            // What was folded is told where it was announced, and the rest is read when the log can be.
            toldThrough = log.end - known <= Self.announcedMax ? core.state.position : known
            throw error
        }
    }

    /// Folds what is known to be there, a decision at a time: its facts are told as they are where it was made, after
    /// the last of them.
    func foldOthers(_ body: ([EventRecord]) -> Void) throws(LogError) {
        var decision: [EventRecord] = []
        // What is appended meanwhile is learned the next time: a batch is decided on the end that the log is known to have.
        let end = log.end
        while core.state.position < end {
            let page = try log.facts(
                after: core.state.position, limit: Int(min(256, end - core.state.position)))
            guard !page.isEmpty else { break }
            for fact in page {
                core.take(fact)
                if let deletion = fact.event.deletion {
                    try core.readHead(of: deletion.conversation, for: deletion.person, from: log)
                }
                noteSettled(fact)
                decision.append(fact)
                guard !fact.goesOn else { continue }
                body(decision)
                decision = []
            }
        }
        if !decision.isEmpty { body(decision) }
    }

    /// Tells what was decided elsewhere, with what ends by it.
    private func tellDecision(_ records: [EventRecord]) {
        if !live.typing.isEmpty { endTyping(after: records) }
        announce(Decision(answer: .empty, records: records), origin: nil)
        if !live.presence.isEmpty { endPresence(after: records) }
    }

    /// Forgets what was decided and is not in the log.
    func goBack(to settled: CoreState) { core = Core(settled, of: name, configuration) }

    /// Lets every session be told what is in the log behind a position.
    func catchUp(from position: Int64) {
        if !live.presence.isEmpty { endPresenceWithoutAccess() }
        for session in sessions.all {
            guard case .joined(_, let principal, nil) = session.state else { continue }
            session.state = .joined(self, principal, catchingUpFrom: position)
            session.arrivalsKnown = live.marks.count
            sessions.noteCatchingUp(session)
        }
    }
}
