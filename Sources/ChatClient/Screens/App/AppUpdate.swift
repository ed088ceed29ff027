import AppModel
package import ChatTerminal

/// The effect of a key in an app: a pure function from a state and a key to the next state and the session's actions.
///
/// ``emit(_:)`` collects the actions in order.
package struct AppUpdate {
    /// The state to change.
    var state: AppState
    /// The size of the screen.
    let size: Size
    private var actions: [AppAction] = []

    private init(_ state: AppState, _ size: Size) { (self.state, self.size) = (state, size) }

    mutating func emit(_ action: AppAction) { actions.append(action) }

    /// Runs an update on a state.
    ///
    /// - Returns: The actions that the session must perform.
    package static func run(
        on state: inout AppState, size: Size, _ body: (inout AppUpdate) -> Void
    ) -> [AppAction] {
        var update = AppUpdate(state, size)
        // The update alone owns the state now, so that nothing of it is copied.
        state = AppState(name: "", handle: "")
        defer { state = update.state }
        body(&update)
        return update.actions
    }

    /// Applies a key. A conversation over the page receives the keys itself, except for the one that closes it.
    package mutating func apply(_ key: Key) {
        switch key {
        case .focus, .background: return
        case .mouse(let event): return apply(event)
        default: break
        }
        state.view.hint = nil
        switch key {
        case .control("c"): return cancelOrQuit()
        case .control("l"): return emit(.redraw)
        case .control("z"): return emit(.suspend)
        default: break
        }
        if let question = state.view.unsaved { return apply(key, to: question) }
        if state.view.reply != nil {
            guard key == .escape else { return }
            state.view.reply = nil
            return emit(.closeReply)
        }
        if state.view.editor != nil { return applyToEditor(key) }
        if refusesWord(key) { return }
        if let sheet = state.view.sheet { return applyToSheet(sheet, key) }
        applyToPage(key)
    }

    /// Applies a key to the list or to the open item.
    mutating func applyToPage(_ key: Key) {
        switch key {
        case .character("?"), .function(1): state.show(.help)
        case .function(2):
            if let id = state.itemInSight(size: size) {
                if state.isDeleted(id) { return state.view.hint = Self.wasDeleted }
                guard !state.isUnsavedText(id) else { return state.view.hint = Self.isNothingToShare }
                emit(.openShareSheet(id))
            } else {
                state.view.hint = Self.isNothingToShare
            }
        case .character("+"): resize(1)
        case .character("-"): resize(-1)
        case .character("j"):
            state.show(.jobs)
            emit(.readJobs)
        case .character("u"):
            guard let removed = state.view.removed.last else {
                return state.view.hint = "No removal to undo"
            }
            emit(.restore(removed))
        default:
            if let id = state.view.page.detail { return applyToDetail(id, key) }
            applyToList(key)
        }
    }

    /// Cancels the question or the sheet that has the focus; without them, quits.
    private mutating func cancelOrQuit() {
        if state.view.reply == nil {
            if let question = state.view.unsaved, !question.isQuitting { return state.view.unsaved = nil }
            if state.view.unsaved == nil, state.view.editor == nil, let sheet = state.view.sheet {
                return applyToSheet(sheet, .escape)
            }
        }
        quit()
    }

    /// Brings the view in line with a list that changed. The sheets of a removed item close.
    package mutating func settle() {
        state.attributions = state.attributions.filter { state.item($0.key) != nil }
        if let id = state.view.sheet?.item, state.item(id) == nil, state.document?.item != id { state.view.sheet = nil }
        // The page of a document without access stays open only for an open editor.
        if let page = state.document, page.isLost, state.view.editor == nil, state.view.page.detail == page.item {
            leave(page.item)
        }
        // While a question shows, the sheet below it keeps its own focus.
        if state.view.unsaved == nil, let sheet = state.view.sheet {
            state.view.inSheet.hold(AppSheets.sheet(sheet, in: state))
        }
        if state.view.page.detail == nil {
            state.view.focus = max(0, min(state.view.focus, AppLayout(state, size: size).targets.count - 1))
        }
        guard let question = state.view.unsaved else { return }
        if let loss = state.loss(now: question) {
            state.view.unsaved?.loss = loss
            if case (.deleted(let asked), .deleted(let now)) = (question.loss, loss), !asked.reads(as: now) {
                // Return was meant for the earlier version of the document.
                state.view.unsaved?.focus = 0
                state.view.hint = "“\(CleanText.line(now.title))” was changed just now"
            }
            return
        }
        // Nothing can be lost any more, so the question closes.
        state.view.unsaved = nil
        if let link = question.link { emit(.openLink(link)) }
    }

    /// Returns from an open item to the list, and moves the focus to the row of the item.
    mutating func leave(_ id: String) {
        state.view.page = state.view.origin
        state.focus(onLinkOf: id, size: size)
        emit(.leave(id))
    }

    /// Opens the page of an item, after a key or because its link was opened.
    package mutating func open(_ item: AppItem) {
        // An item that did not open is opened again.
        guard state.view.page.detail != item.id || state.view.refusal != nil else { return }
        if let left = state.view.page.detail {
            emit(.leave(left))
        } else {
            state.view.origin = state.view.page
        }
        state.view.page = .detail(item.id)
        // The hint and the refusal belong to the earlier page.
        (state.view.part, state.view.refusal, state.view.hint) = (nil, nil, nil)
        state.view.opensAgain = false
        state.view.sheet = nil
        state.view.editor = nil
        state.view.remember(item)
        emit(.open(item.id))
    }

    /// Opens the conversation of an item. If there are several, the person chooses first (`attr-activate`,
    /// `disambiguate`).
    package mutating func activate(_ id: String) {
        guard let item = state.item(id) else {
            // A participant can write to the others even if the item is not on the shelf.
            let places = state.places(of: id)
            if places.count > 1 { return state.show(.places(id)) }
            if let place = places.first { return reply(place) }
            // The id of an item that was never listed is its link.
            let wasListed = state.view.opened(id).url != id
            state.view.hint =
                wasListed ? "It is no longer shared with you" : "Look in Messages for its conversations"
            return
        }
        guard let places = state.attributions[item.id]?.places, let first = places.first else {
            let isKnown = state.attributions[item.id] != nil
            state.view.hint =
                isKnown ? AttributionContent.isGone : "Still loading the people who shared it"
            return
        }
        if places.count > 1 { return state.show(.places(id)) }
        reply(first)
    }

    mutating func reply(_ place: AttributionContent.Place) {
        state.view.sheet = nil
        state.view.reply = place
        emit(.reply(place))
    }

    private mutating func applyToDetail(_ id: String, _ key: Key) {
        if let page = state.document, page.item == id, applyToDocument(key, page) { return }
        switch key {
        case .up: scroll(id, by: -1)
        case .down: scroll(id, by: 1)
        case .pageUp: scroll(id, by: -(size.rows - 6))
        case .pageDown, .character(" "): scroll(id, by: size.rows - 6)
        case .home: scroll(id, by: -(state.view.scrolls[id] ?? 0))
        case .end: scroll(id, by: AppDetailPainter.scrollMax(id, in: state, size: size))
        case .escape, .left, .character("q"): leave(id)
        case _ where state.view.isOpening && state.item(id) == nil:
            state.view.hint = "“\(CleanText.line(state.opened(id).title))” is still opening"
        case .character("x") where !state.unsavedTextsOfRefused.isEmpty:
            state.view.unsaved = UnsavedQuestion(.stored(url: state.opened(id).url))
        case .enter where state.view.refusal != nil && state.view.opensAgain: emit(.openAgain)
        // On a document, the footer names no Return. If it opened a conversation, the letters that follow would be sent
        // there.
        case .enter where state.document?.item == id: state.view.hint = "Return does nothing here: ? lists the keys"
        case .enter: activate(id)
        default: deed(key, on: id)
        }
    }

    /// Scrolls the content of the open item, not past its ends.
    mutating func scroll(_ id: String, by rows: Int) {
        let most = AppDetailPainter.scrollMax(id, in: state, size: size)
        state.view.scrolls[id] = max(0, min(most, (state.view.scrolls[id] ?? 0) + rows))
    }

    static let wasDeleted = "This document was deleted"
    private static let isNothingToShare = "There is nothing to share here"

    /// Applies a key about an item, on its page or on the list.
    mutating func deed(_ key: Key, on id: String) {
        switch key {
        case .character("r"): activate(id)
        case .character("m"):
            if state.contentMenu(of: id).entries.isEmpty { return state.view.hint = Self.wasDeleted }
            state.show(.content(id))
        case .character("a") where state.attributions[id] != nil: state.show(.attribution(id))
        case .character("x"):
            if state.item(id) != nil { return emit(.remove(id)) }
            state.view.hint = "This document is not in Shared with You"
        default: refuse(key)
        }
    }

    /// Applies a key, or a mouse event, to the sheet.
    mutating func applyToSheet(_ sheet: AppView.Sheet, _ key: Key) {
        switch state.view.inSheet.apply(key, to: AppSheets.sheet(sheet, in: state), size: size) {
        case .handled, .wrote, .back, .parent: break
        case .blocked(let sentence): state.view.hint = sentence
        case .dismiss where sheet == .sharing: cancelSharing()
        case .unused where sheet == .sharing: applyToSharing(key)
        case .picked where sheet == .sharing: chooseInSharing()
        case .done where sheet == .sharing: emit(.finishSharing)
        case .dismiss, .done:
            close()
            // Closing a sheet that the panel opened shows the panel again.
            if [.activity, state.document.map { .recipients($0.item) }].contains(sheet) { emit(.openPanel) }
        case .unused: if key == .character("q") { close() } else { refuse(key) }
        case .picked(let focus):
            state.view.sheet = nil
            switch sheet {
            case .help, .activity, .sharing: break
            case .jobs: if focus >= state.jobs.count { emit(.clearJobs) }
            case .panel:
                guard let page = state.document, let items = page.panel?.items, items.indices.contains(focus) else {
                    break
                }
                return choose(items[focus], of: page.item)
            case .places(let id):
                let places = state.places(of: id)
                if places.indices.contains(focus) { reply(places[focus]) }
            case .recipients(let id):
                let rows = state.recipients(of: id)
                guard rows.indices.contains(focus) else { break }
                if case .place(let place) = rows[focus] { reply(place) } else { emit(.messagePeople) }
            case .content(let id), .attribution(let id):
                let entries = AppSheets.entries(sheet, in: state)
                if entries.indices.contains(focus) { perform(entries[focus].deed, on: id) }
            }
        }
    }

    private mutating func perform(_ deed: AttributionMenu.Entry.Deed, on id: String) {
        switch deed {
        case .reply: activate(id)
        case .remove: emit(.remove(id))
        case .app("open"): if let item = state.item(id) { open(item) }
        case .app("delete"):
            if let page = state.document, page.canDelete {
                state.view.unsaved = UnsavedQuestion(.deleted(page.document))
            }
        case .app: emit(.copy(state.opened(id).url))
        }
    }

    private mutating func resize(_ delta: Int) {
        let size = ContentSizeCategory(rawValue: state.textSize.rawValue + delta) ?? state.textSize
        state.textSize = size
        state.view.hint = "Text size: \(size)"
    }
}

