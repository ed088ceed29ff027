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
    /// The identities that apps have asked for. They follow from the shares.
    package let identities = IdentityMemory()

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

/// The fold of the events into the state.
extension CoreState {
    /// Applies one event. It was decided before, so it is never refused here.
    package mutating func fold(_ record: EventRecord) {
        position = record.position
        lastAt = max(lastAt, record.at)
        record.event.fold(into: &self, at: record.place)
        shelves.forgetEnds(by: lastAt)
        waits.removeAll(endedBefore: lastAt)
    }

    /// Changes the state of a person. Creates the person at the first mention of the handle.
    mutating func update(_ handle: Handle, _ change: (inout PersonState) -> Void) {
        change(&people[handle, default: PersonState(name: handle.defaultName)])
    }

    /// Sets the end of the log, which can be an event that is not hot.
    package mutating func restoreEnd(_ end: Int64, at instant: Instant) {
        position = end
        lastAt = max(lastAt, instant)
        shelves.forgetEnds(by: lastAt)
    }

    /// Restores the newest message of a conversation from the store, because plain messages are not hot. The newest
    /// message of each sender also restores how far that sender has read.
    ///
    /// - Parameters:
    ///   - place: the position at which the newest message was posted.
    ///   - fact: the position of the event with its current version.
    package mutating func restoreHead(
        of newest: Message, at place: Int64, fact: Int64, lastSequences: [(Handle, Int64)]
    ) {
        conversations[newest.conversation]?.setHead(newest, at: place, fact: fact)
        // The newest message of a member who has returned can belong to an earlier stay.
        for (sender, sequence) in lastSequences {
            guard let read = conversations[newest.conversation]?.members[sender]?.readThrough else { continue }
            conversations[newest.conversation]?.members[sender]?.readThrough = max(read, sequence)
            if let marked = conversations[newest.conversation]?.members[sender]?.markedUnread, marked < sequence {
                conversations[newest.conversation]?.members[sender]?.markedUnread = nil
            }
        }
    }

    // MARK: Deleted messages

    /// Applies a change of a person's deleted messages, and updates the links of these messages on the person's
    /// shelves.
    mutating func changeDeleted(
        by person: Handle, in id: ConversationID, _ runs: [DeletedRun], _ change: (inout DeletedMessages) -> Void
    ) {
        guard conversations[id]?.members.contains(person) == true else { return }
        conversations[id]?.changeDeleted(of: person, change)
        forgetDeletionEnds()
        let changed = MessageRuns(runs)
        for (url, shared) in conversations[id]?.links ?? [:]
        where shared.contains(where: { changed.contains($0.sequence) }) {
            if let link = links.number(of: url) { updateShelf(link, for: person) }
        }
    }

    /// Adds the deletion to the queue of deletions that become final.
    mutating func noteDeletionEnd(by person: Handle, in id: ConversationID, at place: LogPosition) {
        deletionEnds.append(
            .init(conversation: id, person: person, position: place.position, at: place.at)
        ) { [conversations] in Self.isWaiting($0, in: conversations) }
        forgetDeletionEnds()
    }

    /// Removes the first deletions of the queue whose messages were recovered or erased.
    mutating func forgetDeletionEnds() {
        while let end = deletionEnds.first, !Self.isWaiting(end, in: conversations) { deletionEnds.removeFirst() }
    }

    private static func isWaiting(_ end: DeletionEnds.End, in conversations: ConversationTable) -> Bool {
        conversations[end.conversation]?.deleted[end.person]?.recent.contains { $0.position == end.position } == true
    }
}

/// Updates of the shelves. After each event, only the links and people that the event can affect are updated.
extension CoreState {
    /// Returns the number of a link, and adds the link if it is new.
    mutating func addLink(_ url: CanonicalURL) -> Int {
        links.note(url) { [directory] in directory.router.app(for: $0) }
    }

    /// Updates whether the link's entry lists a conversation.
    mutating func notePlace(of url: CanonicalURL, in conversation: ConversationID) {
        guard let link = links.number(of: url) else { return }
        if conversations[conversation]?.links[url] == nil {
            links[link].conversations.removeAll { $0 == conversation }
        } else if !links[link].conversations.contains(conversation) {
            links[link].conversations.append(conversation)
        }
    }

    /// Updates the position since which a conversation contains the link of a share.
    mutating func noteSharePlace(of url: CanonicalURL, in conversation: ConversationID) {
        shares.notePlace(
            of: url, in: conversation, since: conversations[conversation]?.links[url]?.first?.position)
    }

    /// Removes the links that a person did not pin from the shelf of an app, after the app's switch was turned off. When
    /// it is turned on again, no earlier link returns (`auto-on`).
    mutating func removeUnpinned(of app: AppID, from person: Handle) {
        shelves.removeUnpinned(in: Shelves.Key(person: person, app: app), at: lastAt)
    }

