package import ChatProtocol

/// All that the core knows of one world: the fold of its log.
package struct CoreState: Equatable, Sendable {
    /// The position of the last fact folded in.
    package internal(set) var position: Int64 = 0
    /// When that was; time never steps back behind it.
    package internal(set) var lastAt = Instant(milliseconds: 0)

    package var people: [Handle: PersonState] = [:]
    package var conversations: [ConversationID: ConversationState] = [:]
    /// The one-to-one conversation of two people, by their handles in order.
    var oneToOne: [Pair: ConversationID] = [:]
    /// The apps in the order in which they were first registered, which is the order in which links are offered.
    private(set) var apps: [App] = []
    private var appPlaces: [AppID: Int] = [:]
    /// What was published, in the order in which it first was.
    private(set) var sites: [Site] = []
    private var sitePlaces: [DomainPattern: Int] = [:]
    /// How many bytes of associations are kept, published or brought by apps.
    private(set) var associationBytes = 0
    var router = LinkRouter()
    /// What each app registered to be shown for its links.
    var previews: [AppID: AppPreviews] = [:]
    /// The links that were ever shared or pinned here.
    var links = LinkTable()
    /// What surfaces for whom, in order.
    var shelves = Shelves()
    let rankingPolicy: RankingPolicy
    var shares: [ShareID: SharedDocument] = [:]
    var shareIDs: [CanonicalURL: ShareID] = [:]
    /// The shares that each person is on: follows from the shares.
    var sharesOf: [Handle: Set<ShareID>] = [:]
    /// The shares that have ended, as they were then; a link that is shared again has none any more.
    var stoppedShares: [ShareID: Share] = [:]
    var stoppedShareIDs: [CanonicalURL: ShareID] = [:]
    /// The notices that wait, in the order in which their time ends: follows from the log and from its time.
    var waits = NoticeWaits()
    package var documents = DocumentTable()
    /// The notices that may still grow.
    var windows: [NoticeKey: NoticeWindow] = [:]
    /// At how many of them those that are over are looked for.
    var windowsMax = 64
    /// What waits for the answers of apps.
    var collaborating = Collaborating()

    /// Two people, whoever is named first.
    struct Pair: Hashable, Sendable {
        var first: Handle
        var second: Handle

        init(_ one: Handle, _ other: Handle) {
            (first, second) = one < other ? (one, other) : (other, one)
        }
    }

    /// A share, and where it was sent.
    struct SharedDocument: Equatable, Sendable {
        /// A conversation in which its link stands, and since when.
        struct Place: Equatable, Sendable {
            var conversation: ConversationID
            var position: Int64
        }

        var share: Share
        /// The position at which it was made: a link that stood somewhere before sent nobody this share.
        let position: Int64
        /// Where it was sent, in the order of the first messages that still hold its link: what was unsent leaves no
        /// trace in it, as it leaves none in the log.
        private(set) var places: [Place] = []
        /// How those who are or were on it came and went.
        private(set) var memberships: [Handle: Membership] = [:]

        init(share: Share, at position: Int64) {
            self.share = share
            self.position = position
        }

        var conversations: [ConversationID] { places.map(\.conversation) }

        /// Notes since when its link stands in a conversation; nil if it does not.
        mutating func setPlace(_ conversation: ConversationID, since position: Int64?) {
            places.removeAll { $0.conversation == conversation }
            guard let position else { return }
            let index = places.firstIndex { $0.position > position } ?? places.count
            places.insert(Place(conversation: conversation, position: position), at: index)
        }

        /// Takes in what was saved.
        mutating func save(_ saved: Share, by actor: Handle?) {
            for change in saved.membershipChanges(since: share, by: actor) {
                for person in change.people {
                    memberships[person, default: Membership()].take(
                        change.kind, by: change.kind == .joined ? person : actor)
                }
            }
            share = saved
        }

        /// Notes that a notice tells of somebody's coming or going.
        mutating func note(_ notice: Notice) {
            guard case .highlight(.membership(let trigger, let person)) = notice.event else { return }
            for person in notice.people.isEmpty ? [person] : notice.people {
                memberships[person]?.note(notice.id, of: trigger, isOwn: person == notice.actor)
            }
        }
    }

    /// A world in which nothing has happened.
    package init(rankingPolicy: RankingPolicy = .init()) { self.rankingPolicy = rankingPolicy }

    /// Whether two worlds are alike in everything that a log can say. The router, the previews and the shelves follow from the rest;
    /// the id of a highlight follows from its link, and of a link that was unsent the log says nothing any more.
    package static func == (left: CoreState, right: CoreState) -> Bool {
        left.position == right.position && left.lastAt == right.lastAt && left.people == right.people
            && left.conversations == right.conversations && left.oneToOne == right.oneToOne
            && left.apps == right.apps && left.sites == right.sites && left.shares == right.shares
            && left.shareIDs == right.shareIDs && left.stoppedShares == right.stoppedShares
            && left.stoppedShareIDs == right.stoppedShareIDs && left.documents == right.documents
            && left.windows == right.windows
            && left.collaborating == right.collaborating
    }

    /// The name to show for someone, known or not.
    package func name(_ handle: Handle) -> String { people[handle]?.name ?? handle.defaultName }

    package func person(_ handle: Handle) -> Person { Person(handle: handle, name: name(handle)) }

    package func app(_ id: AppID) -> App? { appPlaces[id].map { apps[$0] } }

    func site(_ domain: DomainPattern) -> Site? { sitePlaces[domain].map { sites[$0] } }

    /// Keeps an app; one that is registered again keeps its place.
    mutating func keep(_ app: App) {
        associationBytes += Self.bytes(of: app.association)
        if let place = appPlaces[app.id] {
            associationBytes -= Self.bytes(of: apps[place].association)
            apps[place] = app
        } else {
            appPlaces[app.id] = apps.count
            apps.append(app)
        }
    }

    /// Keeps what was published; what is published again for a domain keeps its place.
    mutating func keep(_ site: Site) {
        associationBytes += Self.bytes(of: site.association)
        if let place = sitePlaces[site.domain] {
            associationBytes -= Self.bytes(of: sites[place].association)
            sites[place] = site
        } else {
            sitePlaces[site.domain] = sites.count
            sites.append(site)
        }
    }

    static func bytes(of association: JSONValue?) -> Int { association.map { JSONWriter.bytes(of: $0).count } ?? 0 }

    func appName(_ id: AppID) -> String { app(id)?.name ?? id.rawValue }

    func share(at url: CanonicalURL) -> SharedDocument? {
        shareIDs[url].flatMap { shares[$0] }
    }

    /// The share at a link, for somebody who can open it: to everyone else it is a link like any other, whose title is
    /// nobody's to tell.
    func share(at url: CanonicalURL, openTo person: Handle) -> Share? {
        share(at: url).flatMap { $0.share.isOpen(to: person) ? $0.share : nil }
    }
}