/// The refusal of words that are typed outside a text field. A letter that is no key begins such a word, and its
/// further letters are no keys either.
extension AppUpdate {
    /// Refuses the letters of a word that began with a refused letter, and the Return after it.
    ///
    /// - Returns: False if the key is for the sheet or the page.
    mutating func refusesWord(_ key: Key) -> Bool {
        guard state.view.refusesWord else { return false }
        if case .character = key {
            refuse(key)
            return true
        }
        let sheet = state.view.sheet.map { AppSheets.sheet($0, in: state) }
        let label = sheet.flatMap { $0.choices.indices.contains($0.focus) ? $0.choices[$0.focus].label : nil }
        guard key == .enter, state.view.refusesReturn, sheet == nil || label != nil else {
            state.view.refusesWord = false
            return false
        }
        // The letters of the next line are refused as well.
        state.view.refusesReturn = false
        state.view.hint = "Return once more" + (label.map { ": \($0)" } ?? "")
        return true
    }

    /// Refuses a letter that is no key, and shows which keys work. The letter begins a refused word.
    mutating func refuse(_ key: Key) {
        guard case .character(let letter) = key else { return }
        (state.view.refusesWord, state.view.refusesReturn) = (true, true)
        let toKeys = "↑ or ↓ returns to the keys"
        let next: String
        if state.view.sheet == nil {
            next = "\(toKeys), F1 lists them"
        } else if state.unsaved == nil {
            next = "Esc closes, \(toKeys)"
        } else {
            // Esc would ask before it discards the changes.
            next = toKeys
        }
        state.view.hint = "“\(letter)” does nothing here: \(next)"
    }
}
