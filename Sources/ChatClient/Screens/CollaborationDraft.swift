import AppModel
package import ChatProtocol
import ChatTerminal

extension CollaborationDraft {
    /// The identifier of the collaboration on every device; nil because the collaboration does not exist yet
    /// (`meta-create`).
    var collaborationIdentifier: String? { nil }

    /// Creates a draft with the options that an offer selects.
    ///
    /// - Returns: Nil if the offer has no sharing method.
    package init?(
        _ item: Item, offer: CollaborationOffer, for conversation: ConversationID,
        representations: [Share.Representation] = []
    ) {
        guard let method = offer.methods.first else { return nil }
        self.init(
            item: item, offer: offer, options: offer.options, conversation: conversation, method: method,
            representations: representations, text: "")
    }

    /// The title of the document.
    package var title: String {
        switch item {
        case .new(let title): title
        case .file(let path): offer.title ?? ActivityItem.file(path).title
        case .document, .share: offer.title ?? ""
        }
    }

    /// The sharing methods that the header offers (`collab-link-copy-choice`).
    package var methods: [SharingMethod] { offer.methods }

    /// The permission summary, which opens the options (`perm-summary-button`); nil for a copy, which has none.
    package var summary: String? { method == .collaborate ? sharedSummary ?? options.summary : nil }

    /// The number of characters that the link and the space before it take of the message. The link of a document that
    /// is not shared yet may be unknown and counts as 100.
    var linkCharacters: Int {
        switch method {
        case .copy: 0
        case .collaborate: url.map { $0.count + 1 } ?? 100
        }
    }

    /// True if the document is shared already.
    package var isShared: Bool { if case .share = item { true } else { false } }

    /// True if the document does not exist yet.
    package var isNew: Bool { if case .new = item { true } else { false } }

    /// The sender's account, as the sender sees it: `Anna (anna)`; nil if it is unknown.
    var account: String? {
        guard let handle = initiatorHandle?.rawValue else { return nil }
        guard let name = initiatorName, name != handle else { return handle }
        return "\(CleanText.line(name)) (\(handle))"
    }

    /// Chooses between collaborating and a copy.
    ///
    /// - Returns: True if the method is offered.
    @discardableResult
    package mutating func choose(_ method: SharingMethod) -> Bool {
        guard methods.contains(method) else { return false }
        self.method = method
        return true
    }

    /// Chooses an option, or turns it off.
    ///
    /// - Returns: True if the option exists and can be chosen now (`opt-required`).
    @discardableResult
    package mutating func choose(option identifier: String, _ isOn: Bool = true) -> Bool {
        options.choose(identifier, isOn)
    }

    /// Returns true if both drafts have the same method and options.
    func hasChoices(of other: CollaborationDraft) -> Bool { method == other.method && options == other.options }

    /// Keeps the method, the text and the options of a draft of the same document, as far as they are still offered.
    mutating func keepChoices(of draft: CollaborationDraft) {
        choose(draft.method)
        text = draft.text
        guard !isShared else { return }
        guard draft.isShared else { return options = draft.options }
        // The share has ended. A new one begins with its rights, and not with wider ones: its old link opens nothing
        // before the owner chooses that again.
        for option in draft.options.options where option.isSelected || option.effect == .inviting {
            if let effect = option.effect, effect != .public { choose(effect, option.isSelected) }
        }
    }

    private mutating func choose(_ effect: ShareOptions.Effect, _ isOn: Bool = true) {
        guard let option = options.options.first(where: { $0.effect == effect }) else { return }
        choose(option: option.identifier, isOn)
    }

    /// Updates the draft from the current share of its document, if it has one.
    package mutating func follow(_ row: CollaborationRow) {
        guard url == row.url, row.own != nil else { return }
        (item, sharedSummary) = (.share(ShareID(row.id)), row.summary)
        // If this share ends, the draft begins a new one. Its options may not give anyone more than this share did.
        let isReadOnlyForSome = row.people.contains { $0.role != .owner && $0.permission == .readOnly }
        if row.permission == .readOnly || isReadOnlyForSome { choose(.readOnly) }
        if row.access == .private { choose(.private) }
        if !row.allowsInviting { choose(.inviting, false) }
    }

