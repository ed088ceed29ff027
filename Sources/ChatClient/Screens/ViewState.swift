import ChatProtocol
package import ChatTerminal

/// Where the person is on the screen: nothing that the server knows.
package struct ViewState: Equatable, Sendable {
    /// Which part fills a screen too narrow for both.
    package enum Pane: Equatable, Sendable {
        /// The conversations.
        case list
        /// The thread.
        case thread
    }

    /// Where a thread is scrolled to.
    enum Scroll: Equatable, Sendable {
        /// At its end, following what comes.
        case bottom
        /// A row of an entry stands at the lower edge. So neither what comes below, nor what is loaded above, nor a
        /// new width moves what is being read. `after` is the last entry there was when scrolling began.
        case anchored(entry: String, row: Int, after: String)
    }

    /// What a thread is to be scrolled to as soon as it is here.
    package enum Target: Equatable, Sendable {
        case message(String)
        /// The first message of somebody else behind a number.
        case firstAfter(Int)
        /// The first message since a time, in milliseconds since 1970.
        case firstSince(Int64)
    }

    /// Whether the person looks at the screen, as far as the terminal says: what nobody sees is not read.
    package var isFocused = true
    /// The conversation that the person turned to; another one that is selected is only peeked at.
    package var opened: String?
    /// The conversation of which the person sees the end, and so all that comes.
    var followed: String?
    /// The selected conversation, where nothing in it was unread when it was last looked after.
    var caughtUp: String?
    /// By conversation, the number of the last message that was read when new ones came: behind it the "New" divider
    /// stands.
    package var newAfter: [String: Int] = [:]
    /// The conversation whose thread is shown.
    package var selected: String?
    /// Letters of the names that the list is narrowed to, while it has the focus.
    package var listFilter = ""
    /// The conversation that was selected when that began.
    var selectedBeforeFilter: String?
    /// The part that a narrow screen shows.
    package var pane = Pane.thread
    /// Whether Shared with You is shown in the threads' place.
    package var isShelfShown = false
    /// Whether the keys are for the thread beside it; where it cannot stand beside, it waits until it can.
    var isShelfLeft = false
    /// Whether the keys are for it.
    package var isShelfFocused: Bool { isShelfShown && !isShelfLeft }
    /// The chosen item of the shelf.
    package var shelfFocus = 0
    /// True if the chosen item went without the person's doing.
    package var hasLostShelfItem = false
    /// The sheet that the person opened.
    package var sheet: SheetKind?
    /// Where the person is in the sheet.
    package var inSheet = SheetState()
    /// The sheets that come back when this one is done, the last first, and where the person was in each (`sheet-one`).
    package var returnsTo: [PutAwaySheet] = []
    /// The sheets that came by themselves and wait until they can show, the first first (`ChatState.arrive`).
    package internal(set) var arrived: [SheetKind] = []
    /// The sheet that asked the server for a text, which shows in front of it.
    var askedFrom: SheetKind?
    /// On a desktop, the sheets of conversations that are not on the screen (`sheet-mac-look`).
    var parked: [String: ParkedSheets] = [:]
    /// The drafts as they were when their options sheets opened, by place. Discarding the choices restores them.
    var optionsBefore: [DraftPlace: CollaborationDraft] = [:]
    /// What the share sheet is about.
    package var sharing: ShareContext?
    /// The conversation into whose composer something was handed last, for whoever lays it over an app.
    package var handedTo: String?
    /// The conversation that the server was asked to begin, until it answered.
    package var asked: AskedConversation?
    /// The rows of printed lists (`--plain`), by list: a number means the row that was printed under it.
    package var printed: [String: [String]] = [:]
    /// What goes into the composer of the conversation that is being begun.
    package var handsOn: ShareContext?
    /// The items that wait for the server's answer before composers get them, the newest last.
    package internal(set) var awaited: [AwaitedItem] = []
    /// True while the keys are for the permission summary above the composer (`perm-summary-button`).
    package var isAtOptions = false
    /// What is written on the sheet that goes to a conversation.
    var switcher = LineEditor(isOneLine: true)
    /// The texts on the sheet of a conversation that is gone (`SheetKind.unsent`).
    package var unsent = UnsentText()
    /// The conversation of the sheet, while it shows.
    package var unsentOrigin: UnsentOrigin?
    /// What is written on the sheet that searches an emoji.
    var emojiQuery = LineEditor(isOneLine: true)
    /// The list from which Tab completes.
    var completion: Completion?
    /// What is written on the sheet that begins a conversation.
    package var compose = ComposeDraft()
    /// What was on that sheet when the server was asked to begin the conversation; nil once it answered.
    package var composed: ComposeDraft?
    /// What `Ctrl-Y` inserts, in whichever composer.
    package var killed: [Character] = []
    /// What is written on the composition view of a share extension.
    var post: PostDraft?
    /// The texts for other share extensions and items, the newest last.
    package internal(set) var unposted: [UnpostedText] = []
    /// The files that are to be sent with what is being written, by conversation.
    package var attachments: [String: String] = [:]
    /// Whose kind of sheets they are.
    package var look = SheetLook.touch
    /// What is being written, by conversation; a message without a conversation has the empty id.
    package var drafts: [String: LineEditor]
    /// How far threads are scrolled; a missing one is at its end.
    var scrolls: [String: Scroll]
    /// Which sheet the focus was set for: another one begins with its own.
    var focusedSheet: String?
    /// Whether someone was typing when the sheet came up: its letters were swallowed, and so is the Return after them.
    var isTypedIntoSheet = false
    /// True if the next letters are refused, because they belong to a word that began with a refused letter.
    var refusesWord = false
    /// True if the next Return is refused as the end of that word.
    var refusesReturn = false
    /// True if the conversation on the screen went since a line was read, even if it has returned.
    package var hasLostPlace = false
    /// True if a sheet that had the keys closed by itself since the last key, but for keys that write or choose.
    var hasLostQuestion = false
    /// A line for the person, until the next key, or until it has had its time.
    package var hint: String? { didSet { hintAge = 0 } }
    /// For how long it has shown, in milliseconds.
    private var hintAge: Int64 = 0
    /// The question of a notice as the person read it: its id, its text, and its documents.
    var readNotice: [String] = []
    /// The notice in the banner at the last key.
    var readBanner: String?
    /// The items that were removed from Shared with You and can be brought back, the last one last.
    package var removedHighlights: [String] = []
    /// The deletions of this client that it has not undone, the newest last: `/recover` undoes that.
    package var deletions: [Deletable] = []
    /// The command about Recently Deleted that waits for the server's answer.
    package var awaitedDeletion: AwaitedDeletion?
    /// True if the server refused something, or a command could not be followed after its answer.
    package var hasFailedLate = false
    /// The message that is chosen in the thread; keys are for it then.
    package var chosen: String?
    /// The messages whose earlier texts are shown.
    package var expanded: Set<String> = []
    /// The name of the conversation that the client opens when the list has come.
    package var destination: String?
    /// The messages that drafts answer or edit and that the person deleted on one of their devices, by id.
    package var deletedSubjects: [String: DeletedSubject] = [:]
    /// Whether the person is at the draft: what was abandoned or came from an earlier run is nobody's typing.
    package var isTyping = false
    /// How many changes besides messages the server has not answered for: edits, tapbacks and the like.
    package var unansweredChanges = 0
    /// Whether drafts are kept where the next run of the client finds them.
    package var keepsDrafts = false
    /// Whether they should be, and cannot.
    package var failsToKeepDrafts = false
    /// The lines that were written here and sent, the newest last.
    package var history: [HistoryLine] = []
    /// The lines of the history that stand in composers, by ``recallKey(_:_:)``.
    package var recalls: [String: Recalled] = [:]
    /// Why the texts in composers were refused, by ``recallKey(_:_:)``. A refused text stays, to be mended.
    var refusals: [String: String] = [:]
    /// The one of the text in the composer on the screen.
    var refusal: String? {
        get { refusals[recallKey] }
        set { refusals[recallKey] = newValue }
    }
    /// What the draft of a conversation becomes; a missing one is a new message.
    package var purposes: [String: DraftPurpose] = [:]
    /// The documents that are staged in the composers, by conversation: nothing of them is created before Send
    /// (`collab-start-drop`, `draft-stage`).
    package var staged: [String: CollaborationDraft] = [:]
    /// Everything that was taken out of composers, the newest last: `Ctrl-_` brings it back in its turn.
    var dropped: [DroppedDraft] = []
    /// The message whose thread of replies is shown alone.
    package var replies: String?
    /// True if the draft is older than the thread of replies that shows.
    var draftPrecedesReplies = false
    /// The panel that searches, while it is open.
    package var search: SearchPanel?
    /// Where the thread is to be scrolled to.
    package var target: Target?
    /// Whether what is written is to answer the message that is gone to: over an app, where one came to reply.
    var repliesToTarget = false
    /// What `/yes` does and `/no` does not (`--plain`; on the screen it is a sheet).
    package var question: Confirmation?

    /// A fresh start.
    ///
    /// - Parameter selected: a conversation that the person has turned to already.
    init(selected: String? = nil) {
        (self.selected, opened) = (selected, selected)
        drafts = [:]
        scrolls = [:]
    }

    /// True if the person wrote a message without a conversation and has not left it: a conversation that comes meanwhile
    /// does not take its place, even while nothing is written.
    package var staysAtNewMessage = false

    /// True if something is written that belongs to no conversation yet: a message, or the people of a new conversation.
    package var hasNewMessage: Bool {
        drafts[""]?.saysSomething == true || attachments[""] != nil || compose.saysSomething
    }

    /// Keeps what belongs to no conversation when the conversations of another view are forgotten.
    package mutating func keepNewMessage(of old: ViewState) {
        (drafts[""], purposes[""], attachments[""]) = (old.drafts[""], old.purposes[""], old.attachments[""])
        (compose, composed, killed) = (old.compose, old.composed, old.killed)
        destination = old.destination
        (staysAtNewMessage, isTyping) = (
            old.selected == nil && old.staysAtNewMessage, old.selected == nil && old.isTyping
        )
        if old.sheet == .compose { (sheet, inSheet, focusedSheet) = (.compose, old.inSheet, old.focusedSheet) }
    }

    /// What is being written in the selected conversation.
    package var draft: LineEditor {
        get { drafts[selected ?? ""] ?? LineEditor() }
        // A key in a text of a megabyte must not copy it.
        _modify { yield &drafts[selected ?? "", default: LineEditor()] }
    }

    /// Where the shown thread is scrolled to; a thread of replies has a place of its own.
    var scroll: Scroll {
        get { scrolls[scrollKey] ?? .bottom }
        set { scrolls[scrollKey] = newValue == .bottom ? nil : newValue }
    }

    /// Whether a thread shows its end, and nothing in it was gone to.
    package func isAtEnd(of conversation: String) -> Bool {
        scrolls[conversation] == nil && (selected != conversation || chosen == nil && target == nil && replies == nil)
    }

    private var scrollKey: String { (selected ?? "") + (replies.map { " " + $0 } ?? "") }

    /// What the draft of the selected conversation becomes.
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

    /// Lets time pass: a word goes by itself when it was there long enough to be read.
    package mutating func pass(milliseconds: Int64) {
        guard let hint else { return }
        hintAge += milliseconds
        if hintAge >= 5_000 + 60 * Int64(hint.utf8.count) { self.hint = nil }
    }
}

