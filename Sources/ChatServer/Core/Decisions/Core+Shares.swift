import ChatProtocol

extension Core {
    mutating func createShare(_ request: CreateShare, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share = try preparedShare(request, by: me, at: now)
        decide(.shareSaved(share, told: [me]), at: now)
        return .share(ShareView(share, seenBy: me))
    }

    /// A new share, checked so that nothing stands against saving it any more: what follows it in the same save is
    /// to be checked before the first fact as well.
    func preparedShare(_ request: CreateShare, by me: Handle, at now: Instant) throws(RPCError) -> Share {
        guard let app = state.app(request.app) else {
            throw RPCError(.notFound, "app: there is no app \(request.app).", .field("app"))
        }
        try checkName(request.title, "title")
        let backend = request.backend ?? app.backends[0]
        guard app.backends.contains(backend) else {
            let problem = "must be a back end of the app: \(app.backends.map(\.rawValue).joined(separator: ", "))"
            throw RPCError.invalid(InvalidField(field: "backend", problem: problem))
        }
        let id = ShareID("s\(nextPosition)")
        let root = try rootDocument(of: app.id, title: request.title, url: request.url, by: me)
        let url = try documentLink(root?.url ?? request.url, of: app, named: id.rawValue)
        if let existing = state.share(at: url) {
            guard existing.share.owner == me else {
                throw RPCError(.conflict, "url: this document is shared already, by someone else.", .field("url"))
            }
            throw RPCError(.conflict, "url: this document is shared already, as \(existing.share.id).", .field("url"))
        }
        let owner = Share.Participant(handle: me, role: .owner, permission: .readWrite, acceptance: .accepted)
        return Share(
            id: id, app: app.id, title: request.title, url: url.text, backend: backend, owner: me,
            access: request.access, permission: request.permission, allowsInviting: request.allowsInviting,
            participants: [owner], createdAt: max(now, state.lastAt), document: root?.id ?? DocumentID("d-\(id)"))
    }

    mutating func sendShare(_ request: SendShare, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share = try share(.id(request.share), for: me)
        guard share.owner == me || share.allowsInviting else {
            throw RPCError(.forbidden, "Only the owner may invite people to “\(share.title)”.")
        }
        let conversation = try conversation(request.conversation, for: me)
        let text = try preparedSending(of: share, saying: request.text, in: conversation.id, by: me, at: now)
        return .message(try decideSending(of: share, text, in: conversation.id, by: me, at: now))
    }

    /// The text of the message that sends a share, checked so that nothing stands against posting it.
    func preparedSending(
        of share: Share, saying said: String?, in conversation: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> String {
        let said = said ?? ""
        let text = said.isEmpty ? share.url : "\(said) \(share.url)"
        let message = try compose(text, in: conversation, by: me, at: now)
        guard message.links.contains(where: { $0.url == share.url }) else {
            let problem = "has \(LinkDetector.linksMax) links or more before that of the share"
            throw RPCError.invalid(InvalidField(field: "text", problem: problem))
        }
        return text
    }

    /// Posts the message that sends a share; of a private one the members of the conversation become participants.
    mutating func decideSending(
        of share: Share, _ text: String, in id: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Message {
        var share = share
        let message = try compose(text, in: id, by: me, at: now)
        decidePosting(message, at: now)
        if share.access == .private {
            let before = share.participants.count
            for member in state.conversations[id]?.order ?? [] where share.participant(member) == nil {
                share.add(
                    .init(handle: member, role: .privateUser, permission: share.permission, acceptance: .pending))
            }
            if share.participants.count > before {
                decide(.shareSaved(share, told: share.participants.map(\.handle)), at: now)
            }
        }
        return message
    }

    mutating func acceptShare(_ reference: ShareReference, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        var share = try share(reference, for: me)
        if let index = share.participants.firstIndex(where: { $0.handle == me }) {
            guard share.participants[index].acceptance == .pending else {
                return .share(ShareView(share, seenBy: me))
            }
            share.participants[index].acceptance = .accepted
        } else {
            share.add(
                .init(handle: me, role: .publicUser, permission: share.permission, acceptance: .accepted))
        }
        decide(.shareSaved(share, told: share.participants.map(\.handle)), at: now)
        return .share(ShareView(share, seenBy: me))
    }

    /// The share, for someone who is on it, or whom a public link lets in: who names it by its id alone must have
    /// been sent that link.
    ///
    /// - Throws: `not_found` to everyone else.
    func share(_ reference: ShareReference, for me: Handle) throws(RPCError) -> Share {
        let document: CoreState.SharedDocument?
        let hasLink: Bool
        switch reference {
        case .id(let id):
            document = state.shares[id]
            hasLink = document?.conversations.contains { state.conversations[$0]?.members[me] != nil } == true
        case .url(let text):
            document = (try? CanonicalURL(text)).flatMap { state.share(at: $0) }
            hasLink = true
        }
        guard let share = document?.share, share.participant(me) != nil || (share.access == .public && hasLink) else {
            throw RPCError(.notFound, "share: there is no such share, or none for you.", .field("share"))
        }
        return share
    }
}
