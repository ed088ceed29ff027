import ChatProtocol

/// What apps are asked and answer (`act-contract`), and what becomes of what waits for it.
extension Core {
    // MARK: Asking

    /// A new action, whose purpose is still to be said.
    ///
    /// - Throws: `conflict` if too many wait for that person's apps already.
    func newAction(
        for app: App, by person: Handle, title: String, options selected: [String], at now: Instant
    ) throws(RPCError) -> CollaborationAction {
        let count = state.collaborating.actions.count { $0.person == person }
        guard count < ActionPolicy.waitingMax else {
            throw RPCError(
                .conflict, "\(count) collaborations wait for their apps already: try again when one is through.")
        }
        return action(for: app, by: person, title: title, options: selected, at: now)
    }

    private func action(
        for app: App, by person: Handle, title: String, options selected: [String], at now: Instant
    ) -> CollaborationAction {
        let options = app.shareOptions ?? .standard
        return CollaborationAction(
            id: ActionID("x\(nextPosition)"), app: app.id, person: person,
            dueAt: max(now, state.lastAt).advanced(byMilliseconds: Int64(actionPolicy.timeLimitMilliseconds)),
            purpose: .start(StartID("")), title: title, options: options,
            selected: (try? options.selecting(selected)) == nil ? options.selected : selected)
    }

    /// Has the app of a share asked to let people in or no longer, because its owner said that it is to follow a
    /// group. The share changes when the app has done it (``finish(prompt:share:action:at:)``), and stays as it is if
    /// the app fails or says nothing in time; then the prompt waits again.
    ///
    /// Everything is checked before the first fact, so that a caller with several shares can check them all with
    /// ``checkRoomForActions(_:of:)`` and then ask.
    ///
    /// - Throws: `conflict` if too many actions wait for that person's apps.
    /// - Returns: the action.
    @discardableResult
    mutating func requestParticipants(
        of share: Share, added: [Handle], removed: [Handle], then notice: Notice, by person: Handle, at now: Instant
    ) throws(RPCError) -> ActionID {
        var action = try newAction(
            for: item(of: share).app, by: person, title: share.title, options: share.options, at: now)
        action.purpose = .prompt(notice.id, share.id)
        action.conversation = notice.conversation
        action.added = added
        action.removed = removed
        decide(.actionRequested(action), at: now)
        return action.id
    }

    /// Checks that so many more actions may wait for a person's apps.
    func checkRoomForActions(_ count: Int, of person: Handle) throws(RPCError) {
        let waiting = state.collaborating.actions.count { $0.person == person }
        guard waiting + count <= ActionPolicy.waitingMax else {
            throw RPCError(
                .conflict,
                "\(waiting) actions wait for apps already, and \(ActionPolicy.waitingMax) is the most: try again when one is through."
            )
        }
    }

    // MARK: Answers

    mutating func fulfillAction(
        _ request: FulfillAction, by app: AppID, as me: Handle, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        let action = try action(request.action, of: app, as: me, found: found)
        if case .start(let start) = action.purpose {
            let share = try startedShare(request, for: action)
            end(action, .fulfilled, at: now)
            askToLetIn(share, start, isNew: true, after: action, added: share.othersThanOwner, removed: [], at: now)
            return .empty
        }
        for (field, value) in [("url", request.url), ("collaborationIdentifier", request.collaborationIdentifier)]
        where value != nil {
            throw RPCError.invalid(InvalidField(field: field, problem: "is said once, in the answer to the start"))
        }
        end(action, .fulfilled, at: now)
        switch action.purpose {
        case .start: break
        case .send(let start, let share, let isNew): letIn(share, start, isNew: isNew, after: action, at: now)
        case .prompt(let notice, let share): finish(prompt: notice, share: share, action, at: now)
        }
        return .empty
    }

    mutating func failAction(
        _ request: FailAction, by app: AppID, as me: Handle, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        let action = try action(request.action, of: app, as: me, found: found)
        if let message = request.message { try checkName(message, "message") }
        let rule = action.kind == .startCollaboration ? "act-contract" : "act-send"
        let why = request.message.map { ": \($0)" } ?? "."
        fail(
            action, .failed, because: Reason(rule, "\(state.appName(app)) could not share “\(action.title)”\(why)"),
            at: now)
        return .empty
    }

