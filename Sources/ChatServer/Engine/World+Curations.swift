import ChatProtocol

/// The curated place of a shelf ends by time alone: at its moment, before anything that is asked then.
extension World {
    /// Decides and tells what time alone has changed by now.
    func endCurations(at now: Instant) {
        guard let end = core.nextCurationEnd, end <= now else { return }
        let records = noteTime(upTo: now)
        guard !records.isEmpty else { return }
        announce(Decision(answer: .empty, result: [], records: records), origin: nil)
    }

    /// When something next happens here without being asked for; nil if nothing does.
    var nextWake: Instant? {
        switch (nextDue, core.nextCurationEnd) {
        case (let due?, let end?): min(due, end)
        case (let due, let end): due ?? end
        }
    }
}
