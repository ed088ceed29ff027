package import AppModel
package import ChatProtocol
import ChatTerminal

/// All that the screens show. The facts are the session's to write, `view` is `ChatUpdate`'s.
package struct ChatState: Equatable, Sendable {
    /// Whether the server is there.
    package enum Connection: Equatable, Sendable {
        /// The first connection is being made: the address, and the seconds since then.
        case connecting(to: String, seconds: Int)
        /// Yes.
        case connected
        /// Lost; the next try is in so many seconds.
        case reconnecting(seconds: Int)
        /// Given up, and why.
        case offline(String)

        /// Nothing is known of the connection yet.
        package static let starting = Connection.connecting(to: "", seconds: 0)
    }

    /// One's own handle.
    package var handle: String
    /// The connection.
    package var connection: Connection = .starting
    /// True once the list of conversations has come.
    package var isListed = true
    /// The conversations, in the order of the list.
    package var conversations: [ConversationRow] = []
    /// What is known of their threads, by the conversation's id.
    package var threads: [String: ThreadState] = [:]
    /// Shared with You, ranked.
    package var shelf: [ShelfItem] = []
    /// Apps that ask whether they may surface links; one is asked at a time.
    package var consents: [ConsentPrompt] = []
    /// The switches of automatic sharing.
    package var settings: SettingsState = SettingsState()
    /// Where the person is.
    package var view: ViewState = ViewState()
    /// The threads of replies that were opened, by the message that begins each.
    package var replies: [String: ThreadState] = [:]
    /// What the keys do.
    package var keys = KeyBindings()
    /// The extensions that are installed.
    package var extensions: [ActivityExtension] = []
    /// How often somebody was given another name: who draws names elsewhere draws them again.
    package var renames = 0
    /// The jobs of extensions that this client runs.
    package var jobs: [ActivityJob] = []
    /// What the person must read about jobs and has not yet, the oldest first.
    package var problems: [JobProblem] = []
    /// How the person wants the actions of share sheets.
    package var activityPreferences = ActivityPreferences()
    /// The folder that was looked into last, to choose a file from.
    package var folder: FolderListing?
    /// The contents of Recently Deleted.
    package var recentlyDeleted = DeletedList()
    /// What the last search found.
    package var search = SearchState()
    /// The collaborations that this person is on or could come to, by their links.
    package var shares: [String: CollaborationRow] = [:]
    /// Those that are this person's no longer, by their links.
    package var lostShares: [String: LostCollaboration] = [:]
    /// Collaborations that wait for their app, or that it refused, in the order in which they were begun.
    package var starts: [StartRow] = []
    /// What time it is for the server, in milliseconds since 1970.
    package var clock: Int64 = 0
    /// How far this person's clock is ahead of UTC, in milliseconds.
    package var utcOffset: Int64 = 0
    /// The command that brings back what was removed from Shared with You; an app has another.
    package var wayBack = "/unhide"
    /// What the server allows.
    package var limits = Limits.standard

    /// What a conversation is called, and its photo if it has one.
    package func group(_ id: ConversationID) -> (title: String, photo: String?)? {
        conversations.first { $0.id == id.rawValue }.map { ($0.title, $0.photo) }
    }

    /// The conversations with the others who are in them, in the order of the list.
    package var places: [LinkInvitation.Place] {
        conversations.map { row in
            LinkInvitation.Place(
                id: ConversationID(row.id), title: row.title,
                people: threads[row.id]?.members.filter { !$0.isOwn }.compactMap { Handle($0.handle) } ?? [])
        }
    }

    /// The message that adding people to a collaboration sends them; nil if all of them take part in it.
    func linkInvitation(for handles: [String], to row: CollaborationRow) -> LinkInvitation? {
        let added = handles.compactMap { Handle($0) }.filter { handle in
            !row.people.contains { $0.handle == handle.rawValue }
        }
        return LinkInvitation(added, in: places) { place in
            collaborations(in: place.id.rawValue).contains { $0.url == row.url }
        }
    }

    /// What somebody is called who is in a conversation of this person's; the handle's own name for others.
    func name(of handle: Handle) -> String {
        let member = threads.values.lazy.flatMap(\.members).first { $0.handle == handle.rawValue }
        return CleanText.line(member?.name ?? handle.defaultName)
    }

    /// The hint about the newest unread failure or alert of a job; nil if there is none.
    package var problemHint: String? { problems.last(where: \.isUrgent).map { $0.text + " · Esc" } }

    /// The hint of the last row. A failure or alert of a job gives way to the keys of a sheet.
    var shownHint: String? { sheet != nil && view.hint == problemHint ? nil : view.hint }

    /// The thread on the screen.
    package var selectedThread: ThreadState? { view.selected.flatMap { threads[$0] } }

    /// What the thread's part of the screen shows: the thread of replies that was opened, else the thread.
    var shownThread: ThreadState? {
        guard let root = view.replies, let thread = replies[root], thread.conversation == view.selected else {
            return selectedThread
        }
        return thread
    }

    /// The rows of the list: the conversations, and a message without one, with an empty id.
    var listed: [ConversationRow] {
        let filter = view.pane == .list ? view.listFilter : ""
        guard filter.isEmpty else { return SwitcherContent.fitting(filter, conversations) }
        guard isNewMessageListed else { return conversations }
        var rows = conversations
        let people = view.compose.people.beginning
        let text =
            view.drafts[""].flatMap { $0.saysSomething ? $0.beginning : nil }
            ?? view.attachments[""].map { "📎 " + CleanText.line($0) } ?? ""
        rows.insert(
            ConversationRow(
                id: "", title: "New Message",
                preview: !text.isEmpty ? "✎ " + text : people.isEmpty ? "" : "✎ To: " + people),
            at: rows.count(where: \.isPinned))
        return rows
    }

    /// True if the list shows the New Message. With no conversation at all, a command in the composer is not one.
    var isNewMessageListed: Bool {
        guard conversations.isEmpty else {
            return view.hasNewMessage || view.selected == nil && view.staysAtNewMessage
        }
        return isListed && view.hasNewMessage && view.drafts[""]?.isCommand != true
    }

    /// The newest message of the selected conversation that has that link.
    func message(sharing url: String) -> MessageEntry? {
        for case .message(let message) in selectedThread?.entries.reversed() ?? [] where message.isThere {
            if message.cards.contains(where: { $0.url == url }) { return message }
        }
        return nil
    }

    /// A message of the selected conversation, by its id.
    package func message(_ id: String) -> MessageEntry? { shownThread?.message(id) ?? selectedThread?.message(id) }

    /// How the shown thread is drawn.
    var look: ThreadLook {
        var look = ThreadLook(expanded: view.expanded, chosen: view.chosen, keys: keys)
        if view.replies == nil, let thread = selectedThread, let after = view.newAfter[thread.conversation] {
            look.divider = thread.firstNew(after: after)
        }
        if view.search?.shows(search) == true { look.searched = SearchPhrase.phrases(of: search.query) }
        return look
    }

    /// The message that is chosen on the screen.
    var chosenMessage: MessageEntry? { view.chosen.flatMap { message($0) } }

    /// Whether what is on the screen changes as time passes, without anything that is told.
    package var followsTheClock: Bool {
        if sheetDependsOnTime || view.hint != nil { return true }
        return threads.values.contains { !$0.typing.isEmpty }
    }

    /// True if something is written on the sheet that is open: a text for an extension, or the people of a conversation.
    package var writesInSheet: Bool {
        switch view.sheet {
        case .post?: view.post?.text.saysSomething == true
        case .compose?: view.compose.saysSomething
        default: false
        }
    }

    /// True if the sheet offers what has its time, such as Undo Send.
    package var sheetDependsOnTime: Bool {
        switch view.sheet {
        case .message?, .confirm?: true
        default: false
        }
    }

    /// What the card of a link says of its collaboration; nil where it is none that this person knows of.
    package func sharing(of url: String) -> CardSharing? {
        shares[url]?.card ?? lostShares[url].map(CardSharing.lost)
    }

    /// The link of the collaboration that a notice's link leads into; the link itself if no notice has it.
    package func collaborationURL(of link: String) -> String {
        guard shares[link] == nil else { return link }
        for thread in threads.values {
            if let notice = thread.waiting.first(where: { $0.url == link }) { return notice.collaborationURL }
            for case .notice(let notice) in thread.entries where notice.url == link { return notice.collaborationURL }
        }
        return link
    }

    /// The live collaborations whose links were sent in a conversation, in the order of their titles
    /// (`ntc-details-list`).
    package func collaborations(in conversation: String) -> [CollaborationRow] {
        guard let thread = threads[conversation] else { return [] }
        var links = Set(thread.collaborations)
        for case .message(let message) in thread.entries { links.formUnion(message.cards.map(\.url)) }
        return links.compactMap { shares[$0] }.filter { !$0.isDocumentDeleted }
            .sorted { ($0.title, $0.url) < ($1.title, $1.url) }
    }

    /// The same as far as a screen of so many rows shows it: at the end of a thread, and without a sheet, nothing of what
    /// stands far above is there to see.
    package func near(rows: Int) -> ChatState {
        guard sheet == nil, view.purpose == nil else { return self }
        var near = self
        for (id, thread) in threads where thread.entries.count > rows + 1 && view.isAtEnd(of: id) {
            near.threads[id]?.entries = Array(thread.entries.suffix(rows + 1))
        }
        return near
    }

    /// The one sheet on the screen: what the person opened, else the first app that asks.
    package var sheet: SheetKind? { view.sheet ?? consents.first.map(SheetKind.consent) }
}

