package import AppModel
package import ChatProtocol
import ChatTerminal

/// The page of an open document: its content, which the service sends, and its people, whom the system shows.
package struct AppDocumentPage: Equatable, Sendable {
    /// The id of the open item: the highlight's id, or the link if the document is on no shelf.
    package var item: String
    package var document: SharedDocument
    /// The names of the participants, as the system knows them; nil until they are known.
    package var people: [String]?
    /// True if the system shows this person all participants. Only the owner sees all participants of a public share;
    /// the others see only the owner.
    package var showsEveryone = true
    /// The panel of the collaboration button; nil until it is known.
    package var panel: CollaborationPanel?
    /// The conversation that the collaboration button shows; nil if the button shows the participants.
    package var place: AttributionContent.Place?
    /// The conversations that have the link, the latest first.
    package var places: [AttributionContent.Place] = []
    /// The ids of the person's conversations that have all participants, and no member without access; nil if the members
    /// are not known.
    package var participantConversations: Set<ConversationID>?
    /// The conversations without a member who has no access; nil if their members are not known.
    package var openConversations: Set<ConversationID>?
    /// The names of the other participants.
    package var others = ""
    /// The photo of the conversation on that button; nil if it has none.
    package var photo: String?
    /// The activity of the document, newest first; nil until it was loaded.
    package var activity: [String]?
    /// True if a screen shows the participants. The system has none for a document that its app stores with its own
    /// service (`manage-view`).
    package var hasPeopleScreen = true
    /// True if the person owns the document. Only its owner can delete it.
    package var isOwn = false
    /// True if the person can delete the document.
    package var canDelete: Bool { isOwn && !isLost && !document.isDeleted }
    /// True if the person lost access. The page stays open only because of a text in the editor.
    package private(set) var isLost = false
    /// True if the person lost the document and can open it again, because they were added again or it was made public.
    package private(set) var opensAgain = false

    /// Returns true if a conversation has all participants and no member without access, or if its members are not known.
    func isForParticipants(_ place: AttributionContent.Place) -> Bool {
        participantConversations?.contains(place.conversation) ?? true
    }

    /// Returns true if everyone in a conversation has access, or if its members are not known.
    func isOpen(to place: AttributionContent.Place) -> Bool {
        openConversations?.contains(place.conversation) ?? true
    }

    /// Shows the current version of the document, which the person can open.
    mutating func show(_ document: SharedDocument) {
        (self.document, isLost, opensAgain) = (document, false, false)
    }

    /// Removes the content and the sharing of a lost document from the page.
    mutating func lose() {
        isLost = true
        endSharing()
        activity = nil
        document.text = ""
        document.comments = []
        document.canEdit = false
    }

    /// Stores whether the person can open the lost document again.
    package mutating func note(opensAgain: Bool) { self.opensAgain = isLost && opensAgain }

    /// Removes the sharing of the document from the page.
    mutating func endSharing() {
        (people, panel, place, places, photo) = (nil, nil, nil, [], nil)
        (participantConversations, openConversations, others) = (nil, nil, "")
    }

    /// The label of the collaboration button: the conversation or the participants, and the number of active
    /// participants (`cv-button`).
    package var button: String {
        CollaborationPainter.button(
            group: place?.name ?? people?.joined(separator: " ") ?? "", photo: photo,
            active: document.activeParticipantCount)
    }

    /// Returns the sentence for a view inside the document: a comment by its number (`#comment-3`), or the name of the
    /// view.
    ///
    /// - Parameter part: The part of the opened link after the link of the document.
    /// - Returns: Nil if the part names no view, or if the document was deleted.
    func view(at part: String) -> String? {
        let name = part.drop { "/?#".contains($0) }
        // The fragment of a one-time link names no view (`ck-one-time-url`).
        guard !name.isEmpty, !name.hasPrefix("once="), !document.isDeleted else { return nil }
        let lead = "comment-"
        if name.hasPrefix(lead), let number = Int(name.dropFirst(lead.count)),
            document.comments.indices.contains(number - 1)
        {
            return "Comment \(number): \(document.comments[number - 1].text)"
        }
        return "Opened at \(name)"
    }

    /// The line of facts above the text: the revision, the numbers of people, the permission, and the folder.
    var facts: String {
        var parts = ["Revision \(document.revision)"]
        let count = max(people?.count ?? 0, document.activeParticipantCount)
        if people != nil, showsEveryone { parts.append(count == 1 ? "1 person" : "\(count) people") }
        if document.activeParticipantCount > 1 { parts.append("\(document.activeParticipantCount) here now") }
        let mayChange = document.canEdit || document.takesDocuments
        if !document.isDeleted { parts.append(mayChange ? "You can make changes" : "You can view") }
        if let folder = document.folder { parts.append("in " + CleanText.line(folder)) }
        return parts.joined(separator: " · ")
    }
}

