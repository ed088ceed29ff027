import ChatProtocol

/// The actions that apps must answer (`act-contract`), and the collaborations that wait for the answers.
struct ActionDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    // MARK: Requesting

    /// Returns a new action. The caller sets its purpose.
    ///
    /// - Throws: `conflict` if ``ActionPolicy/waitingMax`` actions already wait for that person's apps.
    func newAction(
        for app: App, by person: Handle, title: String, options selected: [String], at now: Instant
    ) throws(RPCError) -> CollaborationAction {
        let count = draft.state.collaborating.actions.count { $0.person == person }
        guard count < ActionPolicy.waitingMax else {
            throw RPCError(
                .conflict, "\(count) collaborations already wait for their apps; try again when one has finished.")
        }
        return action(for: app, by: person, title: title, options: selected, at: now)
    }

    private func action(
        for app: App, by person: Handle, title: String, options selected: [String], at now: Instant
    ) -> CollaborationAction {
        let options = app.shareOptions ?? .standard
        return CollaborationAction(
            id: ActionID("x", at: draft.nextPosition), app: app.id, person: person,
            dueAt: max(now, draft.state.lastAt).advanced(
                byMilliseconds: Int64(draft.actionPolicy.timeLimitMilliseconds)),
            purpose: .start(StartID("")), title: title, options: options,
            selected: (try? options.selecting(selected)) == nil ? options.selected : selected)
    }

    /// Asks the app of a share to let people in or to remove them, because its owner chose that it follows a group.
    ///
    /// The share changes when the app has fulfilled the action (``finish(prompt:share:_:at:)``). If the app fails or
    /// does not answer in time, the share stays as it is, and a new prompt asks the owner.
    ///
    /// Every check comes before the first event. A caller with several shares first checks them all with
    /// ``checkRoomForActions(_:of:)``.
    ///
    /// - Throws: `conflict` if too many actions wait for that person's apps.
    /// - Returns: the id of the action.
    @discardableResult
    func requestParticipants(
        of share: Share, added: [Handle], removed: [Handle], then notice: Notice, by person: Handle, at now: Instant
    ) throws(RPCError) -> ActionID {
        var action = try newAction(
            for: CollaborationItem(of: share, in: draft.state).app, by: person, title: share.title,
            options: share.options, at: now)
        action.purpose = .prompt(notice.id, share.id)
        action.conversation = notice.conversation
        action.added = added
        action.removed = removed
        draft.decide(.actionRequested(action), at: now)
        return action.id
    }

    /// Checks that a number of further actions may wait for a person's apps.
    ///
    /// - Throws: `conflict` if they would be more than ``ActionPolicy/waitingMax``.
    func checkRoomForActions(_ count: Int, of person: Handle) throws(RPCError) {
        let waiting = draft.state.collaborating.actions.count { $0.person == person }
        guard waiting + count <= ActionPolicy.waitingMax else {
            throw RPCError(
                .conflict,
                "\(waiting) actions already wait for apps; the limit is \(ActionPolicy.waitingMax). Try again later."
            )
        }
    }

    // MARK: Answers

    func fulfill(
        _ request: FulfillAction, by app: AppID, as me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let action = try action(request.action, of: app, as: me, prefetched: prefetched)
        switch action.purpose {
        case .start(let start):
            let share = try startedShare(request, for: action)
            let others = share.participants.map(\.handle).filter { $0 != share.owner }
            ActionEndDecisions(draft).end(action, .fulfilled, at: now)
            requestAccess(share, start, isNew: true, after: action, added: others, removed: [], at: now)
            return .empty
        case .create(let start, let drafted):
            let share = try AskedChangeDecisions(draft).createdShare(request, for: action, drafted)
            ActionEndDecisions(draft).end(action, .fulfilled, at: now)
            decideNewShare(share, at: now)
            _ = ActionEndDecisions(draft).endStart(start, .done, share: share.id, at: now)
            return .empty
        case .send, .save, .prompt: break
        }
        for (field, value) in [("url", request.url), ("collaborationIdentifier", request.collaborationIdentifier)]
        where value != nil {
            throw RPCError.invalid(InvalidField(field: field, problem: "is already set by the answer to the start"))
        }
        ActionEndDecisions(draft).end(action, .fulfilled, at: now)
        switch action.purpose {
        case .start, .create: break
        case .save(let start, let share, let save):
            AskedChangeDecisions(draft).finish(save, of: share, start, action, at: now)
        case .send(let start, let share, let isNew): letIn(share, start, isNew: isNew, after: action, at: now)
        case .prompt(let notice, let share):
            PromptedDecisions(draft).finish(prompt: notice, share: share, action, at: now)
        }
        return .empty
    }

    func fail(
        _ request: FailAction, by app: AppID, as me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let action = try action(request.action, of: app, as: me, prefetched: prefetched)
        if let message = request.message {
            try TextChecks(draft.limits).checkName(message, "message", isOneLine: false)
        }
        let why = request.message.map { ": \($0)" } ?? "."
        let rule: String
        let what: String
        switch action.purpose {
        case .start, .create: (rule, what) = ("act-contract", "share “\(action.title)”")
        case .send: (rule, what) = ("act-send", "share “\(action.title)”")
        case .save, .prompt: (rule, what) = ("act-participants", "change who can open “\(action.title)”")
        }
        ActionEndDecisions(draft).fail(
            action, .failed, because: Reason(rule, "\(draft.state.appName(app)) could not \(what)\(why)"), at: now)
        return .empty
    }

    /// Returns the action that an app answers.
    ///
    /// - Throws: `conflict` if the action has ended, `not_found` if the app has no such action for this person.
    private func action(
        _ id: ActionID, of app: AppID, as me: Handle, prefetched: Prefetched
    ) throws(RPCError) -> CollaborationAction {
        if let action = draft.state.collaborating.actions.first(where: { $0.id == id }), action.app == app,
            action.person == me
        {
            return action
        }
        if case .record(let record) = prefetched, case .actionRequested(let event) = record.event,
            event.action.id == id,
            event.action.app == app, event.action.person == me
        {
            throw RPCError(.conflict, "action: it has already ended, and needs no answer.", .field("action"))
        }
        throw RPCError(.notFound, "action: there is no such action of this app.", .field("action"))
    }

    // MARK: Starting

    /// Returns the new share at the link that an app made. Every present member of the conversation is a participant if
    /// the share is private.
    ///
    /// - Throws: `invalid_params` if the answer has no link or no identifier, `conflict` if one of them is taken.
    private func startedShare(_ request: FulfillAction, for action: CollaborationAction) throws(RPCError) -> Share {
        guard let url = request.url else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "is missing: the link of the collaboration"))
        }
        let identifier = try identifier(of: request, for: action)
        let options = (try? action.options.selecting(action.selected)) ?? action.options
        let create = CreateShare(
            app: action.app, title: action.title, url: url, backend: .custom, options: options)
        var share = try ShareDecisions(draft).preparedShare(create, by: action.person, at: draft.state.lastAt)
        try checkLinkIsNotPending(share.url, by: share.owner)
        options.apply(to: &share, action.representations)
        share.ownIdentifier = identifier == share.id.rawValue ? nil : identifier
        guard (try? message(of: action, share)) != nil else {
            throw RPCError.invalid(
                InvalidField(field: "url", problem: "is too long for its message"))
        }
        if share.access == .private {
            for member in members(of: action) where share.participant(member) == nil {
                share.add(.invited(member, to: share))
            }
        }
        return share
    }

    /// Returns the identifier by which an app knows a collaboration on every device.
    ///
    /// - Throws: `invalid_params` if the answer has none, `conflict` if another collaboration of the app has it.
    func identifier(of request: FulfillAction, for action: CollaborationAction) throws(RPCError) -> String {
        guard let identifier = request.collaborationIdentifier else {
            let problem = "is missing: it identifies the collaboration on every device"
            throw RPCError.invalid(InvalidField(field: "collaborationIdentifier", problem: problem))
        }
        try TextChecks(draft.limits).checkName(identifier, "collaborationIdentifier")
        guard !isTaken(identifier, in: action.app, by: action.id) else {
            throw RPCError(
                .conflict, "collaborationIdentifier: another collaboration of the app has it.",
                .field("collaborationIdentifier"))
        }
        return identifier
    }

    /// Returns the text of the message that sends the share.
    ///
    /// - Throws: the refusal of the message, if it cannot be sent.
    private func message(of action: CollaborationAction, _ share: Share) throws(RPCError) -> String {
        let text = action.start.flatMap { draft.state.collaborating.starts[$0]?.draft.text }
        return try ShareDecisions(draft).preparedSending(
            of: share, saying: text, in: action.conversation ?? ConversationID(""), by: action.person,
            at: draft.state.lastAt)
    }

    private func members(of action: CollaborationAction) -> [Handle] {
        action.conversation.flatMap { draft.state.conversations[$0]?.order } ?? []
    }

    /// Returns true if another share of the app, or a share that one of its actions will create, has that identifier.
    func isTaken(_ identifier: String, in app: AppID, by action: ActionID?) -> Bool {
        draft.state.shares.all.contains { $0.share.app == app && $0.share.collaborationIdentifier == identifier }
            || draft.state.collaborating.actions.contains {
                $0.id != action && $0.app == app && $0.draft?.collaborationIdentifier == identifier
            }
    }

    /// Checks that no waiting action will create a share at that link.
    ///
    /// - Throws: `conflict` if one will.
    func checkLinkIsNotPending(_ url: String, by me: Handle, besides action: ActionID? = nil) throws(RPCError) {
        guard let other = draft.state.collaborating.actions.first(where: { $0.id != action && $0.draft?.url == url })
        else {
            return
        }
        guard other.person == me else { throw ShareRefusal.taken.error }
        throw RPCError(.conflict, "url: this document is already being shared.", .field("url"))
    }

    // MARK: Participants

    /// Asks the app to give the future participants of a share access. The message follows when the app has done so.
    private func requestAccess(
        _ share: Share, _ start: StartID, isNew: Bool, after before: CollaborationAction, added: [Handle],
        removed: [Handle], at now: Instant
    ) {
        guard let app = draft.state.app(before.app) else { return }
        var action = action(for: app, by: before.person, title: before.title, options: before.selected, at: now)
        action.options = before.options
        action.selected = before.selected
        action.representations = before.representations
        action.conversation = before.conversation
        action.purpose = .send(start, share, isNew: isNew)
        action.added = added
        action.removed = removed
        draft.decide(.actionRequested(action), at: now)
    }

    /// Creates the share and posts its message in one save, if the app let in exactly the present members of the
    /// conversation. If the members have changed since the request, a new action first asks the app about the
    /// difference.
    private func letIn(
        _ drafted: Share, _ start: StartID, isNew: Bool, after action: CollaborationAction, at now: Instant
    ) {
        var share = drafted
        if !isNew {
            guard let current = draft.state.shares[drafted.id]?.share else { return }
            share = current
            for person in drafted.participants where share.participant(person.handle) == nil { share.add(person) }
        }
        let here = members(of: action)
        if share.access == .private {
            let added = here.filter { share.participant($0) == nil }
            let remaining = Set(
                here + [share.owner]
                    + (isNew ? [] : draft.state.shares[drafted.id]?.share.participants.map(\.handle) ?? []))
            let removed = share.participants.map(\.handle).filter { !remaining.contains($0) }
            if !added.isEmpty || !removed.isEmpty {
                for person in added { share.add(.invited(person, to: share)) }
                share.participants.removeAll { removed.contains($0.handle) }
                return requestAccess(share, start, isNew: isNew, after: action, added: added, removed: removed, at: now)
            }
        }
        guard let conversation = action.conversation, let text = try? message(of: action, share) else { return }
        var saved = share
        if isNew {
            saved.participants.removeAll { $0.handle != share.owner }
            decideNewShare(saved, at: now)
        } else if let current = draft.state.shares[drafted.id]?.share {
            saved = current
        }
        guard
            let message = try? ShareDecisions(draft).decideSending(
                of: saved, text, in: conversation, by: action.person, at: now)
        else {
            return
        }
        _ = ActionEndDecisions(draft).endStart(start, .sent, share: share.id, message: message.id, at: now)
    }

    /// Decides the event of a new share, whose owner is the only participant.
    func decideNewShare(_ share: Share, at now: Instant) {
        draft.decide(.shareSaved(share, recipients: [share.owner]), at: now)
    }
}

extension ActionPolicy {
    /// The largest number of actions that may wait for the apps of one person.
    static let waitingMax = 20
}

extension CollaborationAction {
    var kind: RequestedAction.Kind {
        switch purpose {
        case .start, .create: .startCollaboration
        case .send, .save, .prompt: .updateCollaborationParticipants
        }
    }

    /// The collaboration that waits for the action; nil for an answered prompt.
    var start: StartID? {
        switch purpose {
        case .start(let id), .send(let id, _, _), .create(let id, _), .save(let id, _, _): id
        case .prompt: nil
        }
    }

    /// The share that the action will create; nil before its link is known and if the share exists.
    var draft: Share? {
        switch purpose {
        case .send(_, let share, true), .create(_, let share): share
        case .start, .send, .save, .prompt: nil
        }
    }

    /// The id of the share that the action changes; nil if no share exists yet.
    var existing: ShareID? {
        switch purpose {
        case .send(_, let share, false): share.id
        case .prompt(_, let share), .save(_, let share, _): share
        case .start, .send, .create: nil
        }
    }
}
