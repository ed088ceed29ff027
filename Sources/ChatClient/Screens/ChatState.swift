package import AppModel
package import ChatProtocol
import ChatTerminal

/// The state that all screens show. The session writes the facts; `ChatUpdate` writes `view`.
package struct ChatState: Equatable, Sendable {
    /// The state of the connection to the server.
    package enum Connection: Equatable, Sendable {
        /// The first attempt to connect: the address, and the seconds since it began.
        case connecting(to: String, seconds: Int)
        /// Connected.
        case connected
        /// The connection was lost; the next attempt is in this number of seconds.
        case reconnecting(seconds: Int)
        /// The client stopped trying to connect, for this reason.
        case offline(String)

        /// The initial state: nothing is known of the connection yet.
        package static let starting = Connection.connecting(to: "", seconds: 0)
    }

    /// This person's handle.
    package var handle: String
    package var connection: Connection = .starting
    /// True once the list of conversations has arrived.
    package var isListed = true
    /// The conversations, in the order of the list.
    package var conversations: [ConversationRow] = []
    /// The known threads, by the conversation's id.
    package var threads: [ConversationID: ThreadState] = [:]
    /// The items of Shared with You, in ranked order.
    package var shelf: [ShelfItem] = []
    /// The apps that ask whether they may surface links. One prompt is shown at a time.
    package var consents: [ConsentPrompt] = []
    /// The settings of automatic sharing, receipts and mentions.
    package var settings: SettingsState = SettingsState()
    /// The person's position in the user interface.
    package var view: ViewState = ViewState()
    /// The threads of replies that were opened, by the id of the message that begins each.
    package var replies: [String: ThreadState] = [:]
    /// The key bindings.
    package var keys = KeyBindings()
    /// The installed extensions.
    package var extensions: [ActivityExtension] = []
    /// The number of name changes so far. Other views redraw their names when it changes.
    package var renames = 0
    /// The jobs of extensions that this client runs.
    package var jobs: [ActivityJob] = []
    /// The unread problems of jobs, the oldest first.
    package var problems: [JobProblem] = []
    /// The person's preferences for the actions of share sheets.
    package var activityPreferences = ActivityPreferences()
    /// The folder that was listed last, to choose a file from.
    package var folder: FolderListing?
    /// The contents of Recently Deleted.
    package var recentlyDeleted = DeletedList()
    /// The results of the last search.
    package var search = SearchState()
    /// The collaborations that this person takes part in or can join, by their links.
    package var shares: [String: CollaborationRow] = [:]
    /// The links of the shares to which links of documents in shared folders lead (`ck-zone-share`), as the server found
    /// them.
    package var folderLinks: [String: String] = [:]
    /// The collaborations that this person can no longer use, by their links.
    package var lostShares: [String: LostCollaboration] = [:]
    /// The collaborations that wait for their app or that it refused, in the order in which they were begun.
    package var starts: [StartRow] = []
    /// The server's current time, in milliseconds since 1970.
    package var clock: Int64 = 0
    /// The offset of this person's clock from UTC, in milliseconds.
    package var utcOffset: Int64 = 0
    /// The command that restores an item removed from Shared with You. An app has a different command.
    package var wayBack = "/unhide"
    /// The server's limits.
    package var limits = Limits.standard

    /// Returns the title of a conversation, and its photo if it has one.
    package func group(_ id: ConversationID) -> (title: String, photo: String?)? {
        conversations.first { $0.id == id }.map { ($0.title, $0.photo) }
    }

    /// The conversations with their other members, in the order of the list.
    package var places: [LinkInvitation.Place] {
        conversations.map { row in
            LinkInvitation.Place(
                id: row.id, title: row.title,
                people: threads[row.id]?.members.filter { !$0.isOwn }.compactMap { Handle($0.handle) } ?? [])
        }
    }

    /// Returns the message that invites the added people to a collaboration; nil if all of them already take part.
    func linkInvitation(for handles: [String], to row: CollaborationRow) -> LinkInvitation? {
        let added = handles.compactMap { Handle($0) }.filter { handle in
            !row.people.contains { $0.handle == handle.rawValue }
        }
        return LinkInvitation(added, in: places) { place in
            collaborations(in: place.id).contains { $0.url == row.url }
        }
    }

    /// Returns the display name of a member of any of this person's conversations; for other people, the handle's
    /// default name.
    func name(of handle: Handle) -> String {
        let member = threads.values.lazy.flatMap(\.members).first { $0.handle == handle.rawValue }
        return CleanText.line(member?.name ?? handle.defaultName)
    }

    /// The hint about the newest unread failure or alert of a job; nil if none is unread.
    package var problemHint: String? { problems.last(where: \.isUrgent).map { $0.text + " · Esc" } }

    /// The hint of the last row. While a sheet is shown, its keys replace the hint about a job's failure or alert.
    var shownHint: String? { sheet != nil && view.hint == problemHint ? nil : view.hint }

    /// The thread of the selected conversation.
    package var selectedThread: ThreadState? { view.selected.flatMap { threads[$0] } }

    /// The thread that is shown: the opened thread of replies, or the thread of the selected conversation.
    var shownThread: ThreadState? {
        guard let root = view.replies, let thread = replies[root], thread.conversation == view.selected else {
            return selectedThread
        }
        return thread
    }

    /// The rows of the list: the conversations that fit the filter, and the New Message with an empty id.
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

    /// True if the list shows the New Message. Without any conversation, a command in the composer does not count as
    /// one.
    var isNewMessageListed: Bool {
        guard conversations.isEmpty else {
            return view.hasNewMessage || view.selected == nil && view.staysAtNewMessage
        }
        return isListed && view.hasNewMessage && view.drafts[""]?.isCommand != true
    }

    /// Returns the newest message of the selected conversation that contains the link.
    func message(sharing url: String) -> MessageEntry? {
        for case .message(let message) in selectedThread?.entries.reversed() ?? [] where message.isThere {
            if message.cards.contains(where: { $0.url == url }) { return message }
        }
        return nil
    }

    /// Returns a message of the selected conversation by its id.
    package func message(_ id: String) -> MessageEntry? { shownThread?.message(id) ?? selectedThread?.message(id) }

    /// The appearance of the shown thread.
    var look: ThreadLook {
        var look = ThreadLook(expanded: view.expanded, chosen: view.chosen, keys: keys)
        if view.replies == nil, let thread = selectedThread, let after = view.newAfter[thread.conversation] {
            look.divider = thread.firstNew(after: after)
        }
        if view.search?.shows(search) == true { look.searched = SearchPhrase.phrases(of: search.query) }
        return look
    }

    /// The message that the person has chosen on the screen.
    var chosenMessage: MessageEntry? { view.chosen.flatMap { message($0) } }

    /// True if the screen changes as time passes, without any event.
    package var followsTheClock: Bool {
        if sheetDependsOnTime || view.hint != nil { return true }
        return threads.values.contains { !$0.typing.isEmpty }
    }

    /// True if the open sheet contains text that the person wrote: for an extension, or the people of a new
    /// conversation.
    package var writesInSheet: Bool {
        switch view.sheet {
        case .post?: view.post?.text.saysSomething == true
        case .compose?: view.compose.saysSomething
        default: false
        }
    }

    /// True if the sheet offers an action with a time limit, such as Undo Send.
    package var sheetDependsOnTime: Bool {
        switch view.sheet {
        case .message?, .confirm?: true
        default: false
        }
    }

    /// Returns the part of the state that a screen with this number of rows can show. Each thread that is scrolled to
    /// its end keeps only its last entries. While a sheet is shown, or a reply, an edit or a command is written, the
    /// state stays whole.
    package func near(rows: Int) -> ChatState {
        guard sheet == nil, view.purpose == nil else { return self }
        var near = self
        for (id, thread) in threads where thread.entries.count > rows + 1 && view.isAtEnd(of: id) {
            near.threads[id]?.entries = Array(thread.entries.suffix(rows + 1))
        }
        return near
    }

    /// The sheet on the screen: the one that the person opened, or the prompt of the first app that asks for consent.
    package var sheet: SheetKind? { view.sheet ?? consents.first.map(SheetKind.consent) }
}

