import ChatProtocol

/// The shares of a world, by id, by link and by participant.
struct ShareTable: Equatable, Sendable {
    private var documents: [ShareID: ShareEntry] = [:]
    private var ids: [CanonicalURL: ShareID] = [:]
    /// The shares that each person is on. It follows from `documents`.
    private var idsOf: [Handle: Set<ShareID>] = [:]
    /// The stopped shares in their last form. A link that is shared again leads to none of them.
    private var stopped: [ShareID: Share] = [:]
    private var stoppedIDs: [CanonicalURL: ShareID] = [:]
    /// The last loss of each person at a link, as the person was notified of it. A person who can open the share again
    /// has none.
    private var losses: [CanonicalURL: [Handle: ShareLoss]] = [:]

    /// The number and the bytes of the shares that each person created, stopped ones included.
    private var usages: [Handle: Usage] = [:]

    func usage(of owner: Handle) -> Usage { usages[owner] ?? Usage() }

    /// Returns the approximate bytes of memory of a share. Everyone who was ever on it has a number.
    static func bytes(of share: Share) -> Int {
        Usage.Size.share + share.title.utf8.count + share.url.utf8.count + Usage.bytes(of: share.roster)
            + Usage.bytes(of: share.requesters) + Usage.bytes(of: share.blocked)
            + share.oneTimeLinks.reduce(0) { $0 + 64 + $1.url.utf8.count }
    }

    subscript(id: ShareID) -> ShareEntry? { documents[id] }

    subscript(url: CanonicalURL) -> ShareEntry? { ids[url].flatMap { documents[$0] } }

    var all: some Collection<ShareEntry> { documents.values }

    /// Returns the shares that a person is on, in no particular order.
    func of(_ person: Handle) -> [ShareEntry] { (idsOf[person] ?? []).compactMap { documents[$0] } }

    /// Returns the shares that a person is on, in the order of their creation.
    func listed(of person: Handle) -> [ShareEntry] { of(person).sorted { $0.position < $1.position } }

    /// Returns the shares whose link is in a conversation, in the order of their creation.
    func listed(in conversation: ConversationState) -> [ShareEntry] {
        conversation.links.keys.compactMap { self[$0] }
            .filter { $0.conversations.contains(conversation.id) }
            .sorted { $0.position < $1.position }
    }

    /// Returns the share at a link for a person who can open it. Everyone else must not see the title, and for them it
    /// is an ordinary link.
    func share(at url: CanonicalURL, openTo person: Handle) -> Share? {
        self[url].flatMap { $0.share.isOpen(to: person) ? $0.share : nil }
    }

    /// Returns the last form of a stopped share.
    func stopped(_ id: ShareID) -> Share? { stopped[id] }

    func stopped(at url: CanonicalURL) -> Share? { stoppedIDs[url].flatMap { stopped[$0] } }

    /// Returns a person's last loss of the share at a link; nil if the person lost none or can open it again.
    func loss(of person: Handle, at url: CanonicalURL) -> ShareLoss? { losses[url]?[person] }

    /// Returns a person's loss of that share; nil if the person did not lose it or lost a later share at its link.
    func loss(of person: Handle, from id: ShareID) -> ShareLoss? {
        guard let share = documents[id]?.share ?? stopped[id] else { return nil }
        let last = (try? CanonicalURL(share.url)).flatMap { loss(of: person, at: $0) }
        if let last, last.share == id { return last }
        guard stopped[id]?.participant(person) != nil else { return nil }
        return ShareLoss(of: share, by: person, cause: .stopped)
    }

    mutating func save(_ share: Share, by actor: Handle?, at position: Int64) {
        let before = documents[share.id]?.share
        if before == nil { usages[share.owner, default: Usage()].count += 1 }
        usages[share.owner, default: Usage()].bytes += Self.bytes(of: share) - (before.map(Self.bytes) ?? 0)
        for participant in before?.participants ?? [] { idsOf[participant.handle]?.remove(share.id) }
        for participant in share.participants { idsOf[participant.handle, default: []].insert(share.id) }
        documents[share.id, default: ShareEntry(share: share, position: position)].save(share, by: actor)
        guard let url = try? CanonicalURL(share.url) else { return }
        ids[url] = share.id
        stoppedIDs[url] = nil
    }

    /// Removes a share and stores its last form, because its last participants may know that it has ended.
    mutating func stop(_ share: Share) {
        for participant in share.participants { idsOf[participant.handle]?.remove(share.id) }
        documents[share.id] = nil
        stopped[share.id] = share
        guard let url = try? CanonicalURL(share.url) else { return }
        ids[url] = nil
        stoppedIDs[url] = share.id
    }

