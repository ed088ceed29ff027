import ChatProtocol

/// The expiry of everything that time alone ends.
///
/// Each end is decided at its own moment, the earliest first, before any other event of that time. This keeps the state
/// from changing without an event.
struct TimeDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Advances the virtual clock of a world.
    func pass(to instant: Instant) {
        endByTime(upTo: instant)
        draft.decide(.timePassed, at: instant)
    }

    /// Ends everything that expires up to a time: the curated place of a shelf, an action that no app answered, a
    /// waiting notice, and the time in which deleted messages can be recovered.
    func endByTime(upTo now: Instant) {
        while let end = draft.nextEnd, end <= now {
            let next = NextEnds(in: draft.state, limits: draft.limits)
            if next.curation == end {
                ShelfDecisions(draft).endNextCuration()
            } else if next.notice == end {
                WaitingNoticeDecisions(draft).endNextNotice()
            } else if next.deletion == end {
                DeletionDecisions(draft).endNextDeletion()
            } else {
                ActionEndDecisions(draft).endNextAction()
            }
        }
    }
}

/// The times at which the next item of each kind ends by time alone; nil if none waits.
struct NextEnds {
    /// The end of a curated place on a shelf.
    let curation: Instant?
    /// The expiry of a waiting notice.
    let notice: Instant?
    /// The moment at which a deletion becomes permanent.
    let deletion: Instant?
    /// The time limit of an action.
    let action: Instant?

    init(in state: CoreState, limits: Limits) {
        curation = state.shelves.nextEnd
        notice = state.waits.first?.until
        deletion = state.deletionEnds.first.map { limits.permanence(ofDeletionAt: $0.at) }
        action = state.collaborating.actions.first?.dueAt
    }

    /// The earliest of the times; nil if nothing ends by time alone.
    var soonest: Instant? { earlier(earlier(curation, action), earlier(notice, deletion)) }

    private func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

extension Limits {
    /// Returns the moment at which a deletion becomes permanent.
    func permanence(ofDeletionAt deletion: Instant) -> Instant {
        deletion.advanced(byMilliseconds: Int64(recentlyDeletedMilliseconds))
    }
}
