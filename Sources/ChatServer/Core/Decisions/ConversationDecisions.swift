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

/// Pinning and unpinning links of a conversation.
struct PinDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// The largest number of links that one person may pin.
    static let pinsMax = 5_000

    func pin(_ request: LinkReference, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        let url = try link(request.url, in: conversation, for: me)
        let app = draft.state.app(opening: url)
        if draft.state.people[me]?.pins[url] == nil {
            guard (draft.state.people[me]?.pins.count ?? 0) < Self.pinsMax else {
                throw RPCError.tooLarge("You have pinned too many links", limit: "pins", Self.pinsMax)
            }
            draft.decide(.linkPinned(by: me, conversation.id, url: url.text), at: now)
            ShelfDecisions(draft).decideChanges(at: now)
            ConsentDecisions(draft).offer(for: app, to: me, pinned: url, in: conversation.id, at: now)
        }
        return .pin(Pin(url: url.text, app: app, conversation: conversation.id, pinned: true))
    }

    func unpin(_ request: LinkReference, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let url: CanonicalURL
        if let pinned = try? CanonicalURL(request.url),
            draft.state.people[me]?.pins[pinned]?.conversation == request.conversation
        {
            // A pin remains after its owner has left the conversation.
            url = pinned
        } else {
            url = try link(
                request.url, in: try ConversationDecisions(draft).conversation(request.conversation, for: me), for: me)
        }
        let app = draft.state.app(opening: url)
        if draft.state.people[me]?.pins[url] != nil {
            draft.decide(.linkUnpinned(by: me, url: url.text, conversation: request.conversation), at: now)
        }
        return .pin(Pin(url: url.text, app: app, conversation: request.conversation, pinned: false))
    }

    private func link(
        _ text: String, in conversation: ConversationState, for me: Handle
    ) throws(RPCError) -> CanonicalURL {
        guard let url = try? CanonicalURL(text) else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
        // A pin remains after its owner deleted the message, and undoing an unpin pins the link again.
        guard !conversation.shared(url, to: me, isDeletedToo: true).isEmpty else {
            throw RPCError(.notFound, "url: this link was not shared in this conversation.", .field("url"))
        }
        return url
    }
}
