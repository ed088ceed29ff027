import AppModel
package import ChatProtocol
package import ChatTerminal

/// The entries on the sheet that creates a conversation. It has a page for the people, and for a group one for the name
/// and one for the photo.
package struct ComposeDraft: Equatable, Sendable {
    /// The handles of the people.
    package var people = LineEditor(isOneLine: true)
    /// The name of the group.
    package var name = LineEditor(isOneLine: true)
    /// The photo of the group, an emoji; nil if none is chosen.
    package var photo: String?
    /// The number of the present page, at least 1.
    var page = 1

    /// Creates an empty draft.
    package init() {}

    /// The photos to choose from.
    static let photos = ["⛺", "⛵", "🎵", "🏠", "⚽", "🍕", "📚", "💼"]

    /// The typed handles, each once. An invalid one is unchanged.
    var handles: [String] {
        var handles: [String] = []
        for word in people.text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
            let handle = Handle(typed: String(word))?.rawValue ?? String(word)
            if !handles.contains(handle) { handles.append(handle) }
        }
        return handles
    }
    /// The number of pages: 3 for a group, 1 for a conversation of two, which has neither name nor photo.
    var pages: Int { handles.count > 1 ? 3 : 1 }
    /// The label of the row that shows the next page.
    fileprivate var next: String { page == 1 ? "Next: Group Name" : "Next: Group Photo" }
    /// True if the person entered something.
    package var saysSomething: Bool { people.saysSomething || name.saysSomething || photo != nil }
}

extension Sheets {
    /// Returns the sheet with its present page (`sheet-no-medium`, `sheet-buttons-flow`).
    static func compose(_ state: ChatState) -> SheetContent {
        let draft = state.view.compose
        var sheet: Sheet
        switch draft.page {
        case 1:
            var to = Sheet.Choice("To:", note: "handles, separated by spaces")
            to.field = draft.people
            let last = draft.people.text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
            let begun = last.drop { $0 == "@" }
            let members = state.threads.values.flatMap(\.members).filter { !$0.isOwn }
            let names = Dictionary(members.map { ($0.handle, LookAlike.marked(CleanText.line($0.name), $0.handle)) }) {
                first, _ in first
            }
            let fitting = names.keys.sorted().filter { handle in
                !draft.handles.dropLast(begun.isEmpty ? 0 : 1).contains(handle)
                    && (handle.hasPrefix(begun.lowercased())
                        || names[handle]?.lowercased().hasPrefix(begun.lowercased()) == true)
            }
            sheet = Sheet(
                title: "New Message",
                choices: [to] + fitting.prefix(12).map { Sheet.Choice($0, value: names[$0] ?? "") })
            sheet.choices.indices.dropFirst().first.map { sheet.choices[$0].heading = "People" }
        case 2:
            var name = Sheet.Choice("Name:", note: "everyone's names, if empty")
            name.field = draft.name
            sheet = Sheet(title: "Group Name", choices: [name])
        default:
            let choices = ComposeDraft.photos.map { Sheet.Choice($0, value: draft.photo == $0 ? "[●]" : "[○]") }
            sheet = Sheet(title: "Group Photo", choices: choices)
        }
        sheet.lay(page: draft.page, of: draft.pages)
        sheet.showsAllAtFirst = false
        // Before the last page, the header has no button for the next one.
        if draft.page < draft.pages { sheet.choices.append(Sheet.Choice(draft.next)) }
        // On a sheet of one page, Cancel belongs at the left (`sheet-buttons`).
        if draft.pages == 1 { sheet.leading = "Cancel" }
        let choices = sheet.choices
        return SheetContent(sheet) { $0.pickInCompose($1, choices) }
    }

    /// Returns the sheet with the entries of a folder, the parent folder first.
    static func files(_ folder: String, _ listing: FolderListing?) -> SheetContent {
        guard let listing, listing.path == folder else {
            return SheetContent(
                Sheet(title: "Attach", leading: "Cancel", body: ["Loading \(CleanText.line(folder)) …"])
            ) { _, _ in }
        }
        var content = SheetContent(
            Sheet(
                title: "Attach", leading: "Cancel",
                body: [CleanText.line(listing.path)] + (listing.problem.map { [$0] } ?? [])))
        content.add(Sheet.Choice("..", value: "", glyph: "▸")) { $0.browse(ChatUpdate.parent(of: folder)) }
        for entry in listing.entries {
            let name = CleanText.line(entry.name)
            guard !entry.isFolder else {
                content.add(Sheet.Choice(name + "/", value: "", glyph: "▸")) { $0.browse(folder + entry.name + "/") }
                continue
            }
            content.add(Sheet.Choice(name, value: "", glyph: "▤")) {
                $0.endSheets()
                $0.attach(folder + entry.name)
            }
        }
        return content
    }
}

