import ChatProtocol

/// Creating conversations, and looking them up for their members.
struct ConversationDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func create(
        _ request: CreateConversation, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var members = [me]
        var known: Set<Handle> = [me]
        for handle in request.participants where known.insert(handle).inserted { members.append(handle) }
        guard members.count > 1 else {
            throw RPCError.invalid(InvalidField(field: "participants", problem: "must name another person"))
        }
        if let name = request.name { try TextChecks(draft.limits).checkName(name, "name") }
        if members.count == 2, let existing = draft.state.oneToOne[.init(members[0], members[1])] {
            // Creating it again returns it to the creator's list.
            if draft.state.conversations[existing]?.isDeletedFromList(of: me) == true {
                draft.decide(.conversationReturned(existing, to: [me]), at: now)
            }
            return .conversation(try view(existing, of: me, at: now), line: nil)
        }
        try checkBeginning(conversationOf: members, by: me)
        return .conversation(try begin(members, name: request.name, by: me, at: now), line: nil)
    }

    /// Creates a conversation of people who were checked.
    func begin(
        _ members: [Handle], name: String?, by me: Handle, at now: Instant
    ) throws(RPCError) -> Conversation {
        let id = ConversationID("c", at: draft.nextPosition)
        draft.decide(.conversationCreated(id, creator: me, members: members, name: name), at: now)
        var view = try view(id, of: me, at: now)
        view.isNew = true
        return view
    }

    /// Checks that a person may create a conversation of these people.
    ///
    /// - Throws: `too_large` if it would have too many members, or if the person has created too many conversations.
    func checkBeginning(conversationOf members: [Handle], by me: Handle) throws(RPCError) {
        guard members.count <= draft.limits.participants else {
            throw RPCError.tooLarge("\(members.count) participants", limit: "participants", draft.limits.participants)
        }
        guard (draft.state.people[me]?.begun.conversations ?? 0) < draft.limits.conversationsBegun else {
            throw RPCError.tooLarge(
                "One conversation more than you may begin", limit: "conversationsBegun", draft.limits.conversationsBegun
            )
        }
        try RoomChecks(draft).checkAdding(members, by: me)
    }

    /// Returns the conversation to one of its members.
    ///
    /// - Throws: `not_found` to everyone else, so that a secret conversation looks like a missing one.
    func conversation(_ id: ConversationID, for me: Handle) throws(RPCError) -> ConversationState {
        guard let conversation = draft.state.conversations[id], conversation.members.contains(me) else {
            throw Self.noSuchConversation
        }
        return conversation
    }

    static var noSuchConversation: RPCError {
        RPCError(.notFound, "conversation: you are in no such conversation.", .field("conversation"))
    }

    func view(_ id: ConversationID, of me: Handle, at now: Instant) throws(RPCError) -> Conversation {
        try conversation(id, for: me).view(for: me, in: draft.state, at: now)
    }
}
