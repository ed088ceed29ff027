package import AppModel
package import ChatProtocol
import ChatTerminal

/// One thing on an app's screens that was shared with the person: made of its link and of what the app registered.
package struct AppItem: Equatable, Sendable {
    /// The highlight's id.
    package var id: String
    /// The link.
    package var url: String
    /// What it is called.
    package var title: String
    /// A second line, where there is one.
    var subtitle: String?
    /// One character in place of a picture.
    package var glyph: String?
    /// What that stands on.
    var colour: LinkPreview.Colour = .grey
    /// Whether people work on it together.
    package var isCollaboration: Bool = false
    /// True if it is a document that was deleted.
    package var isDeleted: Bool = false
    /// True if the app lists it only for an unsaved text: the person may have lost the document.
    var isUnsavedText: Bool = false
}

extension AppItem {
    /// An item, drawn as its app says that such links look.
    package init(
        id: String, url: String, title: String, subtitle: String?, preview: LinkPreview?, isCollaboration: Bool = false
    ) {
        self.init(
            id: id, url: url, title: title, subtitle: subtitle, glyph: preview?.glyph,
            colour: preview?.colour ?? .grey, isCollaboration: isCollaboration)
    }
}

extension [AppItem] {
    /// The same, where several of one title and no subtitle say below it which link they are.
    package var toldApart: [AppItem] {
        var counts: [String: Int] = [:]
        for item in self where item.subtitle == nil { counts[item.title, default: 0] += 1 }
        return map { item in
            guard item.subtitle == nil, counts[item.title, default: 0] > 1 else { return item }
            var named = item
            named.subtitle = LinkText.short(item.url)
            return named
        }
    }
}

