import ChatProtocol

/// The draft of a request: the state as it would be, and the events decided so far.
///
/// The types that decide work on one draft and can reach nothing else. A draft changes by ``decide(_:at:)``, and by the
/// few named changes that follow from the log without an event.
///
/// - Note: `@exclusivity(unchecked)` marks the state, which every decision reads many times. It is sound because one
///   thread owns the draft, and the code of the state knows no draft: an access calls nothing that could begin another
///   one.
final class Draft {
    /// The fold of every decided event, written or not.
    ///
    /// A call of a method of the whole state copies the state, which takes about 4,000 instructions. A loop therefore
    /// copies it once, before it begins. To read one of its tables copies only that table's references.
    @exclusivity(unchecked) private(set) var state: CoreState
    /// The decided events that ``takeDecided()`` has not returned yet.
    private var decided: [EventRecord] = []
    /// The next time at which something ends by time alone; nil if nothing will. It is stored, because each request
    /// reads it.
    private(set) var nextEnd: Instant?
    let limits: Limits
    let consentPolicy: ConsentPolicy
    let actionPolicy: ActionPolicy
    /// The secret of the world, which makes generated links impossible to guess.
    let secret: [UInt8]

    init(
        state: CoreState = CoreState(), limits: Limits = .standard, consentPolicy: ConsentPolicy = .init(),
        actionPolicy: ActionPolicy = .init(), secret: [UInt8] = []
    ) {
        self.state = state
        self.limits = limits
        self.consentPolicy = consentPolicy
        self.actionPolicy = actionPolicy
        self.secret = secret
        self.state.shelves.beginNoting()
        updateNextEnd()
    }

    /// Creates an independent copy of a draft.
    init(copying other: Draft) {
        state = other.state
        decided = other.decided
        nextEnd = other.nextEnd
        limits = other.limits
        consentPolicy = other.consentPolicy
        actionPolicy = other.actionPolicy
        secret = other.secret
    }

    // MARK: Events

    /// The position of the next event.
    var nextPosition: Int64 { state.position + 1 }

    /// Decides an event and folds it into the state at once, so that the next decision builds on it.
    func decide(_ event: Event, at now: Instant) {
        let record = EventRecord(position: nextPosition, at: max(now, state.lastAt), event: event)
        state.fold(record)
        updateNextEnd()
        decided.append(record)
    }

    /// Removes and returns the decided events, for the log.
    func takeDecided() -> [EventRecord] {
        defer { decided = [] }
        return decided
    }

    /// Removes and returns the decided events of a request that a client may repeat. A request without an event gets
    /// one of its own, so that a repetition finds its answer and changes nothing.
    func takeDecidedOrUnchanged(at now: Instant) -> [EventRecord] {
        if decided.isEmpty { decide(.requestAnswered, at: now) }
        return takeDecided()
    }

    private func updateNextEnd() { nextEnd = NextEnds(in: state, limits: limits).soonest }

    /// Returns the recipients of an event. Every message needs them, so the state is passed in place and not copied.
    func addressees(of event: Event) -> Addressees { Addressees(of: event, in: &state) }

    // MARK: Changes without an event

    /// Sets the newest message that a person sees in a conversation from which they deleted messages.
    func setHead(_ head: PlacedMessage?, of conversation: ConversationID, for person: Handle) {
        state.conversations.setHead(head, of: conversation, for: person)
    }

    /// Removes and returns the changes of the shelves since the last report.
    func takeShelfChanges() -> [ShelfChange] {
        state.shelves.takeChanges(at: state.lastAt) { [links = state.links] in links[$0].id }
    }

    /// Ends the curations that are due at an instant, and returns the changed shelves.
    func endCuration(at end: Instant) -> [ShelfChange] {
        defer { updateNextEnd() }
        return state.shelves.endCuration(at: end) { [links = state.links] in links[$0].id }
    }

    /// Removes and returns the next notice that expires.
    func removeFirstWait() -> NoticeWaits.Wait? {
        defer { updateNextEnd() }
        return state.waits.removeFirst()
    }

    /// Removes the next deletion that becomes permanent.
    func removeFirstDeletionEnd() {
        state.deletionEnds.removeFirst()
        updateNextEnd()
    }
}
