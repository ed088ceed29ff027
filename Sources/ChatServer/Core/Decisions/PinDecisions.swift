import ChatProtocol

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