/// An alert of an extension, or the failure of its job: it stays visible until the person reads it.
package struct JobProblem: Equatable, Sendable {
    /// The sentence to show.
    package var text: String
    /// The job, if it failed.
    package var job: ActivityJob?
    /// The job that goes on and showed an alert; nil once it is done: the alert stays in the inbox alone.
    package var alerting: String?
    /// True if the person took it from the last row. It stays in the inbox.
    var isDismissed = false

    package init(text: String, job: ActivityJob? = nil, alerting: String? = nil) {
        (self.text, self.job, self.alerting) = (text, job, alerting)
    }

    /// True if the last row shows it whenever nothing else is said.
    package var isUrgent: Bool { !isDismissed && (job != nil || alerting != nil) }
}

/// A row of the conversation list.
package struct ConversationRow: Equatable, Sendable {
    /// The conversation's id.
    package var id: String
    /// Its name, or the names of the others.
    package var title: String
    /// The last message in short ("Anna: see you").
    package var preview: String = ""
    /// When that was.
    package var time: String = ""
    /// Messages that were not read.
    package var unread: Int = 0
    /// How many of them mention this person, as far as is known.
    package var mentions: Int = 0
    /// The number of the newest message that this person has read.
    package var readThrough: Int = 0
    /// The number of the newest message.
    package var newest: Int = 0
    /// Whether its alerts are hidden.
    package var isMuted: Bool = false
    /// Whether it stands at the top, by itself (`msg-pin-conv`).
    package var isPinned = false
    /// What stands before its name where it is pinned: the group's photo, or the initials of the others
    /// (`msg-pin-conv-group`).
    package var face = ""
    /// The group's photo, if it has one.
    package var photo: String?
    /// Whether this person marked it as unread.
    package var isMarkedUnread = false
    /// Whether something in it alerted this person, and was not looked at.
    package var isAlerted = false
    /// Whether someone is typing in it.
    package var isTyping = false

    /// The group's photo, or the initials of the first two of the others in its place.
    package static func face(photo: String?, others: [String]) -> String {
        (photo ?? "(" + String(others.prefix(2).compactMap(\.first)) + ")") + " "
    }
}

