import ChatTerminal

/// The keys of the lists: Shared with You, and the person's documents.
extension AppUpdate {
    mutating func applyToList(_ key: Key) {
        if losesKey(key) { return }
        let layout = AppLayout(state, size: size)
        let last = max(0, layout.targets.count - 1)
        let target = layout.target(at: state.view.focus)
        switch key {
        case .up: state.view.focus = max(0, state.view.focus - 1)
        case .down:
            state.view.focus = min(last, state.view.focus + 1)
            if state.view.focus == last { readOn() }
        case .home, .pageUp: state.view.focus = 0
        case .end, .pageDown:
            state.view.focus = last
            readOn()
        case .enter: if let target { choose(target, layout) }
        case .character("s") where layout.targets.contains(.moreItems): choose(.moreItems, layout)
        case .character("n"): state.open(AppEditor())
        case .escape where state.view.page != .home:
            state.view.page = .home
            state.view.focus = 0
        case .character("q"): quit()
        default:
            if case .item(let index)? = target { return deed(key, on: state.items[index].id) }
            guard case .document? = target, case .character(let letter) = key, key.isOfItem else {
                return refuse(key)
            }
            state.view.hint =
                letter == "x" ? "This document is not in Shared with You" : "Return opens the document first"
        }
    }

    /// Returns true if a key was meant for an item that has disappeared.
    private mutating func losesKey(_ key: Key) -> Bool {
        defer { state.view.hasLostItem = false }
        guard state.view.hasLostItem, key == .enter || key.isOfItem else { return false }
        state.view.hint = SheetState.isGone
        return true
    }

    /// Opens a listed item. A document that is on the shelf too opens with its attribution.
    ///
    /// - Parameter link: The opened link, if it leads to a view inside the item.
    package mutating func open(listed item: AppItem, at link: String? = nil) {
        open(state.items.first { $0.url == item.url } ?? item)
        state.view.part = link.map { String($0.dropFirst(item.url.count)) }
    }

    private mutating func choose(_ target: AppLayout.Target, _ layout: AppLayout) {
        switch target {
        case .item(let index): return open(state.items[index])
        case .document(let index): return open(listed: state.documents[index])
        case .moreItems:
            let drawn = layout.targets.count { if case .item = $0 { true } else { false } }
            state.view.page = .all
            state.view.focus = min(drawn, max(0, state.items.count - 1))
        case .moreDocuments:
            let drawn = layout.targets.count { if case .document = $0 { true } else { false } }
            state.view.page = .documents
            state.view.focus = min(drawn, max(0, state.documents.count - 1))
        }
        readOn()
    }

    /// Loads the next page of a full list, if the server has more.
    private mutating func readOn() {
        switch state.view.page {
        case .all: if state.hasMore { emit(.readMore) }
        case .documents: if state.hasMoreDocuments { emit(.readMoreDocuments) }
        case .home, .detail: break
        }
    }
}

extension Key {
    /// True if the key is a letter that acts on the focused item.
    fileprivate var isOfItem: Bool {
        if case .character(let letter) = self { "ecmpsrax".contains(letter) } else { false }
    }
}
