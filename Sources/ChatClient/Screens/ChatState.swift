public import ChatProtocol

/// All that the screens show. The facts are the session's to write, `view` is `ChatUpdate`'s.
public struct ChatState: Equatable, Sendable {
    /// Whether the server is there.
    public enum Connection: Equatable, Sendable {
        /// Not yet.
        case connecting
        /// Yes.
        case connected
        /// Lost; the next try is in so many seconds.
        case reconnecting(seconds: Int)
        /// Given up, and why.
        case offline(String)
    }

    /// One's own handle.
    public var handle: String
    /// The connection.
    public var connection: Connection
    /// The conversations, in the order of the list.
    public var conversations: [ConversationRow]
    /// What is known of their threads, by the conversation's id.
    public var threads: [String: ThreadState]
    /// Shared with You, ranked.
    public var shelf: [ShelfItem]
    /// Apps that ask whether they may surface links; one is asked at a time.
    public var consents: [ConsentPrompt]
    /// The switches of automatic sharing.
    public var settings: SettingsState
    /// Where the person is.
    public var view: ViewState
    /// The threads of replies that were opened, by the message that begins each.
    public var replies: [String: ThreadState] = [:]
    /// What the last search found.
    public var search = SearchState()
    /// The collaborations that this person is on or could come to, by their links.
    public var shares: [String: CollaborationRow] = [:]
    /// Those that are this person's no longer, by their links.
    public var lostShares: [String: LostCollaboration] = [:]
    /// Collaborations that wait for their app, or that it refused, in the order in which they were begun.
    public var starts: [StartRow] = []
    /// What time it is for the server, in milliseconds since 1970.
    public var clock: Int64 = 0
    /// What the server allows.
    public var limits = ChatLimits()

    /// A state; by default the one before the first connection.
    public init(
        handle: String, connection: Connection = .connecting, conversations: [ConversationRow] = [],
        threads: [String: ThreadState] = [:], shelf: [ShelfItem] = [], consents: [ConsentPrompt] = [],
        settings: SettingsState = SettingsState(), view: ViewState = ViewState()
    ) {
        self.handle = handle
        self.connection = connection
        self.conversations = conversations
        self.threads = threads
        self.shelf = shelf
        self.consents = consents
        self.settings = settings
        self.view = view
    }

    /// What a conversation is called, and its photo if it has one.
    func group(_ id: ConversationID) -> (title: String, photo: String?)? {
        conversations.first { $0.id == id.rawValue }.map { ($0.title, $0.photo) }
    }

    /// The thread on the screen.
    public var selectedThread: ThreadState? { view.selected.flatMap { threads[$0] } }

    /// What the thread's part of the screen shows: the thread of replies that was opened, else the thread.
    public var shownThread: ThreadState? {
        guard let root = view.replies, let thread = replies[root], thread.conversation == view.selected else {
            return selectedThread
        }
        return thread
    }

    /// A message of the selected conversation, by its id.
    public func message(_ id: String) -> MessageEntry? { shownThread?.message(id) ?? selectedThread?.message(id) }

    /// The message that is chosen on the screen.
    public var chosenMessage: MessageEntry? { view.chosen.flatMap { message($0) } }

    /// Whether what is on the screen changes as time passes, without anything that is told.
    var followsTheClock: Bool {
        if case .message? = view.sheet { return true }
        return threads.values.contains { !$0.typing.isEmpty }
    }

    /// What the card of a link says of its collaboration; nil where it is none that this person knows of.
    func sharing(of url: String) -> CardSharing? {
        shares[url]?.card ?? (lostShares[url] == nil ? nil : .lost)
    }

    /// The live collaborations whose links were sent in a conversation, in the order of their titles
    /// (`ntc-details-list`).
    public func collaborations(in conversation: String) -> [CollaborationRow] {
        guard let thread = threads[conversation] else { return [] }
        var links = Set(thread.collaborations)
        for case .message(let message) in thread.entries { links.formUnion(message.cards.map(\.url)) }
        return links.compactMap { shares[$0] }.filter { !$0.isDocumentDeleted }
            .sorted { ($0.title, $0.url) < ($1.title, $1.url) }
    }

    /// The one sheet on the screen: what the person opened, else the first app that asks.
    public var sheet: SheetKind? { view.sheet ?? consents.first.map(SheetKind.consent) }
}