/// The files in a folder.
package struct FolderListing: Equatable, Sendable {
    /// One of them.
    package struct Entry: Equatable, Sendable {
        /// Its name.
        package var name: String
        /// Whether it is a folder in turn.
        package var isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) { (self.name, self.isFolder) = (name, isFolder) }
    }

    /// The path of the folder, which ends in a slash.
    package var path: String
    /// What is in it, folders first.
    package var entries: [Entry]
    /// Why it cannot be looked into; nil where it can.
    package var problem: String?

    package init(path: String, entries: [Entry], problem: String? = nil) {
        (self.path, self.entries, self.problem) = (path, entries, problem)
    }
}

/// An app that asks to surface its links.
package struct ConsentPrompt: Equatable, Sendable {
    /// The request's id.
    package var id: String
    /// The app's name.
    package var app: String
    /// The conversation whose link gave cause, by name.
    var conversation: String = ""
    /// That link.
    var url: String = ""
}

/// The switches of automatic sharing.
package struct SettingsState: Equatable, Sendable {
    /// One switch of many.
    package struct Toggle: Equatable, Sendable {
        /// The app's or conversation's id.
        package var id: String
        /// Its name.
        package var title: String
        /// On, off, or not decided.
        package var isOn: Bool?
        /// What was answered when the app asked, where that decided nothing for good or everything against it.
        package var answer: ConsentAnswer?
        /// Whether the app's question waits.
        package var isAsking = false

        /// A switch.
        package init(id: String, title: String, isOn: Bool?) {
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
    var everywhere: Bool = true
    /// For each app.
    package var apps: [Toggle] = []
    /// For each conversation.
    var conversations: [Toggle] = []
    /// Whether others learn that their messages were read.
    package var readReceipts = true
    /// The conversations in which that is decided by itself.
    package var receiptsByConversation: [String: Bool] = [:]
    /// Whether a mention alerts even where alerts are hidden.
    package var mentionAlerts = true

    /// Whether the other one of a conversation learns that their messages were read.
    func sendsReceipts(in conversation: String) -> Bool {
        receiptsByConversation[conversation] ?? readReceipts
    }

    /// Whether the links of a conversation surface.
    func shows(_ conversation: String) -> Bool {
        conversations.first { $0.id == conversation }?.isOn ?? true
    }
}