/// An alert of an extension, or the failure of its job. It stays visible until the person reads it.
package struct JobProblem: Equatable, Sendable {
    /// The sentence to show.
    package var text: String
    /// The job, if it failed.
    package var job: ActivityJob?
    /// The running job that showed the alert; nil once it is done, when the alert stays only in the inbox.
    package var alerting: String?
    /// True if the person dismissed it from the last row. It stays in the inbox.
    var isDismissed = false

    package init(text: String, job: ActivityJob? = nil, alerting: String? = nil) {
        (self.text, self.job, self.alerting) = (text, job, alerting)
    }

    /// True if the last row shows it whenever it has no other hint.
    package var isUrgent: Bool { !isDismissed && (job != nil || alerting != nil) }
}

/// A row of the conversation list.
package struct ConversationRow: Equatable, Sendable {
    /// The conversation's id.
    package var id: ConversationID
    /// The conversation's name, or the names of the other members.
    package var title: String
    /// A summary of the last message (“Anna: see you”).
    package var preview: String = ""
    /// The time of the last message.
    package var time: String = ""
    /// The number of unread messages.
    package var unread: Int = 0
    /// The number of unread messages that mention this person, as far as the client knows.
    package var mentions: Int = 0
    /// The number of the newest message that this person has read.
    package var readThrough: Int = 0
    /// The number of the newest message.
    package var newest: Int = 0
    /// True if its alerts are hidden.
    package var isMuted: Bool = false
    /// True if the person pinned it to the top of the list (`msg-pin-conv`).
    package var isPinned = false
    /// The text before the name of a pinned conversation: the group's photo, or the initials of the others
    /// (`msg-pin-conv-group`).
    package var face = ""
    /// The group's photo, if it has one.
    package var photo: String?
    /// True if this person marked it as unread.
    package var isMarkedUnread = false
    /// True if an event in it alerted this person and was not viewed yet.
    package var isAlerted = false
    /// True if someone is typing in it.
    package var isTyping = false

    /// Returns the group's photo, or the initials of the first two other members.
    package static func face(photo: String?, others: [String]) -> String {
        (photo ?? "(" + String(others.prefix(2).compactMap(\.first)) + ")") + " "
    }
}