/// A row of the conversation list.
public struct ConversationRow: Equatable, Sendable {
    /// The conversation's id.
    public var id: String
    /// Its name, or the names of the others.
    public var title: String
    /// The last message in short ("Anna: see you").
    public var preview: String
    /// When that was.
    public var time: String
    /// Messages that were not read.
    public var unread: Int
    /// Whether its alerts are hidden.
    public var isMuted: Bool
    /// Whether it stands at the top, by itself (`msg-pin-conv`).
    public var isPinned = false
    /// What stands before its name where it is pinned: the group's photo, or the initials of the others
    /// (`msg-pin-conv-group`).
    public var face = ""
    /// The group's photo, if it has one.
    public var photo: String?
    /// Whether this person marked it as unread.
    public var isMarkedUnread = false
    /// Whether something in it alerted this person, and was not looked at.
    public var isAlerted = false
    /// Whether someone is typing in it.
    public var isTyping = false

    /// A row.
    public init(
        id: String, title: String, preview: String = "", time: String = "", unread: Int = 0, isMuted: Bool = false
    ) {
        self.id = id
        self.title = title
        self.preview = preview
        self.time = time
        self.unread = unread
        self.isMuted = isMuted
    }

    /// The group's photo, or the initials of the first two of the others in its place.
    static func face(photo: String?, others: [String]) -> String {
        (photo ?? "(" + String(others.prefix(2).compactMap(\.first)) + ")") + " "
    }
}

/// An app that asks to surface its links.
public struct ConsentPrompt: Equatable, Sendable {
    /// The request's id.
    public var id: String
    /// The app's name.
    public var app: String
    /// The conversation whose link gave cause, by name.
    public var conversation: String
    /// That link.
    public var url: String

    /// A request.
    public init(id: String, app: String, conversation: String = "", url: String = "") {
        self.id = id
        self.app = app
        self.conversation = conversation
        self.url = url
    }
}

/// The switches of automatic sharing.
public struct SettingsState: Equatable, Sendable {
    /// One switch of many.
    public struct Toggle: Equatable, Sendable {
        /// The app's or conversation's id.
        public var id: String
        /// Its name.
        public var title: String
        /// On, off, or not decided.
        public var isOn: Bool?
        /// What was answered when the app asked, where that decided nothing for good or everything against it.
        public var answer: ConsentAnswer?
        /// Whether the app's question waits.
        public var isAsking = false

        /// A switch.
        public init(id: String, title: String, isOn: Bool?) {
            self.id = id
            self.title = title
            self.isOn = isOn
        }

        /// How it stands where it is neither on nor off.
        var undecided: String {
            switch answer {
            case _ where isAsking: "asked"
            case .notNow?: "not now"
            case .never?: "never"
            case .allow?, nil: "not asked"
            }
        }
    }

    /// The switch above all others.
    public var everywhere: Bool
    /// For each app.
    public var apps: [Toggle]
    /// For each conversation.
    public var conversations: [Toggle]
    /// Whether others learn that their messages were read.
    public var readReceipts = true
    /// The conversations in which that is decided by itself.
    public var receiptsByConversation: [String: Bool] = [:]
    /// Whether a mention alerts even where alerts are hidden.
    public var mentionAlerts = true

    /// Whether the other one of a conversation learns that their messages were read.
    public func sendsReceipts(in conversation: String) -> Bool {
        receiptsByConversation[conversation] ?? readReceipts
    }

    /// Whether the links of a conversation surface.
    public func shows(_ conversation: String) -> Bool {
        conversations.first { $0.id == conversation }?.isOn ?? true
    }

    /// Switches.
    public init(everywhere: Bool = true, apps: [Toggle] = [], conversations: [Toggle] = []) {
        self.everywhere = everywhere
        self.apps = apps
        self.conversations = conversations
    }
}

/// What the server allows, as far as a menu depends on it.
public struct ChatLimits: Equatable, Sendable {
    /// How long after sending a message can be edited, in milliseconds.
    public var editMilliseconds: Int64 = 900_000
    /// How many times it can be edited.
    public var edits = 5
    /// How long after sending it can be taken back, in milliseconds.
    public var unsendMilliseconds: Int64 = 120_000
    /// The most bytes of a document.
    public var attachmentBytes = 131_072
    /// The most conversations at the top of the list.
    public var pinnedConversations = 9

    /// The defaults of the contract.
    public init() {}
}