/// The sheets there are. One shows at a time.
package enum SheetKind: Equatable, Sendable {
    /// An app asks to surface its links.
    case consent(ConsentPrompt)
    /// The switches of automatic sharing.
    case settings
    /// The keys and commands.
    case help
    /// The notices that wait in the selected thread: the banner, expanded.
    case notices
    /// What a notice offers to answer.
    case notice(NoticeEntry)
    /// Text that was asked for, as `/explain` answers it.
    case text(title: String, body: [String])
    /// The text that the person types after a conversation has gone, with the reason of the loss.
    case unsent(String)
    /// What can be done now with a message.
    case message(String)
    /// The tapbacks for a message.
    case tapback(String)
    /// Any emoji as a tapback for a message.
    case emoji(String)
    /// Who is in a conversation, and its switches.
    case details(String)
    /// The conversations with messages that can be recovered.
    case recentlyDeleted
    /// The messages of a conversation that can be recovered.
    case deletedMessages(String)
    /// The choices for a deleted message of a conversation.
    case deletedMessage(String, conversation: String)
    /// Who is on a collaboration, by its link.
    case people(String)
    /// What can be chosen for a draft.
    case options(DraftPlace)
    /// Something that cannot be undone asks once.
    case confirm(Confirmation)
    /// Asks before what was chosen for a draft is forgotten (`sheet-unsaved`).
    case discardOptions(DraftPlace)
    /// A conversation that is to be: whom it is with, and of a group its name and its photo.
    case compose
    /// The files of a folder, one of which is to be sent (`sheet-modal-uses`).
    case files(String)
    /// What can be done with something (`av-what`).
    case share
    /// Which actions the share sheet has, and in which order.
    case shareActions
    /// The composition view of a share extension.
    case post
    /// Goes to a conversation by some letters of its name.
    case switcher
    /// All that waits for the person.
    case inbox
}

