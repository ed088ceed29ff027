import ChatProtocol

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
