import ChatProtocol

extension Core {
    /// Decides something, and then how the shelves that it may touch have changed: one fact for all of them.
    ///
    /// - Parameters:
    ///   - people: those whose shelves may change.
    ///   - apps: the apps whose shelves may change.
    ///   - enablement: the apps to tell even if their list stays the same, because their permission moved.
    mutating func followingShelves(
        of people: [Handle], apps: [AppID], enablementOf enablement: [AppID] = [], at now: Instant,
        _ decision: (inout Core) -> Void
    ) {
        let shelves = people.flatMap { person in apps.map { (person: person, app: $0) } }
        let before = shelves.map { state.shelf(of: $0.person, app: $0.app) }
        decision(&self)
        var changes: [ShelfChange] = []
        for (index, shelf) in shelves.enumerated() {
            let after = state.shelf(of: shelf.person, app: shelf.app)
            let change = ShelfChange(person: shelf.person, app: shelf.app, from: before[index], to: after)
            if !change.isSameList || enablement.contains(shelf.app) { changes.append(change) }
        }
        if !changes.isEmpty { decide(.shelvesChanged(changes), at: now) }
    }

    /// The same where only what is known of some links changes, which is every message with a link: the cost is those
    /// links for each of those people, however many others stand on their shelves.
    mutating func followingLinks(
        _ links: [CanonicalURL], of people: [Handle], at now: Instant, _ decision: (inout Core) -> Void
    ) {
        var apps: [AppID] = []
        for app in links.compactMap({ state.router.app(for: $0) }) where !apps.contains(app) { apps.append(app) }
        apps = apps.filter { state.isSharedWithYouApp($0) }
        guard !apps.isEmpty else { return decision(&self) }
        let before = people.map { state.shelfItems(of: $0, among: links) }
        decision(&self)
        var changes: [ShelfChange] = []
        for (person, old) in zip(people, before) {
            let new = state.shelfItems(of: person, among: links)
            for app in apps {
                let change = ShelfChange(
                    person: person, app: app, from: old.filter { $0.app == app }, to: new.filter { $0.app == app })
                if !change.isSameList { changes.append(change) }
            }
        }
        if !changes.isEmpty { decide(.shelvesChanged(changes), at: now) }
    }

    func listHighlights(_ request: ListHighlights, of me: Handle) throws(RPCError) -> Answer {
        let items = request.app.map { state.shelf(of: me, app: $0) } ?? state.shelf(of: me)
        let page = try page(of: items, request)
        return .highlights(page.items.map(state.highlight), more: page.more)
    }

    func listHighlights(_ request: ListHighlights, of app: AppID, for me: Handle) throws(RPCError) -> Answer {
        guard request.app == nil || request.app == app else {
            throw RPCError(.forbidden, "app: an app sees its own highlights only.", .field("app"))
        }
        let page = try page(of: state.shelf(of: me, app: app), request)
        return .appHighlights(page.items.compactMap { state.appHighlight($0.id) }, more: page.more)
    }

    private func page(
        of items: [ShelfItem], _ request: ListHighlights
    ) throws(RPCError) -> (items: ArraySlice<ShelfItem>, more: Bool) {
        var rest = items[...]
        if let after = request.after {
            guard let index = items.firstIndex(where: { $0.id == after }) else {
                throw RPCError(.notFound, "after: this highlight is not on the shelf.", .field("after"))
            }
            rest = items[(index + 1)...]
        }
        let page = rest.prefix(request.limit ?? rest.count)
        return (page, page.count < rest.count)
    }
}

extension ShelfChange {
    /// The difference of two states of one shelf. An item that only moved because others came or went is the same: the
    /// place of each follows from itself alone, so that one that changed its place among the others is another.
    init(person: Handle, app: AppID, from old: [ShelfItem], to new: [ShelfItem]) {
        self.person = person
        self.app = app
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        let after = Set(new.map(\.id))
        added = new.filter { before[$0.id] == nil }.map(\.id)
        removed = old.filter { !after.contains($0.id) }.map(\.id)
        updated = new.filter { before[$0.id] != nil && before[$0.id] != $0 }.map(\.id)
    }
}