/// All that an app's screens show: the items are the app's, the attributions the system's, which draws them in its
/// stead.
package struct AppState: Equatable, Sendable {
    /// The app's name.
    package var name: String
    /// Whom it runs as.
    var handle: String
    /// The connection.
    package var connection: ChatState.Connection = .starting
    /// The heading of the shelf.
    var collectionTitle: String = HighlightCenter.highlightCollectionTitle
    /// What is shared with the person, in the server's order.
    package var items: [AppItem] = []
    /// Whether there are more than those.
    package var hasMore = false
    /// The app's documents that the person can read, their own and those shared with them, in the server's order; each
    /// under its link.
    package var documents: [AppItem] = []
    /// Whether there are more than those.
    package var hasMoreDocuments = false
    /// What the system shows of who shared each, by the highlight's id.
    package var attributions: [String: AttributionContent] = [:]
    /// How attributions are drawn.
    package var look = AttributionLook()
    /// How large the person set text to be.
    package var textSize = ContentSizeCategory.large
    /// Whether what is worked on together is marked.
    package var showsCollaboration = true
    /// The document that is open, where the open item is one.
    package var document: AppDocumentPage?
    /// The sharing screens of the system, while they are open.
    package var sharing: CloudSharingSheet.Drawn?
    /// The jobs of its extensions, the newest last (`av-ext-long-task`).
    package var jobs: [ActivityJob] = []
    /// The titles of the jobs that end with this client.
    package var work: [String] = []
    /// The changes that the server has not answered, a sentence each.
    package var unanswered: [String] = []
    /// The texts that are not saved, the newest last; some are from clients that have ended.
    package var unsavedTexts: [UnsavedText] = []
    /// Where the person is.
    package var view = AppView()

    /// True if nothing lies over the page.
    package var isBare: Bool {
        view.sheet == nil && view.editor == nil && view.reply == nil && view.unsaved == nil && !view.isSharing
    }

    /// Returns the jobs that show on a page with that many rows for them, in order: failures that nobody has read and
    /// what runs before what is done. A failure that was read shows on the sheet of the jobs alone.
    func shownJobs(rows: Int) -> [ActivityJob] {
        let candidates = jobs.filter { job in
            if case .failed = job.state { !job.isRead } else { true }
        }
        let urgent = candidates.filter { $0.state != .done }
        let chosen = (candidates.filter { $0.state == .done } + urgent).suffix(max(0, rows)).map(\.id)
        return candidates.filter { chosen.contains($0.id) }
    }

    /// An item by its id.
    package func item(_ id: String) -> AppItem? { items.first { $0.id == id } }

    /// Opens a sheet, at its first row.
    package mutating func show(_ sheet: AppView.Sheet) { (view.sheet, view.inSheet) = (sheet, SheetState(focus: 0)) }

    /// Shows a document as the content of an item; what was known of its people stays.
    package mutating func show(_ document: SharedDocument, as item: String) {
        if self.document?.item != item { self.document = AppDocumentPage(item: item, document: document) }
        if document.isDeleted, view.sheet == .sharing { (view.sheet, sharing) = (nil, nil) }
        let wasDeleted = self.document?.document.isDeleted == true
        self.document?.show(document)
        if view.page.detail == item { view.refusal = nil }
        if isDeleted(item), view.sheet == .content(item), contentMenu(of: item).entries.isEmpty {
            (view.sheet, view.hint) = (nil, AppUpdate.wasDeleted)
        }
        noteRename(to: document)
        guard document.isDeleted, !wasDeleted, let editor = view.editor, editor.kind != .new else { return }
        let isEmpty = !editor.hasChanges
        view.hint =
            isEmpty ? "“\(CleanText.line(document.title))” was deleted" : self.document?.obstacle(to: editor.kind)
    }

    /// The reason why the text in the editor cannot be saved; nil if it can, as far as is known, or if no editor is open.
    package var editorObstacle: String? {
        guard let editor = view.editor, editor.kind != .new else { return nil }
        return document?.obstacle(to: editor.kind)
    }

    /// The listed item or document into which a link leads, the nearest one; nil if there is none.
    package func listed(around link: String) -> AppItem? {
        (items + documents).filter { $0.url != link && link.leads(into: $0.url) }.max {
            $0.url.utf8.count < $1.url.utf8.count
        }
    }

    /// What is open under an id, listed or not.
    package func opened(_ id: String) -> AppItem { item(id) ?? view.opened(id) }

    /// The conversations in which people can be written to about an item: those in which it was shared with this person,
    /// at the message that shared it, and those that have the link of the open document.
    package func places(of id: String) -> [AttributionContent.Place] {
        let shared = attributions[id]?.places ?? []
        guard let document, document.item == id else { return shared }
        return shared + document.places.filter { place in !shared.contains { $0.conversation == place.conversation } }
    }

    /// A row of the sheet that asks where to write to the participants of a document.
    package enum Recipients: Equatable {
        /// A conversation that has the link.
        case place(AttributionContent.Place)
        /// A conversation with exactly the participants.
        case participants
    }

    /// The rows of the sheet that asks where to write to the participants of a document: conversations with all of them,
    /// then with some of them, then one with exactly them, and last those with people who have no access
    /// (`popover-three-parts`).
    package func recipients(of id: String) -> [Recipients] {
        let places = places(of: id)
        guard let document, document.item == id else { return places.map(Recipients.place) }
        let complete = places.filter(document.isForParticipants(_:))
        let others = places.filter { !document.isForParticipants($0) }
        var rows = (complete + others.filter(document.isOpen(to:))).map(Recipients.place)
        if !document.others.isEmpty, complete.isEmpty { rows.append(.participants) }
        return rows + others.filter { !document.isOpen(to: $0) }.map(Recipients.place)
    }

    /// Takes an item off the shelf, which the server removes.
    package mutating func remove(_ id: String) {
        // Without a conversation that has the link, the server cannot restore it.
        let isFinal = attributions[id]?.places.isEmpty == true
        if !isFinal { view.removed.append(id) }
        view.leaving.insert(id)
        view.hint = isFinal ? "Removed" : "Removed; u restores it"
    }

    /// The entries about an item in the app's own menu: the app's, and the system's behind them.
    package func contentMenu(of id: String) -> AttributionMenu {
        var own = linkEntries(of: id)
        if view.page.detail != id { own.insert(.init("Open", action: "open"), at: 0) }
        if let document, document.item == id, document.canDelete { own.append(.init("Delete…", action: "delete")) }
        return AttributionMenu(own).adding(attributions[id]?.menu)
    }

    /// The entries of an item's attribution: the system's, and the app's supplement behind them.
    package func attributionMenu(of id: String) -> AttributionMenu {
        (attributions[id]?.menu ?? AttributionMenu()).adding(AttributionMenu(linkEntries(of: id)))
    }

    /// The entries about the link of an item: the link of a deleted document opens nothing.
    private func linkEntries(of id: String) -> [AttributionMenu.Entry] {
        isDeleted(id) ? [] : [.init("Copy Link", action: "copy")]
    }

    /// True if an item is the open document, and it was deleted.
    func isDeleted(_ id: String) -> Bool { document?.item == id && document?.document.isDeleted == true }

    /// True if an item is listed only for an unsaved text, and no document is open there.
    func isUnsavedText(_ id: String) -> Bool {
        document?.item != id && (documents + [view.opened(id)]).contains { $0.id == id && $0.isUnsavedText }
    }
}

