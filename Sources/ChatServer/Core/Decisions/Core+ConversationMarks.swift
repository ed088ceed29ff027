import ChatProtocol

/// The name and photo of a conversation, and the marks of its members: read, unread, muted, pinned.
extension Core {
    mutating func rename(_ request: RenameConversation, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        try checkName(request.name, "name")
        guard request.name != conversation.name else {
            return .conversation(try view(conversation.id, of: me, at: now), line: nil)
        }
        return try decideWithLine(
            .conversationRenamed(conversation.id, name: request.name, by: me), of: conversation.id, by: me, at: now)
    }

    mutating func setPhoto(
        _ request: SetConversationPhoto, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        guard !conversation.isOneToOne else {
            throw RPCError(.conflict, "conversation: only a group has a photo.", .field("conversation"))
        }
        guard request.photo != conversation.photo else {
            return .conversation(try view(conversation.id, of: me, at: now), line: nil)
        }
        return try decideWithLine(
            .conversationPhotoSet(conversation.id, photo: request.photo, by: me), of: conversation.id, by: me, at: now)
    }

    /// Decides an event that has a line of its own in the thread, and answers with that line.
    private mutating func decideWithLine(
        _ event: Event, of id: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let position = nextPosition
        decide(event, at: now)
        return .conversation(try view(id, of: me, at: now), line: event.systemLine(in: state, at: position, for: me))
    }

    mutating func markRead(
        _ request: MarkRead, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
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
                decide(
                    .messagesRead(by: me, conversation.id, through: through, receipt: receipt), at: now)
            }
        }
        return .conversation(try view(request.conversation, of: me, at: now), line: nil)
    }

    /// Returns the message whose sender receives a read receipt. It is nil outside one-to-one conversations, if the
    /// reader sends no receipts, and if a receipt was sent already (`rcpt-setting`).
    private func receipt(
        for message: Message, in conversation: ConversationState, readBy me: Handle
    ) -> MessageID? {
        guard conversation.isOneToOne, let membership = conversation.members[me],
            message.sequence > membership.receipt?.sequence ?? 0,
            state.people[me]?.sendsReadReceipts(in: conversation.id) != false
        else { return nil }
        return message.id
    }

    mutating func markUnread(_ id: ConversationID, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try conversation(id, for: me)
        if conversation.members[me]?.markedUnread == nil {
            decide(.conversationMarkedUnread(id, by: me, at: conversation.lastSequence), at: now)
        }
        return .conversation(try view(id, of: me, at: now), line: nil)
    }

    mutating func mute(_ request: MuteConversation, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        if (conversation.muted[me]?.isOn ?? false) != request.muted {
            decide(.conversationMuted(conversation.id, by: me, request.muted), at: now)
        }
        return .conversation(try view(conversation.id, of: me, at: now), line: nil)
    }

    mutating func pinConversation(
        _ request: PinConversation, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        let before = state.people[me]?.pinnedConversations ?? []
        var pinned = before
        if request.pinned {
            let place = request.place.map { $0 - 1 } ?? before.firstIndex(of: conversation.id) ?? before.count
            pinned.removeAll { $0 == conversation.id }
            pinned.insert(conversation.id, at: min(place, pinned.count))
            guard pinned.count <= limits.pinnedConversations else {
                throw RPCError.tooLarge(
                    "\(pinned.count) pinned conversations", limit: "pinnedConversations", limits.pinnedConversations)
            }
        } else {
            pinned.removeAll { $0 == conversation.id }
        }
        if pinned != before { decide(.conversationsPinned(by: me, pinned), at: now) }
        return .settings(state.settings(of: me))
    }
}
