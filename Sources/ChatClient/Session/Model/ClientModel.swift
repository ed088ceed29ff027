import ChatConnection
package import ChatProtocol
package import ChatScreens
import ChatTerminal

/// The state of one person's client, as the screens show it. It applies the session's reports, and yields the screens'
/// state, facts to print and further requests. It is pure: it uses no socket and no clock.
///
/// Each entry is shown once: its id identifies it, and the client id identifies an own message until it has one.
package struct ClientModel: Sendable {
    /// The state that the screens show. `ChatUpdate` writes most of its `view`; this model writes the rest.
    package var state: ChatState
    /// The data that the server has sent.
    package internal(set) var known = Knowledge()
    /// The output for the session: requests, facts, alerts, actions and files.
    var outbox = Outbox()
    /// The requests and notifications of the current connection.
    var line = ConnectionMemory()
    var clock: ServerTime
    /// The handle of the person who uses this client.
    package let me: Handle
    /// The failure that the last row shows until the person presses a key.
    private var failure: String?
    /// The length of joined failures in the last row, in characters, from which on a newer one replaces them.
    private static let failureLength = 400
    /// True if the next list of conversations is printed.
    var printsList = true
    /// The number of entries that a thread keeps while its end is on the screen. Scrolling back loads the others again.
    var entriesKept = 1_000
    /// True if the stored drafts are in the composers.
    var hasDrafts = false

    /// Creates the state of a client that has received nothing.
    init(me: Handle, face: ClockFace, now: Instant) {
        self.me = me
        clock = ServerTime(face, now: now)
        state = ChatState(of: me)
    }

    /// Advances the clock, so that it follows the server's.
    ///
    /// - Parameter milliseconds: the time since the previous call.
    mutating func pass(milliseconds: Int64) {
        guard milliseconds > 0 else { return }
        clock.pass(milliseconds: milliseconds)
        state.view.pass(milliseconds: milliseconds)
        state.clock = clock.now.milliseconds
        state.utcOffset = clock.face.offsetSeconds(clock.now) * 1_000
        if state.sheetDependsOnTime { askClock() }
    }

    /// Asks the server for the time, if its clock does not advance by itself.
    mutating func askClock() {
        if !clock.isReal { ask(.live(.clockNow)) }
    }

    mutating func ask(_ request: ClientRequest) { outbox.ask(request) }

    mutating func ask(_ request: Request) { outbox.ask(.request(request)) }

    mutating func tell(_ fact: PlainFact) { outbox.facts.append(fact) }

    /// Shows a sentence in the last row only, because `--plain` prints a fact for it. A failure in that row stays until
    /// the person presses a key.
    mutating func say(_ text: String) {
        if failure == nil || state.view.hint != failure { state.view.hint = text }
    }

    /// Removes a hint from the last row if it is still shown.
    mutating func unsay(_ text: String) { if state.view.hint == text { state.view.hint = nil } }

    /// Shows a sentence in the last row and in the facts. A sentence about words that were not sent, which the arrow up
    /// restores, stays in the last row until the next key.
    mutating func hint(_ text: String) {
        if text.contains("↑") {
            state.view.hint = text
        } else if state.view.hint?.contains("↑") != true {
            say(text)
        }
        tell(.hint(text))
    }

    /// Shows a failure in the last row until the person presses a key, and in the facts. Answers to other requests that
    /// waited for the connection come at the same time, and must not hide it.
    mutating func hintFailure(_ text: String) {
        if let failure, state.view.hint == failure, !failure.contains("↑"), failure.count < Self.failureLength {
            if !failure.contains(text) { state.view.hint = "\(failure) · \(text)" }
            tell(.hint(text))
        } else {
            failure = nil
            hint(text)
        }
        failure = state.view.hint
    }

    /// Lets the next sentence replace a failure in the last row, because the person has done something since.
    mutating func forgetFailure() { failure = nil }

    /// Shows that a request failed, and makes the exit status of a pipe 1.
    mutating func refuse(_ text: String) {
        state.view.hasFailedLate = true
        hintFailure(text)
    }

    /// Applies a report of the session.
    mutating func apply(_ report: LiveClient<ClientRequest>.Report) {
        switch report {
        case .phase(let phase): apply(phase)
        case .terms(let limits, let isClockReal):
            clock.isReal = isClockReal
            state.limits = limits
        case .support: break
        case .welcome(let isFresh, let isNew, let now, let end):
            line.missed = MissedEvents(end: end)
            welcome(isFresh: isFresh, isNew: isNew, now: now)
        case .result(let request, let clientID, let result):
            read("The server's answer to \(request.method.rawValue)") { model throws(InvalidField) in
                try model.apply(result, of: request, clientID: clientID)
            }
        case .refusal(let request, let clientID, let error): apply(error, of: request, clientID: clientID)
        case .unanswered(let request): leaveUnanswered(request)
        case .notification(let heard):
            line.missed.begin(heard.cursor)
            defer { line.missed.endNotification() }
            read("The server's notification (\(heard.method))") { model throws(InvalidField) in try model.apply(heard) }
        }
    }

    private mutating func read(_ what: String, _ body: (inout ClientModel) throws(InvalidField) -> Void) {
        do throws(InvalidField) {
            try body(&self)
        } catch {
            hint("\(what) cannot be read: \(error.description)")
        }
    }

    private mutating func apply(_ phase: LivePhase) {
        switch phase {
        case .connecting, .greeting:
            // The pause is over.
            if case .reconnecting = state.connection { set(.reconnecting(seconds: 0)) }
        case .live: set(.connected)
        case .waiting:
            state.search.isStale = true
            lostConnection()
        case .refused(let error): set(.offline(error.sentence))
        }
    }

    /// Sets the state of the connection. Adds a fact if more than the seconds changed.
    mutating func set(_ connection: ChatState.Connection) {
        guard connection != state.connection else { return }
        defer { state.connection = connection }
        // Only the seconds changed.
        switch (connection, state.connection) {
        case (.reconnecting, .reconnecting), (.connecting, .connecting): return
        default: break
        }
        if connection == .connected, state.view.hint == Self.notDoneYet { state.view.hint = nil }
        tell(.connection(connection, handle: me.rawValue))
    }

    /// Forgets the requests and the typing people of a lost connection. The next connection requests the data again.
    private mutating func lostConnection() {
        line = ConnectionMemory()
        state.recentlyDeleted.isCurrent = false
        state.recentlyDeleted.current = []
        settleUnanswered()
        for id in state.threads.keys {
            state.threads[id]?.isLoadingOlder = false
            showTyping(in: id)
        }
    }

    private mutating func welcome(isFresh: Bool, isNew: Bool, now: Instant?) {
        if let now {
            clock.set(now)
            state.clock = now.milliseconds
        }
        if isFresh {
            forget()
            // A new person has no conversations to load: notifications bring all of them.
            if isNew { return take(page: []) }
        } else {
            // All missed events arrive before the list, so that its counts match the threads.
            ask(.live(.sessionFence))
        }
        // The shares come before the conversations, whose cards show who can open which document.
        ask(.collaboration(.shares(nil)))
        ask(.collaboration(.starts))
        ask(.live(.conversationList(.init())))
        ask(.settings(isAsked: false))
        ask(.shelf(isAsked: false))
        for app in known.apps.met { askName(of: app) }
        askOffersLeftUnanswered()
    }

    /// Discards the data of another server, or of this one before it was reset. The person keeps their texts, and the
    /// state of the connection stays.
    mutating func forget() {
        let hadAny = !known.conversations.isEmpty
        let old = state
        state = ChatState(of: me, connection: old.connection)
        (state.view.isFocused, state.view.look) = (old.view.isFocused, old.view.look)
        (state.keys, state.wayBack) = (old.keys, old.wayBack)
        (state.extensions, state.activityPreferences) = (old.extensions, old.activityPreferences)
        (state.jobs, state.problems) = (old.jobs, old.problems)
        (state.view.history, state.view.keepsDrafts) = (old.view.history, old.view.keepsDrafts)
        // The messages that refused lines answer no longer exist.
        for index in state.view.history.indices { state.view.history[index].parts?.reply = nil }
        state.restore(old.unposted)
        state.view.keepNewMessage(of: old.view)
        for id in old.view.drafts.keys.sorted() where id != "" {
            let text = old.addressed(old.view.written(in: id).text, in: id)
            if id != old.view.selected, text.saysSomething { state.view.remember(text.text) }
            if let command = old.view.command(in: id) { state.view.remember(old.addressed(command, in: id).text) }
        }
        // The stored drafts are restored when the list has arrived.
        hasDrafts = false
        (state.limits, state.clock) = (old.limits, old.clock)
        (known, line) = (Knowledge(after: known), ConnectionMemory())
        printsList = true
        // Last, because the hint belongs to the new state.
        guard hadAny else { return }
        var why = "The server was reset: earlier conversations no longer exist"
        defer { hint(why + ".") }
        // The open draft has lost its conversation.
        guard let selected = old.view.selected else { return }
        let text = old.addressed(old.view.written(in: selected).text, in: selected)
        let file = old.view.attachments[selected]
        let isTaken = state.view.hasNewMessage
        if let staged = old.view.staged[selected] {
            why += ". “\(CleanText.line(staged.title))” was not sent: stage it again"
        } else if let file, isTaken {
            why += ". \(CleanText.line(file)) was not sent: attach it again"
        } else if let file {
            (state.view.attachments[""], state.view.staysAtNewMessage) = (file, true)
        }
        guard text.saysSomething else { return }
        if isTaken { return state.keepUnsent(text, saying: why) }
        (state.view.drafts[""], state.view.staysAtNewMessage) = (text, true)
    }
}

