import ChatProtocol

/// The shelves: reports of their changes, and a person's requests about highlights.
struct ShelfDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Decides one event with all changes of the shelves since the last report. It is called after the events that
    /// cause the changes, and at the end of each request.
    ///
    /// - Parameters:
    ///   - enablement: the apps to notify even if their list stays the same, because their permission changed
    ///     (`center-delegate-when`).
    ///   - person: the person whose permission changed.
    func decideChanges(enablementOf enablement: [AppID] = [], of person: Handle? = nil, at now: Instant) {
        var changes = draft.takeShelfChanges()
        if let person {
            for app in enablement where !changes.contains(where: { $0.person == person && $0.app == app }) {
                changes.append(ShelfChange(person: person, app: app, added: [], removed: [], updated: []))
            }
        }
        if !changes.isEmpty { draft.decide(.shelvesChanged(changes), at: now) }
    }

    /// Ends the curations that are due next, after their score has decayed.
    func endNextCuration() {
        guard let end = draft.state.shelves.nextEnd else { return }
        let changes = draft.endCuration(at: end)
        if !changes.isEmpty { draft.decide(.shelvesChanged(changes), at: end) }
    }

    // MARK: Requests

    func list(_ request: ListHighlights, of me: Handle) throws(RPCError) -> Answer {
        let shelves = ShelfReader(draft.state)
        let page = try page(request, app: request.app, of: me)
        var left = draft.limits.unsentBytes / 2
        let highlights = page.items.map { shelves.highlight($0, of: me) }.fitting(in: &left)
        return .highlights(highlights, more: page.more || highlights.count < page.items.count)
    }

    func list(_ request: ListHighlights, of app: AppID, for me: Handle) throws(RPCError) -> Answer {
        let shelves = ShelfReader(draft.state)
        guard request.app == nil || request.app == app else {
            throw RPCError(.forbidden, "app: an app can only see its own highlights.", .field("app"))
        }
        let page = try page(request, app: app, of: me)
        return .appHighlights(page.items.compactMap { shelves.appHighlight($0.id, for: me) }, more: page.more)
    }

    /// Returns one page of a shelf, limited to a size that can be sent.
    private func page(
        _ request: ListHighlights, app: AppID?, of me: Handle
    ) throws(RPCError) -> (items: ArraySlice<ShelfEntry>, more: Bool) {
        let shelves = ShelfReader(draft.state)
        var rank: ShelfRank?
        if let after = request.after {
            guard let item = shelves.item(of: after, for: me), app == nil || item.app == app else {
                throw RPCError(.notFound, "after: this highlight is not on the shelf.", .field("after"))
            }
            rank = item.rank
        }
        let limit = min(request.limit ?? Shelves.changesMax, Shelves.changesMax)
        let items = shelves.shelf(of: me, app: app, behind: rank, limit: limit + 1)
        return (items.prefix(limit), items.count > limit)
    }

    /// Removes a link from Shared with You for this person permanently, or restores it (`attr-remove`). Other people
    /// keep it. A removal also unpins the link, because a pin would show it.
    func hide(
        _ id: HighlightID, _ isHidden: Bool, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let link = draft.state.links.number(of: id),
            ShelfReader(draft.state).isLink(draft.state.links[link].url, knownTo: me)
        else {
            throw RPCError(.notFound, "highlight: there is no such highlight of yours.", .field("highlight"))
        }
        guard draft.state.people[me]?.hiddenHighlights.contains(id) != isHidden else { return .empty }
        let url = draft.state.links[link].url
        if isHidden, let pin = draft.state.people[me]?.pins[url] {
            draft.decide(.linkUnpinned(by: me, url: url.text, conversation: pin.conversation), at: now)
        }
        draft.decide(.highlightHidden(by: me, id, isHidden), at: now)
        return .empty
    }

    // MARK: Use

    /// Records the context in which an app shows a highlight (`rank-app-feedback`, `attr-context-detail`).
    func display(
        _ request: DisplayHighlight, in app: AppID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Answer {
        guard let item = ShelfReader(draft.state).item(of: request.highlight, for: me), item.app == app else {
            throw RPCError(.notFound, "highlight: this highlight is not on your list.", .field("highlight"))
        }
        noteUse(of: item.link, by: me, request.context == .detail ? .detail : .summary, at: now)
        return .empty
    }

    /// Records that a person opened a link.
    func noteOpened(_ url: CanonicalURL, by me: Handle, at now: Instant) {
        if let link = draft.state.links.number(of: url) { noteUse(of: link, by: me, .viewed, at: now) }
    }

    /// Records that a person replied to a message with links.
    func noteReply(to message: Message, by me: Handle, at now: Instant) {
        for url in message.urls {
            if let link = draft.state.links.number(of: url) { noteUse(of: link, by: me, .replied, at: now) }
        }
    }

    /// Records a use of a link on the person's shelf. The same use is ignored within
    /// ``RankingPolicy/reportMilliseconds``.
    private func noteUse(of link: Int, by me: Handle, _ signal: RankingSignal, at now: Instant) {
        guard ShelfReader(draft.state).item(of: link, for: me) != nil else { return }
        let id = draft.state.links[link].id
        let now = max(now, draft.state.lastAt)
        if let last = draft.state.people[me]?.uses[id]?[signal],
            now < last.advanced(byMilliseconds: draft.state.rankingPolicy.reportMilliseconds)
        {
            return
        }
        draft.decide(.highlightUsed(by: me, id, signal), at: now)
    }

    // MARK: Lookups

    /// Finds a highlight on the app's own list (`collab-highlight-by-id`, `center-errors`). A missing highlight and a
    /// missing permission cause the same error. An app without the entitlement finds none (`adopt-steps`).
    func find(_ search: FindHighlight, in app: AppID, of me: Handle) throws(RPCError) -> AppHighlight {
        let (state, shelves) = (draft.state, ShelfReader(draft.state))
        let denied = RPCError(
            .forbidden, "There is no such highlight on your list.",
            .highlightCenter(.accessDenied, field: search.field))
        guard state.directory.isSharedWithYouApp(app) else {
            throw RPCError(
                .forbidden, "The app has no entitlement com.apple.developer.shared-with-you.",
                .highlightCenter(.accessDenied, field: search.field))
        }
        let url: CanonicalURL?
        switch search {
        case .url(let text), .collaborationAt(url: let text):
            do {
                url = try CanonicalURL(text)
            } catch {
                throw RPCError(
                    .invalidParams, "url: \(error)", .highlightCenter(.invalidURL, field: "url"))
            }
            guard let url, state.app(opening: url) == app else {
                throw RPCError(
                    .forbidden, "url: this link does not belong to the app.",
                    .highlightCenter(.accessDenied, field: "url"))
            }
        case .collaboration(let id):
            url = state.shares.listed(of: me).first {
                $0.share.app == app && $0.share.collaborationIdentifier == id.rawValue
            }
            .flatMap { try? CanonicalURL($0.share.url) }
        }
        func highlight(at url: CanonicalURL) -> AppHighlight? {
            shelves.listedHighlight(at: url, in: app, of: me)
                ?? shelves.ownCollaboration(at: url, in: app, of: me)
        }
        guard let url, var highlight = highlight(at: url) ?? highlight(at: DocumentViews(state).documentLink(of: url))
        else {
            throw denied
        }
        // A link to a view inside the document is preserved, so that an event can contain it.
        highlight.url = url.text
        if case .url = search { return highlight }
        guard highlight.collaboration != nil else { throw denied }
        return highlight
    }
}

/// The search of an app for one of its own highlights: `highlightCenter.getHighlight`, `getCollaborationHighlight` and
/// `collaborationHighlight`.
enum FindHighlight: Sendable, Equatable {
    /// A search by link.
    case url(String)
    /// A search by link, for a collaboration only.
    case collaborationAt(url: String)
    /// A search by collaboration identifier, which is the same on the devices of all participants.
    case collaboration(ShareID)

    /// The name of the request's member, for errors.
    var field: String {
        switch self {
        case .url, .collaborationAt: "url"
        case .collaboration: "collaborationIdentifier"
        }
    }
}
