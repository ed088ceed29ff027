package import ChatProtocol

extension CoreState {
    /// A conversation as one of its members sees it.
    func view(_ conversation: ConversationState, of member: Handle, at now: Instant) -> Conversation {
        view(conversation, of: member, people[member], at: now)
    }

    private func view(
        _ conversation: ConversationState, of member: Handle, _ reader: PersonState?, at now: Instant
    ) -> Conversation {
        let waiting = (reader?.waitingNotices ?? []).filter {
            $0.conversation == conversation.id
                && now < $0.postedAt.advanced(byMilliseconds: NoticeRules.expiryMilliseconds)
        }
        var view = Conversation(
            id: conversation.id, name: conversation.name, people: conversation.order.map(person),
            unread: conversation.unread(of: member),
            lastMessage: conversation.lastMessage.flatMap { conversation.isVisible($0, to: member) ? $0 : nil },
            muted: conversation.muted[member]?.isOn == true, waitingNotices: waiting)
        view.photo = conversation.photo
        view.pinned = reader?.pinnedConversations.contains(conversation.id) == true
        view.markedUnread = conversation.members[member]?.markedUnread != nil
        view.receipt = conversation.other(than: member).flatMap { conversation.members[$0]?.receipt }
        return view
    }

    /// Someone's conversations: the pinned ones in their order, then the one with the newest message first
    /// (`order-conv`); a notice moves none.
    func conversationViews(of member: Handle, at now: Instant) -> [Conversation] {
        guard let person = people[member] else { return [] }
        let pinned = Set(person.pinnedConversations)
        // Sorted by little: a list may be long, and a conversation is much to move.
        let others = person.conversations.filter { !pinned.contains($0) }
            .map { (id: $0, position: conversations[$0]?.lastPosition ?? 0) }.sorted { $0.position > $1.position }
        return (person.pinnedConversations + others.map(\.id)).compactMap { id in
            conversations[id].map { view($0, of: member, person, at: now) }
        }
    }

    /// Every conversation as an observer sees it: nobody's unread count, and no notice of anybody's.
    func allConversationViews(at now: Instant) -> [Conversation] {
        conversations.values.sorted { $0.lastPosition > $1.lastPosition }.map {
            var view = Conversation(
                id: $0.id, name: $0.name, people: $0.order.map(person), unread: 0, lastMessage: $0.lastMessage,
                muted: false, waitingNotices: [])
            view.photo = $0.photo
            return view
        }
    }

    package func hasConversation(_ id: ConversationID) -> Bool { conversations[id] != nil }

    /// Whether a message is someone's to see.
    package func isVisible(_ message: Message, to person: Handle) -> Bool {
        conversations[message.conversation]?.isVisible(message, to: person) == true
    }

    /// The conversations that someone is in.
    package func conversations(of person: Handle) -> [ConversationID] { people[person]?.conversations ?? [] }

    /// The messages of those conversations that hold a link which someone pinned, newest first.
    package func messagesWithPinnedLinks(of person: Handle, in conversations: [ConversationID]) -> [MessageID] {
        var found: [ConversationState.SharedLink] = []
        for url in (people[person]?.pins ?? [:]).keys {
            for conversation in conversations { found += self.conversations[conversation]?.links[url] ?? [] }
        }
        var known: Set<MessageID> = []
        return found.sorted { $0.position > $1.position }.map(\.message).filter { known.insert($0).inserted }
    }

    /// The position at which someone came to a conversation.
    package func joined(_ person: Handle, _ conversation: ConversationID) -> Int64 {
        conversations[conversation]?.members[person]?.joined ?? 0
    }
}

extension [Conversation] {
    /// The same list with the newest messages of the first conversations only, as far as they may be said in so many
    /// bytes: whoever fills somebody's conversations with long texts must not keep them from their list.
    func fitting(in bytes: Int) -> [Conversation] {
        var (left, fitting) = (bytes, self)
        for index in indices {
            guard let message = self[index].lastMessage else { continue }
            left -= message.bytesMax
            if left < 0 { fitting[index].lastMessage = nil }
        }
        return fitting
    }
}

extension Message {
    /// How many bytes it has on the wire at the most, roughly: each byte of a text may be escaped with six.
    fileprivate var bytesMax: Int {
        let texts = text.utf8.count + versions.reduce(0) { $0 + $1.text.utf8.count }
        return 6 * texts + 512 * (1 + links.count + mentions.count + reactions.count + versions.count)
    }
}
