package import ChatProtocol

/// All that the core knows of one world: the fold of its log.
package struct CoreState: Equatable, Sendable {
    /// The position of the last fact folded in.
    package internal(set) var position: Int64 = 0
    /// When that was; time never steps back behind it.
    package internal(set) var lastAt = Instant(milliseconds: 0)

    package var people: [Handle: PersonState] = [:]
    package var conversations = ConversationTable()
    /// The one-to-one conversation of two people, by their handles in order.
    var oneToOne: [Pair: ConversationID] = [:]
    /// The apps, what websites serve, and which app opens which link.
    var directory = AppDirectory()
    /// The links that were ever shared or pinned here.
    var links = LinkTable()
    /// What surfaces for whom, in order.
    var shelves = Shelves()
    let rankingPolicy: RankingPolicy
    var shares = ShareTable()
    /// The notices that wait, in the order in which their time ends: follows from the log and from its time.
    var waits = NoticeWaits()
    /// The deletions that can be undone, in the order in which their time ends: follows from the log.
    var deletionEnds = DeletionEnds()
    package var documents = DocumentTable()
    var windows = NoticeWindows()
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

    /// A world in which nothing has happened.
    package init(rankingPolicy: RankingPolicy = .init()) { self.rankingPolicy = rankingPolicy }

    /// Whether two worlds are alike in everything that a log can say. The shelves follow from the rest; the id of a highlight follows from its link, and of a link that was unsent the log says nothing any more.
    package static func == (left: CoreState, right: CoreState) -> Bool {
        left.position == right.position && left.lastAt == right.lastAt && left.people == right.people
            && left.conversations == right.conversations && left.oneToOne == right.oneToOne
            && left.directory == right.directory && left.shares == right.shares && left.documents == right.documents
            && left.windows == right.windows && left.collaborating == right.collaborating
    }

    /// The name to show for someone, known or not.
    package func name(_ handle: Handle) -> String { people[handle]?.name ?? handle.defaultName }

    /// The subject of a sentence about a person, for one reader: “You” for the person themself.
    func name(_ handle: Handle, asSubjectFor reader: Handle?) -> String { handle == reader ? "You" : name(handle) }

    package func person(_ handle: Handle) -> Person { Person(handle: handle, name: name(handle)) }

    package func app(_ id: AppID) -> App? { directory.app(id) }

    func appName(_ id: AppID) -> String { app(id)?.name ?? id.rawValue }

    /// The share at a link, for somebody who can open it: to everyone else it is a link like any other, whose title is
    /// nobody's to tell.
    func share(at url: CanonicalURL, openTo person: Handle) -> Share? {
        shares[url].flatMap { $0.share.isOpen(to: person) ? $0.share : nil }
    }
}