/// A sheet that made room for another.
package struct PutAwaySheet: Equatable, Sendable {
    package internal(set) var kind: SheetKind
    var state: SheetState
    /// True if it stood beside the thread: it returns when all that came after it is done.
    var isBeside: Bool
}

/// What a draft becomes when it is sent, where that is no new message.
package indirect enum DraftPurpose: Equatable, Sendable {
    /// A reply to that message.
    case reply(String)
    /// The new text of that message; what was being written before comes back after it, as a reply if it was one.
    case edit(String, before: LineEditor, reply: String?)
    /// A command over what is being written, which comes back after it as what it was to become.
    case command(before: LineEditor, purpose: DraftPurpose?)
}

/// A question before something that cannot be undone.
package struct Confirmation: Equatable, Sendable {
    /// What is asked.
    package var title: String
    /// What it comes to.
    var body: String
    /// The button that does it.
    var button: String
    /// What is done then.
    package var action: ChatAction
    /// True if the button destroys something or takes it away.
    var isDestructive = false
    /// The button that does nothing.
    var cancel = "Cancel"
}

extension SheetKind {
    /// What tells one sheet from the next.
    package var identity: String {
        switch self {
        case .consent(let request): return "consent " + request.id
        case .settings: return "settings"
        case .help: return "help"
        case .notices: return "notices"
        case .notice(let notice): return "notice " + notice.id
        case .text(let title, _): return "text " + title
        case .unsent: return "unsent"
        case .message(let id): return "message " + id
        case .tapback(let id): return "tapback " + id
        case .emoji(let id): return "emoji " + id
        case .details(let id): return "details " + id
        case .recentlyDeleted: return "recently deleted"
        case .deletedMessages(let id): return "deleted messages " + id
        case .deletedMessage(let id, _): return "deleted message " + id
        case .people(let url): return "people " + url
        case .options(let place): return "options \(place)"
        case .confirm(let question): return "confirm " + question.title
        case .discardOptions(let place): return "discard options \(place)"
        case .compose: return "compose"
        case .files(let folder): return "files " + folder
        case .share: return "share"
        case .shareActions: return "share actions"
        case .post: return "post"
        case .switcher: return "switcher"
        case .inbox: return "inbox"
        }
    }
}