    /// The action that an app answers.
    ///
    /// - Throws: `conflict` if it ended, `not_found` if it is none of this app for this person.
    private func action(
        _ id: ActionID, of app: AppID, as me: Handle, found: Found
    ) throws(RPCError) -> CollaborationAction {
        if let action = state.collaborating.actions.first(where: { $0.id == id }), action.app == app,
            action.person == me
        {
            return action
        }
        if case .record(let record) = found, case .actionRequested(let action) = record.event, action.id == id,
            action.app == app, action.person == me
        {
            throw RPCError(.conflict, "action: it ended already, and needs no answer.", .field("action"))
        }
        throw RPCError(.notFound, "action: there is no such action of this app.", .field("action"))
    }

    // MARK: The start

    /// The share that an app made a link for: everyone who is in the conversation now is on it.
    private func startedShare(_ request: FulfillAction, for action: CollaborationAction) throws(RPCError) -> Share {
        guard let url = request.url else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "is missing: the link of the collaboration"))
        }
        guard let identifier = request.collaborationIdentifier else {
            let problem = "is missing: by which the collaboration is known on every device"
            throw RPCError.invalid(InvalidField(field: "collaborationIdentifier", problem: problem))
        }
        try checkName(identifier, "collaborationIdentifier")
        guard !isTaken(identifier, in: action.app, by: nil) else {
            throw RPCError(
                .conflict, "collaborationIdentifier: another collaboration of the app has it.",
                .field("collaborationIdentifier"))
        }
        let options = (try? action.options.selecting(action.selected)) ?? action.options
        let create = CreateShare(
            app: action.app, title: action.title, url: url, backend: .custom, options: options)
        var share = try preparedShare(create, by: action.person, at: state.lastAt)
        guard !isPromised(share.url) else {
            throw RPCError(.conflict, "url: this document is being shared already.", .field("url"))
        }
        share.take(options, action.representations)
        share.ownIdentifier = identifier == share.id.rawValue ? nil : identifier
        guard (try? message(of: action, share)) != nil else {
            throw RPCError.invalid(
                InvalidField(field: "url", problem: "is too long for the message that is to hold it"))
        }
        if share.access == .private {
            for member in members(of: action) where share.participant(member) == nil {
                share.add(.invited(member, to: share))
            }
        }
        return share
    }

    /// The text of the message that is to go out, if nothing stands against it.
    private func message(of action: CollaborationAction, _ share: Share) throws(RPCError) -> String {
        let said = action.start.flatMap { state.collaborating.starts[$0]?.draft.text }
        return try preparedSending(
            of: share, saying: said, in: action.conversation ?? ConversationID(""), by: action.person, at: state.lastAt)
    }

    private func members(of action: CollaborationAction) -> [Handle] {
        action.conversation.flatMap { state.conversations[$0]?.order } ?? []
    }

    /// Whether another collaboration of the app is known by that identifier, or is about to be.
    private func isTaken(_ identifier: String, in app: AppID, by action: ActionID?) -> Bool {
        state.shares.values.contains { $0.share.app == app && $0.share.collaborationIdentifier == identifier }
            || state.collaborating.actions.contains {
                $0.id != action && $0.app == app && $0.draft?.collaborationIdentifier == identifier
            }
    }

    private func isPromised(_ url: String) -> Bool {
        state.collaborating.actions.contains { $0.draft?.url == url }
    }

    // MARK: The participants

    /// Has the app asked to let in who is to be on a share; the message goes out when it has.
    private mutating func askToLetIn(
        _ share: Share, _ start: StartID, isNew: Bool, after before: CollaborationAction, added: [Handle],
        removed: [Handle], at now: Instant
    ) {
        guard let app = state.app(before.app) else { return }
        var action = action(for: app, by: before.person, title: before.title, options: before.selected, at: now)
        action.options = before.options
        action.selected = before.selected
        action.representations = before.representations
        action.conversation = before.conversation
        action.purpose = .send(start, share, isNew: isNew)
        action.added = added
        action.removed = removed
        decide(.actionRequested(action), at: now)
    }

    /// The app has let people in: if they are those who are in the conversation now, the share and the message come
    /// into being in one save; if the conversation changed meanwhile, the app is told of the difference first.
    private mutating func letIn(
        _ drafted: Share, _ start: StartID, isNew: Bool, after action: CollaborationAction, at now: Instant
    ) {
        var share = drafted
        if !isNew {
            guard let current = state.shares[drafted.id]?.share else { return }
            share = current
            for person in drafted.participants where share.participant(person.handle) == nil { share.add(person) }
        }
        let here = members(of: action)
        if share.access == .private {
            let added = here.filter { share.participant($0) == nil }
            let kept = Set(
                here + [share.owner] + (isNew ? [] : state.shares[drafted.id]?.share.participants.map(\.handle) ?? []))
            let removed = share.participants.map(\.handle).filter { !kept.contains($0) }
            if !added.isEmpty || !removed.isEmpty {
                for person in added { share.add(.invited(person, to: share)) }
                share.participants.removeAll { removed.contains($0.handle) }
                return askToLetIn(share, start, isNew: isNew, after: action, added: added, removed: removed, at: now)
            }
        }
        guard let conversation = action.conversation, let text = try? message(of: action, share) else { return }
        var saved = share
        if isNew {
            saved.participants.removeAll { $0.handle != share.owner }
            decideNewShare(saved, at: now)
        } else if let current = state.shares[drafted.id]?.share {
            saved = current
        }
        guard let message = try? decideSending(of: saved, text, in: conversation, by: action.person, at: now) else {
            return
        }
        _ = endStart(start, .sent, share: share.id, message: message.id, at: now)
    }

    /// Makes a new share durable, with nobody on it but its owner.
    mutating func decideNewShare(_ share: Share, at now: Instant) {
        decide(.shareSaved(share, told: [share.owner]), at: now)
    }

    // MARK: Ends

    mutating func end(_ action: CollaborationAction, _ outcome: RequestedAction.Outcome, at now: Instant) {
        decide(.actionEnded(action.id, outcome, app: action.app, person: action.person), at: now)
    }

    /// Ends an action with nothing done, and what waits for it.
    private mutating func fail(
        _ action: CollaborationAction, _ outcome: RequestedAction.Outcome, because reason: Reason, at now: Instant
    ) {
        end(action, outcome, at: now)
        switch action.purpose {
        case .start(let start), .send(let start, _, _): _ = endStart(start, .failed, because: reason, at: now)
        case .prompt(_, let share): fail(prompt: action, share: share, because: reason, at: now)
        }
    }

    /// Ends a collaboration that waits, and forgets its draft.
    mutating func endStart(
        _ id: StartID, _ end: CollaborationStart.State, share: ShareID? = nil, message: MessageID? = nil,
        because failure: Reason? = nil, at now: Instant
    ) -> CollaborationStart? {
        guard let waiting = state.collaborating.starts[id] else { return nil }
        var start = waiting.start
        start.state = end
        start.share = share
        start.message = message
        start.failure = failure
        decide(.collaborationChanged(start, of: waiting.person), at: now)
        if waiting.draft != KeptDraft() { decide(.draftErased(id, start.conversation), at: now) }
        return start
    }

    /// Ends the action whose time is over (`act-contract`).
    mutating func endNextAction() {
        guard let action = state.collaborating.actions.first else { return }
        let reason = Reason("act-contract", "\(state.appName(action.app)) did not answer in time.")
        fail(action, .timedOut, because: reason, at: action.dueAt)
    }

    /// Ends what no answer can bring about any more, as soon as something stands against it.
    mutating func endHopelessActions(at now: Instant) {
        for action in state.collaborating.actions {
            if let reason = obstacle(to: action) { fail(action, .cancelled, because: reason, at: now) }
        }
    }

    private func obstacle(to action: CollaborationAction) -> Reason? {
        guard let app = state.app(action.app), app.backends.contains(.custom) else {
            return Reason("infra-three", "\(state.appName(action.app)) no longer holds documents of its own.")
        }
        if let conversation = action.conversation, state.conversations[conversation]?.members[action.person] == nil {
            return Reason("act-send", "You are no longer in the conversation that “\(action.title)” was to be sent to.")
        }
        if let id = action.existing, state.shares[id] == nil {
            return Reason("act-send", "“\(action.title)” is no longer shared.")
        }
        if case .send(_, let share, false) = action.purpose, let current = state.shares[share.id]?.share,
            !current.mayInvite(action.person)
        {
            return Reason("act-send", "You may no longer invite people to “\(action.title)”.")
        }
        guard let draft = action.draft, let url = try? CanonicalURL(draft.url) else { return nil }
        guard state.app(opening: url) == action.app else {
            return Reason("custom-needs-links", "The link of “\(action.title)” no longer opens in \(app.name).")
        }
        guard state.share(at: url) == nil,
            !isTaken(draft.collaborationIdentifier, in: action.app, by: action.id)
        else { return Reason("act-start", "“\(action.title)” was shared in another way meanwhile.") }
        return nil
    }
}

extension Share {
    /// Everyone on it but the owner.
    var othersThanOwner: [Handle] { participants.map(\.handle).filter { $0 != owner } }
}