extension AppDocumentPage {
    /// Creates the page of a document whose sharing is not known yet.
    init(item: String, document: SharedDocument) { (self.item, self.document) = (item, document) }

    /// Returns the reason why a text of a kind cannot be saved; nil if no reason is known.
    func obstacle(to kind: AppEditor.Kind) -> String? {
        if opensAgain { return "“\(CleanText.line(document.title))” is shared with you again: Ctrl-S opens it" }
        if isLost {
            let why =
                isOwn ? "the server does not have the document any more" : "the document is no longer shared with you"
            return "Your text cannot be saved: \(why)"
        }
        if document.isDeleted {
            return "Your text cannot be saved: “\(CleanText.line(document.title))” was deleted"
        }
        guard !document.canEdit, kind == .text || kind == .title else { return nil }
        return "You can only view “\(CleanText.line(document.title))”"
    }
}

extension AppState {
    /// Closes the editor after its text was saved. Text written since then stays in the editor.
    ///
    /// - Returns: True if there is such text.
    package mutating func closeSentEditor() -> Bool {
        guard var editor = view.editor, editor.isSending else { return false }
        let (sent, text) = (editor.sent ?? editor.line.text, editor.line.text)
        guard text != sent, editor.kind == .text || editor.kind == .comment else {
            view.editor = nil
            return false
        }
        (editor.isSending, editor.sent, editor.base) = (false, nil, document?.document ?? editor.base)
        if editor.kind == .comment, text.hasPrefix(sent) {
            editor.line = LineEditor(String(text.dropFirst(sent.count)))
        }
        view.editor = editor
        return true
    }

    /// Shows the title that another person gave the document above the title that this person is typing.
    package mutating func noteRename(to now: SharedDocument) {
        guard let editor = view.editor, editor.kind == .title, !editor.isSending, let base = editor.base,
            base.title != now.title
        else { return }
        guard editor.hasChanges else { return view.editor = AppEditor(.title, of: now) }
        view.editor?.base = now
        view.editor?.current = now.title
        view.hint = "Someone renamed it: \(editor.kind.replaces)"
    }

    /// Shows the present text of the document above the person's own text in an edit conflict. Saving asks once more,
    /// because the person may not have read it.
    package mutating func noteEdit() {
        guard let page = document, !page.isLost, !page.document.isDeleted, let editor = view.editor,
            editor.kind == .text, !editor.isSending, let current = editor.current, current != page.document.text
        else { return }
        view.editor?.current = page.document.text
        view.editor?.changedBy = nil
        if page.obstacle(to: .text) == nil { view.hint = "Someone changed it: \(editor.kind.replaces)" }
    }

    /// Removes the content of the open document from the screen, and closes the sheets over it. The editor stays open,
    /// even if it is empty: the next letters must not become commands of the page.
    package mutating func loseDocument() {
        guard document != nil else { return }
        sharing = nil
        if view.sheet != .help { view.sheet = nil }
        if view.unsaved?.loss == .sharing { view.unsaved = nil }
        view.editor?.current = nil
        if view.editor?.hasChanges == false { view.editor?.empty() }
        document?.lose()
    }

    /// Removes the sharing of the open document from the screen: only its owner has access now.
    package mutating func endSharing() {
        if view.sheet == .sharing { view.sheet = nil }
        sharing = nil
        document?.endSharing()
    }

    /// Closes the field of Add People.
    package mutating func endAddingPeople() { if view.editor?.kind == .person { view.editor = nil } }

