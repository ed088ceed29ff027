import AppModel
import ChatProtocol
import ChatTerminal

/// The share sheet, and the sheet that edits its actions.
extension Sheets {
    /// The maximum number of conversations on the share sheet: two lines of tiles on a phone.
    private static let conversationsMax = 8

    /// Returns the share sheet, with the conversations, apps and actions for its item (`av-content`).
    static func share(_ state: ChatState) -> SheetContent {
        guard let context = state.view.sharing, let menu = state.shareMenu else {
            return SheetContent(Sheet(title: "Share", leading: "Cancel"))
        }
        var content = SheetContent(
            Sheet(
                title: CleanText.line((context.thumbnail(for: nil) ?? "") + " " + context.subject(for: nil)),
                leading: "Cancel",
                body: [context.preview, context.obstacle ?? ""].filter { !$0.isEmpty }))
        func add(tile choice: Sheet.Choice, _ deed: @escaping (inout ChatUpdate) -> Void) {
            var tile = choice
            tile.isTile = true
            content.add(tile, deed)
        }
        func activity(_ type: ActivityType) -> (inout ChatUpdate) -> Void { { $0.choose(type, context) } }
        addMethods(of: context, hasKeys: state.keys.areThere, to: &content)
        // The first conversation has the focus, if there is one.
        content.sheet.focus = state.conversations.isEmpty ? 0 : content.sheet.choices.count
        for place in state.conversations.prefix(conversationsMax) {
            var tile = Sheet.Choice(place.title, glyph: place.initials)
            tile.subject = place.id
            add(tile: tile) {
                if let refusal = state.refusal(of: context, in: place.id) { return $0.state.view.hint = refusal }
                $0.endSheets()
                $0.hand(context, to: place.id)
            }
        }
        add(tile: Sheet.Choice("New Message", glyph: "✎")) {
            if let refusal = context.refusal { return $0.state.view.hint = refusal }
            // The conversation that is being created receives the item that was shared with it, and no other.
            if state.view.handsOn != nil, state.view.asked != nil {
                return $0.state.view.hint = "The new conversation is being created: wait for it"
            }
            $0.state.view.handsOn = context
            $0.compose()
        }
        for (index, entry) in menu.targets.enumerated() {
            // The tile names the app, unless its title does (`av-ext-ui`).
            var tile = Sheet.Choice(
                entry.title, heading: index == 0 ? "Apps" : nil, note: entry.appName, glyph: entry.glyph)
            tile.subject = entry.type.rawValue
            add(tile: tile, activity(entry.type))
        }
        for (index, entry) in menu.actions.enumerated() {
            var row = Sheet.Choice(
                entry.title, value: "", heading: index == 0 ? "Actions" : nil, glyph: entry.glyph)
            row.rowsMax = 2
            row.subject = entry.type.rawValue
            // An action of another app shows the app's name (`av-ext-ui`).
            if let app = entry.appName { row.value = app }
            content.add(row, activity(entry.type))
        }
        content.add(Sheet.Choice("Edit Actions…", value: "", heading: menu.actions.isEmpty ? "Actions" : nil)) {
            $0.presentForNow(.shareActions)
        }
        content.sheet.showsAllAtFirst = false
        return content
    }

    /// Adds the rows that choose between Collaborate and Send Copy. The permission summary opens the options
    /// (`sheet-method-choice`, `perm-summary-button`).
    private static func addMethods(of context: ShareContext, hasKeys: Bool, to content: inout SheetContent) {
        guard let draft = context.draft else { return }
        let isAlone = draft.methods.count == 1
        for method in draft.methods {
            let isChosen = method == draft.method
            var described = draft
            described.method = method
            let isSummary = method == .collaborate
            var value = !isSummary ? "a copy for each" : isChosen && hasKeys ? "›" : ""
            // Lines show no glyphs.
            if !hasKeys, !isAlone { value = (isChosen ? "[●]" : "[○]") + (value.isEmpty ? "" : "  \(value)") }
            var row = Sheet.Choice(
                described.line, value: value,
                glyph: isAlone ? nil : isChosen ? "●" : "○")
            row.rowsMax = 2
            row.subject = method.title
            content.add(row) {
                switch (isChosen, isSummary) {
                case (true, true): $0.showOptions(.shareSheet)
                case (true, false): $0.state.view.hint = "Each person gets their own copy"
                case (false, _): $0.state.view.sharing?.draft?.choose(method)
                }
            }
        }
    }

    /// Returns the sheet on which the person chooses the favourite actions and the hidden ones (`av-user-edit`).
    static func shareActions(_ state: ChatState) -> SheetContent {
        guard let menu = state.shareMenu else { return SheetContent(Sheet(title: "Edit Actions")) { _, _ in } }
        let (favourites, hidden) = (state.activityPreferences.favourites, state.activityPreferences.hidden)
        let choices = menu.allActions.map { entry in
            let name = entry.type.rawValue
            let mark = favourites.contains(name) ? "[★]" : hidden.contains(name) ? "[○]" : "[●]"
            var row = Sheet.Choice(entry.title, value: mark, glyph: entry.glyph)
            row.subject = name
            return row
        }
        return SheetContent(
            Sheet(
                title: "Edit Actions", trailing: "Done",
                body: ["Return shows or hides an action, f makes it a favourite, Alt-↑ and Alt-↓ move a favourite."],
                choices: choices)
        ) { update, index in
            // A click; the keys of the sheet come first.
            var sheet = Sheets.sheet(.shareActions, in: update.state)
            sheet.focus = index
            _ = update.applyToShareActions(.enter, sheet)
        }
    }
}

extension ConversationRow {
    /// The photo of the conversation, or the initials of its title, for a tile.
    fileprivate var initials: String {
        let words = title.split(separator: " ").filter { !$0.hasPrefix("(") }
        return photo ?? "(" + String(words.prefix(2).compactMap(\.first)) + ")"
    }
}
