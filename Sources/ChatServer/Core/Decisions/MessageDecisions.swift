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

    /// Returns the links of a text. A collaboration's link has the title of its share if the sender can open it.
    func links(in text: String, by sender: Handle) -> [MessageLink] {
        LinkDetector.links(in: text).map { found in
            let app = draft.state.app(opening: found.url)
            let preview = app.flatMap { draft.state.directory.preview(of: $0, for: found.url) }
            return MessageLink(
                url: found.url.text, app: app,
                title: draft.state.shares.share(at: found.url, openTo: sender)?.title ?? preview?.title,
                range: found.range)
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