    /// Opens the field of Add People with a line, if the sharing screen is open and no other editor is.
    package mutating func addPeople(_ line: String) {
        guard view.sheet == .sharing, view.editor == nil, let document = document?.document else { return }
        view.editor = AppEditor(.person, of: document)
        view.editor?.line.insert(line)
    }

    /// Shows whether the person can change the open document now, with a hint if that changed.
    package mutating func followAccess(canEdit: Bool) {
        guard let page = document else { return }
        guard page.document.covers == nil else {
            document?.document.takesDocuments = canEdit
            return
        }
        guard page.document.canEdit != canEdit else { return }
        document?.document.canEdit = canEdit
        guard !canEdit else {
            view.hint = "You can make changes now"
            return
        }
        view.hint = "You can only view it now"
        guard let editor = view.editor, editor.kind == .text || editor.kind == .title else { return }
        if editor.hasChanges { view.hint = "Your text cannot be saved: you can only view the document now" }
    }
}

/// The editor of an app: a text that the person is writing.
package struct AppEditor: Equatable, Sendable {
    /// The kinds of text.
    package enum Kind: String, Sendable {
        /// The text of a document.
        case text
        /// A comment on a document.
        case comment
        /// The title of a document.
        case title
        /// The handles of people to add, on the sharing screens.
        case person
        /// The title of a new document.
        case new

        /// The hint after another person changed the document: the effect of the key that saves.
        package var replaces: String {
            self == .title ? "Return replaces it with your title" : "Ctrl-S replaces it with your text"
        }

        /// The heading of the editor.
        var heading: String {
            switch self {
            case .text: "Edit"
            case .comment: "Comment"
            case .title: "Rename"
            case .person: "Add People: a handle, or several"
            case .new: "New Document: its title"
            }
        }
    }

    /// The kind of text.
    package var kind: Kind
    /// The text so far, with its cursor.
    var line: LineEditor
    /// The version of the document that the text is based on; nil for a new document.
    package var base: SharedDocument?
    /// The present text or title of the document, if another person changed it since the editor opened. The editor
    /// shows it above the person's own text.
    package var current: String? { didSet { if current != oldValue { currentTop = 0 } } }
    /// The index of the first shown row of ``current``.
    var currentTop = 0
    /// The name of the person who changed the document; nil until the person's own session has loaded it.
    package var changedBy: String?
    /// True while the server saves the text.
    package var isSending = false
    /// The text that was sent to the server; nil if none is waiting for an answer.
    var sent: String?

    /// Creates an editor for a document. Its text or title is filled in.
    init(_ kind: Kind, of document: SharedDocument) {
        self.kind = kind
        base = document
        switch kind {
        case .text: line = LineEditor(document.text)
        case .title: line = LineEditor(document.title, charactersMax: 200, isOneLine: true)
        case .comment: line = LineEditor()
        case .person: line = LineEditor(charactersMax: 2_000, isOneLine: true)
        case .new: line = LineEditor(charactersMax: 200, isOneLine: true)
        }
    }

    /// Creates an editor for the title of a new document.
    init() {
        kind = .new
        line = LineEditor(charactersMax: 200, isOneLine: true)
    }

    /// Returns the labels of the keys that work while the editor is open.
    ///
    /// - Parameter page: The open document; nil if there is none.
    func keys(on page: AppDocumentPage?) -> [String] {
        if kind != .new, page?.opensAgain == true { return ["Ctrl-S open", "Esc cancel"] }
        let isRefused = kind != .new && page?.obstacle(to: kind) != nil
        if isSending || isRefused { return ["Esc cancel"] }
        return [kind == .text ? "Ctrl-S save" : "↵ done", "Esc cancel"]
    }

    /// Removes the text and the title of the document from the editor.
    mutating func empty() {
        line.rewrite("")
        base?.text = ""
        base?.title = ""
    }

    /// True if closing the editor would lose something.
    package var hasChanges: Bool {
        switch kind {
        case .text: current != nil || line.text != base?.text
        case .title: line.text != base?.title
        case .comment, .person, .new: line.text.contains { !$0.isWhitespace }
        }
    }
}
