package import ChatProtocol

/// The state of one world, folded from its log.
package struct CoreState: Equatable, Sendable {
    /// The position of the last event in the state.
    package internal(set) var position: Int64 = 0
    /// The latest time of any event in the state. It never moves back.
    package internal(set) var lastAt = Instant(milliseconds: 0)

    package var people: [Handle: PersonState] = [:]
    package var conversations = ConversationTable()
    /// The one-to-one conversation of two people.
    var oneToOne: [Pair: ConversationID] = [:]
    /// The apps and websites, with the router that finds the app of a link.
    var directory = AppRegistry()
    /// The links that were ever shared or pinned in this world.
    var links = LinkTable()
    /// The links that surface for each person and app, in order.
    var shelves = Shelves()
    let rankingPolicy: RankingPolicy
    var shares = ShareTable()
    /// The waiting notices, in the order in which they expire. They follow from the log and the time of its last event.
    var waits = NoticeWaits()
    /// The deletions that can be undone, in the order in which they become permanent. They follow from the log.
    var deletionEnds = DeletionEnds()
    package var documents = DocumentTable()
    var windows = NoticeWindows()
    /// The starts and actions that wait for an app's answer.
    var collaborating = Collaborating()

    /// Two people, independent of their order.
    struct Pair: Hashable, Sendable {
        var first: Handle
        var second: Handle

        init(_ one: Handle, _ other: Handle) {
            (first, second) = one < other ? (one, other) : (other, one)
        }
    }

    /// Creates the state of a world without events.
    package init(rankingPolicy: RankingPolicy = .init()) { self.rankingPolicy = rankingPolicy }

    /// Returns true if the states have the same content as far as a log determines it. The shelves follow from the
    /// rest. The links are ignored, because the log retains nothing about an unsent link.
    package static func == (left: CoreState, right: CoreState) -> Bool {
        left.position == right.position && left.lastAt == right.lastAt && left.people == right.people
            && left.conversations == right.conversations && left.oneToOne == right.oneToOne
            && left.directory == right.directory && left.shares == right.shares && left.documents == right.documents
            && left.windows == right.windows && left.collaborating == right.collaborating
    }

    /// Returns the display name of a person, or a default one for an unknown handle.
    package func name(_ handle: Handle) -> String { people[handle]?.name ?? handle.defaultName }

    /// Returns the display name of a person as sentences in a conversation contain it: with the handle if another
    /// member has the same name.
    func name(_ handle: Handle, in conversation: ConversationID) -> String {
        let name = name(handle)
        let others = (conversations[conversation]?.order ?? []).lazy.filter { $0 != handle }
        return others.contains { self.name($0) == name } ? "\(name) (\(handle))" : name
    }

    /// Returns the subject of a sentence in a conversation. For the person themself, it is “You”.
    func subject(_ handle: Handle, for reader: Handle?, in conversation: ConversationID) -> String {
        handle == reader ? "You" : name(handle, in: conversation)
    }

    package func person(_ handle: Handle) -> Person { Person(handle: handle, name: name(handle)) }

    package func app(_ id: AppID) -> App? { directory.app(id) }

    func appName(_ id: AppID) -> String { app(id)?.name ?? id.rawValue }

    /// Returns the app that opens a link; nil if no app does.
    func app(opening url: CanonicalURL) -> AppID? {
        links.number(of: url).map { links[$0].app } ?? directory.router.app(for: url)
    }

    // MARK: Pending work

    /// Returns the work that waits for time alone: notices in their coalescing window, curated places on shelves, and
    /// pending actions.
    ///
    /// - Parameter person: the caller, who sees curated places and actions of their own only; nil for an observer, who
    ///   sees all.
    package func pending(at now: Instant, for person: Handle?, limits: Limits) -> [PendingWork] {
        windows.pending(at: now, limits) + shelves.pending(of: person) + collaborating.pending(of: person)
    }
}