/// The files in a folder.
package struct FolderListing: Equatable, Sendable {
    /// A file or folder in the folder.
    package struct Entry: Equatable, Sendable {
        /// The name.
        package var name: String
        /// True if it is a folder.
        package var isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) { (self.name, self.isFolder) = (name, isFolder) }
    }

    /// The path of the folder, with a slash at the end.
    package var path: String
    /// The files and folders in it, folders first.
    package var entries: [Entry]
    /// The reason why the folder cannot be listed; nil if it can.
    package var problem: String?

    package init(path: String, entries: [Entry], problem: String? = nil) {
        (self.path, self.entries, self.problem) = (path, entries, problem)
    }
}

/// The request of an app to surface its links.
package struct ConsentPrompt: Equatable, Sendable {
    /// The request's id.
    package var id: String
    /// The app's name.
    package var app: String
    /// The name of the conversation whose link caused the request.
    var conversation: String = ""
    /// The link that caused the request.
    var url: String = ""
}

/// The settings of automatic sharing, read receipts and mention alerts.
package struct SettingsState: Equatable, Sendable {
    /// The switch of an app or a conversation.
    package struct Toggle<Entity>: Equatable, Sendable {
        /// The app's or conversation's id.
        package var id: Identifier<Entity>
        /// Its name.
        package var title: String
        /// The setting: on, off, or nil if it is not decided.
        package var isOn: Bool?
        /// The person's answer to the app's request if it was “not now” or “never”; nil for a switch that was turned on
        /// or off, or without an answer.
        package var answer: ConsentAnswer?
        /// True if the app's request waits for an answer.
        package var isAsking = false

        package init(id: Identifier<Entity>, title: String, isOn: Bool?) {
            self.id = id
            self.title = title
            self.isOn = isOn
        }

        /// The label if the switch is neither on nor off.
        var undecided: String {
            switch answer {
            case _ where isAsking: "asked"
            case .notNow?: "not now"
            case .never?: "never"
            case .allow?, nil: "not asked"
            }
        }
    }

    /// The switch for all automatic sharing.
    var everywhere: Bool = true
    /// The switches of the apps.
    package var apps: [Toggle<App>] = []
    /// The switches of the conversations.
    var conversations: [Toggle<Conversation>] = []
    /// True if read receipts are sent, unless a conversation decides differently.
    package var readReceipts = true
    /// The conversations with their own setting for read receipts.
    package var receiptsByConversation: [ConversationID: Bool] = [:]
    /// True if a mention alerts even in conversations with hidden alerts.
    package var mentionAlerts = true

    /// Returns true if read receipts are sent in the conversation.
    func sendsReceipts(in conversation: ConversationID) -> Bool {
        receiptsByConversation[conversation] ?? readReceipts
    }

    /// Returns true if the links of a conversation surface in Shared with You.
    func shows(_ conversation: ConversationID) -> Bool {
        conversations.first { $0.id == conversation }?.isOn ?? true
    }
}
