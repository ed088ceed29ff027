import ChatProtocol

/// Posting, dismissing and clearing notices.
struct NoticeDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func post(
        _ request: PostNotice, by app: AppID, as me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let url = try? CanonicalURL(request.url) else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
        let (document, event) = try postable(request, at: url, by: app, as: me)
        let share = document.share
        // A notice that the system has already posted is not posted again.
        let posted = try MembershipDecisions(draft).postedNotices(event, on: document, by: me)
        if !posted.isEmpty { return .notices(posted) }
        let view = url.text == share.url ? nil : url
        let ids = decideNotices(event, on: share, view: view, in: document.conversations, by: me, at: now)
        if case .persistence(.renamed(let title)) = event,
            DocumentViews(draft.state).document(at: view, inFolderOf: share) == nil
        {
            var renamed = share
            renamed.title = title
            ShareSavingDecisions(draft).decideSaved(renamed, insteadOf: share, by: me, at: now)
        }
        return .notices(ids)
    }

    /// Checks that an app's person may post an event at a link (`ck-accept`, `ucs-can-permission`). The link must be of
    /// the app's domain, and of a collaboration that was shared in a conversation.
    ///
    /// - Parameter url: the link that the event carries: the document's, or one that leads to a view inside it.
    /// - Returns: the shared document, and the event with its people resolved.
    private func postable(
        _ request: PostNotice, at url: CanonicalURL, by app: AppID, as me: Handle
    ) throws(RPCError) -> (ShareEntry, HighlightEvent) {
        guard let registered = draft.state.app(app), draft.state.app(opening: url) == app else {
            throw RPCError(.forbidden, "url: this link does not belong to the app.", .field("url"))
        }
        guard registered.capabilities.contains(.sharedWithYou) else {
            let text = "\(registered.name) has no entitlement com.apple.developer.shared-with-you."
            throw ShareRefusal(.forbidden, "adopt-steps", text).error
        }
        guard let document = draft.state.shares[DocumentViews(draft.state).shareLink(of: url)],
            document.share.app == app,
            document.share.participant(me) != nil || document.conversations.contains(where: { isMember(me, of: $0) })
        else {
            throw RPCError(
                .notFound,
                "url: you know no collaboration at this link; share.create creates one, and share.send sends it.",
                .field("url"))
        }
        let participant = document.share.participant(me)
        guard participant?.acceptance == .accepted || document.hasLeft(me) else {
            throw ShareRefusal(
                .forbidden, "ck-accept", "This person has not joined “\(document.share.title)”: use share.accept."
            ).error
        }
        let event = try request.event.resolved { (subject: PostNotice.Subject) throws(RPCError) -> Handle in
            switch subject {
            case .handle(let handle): return handle
            case .caller: return me
            case .identity(let identity):
                // A removed person remains on the roster, because an event may be about the removal.
                guard let handle = draft.state.identities.person(with: identity, on: document.share)
                else {
                    throw RPCError(
                        .notFound, "event.identity: no participant of the collaboration has this identity.",
                        .field("event.identity"))
                }
                return handle
            }
        }
        // A person who left may post only that they left.
        guard participant != nil || event == .membership(.removedCollaborator, person: me) else {
            throw ShareRefusal(.forbidden, "ck-accept", "This person has left “\(document.share.title)”.").error
        }
        guard NoticeRules.permission(for: event) == .readOnly || participant?.permission == .readWrite else {
            throw ShareRefusal(
                .forbidden, "ucs-can-permission", "This person can only read “\(document.share.title)”."
            ).error
        }
        guard !document.conversations.isEmpty else {
            throw RPCError(.notFound, "url: this link was never shared in a conversation.", .field("url"))
        }
        if case .mention = event, !registered.capabilities.contains(.mentions) {
            throw RPCError(.forbidden, "\(registered.name) was registered without mentions.")
        }
        if case .persistence(.renamed(let title)) = event {
            try TextChecks(draft.limits).checkName(title, "event.title")
        }
        return (document, event)
    }

    private func isMember(_ person: Handle, of conversation: ConversationID) -> Bool {
        draft.state.conversations[conversation]?.members.contains(person) == true
    }

    /// Posts an event in each conversation: its notice there grows, or a new one is posted.
    ///
    /// - Parameters:
    ///   - people: the people that a membership event is about, if there are several.
    ///   - link: the link that the event carries, if it leads to a view inside the document.
    /// - Returns: the notices about the event.
    @discardableResult
    func decideNotices(
        _ event: HighlightEvent, about people: [Handle] = [], on share: Share, view link: CanonicalURL? = nil,
        in conversations: [ConversationID], by me: Handle, at now: Instant
    ) -> [NoticeID] {
        var ids: [NoticeID] = []
        for conversation in conversations.compactMap({ draft.state.conversations[$0] }) {
            ids += decideNotice(event, about: people, on: share, view: link, in: conversation, by: me, at: now)
        }
        return ids
    }

    /// Posts an event in one conversation. Within the window of an earlier notice of the same kind, that notice grows
    /// (`ntc-collapse`).
    private func decideNotice(
        _ event: HighlightEvent, about people: [Handle], on share: Share, view link: CanonicalURL?,
        in conversation: ConversationState, by me: Handle, at now: Instant
    ) -> [NoticeID] {
        let now = max(now, draft.state.lastAt)
        let url = try? CanonicalURL(share.url)
        let recipients = conversation.order.filter { person in
            // A member who joined after the link was sent knows nothing of a public share.
            let hasLink =
                share.participant(person) != nil
                || url.map { !conversation.shared($0, to: person, isDeletedToo: true).isEmpty } == true
            return NoticeRules.verdict(
                on: person, event: event, actor: me, hasAccess: share.isOpen(to: person) && hasLink
            ).isRecipient
        }
        let views = DocumentViews(draft.state)
        var window = NoticeKey(event, by: me, at: share.url, in: conversation.id)
            .flatMap { draft.state.windows[$0] }.flatMap { now < $0.end(draft.limits) ? $0 : nil }
        // A notice about one document of a folder does not grow by an event about another one.
        if case .persistence = event, views.document(at: link, inFolderOf: share) != nil { window = nil }
        let parts =
            window?.parts(notifying: recipients) { conversation.members[$0]?.joined ?? .max } ?? [
                .init(people: recipients)
            ]
        let title = views.titleBefore(event, on: share, view: link)
        var ids: [NoticeID] = []
        for (index, part) in parts.enumerated() {
            let open = part.open?.notice
            WaitingNoticeDecisions(draft).makeRoom(for: part.people, in: conversation.id, besides: open?.id, at: now)
            if case .mention = event {
                MessageDecisions(draft).decideReturning(conversation.id, to: part.people, at: now)
            }
            var notice = Notice(
                id: open?.id ?? NoticeID("n", at: draft.nextPosition), conversation: conversation.id, actor: me,
                event: .highlight(event), app: share.app, url: link?.text ?? share.url,
                // Several renames make one notice, from the first title to the last.
                title: open.flatMap { event.isRename ? $0.title : nil } ?? title,
                count: (open?.count ?? 0) + Int64(max(people.count, 1)), text: "", postedAt: now)
            notice.people = people
            if link != nil { notice.documentURL = share.url }
            notice.text = notice.sentence(in: draft.state)
            let besides = parts.indices.filter { $0 != index }.flatMap { parts[$0].people }
            draft.decide(
                .noticePosted(
                    notice, recipients: part.people, firstAt: window?.firstAt ?? now, earlier: part.earlier,
                    besides: besides),
                at: now)
            ids.append(notice.id)
        }
        return ids
    }

    func dismiss(
        _ id: NoticeID, by me: Handle, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        guard case .record(let record) = prefetched, case .noticePosted(let posted) = record.event,
            let notice = posted.known(to: me)
        else {
            throw RPCError(.notFound, "notice: you have no such notice.", .field("notice"))
        }
        if !notice.actions.isEmpty {
            GroupPromptDecisions(draft).endPrompt(notice, of: me, at: now)
        } else if draft.state.people[me]?.waitingNotices.contains(where: { $0.id == id }) == true {
            draft.decide(.noticesCleared(of: me, [id]), at: now)
        }
        var answered = notice
        answered.actions = []
        return .notice(answered)
    }

    func clearNotices(
        of text: String, by app: AppID, as me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let url = try? CanonicalURL(text) else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
        guard draft.state.app(opening: url) == app else {
            throw RPCError(.forbidden, "url: this link does not belong to the app.", .field("url"))
        }
        return .cleared(
            WaitingNoticeDecisions(draft).clearNotices(
                about: DocumentViews(draft.state).documentLink(of: url).text, of: me, at: now))
    }
}

