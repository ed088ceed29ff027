package import ChatProtocol

/// The actions and the collaborations that wait for answers of apps.
struct Collaborating: Equatable, Sendable {
    /// A waiting collaboration, with its person and its draft.
    struct Start: Equatable, Sendable {
        var start: CollaborationStart
        var person: Handle
        var draft = StoredDraft()
    }

    /// The waiting actions, by the end of their time limit, the earliest first.
    private(set) var actions: [CollaborationAction] = []
    /// The waiting collaborations.
    var starts: [StartID: Start] = [:]

    mutating func add(_ action: CollaborationAction) {
        let index = actions.firstIndex { $0.dueAt > action.dueAt } ?? actions.count
        actions.insert(action, at: index)
    }

    mutating func remove(_ id: ActionID) { actions.removeAll { $0.id == id } }

    mutating func set(_ start: CollaborationStart, of person: Handle) {
        if start.state == .waiting {
            starts[start.id, default: Start(start: start, person: person)].start = start
        } else {
            starts[start.id] = nil
        }
    }

    /// Returns the collaborations of a person that wait for apps, oldest first.
    func starts(of person: Handle) -> [CollaborationStart] {
        actions.compactMap(\.start).compactMap { starts[$0] }
            .filter { $0.person == person }.map(\.start)
    }

    /// Returns the time limits of a person's waiting actions; of all waiting actions if the person is nil.
    func pending(of person: Handle?) -> [PendingWork] {
        actions.filter { person == nil || $0.person == person }.map {
            PendingWork(what: "time limit of action \($0.id) of \($0.app)", dueAt: $0.dueAt)
        }
    }
}

/// The actions as apps receive them.
package struct ActionViews {
    private let state: CoreState

    package init(_ state: CoreState) { self.state = state }

    /// Returns the actions that an app running as a person must answer, oldest first.
    package func actions(of app: AppID, runningAs person: Handle) -> [RequestedAction] {
        state.collaborating.actions.filter { $0.app == app && $0.person == person }.map { appAction($0) }
    }

    /// Returns an action in the app's own form.
    ///
    /// - Parameter isForObserver: True if an observer receives the action. The local identifier is then missing,
    ///   because only the app itself is sent it (`meta-local-id`).
    func appAction(_ action: CollaborationAction, isForObserver: Bool = false) -> RequestedAction {
        let share = action.existing.flatMap { state.shares[$0]?.share } ?? action.draft
        let draft = action.start.flatMap { state.collaborating.starts[$0]?.draft }
        let metadata = RequestedAction.Metadata(
            localIdentifier: isForObserver ? nil : draft?.localIdentifier,
            collaborationIdentifier: share?.collaborationIdentifier, title: action.title,
            defaultShareOptions: action.options.choice,
            userSelectedShareOptions: ((try? action.options.selecting(action.selected)) ?? action.options).choice)
        var requested = RequestedAction(id: action.id, kind: action.kind, dueAt: action.dueAt, metadata: metadata)
        if action.kind == .updateCollaborationParticipants {
            requested.addedIdentities = identities(of: action.added, on: share)
            requested.removedIdentities = identities(of: action.removed, on: share)
        }
        return requested
    }

    /// Returns the notification that people lost their access to a document of the app; nil without people.
    func removal(of people: [Handle], from share: Share) -> AppNotification? {
        guard !people.isEmpty else { return nil }
        return .identitiesRemoved(
            identities(of: people, on: share), collaborationIdentifier: share.collaborationIdentifier, url: share.url)
    }

    private func identities(of people: [Handle], on share: Share?) -> [PersonIdentity] {
        guard let share else { return [] }
        return people.compactMap { state.identities.identity(of: $0, on: share) }
    }
}

