import ChatProtocol

/// What time alone ends: the one place where it is decided, each at its own moment and the earliest first, before
/// anything else is decided then, so that nothing ever changes without a fact that says so.
extension Core {
    /// When something next ends by time alone; nil if nothing will.
    var nextEnd: Instant? {
        switch (state.shelves.nextEnd, state.collaborating.actions.first?.dueAt) {
        case (let curation?, let action?): min(curation, action)
        case (let curation, let action): curation ?? action
        }
    }

    /// Ends by that time what time alone ends: the curated place of a shelf, and an action that no app answered.
    mutating func endByTime(upTo now: Instant) {
        while let end = nextEnd, end <= now {
            if state.shelves.nextEnd == end { endNextCuration() } else { endNextAction() }
        }
    }
}