    /// The request that begins the collaboration.
    package var start: StartCollaboration {
        var start = StartCollaboration(
            conversation: conversation, mode: method, text: text.isEmpty ? nil : text,
            localIdentifier: localIdentifier)
        switch item {
        case .new, .file:
            (start.app, start.title, start.backend) = (offer.app, CleanText.withoutBreaks(title), offer.backend)
            (start.representations, start.content) = (representations, content)
        case .document(let document): start.document = document
        case .share: return start
        }
        if method == .collaborate { start.options = options.selected }
        return start
    }

    /// The request that Send makes.
    package var request: Request { sending.map(Request.shareSend) ?? .collaborationStart(start) }

    /// The request that Send makes for a document that is already shared; nil if it is not.
    package var sending: SendShare? {
        guard case .share(let share) = item else { return nil }
        return SendShare(share: share, conversation: conversation, text: text.isEmpty ? nil : text, mode: method)
    }
}

extension CollaborationDraft: Hashable {
    /// Hashes the title and the conversation, which differ between most drafts.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(conversation)
    }
}

extension ViewState {
    /// Returns true if the person changed the draft of a place since its options were opened.
    func hasChosenOptions(in place: DraftPlace) -> Bool {
        guard let draft = self[draft: place], let before = optionsBefore[place] else { return false }
        return !draft.hasChoices(of: before)
    }

    /// The staged documents with the settings that the person confirmed.
    package var confirmedStaged: [ConversationID: CollaborationDraft] {
        staged(withoutChoicesOn: openSheets + parkedSheets)
    }

    /// The documents whose options the person changed and has not confirmed with Done, each with the conversation of
    /// its sheet.
    var unconfirmed: [(draft: CollaborationDraft, conversation: ConversationID)] {
        var found = parked.compactMap { id, parked in parked.unconfirmed.map { (draft: $0, conversation: id) } }
        for case .options(.composer(let id)) in openSheets + parkedSheets where hasChosenOptions(in: .composer(id)) {
            if let draft = staged[id] { found.append((draft, id)) }
        }
        return found.sorted { ($0.conversation, $0.draft.title) < ($1.conversation, $1.draft.title) }
    }

    /// The open sheet and the sheets that return after it.
    var openSheets: [SheetKind] { returnsTo.map(\.kind) + (sheet.map { [$0] } ?? []) }

    /// The sheets of conversations that are not on the screen.
    private var parkedSheets: [SheetKind] { parked.values.flatMap(\.kinds) }

    /// Returns the staged documents without the choices on options sheets that the person has not closed with Done.
    func staged(withoutChoicesOn sheets: [SheetKind]) -> [ConversationID: CollaborationDraft] {
        var staged = staged
        for case .options(.composer(let id)) in sheets where staged[id] != nil {
            if let before = optionsBefore[.composer(id)] { staged[id] = before }
        }
        return staged
    }

    /// Removes the staged document from a composer and returns it with the settings that the person confirmed. Its
    /// options sheet closes, even if another document replaces it.
    mutating func takeStaged(in id: ConversationID) -> CollaborationDraft? {
        let draft = confirmedStaged[id]
        (staged[id], optionsBefore[.composer(id)]) = (nil, nil)
        return draft
    }
}

extension ChatState {
    /// The maximum number of characters in the composer's text. The link of a staged document takes some of a message,
    /// but an edit does not send it.
    var composerCharacters: Int {
        if case .edit? = view.purpose { return limits.textCharacters }
        let link = view.selected.flatMap { view.staged[$0] }?.linkCharacters ?? 0
        return max(limits.textCharacters - link, 0)
    }
}

/// A place where a draft waits for Send.
package enum DraftPlace: Hashable, Sendable {
    /// The composer of a conversation.
    case composer(ConversationID)
    /// The share sheet, before a conversation is chosen.
    case shareSheet
}

