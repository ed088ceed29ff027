public import ChatProtocol

extension Core {
    mutating func postNotice(
        _ request: PostNotice, by app: AppID, as me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        let document = try postable(request, by: app, as: me)
        let share = document.share
        var ids: [NoticeID] = []
        for conversation in document.conversations.compactMap({ state.conversations[$0] }) {
            ids.append(decideNotice(request.event, on: share, in: conversation, by: me, at: now))
        }
        if case .persistence(.renamed(let title)) = request.event, title != share.title {
            var renamed = share
            renamed.title = title
            decide(.shareSaved(renamed, told: share.participants.map(\.handle)), at: now)
        }
        return .notices(ids)
    }

    /// Checks who may post what about which link (decisions table, "who may post").
    private func postable(
        _ request: PostNotice, by app: AppID, as me: Handle
    ) throws(RPCError) -> CoreState.SharedDocument {
        guard let url = try? CanonicalURL(request.url) else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
        guard let registered = state.app(app), state.app(opening: url) == app else {
            throw RPCError(.forbidden, "url: this link does not belong to the app.", .field("url"))
        }
        guard let document = state.share(at: url), document.share.app == app,
            document.share.participant(me) != nil || document.conversations.contains(where: { isMember(me, of: $0) })
        else {
            throw RPCError(.notFound, "url: no collaboration at this link is known to you.", .field("url"))
        }
        guard let participant = document.share.participant(me), participant.acceptance == .accepted else {
            throw RPCError(.forbidden, "This person has not joined “\(document.share.title)”.")
        }
        guard NoticeRules.permission(for: request.event) == .readOnly || participant.permission == .readWrite else {
            throw RPCError(.forbidden, "This person may only read “\(document.share.title)”.")
        }
        guard !document.conversations.isEmpty else {
            throw RPCError(.notFound, "url: this link was never shared in a conversation.", .field("url"))
        }
        switch request.event {
        case .mention where !registered.capabilities.contains(.mentions):
            throw RPCError(.forbidden, "\(registered.name) was registered without mentions.")
        case .persistence(.renamed(let title)): try checkName(title, "event.title")
        case .change, .membership, .mention, .persistence: break
        }
        return document
    }

    private func isMember(_ person: Handle, of conversation: ConversationID) -> Bool {
        state.conversations[conversation]?.members[person] != nil
    }

    /// Puts one notice into one thread, or lets the one grow that stands there (decisions table, "coalescing").
    private mutating func decideNotice(
        _ event: HighlightEvent, on share: Share, in conversation: ConversationState, by me: Handle, at now: Instant
    ) -> NoticeID {
        let now = max(now, state.lastAt)
        var notice = Notice(
            id: NoticeID("n\(nextPosition)"), conversation: conversation.id, actor: me, event: event, app: share.app,
            url: share.url, title: state.titleBefore(event, on: share), count: 1, text: "", postedAt: now)
        var firstAt = now
        if let open = state.windows[NoticeKey(notice)],
            now <= open.firstAt.advanced(byMilliseconds: NoticeRules.windowMilliseconds)
        {
            notice.id = open.notice.id
            notice.count = open.notice.count + 1
            // Of several renames people are told where it began and where it ended.
            if case .persistence(.renamed) = event { notice.title = open.notice.title }
            firstAt = open.firstAt
        }
        notice.text = NoticeRules.sentence(event, actor: me, title: notice.title, count: notice.count) {
            self.state.name($0)
        }
        let told = conversation.order.filter {
            NoticeRules.verdict(on: $0, event: event, actor: me, hasAccess: share.isOpen(to: $0)).told
        }
        decide(.noticePosted(notice, told: told, firstAt: firstAt), at: now)
        return notice.id
    }

    mutating func dismissNotice(
        _ id: NoticeID, by me: Handle, found: Found, at now: Instant
    ) throws(RPCError) -> Answer {
        guard case .record(let record) = found, case .noticePosted(let notice, let told, _) = record.event,
            told.contains(me)
        else {
            throw RPCError(.notFound, "notice: you have no such notice.", .field("notice"))
        }
        if state.people[me]?.waitingNotices.contains(where: { $0.id == id }) == true {
            decide(.noticesCleared(of: me, [id]), at: now)
        }
        return .notice(notice)
    }

    mutating func clearNotices(
        of text: String, by app: AppID, as me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let url = try? CanonicalURL(text) else {
            throw RPCError.invalid(InvalidField(field: "url", problem: "must be an http or https link"))
        }
        guard state.app(opening: url) == app else {
            throw RPCError(.forbidden, "url: this link does not belong to the app.", .field("url"))
        }
        let waiting = (state.people[me]?.waitingNotices ?? []).filter { $0.url == url.text }.map(\.id)
        if !waiting.isEmpty { decide(.noticesCleared(of: me, waiting), at: now) }
        return .cleared(waiting)
    }
}

extension CoreState {
    /// What only time will bring: the notices that grow until their window closes.
    ///
    /// - Parameter person: who asks, and is told of no shelf but their own; nil for an observer.
    public func pending(at now: Instant, for person: Handle?) -> [PendingWork] {
        notices(at: now) + curations(of: person)
    }

    /// The links that stand at the top of a shelf until nothing new was seen of them for too long.
    private func curations(of person: Handle?) -> [PendingWork] {
        shelves.curations.filter { person == nil || $0.seat.person == person }.map {
            PendingWork(
                what: "end of the curated place on \($0.seat.person)'s shelf of \($0.seat.app)", dueAt: $0.until)
        }
    }

    private func notices(at now: Instant) -> [PendingWork] {
        windows.values
            .map { (window: $0, dueAt: $0.firstAt.advanced(byMilliseconds: NoticeRules.windowMilliseconds)) }
            .filter { $0.dueAt >= now }
            .sorted { ($0.dueAt, $0.window.notice.id) < ($1.dueAt, $1.window.notice.id) }
            .map { PendingWork(what: "coalescing window of notice \($0.window.notice.id)", dueAt: $0.dueAt) }
    }
}
