import ChatProtocol

extension Core {
    mutating func createConversation(
        _ request: CreateConversation, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        var members = [me]
        var known: Set<Handle> = [me]
        for handle in request.participants where known.insert(handle).inserted { members.append(handle) }
        guard members.count > 1 else {
            throw RPCError.invalid(InvalidField(field: "participants", problem: "must name somebody else"))
        }
        guard members.count <= limits.participants else {
            throw RPCError.tooLarge("\(members.count) participants", limit: "participants", limits.participants)
        }
        if let name = request.name { try checkName(name, "name") }
        if members.count == 2, let existing = state.oneToOne[.init(members[0], members[1])] {
            return .conversation(try view(existing, of: me, at: now))
        }
        let id = ConversationID("c\(nextPosition)")
        decide(.conversationCreated(id, creator: me, members: members, name: request.name), at: now)
        return .conversation(try view(id, of: me, at: now))
    }

    mutating func markRead(
        _ request: MarkRead, by me: Handle, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        let conversation = try conversation(request.conversation, for: me)
        let through: Int64
        if request.through == nil {
            through = conversation.lastSequence
        } else if case .record(let record) = found, case .messagePosted(let message) = record.event,
            message.conversation == request.conversation
        {
            through = message.sequence
        } else {
            throw RPCError(.notFound, "through: there is no such message in this conversation.", .field("through"))
        }
        if through > conversation.members[me]?.readThrough ?? 0 {
            decide(.messagesRead(by: me, request.conversation, through: through), at: now)
        }
        return .conversation(try view(request.conversation, of: me, at: now))
    }

    mutating func send(
        _ request: SendMessage, by me: Handle, clientID: String?, at now: Instant
    ) throws(RPCError) -> Answer {
        var message = try compose(request.text, in: request.conversation, by: me, at: now)
        message.clientID = clientID
        decidePosting(message, at: now)
        return .message(message)
    }

    /// The message that this text becomes, its links and mentions found; nothing is decided yet.
    func compose(
        _ text: String, in id: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Message {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw RPCError.invalid(InvalidField(field: "text", problem: "must not be empty"))
        }
        try check(text, "text", max: limits.textCharacters, limit: "textCharacters")
        let conversation = try conversation(id, for: me)
        let links = LinkDetector.links(in: text).map { found in
            MessageLink(
                url: found.url.text, app: state.router.app(for: found.url),
                title: state.share(at: found.url)?.share.title, range: found.range)
        }
        let mentions =
            ASCII.stands(UInt8(ascii: "@"), in: text) ? mentions(in: text, of: conversation, outside: links) : []
        return Message(
            id: MessageID("m\(nextPosition)"), conversation: id, sender: me, text: text, sentAt: max(now, state.lastAt),
            sequence: conversation.lastSequence + 1, links: links, mentions: mentions)
    }

    private func mentions(
        in text: String, of conversation: ConversationState, outside links: [MessageLink]
    ) -> [MessageMention] {
        let candidates = conversation.order.map {
            MentionCandidate(handle: $0, names: [state.name($0), $0.rawValue])
        }
        return MentionDetector(candidates).mentions(in: text, outside: links.map(\.range))
    }

    /// Posts a message, and tells the shelves that it touches.
    mutating func decidePosting(_ message: Message, at now: Instant) {
        guard !message.links.isEmpty, let order = state.conversations[message.conversation]?.order else {
            return decide(.messagePosted(message), at: now)
        }
        var links: [CanonicalURL] = []
        for link in message.links {
            if let url = try? CanonicalURL(link.url), !links.contains(url) { links.append(url) }
        }
        followingLinks(links, of: order, at: now) { core in
            core.decide(.messagePosted(message), at: now)
        }
    }

    /// The conversation, for one of its members.
    ///
    /// - Throws: `not_found` to everyone else, so that a stranger cannot tell a secret thing from a missing one.
    func conversation(_ id: ConversationID, for me: Handle) throws(RPCError) -> ConversationState {
        guard let conversation = state.conversations[id], conversation.members[me] != nil else {
            throw RPCError(.notFound, "conversation: you are in no such conversation.", .field("conversation"))
        }
        return conversation
    }

    func view(_ id: ConversationID, of me: Handle, at now: Instant) throws(RPCError) -> Conversation {
        state.view(try conversation(id, for: me), of: me, at: now)
    }
}

extension CoreState {
    /// A conversation as one of its members sees it.
    func view(_ conversation: ConversationState, of member: Handle, at now: Instant) -> Conversation {
        let waiting = (people[member]?.waitingNotices ?? []).filter {
            $0.conversation == conversation.id
                && now < $0.postedAt.advanced(byMilliseconds: NoticeRules.expiryMilliseconds)
        }
        return Conversation(
            id: conversation.id, name: conversation.name, people: conversation.order.map(person),
            unread: conversation.unread(of: member), lastMessage: conversation.lastMessage, muted: false,
            waitingNotices: waiting)
    }

    /// Someone's conversations, the one with the newest message first (`order-conv`); a notice moves none.
    func conversationViews(of member: Handle, at now: Instant) -> [Conversation] {
        let own = (people[member]?.conversations ?? []).compactMap { conversations[$0] }
        return own.sorted { $0.lastPosition > $1.lastPosition }.map { view($0, of: member, at: now) }
    }

    /// Every conversation as an observer sees it: nobody's unread count, and no notice of anybody's.
    func allConversationViews(at now: Instant) -> [Conversation] {
        conversations.values.sorted { $0.lastPosition > $1.lastPosition }.map {
            Conversation(
                id: $0.id, name: $0.name, people: $0.order.map(person), unread: 0, lastMessage: $0.lastMessage,
                muted: false, waitingNotices: [])
        }
    }

    func hasConversation(_ id: ConversationID) -> Bool { conversations[id] != nil }
}
