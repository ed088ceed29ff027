package import ChatProtocol

/// Keeping the shelves in step with the facts: after each fact those links are looked at again that it can have moved,
/// for those people for whom it can have, and nothing else.
extension CoreState {
    /// The number of a link, which it has from now on.
    mutating func noteLink(_ url: CanonicalURL) -> Int {
        links.note(url) { [directory] in directory.router.app(for: $0) }
    }

    /// Notes whether a link stands in a conversation, which was the other way before or is as it was.
    mutating func notePlace(of url: CanonicalURL, in conversation: ConversationID) {
        guard let link = links.number(of: url) else { return }
        if conversations[conversation]?.links[url] == nil {
            links[link].conversations.removeAll { $0 == conversation }
        } else if !links[link].conversations.contains(conversation) {
            links[link].conversations.append(conversation)
        }
    }

    /// Notes since when the link of a share stands in a conversation.
    mutating func noteSharePlace(of url: CanonicalURL, in conversation: ConversationID) {
        shares.notePlace(
            of: url, in: conversation, since: conversations[conversation]?.links[url]?.first?.position)
    }

    /// Looks at all links of one person: for what moves all of them at once.
    mutating func reshelve(linksOf person: Handle, where isMeant: (LinkTable.Entry) -> Bool) {
        var seen: Set<Int> = []
        for conversation in people[person]?.conversations ?? [] {
            for url in conversations[conversation]?.links.keys.map(\.self) ?? [] {
                guard let link = links.number(of: url), seen.insert(link).inserted, isMeant(links[link]) else {
                    continue
                }
                reshelve(link, for: person)
            }
        }
    }

    mutating func reshelve(linksIn conversation: ConversationID, for person: Handle) {
        guard let urls = conversations[conversation]?.links.keys.map(\.self) else { return }
        for url in urls {
            if let link = links.number(of: url) { reshelve(link, for: person) }
        }
    }

    /// Looks at a link that came to a conversation or went from it: for its members, and for people who pinned it there
    /// and have left.
    mutating func reshelve(_ link: Int, in conversation: ConversationID) {
        for member in conversations[conversation]?.order ?? [] { reshelve(link, for: member) }
        guard let former = conversations[conversation]?.former, !former.isEmpty else { return }
        for person in former.keys where links[link].pinners.contains(person) { reshelve(link, for: person) }
    }

    /// Those who can have a link on their shelf: members where it stands, and who pinned it.
    package func readers(of link: Int) -> [Handle] {
        links[link].pinners.union(links[link].conversations.flatMap { conversations[$0]?.order ?? [] }).sorted()
    }

    /// Looks at one link for one person.
    mutating func reshelve(_ link: Int, for person: Handle) {
        guard let app = links[link].app else { return }
        let place = place(of: link, for: person)
        shelves.set(place, for: link, in: Shelves.Seat(person: person, app: app), at: lastAt)
    }

    /// Where a link belongs on a person's shelf; nil if it does not surface. This is the whole rule, of which the
    /// shelves are a memory.
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

    /// The signals that a link has for one person (`rank-signals`).
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

    /// Asks again which app opens the links of some domains, after an app or a site became another.
    ///
    /// - Parameter app: the app that took Shared with You up or gave it up; nil if none did.
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
            for person in readers { reshelve(link, for: person) }
        }
    }

    /// Notes that what stands at a link is called otherwise for some of its readers: who can open a share sees its title,
    /// and everyone else a link like any other.
    mutating func noteRetitled(_ url: CanonicalURL, where isMeant: (Handle) -> Bool) {
        guard let link = links.number(of: url), let app = links[link].app else { return }
        for person in readers(of: link) where isMeant(person) {
            shelves.noteRetitled(link, in: Shelves.Seat(person: person, app: app), at: lastAt)
        }
    }
}

extension Share {
    /// What it is called for somebody; nil if they cannot open it.
    func title(for person: Handle) -> String? { isOpen(to: person) ? title : nil }
}
