package import AppFrameworks
package import ChatProtocol
import ChatTerminal

/// What a share sheet is about: an item, where it comes from, and how it can be handed on.
package struct ShareContext: Equatable, Sendable {
    /// The item.
    package var item: ActivityItem
    /// A line below its title: its app and address, or how large it is.
    package var preview: String
    /// The message that it stands in, where it is a document of one.
    package var message: String?
    /// The conversation whose link it is.
    package var conversation: String?
    /// The share behind its link, where there is one.
    package var share: CollaborationRow?
    /// What the app offers beside the system in which the sheet was opened.
    package var own: [ActivityMenu.Entry] = []
    /// What does not apply to what it shares.
    package var excluded: [ActivityType] = []
    /// Whether it is sent to be worked on together, or as a copy (`sheet-method-choice`).
    package var method = SharingMethod.collaborate

    /// Something to share.
    package init(_ item: ActivityItem, preview: String) { (self.item, self.preview) = (item, preview) }

    /// How it can be handed on: there are copies of documents alone.
    var methods: [SharingMethod] { share == nil ? [] : SharingMethod.allCases }
}

/// What a row or a tile of a share sheet does.
package enum ShareDeed: Equatable, Sendable {
    /// The other way to hand it on.
    case method
    /// Into the composer of that conversation.
    case conversation(String)
    /// Into a conversation that is to be.
    case newConversation
    /// One of the activities.
    case activity(ActivityType)
    /// Which actions there are, and in which order.
    case edit
}

/// A share sheet: what it says, and what each of its choices does (`av-content`). The same for Messages and for apps.
package struct ShareContent {
    /// As it is drawn.
    package var sheet: Sheet
    /// One for each choice.
    package var deeds: [ShareDeed] = []

    /// How many conversations are offered at once: two rows of a phone.
    private static let conversationsMax = 8

    /// What is offered for an item.
    ///
    /// - Parameter conversations: where it can be sent, with what stands for each.
    package init(
        _ context: ShareContext, menu: ActivityMenu, conversations: [(id: String, title: String, glyph: String)]
    ) {
        sheet = Sheet(
            title: CleanText.line(context.item.glyph + " " + context.item.title), leading: "Cancel",
            body: context.preview.isEmpty ? [] : [context.preview])
        if let share = context.share {
            add(
                Sheet.Choice(
                    context.method.title, value: context.method == .collaborate ? share.summary : "a copy for each"),
                .method)
        }
        for place in conversations.prefix(Self.conversationsMax) {
            add(Sheet.Choice(place.title, glyph: place.glyph), .conversation(place.id), isTile: true)
        }
        add(Sheet.Choice("New Message", glyph: "✎"), .newConversation, isTile: true)
        for (index, entry) in menu.targets.enumerated() {
            var tile = Sheet.Choice(entry.title, glyph: entry.glyph)
            if index == 0 { tile.heading = "Apps" }
            add(tile, .activity(entry.type), isTile: true)
        }
        for (index, entry) in menu.actions.enumerated() {
            var row = Sheet.Choice(entry.title, value: "", glyph: entry.glyph)
            row.rowsMax = 2
            // An action that is another app's says whose (`av-ext-ui`).
            if case .plugin(let app) = entry.owner { row.value = app }
            if index == 0 { row.heading = "Actions" }
            add(row, .activity(entry.type))
        }
        add(Sheet.Choice("Edit Actions…", value: "", heading: menu.actions.isEmpty ? "Actions" : nil), .edit)
        let first = deeds.firstIndex { if case .conversation = $0 { true } else { false } }
        sheet.focus = first ?? 0
        sheet.showsAllAtFirst = false
    }

    private mutating func add(_ choice: Sheet.Choice, _ deed: ShareDeed, isTile: Bool = false) {
        var choice = choice
        choice.isTile = isTile
        sheet.choices.append(choice)
        deeds.append(deed)
    }

    /// The sheet on which a person says which actions come first and which are not shown (`av-user-edit`).
    package static func editing(_ menu: ActivityMenu, _ preferences: ActivityPreferences) -> Sheet {
        Sheet(
            title: "Edit Actions", trailing: "Done",
            body: ["Return shows one or not, f makes it a favourite, Alt-↑ and Alt-↓ move a favourite."],
            choices: menu.allActions.map { entry in
                let name = entry.type.rawValue
                let mark =
                    preferences.favourites.contains(name) ? "[★]" : preferences.hidden.contains(name) ? "[○]" : "[●]"
                return Sheet.Choice(entry.title, value: mark, glyph: entry.glyph)
            })
    }
}
