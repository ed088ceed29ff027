import ChatCore
import ChatProtocol

/// What time alone ends: at its moment, before anything that is asked then.
extension World {
    /// Decides and tells what time alone has changed by now.
    func endByTime(at now: Instant) {
        guard let end = core.nextEnd, end <= now else { return }
        let records = noteTime(upTo: now)
        guard !records.isEmpty else { return }
        announce(Decision(answer: .empty, result: [], records: records), origin: nil)
    }

    /// How long what time alone ends waits after it could not be written.
    private static let pauseMilliseconds: Int64 = 1_000

    /// When something next happens here without being asked for; nil if nothing does.
    var nextWake: Instant? {
        let rest = failedAt?.advanced(byMilliseconds: Self.pauseMilliseconds)
        let nextEnd = core.nextEnd.map { max($0, rest ?? $0) }
        let nextDue = needsMending ? nextDue.map { max($0, rest ?? $0) } : nextDue
        return switch (nextDue, nextEnd) {
        case (let due?, let end?): min(due, end)
        case (let due, let end): due ?? end
        }
    }
}
