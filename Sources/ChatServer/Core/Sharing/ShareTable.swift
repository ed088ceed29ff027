import ChatProtocol

/// The shares of a world, by id, by link and by who is on them.
struct ShareTable: Equatable, Sendable {
    private var documents: [ShareID: SharedDocument] = [:]
    private var ids: [CanonicalURL: ShareID] = [:]
    /// Those that each person is on: follows from the shares.
    private var idsOf: [Handle: Set<ShareID>] = [:]
    /// Those that have ended, as they were then; a link that is shared again has none any more.
    private var stopped: [ShareID: Share] = [:]
    private var stoppedIDs: [CanonicalURL: ShareID] = [:]

    /// The shares that each person began, those that have ended among them.
    private var usages: [Handle: Usage] = [:]

    func usage(of owner: Handle) -> Usage { usages[owner] ?? Usage() }

    subscript(id: ShareID) -> SharedDocument? { documents[id] }

    subscript(url: CanonicalURL) -> SharedDocument? { ids[url].flatMap { documents[$0] } }

    var all: some Collection<SharedDocument> { documents.values }

    /// Those that somebody is on, in no order.
    func of(_ person: Handle) -> [SharedDocument] { (idsOf[person] ?? []).compactMap { documents[$0] } }

    /// How one that has ended was last.
    func stopped(_ id: ShareID) -> Share? { stopped[id] }

    func stopped(at url: CanonicalURL) -> Share? { stoppedIDs[url].flatMap { stopped[$0] } }

    mutating func save(_ share: Share, by actor: Handle?, at position: Int64) {
        let before = documents[share.id]?.share
        if before == nil { usages[share.owner, default: Usage()].count += 1 }
        usages[share.owner, default: Usage()].bytes += share.storedBytes - (before?.storedBytes ?? 0)
        for participant in before?.participants ?? [] { idsOf[participant.handle]?.remove(share.id) }
        for participant in share.participants { idsOf[participant.handle, default: []].insert(share.id) }
        documents[share.id, default: SharedDocument(share: share, position: position)].save(share, by: actor)
        guard let url = try? CanonicalURL(share.url) else { return }
        ids[url] = share.id
        stoppedIDs[url] = nil
    }

    /// Takes a share away; those who were on it to its end may know that it has ended.
    mutating func stop(_ share: Share) {
        for participant in share.participants { idsOf[participant.handle]?.remove(share.id) }
        documents[share.id] = nil
        stopped[share.id] = share
        guard let url = try? CanonicalURL(share.url) else { return }
        ids[url] = nil
        stoppedIDs[url] = share.id
    }

    /// Notes since when the link of a share stands in a conversation; nil if it does not.
    mutating func notePlace(of url: CanonicalURL, in conversation: ConversationID, since position: Int64?) {
        guard let id = ids[url] else { return }
        documents[id]?.setPlace(conversation, since: position)
    }

    /// Notes that a notice tells of who came to a share or went from it.
    mutating func note(_ notice: Notice) {
        guard let url = try? CanonicalURL(notice.url), let id = ids[url] else { return }
        documents[id]?.note(notice)
    }

    /// Notes that an app is told of people: they have a number from then on, whatever it answers.
    mutating func number(_ people: [Handle], on id: ShareID) {
        for person in people where documents[id]?.share.roster.contains(person) == false {
            documents[id]?.share.roster.append(person)
            if let owner = documents[id]?.share.owner {
                usages[owner, default: Usage()].bytes += CoreState.bytes(of: CollectionOfOne(person))
            }
        }
    }
}

extension Share {
    /// The bytes that it takes in memory, about: whoever was ever on it has a number.
    var storedBytes: Int {
        Usage.Size.share + title.utf8.count + url.utf8.count + CoreState.bytes(of: roster)
    }
}