extension ChatUpdate {
    /// Opens the sheet that creates a conversation.
    mutating func compose() {
        if !state.view.compose.saysSomething { state.view.compose = ComposeDraft() }
        state.view.compose.page = 1
        // The share sheet returns if the person cancels.
        if state.view.sheet == .share { presentForNow(.compose) } else { present(.compose) }
    }

    /// Restores the entries of the sheet, because the server refused to create the conversation.
    package mutating func composeAgain() {
        guard let draft = state.view.composed else { return }
        state.view.composed = nil
        if !state.view.compose.saysSomething { state.view.compose = draft }
    }

    /// Stores the text of the focused field.
    mutating func write(_ field: LineEditor, inComposeAt index: Int) {
        if state.view.compose.page == 1 { state.view.compose.people = field } else { state.view.compose.name = field }
    }

    /// Performs the action of a row: adds a person, or chooses a photo. On a field, continues to the next page.
    mutating func pickInCompose(_ index: Int, _ choices: [Sheet.Choice]) {
        let draft = state.view.compose
        switch (draft.page, index) {
        case (3, _):
            let photo = ComposeDraft.photos[index]
            state.view.compose.photo = draft.photo == photo ? nil : photo
        case (1, 1...) where choices[index].label != draft.next:
            var words = draft.people.text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            words = words.dropLast() + [choices[index].label, ""]
            state.view.compose.people.rewrite(words.joined(separator: " "))
            state.view.inSheet.focus = 0
        default: continueCompose()
        }
    }

    /// Shows the next page. After the last page, creates the conversation. An invalid entry shows a hint instead.
    package mutating func continueCompose() {
        let draft = state.view.compose
        if let refusal = state.view.handsOn?.refusal {
            state.view.hint = refusal
            return
        }
        guard !draft.handles.isEmpty else {
            state.view.hint = "Enter one handle or several"
            return
        }
        for text in draft.handles {
            do throws(SlashCommand.Mistake) {
                _ = try SlashCommand.handle(text)
            } catch {
                state.view.hint = error.text
                return
            }
        }
        guard !draft.handles.contains(state.handle) else {
            return state.view.hint = "“\(state.handle)” is you: enter other people"
        }
        let excess = draft.name.text.trimmed.count - state.limits.nameCharacters
        guard draft.page != 2 || excess <= 0 else {
            return state.view.hint = "\(excess) characters too long: a name takes \(state.limits.nameCharacters)"
        }
        guard draft.page >= draft.pages else {
            state.view.compose.page += 1
            state.view.inSheet = SheetState()
            return
        }
        // Only the pages of a group ask for a name and a photo.
        let isGroup = draft.pages > 1
        let name = isGroup ? draft.name.text.trimmed : ""
        (state.view.compose, state.view.composed) = (ComposeDraft(), draft)
        endSheets()
        emit(
            .createConversation(
                handles: draft.handles, name: name.isEmpty ? nil : name, photo: isGroup ? draft.photo : nil))
    }

    /// Shows the page before this one.
    mutating func backInCompose() {
        state.view.compose.page = max(1, state.view.compose.page - 1)
        state.view.inSheet = SheetState()
    }

    // MARK: Files

    /// Shows a folder.
    mutating func browse(_ folder: String) {
        present(.files(folder))
        emit(.listFolder(path: folder))
    }

    /// Attaches a file in the composer, even in that of a message without a conversation.
    mutating func stage(file path: String, in place: ConversationID? = nil) {
        let id = place ?? state.view.selected ?? ""
        if let before = state.view.attachments[id], before != path {
            state.view.keep(DroppedDraft(conversation: id, attachment: before, replacedBy: path))
        } else if let before = state.view.takeStaged(in: id) {
            state.view.keep(DroppedDraft(conversation: id, staged: before, replacedBy: path))
        }
        state.view.attachments[id] = path
        if id == state.view.selected ?? "" { state.view.pane = .thread }
        emit(.loadOffer(.file(path: path, conversation: id)))
    }

    /// Removes a file that cannot be read from a composer, and restores what it replaced.
    package mutating func refuse(file path: String, in id: ConversationID, _ why: String) {
        if state.view.attachments[id] == path {
            state.view.attachments[id] = nil
            if let before = state.view.takeDropped(replacedBy: path, in: id) {
                (state.view.attachments[id], state.view.staged[id]) = (before.attachment, before.staged)
            }
        }
        state.view.hint = why
    }

    static func parent(of folder: String) -> String {
        let parts = folder.split(separator: "/")
        if folder.hasPrefix("/") { return "/" + parts.dropLast().map { $0 + "/" }.joined() }
        if parts.isEmpty || parts.last == ".." { return folder + "../" }
        return parts.count == 1 ? (parts[0] == "." ? "../" : "./") : parts.dropLast().map { $0 + "/" }.joined()
    }
}
