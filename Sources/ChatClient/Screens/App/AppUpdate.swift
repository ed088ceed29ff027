import AppFrameworks
package import ChatTerminal

/// What a key does in an app: a pure function from a state and a key to the next state and what the session must do.
package enum AppUpdate {
    /// Applies a key. While a conversation lies over the page, its keys are the system's and do not come here; only
    /// the one that closes it does.
    package static func apply(_ key: Key, to state: inout AppState, size: Size) -> [AppAction] {
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
        if let question = state.view.unsaved { return apply(key, to: question, &state) }
        if state.view.editor != nil { return applyToEditor(key, &state, size) }
        if let sheet = state.view.sheet { return applyToSheet(sheet, key, &state, size) }
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
    package static func settle(_ state: inout AppState, size: Size) -> [AppAction] {
        state.attributions = state.attributions.filter { state.item($0.key) != nil }
        if let id = state.view.sheet?.item, state.item(id) == nil { state.view.sheet = nil }
        if state.view.page.detail == nil {
            state.view.focus = max(0, min(state.view.focus, AppLayout(state, size: size).targets.count - 1))
        }
        guard let question = state.view.unsaved, state.unsaved == nil else { return [] }
        // What was on its way is saved meanwhile: there is nothing to ask any more.
        state.view.unsaved = nil
        return question.link.map { [.openLink($0)] } ?? []
    }

    /// Opens an item: by a key, or because its link was opened elsewhere.
    package static func open(_ item: AppItem, in state: inout AppState) -> [AppAction] {
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
    package static func activate(_ id: String, in state: inout AppState) -> [AppAction] {
        guard let item = state.item(id) else {
            // Whoever takes part can talk to the others, whatever stands on their shelf.
            if let page = state.document, page.item == id, let place = page.place { return reply(place, &state) }
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
    static func deed(_ key: Key, on id: String, _ state: inout AppState) -> [AppAction] {
        switch key {
        case .character("r"): return activate(id, in: &state)
        case .character("m"): return show(.content(id), &state)
        case .character("a"): return state.attributions[id] == nil ? [] : show(.attribution(id), &state)
        case .character("x"):
            if state.item(id) != nil { return [.remove(id)] }
            state.view.hint = "It is not in Shared with You"
            return []
        default: return []
        }
    }

    private static func applyToSheet(
        _ sheet: AppView.Sheet, _ key: Key, _ state: inout AppState, _ size: Size
    ) -> [AppAction] {
        if sheet == .sharing { return applyToSharing(key, &state) }
        switch key {
        case .escape, .character("q"): return close(&state)
        case .up, .backTab: state.view.sheetFocus = max(0, state.view.sheetFocus - 1)
        case .down, .tab:
            let last = AppSheets.last(sheet, in: state, size: size)
            state.view.sheetFocus = max(0, min(last, state.view.sheetFocus + 1))
        case .enter:
            let focus = state.view.sheetFocus
            state.view.sheet = nil
            switch sheet {
            case .help, .activity, .sharing: break
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

    package static func show(_ sheet: AppView.Sheet, _ state: inout AppState) -> [AppAction] {
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