    /// Records how a person lost a share, or that the person can open it.
    ///
    /// - Parameter cause: the cause of the loss; nil if the person can open the share.
    mutating func note(_ cause: LostShare.Cause?, of share: Share, for person: Handle) {
        guard let url = try? CanonicalURL(share.url), cause != nil || losses[url] != nil else { return }
        let loss = cause.map { ShareLoss(of: share, by: person, cause: $0) }
        let before = losses[url]?[person]
        losses[url, default: [:]][person] = loss
        if losses[url]?.isEmpty == true { losses[url] = nil }
        if let before { usages[before.owner, default: Usage()].bytes -= before.bytes }
        if let loss { usages[loss.owner, default: Usage()].bytes += loss.bytes }
    }

    /// Sets the position since which a conversation has the link of a share; nil if it does not have it.
    mutating func notePlace(of url: CanonicalURL, in conversation: ConversationID, since position: Int64?) {
        guard let id = ids[url] else { return }
        documents[id]?.setPlace(conversation, since: position)
    }

    /// Adds a notice to the memberships that it is about.
    mutating func note(_ notice: Notice) {
        guard let url = try? CanonicalURL(notice.url), let id = ids[url] else { return }
        documents[id]?.note(notice)
    }

    /// Notes that a person has shown a proof of identity to the app of a share.
    mutating func noteProof(of person: Handle, on id: ShareID) { documents[id]?.noteProof(of: person) }

    /// Gives people a number on a share's roster when an app first receives their identities. They keep it, whether or
    /// not the app answers.
    mutating func number(_ people: [Handle], on id: ShareID) {
        for person in people where documents[id]?.share.roster.contains(person) == false {
            documents[id]?.share.roster.append(person)
            if let owner = documents[id]?.share.owner {
                usages[owner, default: Usage()].bytes += Usage.bytes(of: CollectionOfOne(person))
            }
        }
    }
}

/// A share, with the conversations that have its link and the memberships of its people.
struct ShareEntry: Equatable, Sendable {
    /// A conversation with the link, and the position since which it has it.
    struct Place: Equatable, Sendable {
        var conversation: ConversationID
        var position: Int64
    }

    var share: Share
    /// The position at which the share was created.
    let position: Int64
    /// The conversations with the link, by the first message in each that has it. The message may be older than the
    /// share. An unsent message leaves no trace here, as in the log.
    private(set) var places: [Place] = []
    /// The memberships of present and former participants.
    private(set) var memberships: [Handle: Membership] = [:]
    /// The participants who have shown a proof of identity to the app.
    private(set) var proved: Set<Handle> = []

    var conversations: [ConversationID] { places.map(\.conversation) }

    /// Sets the position since which a conversation has the link; nil if it does not have it.
    mutating func setPlace(_ conversation: ConversationID, since position: Int64?) {
        places.removeAll { $0.conversation == conversation }
        guard let position else { return }
        let index = places.firstIndex { $0.position > position } ?? places.count
        places.insert(Place(conversation: conversation, position: position), at: index)
    }

    /// Applies a save.
    mutating func save(_ saved: Share, by actor: Handle?) {
        for change in MembershipChange.changes(from: share, to: saved, by: actor) {
            for person in change.people {
                memberships[person, default: Membership()].apply(
                    change.kind, by: change.kind == .joined ? person : actor)
            }
        }
        share = saved
        if !proved.isEmpty { proved.formIntersection(saved.participants.map(\.handle)) }
    }

    /// Notes that a participant has shown a proof of identity to the app.
    mutating func noteProof(of person: Handle) {
        if share.participant(person) != nil { proved.insert(person) }
    }

    /// Adds a notice to the memberships that it is about.
    mutating func note(_ notice: Notice) {
        guard case .highlight(.membership(let trigger, let person)) = notice.event else { return }
        for person in notice.people.isEmpty ? [person] : notice.people {
            memberships[person]?.note(notice.id, of: trigger, isOwn: person == notice.actor)
        }
    }
}

/// A person's loss of a share.
///
/// The server answers from it, so that a client that starts later gives the same reason as a client that was notified.
struct ShareLoss: Equatable, Sendable {
    let share: ShareID
    let cause: LostShare.Cause
    /// The title at the time of the loss: a former participant does not learn a later one.
    let title: String
    /// The owner of the share, whose storage it uses.
    let owner: Handle
    /// The approximate size in bytes; 0 for a person on the roster, whose size the share includes.
    let bytes: Int

    init(of share: Share, by person: Handle, cause: LostShare.Cause) {
        (self.share, self.cause, title, owner) = (share.id, cause, share.title, share.owner)
        bytes = share.roster.contains(person) ? 0 : Usage.bytes(of: CollectionOfOne(person))
    }
}

extension Event.ShareSaved {
    /// Returns how a notified person lost the share with this save; nil if the person can open it.
    func loss(of person: Handle) -> LostShare.Cause? {
        guard recipients.contains(person) else { return share.access == .public ? nil : .removed }
        guard share.participant(person) == nil else { return nil }
        return by == person ? .left : .removed
    }
}