extension HighlightEvent {
    /// True if the event is a rename.
    fileprivate var isRename: Bool { if case .persistence(.renamed) = self { true } else { false } }
}

/// The end of waiting notices in the banner: by opening, clearing or expiry (`ntc-dismiss`, `center-clear-since`).
struct WaitingNoticeDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Clears the waiting notices of a person about a link, on all their devices. The prompts to an owner are about
    /// people and stay.
    ///
    /// - Returns: the cleared notices.
    @discardableResult
    func clearNotices(about url: String, of person: Handle, at now: Instant) -> [NoticeID] {
        let waiting = (draft.state.people[person]?.waitingNotices ?? [])
            .filter { $0.collaborationURL == url && $0.event.highlight != nil }.map(\.id)
        if !waiting.isEmpty { draft.decide(.noticesCleared(of: person, waiting), at: now) }
        return waiting
    }

    /// Clears the oldest waiting notices of people in a conversation to make room for one more.
    ///
    /// - Parameter grown: the notice that only grows, and needs no room of its own.
    func makeRoom(
        for people: [Handle], in conversation: ConversationID, besides grown: NoticeID?, at now: Instant
    ) {
        for person in people {
            let waiting = (draft.state.people[person]?.waitingNotices ?? []).filter {
                $0.conversation == conversation && $0.id != grown
            }
            let excess = waiting.count + 1 - NoticeRules.waitingMax
            guard excess > 0 else { continue }
            draft.decide(.noticesCleared(of: person, waiting.prefix(excess).map(\.id)), at: now)
        }
    }

    /// Clears the notice that has waited longest, at the end of its waiting time.
    func endNextNotice() {
        guard let wait = draft.removeFirstWait() else { return }
        for person in wait.people {
            // A notice that has grown since waits from its newest event.
            guard
                draft.state.people[person]?.waitingNotices.contains(where: {
                    $0.id == wait.notice && $0.postedAt == wait.postedAt
                }) == true
            else { continue }
            draft.decide(.noticesCleared(of: person, [wait.notice]), at: wait.until)
        }
    }
}
