package import AppModel
package import ChatProtocol
import ChatTerminal

/// An item on an app's screens: an item that was shared with the person, or a document. It is made from its link and
/// from the app's registration.
package struct AppItem: Equatable, Sendable {
    /// The highlight's id, or the link of a document that is on no shelf.
    package var id: String
    package var url: String
    package var title: String
    /// The second line; nil if there is none.
    var subtitle: String?
    /// The character in place of a picture; nil if there is none.
    package var glyph: String?
    /// The background colour of the glyph.
    var colour: LinkPreview.Colour = .grey
    /// True if several people work on the item together.
    package var isCollaboration: Bool = false
    /// True if the document was deleted.
    package var isDeleted: Bool = false
    /// True if the app lists it only for an unsaved text: the person may have lost the document.
    var isUnsavedText: Bool = false
}

extension AppItem {
    /// Creates an item with the glyph and the colour that its app registered for such links.
    package init(
        id: String, url: String, title: String, subtitle: String?, preview: LinkPreview?, isCollaboration: Bool = false
    ) {
        self.init(
            id: id, url: url, title: title, subtitle: subtitle, glyph: preview?.glyph,
            colour: preview?.colour ?? .grey, isCollaboration: isCollaboration)
    }
}

extension [AppItem] {
    /// The items with a short form of the link as subtitle wherever several have the same title and no subtitle.
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

/// The state of all screens of an app. The app owns the items. The system owns the attributions and draws them for the
/// app.
package struct AppState: Equatable, Sendable {
    package var name: String
    /// The handle of the person who uses the app.
    var handle: String
    /// The state of the connection to the server.
    package var connection: ChatState.Connection = .starting
    /// The heading of the shelf.
    var collectionTitle: String = HighlightCenter.highlightCollectionTitle
    /// The items that are shared with the person, in the server's order.
    package var items: [AppItem] = []
    /// True if the server has more items.
    package var hasMore = false
    /// The app's documents that the person can read, their own and those shared with them, in the server's order. The
    /// id of each is its link.
    package var documents: [AppItem] = []
    /// True if the server has more documents.
    package var hasMoreDocuments = false
    /// The attributions that the system shows, by the id of the highlight.
    package var attributions: [String: AttributionContent] = [:]
    /// The look of the attributions.
    package var look = AttributionLook()
    /// The text size that the person chose.
    package var textSize = ContentSizeCategory.large
    /// True if shared documents are marked.
    package var showsCollaboration = true
    /// The open document; nil if the open item is no document.
    package var document: AppDocumentPage?
    /// The sharing screens of the system; nil if they are closed.
    package var sharing: CloudSharingSheet.Drawn?
    /// The jobs of the app's extensions, the newest last (`av-ext-long-task`).
    package var jobs: [ActivityJob] = []
    /// The titles of the jobs that end with this client.
    package var work: [String] = []
    /// The changes that wait for the server's answer, a sentence each.
    package var unanswered: [String] = []
    /// The unsaved texts, the newest last. Some are from clients that have ended.
    package var unsavedTexts: [UnsavedText] = []
    /// The position of the person in the app.
    package var view = AppView()

    /// True if nothing covers the page.
    package var isBare: Bool {
        view.sheet == nil && view.editor == nil && view.reply == nil && view.unsaved == nil && !view.isSharing
    }

    /// Returns the jobs that show on a page, in their order. If they do not all fit, unread failures and running jobs
    /// are preferred to finished jobs. A failure that was read shows only on the sheet of the jobs.
    ///
    /// - Parameter rows: The number of rows for jobs.
    func shownJobs(rows: Int) -> [ActivityJob] {
        let candidates = jobs.filter { job in
            if case .failed = job.state { !job.isRead } else { true }
        }
        let urgent = candidates.filter { $0.state != .done }
        let chosen = (candidates.filter { $0.state == .done } + urgent).suffix(max(0, rows)).map(\.id)
        return candidates.filter { chosen.contains($0.id) }
    }

    /// Returns the listed item with an id; nil if there is none.
    package func item(_ id: String) -> AppItem? { items.first { $0.id == id } }

    /// Opens a sheet, at its first row.
    package mutating func show(_ sheet: AppView.Sheet) { (view.sheet, view.inSheet) = (sheet, SheetState(focus: 0)) }

    /// Shows a document as the content of an item. If the item was open already, its participants stay.
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
        noteEdit()
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

    /// The sentence in the last row; nil if the row names keys. Under a question it names those of the question.
    var statusHint: String? { view.hint ?? (view.unsaved == nil ? editorObstacle : nil) }

    /// Returns the listed item or document that a link leads into, the one with the longest link; nil if there is none.
    package func listed(around link: String) -> AppItem? {
        (items + documents).filter { $0.url != link && link.leads(into: $0.url) }.max {
            $0.url.utf8.count < $1.url.utf8.count
        }
    }

    /// Returns the item with an id, listed or open.
    package func opened(_ id: String) -> AppItem { item(id) ?? view.opened(id) }

    /// Returns the conversations in which the person can write about an item. They are those that shared it with this
    /// person, at the message that shared it, and those that have the link of the open document.
    package func places(of id: String) -> [AttributionContent.Place] {
        let shared = attributions[id]?.places ?? []
        guard let document, document.item == id else { return shared }
        return shared + document.places.filter { place in !shared.contains { $0.conversation == place.conversation } }
    }

    /// A row of the sheet that asks in which conversation to write to the participants of a document.
    package enum Recipients: Equatable {
        /// A conversation that has the link.
        case place(AttributionContent.Place)
        /// A conversation with exactly the participants, which may not exist yet.
        case participants
    }

    /// Returns the rows of the sheet that asks in which conversation to write to the participants of a document
    /// (`popover-three-parts`). First come conversations with all participants, then those with some of them. If none
    /// has all, one with exactly the participants follows. Conversations with people who have no access are last.
    package func recipients(of id: String) -> [Recipients] {
        let places = places(of: id)
        guard let document, document.item == id else { return places.map(Recipients.place) }
        let complete = places.filter(document.isForParticipants(_:))
        let others = places.filter { !document.isForParticipants($0) }
        var rows = (complete + others.filter(document.isOpen(to:))).map(Recipients.place)
        if !document.others.isEmpty, complete.isEmpty { rows.append(.participants) }
        return rows + others.filter { !document.isOpen(to: $0) }.map(Recipients.place)
    }

    /// Hides an item that the server is about to remove from the shelf, and shows a hint.
    package mutating func remove(_ id: String) {
        // Without a conversation that has the link, the server cannot restore it.
        let isFinal = attributions[id]?.places.isEmpty == true
        if !isFinal { view.removed.append(id) }
        view.leaving.insert(id)
        view.hint = isFinal ? "Removed" : "Removed; u restores it"
    }

    /// Returns the app's own menu of an item: the app's entries, then the system's.
    package func contentMenu(of id: String) -> AttributionMenu {
        var own = linkEntries(of: id)
        if view.page.detail != id { own.insert(.init("Open", action: "open"), at: 0) }
        if let document, document.item == id, document.canDelete { own.append(.init("Delete…", action: "delete")) }
        return AttributionMenu(own).adding(attributions[id]?.menu)
    }

    /// Returns the menu of an item's attribution: the system's entries, then the app's.
    package func attributionMenu(of id: String) -> AttributionMenu {
        (attributions[id]?.menu ?? AttributionMenu()).adding(AttributionMenu(linkEntries(of: id)))
    }

    /// Returns the entries about the link of an item; none for a deleted document, whose link opens nothing.
    private func linkEntries(of id: String) -> [AttributionMenu.Entry] {
        isDeleted(id) ? [] : [.init("Copy Link", action: "copy")]
    }

    /// Returns true if an item is the open document, and the document was deleted.
    func isDeleted(_ id: String) -> Bool { document?.item == id && document?.document.isDeleted == true }

    /// Returns true if an item is listed only for an unsaved text, and no document is open there.
    func isUnsavedText(_ id: String) -> Bool {
        document?.item != id && (documents + [view.opened(id)]).contains { $0.id == id && $0.isUnsavedText }
    }
}

extension AppState {
    /// Creates the state before the first connection.
    package init(of app: AppID, for person: Handle) { self.init(name: app.rawValue, handle: person.rawValue) }
}

/// The position of a person in an app.
package struct AppView: Equatable, Sendable {
    /// A page, which fills the screen.
    package enum Page: Equatable, Sendable {
        /// The app's home, with the shelf.
        case home
        /// The list of all items that are shared with the person.
        case all
        /// The list of all documents of the person.
        case documents
        /// An open item, by the highlight's id; an item that is on no shelf, by its link.
        case detail(String)

        /// The id of the open item; nil on a list.
        package var detail: String? {
            if case .detail(let id) = self { id } else { nil }
        }
    }

    /// A sheet over the page.
    package enum Sheet: Equatable, Sendable {
        /// The app's menu of an item.
        case content(String)
        /// The menu of an item's attribution.
        case attribution(String)
        /// The conversations in which the person can reply about an item.
        case places(String)
        /// The conversations in which the person can write to the participants of a document.
        case recipients(String)
        /// The panel of the collaboration button.
        case panel
        /// The activity of the document.
        case activity
        /// The participants and the settings of the share.
        case sharing
        /// The jobs of the app's extensions.
        case jobs
        /// The list of keys.
        case help

        /// The id of the sheet's item; nil for a sheet about the open document or the app.
        var item: String? {
            switch self {
            case .content(let id), .attribution(let id), .places(let id), .recipients(let id): id
            case .panel, .activity, .sharing, .jobs, .help: nil
            }
        }
    }

    /// The page that fills the screen.
    package var page = Page.home
    /// The page to which Esc returns from an open item.
    package var origin = Page.home
    /// The index of the focused target on the page, from 0 at the top.
    var focus = 0
    /// True if the focused item disappeared without the person's doing. The next key then must not act on another item.
    var hasLostItem = false
    /// True if the next letters are refused, because they belong to a word that began with a refused letter.
    var refusesWord = false
    /// True if the next Return is refused as the end of that word.
    var refusesReturn = false
    /// The mouse button that is held.
    var click = Click()
    /// The number of content rows above the screen, by the id of the item.
    var scrolls: [String: Int] = [:]
    /// The sheet over the page; nil if there is none.
    package var sheet: Sheet?
    /// The focus and the scroll position of the sheet.
    package var inSheet = SheetState(focus: 0)
    /// True if the system's share sheet covers the page.
    package var isSharing = false
    /// The conversation over the page; nil if there is none.
    package var reply: AttributionContent.Place?
    /// The open editor; nil if there is none.
    package var editor: AppEditor?
    /// The question before something unsaved is lost; nil if none shows.
    package var unsaved: UnsavedQuestion?
    /// The part of an opened link that leads to a view inside the open document, such as `#comment-3`.
    package var part: String?
    /// True while the app waits for the server to send the document of the open page.
    package var isOpening = false
    /// The reason why the open item does not open; nil if it does.
    package var refusal: String?
    /// True if Return opens the refused item, because the person has access again.
    package var opensAgain = false
    /// The hint in the last row, until the next key.
    package var hint: String?
    /// The ids of the removed items that can be restored, the latest last.
    package var removed: [String] = []
    /// The ids of the removed items that the server still lists. They are hidden immediately.
    package var leaving: Set<String> = []
    /// The open item as it was when it opened. It stays on the screen after it is no longer listed.
    package private(set) var openedItem: AppItem?

    /// Creates the position at the home.
    init() {}

    mutating func remember(_ item: AppItem) { openedItem = item }

    func opened(_ id: String) -> AppItem {
        openedItem.flatMap { $0.id == id ? $0 : nil } ?? AppItem(id: id, url: "", title: "")
    }
}

extension String {
    /// Returns true if the link leads into a document: it continues the document's link by a path, a query, or a
    /// fragment.
    fileprivate func leads(into document: String) -> Bool {
        guard hasPrefix(document), let next = dropFirst(document.count).first else { return false }
        return document.hasSuffix("/") || "/?#".contains(next)
    }
}
