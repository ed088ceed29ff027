import ChatProtocol

/// Adding and removing members of a conversation, and leaving it (`grp-add`, `grp-remove`, `grp-leave`,
/// `grp-one-to-one-add`).
struct ParticipantDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// The smallest number of members for one of them to leave or be removed, so that at least three remain.
    static let membersMin = 4

    func add(
        _ request: ChangeParticipant, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        guard !conversation.members.contains(request.handle) else {
            throw RPCError(.conflict, "handle: \(request.handle) is already in this conversation.", .field("handle"))
        }
        if conversation.isOneToOne {
            let members = conversation.order + [request.handle]
            try ConversationDecisions(draft).checkBeginning(conversationOf: members, by: me)
            return .conversation(try ConversationDecisions(draft).begin(members, name: nil, by: me, at: now), line: nil)
        }
        let count = conversation.order.count + 1
        guard count <= draft.limits.participants else {
            throw RPCError.tooLarge("\(count) participants", limit: "participants", draft.limits.participants)
        }
        try RoomChecks(draft).checkAdding(CollectionOfOne(request.handle), by: me)
        let event = Event.participantAdded(
            conversation.id, request.handle, by: me, after: conversation.lastSequence)
        return try changingParticipants(of: conversation, event, seenBy: me, at: now)
    }

    func remove(
        _ request: ChangeParticipant, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        guard request.handle != me else {
            throw RPCError.invalid(InvalidField(field: "handle", problem: "is you: use conversation.leave"))
        }
        guard conversation.members.contains(request.handle) else {
            throw RPCError(.notFound, "handle: \(request.handle) is not in this conversation.", .field("handle"))
        }
        return try remove(request.handle, from: conversation, by: me, at: now)
    }

    func leave(_ id: ConversationID, _ me: Handle, at now: Instant) throws(RPCError) -> Answer {
        try remove(me, from: try ConversationDecisions(draft).conversation(id, for: me), by: me, at: now)
    }

    private func remove(
        _ person: Handle, from conversation: ConversationState, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard conversation.order.count >= Self.membersMin else {
            let what = person == me ? "To leave" : "To remove a person"
            throw RPCError(
                .conflict,
                "\(what), a group needs \(Self.membersMin) or more members; this one has "
                    + "\(conversation.order.count).", .rule(person == me ? "grp-leave" : "grp-remove"))
        }
        let removal = Event.participantRemoved(
            conversation.id, person, by: me, through: conversation.lastSequence, name: conversation.name,
            remaining: conversation.order.filter { $0 != person })
        return try changingParticipants(of: conversation, removal, seenBy: me, at: now)
    }

    private func changingParticipants(
        of conversation: ConversationState, _ event: Event, seenBy me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let position = draft.nextPosition
        draft.decide(event, at: now)
        ShelfDecisions(draft).decideChanges(at: now)
        switch event {
        case .participantAdded(let event):
            GroupPromptDecisions(draft).promptToAdd(event.person, to: event.conversation, by: event.by, at: now)
        case .participantRemoved(let event):
            GroupPromptDecisions(draft).promptToRemove(event.person, from: event.conversation, by: event.by, at: now)
        default: break
        }
        let line = event.systemLine(in: draft.state, at: position, for: me)
        if case .participantRemoved(let removal) = event, removal.person == me {
            return .conversation(removal.lastView(in: draft.state), line: line)
        }
        return .conversation(try ConversationDecisions(draft).view(conversation.id, of: me, at: now), line: line)
    }
}
