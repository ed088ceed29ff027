package import ChatProtocol

extension CoreState {
    /// Returns the work that waits for time alone: notices in their coalescing window, curated places on shelves, and
    /// pending actions.
    ///
    /// - Parameter person: the caller, who sees curated places and actions of their own only; nil for an observer, who
    ///   sees all.
    package func pending(at now: Instant, for person: Handle?, limits: Limits) -> [PendingWork] {
        notices(at: now, limits) + curations(of: person) + pendingActions(of: person)
    }

    /// Returns the curated places, which end when the score of their link has decayed.
    private func curations(of person: Handle?) -> [PendingWork] {
        shelves.curations.filter { person == nil || $0.seat.person == person }.map {
            PendingWork(
                what: "end of the curated place on \($0.seat.person)'s shelf of \($0.seat.app)", dueAt: $0.until)
        }
    }

    private func notices(at now: Instant, _ limits: Limits) -> [PendingWork] {
        windows.all
            .flatMap { window in window.notices.map { (id: $0.notice.id, dueAt: window.end(limits)) } }
            .filter { $0.dueAt > now }
            .sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
            .map { PendingWork(what: "coalescing window of notice \($0.id)", dueAt: $0.dueAt) }
    }
}
