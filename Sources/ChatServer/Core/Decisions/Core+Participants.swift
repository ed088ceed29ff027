import ChatProtocol

/// Who comes and goes (`grp-add`, `grp-remove`, `grp-leave`, `grp-one-to-one-add`).
extension Core {
    /// How many members a conversation must have for one of them to leave or be removed: three at least remain.
    static let membersMin = 4

    mutating func addParticipant(
        _ request: ChangeParticipant, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        guard conversation.members[request.handle] == nil else {
            throw RPCError(.conflict, "handle: \(request.handle) is in this conversation already.", .field("handle"))
        }
        if conversation.isOneToOne {
            let members = conversation.order + [request.handle]
            return .conversation(try begin(members, name: nil, by: me, at: now), line: nil)
        }
        let count = conversation.order.count + 1
        guard count <= limits.participants else {
            throw RPCError.tooLarge("\(count) participants", limit: "participants", limits.participants)
        }
        let event = Event.participantAdded(
            conversation.id, request.handle, by: me, after: conversation.lastSequence)
        return try changingParticipants(of: conversation, event, seenBy: me, at: now)
    }

    mutating func removeParticipant(
        _ request: ChangeParticipant, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        guard request.handle != me else {
            throw RPCError.invalid(InvalidField(field: "handle", problem: "is you: conversation.leave is for that"))
        }
        guard conversation.members[request.handle] != nil else {
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
            let what = person == me ? "To leave" : "To remove somebody"
            throw RPCError(
                .conflict,
                "\(what), a conversation needs \(Self.membersMin) members or more, and this has "
                    + "\(conversation.order.count).")
        }
        let removal = ParticipantRemoval(
            conversation: conversation.id, person: person, actor: me, through: conversation.lastSequence,
            name: conversation.name, remaining: conversation.order.filter { $0 != person })
        return try changingParticipants(of: conversation, .participantRemoved(removal), seenBy: me, at: now)
    }

    private mutating func changingParticipants(
        of conversation: ConversationState, _ event: Event, seenBy me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let position = nextPosition
        decide(event, at: now)
        tellShelves(at: now)
        switch event {
        case .participantAdded(let id, let person, let actor, _):
            promptToAdd(person, to: id, by: actor, at: now)
        case .participantRemoved(let removal):
            promptToRemove(removal.person, from: removal.conversation, by: removal.actor, at: now)
        default: break
        }
        let line = state.systemLine(of: event, at: position)
        if case .participantRemoved(let removal) = event, removal.person == me {
            return .conversation(state.view(ofLeft: removal), line: line)
        }
        return .conversation(try view(conversation.id, of: me, at: now), line: line)
    }
}

extension CoreState {
    /// The line that a thread shows for what happened to the conversation itself (`grp-lines`).
    ///
    /// - Returns: nil for what has no line.
    func systemLine(of event: Event, at position: Int64) -> ThreadEntry? {
        let text: String
        switch event {
        case .participantAdded(_, let person, let actor, _):
            text = "\(name(actor)) added \(name(person)) to the conversation"
        case .participantRemoved(let removal) where removal.actor == removal.person:
            text = "\(name(removal.person)) left the conversation"
        case .participantRemoved(let removal):
            text = "\(name(removal.actor)) removed \(name(removal.person)) from the conversation"
        case .conversationRenamed(_, let name, let actor):
            text = "\(self.name(actor)) named the conversation “\(name)”"
        case .conversationPhotoSet(_, let photo, let actor):
            text = "\(name(actor)) \(photo == nil ? "removed" : "changed") the group photo"
        default: return nil
        }
        return .system(id: "e\(position)", text: text)
    }

    /// The last that somebody sees of a conversation that they are in no longer.
    func view(ofLeft removal: ParticipantRemoval) -> Conversation {
        var view = Conversation(
            id: removal.conversation, name: removal.name, people: removal.remaining.map(person), unread: 0,
            lastMessage: nil, muted: false, waitingNotices: [])
        view.left = true
        return view
    }
}
