package import ChatProtocol

extension CoreState {
    /// A conversation as one of its members sees it.
    func view(_ conversation: ConversationState, of member: Handle, at now: Instant) -> Conversation {
        let waiting = (people[member]?.waitingNotices ?? []).filter {
            $0.conversation == conversation.id && $0.waits(at: now)
        }
        return view(conversation, of: member, people[member], waiting: waiting)
    }

    private func view(
        _ conversation: ConversationState, of member: Handle, _ reader: PersonState?, waiting: [Notice]
    ) -> Conversation {
        var view = Conversation(
            id: conversation.id, name: conversation.name, people: conversation.order.map(person),
            unread: conversation.unread(of: member),
            lastMessage: conversation.newest(for: member)?.message,
            muted: conversation.muted[member]?.isOn == true, waitingNotices: waiting.map(named))
        view.readThrough = conversation.readThroughBesideDeletions(of: member)
        view.photo = conversation.photo
        view.pinned = reader?.pinnedConversations.contains(conversation.id) == true
        view.markedUnread = conversation.members[member]?.markedUnread != nil
        view.deleted = conversation.isOffList(of: member)
        view.receipt = conversation.other(than: member).flatMap { conversation.members[$0]?.receipt }
        return view
    }

    /// A conversation as its reader sees it in their list.
    ///
    /// - Parameters:
    ///   - reader: nil for an observer, who sees nobody's unread count, and no notice of anybody's.
    ///   - waiting: the reader's notices that wait in it.
    package func view(of id: ConversationID, for reader: Handle?, waiting: [Notice]) -> Conversation? {
        guard let conversation = conversations[id] else { return nil }
        if let reader { return view(conversation, of: reader, people[reader], waiting: waiting) }
        var view = Conversation(
            id: id, name: conversation.name, people: conversation.order.map(person), unread: 0,
            lastMessage: conversation.lastMessage, muted: false, waitingNotices: [])
        view.photo = conversation.photo
        return view
    }

    /// Someone's notices that wait, by conversation.
    package func waitingNotices(of reader: Handle?, at now: Instant) -> [ConversationID: [Notice]] {
        guard let reader, let person = people[reader] else { return [:] }
        return Dictionary(grouping: person.waitingNotices.lazy.filter { $0.waits(at: now) }, by: \.conversation)
    }

    /// Someone's conversations, without those they deleted: the pinned ones in their order, then the one with the newest
    /// message first (`order-conv`); a notice moves none. All there are for an observer, newest first.
    package func conversationOrder(of reader: Handle?) -> [ConversationID] {
        guard let reader else { return conversations.values.sorted { $0.lastPosition > $1.lastPosition }.map(\.id) }
        guard let person = people[reader] else { return [] }
        let pinned = Set(person.pinnedConversations)
        // Sorted by little: a list may be long, and a conversation is much to move.
        let others = person.conversations.filter { !pinned.contains($0) && !isOffList($0, of: reader) }
            .map { (id: $0, position: conversations[$0]?.newestPosition(for: reader) ?? 0) }
            .sorted { $0.position > $1.position }
        return person.pinnedConversations.filter { !isOffList($0, of: reader) } + others.map(\.id)
    }

    /// True if someone deleted a conversation and no message came since.
    private func isOffList(_ id: ConversationID, of reader: Handle) -> Bool {
        conversations[id]?.isOffList(of: reader) == true
    }

    /// What somebody's list says that stands with them and not with the conversations.
    package struct ListMarks: Equatable {
        fileprivate var pinned: [ConversationID] = []
        fileprivate var waiting: [Notice] = []

        /// The conversations that read otherwise with others in their place.
        package func conversations(notAsIn other: ListMarks) -> Set<ConversationID> {
            var ids = Set(pinned).symmetricDifference(other.pinned)
            if waiting != other.waiting { ids.formUnion((waiting + other.waiting).map(\.conversation)) }
            return ids
        }
    }

    package func listMarks(of reader: Handle?) -> ListMarks {
        guard let reader, let person = people[reader] else { return ListMarks() }
        return ListMarks(pinned: person.pinnedConversations, waiting: person.waitingNotices)
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
        let asked = Set(conversations)
        for url in (people[person]?.pins ?? [:]).keys {
            guard let number = links.number(of: url) else { continue }
            for conversation in links[number].conversations where asked.contains(conversation) {
                found += self.conversations[conversation]?.links[url] ?? []
            }
        }
        var known: Set<MessageID> = []
        return found.sorted { $0.position > $1.position }.map(\.message).filter { known.insert($0).inserted }
    }

    /// The position at which someone came to a conversation.
    package func joined(_ person: Handle, _ conversation: ConversationID) -> Int64 {
        conversations[conversation]?.members[person]?.joined ?? 0
    }
}

extension Notice {
    fileprivate func waits(at now: Instant) -> Bool {
        now < postedAt.advanced(byMilliseconds: NoticeRules.expiryMilliseconds)
    }
}