/// The ends of actions and of the collaborations that wait for them. An action ends by an answer, by its time limit, by
/// its person, or because it cannot succeed any more.
struct ActionEndDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func end(_ action: CollaborationAction, _ outcome: RequestedAction.Outcome, at now: Instant) {
        draft.decide(.actionEnded(action.id, outcome, app: action.app, person: action.person), at: now)
    }

    /// Ends an action without its effect, and ends the collaboration or the prompt that waits for it.
    func fail(
        _ action: CollaborationAction, _ outcome: RequestedAction.Outcome, because reason: Reason, at now: Instant
    ) {
        end(action, outcome, at: now)
        switch action.purpose {
        case .start(let start), .send(let start, _, _), .create(let start, _), .save(let start, _, _):
            _ = endStart(start, .failed, because: reason, at: now)
        case .prompt(_, let share):
            PromptedDecisions(draft).fail(prompt: action, share: share, because: reason, at: now)
        }
    }

    /// Ends a waiting collaboration and erases its draft.
    ///
    /// - Returns: the ended collaboration; nil if none with that id waits.
    func endStart(
        _ id: StartID, _ end: CollaborationStart.State, share: ShareID? = nil, message: MessageID? = nil,
        because failure: Reason? = nil, at now: Instant
    ) -> CollaborationStart? {
        guard let waiting = draft.state.collaborating.starts[id] else { return nil }
        var start = waiting.start
        start.state = end
        // A change of an existing share names the share from the beginning.
        start.share = share ?? start.share
        start.message = message
        start.failure = failure
        draft.decide(.collaborationChanged(start, of: waiting.person), at: now)
        if waiting.draft != StoredDraft(), let conversation = start.conversation {
            draft.decide(.draftErased(id, conversation), at: now)
        }
        return start
    }

    /// Ends the action with the earliest time limit as timed out, at the moment of that limit (`act-contract`).
    func endNextAction() {
        guard let action = draft.state.collaborating.actions.first else { return }
        let reason = Reason("act-contract", "\(draft.state.appName(action.app)) did not answer in time.")
        fail(action, .timedOut, because: reason, at: action.dueAt)
    }

    /// Cancels the actions that no answer can complete any more.
    func cancelImpossibleActions(at now: Instant) {
        for action in draft.state.collaborating.actions {
            if let reason = unmetPrecondition(of: action) { fail(action, .cancelled, because: reason, at: now) }
        }
    }

    private func unmetPrecondition(of action: CollaborationAction) -> Reason? {
        guard let app = draft.state.app(action.app), app.backends.contains(.custom) else {
            return Reason("infra-three", "\(draft.state.appName(action.app)) no longer stores its own documents.")
        }
        if let conversation = action.conversation,
            draft.state.conversations[conversation]?.members[action.person] == nil
        {
            return Reason("act-send", "You are no longer in the conversation that “\(action.title)” would be sent to.")
        }
        if let id = action.existing, draft.state.shares[id] == nil {
            return Reason("act-send", "“\(action.title)” is no longer shared.")
        }
        if !action.added.isEmpty, let id = action.existing, let share = draft.state.shares[id]?.share,
            share.isDocumentDeleted
        {
            let refusal = ShareRefusal.deleted(share.title)
            return Reason(refusal.rule, refusal.text)
        }
        if case .send(_, let share, false) = action.purpose, let current = draft.state.shares[share.id]?.share,
            !current.mayInvite(action.person)
        {
            return Reason("act-send", "You may no longer invite people to “\(action.title)”.")
        }
        if case .save(_, let id, let save) = action.purpose, var share = draft.state.shares[id]?.share {
            do {
                _ = try share.apply(save, by: action.person, participantsMax: draft.limits.shareParticipants)
            } catch {
                return Reason(error.rule, error.text)
            }
        }
        guard let share = action.draft, let url = try? CanonicalURL(share.url) else { return nil }
        guard draft.state.app(opening: url) == action.app else {
            return Reason("custom-needs-links", "The link of “\(action.title)” no longer opens in \(app.name).")
        }
        guard draft.state.shares[url] == nil,
            !ActionDecisions(draft).isTaken(share.collaborationIdentifier, in: action.app, by: action.id)
        else { return Reason("act-start", "“\(action.title)” has already been shared in another way.") }
        return nil
    }
}
