package import AppModel
import ChatProtocol
import ChatTerminal

/// A document that is open in an app: what the service says of it, and what the system shows of its people.
package struct AppDocumentPage: Equatable, Sendable {
    /// Which item it is the content of.
    package var item: String
    /// The document.
    package var document: SharedDocument
    /// Who takes part, as the system knows them; nil until it is known.
    package var people: [String]?
    /// True if the system shows this person all who take part. Of a public share the others see the owner alone.
    package var showsEveryone = true
    /// The panel behind the collaboration button; nil until it is known.
    package var panel: CollaborationPanel?
    /// The conversation that it is linked to, or nil where only the people are known.
    package var place: AttributionContent.Place?
    /// The conversations that have its link, the one that got it last first.
    package var places: [AttributionContent.Place] = []
    /// The ids of the person's conversations that have all participants, and no member without access; nil if the members
    /// are not known.
    package var participantConversations: Set<String>?
    /// The conversations without a member who has no access; nil if their members are not known.
    package var openConversations: Set<String>?
    /// The names of the other participants.
    package var others = ""
    /// The photo of that conversation, if it has one.
    package var photo: String?
    /// What was done to it, newest first; nil until it was asked for.
    package var activity: [String]?
    /// True if a screen shows who takes part: the system has none for a document that its app keeps with a service of its
    /// own (`manage-view`).
    package var hasPeopleScreen = true
    /// True if the person owns it: only its owner deletes it.
    package var isOwn = false
    /// True if the person can delete it.
    package var canDelete: Bool { isOwn && !isLost && !document.isDeleted }
    /// True if the person may open it no longer: the page stays only for what they are writing.
    package private(set) var isLost = false
    /// True if the person lost the document and can open it again: they were added again, or it was made public.
    package private(set) var opensAgain = false

    /// Returns true if a conversation has all participants and no member without access, or if its members are not known.
    func isForParticipants(_ place: AttributionContent.Place) -> Bool {
        participantConversations?.contains(place.conversation) ?? true
    }

    /// Returns true if everyone in a conversation has access, or if its members are not known.
    func isOpen(to place: AttributionContent.Place) -> Bool {
        openConversations?.contains(place.conversation) ?? true
    }

    /// Shows how it reads now.
    mutating func show(_ document: SharedDocument) {
        (self.document, isLost, opensAgain) = (document, false, false)
    }

    /// Takes what stands in it off the screen.
    mutating func lose() {
        isLost = true
        endSharing()
        activity = nil
        document.text = ""
        document.comments = []
        document.canEdit = false
    }

    /// Notes whether the person can open the lost document again.
    package mutating func note(opensAgain: Bool) { self.opensAgain = isLost && opensAgain }

    /// Takes what is known of its sharing off the screen.
    mutating func endSharing() {
        (people, panel, place, places, photo) = (nil, nil, nil, [], nil)
        (participantConversations, openConversations, others) = (nil, nil, "")
    }

    /// The collaboration button: who shares it, and how many are there (`cv-button`).
    package var button: String {
        CollaborationPainter.button(
            group: place?.name ?? people?.joined(separator: " ") ?? "", photo: photo,
            active: document.activeParticipantCount)
    }

    /// The sentence for a view inside the document: a comment by its number (`#comment-3`), or the name of the view.
    ///
    /// - Parameter part: the part of a link behind the document's.
    func view(at part: String) -> String? {
        let name = part.drop { "/?#".contains($0) }
        guard !name.isEmpty, !document.isDeleted else { return nil }
        let lead = "comment-"
        if name.hasPrefix(lead), let number = Int(name.dropFirst(lead.count)),
            document.comments.indices.contains(number - 1)
        {
            return "Comment \(number): \(document.comments[number - 1].text)"
        }
        return "Opened at \(name)"
    }

    /// One line about it.
    var facts: String {
        var parts = ["Revision \(document.revision)"]
        let count = max(people?.count ?? 0, document.activeParticipantCount)
        if people != nil, showsEveryone { parts.append(count == 1 ? "1 person" : "\(count) people") }
        if document.activeParticipantCount > 1 { parts.append("\(document.activeParticipantCount) here now") }
        if !document.isDeleted { parts.append(document.canEdit ? "You can make changes" : "You can view") }
        if let folder = document.folder { parts.append("in " + CleanText.line(folder)) }
        return parts.joined(separator: " · ")
    }
}

