package import ChatProtocol

/// What time alone ends: the one place where it is decided, each at its own moment and the earliest first, before
/// anything else is decided then, so that nothing ever changes without a fact that says so.
extension Core {
    var soonestEnd: Instant? {
        earlier(
            earlier(state.shelves.nextEnd, state.collaborating.actions.first?.dueAt),
            earlier(nextNoticeEnd, nextDeletionEnd))
    }

    /// Ends by that time what time alone ends: the curated place of a shelf, an action that no app answered, the waiting
    /// of a notice, and the time in which deleted messages can be recovered.
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
