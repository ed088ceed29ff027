import ChatCore
import ChatProtocol

/// What time alone ends: at its moment, before anything that is asked then.
extension World {
    /// Decides and tells what time alone has changed by now.
    func endByTime(at now: Instant) {
        guard let end = core.nextEnd, end <= now else { return }
        let records = noteTime(upTo: now)
        guard !records.isEmpty else { return }
        announce(Decision(answer: .empty, records: records), origin: nil)
    }

    /// How long what is due waits after something could not be written.
    private static let pauseMilliseconds: Int64 = 1_000

    /// When something next happens here without being asked for; nil if nothing does.
    var nextWake: Instant? {
        let next =
            switch (nextDue, core.nextEnd) {
            case (let due?, let end?): min(due, end)
            case (let due, let end): due ?? end
            }
        // What is due stays due where a commit that fails takes it back.
        guard let next, let failedAt else { return next }
        return max(next, failedAt.advanced(byMilliseconds: Self.pauseMilliseconds))
    }
}
