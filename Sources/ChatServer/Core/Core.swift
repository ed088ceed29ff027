package import ChatProtocol

/// The core: it takes a request and an instant, and decides events and an answer.
///
/// It has no clock, socket, file or random number of its own, so that the same log always gives the same state. An id
/// is made of the position of the event that creates the thing. Every check comes before the first event, so that a
/// refused request leaves no trace.
///
/// The core passes each request to the type that decides it. These types work on the draft of the core and can reach
/// nothing else.
package final class Core {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Creates a core that continues from a state.
    package convenience init(
        state: CoreState = CoreState(), limits: Limits = .standard, consentPolicy: ConsentPolicy = .init(),
        actionPolicy: ActionPolicy = .init(), secret: [UInt8] = []
    ) {
        self.init(
            Draft(
                state: state, limits: limits, consentPolicy: consentPolicy, actionPolicy: actionPolicy, secret: secret))
    }

    /// Returns an independent copy, which can look ahead without a change of this core.
    package func copy() -> Core { Core(Draft(copying: draft)) }

    /// The fold of every decided event, written or not.
    package var state: CoreState {
        // A getter would copy the whole state.
        _read { yield draft.state }
    }

    /// The position of the last event.
    package var position: Int64 { draft.state.position }

    /// The time of the last event.
    package var lastAt: Instant { draft.state.lastAt }

    /// The next time at which something ends by time alone; nil if nothing will.
    package var nextEnd: Instant? { draft.nextEnd }

    // MARK: Deciding

    /// Decides a request of a caller whose role allows it.
    ///
    /// - Throws: ``RPCError`` if the request is refused. No event of the request is decided then.
    package func handle(
        _ request: Request, from principal: Principal, clientID: String? = nil, prefetched: Prefetched = .nothing,
        at now: Instant
    ) throws(RPCError) -> Answer {
        endByTime(upTo: now)
        let answer = try RequestDispatch(draft).answer(
            request, from: principal, clientID: clientID, prefetched: prefetched, at: now)
        if !state.collaborating.actions.isEmpty { ActionEndDecisions(draft).cancelImpossibleActions(at: now) }
        ShelfDecisions(draft).decideChanges(at: now)
        return answer
    }

    /// Adds a person to the world when they log in, or changes their name if the login gives a new one.
    package func login(_ handle: Handle, name: String?, at now: Instant) throws(RPCError) {
        endByTime(upTo: now)
        try PersonDecisions(draft).login(handle, name: name, at: now)
    }

    /// Advances the virtual clock of a world.
    package func pass(to instant: Instant) { TimeDecisions(draft).pass(to: instant) }

    /// Ends everything that expires up to a time.
    package func endByTime(upTo now: Instant) { TimeDecisions(draft).endByTime(upTo: now) }

    /// Stores a link for an app that does not run for the person, until its next start (`ul-activity`).
    package func storeLink(_ url: String, for app: AppID, runningAs person: Handle, at now: Instant) {
        SiteDecisions(draft).storeLink(url, for: app, runningAs: person, at: now)
    }

    /// Removes and returns the stored links of an app that starts, oldest first.
    package func removeStoredLinks(for app: AppID, runningAs person: Handle, at now: Instant) -> [String] {
        SiteDecisions(draft).removeStoredLinks(for: app, runningAs: person, at: now)
    }

    /// Removes and returns the decided events, for the log.
    package func takeDecided() -> [EventRecord] { draft.takeDecided() }

    /// Removes and returns the decided events of a request that a client may repeat, at least one.
    package func takeDecidedOrUnchanged(at now: Instant) -> [EventRecord] { draft.takeDecidedOrUnchanged(at: now) }

    // MARK: Checks

    /// Checks that a text is within its limit.
    ///
    /// - Parameter max: the largest number of characters.
    /// - Throws: `too_large` for more characters, or for more than four bytes for each allowed character.
    package func check(_ text: String, _ field: String, max: Int, limit: String) throws(RPCError) {
        try TextChecks(draft.limits).check(text, field, max: max, limit: limit)
    }

    /// Checks that a request changes no share with administrators, for a device with an older system.
    ///
    /// - Throws: `forbidden` if it does.
    package func checkOldSystem(_ request: Request, of person: Handle) throws(RPCError) {
        try OldSystemChecks(draft).check(request, of: person)
    }

    // MARK: Identities

    /// Checks that an app lets people in by proofs.
    ///
    /// - Throws: `forbidden` if it was registered without them.
    package func checkAsksForProofs(_ app: AppID) throws(RPCError) {
        try IdentityDecisions(draft).checkAsksForProofs(app)
    }

    /// Returns the identities that an app would receive because of a request, and that are not known yet.
    ///
    /// - Parameter isRunning: Returns true if the app runs as its person.
    package func missingIdentities(
        for request: Request, from principal: Principal, isRunning: (AppInstance) -> Bool
    ) -> [IdentityMemory.Key] {
        IdentityNeeds(draft).missing(for: request, from: principal, isRunning: isRunning)
    }

    /// Returns the identities in the open actions of an app that starts, as far as they are not known yet.
    package func missingIdentities(forLoginOf instance: AppInstance) -> [IdentityMemory.Key] {
        IdentityNeeds(draft).missing(forLoginOf: instance)
    }

    // MARK: Reading

    /// Returns the conversation to one of its members.
    ///
    /// - Throws: `not_found` to everyone else, so that a secret conversation looks like a missing one.
    package func conversation(_ id: ConversationID, for me: Handle) throws(RPCError) -> ConversationState {
        try ConversationDecisions(draft).conversation(id, for: me)
    }

    /// Returns a conversation as one of its members sees it.
    ///
    /// - Throws: `not_found` to everyone else.
    package func view(_ id: ConversationID, of me: Handle, at now: Instant) throws(RPCError) -> Conversation {
        try ConversationDecisions(draft).view(id, of: me, at: now)
    }

    /// Returns the document if the person has the right to it.
    ///
    /// - Parameter app: the app that asks; nil if the person does.
    /// - Throws: `not_found`, `conflict` or `forbidden` if the person does not have the right.
    package func document(
        _ reference: DocumentReference, to right: DocumentRight, in app: AppID?, for me: Handle
    ) throws(RPCError) -> Document {
        try DocumentRights(draft).document(reference, to: right, in: app, for: me)
    }

    /// Returns the action that a person chose on the share sheet of an app.
    ///
    /// - Throws: `not_found` if the app does not offer it for such an item, `invalid_params` if the item is not the
    ///   app's.
    package func chosen(_ request: ChooseActivity, by person: Handle) throws(RPCError) -> ChosenActivity {
        try ActivityDecisions(draft).chosen(request, by: person)
    }

    /// Returns the search in the log for the newest message that a request leaves to a person; nil if none is needed.
    ///
    /// - Parameter messages: the messages that the request names.
    package func soughtHead(
        by request: Request, of me: Handle, _ messages: [PlacedMessage]
    ) -> NewestMessageQuery? {
        DeletionDecisions(draft).soughtHead(by: request, of: me, messages)
    }

    /// Explains from the log and the state why a subject was delivered to a person or not.
    ///
    /// - Parameters:
    ///   - isObserver: True if an observer asks. A person may ask only about their own conversations and about
    ///     everything that was delivered to them.
    /// - Throws: `not_found` if the world does not know the person or the subject.
    package func explain(
        _ question: ExplainDelivery, isObserver: Bool, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> DeliveryExplanation {
        try Explainer(state: state, policy: draft.consentPolicy).explain(
            question, isObserver: isObserver, prefetched: prefetched, at: now)
    }

    /// Returns the delivery of an event; nil if the event notifies no client.
    package func delivery(of record: EventRecord) -> EventDelivery? { EventDelivery(of: record, in: state) }

    /// Returns the recipients of an event.
    package func addressees(of event: Event) -> Addressees { draft.addressees(of: event) }

    /// Returns true if a conversation has two members, who get receipts (`rcpt-delivered`).
    package func isOneToOne(_ id: ConversationID) -> Bool { draft.state.conversations[id]?.isOneToOne == true }
}

/// The data read from the store for a request, because the core itself cannot read.
package enum Prefetched: Sendable, Equatable {
    /// The request needs no data, or the store has none.
    case nothing
    /// The event that a request names by the id of its entry.
    case record(EventRecord)
    /// The messages that a deletion, a recovery or an erasure names, and the newest message left to the person. The
    /// newest message is nil if the core knows it or none is left.
    case deletion([PlacedMessage], newest: PlacedMessage?)
    /// The events that answer a question about a delivery, in the order of the log.
    case facts([EventRecord])
    /// The name of the device that asks; empty if the device gave none.
    case device(String)
    /// The state of the challenge that a proof signs.
    case challenge(ChallengeState)
}

/// The state of a challenge that an app names.
package enum ChallengeState: Sendable, Equatable {
    /// The app's server has not issued it to this person, or has forgotten it.
    case unknown
    /// A proof has been shown with it.
    case used
    /// Its minute is over.
    case expired
    /// A proof may be shown with it, once.
    case valid
}
