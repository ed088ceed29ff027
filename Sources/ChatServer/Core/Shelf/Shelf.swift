import ChatProtocol

/// One link on a shelf, as the order is made from it.
struct ShelfItem: Equatable, Sendable {
    var url: CanonicalURL
    var id: HighlightID
    var app: AppID
    /// The title of the share that it leads to.
    var title: String?
    var pin: PersonState.Pinned?
    var sharers: [Surfacing.Sharer]

    /// When it was last shared, as a position; the pin's where nobody in sight shared it.
    var sharedPosition: Int64 { sharers.first?.position ?? pin?.position ?? 0 }
}

extension CoreState {
    /// The shelf of one app for one person, in its order: pins, the newest pin first, then the newest shared first
    /// (`rank-pins-next`, `rank-rest-chrono`). No signal of use is kept yet, so nothing is curated to the very top.
    ///
    /// Cost: the links of the person's conversations, and a sort of those that surface.
    func shelf(of person: Handle, app: AppID) -> [ShelfItem] {
        guard let state = people[person], isSharedWithYouApp(app) else { return [] }
        var links: Set<CanonicalURL> = Set(state.pins.keys)
        for conversation in state.conversations {
            if let shared = conversations[conversation]?.links { links.formUnion(shared.keys) }
        }
        return shelfItems(of: person, among: links.filter { router.app(for: $0) == app })
    }

    /// What surfaces for one person among some links, each named once, in the order of the shelf.
    func shelfItems(of person: Handle, among links: some Sequence<CanonicalURL>) -> [ShelfItem] {
        var items: [ShelfItem] = []
        for url in links {
            guard let id = highlightIDs[url], let app = router.app(for: url) else { continue }
            let surfacing = surfacing(of: url, for: person)
            guard surfacing.isShown else { continue }
            items.append(
                ShelfItem(
                    url: url, id: id, app: app, title: share(at: url)?.share.title, pin: surfacing.pin,
                    sharers: surfacing.sharers))
        }
        return items.sorted { Self.stands($0, before: $1) }
    }

    /// The shelf of every app for one person, in the same order.
    func shelf(of person: Handle) -> [ShelfItem] {
        apps.flatMap { shelf(of: person, app: $0.id) }.sorted { Self.stands($0, before: $1) }
    }

    /// The order of the shelf: total, because every link has a highlight of its own.
    private static func stands(_ left: ShelfItem, before right: ShelfItem) -> Bool {
        switch (left.pin, right.pin) {
        case (.some(let one), .some(let other)) where one.position != other.position:
            one.position > other.position
        case (.some, .none): true
        case (.none, .some): false
        case (.some, .some), (.none, .none):
            left.sharedPosition != right.sharedPosition
                ? left.sharedPosition > right.sharedPosition : left.id < right.id
        }
    }

    /// The item as its person sees it.
    func highlight(_ item: ShelfItem) -> Highlight {
        let why =
            item.pin == nil
            ? Reason("rank-rest-chrono", "newest first, after the pins")
            : Reason("rank-pins-next", "pinned, the newest pin first")
        let document = share(at: item.url)
        let preview = app(item.app)?.preview(for: item.url)
        return Highlight(
            id: item.id, url: item.url.text, app: item.app,
            title: document?.share.title ?? preview?.title ?? item.url.shortText,
            subtitle: document?.share.summary ?? preview?.subtitle, preview: preview, pinned: item.pin != nil,
            sharedAt: item.sharers.first?.sentAt ?? lastAt,
            attribution: item.sharers.map {
                .init(handle: $0.handle, name: name($0.handle), conversation: $0.conversation)
            },
            why: why)
    }

    /// The item as its app sees it: nothing of the sharers.
    func appHighlight(_ id: HighlightID) -> AppHighlight? {
        guard let url = highlightURLs[id] else { return nil }
        let collaboration = share(at: url).map {
            AppHighlight.Collaboration(
                collaborationIdentifier: $0.share.id, title: $0.share.title,
                contentType: "public.composite-content", createdAt: $0.share.createdAt)
        }
        return AppHighlight(id: id, url: url.text, collaboration: collaboration)
    }

    func removedHighlight(_ id: HighlightID) -> RemovedHighlight {
        RemovedHighlight(id: id, highlight: appHighlight(id))
    }
}
