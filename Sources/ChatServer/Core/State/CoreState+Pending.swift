package import ChatProtocol

extension CoreState {
    /// What only time will bring: the notices that grow until their window closes.
    ///
    /// - Parameter person: who asks, and is told of no shelf but their own; nil for an observer.
    package func pending(at now: Instant, for person: Handle?, limits: Limits) -> [PendingWork] {
        notices(at: now, limits) + curations(of: person) + pendingActions(of: person)
    }

    /// The links that stand at the top of a shelf until nothing new was seen of them for too long.
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
