import ChatProtocol

/// The message that sends the link of a share to the people whom a save invited (`ucs-invite-owner`).
struct InvitationMessage {
    /// The people who are sent the link.
    var people: [Handle]
    /// The conversation of exactly these people and the sender; nil if a new one begins.
    var conversation: ConversationID?
}

/// Sending the link of a share to the people whom a save invited.
struct InvitationDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Returns the invitation that a save leads to; nil if every invited person has the link.
    ///
    /// Only the sender's own conversations count, because the sender cannot know of others. A member who joined after
    /// the link was sent does not see it (`grp-add`). A member who deleted the message still has the link, because a
    /// deletion stays unknown to others. A link posted before the document was shared does not count.
    ///
    /// - Parameter me: the person who saves and sends the link.
    func linkInvitation(to share: Share, since before: Share, by me: Handle) -> InvitationMessage? {
        // Participants from before have the link, even if they have to open it again.
        let known = Set(before.participants.map(\.handle))
        let invited = share.participants.map(\.handle).filter { $0 != me && !known.contains($0) }
        guard !invited.isEmpty else { return nil }
        let url = try? CanonicalURL(share.url)
        let document = draft.state.shares[share.id]
        var reached: Set<Handle> = []
        for conversation in document?.conversations.compactMap({ draft.state.conversations[$0] }) ?? [] {
            guard let url, let document, conversation.members.contains(me) else { continue }
            let readers = conversation.order.filter {
                conversation.shared(url, to: $0, isDeletedToo: true).contains { $0.position > document.position }
            }
            reached.formUnion(readers)
        }
        let people = invited.filter { !reached.contains($0) }
        guard !people.isEmpty else { return nil }
        return InvitationMessage(people: people, conversation: conversation(of: me, with: people))
    }

    /// Returns a person's conversation with exactly these other people. If there are several, it is the first in the
    /// person's list.
    private func conversation(of me: Handle, with people: [Handle]) -> ConversationID? {
        if people.count == 1 { return draft.state.oneToOne[.init(me, people[0])] }
        let wanted = Set(people)
        return ConversationViews(draft.state).conversationOrder(of: me).lazy.map(\.id).first { id in
            guard let conversation = draft.state.conversations[id], conversation.order.count == wanted.count + 1 else {
                return false
            }
            return conversation.order.allSatisfy { $0 == me || wanted.contains($0) }
        }
    }

    /// Checks that the link can be sent, and that a new conversation can begin if the invitation needs one.
    func check(_ invitation: InvitationMessage, to share: Share, by me: Handle) throws(RPCError) {
        try TextChecks(draft.limits).check(share.url, "url", max: draft.limits.textCharacters, limit: "textCharacters")
        guard invitation.conversation == nil else { return }
        try ConversationDecisions(draft).checkBeginning(conversationOf: [me] + invitation.people, by: me)
    }

    /// Posts the link of a share to the people whom a save invited.
    func decideSending(
        _ invitation: InvitationMessage, to share: Share, by me: Handle, at now: Instant
    ) throws(RPCError) -> Message {
        let conversation: ConversationID
        if let existing = invitation.conversation {
            conversation = existing
        } else {
            conversation = try ConversationDecisions(draft).begin([me] + invitation.people, name: nil, by: me, at: now)
                .id
        }
        return try decidePostingUnseen(in: conversation, by: me, at: now) { () throws(RPCError) in
            let messages = MessageDecisions(draft)
            let message = try messages.compose(share.url, in: conversation, by: me, checksRoom: false, at: now)
            messages.decidePosting(message, at: now)
            return message
        }
    }

    /// Posts a message that a screen sends without showing the conversation. A conversation with unread messages stays
    /// unread.
    func decidePostingUnseen(
        in id: ConversationID, by me: Handle, at now: Instant, post: () throws(RPCError) -> Message
    ) throws(RPCError) -> Message {
        let isUnread = (draft.state.conversations[id]?.unread(of: me) ?? 0) > 0
        let message = try post()
        if isUnread { draft.decide(.conversationMarkedUnread(id, by: me, at: message.sequence), at: now) }
        return message
    }
}
