package import ChatProtocol

/// One link on a shelf, with everything that the shelf's owner may see of it.
struct ShelfEntry: Equatable, Sendable {
    var link: Int
    var url: CanonicalURL
    var id: HighlightID
    var app: AppID
    var rank: ShelfRank
    var surfacing: Surfacing
}

/// The shelves as their owners and apps see them.
package struct ShelfReader {
    private let state: CoreState

    package init(_ state: CoreState) { self.state = state }

    /// Returns the links on the shelf of one app or of all apps, after a rank, in order and at most `limit`.
    ///
    /// With several apps, the curated links of all apps come first, then all pins, then the other links. The cost grows
    /// with the size of the page and the number of apps.
    func shelf(
        of person: Handle, app: AppID? = nil, behind rank: ShelfRank? = nil, limit: Int = .max
    ) -> [ShelfEntry] {
        let apps = app.map { [$0] } ?? state.directory.apps.map(\.id)
        var found: [(link: Int, rank: ShelfRank)] = []
        for app in apps {
            found += state.shelves[person, app]?.links(behind: rank, at: state.lastAt, limit: limit) ?? []
        }
        if apps.count > 1 { found.sort { $0.rank < $1.rank } }
        return found.prefix(limit).compactMap { item(of: $0.link, for: person) }
    }

    /// Returns a link on a person's shelf; nil if the link is not on it.
    func item(of link: Int, for person: Handle) -> ShelfEntry? {
        let entry = state.links[link]
        guard let app = entry.app, let rank = state.shelves[person, app]?.rank(of: link, at: state.lastAt) else {
            return nil
        }
        return ShelfEntry(
            link: link, url: entry.url, id: entry.id, app: app, rank: rank,
            surfacing: state.surfacing(of: link, for: person))
    }

    func item(of id: HighlightID, for person: Handle) -> ShelfEntry? {
        state.links.number(of: id).flatMap { item(of: $0, for: person) }
    }

    /// Returns the highlight as the person sees it.
    func highlight(_ item: ShelfEntry, of person: Handle) -> PersonHighlight {
        let share = state.shares.share(at: item.url, openTo: person)
        let preview = state.directory.preview(of: item.app, for: item.url)
        let ranking = state.attention(to: item.link, of: person, item.surfacing).ranking(
            at: state.lastAt, state.rankingPolicy)
        let newest = item.surfacing.sharers.first?.sentAt ?? item.surfacing.pin?.at ?? state.lastAt
        return PersonHighlight(
            id: item.id, url: item.url.text, app: item.app,
            title: share?.title ?? preview?.title ?? item.url.shortText,
            subtitle: share?.summary ?? preview?.subtitle, preview: preview,
            pinned: item.surfacing.pin != nil, sharedAt: newest,
            attribution: item.surfacing.sharers.map {
                .init(handle: $0.handle, name: state.name($0.handle), conversation: $0.conversation)
            },
            why: why(item.rank.part, ranking), ranking: ranking)
    }

    private func why(_ part: ShelfRank.Part, _ ranking: HighlightRanking) -> Reason {
        switch part {
        case .curated:
            let signals = ranking.signals.map { "\($0.signal.words) \($0.value)" }.joined(separator: " + ")
            return Reason(
                "rank-first-curated", "curated: \(signals) = \(ranking.score), above \(ranking.threshold)")
        case .pinned: return Reason("rank-pins-next", "pinned, the newest pin first")
        case .recent: return Reason("rank-rest-chrono", "newest first, after the pins")
        }
    }

    /// Returns the sharers of a highlight, for the process that draws its attribution; nil if the highlight is not on
    /// the app's list.
    package func attribution(
        of id: HighlightID, for person: Handle, attachedBy app: AppID, in context: DisplayHighlight.Context
    ) -> Attribution? {
        guard let item = item(of: id, for: person), item.app == app else { return nil }
        return Attribution(
            highlight: id, url: item.url.text, app: item.app, appName: state.appName(item.app),
            pinned: item.surfacing.pin != nil, context: context,
            sharers: item.surfacing.sharers.map {
                .init(
                    handle: $0.handle, name: state.name($0.handle), conversation: $0.conversation,
                    conversationName: title(of: $0.conversation, for: person), message: $0.message)
            })
    }

    /// Returns the name of a conversation, or the names of the other members; empty if the conversation is not in the
    /// person's list.
    private func title(of id: ConversationID, for person: Handle) -> String {
        guard let conversation = state.conversations[id], conversation.members.contains(person),
            !conversation.isDeletedFromList(of: person)
        else { return "" }
        return conversation.name
            ?? conversation.order.filter { $0 != person }.map(state.name).joined(separator: ", ")
    }

    /// Returns the highlight as the app sees it, without its sharers.
    func appHighlight(_ id: HighlightID, for person: Handle) -> AppHighlight? {
        state.links.number(of: id).map { appHighlight(of: state.links[$0], for: person) }
    }

    func appHighlight(of link: LinkTable.Entry, for person: Handle) -> AppHighlight {
        let url = link.url
        let collaboration = state.shares.share(at: url, openTo: person).map {
            AppHighlight.Collaboration(
                collaborationIdentifier: ShareID($0.collaborationIdentifier), title: $0.title,
                contentType: "public.composite-content", createdAt: $0.createdAt)
        }
        return AppHighlight(id: link.id, url: url.text, collaboration: collaboration)
    }

    /// Returns a removed highlight. It includes the link only if some conversation still contains it, because an unsent
    /// link must not be revealed.
    func removedHighlight(_ id: HighlightID, for person: Handle) -> RemovedHighlight {
        let stands = state.links.number(of: id).map { !state.links[$0].conversations.isEmpty } ?? false
        return (stands ? appHighlight(id, for: person) : nil).map(RemovedHighlight.init) ?? RemovedHighlight(id: id)
    }

    func listedHighlight(at url: CanonicalURL, in app: AppID, of person: Handle) -> AppHighlight? {
        guard let link = state.links.number(of: url), let item = item(of: link, for: person), item.app == app else {
            return nil
        }
        return appHighlight(item.id, for: person)
    }

    /// Returns the collaboration at a link for its participants, even if their shelves do not show it. A participant
    /// can post events about it (`ev-from-center`).
    func ownCollaboration(at url: CanonicalURL, in app: AppID, of person: Handle) -> AppHighlight? {
        guard let share = state.shares[url]?.share, share.app == app, share.participant(person) != nil else {
            return nil
        }
        let link = state.links.number(of: url).map { state.links[$0] } ?? LinkTable.unknown(url, app: app)
        return appHighlight(of: link, for: person)
    }

    /// Returns true if a person has pinned a link, or could read a message with it.
    func isLink(_ url: CanonicalURL, knownTo person: Handle) -> Bool {
        guard let reader = state.people[person] else { return false }
        return reader.pins[url] != nil
            || reader.conversations.contains {
                state.conversations[$0]?.shared(url, to: person, isDeletedToo: true).isEmpty == false
            }
    }

    /// Returns the position at which a person pinned a link; nil if they have not. The link's address or its highlight
    /// id names it.
    package func pinPosition(of about: String, by person: Handle) -> Int64? {
        guard let pins = state.people[person]?.pins, !pins.isEmpty,
            let url = state.links.link(about)
        else { return nil }
        return pins[url]?.position
    }

    /// Returns the links of a message that are on no shelf of a person, each with the rule that hides it.
    package func linksNotShown(of message: Message, to person: Handle) -> [(url: String, why: Reason)] {
        message.urls.compactMap { url in
            let surfacing = state.surfacing(of: url, for: person)
            return surfacing.isShown ? nil : (url.text, surfacing.reason)
        }
    }
}

extension [PersonHighlight] {
    /// Returns the first highlights that fit into the remaining bytes, and always at least one. Subtracts their
    /// approximate size from the remaining bytes.
    func fitting(in bytesLeft: inout Int) -> [PersonHighlight] {
        var fitting: [PersonHighlight] = []
        for highlight in self {
            let names = highlight.attribution.reduce(0) { $0 + $1.name.utf8.count + 320 }
            bytesLeft -= 1_536 + 6 * (highlight.title.utf8.count + highlight.url.utf8.count) + 6 * names
            guard bytesLeft >= 0 || fitting.isEmpty else { break }
            fitting.append(highlight)
        }
        return fitting
    }
}