    mutating func updateShelf(linksIn conversation: ConversationID, for person: Handle) {
        guard let urls = conversations[conversation]?.links.keys.map(\.self) else { return }
        for url in urls {
            if let link = links.number(of: url) { updateShelf(link, for: person) }
        }
    }

    /// Updates the links that `owner` may have received from `sender`, after a change of the contact or the block.
    mutating func updateShelf(linksFrom sender: Handle, to owner: Handle) {
        for conversation in people[owner]?.conversations ?? []
        where conversations[conversation]?.wasEverMember(sender) == true {
            updateShelf(linksIn: conversation, for: owner)
        }
    }

    /// Updates the shelves of the person and of every member who has the person as a contact. An unpinned link surfaces
    /// only if the conversation has a contact of the member (`surf-group-contact`). This person may be the only one.
    mutating func updateShelf(_ conversation: ConversationID, joinedOrLeft person: Handle) {
        for member in conversations[conversation]?.order ?? []
        where member == person || people[member]?.isContact(person) == true {
            updateShelf(linksIn: conversation, for: member)
        }
    }

    /// Updates a link that was added to a conversation or removed from it. This concerns the members, and former
    /// members who pinned the link.
    mutating func updateShelf(_ link: Int, in conversation: ConversationID) {
        for member in conversations[conversation]?.order ?? [] { updateShelf(link, for: member) }
        guard let former = conversations[conversation]?.former, !former.isEmpty else { return }
        for person in former.keys where links[link].pinners.contains(person) { updateShelf(link, for: person) }
    }

    /// Returns the people who can have a link on their shelf: members of its conversations and people who pinned it.
    package func readers(of link: Int) -> [Handle] {
        links[link].pinners.union(links[link].conversations.flatMap { conversations[$0]?.order ?? [] }).sorted()
    }

    /// Updates one link on one person's shelf.
    mutating func updateShelf(_ link: Int, for person: Handle) {
        guard let app = links[link].app else { return }
        let place = place(of: link, for: person)
        shelves.set(place, for: link, in: Shelves.Key(person: person, app: app), at: lastAt)
    }

    /// Returns the place of a link on a person's shelf; nil if the link does not surface. This function is the whole
    /// rule, and the shelves only cache its results.
    func place(of link: Int, for person: Handle) -> ShelfPlace? {
        let surfacing = surfacing(of: link, for: person)
        guard surfacing.isShown else { return nil }
        let attention = attention(to: link, of: person, surfacing)
        var mark: UInt64 = 0xcbf2_9ce4_8422_2325
        for sharer in surfacing.sharers {
            for byte in sharer.handle.rawValue.utf8 { mark = (mark ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            for byte in sharer.conversation.rawValue.utf8 { mark = (mark ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        }
        return ShelfPlace(
            shared: surfacing.sharers.first?.position ?? surfacing.pin?.position ?? 0,
            pinned: surfacing.pin?.position, sharersMark: mark,
            curatedUntil: attention.end(after: lastAt, rankingPolicy), tie: links[link].tie)
    }

    /// Returns the signals of a link for one person (`rank-signals`).
    func attention(to link: Int, of person: Handle, _ surfacing: Surfacing) -> Attention {
        var attention = Attention()
        var known: Set<Handle> = []
        for sharer in surfacing.sharers where known.insert(sharer.handle).inserted {
            guard known.count <= rankingPolicy.furtherSharersMax + 1 else { break }
            attention.add(known.count == 1 ? .shared : .sharers, at: sharer.sentAt)
        }
        if let pin = surfacing.pin { attention.add(.pinned, at: pin.at) }
        guard let state = people[person], !state.uses.isEmpty, let uses = state.uses[links[link].id] else {
            return attention
        }
        for signal in RankingSignal.allCases {
            if let at = uses[signal] { attention.add(signal, at: at) }
        }
        return attention
    }

    // MARK: Apps

    /// Updates the app of all links in some domains, after a change of an app or a site.
    ///
    /// - Parameter app: the app that adopted or dropped Shared with You; nil if none did.
    mutating func reroute(_ domains: [DomainPattern], switched app: AppID?) {
        for link in 0..<links.count where domains.contains(where: { $0.matches(host: links[link].url.host) }) {
            let old = links[link].app
            let new = directory.router.app(for: links[link].url)
            guard old != new || (app != nil && app == new) else { continue }
            let readers = readers(of: link)
            if let old, old != new {
                for person in readers {
                    shelves.set(nil, for: link, in: Shelves.Key(person: person, app: old), at: lastAt)
                }
            }
            links[link].app = new
            for person in readers { updateShelf(link, for: person) }
        }
    }

    /// Records a new title of a link for some of its readers. People who can open the share see its title. For everyone
    /// else it is an ordinary link.
    mutating func noteRetitled(_ url: CanonicalURL, where isMeant: (Handle) -> Bool) {
        guard let link = links.number(of: url), let app = links[link].app else { return }
        for person in readers(of: link) where isMeant(person) {
            shelves.noteRetitled(link, in: Shelves.Key(person: person, app: app), at: lastAt)
        }
    }
}