/// An item that was removed from a composer.
struct DroppedDraft: Equatable, Sendable {
    var conversation: ConversationID
    /// The mark in the edit history of the text that was left in the composer.
    fileprivate var mark: LineEditor.Version?
    /// The id of the message that was being edited; nil if there is none.
    var message: String?
    var text = LineEditor()
    var staged: CollaborationDraft?
    var attachment: String?
    /// The path of the file that replaced it; nil if the person removed it.
    var replacedBy: String?
    /// True if the text is a command that was begun on a sheet.
    var isCommand = false

    init(
        conversation: ConversationID, message: String? = nil, text: LineEditor = LineEditor(),
        staged: CollaborationDraft? = nil, attachment: String? = nil, replacedBy: String? = nil,
        isCommand: Bool = false
    ) {
        (self.conversation, self.message, self.text) = (conversation, message, text)
        (self.staged, self.attachment, self.replacedBy) = (staged, attachment, replacedBy)
        self.isCommand = isCommand
    }
}

extension ViewState {
    /// The maximum number of items in ``dropped``.
    private static let droppedMax = 100

    /// Stages a document in a composer. The replaced item is kept for undo.
    ///
    /// - Returns: The name of the item that it replaces; nil if there was none.
    package mutating func replaceItem(in id: ConversationID, with draft: CollaborationDraft) -> String? {
        let (staged, file) = (takeStaged(in: id), attachments.removeValue(forKey: id))
        if staged != nil || file != nil { keep(DroppedDraft(conversation: id, staged: staged, attachment: file)) }
        self.staged[id] = draft
        return staged.map { "“\(CleanText.line($0.title))”" } ?? file.map { CleanText.line($0) }
    }

    /// Keeps an item that was removed from a composer. Undo restores it after the later changes of the text, and before
    /// the earlier ones.
    mutating func keep(_ draft: DroppedDraft) {
        var draft = draft
        let id = draft.conversation
        if draft.message != nil, case .edit(let message, var before, let reply)? = purposes[id] {
            draft.mark = before.mark()
            purposes[id] = .edit(message, before: before, reply: reply)
        } else {
            draft.mark = drafts[id, default: LineEditor()].mark()
        }
        dropped.append(draft)
        if dropped.count > Self.droppedMax { dropped.removeFirst() }
    }

    /// Stores an item that a restored one replaced. Undo restores it after all others.
    mutating func keepFirst(_ draft: DroppedDraft) { dropped.insert(draft, at: 0) }

    /// Removes and returns the item that was last removed from the open composer; nil if there is none, or the text was
    /// changed after it.
    mutating func takeDropped() -> DroppedDraft? {
        let id = selected ?? ""
        while let mark = drafts[id]?.takeMark() {
            let place = dropped.lastIndex { $0.conversation == id && $0.mark == mark }
            if let place { return dropped.remove(at: place) }
        }
        // Another text may have replaced the text that has the mark.
        guard drafts[id]?.hasEdits != true else { return nil }
        let place = dropped.lastIndex { draft in
            guard draft.conversation == id else { return false }
            return switch purpose {
            case .edit?: draft.message != nil
            case .command?: false
            case .reply?, nil: true
            }
        }
        return place.map { dropped.remove(at: $0) }
    }

    /// Moves the dropped items of a composer to another conversation together with its text. The edit of a message
    /// stays with the message.
    mutating func moveDropped(from place: ConversationID, to conversation: ConversationID) {
        for index in dropped.indices where dropped[index].conversation == place && dropped[index].message == nil {
            dropped[index].conversation = conversation
        }
    }

    /// Removes and returns the item that a file replaced in a composer.
    mutating func takeDropped(replacedBy path: String, in conversation: ConversationID) -> DroppedDraft? {
        let place = dropped.lastIndex { $0.conversation == conversation && $0.replacedBy == path }
        return place.map { dropped.remove(at: $0) }
    }
}