/// The output that was not taken yet, each kind in order.
package struct Outbox: Sendable {
    /// The requests to the server.
    package var requests: [ClientRequest] = []
    /// The events to print, for `--plain`.
    package var facts: [PlainFact] = []
    /// The alerts for which the terminal's bell rings.
    package var alerts: [Alert] = []
    /// The actions that follow from an answer, and that the session performs.
    package var actions: [ChatAction] = []
    /// The documents whose content has arrived, to be written or sent on.
    package var files: [SavedFile] = []
    /// The attributions that were requested, by token.
    package var attributions: [(token: String, content: AttributionContent)] = []

    /// Adds a request. A request that changes nothing and is in the outbox already is not added again.
    mutating func ask(_ request: ClientRequest) {
        if !request.changesTheLog, requests.contains(request) { return }
        requests.append(request)
    }

    /// Returns everything of a kind, and removes it from the outbox.
    mutating func drain<Item>(_ kind: WritableKeyPath<Outbox, [Item]>) -> [Item] {
        defer { self[keyPath: kind] = [] }
        return self[keyPath: kind]
    }
}

/// The requests and notifications of one connection. They are lost with it, and the next connection requests everything
/// again.
struct ConnectionMemory: Sendable {
    /// True if the whole list of conversations has arrived.
    var isListed = false
    /// The list of conversations while its pages arrive.
    var listing = Listing()
    /// The threads whose newest page was requested.
    var pages: Set<ConversationID> = []
    /// The messages that were requested because a reply answers them.
    var origins: Set<MessageID> = []
    /// The apps whose names were requested.
    var appNames = AskedOnce<AppID>()
    /// True if the contacts were requested.
    var hasAskedContacts = false
    /// The earlier states of changed shares. Sentences about the changes wait for the names of the contacts; nil if the
    /// contacts are not on their way.
    var sharesAwaitingNames: [CollaborationRow]?
    /// The links whose shares were requested.
    var links = AskedOnce<String>()
    /// True if links arrived that can be requested only after the list of conversations.
    var hasUnaskedLinks = false
    /// The people who are typing, in the order in which they began. The server sends a notification when each stops.
    var typing: [ConversationID: [Handle]] = [:]
    /// The last notification that this person types: the conversation, the version of the draft, and the time in
    /// milliseconds.
    var typingTold: (conversation: ConversationID, version: LineEditor.Version, since: Int64)?

