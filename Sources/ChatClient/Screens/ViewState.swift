import ChatProtocol

/// Where the person is on the screen: nothing that the server knows.
public struct ViewState: Equatable, Sendable {
    /// Which part fills a screen too narrow for both.
    public enum Pane: Equatable, Sendable {
        /// The conversations.
        case list
        /// The thread.
        case thread
    }

    /// Where a thread is scrolled to.
    public enum Scroll: Equatable, Sendable {
        /// At its end, following what comes.
        case bottom
        /// A row of an entry stands at the lower edge. So neither what comes below, nor what is loaded above, nor a
        /// new width moves what is being read. `after` is the last entry there was when scrolling began.
        case anchored(entry: String, row: Int, after: String)
    }

    /// Whether the person looks at the screen, as far as the terminal says: what nobody sees is not read.
    public var isFocused = true
    /// The conversation whose thread is shown.
    public var selected: String?
    /// The part that a narrow screen shows.
    public var pane: Pane
    /// Whether Shared with You is shown in the threads' place.
    public var isShelfShown: Bool
    /// The chosen item of the shelf.
    public var shelfFocus: Int
    /// The sheet that the person opened.
    public var sheet: SheetKind?
    /// The focused button or row of the sheet; nil is the sheet's own first choice.
    public var sheetFocus: Int?
    /// The topmost row of the sheet's content; nil is what keeps the focus in sight.
    public var sheetScroll: Int?
    /// What is being written, by conversation; without one, under the empty id.
    public var drafts: [String: LineEditor]
    /// How far threads are scrolled; a missing one is at its end.
    public var scrolls: [String: Scroll]
    /// The entry that the "New" divider stands before, by conversation.
    public var dividers: [String: String]
    /// Unread messages that there were when a thread was opened before its entries were here.
    var unreadOnOpening: [String: Int]
    /// Which sheet the focus was set for: another one begins with its own.
    var focusedSheet: String?
    /// Whether someone was typing when the sheet came up: its letters were swallowed, and so is the Return after them.
    var isTypedIntoSheet = false
    /// A line for the person, until the next key.
    public var hint: String?
    /// What was removed from Shared with You last, and can be brought back.
    public var removedHighlight: String?
    /// The message that is chosen in the thread; keys are for it then.
    public var chosen: String?
    /// The messages whose earlier texts are shown.
    public var expanded: Set<String> = []
    /// Whether the last key was a Return that sent something: another one is a slip, and opens no banner.
    var hasJustSent = false
    /// What the draft of a conversation becomes; a missing one is a new message.
    public var purposes: [String: DraftPurpose] = [:]
    /// The documents that are staged in the composers, by conversation: nothing of them is created before Send
    /// (`collab-start-drop`, `draft-stage`).
    public var staged: [String: CollaborationDraft] = [:]
    /// The message whose thread of replies is shown alone.
    public var replies: String?
    /// The panel that searches, while it is open.
    public var search: SearchPanel?
    /// The message to which the thread is to be scrolled as soon as it is here.
    public var target: String?
    /// Whether what is written is to answer that message: over an app, where one came to reply.
    public var repliesToTarget = false
    /// What `/yes` does and `/no` does not (`--plain`; on the screen it is a sheet).
    public var question: Confirmation?

    /// A fresh start.
    public init(selected: String? = nil) {
        self.selected = selected
        pane = .thread
        isShelfShown = false
        shelfFocus = 0
        drafts = [:]
        scrolls = [:]
        dividers = [:]
        unreadOnOpening = [:]
    }

    /// What is being written in the selected conversation.
    public var draft: LineEditor {
        get { drafts[selected ?? ""] ?? LineEditor() }
        set { drafts[selected ?? ""] = newValue }
    }

    /// Where the shown thread is scrolled to; a thread of replies has a place of its own.
    public var scroll: Scroll {
        get { scrolls[scrollKey] ?? .bottom }
        set { scrolls[scrollKey] = newValue == .bottom ? nil : newValue }
    }

    private var scrollKey: String { (selected ?? "") + (replies.map { " " + $0 } ?? "") }

    /// What the draft of the selected conversation becomes.
    public var purpose: DraftPurpose? {
        get { purposes[selected ?? ""] }
        set { purposes[selected ?? ""] = newValue }
    }

    /// How the shown thread is drawn.
    var look: ThreadLook {
        ThreadLook(
            divider: replies == nil ? selected.flatMap { dividers[$0] } : nil, expanded: expanded, chosen: chosen)
    }
}

/// The sheets there are. One shows at a time.
public enum SheetKind: Equatable, Sendable {
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
    /// What can be done now with a message.
    case message(String)
    /// The tapbacks for a message.
    case tapback(String)
    /// Who is in a conversation, and its switches.
    case details(String)
    /// Who is on a collaboration, by its link.
    case people(String)
    /// What can be chosen for the staged document of a conversation.
    case options(String)
    /// Something that cannot be undone asks once.
    case confirm(Confirmation)
}

/// What a draft becomes when it is sent, where that is no new message.
public enum DraftPurpose: Equatable, Sendable {
    /// A reply to that message.
    case reply(String)
    /// The new text of that message; what was being written before comes back after it.
    case edit(String, before: LineEditor)
}

/// A question before something that cannot be undone.
public struct Confirmation: Equatable, Sendable {
    /// What is asked.
    public var title: String
    /// What it comes to.
    public var body: String
    /// The button that does it.
    public var button: String
    /// What is done then.
    public var action: ChatAction

    /// A question.
    public init(title: String, body: String, button: String, action: ChatAction) {
        self.title = title
        self.body = body
        self.button = button
        self.action = action
    }
}

/// How a thread is drawn, beside what stands in it.
struct ThreadLook: Equatable, Sendable {
    /// The entry that the "New" divider stands before.
    var divider: String?
    /// The messages whose earlier texts are shown.
    var expanded: Set<String> = []
    /// The message that is chosen.
    var chosen: String?
}

extension SheetKind {
    /// What tells one sheet from the next.
    var identity: String {
        switch self {
        case .consent(let request): return "consent " + request.id
        case .settings: return "settings"
        case .help: return "help"
        case .notices: return "notices"
        case .notice(let notice): return "notice " + notice.id
        case .text(let title, _): return "text " + title
        case .message(let id): return "message " + id
        case .tapback(let id): return "tapback " + id
        case .details(let id): return "details " + id
        case .people(let url): return "people " + url
        case .options(let id): return "options " + id
        case .confirm(let question): return "confirm " + question.title
        }
    }
}