extension AppDocumentPage {
    /// The page of a document of which nothing more is known yet.
    init(item: String, document: SharedDocument) { (self.item, self.document) = (item, document) }

    /// Why this cannot be saved; nil if it can, as far as is known.
    func obstacle(to kind: AppEditor.Kind) -> String? {
        if opensAgain { return "“\(CleanText.line(document.title))” is shared with you again: Ctrl-S opens it" }
        if isLost { return "Your text cannot be saved: the document is no longer shared with you" }
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

    /// Shows a title that somebody else gave the document above the one that the person is writing.
    package mutating func noteRename(to now: SharedDocument) {
        guard let editor = view.editor, editor.kind == .title, !editor.isSending, let base = editor.base,
            base.title != now.title
        else { return }
        guard editor.hasChanges else { return view.editor = AppEditor(.title, of: now) }
        view.editor?.base = now
        view.editor?.current = now.title
        view.hint = "Someone renamed it: \(editor.kind.replaces)"
    }

    /// Takes the open document off the screen, and the sheets over it. An editor stays, empty or not: what the person types
    /// next must not become commands of the page behind it.
    package mutating func loseDocument() {
        guard document != nil else { return }
        sharing = nil
        if view.sheet != .help { view.sheet = nil }
        if view.unsaved?.loss == .sharing { view.unsaved = nil }
        view.editor?.current = nil
        if view.editor?.hasChanges == false { view.editor?.empty() }
        document?.lose()
    }

    /// Takes the sharing of the open document off the screen: the document is its owner's alone.
    package mutating func endSharing() {
        if view.sheet == .sharing { view.sheet = nil }
        sharing = nil
        document?.endSharing()
    }

    /// Closes the field of Add People.
    package mutating func endAddingPeople() { if view.editor?.kind == .person { view.editor = nil } }

    /// Opens the field of Add People with a line, if the sharing screen is open and nothing else is written.
    package mutating func addPeople(_ line: String) {
        guard view.sheet == .sharing, view.editor == nil, let document = document?.document else { return }
        view.editor = AppEditor(.person, of: document)
        view.editor?.line.insert(line)
    }

    /// Shows what the person may do with the open document now.
    package mutating func followAccess(canEdit: Bool) {
        guard let page = document, page.document.canEdit != canEdit else { return }
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

/// What a person is writing in an app.
package struct AppEditor: Equatable, Sendable {
    /// What it is.
    package enum Kind: String, Sendable {
        /// The document's text.
        case text
        /// Something about it.
        case comment
        /// Its title.
        case title
        /// Somebody to ask, on the sharing screens.
        case person
        /// The title of a document that is to be.
        case new

        /// What the key that saves does when somebody else changed the document meanwhile.
        package var replaces: String {
            self == .title ? "Return replaces it with your title" : "Ctrl-S replaces it with your text"
        }

        /// What stands above it.
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

    /// What is written.
    package var kind: Kind
    /// The text so far.
    var line: LineEditor
    /// What the text is based on; nil for what is to be.
    package var base: SharedDocument?
    /// How it reads now, where somebody changed it meanwhile: nothing of either is lost.
    package var current: String?
    /// The name of the person who changed it; nil until the person's own session has read it.
    package var changedBy: String?
    /// Whether it is on its way.
    package var isSending = false
    /// The text that is on its way.
    var sent: String?

    /// An editor of that kind, with what is there already.
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

    /// An editor of the title of a new document.
    init() {
        kind = .new
        line = LineEditor(charactersMax: 200, isOneLine: true)
    }

    /// Returns the keys that do something while it is written.
    ///
    /// - Parameter page: the open document; nil if there is none.
    func keys(on page: AppDocumentPage?) -> [String] {
        if kind != .new, page?.opensAgain == true { return ["Ctrl-S open", "Esc cancel"] }
        let isRefused = kind != .new && page?.obstacle(to: kind) != nil
        if isSending || isRefused { return ["Esc cancel"] }
        return [kind == .text ? "Ctrl-S save" : "↵ done", "Esc cancel"]
    }

    /// Takes what the document says out of it.
    mutating func empty() {
        line.rewrite("")
        base?.text = ""
        base?.title = ""
    }

    /// Whether something would be lost with it.
    package var hasChanges: Bool {
        switch kind {
        case .text: current != nil || line.text != base?.text
        case .title: line.text != base?.title
        case .comment, .person, .new: line.text.contains { !$0.isWhitespace }
        }
    }
}