extension AppState {
    /// The state before the first connection.
    package init(of app: AppID, for person: Handle) { self.init(name: app.rawValue, handle: person.rawValue) }
}

/// Where the person is in an app.
package struct AppView: Equatable, Sendable {
    /// What fills the screen.
    package enum Page: Equatable, Sendable {
        /// The app's home, with the shelf.
        case home
        /// Everything that is shared with the person.
        case all
        /// All of the person's documents.
        case documents
        /// One of these, by the highlight's id; what is on no shelf, by its link.
        case detail(String)

        /// The item that is open.
        package var detail: String? {
            if case .detail(let id) = self { id } else { nil }
        }
    }

    /// A sheet over the page.
    package enum Sheet: Equatable, Sendable {
        /// The app's menu about an item.
        case content(String)
        /// The menu of an item's attribution.
        case attribution(String)
        /// In which conversation to reply.
        case places(String)
        /// The conversations in which to write to the participants, and the participants themselves.
        case recipients(String)
        /// The panel behind the collaboration button.
        case panel
        /// What was done to the document.
        case activity
        /// Who takes part, and what may be done about it.
        case sharing
        /// The jobs of its extensions.
        case jobs
        /// The keys.
        case help

        /// The item that it is about.
        var item: String? {
            switch self {
            case .content(let id), .attribution(let id), .places(let id), .recipients(let id): id
            case .panel, .activity, .sharing, .jobs, .help: nil
            }
        }
    }

    /// What fills the screen.
    package var page = Page.home
    /// Where Esc leads from an open item.
    package var origin = Page.home
    /// The chosen one of what can be chosen on the page, from the top.
    var focus = 0
    /// True if the item that had the focus went without the person's doing: the next key does nothing to its neighbour.
    var hasLostItem = false
    /// True if the next letters are refused, because they belong to a word that began with a refused letter.
    var refusesWord = false
    /// True if the next Return is refused as the end of that word.
    var refusesReturn = false
    /// How many rows of an item's content are above the screen.
    var scrolls: [String: Int] = [:]
    /// The sheet over the page.
    package var sheet: Sheet?
    /// The chosen row of the sheet; of one that is only read, its topmost.
    package var inSheet = SheetState(focus: 0)
    /// Whether the system's share sheet lies over the page.
    package var isSharing = false
    /// The conversation that lies over the page.
    package var reply: AttributionContent.Place?
    /// What the person is writing.
    package var editor: AppEditor?
    /// Whether what is not saved may be lost, while that is asked.
    package var unsaved: UnsavedQuestion?
    /// The part of an opened link that leads to a view inside the open document, such as `#comment-3`.
    package var part: String?
    /// True while the server is asked for the document of the open page.
    package var isOpening = false
    /// The reason why the open item does not open; nil if it does.
    package var refusal: String?
    /// True if Return opens it, because the person has access again.
    package var opensAgain = false
    /// A line for the person, until the next key.
    package var hint: String?
    /// The items that were removed and can be brought back, the last one last.
    package var removed: [String] = []
    /// The items that were removed and that the server still lists: they are hidden at once.
    package var leaving: Set<String> = []
    /// The item that is open, as it was when it was opened: it stays on the screen when it is listed no longer.
    package private(set) var openedItem: AppItem?

    /// The home.
    init() {}

    mutating func remember(_ item: AppItem) { openedItem = item }

    func opened(_ id: String) -> AppItem {
        openedItem.flatMap { $0.id == id ? $0 : nil } ?? AppItem(id: id, url: "", title: "")
    }
}

extension String {
    /// True if a link is deeper than another: in its path, or by a query or fragment.
    fileprivate func leads(into document: String) -> Bool {
        guard hasPrefix(document), let next = dropFirst(document.count).first else { return false }
        return document.hasSuffix("/") || "/?#".contains(next)
    }
}
