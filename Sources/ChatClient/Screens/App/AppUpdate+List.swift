import ChatTerminal

/// Keys of the lists: Shared with You, and the person's documents.
extension AppUpdate {
    static func applyToList(_ key: Key, _ state: inout AppState, _ size: Size) -> [AppAction] {
        let layout = AppLayout(state, size: size)
        let last = max(0, layout.targets.count - 1)
        let target = layout.target(at: state.view.focus)
        switch key {
        case .up: state.view.focus = max(0, state.view.focus - 1)
        case .down:
            state.view.focus = min(last, state.view.focus + 1)
            if state.view.focus == last { return readOn(state) }
        case .home, .pageUp: state.view.focus = 0
        case .end, .pageDown:
            state.view.focus = last
            return readOn(state)
        case .enter: return target.map { choose($0, layout, &state) } ?? []
        case .character("s") where layout.targets.contains(.moreItems): return choose(.moreItems, layout, &state)
        case .character("n"): state.view.editor = AppEditor()
        case .escape where state.view.page != .home:
            state.view.page = .home
            state.view.focus = 0
        case .character("q"): return [.quit]
        default:
            if case .item(let index)? = target { return deed(key, on: state.items[index].id, &state) }
        }
        return []
    }

    /// Opens something that is listed; a document that is on the shelf too with who shared it.
    package static func open(listed item: AppItem, in state: inout AppState) -> [AppAction] {
        open(state.items.first { $0.url == item.url } ?? item, in: &state)
    }

    private static func choose(
        _ target: AppLayout.Target, _ layout: AppLayout, _ state: inout AppState
    ) -> [AppAction] {
        switch target {
        case .item(let index): return open(state.items[index], in: &state)
        case .document(let index): return open(listed: state.documents[index], in: &state)
        case .moreItems:
            let drawn = layout.targets.count { if case .item = $0 { true } else { false } }
            state.view.page = .all
            state.view.focus = min(drawn, max(0, state.items.count - 1))
        case .moreDocuments:
            let drawn = layout.targets.count { if case .document = $0 { true } else { false } }
            state.view.page = .documents
            state.view.focus = min(drawn, max(0, state.documents.count - 1))
        }
        return readOn(state)
    }

    /// The next page of what the whole page lists, where there is one.
    private static func readOn(_ state: AppState) -> [AppAction] {
        switch state.view.page {
        case .all: state.hasMore ? [.readMore] : []
        case .documents: state.hasMoreDocuments ? [.readMoreDocuments] : []
        case .home, .detail: []
        }
    }
}
