package import ChatProtocol

/// The expiry of everything that time alone ends.
///
/// Each end is decided at its own moment, the earliest first, before any other event of that time. This keeps the state
/// from changing without an event.
extension Core {
    var soonestEnd: Instant? {
        earlier(
            earlier(state.shelves.nextEnd, state.collaborating.actions.first?.dueAt),
            earlier(nextNoticeEnd, nextDeletionEnd))
    }

    /// Ends everything that expires up to a time: the curated place of a shelf, an action that no app answered, a
    /// waiting notice, and the time in which deleted messages can be recovered.
    package mutating func endByTime(upTo now: Instant) {
        guard let end = nextEnd, end <= now else { return }
        while let end = soonestEnd, end <= now {
            if state.shelves.nextEnd == end {
                endNextCuration()
            } else if nextNoticeEnd == end {
                endNextNotice()
            } else if nextDeletionEnd == end {
                endNextDeletion()
            } else {
                endNextAction()
            }
        }
        nextEnd = soonestEnd
    }

    private func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
