import ChatProtocol

/// The ends of actions and of the collaborations that wait for them. An action ends by an answer, by its time limit, by
/// its person, or because it cannot succeed any more.
extension Core {
    mutating func end(_ action: CollaborationAction, _ outcome: RequestedAction.Outcome, at now: Instant) {
        decide(.actionEnded(action.id, outcome, app: action.app, person: action.person), at: now)
    }

    /// Ends an action without its effect, and ends the collaboration or the prompt that waits for it.
    mutating func fail(
        _ action: CollaborationAction, _ outcome: RequestedAction.Outcome, because reason: Reason, at now: Instant
    ) {
        end(action, outcome, at: now)
        switch action.purpose {
        case .start(let start), .send(let start, _, _), .create(let start, _), .save(let start, _, _):
            _ = endStart(start, .failed, because: reason, at: now)
        case .prompt(_, let share): fail(prompt: action, share: share, because: reason, at: now)
        }
    }

    /// Ends a waiting collaboration and erases its draft.
    ///
    /// - Returns: the ended collaboration; nil if none with that id waits.
    mutating func endStart(
        _ id: StartID, _ end: CollaborationStart.State, share: ShareID? = nil, message: MessageID? = nil,
        because failure: Reason? = nil, at now: Instant
    ) -> CollaborationStart? {
        guard let waiting = state.collaborating.starts[id] else { return nil }
        var start = waiting.start
        start.state = end
        // A change of an existing share names the share from the beginning.
        start.share = share ?? start.share
        start.message = message
        start.failure = failure
        decide(.collaborationChanged(start, of: waiting.person), at: now)
        if waiting.draft != StoredDraft(), let conversation = start.conversation {
            decide(.draftErased(id, conversation), at: now)
        }
        return start
    }

    /// Ends the action with the earliest time limit as timed out, at the moment of that limit (`act-contract`).
    mutating func endNextAction() {
        guard let action = state.collaborating.actions.first else { return }
        let reason = Reason("act-contract", "\(state.appName(action.app)) did not answer in time.")
        fail(action, .timedOut, because: reason, at: action.dueAt)
    }

    /// Cancels the actions that no answer can complete any more.
    mutating func cancelImpossibleActions(at now: Instant) {
        for action in state.collaborating.actions {
            if let reason = obstacle(to: action) { fail(action, .cancelled, because: reason, at: now) }
        }
    }

    private func obstacle(to action: CollaborationAction) -> Reason? {
        guard let app = state.app(action.app), app.backends.contains(.custom) else {
            return Reason("infra-three", "\(state.appName(action.app)) no longer stores its own documents.")
        }
        if let conversation = action.conversation, state.conversations[conversation]?.members[action.person] == nil {
            return Reason("act-send", "You are no longer in the conversation that “\(action.title)” would be sent to.")
        }
        if let id = action.existing, state.shares[id] == nil {
            return Reason("act-send", "“\(action.title)” is no longer shared.")
        }
        if !action.added.isEmpty, let id = action.existing, let share = state.shares[id]?.share,
            share.isDocumentDeleted
        {
            let refusal = ShareRefusal.deleted(share.title)
            return Reason(refusal.rule, refusal.text)
        }
        if case .send(_, let share, false) = action.purpose, let current = state.shares[share.id]?.share,
            !current.mayInvite(action.person)
        {
            return Reason("act-send", "You may no longer invite people to “\(action.title)”.")
        }
        if case .save(_, let id, let save) = action.purpose, var share = state.shares[id]?.share {
            do {
                _ = try share.apply(save, by: action.person, participantsMax: limits.shareParticipants)
            } catch {
                return Reason(error.rule, error.text)
            }
        }
        guard let draft = action.draft, let url = try? CanonicalURL(draft.url) else { return nil }
        guard state.app(opening: url) == action.app else {
            return Reason("custom-needs-links", "The link of “\(action.title)” no longer opens in \(app.name).")
        }
        guard state.shares[url] == nil,
            !isTaken(draft.collaborationIdentifier, in: action.app, by: action.id)
        else { return Reason("act-start", "“\(action.title)” has already been shared in another way.") }
        return nil
    }
}
