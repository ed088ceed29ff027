import ChatProtocol

/// Sending messages, and looking up messages for later requests.
struct MessageDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func send(
        _ request: SendMessage, by me: Handle, clientID: String?, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        if request.attachment == nil { try TextChecks(draft.limits).checkText(request.text) }
        var message = try compose(request.text, in: request.conversation, by: me, clientID: clientID, at: now)
        var origin: Message?
        if let id = request.replyTo {
            let found = try self.message(id, for: me, prefetched: prefetched, field: "replyTo")
            guard found.conversation == message.conversation else {
                throw RPCError(
                    .notFound, "replyTo: there is no such message in this conversation.", .field("replyTo"))
            }
            guard !found.isUnsent else {
                throw RPCError(.conflict, "replyTo: this message was unsent.", .field("replyTo"))
            }
            message.replyTo = id
            message.thread = found.thread ?? id
            origin = found
        }
        if let attachment = request.attachment {
            message.attachment = try check(attachment, in: message.conversation)
        }
        decidePosting(message, at: now)
        if let content = request.attachment?.content, let id = message.attachment?.content {
            draft.decide(.attachmentStored(id, message.conversation, content: Base64.encode(content)), at: now)
        }
        if let origin { ShelfDecisions(draft).noteReply(to: origin, by: me, at: now) }
        return .message(message)
    }

    private func check(
        _ sent: SentAttachment, in conversation: ConversationID
    ) throws(RPCError) -> Attachment {
        try TextChecks(draft.limits).checkName(sent.name, "attachment.name")
        try TextChecks(draft.limits).checkName(sent.type, "attachment.type")
        func hasControl(_ text: String) -> Bool {
            text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        // A saved document takes its name from the attachment, so that the name of a directory is refused.
        guard !sent.name.unicodeScalars.contains("/"), !hasControl(sent.name), sent.name != ".", sent.name != ".."
        else {
            throw RPCError.invalid(
                InvalidField(field: "attachment.name", problem: "must be a file name, without / and control characters")
            )
        }
        guard !hasControl(sent.type) else {
            throw RPCError.invalid(
                InvalidField(field: "attachment.type", problem: "must be without control characters"))
        }
        if let content = sent.content, content.count > draft.limits.attachmentBytes {
            throw RPCError.tooLarge(
                "The content of \(sent.name) has \(content.count) bytes", limit: "attachmentBytes",
                draft.limits.attachmentBytes)
        }
        return Attachment(
            name: sent.name, type: sent.type, size: sent.content.map { Int64($0.count) } ?? sent.size ?? 0,
            digest: sent.content.map(Attachment.digest) ?? sent.digest ?? "",
            content: sent.content.map { _ in AttachmentID("a", at: postingPosition(in: conversation)) })
    }

    /// Returns the message of a text, with its links and mentions. No event is decided yet.
    ///
    /// - Parameter checksRoom: False if the room was checked before an earlier event of the same save.
    func compose(
        _ text: String, in id: ConversationID, by me: Handle, clientID: String? = nil, checksRoom: Bool = true,
        at now: Instant
    ) throws(RPCError) -> Message {
        try TextChecks(draft.limits).check(text, "text", max: draft.limits.textCharacters, limit: "textCharacters")
        guard let last = draft.state.conversations.lastSequence(of: id, for: me) else {
            throw ConversationDecisions.noSuchConversation
        }
        let links = links(in: text, by: me)
        let message = Message(
            id: MessageID("m", at: postingPosition(in: id)), conversation: id, sender: me, text: text,
            sentAt: max(now, draft.state.lastAt),
            sequence: last + 1, links: links, mentions: mentions(in: text, of: id, outside: links), clientID: clientID)
        if checksRoom { try RoomChecks(draft).checkSharing(message.urls, by: me) }
        return message
    }

    /// Returns the links of a text. The link of a shared document has its title if the sender can open it.
    func links(in text: String, by sender: Handle) -> [MessageLink] {
        let views = DocumentViews(draft.state)
        return LinkDetector.links(in: text).map { found in
            let app = draft.state.app(opening: found.url)
            let preview = app.flatMap { draft.state.directory.preview(of: $0, for: found.url) }
            let share = app.flatMap { _ in draft.state.shares.share(at: views.shareLink(of: found.url), openTo: sender)
            }
            // A document in a shared folder has its own title.
            let inside = share.flatMap { views.document(at: found.url, inFolderOf: $0)?.title }
            let title = inside ?? draft.state.shares.share(at: found.url, openTo: sender)?.title
            return MessageLink(url: found.url.text, app: app, title: title ?? preview?.title, range: found.range)
        }
    }

    func mentions(
        in text: String, of conversation: ConversationID, outside links: [MessageLink]
    ) -> [MessageMention] {
        guard ASCII.contains(UInt8(ascii: "@"), in: text) else { return [] }
        let state = draft.state
        let candidates = (state.conversations[conversation]?.order ?? []).map {
            MentionCandidate(handle: $0, names: [state.name($0), $0.rawValue])
        }
        return MentionDetector(candidates).mentions(in: text, outside: links.map(\.range))
    }

    /// Posts a message and notifies the shelves that it changes. First it returns the conversation to the lists of the
    /// people who had deleted it.
    func decidePosting(_ message: Message, at now: Instant) {
        decideReturning(message.conversation, at: now)
        draft.decide(.messagePosted(message), at: now)
        ShelfDecisions(draft).decideChanges(at: now)
    }

    /// Returns a conversation to the lists of the people who had deleted it.
    ///
    /// - Parameter people: the only people who get it back; nil for all.
    func decideReturning(_ id: ConversationID, to people: [Handle]? = nil, at now: Instant) {
        let returning = draft.state.conversations.peopleWhoDeleted(id).filter { people?.contains($0) != false }
        if !returning.isEmpty { draft.decide(.conversationReturned(id, to: returning), at: now) }
    }

    /// Returns the position of the next message of a conversation. It follows the event that returns the conversation
    /// to the lists of the people who had deleted it, if there is one.
    func postingPosition(in conversation: ConversationID) -> Int64 {
        draft.nextPosition + (draft.state.conversations.peopleWhoDeleted(conversation).isEmpty ? 0 : 1)
    }

    /// Returns the message that a request names, in its present form.
    ///
    /// - Throws: `not_found` unless the caller may see it.
    func message(
        _ id: MessageID, for me: Handle, prefetched: Prefetched, field: String = "message"
    ) throws(RPCError) -> Message {
        guard case .record(let record) = prefetched, let message = record.event.message, message.id == id,
            draft.state.conversations[message.conversation]?.isVisible(message, to: me) == true
        else {
            throw RPCError(.notFound, "\(field): there is no such message in your conversations.", .field(field))
        }
        return message
    }
}

extension Message {
    /// The links of the message, each once.
    var urls: [CanonicalURL] {
        var urls: [CanonicalURL] = []
        for link in links {
            if let url = try? CanonicalURL(link.url), !urls.contains(url) { urls.append(url) }
        }
        return urls
    }
}

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
