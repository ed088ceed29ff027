import ChatProtocol

/// Adding and removing members of a conversation, and leaving it (`grp-add`, `grp-remove`, `grp-leave`,
/// `grp-one-to-one-add`).
extension Core {
    /// The smallest number of members for one of them to leave or be removed, so that at least three remain.
    static let membersMin = 4

    mutating func addParticipant(
        _ request: ChangeParticipant, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        guard !conversation.members.contains(request.handle) else {
            throw RPCError(.conflict, "handle: \(request.handle) is already in this conversation.", .field("handle"))
        }
        if conversation.isOneToOne {
            let members = conversation.order + [request.handle]
            try checkBeginning(conversationOf: members, by: me)
            return .conversation(try begin(members, name: nil, by: me, at: now), line: nil)
        }
        let count = conversation.order.count + 1
        guard count <= limits.participants else {
            throw RPCError.tooLarge("\(count) participants", limit: "participants", limits.participants)
        }
        try checkAdding(CollectionOfOne(request.handle), by: me)
        let event = Event.participantAdded(
            conversation.id, request.handle, by: me, after: conversation.lastSequence)
        return try changingParticipants(of: conversation, event, seenBy: me, at: now)
    }

    mutating func removeParticipant(
        _ request: ChangeParticipant, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        guard request.handle != me else {
            throw RPCError.invalid(InvalidField(field: "handle", problem: "is you: use conversation.leave"))
        }
        guard conversation.members.contains(request.handle) else {
            throw RPCError(.notFound, "handle: \(request.handle) is not in this conversation.", .field("handle"))
        }
        return try remove(request.handle, from: conversation, by: me, at: now)
    }

    mutating func leave(_ id: ConversationID, _ me: Handle, at now: Instant) throws(RPCError) -> Answer {
        try remove(me, from: try conversation(id, for: me), by: me, at: now)
    }

    private mutating func remove(
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

    private mutating func changingParticipants(
        of conversation: ConversationState, _ event: Event, seenBy me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let position = nextPosition
        decide(event, at: now)
        decideShelfChanges(at: now)
        switch event {
        case .participantAdded(let event):
            promptToAdd(event.person, to: event.conversation, by: event.by, at: now)
        case .participantRemoved(let event):
            promptToRemove(event.person, from: event.conversation, by: event.by, at: now)
        default: break
        }
        let line = event.systemLine(in: state, at: position, for: me)
        if case .participantRemoved(let removal) = event, removal.person == me {
            return .conversation(removal.lastView(in: state), line: line)
        }
        return .conversation(try view(conversation.id, of: me, at: now), line: line)
    }
}
