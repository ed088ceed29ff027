package import ChatProtocol
package import ChatTerminal

/// The state of the screen that the server does not know: the selection, the drafts, the sheet and the scrolling.
package struct ViewState: Equatable, Sendable {
    /// The part that fills a screen too narrow for both.
    package enum Pane: Equatable, Sendable {
        /// The conversations.
        case list
        /// The thread.
        case thread
    }

    /// The scroll position of a thread.
    enum Scroll: Equatable, Sendable {
        /// At its end: the thread scrolls with each new message.
        case bottom
        /// A row of an entry is at the lower edge. New messages, older messages and another width do not move the
        /// visible text. `after` is the last entry at the time when scrolling began.
        case anchored(entry: String, row: Int, after: String)
    }

    /// The entry that the thread scrolls to once it is loaded.
    package enum Target: Equatable, Sendable {
        case message(String)
        /// The first message of another person after a number.
        case firstAfter(Int)
        /// The first message since a time, in milliseconds since 1970.
        case firstSince(Int64)
    }

    /// False after the terminal reported that its window lost the focus. Messages then stay unread.
    package var isFocused = true
    /// The conversation that the person opened. Another selected conversation is only a peek.
    package var opened: ConversationID?
    /// The conversation whose end is visible. Its new messages count as read at once.
    var followed: ConversationID?
    /// The selected conversation, if it had no unread messages at the last update.
    var caughtUp: ConversationID?
    /// By conversation, the number of the last message that was read when new ones arrived. The "New" divider follows
    /// this message.
    package var newAfter: [ConversationID: Int] = [:]
    /// The conversation whose thread is shown.
    package var selected: ConversationID?
    /// The letters that filter the list by name while it has the focus.
    package var listFilter = ""
    /// The conversation that was selected before the filter.
    var selectedBeforeFilter: ConversationID?
    /// The part that a narrow screen shows.
    package var pane = Pane.thread
    /// True if Shared with You is shown.
    package var isShelfShown = false
    /// True if the thread next to the shelf has the keys. On a narrow screen the shelf stays hidden until the screen is
    /// wide enough.
    var isShelfLeft = false
    /// True if the shelf has the keys.
    package var isShelfFocused: Bool { isShelfShown && !isShelfLeft }
    /// The chosen item of the shelf.
    package var shelfFocus = 0
    /// True if the chosen item disappeared without an action of the person.
    package var hasLostShelfItem = false
    /// The sheet that the person opened.
    package var sheet: SheetKind?
    /// The focus and the scroll position in the sheet.
    package var inSheet = SheetState()
    /// The sheets that return when this one closes, with their states (`sheet-one`). The last one returns first.
    package var returnsTo: [PutAwaySheet] = []
    /// The sheets that no key opened and that wait to be shown, the oldest first (`ChatState.arrive`).
    package internal(set) var arrived: [SheetKind] = []
    /// The sheet that requested a text from the server. The text shows in front of it.
    var askedFrom: SheetKind?
    /// On a desktop, the sheets of conversations that are not on the screen (`sheet-mac-look`).
    var parked: [ConversationID: ParkedSheets] = [:]
    /// The drafts as they were when their options sheets opened, by place. Discarding the choices restores them.
    var optionsBefore: [DraftPlace: CollaborationDraft] = [:]
    /// The item of the share sheet.
    package var sharing: ShareContext?
    /// The conversation whose composer received the last shared item. An app shows this conversation over its own
    /// screen.
    package var handedTo: ConversationID?
    /// The conversation that the client has asked the server to create, until the answer arrives.
    package var asked: AskedConversation?
    /// The rows of printed lists (`--plain`), by list. A number in a command refers to the row that was printed under
    /// it.
    package var printed: [String: [String]] = [:]
    /// The item for the composer of the conversation that is being created.
    package var handsOn: ShareContext?
    /// The items that wait for an answer of the server before they are put into a composer, the newest last.
    package internal(set) var awaited: [AwaitedItem] = []
    /// True while the permission summary above the composer has the keys (`perm-summary-button`).
    package var isAtOptions = false
    /// The text on the sheet that goes to a conversation.
    var switcher = LineEditor(isOneLine: true)
    /// The texts on the sheet of a conversation that is gone (`SheetKind.unsent`).
    package var unsent = UnsentText()
    /// The conversation of the sheet, while it shows.
    package var unsentOrigin: UnsentOrigin?
    /// The text on the sheet that searches for an emoji.
    var emojiQuery = LineEditor(isOneLine: true)
    /// The list from which Tab completes.
    var completion: Completion?
    /// The text on the sheet that creates a conversation.
    package var compose = ComposeDraft()
    /// The text on that sheet when it asked the server to create the conversation; nil after the answer.
    package var composed: ComposeDraft?
    /// The text that `Ctrl-Y` inserts, in every composer.
    package var killed: [Character] = []
    /// The text on the composition view of a share extension.
    var post: PostDraft?
    /// The texts for other share extensions and items, the newest last.
    package internal(set) var unposted: [UnpostedText] = []
    /// The files that are sent with the drafts, by conversation.
    package var attachments: [ConversationID: String] = [:]
    /// The look of the sheets.
    package var look = SheetLook.touch
    /// The drafts, by conversation. A message without a conversation has the empty id.
    package var drafts: [ConversationID: LineEditor]
    /// The scroll positions of the threads. A missing thread is at its end.
    var scrolls: [String: Scroll]
    /// The sheet that the focus belongs to. Another sheet begins with its own focus.
    var focusedSheet: String?
    /// True if the next Return may have been meant for a text or for another sheet. A consent sheet asks for a second
    /// Return.
    var isTypedIntoSheet = false
    /// True if the next letters are refused, because they belong to a word that began with a refused letter.
    var refusesWord = false
    /// True if the next Return is refused as the end of that word.
    var refusesReturn = false
    /// True if the conversation on the screen disappeared since a line was read, even if it has returned.
    package var hasLostPlace = false
    /// True if a sheet that had the keys closed by itself since the last key, but for keys that write or choose.
    var hasLostQuestion = false
    /// A line for the person, until the next key or for a time that depends on its length.
    package var hint: String? { didSet { hintAge = 0 } }
    /// The time for which the hint has been shown, in milliseconds.
    private var hintAge: Int64 = 0
    /// The question of a notice as the person read it: its id, its text, and its documents.
    var readNotice: [String] = []
    /// The mouse button that is held.
    var click = Click()
    /// The notice in the banner that the person read.
    var readBanner = ReadBanner()
    /// The time since the document of a written message went away, in milliseconds; nil once a key was pressed.
    var lostItemAge: Int64?
    /// The time since a sheet opened by itself, in milliseconds; nil once a key of the sheet was pressed.
    var arrivedSheetAge: Int64?
    /// The items that were removed from Shared with You and can be restored, the newest last.
    package var removedHighlights: [String] = []
    /// The deletions of this client that it has not undone. `/recover` undoes the last one.
    package var deletions: [Deletable] = []
    /// The command about Recently Deleted that waits for the server's answer.
    package var awaitedDeletion: AwaitedDeletion?
    /// True if the server refused something, or a command could not be followed after its answer.
    package var hasFailedLate = false
    /// The message that is chosen in the thread. It has the keys.
    package var chosen: String?
    /// The messages whose earlier texts are shown.
    package var expanded: Set<String> = []
    /// The name of the conversation that the client opens when the list has arrived.
    package var destination: String?
    /// The messages that drafts answer or edit and that the person deleted on one of their devices, by id.
    package var deletedSubjects: [String: DeletedSubject] = [:]
    /// The progress of a person with the draft.
    package enum Writing: Equatable, Sendable {
        /// The draft is stored or abandoned.
        case none
        /// The person pressed `Esc`. The draft is still theirs to send, and others no longer see that they type.
        case paused
        /// The person is typing.
        case typing
    }

    /// The progress of the person with the draft.
    package var writing = Writing.none
    /// True if the person is typing the draft.
    package var isTyping: Bool {
        get { writing == .typing }
        set { writing = newValue ? .typing : .none }
    }
    /// The number of changes other than messages without an answer of the server, such as edits and tapbacks.
    package var unansweredChanges = 0
    /// True if drafts are stored for the next run of the client.
    package var keepsDrafts = false
    /// True if storing the drafts failed.
    package var failsToKeepDrafts = false
    /// The lines that were sent from this client, the newest last.
    package var history: [HistoryLine] = []
    /// The lines of the history that are in composers, by ``recallKey(_:_:)``.
    package var recalls: [String: Recalled] = [:]
    /// The reasons why texts in composers were refused, by ``recallKey(_:_:)``. A refused text stays in its composer.
    var refusals: [String: String] = [:]
    /// The reason of the text in the composer on the screen.
    package var refusal: String? {
        get { refusals[recallKey] }
        set { refusals[recallKey] = newValue }
    }
    /// The purposes of the drafts, by conversation. A missing one is a new message.
    package var purposes: [ConversationID: DraftPurpose] = [:]
    /// The documents that are staged in the composers, by conversation. Only Send creates them (`collab-start-drop`,
    /// `draft-stage`).
    package var staged: [ConversationID: CollaborationDraft] = [:]
    /// The texts and items that were removed from composers, the newest last. `Ctrl-_` restores them one by one.
    var dropped: [DroppedDraft] = []
    /// The message whose thread of replies is shown alone.
    package var replies: String?
    /// True if the draft is older than the thread of replies that shows.
    var draftPrecedesReplies = false
    /// The panel that searches, while it is open.
    package var search: SearchPanel?
    /// The entry that the thread scrolls to once it is loaded.
    package var target: Target?
    /// True if the draft replies to the message at ``target``: the person chose Reply in an app.
    var repliesToTarget = false
    /// The question that `/yes` and `/no` answer in `--plain`. On the screen it is a sheet.
    package var question: Confirmation?

    /// Creates the state of a new session.
    /// - Parameter selected: The conversation that the person has already opened.
    init(selected: ConversationID? = nil) {
        (self.selected, opened) = (selected, selected)
        drafts = [:]
        scrolls = [:]
    }

    /// True if the person began a message without a conversation and has not left it. A conversation that arrives does
    /// not replace it, even if it is empty.
    package var staysAtNewMessage = false

    /// True if there is a draft without a conversation: a message, or the people of a new conversation.
    package var hasNewMessage: Bool {
        drafts[""]?.saysSomething == true || attachments[""] != nil || compose.saysSomething
    }

    /// Takes the draft without a conversation from a view whose conversations are discarded.
    package mutating func keepNewMessage(of old: ViewState) {
        (drafts[""], purposes[""], attachments[""]) = (old.drafts[""], old.purposes[""], old.attachments[""])
        (compose, composed, killed) = (old.compose, old.composed, old.killed)
        destination = old.destination
        (staysAtNewMessage, isTyping) = (
            old.selected == nil && old.staysAtNewMessage, old.selected == nil && old.isTyping
        )
        if old.sheet == .compose { (sheet, inSheet, focusedSheet) = (.compose, old.inSheet, old.focusedSheet) }
    }

    /// The draft of the selected conversation.
    package var draft: LineEditor {
        get { drafts[selected ?? ""] ?? LineEditor() }
        // A key in a text of a megabyte must not copy it.
        _modify { yield &drafts[selected ?? "", default: LineEditor()] }
    }

    /// The scroll position of the shown thread. A thread of replies has its own.
    var scroll: Scroll {
        get { scrolls[scrollKey] ?? .bottom }
        set { scrolls[scrollKey] = newValue == .bottom ? nil : newValue }
    }

    /// Returns true if a thread shows its end, without a chosen message, a target or a thread of replies.
    package func isAtEnd(of conversation: ConversationID) -> Bool {
        scrolls[conversation.rawValue] == nil
            && (selected != conversation || chosen == nil && target == nil && replies == nil)
    }

    private var scrollKey: String { (selected?.rawValue ?? "") + (replies.map { " " + $0 } ?? "") }

    /// The purpose of the draft of the selected conversation.
    package var purpose: DraftPurpose? {
        get { purposes[selected ?? ""] }
        set { purposes[selected ?? ""] = newValue }
    }

    /// The draft at a place; nil if there is none.
    package subscript(draft place: DraftPlace) -> CollaborationDraft? {
        get {
            switch place {
            case .composer(let id): staged[id]
            case .shareSheet: sharing?.draft
            }
        }
        set {
            switch place {
            case .composer(let id): staged[id] = newValue
            case .shareSheet: sharing?.draft = newValue
            }
        }
    }

    /// Advances the time. A hint disappears after a time that is long enough to read it.
    package mutating func pass(milliseconds: Int64) {
        readBanner.pass(milliseconds: milliseconds)
        if let age = lostItemAge { lostItemAge = age + milliseconds }
        if let age = arrivedSheetAge { arrivedSheetAge = age + milliseconds }
        guard let hint else { return }
        hintAge += milliseconds
        if hintAge >= 5_000 + 60 * Int64(hint.utf8.count) { self.hint = nil }
    }
}

/// A sheet that another one replaces for a while.
package struct PutAwaySheet: Equatable, Sendable {
    package internal(set) var kind: SheetKind
    var state: SheetState
    /// True if the sheet was not modal. It returns when the later sheets are closed.
    var isBeside: Bool
}

/// The result of sending a draft, other than a new message.
package indirect enum DraftPurpose: Equatable, Sendable {
    /// A reply to that message.
    case reply(String)
    /// The new text of that message. The previous draft returns afterwards, as a reply if it was one.
    case edit(String, before: LineEditor, reply: String?)
    /// A command in place of a draft, which returns afterwards with its purpose.
    case command(before: LineEditor, purpose: DraftPurpose?)
}

/// A question before an action that cannot be undone.
package struct Confirmation: Equatable, Sendable {
    /// The question.
    package var title: String
    /// The consequences.
    var body: String
    /// The title of the button that confirms.
    var button: String
    /// The action of that button.
    package var action: ChatAction
    /// True if the button destroys or removes something.
    var isDestructive = false
    /// The title of the button that cancels.
    var cancel = "Cancel"
}