    /// The events that the client missed before this connection.
    var missed = MissedEvents()

    /// True if all names for printed facts are known: a printed line cannot be redrawn.
    var isNamed: Bool { appNames.isAnswered && links.isAnswered && !hasUnaskedLinks }

    /// Forgets a conversation.
    mutating func remove(_ conversation: ConversationID) {
        pages.remove(conversation)
        listing.missing.remove(conversation)
        typing[conversation] = nil
    }
}

/// The events that the client missed. They can arrive after the answers to messages that waited to be sent, and belong
/// before these messages.
struct MissedEvents: Sendable {
    /// The cursor at which they end.
    private let end: Int64
    /// The entries of threads that answers brought since the login, at most ``answeredMax``. Without a
    /// later notification, nothing removes them.
    private var answered: Set<String> = []
    private static let answeredMax = 1_000
    /// True while a notification is applied; the second is true while that notification is a missed event.
    private var isNotification = false
    private var isMissed = false

    init(end: Int64 = 0) { self.end = end }

    /// Begins to apply a notification.
    mutating func begin(_ cursor: Int64?) {
        isNotification = true
        guard let cursor else { return }
        isMissed = cursor <= end
        if !isMissed { answered = [] }
    }

    mutating func endNotification() { (isNotification, isMissed) = (false, false) }

    /// Notes an entry of a thread.
    ///
    /// - Returns: the ids of the entries before which it belongs.
    mutating func note(_ entry: String) -> Set<String> {
        if !isNotification, answered.count < Self.answeredMax { answered.insert(entry) }
        return isMissed ? answered : []
    }
}

/// A list of conversations that comes in pages.
struct Listing: Sendable {
    /// The conversations that were known before the list, and that no page has had yet.
    var missing: Set<ConversationID> = []
    /// The place after which the next page was requested; nil if none was.
    var next: Int64?
}

/// Subjects that are requested once each.
struct AskedOnce<Subject: Hashable & Sendable>: Sendable {
    private var asked: Set<Subject> = []
    private var waiting: Set<Subject> = []

    /// True if no request is on its way.
    var isAnswered: Bool { waiting.isEmpty }

    /// Notes a request. Returns false if the subject was requested before.
    mutating func begin(_ subject: Subject) -> Bool {
        guard asked.insert(subject).inserted else { return false }
        waiting.insert(subject)
        return true
    }

    /// Notes a request whose answer may have changed. Returns false if the subject is being requested.
    mutating func beginAgain(_ subject: Subject) -> Bool {
        asked.insert(subject)
        return waiting.insert(subject).inserted
    }

    /// Notes the answer or the refusal of a request.
    mutating func end(_ subject: Subject) { waiting.remove(subject) }
}
