import ChatProtocol

/// The name and photo of a conversation, and the marks of its members: read, unread, muted, pinned.
struct ConversationMarkDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func rename(_ request: RenameConversation, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try group(request.conversation, for: me, "only a group can be renamed.")
        try TextChecks(draft.limits).checkName(request.name, "name")
        guard request.name != conversation.name else {
            return .conversation(try ConversationDecisions(draft).view(conversation.id, of: me, at: now), line: nil)
        }
        return try decideWithLine(
            .conversationRenamed(conversation.id, name: request.name, by: me), of: conversation.id, by: me, at: now)
    }

    func setPhoto(
        _ request: SetConversationPhoto, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try group(request.conversation, for: me, "only a group has a photo.")
        guard request.photo != conversation.photo else {
            return .conversation(try ConversationDecisions(draft).view(conversation.id, of: me, at: now), line: nil)
        }
        return try decideWithLine(
            .conversationPhotoSet(conversation.id, photo: request.photo, by: me), of: conversation.id, by: me, at: now)
    }

    /// Returns a conversation of three or more people (`grp-name-photo`).
    ///
    /// - Parameter refusal: The message for a conversation of two people.
    /// - Throws: `not_found` for a conversation that the person is not in, `conflict` for one of two people.
    private func group(
        _ id: ConversationID, for me: Handle, _ refusal: String
    ) throws(RPCError) -> ConversationState {
        let conversation = try ConversationDecisions(draft).conversation(id, for: me)
        guard !conversation.isOneToOne else {
            throw RPCError(.conflict, "conversation: \(refusal)", .field("conversation"))
        }
        return conversation
    }

    /// Decides an event that has a line of its own in the thread, and answers with that line.
    private func decideWithLine(
        _ event: Event, of id: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let position = draft.nextPosition
        draft.decide(event, at: now)
        return .conversation(
            try ConversationDecisions(draft).view(id, of: me, at: now),
            line: event.systemLine(in: draft.state, at: position, for: me))
    }

    func markRead(
        _ request: MarkRead, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        var last = conversation.newest(for: me)?.message
        if request.through != nil {
            guard case .record(let record) = prefetched, let message = record.event.message,
                message.conversation == request.conversation, conversation.isVisible(message, to: me)
            else {
                throw RPCError(.notFound, "through: there is no such message in this conversation.", .field("through"))
            }
            last = message
        }
        if let membership = conversation.members[me] {
            var receipt: MessageID?
            if let last { receipt = self.receipt(for: last, in: conversation, readBy: me) }
            let through = max(last?.sequence ?? 0, membership.readThrough)
            if through > membership.readThrough || membership.markedUnread != nil || receipt != nil {
                draft.decide(
                    .messagesRead(by: me, conversation.id, through: through, receipt: receipt), at: now)
            }
        }
        return .conversation(try ConversationDecisions(draft).view(request.conversation, of: me, at: now), line: nil)
    }

    /// Returns the message whose sender receives a read receipt. It is nil outside one-to-one conversations, if the
    /// reader sends no receipts, and if a receipt was sent already (`rcpt-setting`).
    private func receipt(
        for message: Message, in conversation: ConversationState, readBy me: Handle
    ) -> MessageID? {
        guard conversation.isOneToOne, let membership = conversation.members[me],
            message.sequence > membership.receipt?.sequence ?? 0,
            draft.state.people[me]?.sendsReadReceipts(in: conversation.id) != false
        else { return nil }
        return message.id
    }

    func markUnread(_ id: ConversationID, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(id, for: me)
        if conversation.members[me]?.markedUnread == nil {
            draft.decide(.conversationMarkedUnread(id, by: me, at: conversation.lastSequence), at: now)
        }
        return .conversation(try ConversationDecisions(draft).view(id, of: me, at: now), line: nil)
    }

    func mute(_ request: MuteConversation, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        if (conversation.muted[me]?.isOn ?? false) != request.muted {
            draft.decide(.conversationMuted(conversation.id, by: me, request.muted), at: now)
        }
        return .conversation(try ConversationDecisions(draft).view(conversation.id, of: me, at: now), line: nil)
    }

    func pin(
        _ request: PinConversation, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        let before = draft.state.people[me]?.pinnedConversations ?? []
        var pinned = before
        if request.pinned {
            let place = request.place.map { $0 - 1 } ?? before.firstIndex(of: conversation.id) ?? before.count
            pinned.removeAll { $0 == conversation.id }
            pinned.insert(conversation.id, at: min(place, pinned.count))
            guard pinned.count <= draft.limits.pinnedConversations else {
                throw RPCError.tooLarge(
                    "\(pinned.count) pinned conversations", limit: "pinnedConversations",
                    draft.limits.pinnedConversations)
            }
        } else {
            pinned.removeAll { $0 == conversation.id }
        }
        if pinned != before { draft.decide(.conversationsPinned(by: me, pinned), at: now) }
        return .settings(Settings(of: me, in: draft.state))
    }
}
