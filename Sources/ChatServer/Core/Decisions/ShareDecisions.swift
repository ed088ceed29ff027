import ChatProtocol

/// Creating, sending and opening shares.
struct ShareDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func create(_ request: CreateShare, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share = try preparedShare(request, by: me, at: now)
        if share.backend == .custom { return try AskedChangeDecisions(draft).requestLink(share, by: me, at: now) }
        draft.decide(.shareSaved(share, recipients: [me]), at: now)
        return .share(ShareView(share, seenBy: me))
    }

    /// Returns a new share, checked so that it can be saved. The caller checks everything else of the same save before
    /// the first event.
    ///
    /// - Parameter id: the id of the share; nil for the id of the next position.
    func preparedShare(
        _ request: CreateShare, id: ShareID? = nil, by me: Handle, at now: Instant
    ) throws(RPCError) -> Share {
        guard let app = draft.state.app(request.app) else {
            throw RPCError(.notFound, "app: there is no app \(request.app).", .field("app"))
        }
        try TextChecks(draft.limits).checkName(request.title, "title")
        let backend = request.backend ?? app.backends[0]
        guard app.backends.contains(backend) else {
            let problem = "must be a back end of the app: \(app.backends.map(\.rawValue).joined(separator: ", "))"
            throw RPCError.invalid(InvalidField(field: "backend", problem: problem))
        }
        guard draft.state.shares.usage(of: me).count < draft.limits.shares else {
            throw RPCError.tooLarge("You have begun too many shares", limit: "shares", draft.limits.shares)
        }
        let id = id ?? ShareID("s", at: draft.nextPosition)
        let root = try rootDocument(of: request, in: app, backend, by: me)
        let url = try DocumentRights(draft).documentLink(root?.url ?? request.url, of: app, named: id.rawValue)
        if let existing = draft.state.shares[url] {
            guard existing.share.owner == me else { throw ShareRefusal.taken.error }
            throw ShareRefusal(
                .conflict, "ucs-init-new", "this document is already shared, as \(existing.share.id).", field: "url"
            ).error
        }
        // A document remains its owner's after sharing has stopped, and so does its link.
        if let stopped = draft.state.shares.stopped(at: url), stopped.owner != me,
            draft.state.documents[stopped.document]?.isDeleted != true
        {
            throw ShareRefusal.taken.error
        }
        if root == nil { try DocumentDecisions(draft).checkMakingDocument(by: me) }
        let owner = Share.Participant(handle: me, role: .owner, permission: .readWrite, acceptance: .accepted)
        let share = Share(
            id: id, app: app.id, title: request.title, url: url.text, backend: backend, owner: me,
            access: request.access, permission: request.permission, allowsInviting: request.allowsInviting,
            participants: [owner], createdAt: max(now, draft.state.lastAt), document: root?.id ?? DocumentID("d-\(id)"),
            representations: Share.Representation.allCases.filter(request.representations.contains),
            identitySecret: IdentityMemory.secret(for: app.id, from: draft.secret), roster: [me],
            folder: request.folder ?? root?.covers)
        try RoomChecks(draft).checkRoom(for: ShareTable.bytes(of: share), of: me)
        return share
    }

    /// Returns the document or the folder that a new share is for; nil if the first save of the share makes it.
    private func rootDocument(
        of request: CreateShare, in app: App, _ backend: Share.Backend, by me: Handle
    ) throws(RPCError) -> Document? {
        let rights = DocumentRights(draft)
        guard let folder = request.folder else {
            let root = try rights.rootDocument(
                request.document, of: app.id, title: request.title, url: request.url, by: me)
            guard let folder = root?.covers else { return root }
            try checkCloud(backend)
            try rights.checkFolder(folder, in: app.id, of: me)
            return root
        }
        guard request.document == nil else {
            throw RPCError.invalid(InvalidField(field: "folder", problem: "is not needed with a document"))
        }
        try checkCloud(backend)
        return try rights.rootDocument(of: folder, in: app.id, by: me)
    }

    private func checkCloud(_ backend: Share.Backend) throws(RPCError) {
        guard backend == .cloudRecord else {
            throw ShareRefusal(
                .conflict, "ck-zone-share", "Only a folder of records in the cloud can be shared.", field: "backend"
            ).error
        }
    }

    func send(_ request: SendShare, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share = try share(.id(request.share), for: me)
        if request.mode == .copy { return try CopyDecisions(draft).sendCopy(request, of: share, by: me, at: now) }
        let conversation = try ConversationDecisions(draft).conversation(request.conversation, for: me)
        try checkSending(of: share, to: conversation, by: me)
        let others = conversation.order.filter { $0 != me }
        if let expected = request.people, let other = others.first(where: { !expected.contains($0) }) {
            throw ShareRefusal(
                .conflict, "ucs-invite-owner",
                "\(draft.state.name(other)) has joined the conversation: the message was not sent.", field: "people"
            ).error
        }
        let text = try preparedSending(of: share, saying: request.text, in: conversation.id, by: me, at: now)
        let added = CollaborationStartDecisions(draft).peopleNeedingAccess(by: share, sentTo: conversation)
        if !added.isEmpty {
            let start = try CollaborationStartDecisions(draft).requestSending(
                share, to: conversation.id, letting: added, in: request.text, by: me, at: now)
            return .asked(start, share: nil)
        }
        // A request that names the people comes from a screen without the conversation.
        guard request.people != nil else {
            return .message(try decideSending(of: share, text, in: conversation.id, by: me, at: now))
        }
        return .message(
            try InvitationDecisions(draft).decidePostingUnseen(in: conversation.id, by: me, at: now) {
                () throws(RPCError) in
                try decideSending(of: share, text, in: conversation.id, by: me, at: now)
            })
    }

    /// Checks that a person may send the link of a share to a conversation, which invites its members.
    ///
    /// - Throws: `forbidden` if the person has not opened the share or may not invite, `conflict` if the document was
    ///   deleted.
    func checkSending(of share: Share, to conversation: ConversationState, by me: Handle) throws(RPCError) {
        try DocumentRights(draft).checkExists(documentOf: share)
        guard share.participant(me)?.acceptance == .accepted else {
            throw ShareRefusal(.forbidden, "ck-accept", "Open “\(share.title)” first, then send it.").error
        }
        // A public link invites no one. A private link invites only members who do not participate yet.
        let isInviting = share.access == .private && conversation.order.contains(where: share.isInvited)
        if isInviting, !share.mayInvite(me) { throw ShareRefusal.adding(to: share.title).error }
    }

    /// Returns the text of the message that sends a share, checked so that it can be posted.
    func preparedSending(
        of share: Share, saying words: String?, in conversation: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> String {
        let members = share.access == .private ? draft.state.conversations[conversation]?.order ?? [] : []
        let invited = members.filter(share.isInvited)
        try checkRoom(on: share, for: invited.count)
        try RoomChecks(draft).checkRoom(for: Usage.bytes(of: invited), of: share.owner)
        let words = words ?? ""
        let text = words.isEmpty ? share.url : "\(words) \(share.url)"
        let message = try MessageDecisions(draft).compose(text, in: conversation, by: me, at: now)
        guard message.links.contains(where: { $0.url == share.url }) else {
            let problem = "has \(LinkDetector.linksMax) links or more before that of the share"
            throw RPCError.invalid(InvalidField(field: "text", problem: problem))
        }
        return text
    }

    /// Posts the message that sends a share. The members of the conversation become participants of a private share.
    func decideSending(
        of share: Share, _ text: String, in id: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Message {
        let message = try MessageDecisions(draft).compose(text, in: id, by: me, checksRoom: false, at: now)
        // The message itself informs its recipients. The earlier participants get a notice about the added people.
        let notifiedIn = share.participants.count > 1 ? draft.state.shares[share.id]?.conversations ?? [] : []
        MessageDecisions(draft).decidePosting(message, at: now)
        var invited = share
        if share.access == .private {
            for member in draft.state.conversations[id]?.order ?? [] where share.isInvited(bySending: member) {
                // A person cannot give a permission that they lack.
                let mayWrite = share.participant(me)?.permission == .readWrite
                let permission = mayWrite ? share.permission : .readOnly
                invited.add(
                    .init(
                        handle: member, role: .privateUser, permission: permission, acceptance: .pending,
                        isIndividual: permission != share.permission))
            }
        }
        ShareSavingDecisions(draft).decideSaved(invited, insteadOf: share, by: me, notifiedIn: notifiedIn, at: now)
        return message
    }

    /// Opens a share for `share.accept`, by the invitation or by a public link. This clears the person's waiting
    /// notices about it.
    func accept(_ reference: ShareReference, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share = try share(reference, for: me)
        try DocumentRights(draft).checkExists(documentOf: share)
        let accepted = try accepted(share, by: me, oneTimeLink: Self.openLink(reference, of: share, for: me))
        let saved = ShareSavingDecisions(draft).decideSaved(accepted, insteadOf: share, by: me, at: now)
        WaitingNoticeDecisions(draft).clearNotices(about: saved.url, of: me, at: now)
        return .share(ShareView(saved, seenBy: me))
    }

    /// Returns the index of the unopened one-time link of a share that a reference is; nil for a blocked person.
    private static func openLink(_ reference: ShareReference, of share: Share, for me: Handle) -> Int? {
        guard case .url(let text) = reference, let url = try? CanonicalURL(text), !share.blocked.contains(me) else {
            return nil
        }
        return share.oneTimeLinks.firstIndex { $0.url == url.text && $0.person == nil }
    }

    /// Returns the share with the person's invitation accepted, or with the person added by a public or a one-time link.
    func accepted(_ share: Share, by me: Handle, oneTimeLink: Int? = nil) throws(RPCError) -> Share {
        var share = share
        if let index = share.participants.firstIndex(where: { $0.handle == me }) {
            share.participants[index].acceptance = .accepted
            return share
        }
        if share.access == .private, let oneTimeLink {
            let permission = share.oneTimeLinks[oneTimeLink].permission
            share.oneTimeLinks[oneTimeLink].person = me
            share.add(
                .init(
                    handle: me, role: .privateUser, permission: permission, acceptance: .accepted,
                    isIndividual: permission != share.permission))
            return share
        }
        try checkRoom(on: share, for: 1)
        share.add(.init(handle: me, role: .publicUser, permission: share.permission, acceptance: .accepted))
        return share
    }

    /// The most people who may wait for an answer to their request for access to one share.
    static let requestersMax = 100

    /// Asks for access to a private share, for `share.requestAccess` (`ck-access-requests`).
    func requestAccess(_ request: RequestShareAccess, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let share: Share
        do {
            share = try self.share(.url(request.url), for: me)
        } catch {
            let url = (try? CanonicalURL(request.url)).map(DocumentViews(draft.state).shareLink)
            guard let asked = url.flatMap({ draft.state.shares[$0] })?.share, asked.takesRequest(of: me) else {
                throw error
            }
            return try requestAccess(to: asked, by: me, at: now)
        }
        throw ShareRefusal(.conflict, "ck-access-requests", "You can open “\(share.title)”.", field: "url").error
    }

    private func requestAccess(to share: Share, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        guard !share.requesters.contains(me) else { return .empty }
        guard share.requesters.count < Self.requestersMax else {
            throw ShareRefusal(
                .tooLarge, "ck-access-requests", "Too many people wait for an answer. Ask again later.", field: "url"
            ).error
        }
        try RoomChecks(draft).checkRoom(for: Usage.bytes(of: CollectionOfOne(me)), of: share.owner)
        var asked = share
        asked.requesters.append(me)
        let managers = share.participants.map(\.handle).filter(share.isManaged)
        // The request is no save: it does not compete with a change that a manager is making.
        draft.decide(.shareSaved(asked, recipients: managers, by: me), at: now)
        for manager in managers { GroupPromptDecisions(draft).promptToAdmit(me, to: asked, manager, at: now) }
        return .empty
    }

    /// Checks that a number of further people may be on a share (`ck-share-limit`).
    func checkRoom(on share: Share, for count: Int) throws(RPCError) {
        let people = share.participants.count + share.openLinks.count + count
        guard count == 0 || people <= draft.limits.shareParticipants else {
            throw ShareRefusal.tooMany(people, on: share.title, limit: draft.limits.shareParticipants).error
        }
    }

    /// Returns a share as one person sees it, with the person's conversations that have its link, for `share.get`.
    func view(_ reference: ShareReference, of person: Handle) throws(RPCError) -> ShareView {
        let share = try share(reference, for: person)
        var view = ShareView(share, seenBy: person)
        if let index = Self.openLink(reference, of: share, for: person) {
            view.share.oneTimeLinks = [share.oneTimeLinks[index]]
        }
        view.conversations = draft.state.shares[share.id]?.conversations.filter {
            draft.state.conversations[$0]?.members[person] != nil
        }
        return view
    }

    /// Returns the share if the person is on it or may open it by its public link. A reference by id alone requires
    /// that a conversation of the person has that link.
    ///
    /// - Throws: `not_found` to everyone else; `conflict` to a person whose last share at the link was stopped. A person
    ///   who lost the share gets the cause of which they were notified, also after the owner shared it again with others.
    func share(_ reference: ShareReference, for me: Handle) throws(RPCError) -> Share {
        let document: ShareEntry?
        let loss: ShareLoss?
        let hasLink: Bool
        switch reference {
        case .id(let id):
            document = draft.state.shares[id]
            loss = draft.state.shares.loss(of: me, from: id)
            hasLink =
                document?.conversations.contains { draft.state.conversations[$0]?.members.contains(me) == true } == true
        case .url(let text):
            let url = (try? CanonicalURL(text)).map(DocumentViews(draft.state).shareLink)
            document = url.flatMap { draft.state.shares[$0] }
            loss = url.flatMap { draft.state.shares.loss(of: me, at: $0) }
            hasLink = true
        }
        if let share = document?.share,
            share.participant(me) != nil || share.access == .public && hasLink
                || Self.openLink(reference, of: share, for: me) != nil
        {
            return share
        }
        // The link alone does not show that another private share exists.
        if case .url = reference, let share = document?.share, share.takesRequest(of: me) {
            let hasAsked = share.requesters.contains(me)
            let why = hasAsked ? "You asked for access, and have no answer yet." : "Only invited people can open it."
            throw RPCError(
                hasAsked ? .conflict : .forbidden, "share: \(why)",
                .rule("ck-access-requests", field: "share", title: loss?.title))
        }
        throw Self.refusal(loss, of: me)
    }

    private static func refusal(_ loss: ShareLoss?, of me: Handle) -> RPCError {
        let (reason, rule, text): (RPCError.Reason, String, String)
        switch loss?.cause {
        case .stopped:
            let title = loss.map { "“\($0.title)”" } ?? ""
            let why =
                loss?.owner == me
                ? "\(title) is no longer shared: you stopped sharing it."
                : "\(title) is no longer shared with you: its owner stopped sharing."
            (reason, rule, text) = (.conflict, "ucs-can-stop", why)
        case .left:
            (reason, rule, text) = (.notFound, "ucs-can-leave", "You left this document: you can no longer open it.")
        case .removed:
            (reason, rule, text) = (.notFound, "ck-accept", "This document is no longer shared with you.")
        case nil:
            let why = "there is no such share, or you have no access to it."
            (reason, rule, text) = (.notFound, "ucs-can-access", why)
        }
        return RPCError(reason, "share: \(text)", .rule(rule, field: "share", title: loss?.title))
    }
}
