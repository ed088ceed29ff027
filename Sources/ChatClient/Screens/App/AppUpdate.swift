/// What a key does in an app: a pure function from a state and a key to the next state and what the session must do.
public enum AppUpdate {
    /// Applies a key. While a conversation lies over the page, its keys are the system's and do not come here; only
    /// the one that closes it does.
    public static func apply(_ key: Key, to state: inout AppState, size: Size) -> [AppAction] {
        if case .focus = key { return [] }
        state.view.hint = nil
        switch key {
        case .control("c"): return [.quit]
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        default: break
        }
        if state.view.reply != nil {
            guard key == .escape else { return [] }
            state.view.reply = nil
            return [.closeReply]
        }
        if state.view.editor != nil { return applyToEditor(key, &state, size) }
        if let sheet = state.view.sheet { return applyToSheet(sheet, key, &state) }
        switch key {
        case .character("?"), .function(1): return show(.help, &state)
        case .character("+"): resize(1, &state)
        case .character("-"): resize(-1, &state)
        case .character("u"): return state.view.removed.map { [.restore($0)] } ?? []
        default:
            if let id = state.view.page.detail { return applyToDetail(id, key, &state, size) }
            return applyToList(key, &state, size)
        }
        return []
    }

    /// Brings the view in line with a list that changed: what is gone takes its sheets with it.
    public static func settle(_ state: inout AppState, size: Size) -> [AppAction] {
        state.attributions = state.attributions.filter { state.item($0.key) != nil }
        if let id = state.view.sheet?.item, state.item(id) == nil { state.view.sheet = nil }
        let end = state.view.page == .home ? AppLayout(state, size: size).moreRow == nil ? 0 : 1 : 0
        let count = state.view.page == .home && end == 1 ? AppLayout(state, size: size).rows.count : state.items.count
        state.view.focus = max(0, min(state.view.focus, count - 1 + end))
        return []
    }

    /// Opens an item: by a key, or because its link was opened elsewhere.
    public static func open(_ item: AppItem, in state: inout AppState) -> [AppAction] {
        guard state.view.page.detail != item.id else { return [] }
        var actions: [AppAction] = []
        if let left = state.view.page.detail {
            actions.append(.leave(left))
        } else {
            state.view.origin = state.view.page
        }
        state.view.page = .detail(item.id)
        state.view.sheet = nil
        state.view.editor = nil
        state.view.remember(item)
        return actions + [.open(item.id)]
    }

    /// Opens the conversation of an item, where there is one; of several the person chooses first (`attr-activate`,
    /// `disambiguate`).
    public static func activate(_ id: String, in state: inout AppState) -> [AppAction] {
        guard let item = state.item(id) else {
            // What was opened without ever being listed has its link for an id.
            let wasListed = state.view.opened(id).url != id
            state.view.hint = wasListed ? "It is shared with you no longer" : "It was not shared with you"
            return []
        }
        guard let places = state.attributions[item.id]?.places, let first = places.first else {
            state.view.hint = "Who shared it is not known yet"
            return []
        }
        if places.count > 1 { return show(.places(id), &state) }
        return reply(first, &state)
    }

    private static func reply(_ place: AttributionContent.Place, _ state: inout AppState) -> [AppAction] {
        state.view.sheet = nil
        state.view.reply = place
        return [.reply(place)]
    }

    private static func applyToList(_ key: Key, _ state: inout AppState, _ size: Size) -> [AppAction] {
        let focus = state.view.focus
        let layout = AppLayout(state, size: size)
        let isOnMore = layout.moreRow != nil && focus >= layout.rows.count
        let last = layout.moreRow == nil ? state.items.count - 1 : layout.rows.count
        let item = !isOnMore && state.items.indices.contains(focus) ? state.items[focus] : nil
        switch key {
        case .up: state.view.focus = max(0, focus - 1)
        case .down:
            state.view.focus = max(0, min(last, focus + 1))
            if focus + 1 >= last, state.view.page == .all, state.hasMore { return [.readMore] }
        case .home, .pageUp: state.view.focus = 0
        case .end, .pageDown:
            state.view.focus = max(0, last)
            if state.view.page == .all, state.hasMore { return [.readMore] }
        case .enter where isOnMore, .character("s") where layout.moreRow != nil:
            state.view.page = .all
            state.view.focus = min(layout.rows.count, max(0, state.items.count - 1))
            return state.hasMore ? [.readMore] : []
        case .enter: return item.map { open($0, in: &state) } ?? []
        case .escape where state.view.page == .all:
            state.view.page = .home
            state.view.focus = 0
        case .character("q"): return [.quit]
        default: return item.map { deed(key, on: $0.id, &state) } ?? []
        }
        return []
    }

