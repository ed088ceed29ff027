package import AppModel
package import ChatProtocol
import ChatTerminal

/// The subject of a share sheet: an item, its origin, and how it can be shared.
package struct ShareContext: Equatable, Sendable {
    /// The item to share.
    package var item: ActivityItem
    /// The line below the title: the app and address, or the size.
    package var preview: String
    /// The id of the message that sent the file; nil if the item is no sent file.
    package var message: String?
    /// The id of the message that contains the item; nil if none does. If the message is deleted or unsent, the sheet
    /// closes.
    package var source: String?
    /// The id of the conversation in whose composer the item is staged; nil if it is in none.
    package var composer: ConversationID?
    /// The id of the conversation that has the link; nil if none does.
    package var conversation: ConversationID?
    /// The draft for the composer of the chosen conversation; nil for an item that cannot be shared as a document.
    package var draft: CollaborationDraft?
    /// True while the server looks up the document at the link.
    package var isAsking = false
    /// The reason why no conversation can receive the item, or, with a draft, why it gives no new people access; nil if
    /// there is none.
    package var obstacle: String?
    /// The id of the item of Shared with You; nil if the item is no such item. If it leaves the shelf, the sheet
    /// closes.
    package var highlight: String?
    /// The app in which the sheet was opened; nil if it was opened in Messages.
    package var app: AppID?
    /// The character in place of a picture; nil for the glyph of the item's kind.
    package var picture: String?
    /// The entries that the app offers in addition to the system's.
    package var own: [ActivityMenu.Entry] = []
    /// The activity types that the app excludes.
    package var excluded: [ActivityType] = []

    /// Creates the subject from an item.
    package init(_ item: ActivityItem, preview: String) { (self.item, self.preview) = (item, preview) }

    /// Applies the server's answer. The method that the person chose stays, if it is still offered. The link of an
    /// unshared document gets the document's title. The link of a document in a shared folder becomes that of the folder,
    /// which is what is sent.
    mutating func answer(_ draft: CollaborationDraft?, _ obstacle: String?) {
        let before = self.draft
        (self.draft, self.obstacle, isAsking) = (draft, obstacle, false)
        if let before { self.draft?.keepChoices(of: before) }
        guard let draft, let url else { return }
        var link = url
        if let shared = draft.url, shared != url, !LinkText.enclosing(url).contains(shared) { link = shared }
        let address = LinkText.short(url)
        if preview.hasSuffix(address) { preview = String(preview.dropLast(address.count)) + LinkText.short(link) }
        item = .document(url: link, title: draft.title)
    }

    /// Sets the title of the document at a link, because it changed, or because the link now leads to a document.
    mutating func retitle(_ url: String, _ title: String) {
        guard self.url == url else { return }
        item = .document(url: url, title: title)
    }

    /// The reason why no conversation can receive the item; nil if one can.
    var refusal: String? { draft == nil ? obstacle : nil }

    /// The link of the item, which may lead to a document; nil for a text or a file.
    package var url: String? {
        switch item {
        case .document(let url, _), .link(let url, _): url
        case .text, .file: nil
        }
    }
}

extension ChatState {
    /// Returns the reason why a conversation cannot receive the item of a share sheet; nil if it can.
    func refusal(of context: ShareContext, in id: ConversationID) -> String? {
        guard context.draft?.method == .collaborate, let row = context.url.flatMap(share) else {
            return context.refusal
        }
        return row.obstacle(toSendingTo: threads[id]?.members ?? [])
    }

    /// Returns the reason why the shared document can no longer be opened; nil if it can.
    func loss(of context: ShareContext) -> String? {
        guard let url = context.url else { return nil }
        if let lost = lostShares[collaborationURL(of: url)] { return lost.isOwn ? nil : lost.sentence }
        return deletion(of: context)
    }

    /// Returns the sentence about a deleted document, which cannot be shared any more; nil if it was not deleted.
    func deletion(of context: ShareContext) -> String? {
        guard let row = context.url.flatMap(share), row.isDocumentDeleted else { return nil }
        return row.obstacleToSending
    }

    /// Changes the title of the document at a link in the composers and on the sheets that share it.
    package mutating func retitle(_ url: String, _ title: String) {
        view.changeItems { $0.retitle(url, title) }
        view.changeDrafts { if $0.url == url { $0.offer.title = title } }
    }
}

extension ViewState {
    /// Changes the subjects of all share sheets, and those that wait for a conversation or for the server.
    fileprivate mutating func changeItems(_ change: (inout ShareContext) -> Void) {
        func apply(_ item: inout ShareContext?) {
            guard var changed = item else { return }
            change(&changed)
            item = changed
        }
        apply(&sharing)
        apply(&handsOn)
        for index in awaited.indices { apply(&awaited[index].context) }
        func apply(_ draft: inout PostDraft?) {
            guard var changed = draft else { return }
            change(&changed.context)
            draft = changed
        }
        apply(&post)
        for (id, var sheets) in parked {
            apply(&sheets.sharing)
            apply(&sheets.post)
            parked[id] = sheets
        }
    }

    /// Changes the drafts of composers and share sheets, and those that wait or can be restored.
    package mutating func changeDrafts(_ change: (inout CollaborationDraft) -> Void) {
        func apply(_ draft: inout CollaborationDraft?) {
            guard var changed = draft else { return }
            change(&changed)
            draft = changed
        }
        for id in staged.keys { apply(&staged[id]) }
        for index in dropped.indices { apply(&dropped[index].staged) }
        for place in optionsBefore.keys { apply(&optionsBefore[place]) }
        for (id, var sheets) in parked {
            apply(&sheets.sharingBefore)
            parked[id] = sheets
        }
        changeItems { apply(&$0.draft) }
    }
}

/// The use of an offer that the server is asked for.
package enum OfferPurpose: Hashable, Sendable {
    /// The share sheet of a link.
    case shareSheet(url: String)
    /// A link that was pasted into the composer of a conversation.
    case pasted(url: String, conversation: ConversationID)
    /// A file that is attached in a conversation.
    case file(path: String, conversation: ConversationID)
    /// A link that was sent as text. If its document is not shared, its owner learns that only they can open it.
    case sent(url: String)
    /// The document that is staged in a conversation, whose sharing changed.
    case staged(url: String, conversation: ConversationID)
}

extension OfferPurpose {
    /// The id of the conversation whose composer gets the draft; nil if none is chosen.
    package var place: ConversationID? {
        switch self {
        case .shareSheet, .sent: nil
        case .pasted(_, let id), .file(_, let id), .staged(_, let id): id
        }
    }
}

/// The item needs no loading. The clipboard receives it as plain text.
extension ShareContext: ActivityItemSource {
    package var placeholderItem: ActivityItem { item }

    package func item(for activityType: ActivityType?) -> ActivityItem? {
        activityType == .copyToPasteboard ? .text(item.plainText) : item
    }

    package func thumbnail(for activityType: ActivityType?) -> String? { picture ?? item.glyph }
}

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
            tile.subject = place.id.rawValue
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
