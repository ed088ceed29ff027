import ChatConnection
package import ChatProtocol
package import ChatScreens

/// What one person knows, as the screens show it: the session's reports go in, and the state, facts to print and
/// further requests come out. Pure: it knows no socket and no clock.
///
/// Nothing is shown twice: an entry is known by its id, and one's own message by its client id until it has one.
package struct ClientModel: Sendable {
    /// What the screens show. Its `view` is `ChatUpdate`'s; everything else is written here.
    package var state: ChatState
    /// The person.
    let me: Handle

    var face: ClockFace
    var now: Instant
    /// The conversations by id, for titles and names.
    package var conversations: [ConversationID: Conversation] = [:]
    var names: [Handle: String] = [:]
    var numbering: [ConversationID: LinkNumbering] = [:]
    /// The links of each conversation that this person pinned, as far as that was told.
    var pins: [ConversationID: Set<String>] = [:]
    /// The links of the shelf that are pinned.
    var pinnedOnShelf: Set<String> = []
    /// The number of the newest message of each conversation that the unread count knows of.
    var counted: [ConversationID: Int64] = [:]
    /// The apps that were met, in the order in which they were.
    var apps: [AppID] = []
    /// What they are called, as far as that was told.
    var appNames: [AppID: String] = [:]
    /// What they call their own way to manage who takes part, those that have one.
    var manageTitles: [AppID: String] = [:]
    /// Apps whose name was asked for on this connection.
    var namesAsked: Set<AppID> = []
    /// Apps whose name is on its way.
    var namesToCome: Set<AppID> = []
    /// Where apps stand that the person neither turned on nor off, as far as that was told.
    var standings: [AppID: SettingChange.Standing] = [:]
    /// The questions that wait, as the server told them.
    package var questions: [ConsentRequest] = []
    /// Which app each share is of, by its link.
    var shareApps: [String: AppID] = [:]
    /// Whether there are more shares than the server told at once.
    var hasMoreShares = false
    /// Which app each start waits for, by its id.
    var startApps: [String: AppID] = [:]
    /// How far starts got that was told already.
    var ended: Set<String> = []
    /// Links that were asked about on this connection.
    var linksAsked: Set<String> = []
    /// Links whose share is on its way.
    var linksToCome: Set<String> = []
    /// The shelf as the server told it.
    package var highlights: [PersonHighlight] = []
    /// Questions that were answered here; the server may still tell of them.
    var answered: Set<ConsentID> = []
    /// Threads whose newest page was asked for on this connection.
    var pagesAsked: Set<ConversationID> = []
    /// What was told of threads that are not loaded.
    var told: [ConversationID: Set<String>] = [:]
    /// The list of conversations came on this connection.
    private(set) var isListed = false
    /// What the next list of conversations is printed for.
    var printsList = true
    /// Every message that was told, as it is now: what replies quote, and what a thread of replies is made of.
    package var messages: [MessageID: Message] = [:]
    /// How many replies stand in the threads that messages begin.
    package var replyCounts: [MessageID: Int64] = [:]
    /// Messages that were asked for because a reply answers them.
    var wanted: Set<MessageID> = []
    /// How far the other one of a conversation has come.
    package var receipts: [ConversationID: ReceiptState] = [:]
    /// Who is typing, in the order in which they began: the server tells the end of each, and so does a lost connection.
    var typing: [ConversationID: [Handle]] = [:]
    /// Where the others were told that this person types, with which text, and when by `elapsed`.
    var typingTold: (conversation: ConversationID, text: String, since: Int64)?
    /// Milliseconds that passed here.
    var elapsed: Int64 = 0
    /// Whether the server's clock goes as the wall's does.
    private var isClockReal = true
    private var alerts: [Alert] = []
    private var files: [SavedFile] = []
    private var attributions: [(token: String, content: AttributionContent)] = []

    private var requests: [ClientRequest] = []
    var facts: [PlainFact] = []

    /// A person who knows nothing yet.
    init(me: Handle, face: ClockFace, now: Instant) {
        self.me = me
        self.face = face
        self.now = now
        state = ChatState(handle: me.rawValue)
    }

    /// What to ask since the last look, in order.
    mutating func takeRequests() -> [ClientRequest] {
        defer { requests = [] }
        return requests
    }

    /// What happened since the last look, in order, for `--plain`.
    mutating func takeFacts() -> [PlainFact] {
        defer { facts = [] }
        return facts
    }

    /// The same, once every app in them can be called by its name, and every link says who can open it: what is printed cannot be drawn anew.
    mutating func takeNamedFacts() -> [PlainFact] {
        namesToCome.isEmpty && linksToCome.isEmpty ? takeFacts() : []
    }

    /// Whether an alert came since the last look.
    var hasAlerts: Bool { !alerts.isEmpty }
    /// Whether the content of a document came since the last look.
    var hasFiles: Bool { !files.isEmpty }

    /// The alerts that came since the last look: what the terminal's bell rings for.
    mutating func takeAlerts() -> [Alert] {
        defer { alerts = [] }
        return alerts
    }

    /// Documents whose content came since the last look, to be written.
    mutating func takeFiles() -> [SavedFile] {
        defer { files = [] }
        return files
    }

    /// What stands behind the tokens that were asked about since the last look.
    mutating func takeAttributions() -> [(token: String, content: AttributionContent)] {
        defer { attributions = [] }
        return attributions
    }

    mutating func note(_ content: AttributionContent, of token: String) { attributions.append((token, content)) }

    mutating func note(_ alert: Alert) { alerts.append(alert) }

    mutating func save(_ file: SavedFile) { files.append(file) }

    /// Lets time pass, so that the clock goes on with the server's.
    ///
    /// - Parameter milliseconds: how many passed since it was told so the last time.
    mutating func pass(milliseconds: Int64) {
        guard milliseconds > 0 else { return }
        elapsed += milliseconds
        if isClockReal { now = now.advanced(byMilliseconds: milliseconds) }
        state.clock = now.milliseconds
    }

    /// What time it is for the server, where that was told.
    mutating func set(clock: Instant) {
        now = max(now, clock)
        state.clock = now.milliseconds
    }

    private mutating func take(_ limits: Limits, isClockReal: Bool) {
        self.isClockReal = isClockReal
        state.limits.editMilliseconds = Int64(limits.editMilliseconds)
        state.limits.edits = limits.edits
        state.limits.unsendMilliseconds = Int64(limits.unsendMilliseconds)
        state.limits.attachmentBytes = limits.attachmentBytes
        state.limits.pinnedConversations = limits.pinnedConversations
    }

    /// Asks for the time where it does not pass by itself.
    mutating func askClock() {
        if !isClockReal { ask(.clock) }
    }

    /// Asks for something; what only reads and is about to be asked is asked once.
    mutating func ask(_ request: ClientRequest) {
        if !request.changesTheLog, requests.contains(request) { return }
        requests.append(request)
    }

    mutating func tell(_ fact: PlainFact) { facts.append(fact) }

    mutating func hint(_ text: String) {
        state.view.hint = text
        facts.append(.hint(text))
    }

    /// Says something to the person, on the screen and in the facts.
    mutating func tellHint(_ text: String) { hint(text) }

    /// Takes what the session reports.
    mutating func apply(_ report: LiveClient<ClientRequest>.Report) {
        switch report {
        case .phase(let phase): apply(phase)
        case .terms(let limits, let isClockReal): take(limits, isClockReal: isClockReal)
        case .support: break
        case .welcome(let isFresh, let isNew, let now): welcome(isFresh: isFresh, isNew: isNew, now: now)
        case .result(let request, let clientID, let result):
            do throws(InvalidField) {
                try apply(result, of: request, clientID: clientID)
            } catch {
                hint("The server's answer to \(request.method.rawValue) cannot be read: \(error.message)")
            }
        case .refusal(let request, let clientID, let error): apply(error, of: request, clientID: clientID)
        case .notification(let method, let params):
            do throws(InvalidField) {
                try apply(method, params)
            } catch {
                hint("What the server tells (\(method)) cannot be read: \(error.message)")
            }
        }
    }

    private mutating func apply(_ phase: LiveClient<ClientRequest>.Phase) {
        switch phase {
        case .connecting, .greeting: break
        case .live: set(.connected)
        case .waiting: lostConnection()
        case .refused(let error): set(.offline(error.message))
        }
    }

    /// Writes how the connection is, and tells of it if it is another.
    mutating func set(_ connection: ChatState.Connection) {
        guard connection != state.connection else { return }
        if case .reconnecting = connection, case .reconnecting = state.connection {
            state.connection = connection  // only the seconds pass
            return
        }
        state.connection = connection
        tell(.connection(connection, handle: me.rawValue))
    }

    /// What only reads is forgotten with its connection, and asked again after the next.
    private mutating func lostConnection() {
        isListed = false
        pagesAsked = []
        for id in state.threads.keys { state.threads[id]?.isLoadingOlder = false }
        if state.search.isRunning { state.search = SearchState() }
        wanted = []
        namesAsked = Set(appNames.keys)
        namesToCome = []
        linksAsked = []
        linksToCome = []
        typingTold = nil
        typing = [:]
        for id in state.threads.keys { showTyping(in: ConversationID(id)) }
    }

    private mutating func welcome(isFresh: Bool, isNew: Bool, now: Instant?) {
        if let now {
            self.now = now
            state.clock = now.milliseconds
        }
        if isFresh {
            forget()
            // Of somebody new there is nothing to load: all that comes to be is told.
            if isNew { return replaceConversations([]) }
        } else {
            // Behind all that was missed, so that the counts of the list hold for what is shown.
            ask(.fence)
        }
        // Before the conversations, whose cards say who can open what.
        ask(.collaboration(.shares(nil)))
        ask(.collaboration(.starts))
        ask(.listConversations)
        ask(.settings(isAsked: false))
        ask(.shelf(isAsked: false))
        askNames()
    }

    mutating func forget() {
        let (drafts, isFocused) = (state.view.drafts, state.view.isFocused)
        let hadAny = !conversations.isEmpty
        let (limits, clock) = (state.limits, state.clock)
        state = ChatState(handle: me.rawValue, connection: state.connection)
        (state.view.drafts, state.view.isFocused) = (drafts, isFocused)
        (state.limits, state.clock) = (limits, clock)
        messages = [:]
        replyCounts = [:]
        (wanted, pagesAsked) = ([], [])
        receipts = [:]
        typing = [:]
        conversations = [:]
        numbering = [:]
        pins = [:]
        pinnedOnShelf = []
        highlights = []
        questions = []
        standings = [:]
        // Whatever the apps are called at another server.
        (appNames, manageTitles) = ([:], [:])
        namesAsked = []
        namesToCome = []
        shareApps = [:]
        startApps = [:]
        ended = []
        linksAsked = []
        linksToCome = []
        counted = [:]
        answered = []
        told = [:]
        printsList = true
        // Last, because the hint stands in the state that was made anew.
        if hadAny { hint("The server has forgotten what was before; it is gone here too.") }
    }

    mutating func listed() { isListed = true }
}