    private static func applyToDetail(_ id: String, _ key: Key, _ state: inout AppState, _ size: Size) -> [AppAction] {
        let scroll = state.view.scrolls[id] ?? 0
        if let page = state.document, page.item == id, let actions = applyToDocument(key, page, &state) {
            return actions
        }
        let most = AppDetailPainter.scrollMax(id, in: state, size: size)
        func move(_ rows: Int) { state.view.scrolls[id] = max(0, min(most, scroll + rows)) }
        switch key {
        case .up: move(-1)
        case .down: move(1)
        case .pageUp: move(-(size.rows - 6))
        case .pageDown, .character(" "): move(size.rows - 6)
        case .home: move(-most)
        case .end: move(most)
        case .escape, .left, .character("q"):
            state.view.page = state.view.origin
            return [.leave(id)]
        case .enter: return activate(id, in: &state)
        default: return deed(key, on: id, &state)
        }
        return []
    }

    /// Keys about an item, wherever it is.
    private static func deed(_ key: Key, on id: String, _ state: inout AppState) -> [AppAction] {
        switch key {
        case .character("r"): return activate(id, in: &state)
        case .character("m"): return show(.content(id), &state)
        case .character("a"): return state.attributions[id] == nil ? [] : show(.attribution(id), &state)
        case .character("x"): return [.remove(id)]
        default: return []
        }
    }

    private static func applyToSheet(_ sheet: AppView.Sheet, _ key: Key, _ state: inout AppState) -> [AppAction] {
        if sheet == .sharing { return applyToSharing(key, &state) }
        let count = AppSheets.sheet(sheet, in: state).choices.count
        switch key {
        case .escape, .character("q"): state.view.sheet = nil
        case .up, .backTab: state.view.sheetFocus = max(0, state.view.sheetFocus - 1)
        case .down, .tab: state.view.sheetFocus = max(0, min(count - 1, state.view.sheetFocus + 1))
        case .enter:
            let focus = state.view.sheetFocus
            state.view.sheet = nil
            switch sheet {
            case .help, .sharing: break
            case .panel:
                guard let page = state.document, let items = page.panel?.items, items.indices.contains(focus) else {
                    break
                }
                return choose(items[focus], of: page.item, in: &state)
            case .places(let id):
                let places = state.attributions[id]?.places ?? []
                return places.indices.contains(focus) ? reply(places[focus], &state) : []
            case .content(let id), .attribution(let id):
                let entries = AppSheets.entries(sheet, in: state)
                return entries.indices.contains(focus) ? perform(entries[focus].deed, on: id, &state) : []
            }
        default: break
        }
        return []
    }

    private static func perform(_ deed: AttributionMenu.Entry.Deed, on id: String, _ state: inout AppState)
        -> [AppAction]
    {
        switch deed {
        case .reply: return activate(id, in: &state)
        case .remove: return [.remove(id)]
        case .app("open"): return state.item(id).map { open($0, in: &state) } ?? []
        case .app: return state.item(id).map { [.copy($0.url)] } ?? []
        }
    }

    static func show(_ sheet: AppView.Sheet, _ state: inout AppState) -> [AppAction] {
        state.view.sheet = sheet
        state.view.sheetFocus = 0
        return []
    }

    private static func resize(_ delta: Int, _ state: inout AppState) {
        let size = ContentSizeCategory(rawValue: state.textSize.rawValue + delta) ?? state.textSize
        state.textSize = size
        state.view.hint = "Text size: \(size)"
    }
}
