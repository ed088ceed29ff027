import ChatProtocol

/// Edits, unsending and tapbacks. The message keeps its position and its sequence number, and unread counts stay the
/// same.
struct MessageChangeDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func edit(
        _ request: EditMessage, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        let old = try ownMessage(request.message, of: me, prefetched: prefetched, to: "edit")
        guard old.attachment == nil else {
            throw RPCError(
                .conflict, "message: only text can be edited, and this message is a document.", .field("message"))
        }
        let now = max(now, draft.state.lastAt)
        try check(old, within: draft.limits.editMilliseconds, at: now, for: "edited")
        try TextChecks(draft.limits).checkText(request.text)
        try TextChecks(draft.limits).check(
            request.text, "text", max: draft.limits.textCharacters, limit: "textCharacters")
        guard request.text != old.text else { return .message(old) }
        guard old.versions.count < draft.limits.edits else {
            throw RPCError(
                .conflict, "message: it was edited \(old.versions.count) times, and no more edits are allowed.",
                .field("message"))
        }
        let conversation = try ConversationDecisions(draft).conversation(old.conversation, for: me)
        var message = old
        message.versions.append(MessageVersion(text: old.text, at: old.editedAt ?? old.sentAt))
        message.text = request.text
        message.editedAt = now
        message.links = MessageDecisions(draft).links(in: request.text, by: message.sender)
        let oldURLs = old.urls
        try RoomChecks(draft).checkSharing(message.urls.filter { !oldURLs.contains($0) }, by: me)
        message.mentions = MessageDecisions(draft).mentions(
            in: request.text, of: message.conversation, outside: message.links)
        // A person whom an earlier text mentioned was alerted by it.
        var before = Set(old.mentions.map(\.handle))
        for version in old.versions {
            let mentions = MessageDecisions(draft).mentions(
                in: version.text, of: message.conversation,
                outside: MessageDecisions(draft).links(in: version.text, by: message.sender))
            before.formUnion(mentions.map(\.handle))
        }
        var mentioned: [Handle] = []
        for mention in message.mentions where !before.contains(mention.handle) && !mentioned.contains(mention.handle) {
            mentioned.append(mention.handle)
        }
        decideChange(of: old, to: message, .edited(mentioned: mentioned), in: conversation, at: now)
        return .message(message)
    }

    func unsend(_ id: MessageID, by me: Handle, prefetched: Prefetched, at now: Instant) throws(RPCError)
        -> Answer
    {
        let old = try ownMessage(id, of: me, prefetched: prefetched, to: "unsend")
        let now = max(now, draft.state.lastAt)
        try check(old, within: draft.limits.unsendMilliseconds, at: now, for: "unsent")
        let conversation = try ConversationDecisions(draft).conversation(old.conversation, for: me)
        var message = Message(
            id: old.id, conversation: old.conversation, sender: old.sender, text: "", sentAt: old.sentAt,
            sequence: old.sequence, clientID: old.clientID)
        message.replyTo = old.replyTo
        message.thread = old.thread
        message.unsentAt = now
        decideChange(of: old, to: message, .unsent, in: conversation, at: now)
        if let content = old.attachment?.content { draft.decide(.attachmentErased(content, old.conversation), at: now) }
        return .message(message)
    }

    func react(
        _ request: ReactToMessage, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        var message = try MessageDecisions(draft).message(request.message, for: me, prefetched: prefetched)
        guard !message.isUnsent else {
            throw RPCError(.conflict, "message: this message was unsent.", .field("message"))
        }
        let now = max(now, draft.state.lastAt)
        let mine = message.reactions.first { $0.handle == me }
        let isSet = mine?.reaction == request.reaction
        if request.remove, !isSet { return .message(message) }
        message.reactions.removeAll { $0.handle == me }
        if !isSet { message.reactions.append(.init(handle: me, reaction: request.reaction, at: now)) }
        draft.decide(
            .messageChanged(message, .reacted(by: me, request.reaction, removed: isSet), hadLinks: false), at: now)
        return .message(message)
    }

    /// Returns the caller's own message.
    ///
    /// - Throws: `forbidden` to other people, `conflict` if the message was unsent.
    private func ownMessage(
        _ id: MessageID, of me: Handle, prefetched: Prefetched, to what: String
    ) throws(RPCError) -> Message {
        let message = try MessageDecisions(draft).message(id, for: me, prefetched: prefetched)
        guard message.sender == me else {
            throw RPCError(.forbidden, "message: only its sender may \(what) it.", .field("message"))
        }
        guard !message.isUnsent else {
            throw RPCError(.conflict, "message: this message was unsent.", .field("message"))
        }
        return message
    }

    private func check(
        _ message: Message, within milliseconds: Int, at now: Instant, for what: String
    ) throws(RPCError) {
        guard now <= message.sentAt.advanced(byMilliseconds: Int64(milliseconds)) else {
            let minutes = milliseconds % 60_000 == 0 ? "\(milliseconds / 60_000) minutes" : "\(milliseconds) ms"
            throw RPCError(
                .expired, "message: it can be \(what) for \(minutes) after it was sent, at \(message.sentAt).",
                .field("message"))
        }
    }

    /// Decides a change of a message, and removes pins of links that it had.
    ///
    /// A pin is removed if no other message of the conversation has the link. An edit leaves the pins of former members
    /// alone, because a pin remains after its owner has left. Unsending removes these pins too (`swy-delete`).
    private func decideChange(
        of old: Message, to new: Message, _ change: MessageChange, in conversation: ConversationState, at now: Instant
    ) {
        var before = old.urls
        if change == .unsent {
            // Unsending also removes the links of earlier versions: nothing else in the log would show what the pin is
            // of.
            for version in old.versions {
                for found in LinkDetector.links(in: version.text) where !before.contains(found.url) {
                    before.append(found.url)
                }
            }
        }
        let former = change == .unsent ? conversation.former.keys.filter { !conversation.members.contains($0) } : []
        let people = conversation.order + former.sorted()
        draft.decide(.messageChanged(new, change, hadLinks: !before.isEmpty), at: now)
        for url in before where draft.state.conversations[conversation.id]?.links[url] == nil {
            for person in people where draft.state.people[person]?.pins[url]?.conversation == conversation.id {
                draft.decide(.linkUnpinned(by: person, url: url.text, conversation: conversation.id), at: now)
            }
        }
        ShelfDecisions(draft).decideChanges(at: now)
    }
}
