import AppModel
import ChatProtocol
import ChatTerminal

/// The keys of an open document: its editor, the collaboration panel, and the sharing screens.
extension AppUpdate {
    /// Applies a key on the page of a document.
    ///
    /// - Returns: False if the key is not one of the document's.
    mutating func applyToDocument(_ key: Key, _ page: AppDocumentPage) -> Bool {
        switch key {
        case .character("e"): write(.text, page)
        case .character("c"): write(.comment, page)
        case .character("n") where page.document.takesDocuments: state.open(AppEditor(.new, of: page.document))
        case .character("n"): write(.title, page)
        case .character("p"):
            guard page.panel != nil else {
                state.view.hint = "No other participants yet"
                return true
            }
            emit(.openPanel)
        case .character("s"): emit(.share)
        default: return false
        }
        return true
    }

    private mutating func write(_ kind: AppEditor.Kind, _ page: AppDocumentPage) {
        if state.unsavedText(kind, of: page.document.url) != nil {
            // The text can be read and copied, even if it cannot be saved.
            state.open(AppEditor(kind, of: page.document))
        } else if page.document.isDeleted {
            state.view.hint = Self.wasDeleted
        } else if let obstacle = page.obstacle(to: kind) {
            state.view.hint = obstacle
        } else {
            state.open(AppEditor(kind, of: page.document))
        }
    }

    /// Applies a key while the editor is open. Most keys change the text; some save or cancel it.
    mutating func applyToEditor(_ key: Key) {
        if key == .escape { return close() }
        guard var editor = state.view.editor else { return }
        let isText = editor.kind == .text
        if editor.isSending, !isText, editor.kind != .comment {
            return state.view.hint = "Saving… Wait before you go on typing"
        }
        switch key {
        case .control("s"), .control("o"): if !editor.isSending { return send() }
        case .enter:
            if !isText {
                if !editor.isSending { send() }
                return
            }
            editor.line.insert("\n")
        case .up: _ = editor.line.moveRow(down: false, columns: size.columns - 2)
        case .down: _ = editor.line.moveRow(down: true, columns: size.columns - 2)
        case .tab where isText: editor.line.insert("\t")
        case .pageUp, .pageDown:
            let place = AppEditorLayout(editor, keys: [], size: state.pageSize(on: size))
            editor.currentTop = place.currentTop(scrolledBy: key == .pageUp ? -place.page : place.page, of: editor)
            guard editor.current == nil else { break }
            _ = editor.line.moveRow(down: key == .pageDown, by: max(1, place.room - 1), columns: size.columns - 2)
        default: _ = editor.line.apply(key)
        }
        let excess = editor.line.refused
        if excess > 0 { state.view.hint = "Nothing was inserted: it is \(excess) characters too long" }
        let place = AppEditorLayout(editor, keys: [], size: state.pageSize(on: size))
        editor.line.keepTop(rows: place.room, columns: place.columns)
        state.view.editor = editor
    }

    /// Sends the text to the server. A text without changes only closes the editor.
    private mutating func send() {
        guard let editor = state.view.editor else { return }
        guard editor.hasChanges else {
            if editor.kind == .text { state.view.hint = "No changes to save" }
            state.view.editor = nil
            return
        }
        let text = editor.line.text
        if editor.kind == .person, state.document?.opensAgain != true {
            // The line stays until all people in it are added.
            return emit(.invite(text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)))
        }
        if editor.kind != .new, let obstacle = state.document?.obstacle(to: editor.kind) {
            state.view.hint = obstacle
            // A person who was added again can save after the document opens.
            if state.document?.isLost == true { emit(.openAgain) }
            return
        }
        guard let action = action(editor, text) else {
            state.view.hint = "Enter a name"
            return
        }
        state.view.editor?.isSending = true
        state.view.editor?.sent = text
        emit(action)
    }

    private func action(_ editor: AppEditor, _ text: String) -> AppAction? {
        switch (editor.kind, editor.base) {
        case (.new, let folder): .create(title: text, in: folder?.id)
        case (.text, let base?): .edit(text: text, base: base)
        case (.comment, let base?): .comment(text: text, base)
        case (.title, let base?): text.contains { !$0.isWhitespace } ? .rename(title: text, base) : nil
        case (.person, _), (_, nil): nil
        }
    }

    /// Performs the action of the chosen row of the collaboration panel.
    mutating func choose(_ item: CollaborationPanel.Item, of id: String) {
        switch item {
        case .communicate(.message): message(about: id)
        case .communicate(.audio), .communicate(.video):
            state.view.hint = "Calls are not simulated"
        case .content(let index): emit(.chooseContent(index))
        case .manage: emit(.share)
        }
    }

    /// Opens the conversation that has the link of the open document, if it has exactly the participants. If several
    /// have the link, or one with other members, the person chooses. If none has it, a conversation with the
    /// participants opens (`popover-three-parts`).
    private mutating func message(about id: String) {
        let places = state.places(of: id)
        guard let first = places.first else { return emit(.messagePeople) }
        let isCertain = places.count == 1 && state.document?.isForParticipants(first) == true
        if isCertain { reply(first) } else { state.show(.recipients(id)) }
    }

    // MARK: The sharing screens

    /// The action of the focused row of the sharing screens; nil if there is none.
    private var sharingDeed: CloudSharingSheet.Deed? {
        guard let deeds = state.sharing?.deeds else { return nil }
        let focus = max(0, min(state.view.inSheet.focus ?? 0, deeds.count - 1))
        return deeds.indices.contains(focus) ? deeds[focus] : nil
    }

    mutating func cancelSharing() {
        if state.sharing?.deeds.contains(.cancel) == true { emit(.sharing(.cancel)) } else { close() }
    }

    /// Applies a key that only the sharing screens have.
    mutating func applyToSharing(_ key: Key) {
        // Only its buttons answer a question.
        if state.sharing?.deeds.contains(.cancel) == true { return }
        switch (key, sharingDeed) {
        case (.character("d"), _): emit(.finishSharing)
        case (.character("a"), .person(let handle)?): emit(.sharing(.administrator(handle)))
        case (.character("x"), .person(let handle)?), (.delete, .person(let handle)?):
            state.view.inSheet.focus = state.view.inSheet.focus
            emit(.removePerson(handle.rawValue))
        default: refuse(key)
        }
    }

    /// Performs the action of the focused row, for Return, or for the space bar on a switch.
    mutating func chooseInSharing() {
        guard let deed = sharingDeed else { return }
        if deed == .addPeople, let page = state.document {
            state.view.editor = AppEditor(.person, of: page.document)
            return
        }
        if deed == .options {
            state.view.inSheet.focus = state.sharing?.deeds.firstIndex { deed in
                switch deed {
                case .access, .permission, .inviting, .accessRequests: true
                default: false
                }
            }
            return
        }
        emit(.sharing(deed))
    }
}

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
