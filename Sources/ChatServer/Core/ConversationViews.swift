package import ChatProtocol

/// The conversations of a world as their members and observers see them.
package struct ConversationViews {
    private let state: CoreState

    package init(_ state: CoreState) { self.state = state }

    /// Returns a conversation as its reader sees it in their list.
    ///
    /// - Parameters:
    ///   - reader: nil for an observer, who has no unread count and no notices.
    ///   - waiting: the reader's waiting notices in the conversation.
    package func view(of id: ConversationID, for reader: Handle?, waiting: [Notice]) -> Conversation? {
        guard let conversation = state.conversations[id] else { return nil }
        if let reader { return conversation.view(for: reader, waiting: waiting, in: state) }
        var view = Conversation(
            id: id, name: conversation.name, people: conversation.order.map(state.person), unread: 0,
            lastMessage: conversation.lastMessage, muted: false, waitingNotices: [])
        view.photo = conversation.photo
        view.former = conversation.formerMembers.map(state.person)
        return view
    }

    /// Returns the waiting notices of a reader, by conversation; empty for an observer.
    package func waitingNotices(of reader: Handle?, at now: Instant) -> [ConversationID: [Notice]] {
        guard let reader, let person = state.people[reader] else { return [:] }
        return Dictionary(grouping: person.waitingNotices.lazy.filter { $0.waits(at: now) }, by: \.conversation)
    }

    /// A conversation in the order of a list, with the cursor of its place.
    ///
    /// The conversations after it have smaller positions. The cursor of a pinned conversation is its negative place
    /// among the pinned ones, beginning with -1.
    package typealias ListedConversation = (id: ConversationID, cursor: Int64)

    /// Returns the first conversations of a reader after a cursor, without the deleted ones.
    ///
    /// The pinned conversations come first, in their order, then the one with the newest message (`order-conv`). A
    /// notice moves no conversation. An observer sees all conversations, newest first.
    package func conversationOrder(
        of reader: Handle?, after: Int64? = nil, limit: Int = .max
    ) -> [ListedConversation] {
        guard let reader else {
            return newest(limit, of: state.conversations.values.lazy.map { ($0.id, $0.lastPosition) }, after: after)
        }
        guard let person = state.people[reader] else { return [] }
        let pinned = person.pinnedConversations.filter { !isDeletedFromList($0, of: reader) }
        let isPinned = Set(pinned)
        let passed = after.map { $0 < 0 ? Int(clamping: $0.magnitude) : pinned.count } ?? 0
        let top = pinned.enumerated().dropFirst(passed).map { (id: $1, cursor: -Int64($0 + 1)) }
        let others = person.conversations.lazy.filter { !isPinned.contains($0) && !isDeletedFromList($0, of: reader) }
            .map { (id: $0, cursor: state.conversations[$0]?.newestPosition(for: reader) ?? 0) }
        return top + newest(limit, of: others, after: after.flatMap { $0 < 0 ? nil : $0 })
    }

    /// Returns the conversations with the largest positions below one, the largest first.
    private func newest(
        _ limit: Int, of all: some Sequence<ListedConversation>, after: Int64?
    ) -> [ListedConversation] {
        var found: [ListedConversation] = []
        for one in all where after.map({ one.cursor < $0 }) ?? true {
            // A page asks for few conversations, so that a long list is cut before it is sorted.
            if limit < .max / 2, found.count >= 2 * limit {
                found.sort { $0.cursor > $1.cursor }
                found.removeLast(found.count - limit)
            }
            found.append(one)
        }
        return Array(found.sorted { $0.cursor > $1.cursor }.prefix(limit))
    }

    /// True if the reader deleted a conversation and no message has returned it.
    private func isDeletedFromList(_ id: ConversationID, of reader: Handle) -> Bool {
        state.conversations[id]?.isDeletedFromList(of: reader) == true
    }

    /// Returns the messages of the given conversations with a link that the person pinned, newest first.
    package func messagesWithPinnedLinks(of person: Handle, in asked: [ConversationID]) -> [MessageID] {
        var found: [ConversationState.SharedLink] = []
        let asked = Set(asked)
        for url in (state.people[person]?.pins ?? [:]).keys {
            guard let number = state.links.number(of: url) else { continue }
            for conversation in state.links[number].conversations where asked.contains(conversation) {
                found += state.conversations[conversation]?.links[url] ?? []
            }
        }
        var known: Set<MessageID> = []
        return found.sorted { $0.position > $1.position }.map(\.message).filter { known.insert($0).inserted }
    }
}

extension ConversationState {
    /// Returns the conversation as one of its members sees it.
    func view(for member: Handle, in state: CoreState, at now: Instant) -> Conversation {
        let waiting = (state.people[member]?.waitingNotices ?? []).filter {
            $0.conversation == id && $0.waits(at: now)
        }
        return view(for: member, waiting: waiting, in: state)
    }

    /// - Parameter waiting: the member's waiting notices in the conversation.
    fileprivate func view(for member: Handle, waiting: [Notice], in state: CoreState) -> Conversation {
        let reader = state.people[member]
        var view = Conversation(
            id: id, name: name, people: order.map(state.person), unread: unread(of: member),
            lastMessage: newest(for: member)?.message, muted: muted[member]?.isOn == true,
            waitingNotices: waiting.map { $0.named(for: member, in: state) })
        view.readThrough = readThroughHiddenByDeletions(of: member)
        view.photo = photo
        view.former = formerMembers(knownTo: member).map(state.person)
        view.pinned = reader?.pinnedConversations.contains(id) == true
        view.markedUnread = members[member]?.markedUnread != nil
        view.deleted = isDeletedFromList(of: member)
        view.pinnedLinks = pinnedLinks(of: reader, in: state)
        view.receipt = other(than: member).flatMap { members[$0]?.receipt }
        return view
    }

    private func pinnedLinks(of reader: PersonState?, in state: CoreState) -> [String] {
        guard let pins = reader?.pins, !pins.isEmpty else { return [] }
        return pins.filter { $0.value.conversation == id && state.app(opening: $0.key) == nil }
            .sorted { $0.value.position < $1.value.position }.map(\.key.text)
    }
}

extension Notice {
    fileprivate func waits(at now: Instant) -> Bool {
        now < postedAt.advanced(byMilliseconds: NoticeRules.expiryMilliseconds)
    }
}
