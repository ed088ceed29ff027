package import ChatProtocol

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

    /// Updates all matching links of one person, after a change that can affect all of them.
    mutating func updateShelf(linksOf person: Handle, where isMeant: (LinkTable.Entry) -> Bool) {
        var seen: Set<Int> = []
        for conversation in people[person]?.conversations ?? [] {
            for url in conversations[conversation]?.links.keys.map(\.self) ?? [] {
                guard let link = links.number(of: url), seen.insert(link).inserted, isMeant(links[link]) else {
                    continue
                }
                updateShelf(link, for: person)
            }
        }
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
        shelves.set(place, for: link, in: Shelves.Seat(person: person, app: app), at: lastAt)
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
                    shelves.set(nil, for: link, in: Shelves.Seat(person: person, app: old), at: lastAt)
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
            shelves.noteRetitled(link, in: Shelves.Seat(person: person, app: app), at: lastAt)
        }
    }
}
