import ChatConnection
package import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// One person of a scenario on one of their devices: the terminal client itself, on a stream of the stage.
///
/// Nobody looks at the terminal but while its person does something there: what comes meanwhile is not read.
package final class CastPerson {
    /// The name in the steps, which is the display name.
    let name: String
    /// The name in lower case.
    package let handle: Handle
    /// Whether this is not the device that they do everything on of which nothing else is said.
    let isSecondDevice: Bool
    /// A device of a person: apps run on each by itself.
    struct Device: Hashable {
        let owner: Handle
        let isSecond: Bool
    }

    /// This device.
    var device: Device { Device(owner: handle, isSecond: isSecondDevice) }
    /// What the second device of everybody is called.
    static let secondDevice = "second"
    /// How large a terminal is of which nothing else is said.
    static let size = Size(columns: 80, rows: 24)

    /// The client, once it has logged in.
    private(set) var session: PersonSession?
    /// The same line by line, where the play has it so.
    private(set) var linear: LinearClient?
    private var connection: TransportConnection<ClientRequest>?
    /// Whether they are at one of several servers.
    private var isAmongSeveral = false
    /// What became of the last thing that they asked for; nil before the first.
    var lastRequest: Result<JSONValue, RPCError>?
    /// What their screen said when that had been answered.
    var lastSaid = ""
    /// What their device's system knows; the client says so when it logs in.
    private(set) var system = DeviceSystem.current
    /// Whether a step sent them offline.
    private(set) var isAway = false
    /// Whether a step let something go wrong on the way to them: then what comes twice or late is borne.
    var bearsFaults = false
    /// What alerted them, oldest first.
    private(set) var alerts: [Alert] = []
    /// All that came on their streams, message by message, where that is kept.
    private(set) var received: [[UInt8]] = []
    /// All that `--plain` would have printed so far, where that is kept.
    private(set) var printed: [PlainFact] = []
    private var keepsAll = false
    /// How far their starts of collaborations got, as they were told.
    private(set) var starts: [StartRow] = []
    /// The collaborations as this person looked at them on a screen that does not follow, by their links.
    var lookedAt: [String: CollaborationRow] = [:]

    /// The extensions on their device.
    let activities = CastActivities()
    /// The clock of their device, once they logged in: that of the story.
    private(set) var clock = SessionClock(steady: { 0 }, wall: { 0 })
    /// The display name that they log in with.
    var displayName: String
    private var saved: [SavedFile] = []
    /// What they copied last.
    private(set) var copied: String?
    /// What they were writing, as the device keeps it from one run of the client to the next.
    private var drafts: [String: DraftStore.Draft] = [:]
    private var changes: [DraftStore.Change] = []
    private var logins = 0
    /// What became of each request since the last act began.
    private var outcomes: [(request: ClientRequest, outcome: Result<JSONValue, RPCError>)] = []
    private var cursor: Int64 = 0
    private var disorder: StepFailure?

    package init(called name: String, isSecondDevice: Bool = false) throws(StepFailure) {
        guard let handle = Self.handle(of: name) else { throw StepFailure("\(name) cannot be a handle") }
        (self.name, self.handle, self.isSecondDevice) = (name, handle, isSecondDevice)
        displayName = name
    }

    /// The handle that goes with a name in the steps; nil where none can.
    package static func handle(of name: String) -> Handle? {
        Handle(name.lowercased().replacingBytes(of: "’", with: "'"))
    }

    /// Whether they ever logged in.
    var hasBeenHere: Bool { session != nil }
    /// Whether they are there now.
    var isOnline: Bool { session?.phase == .live && !isAway }
    /// What the client knows and shows.
    var state: ChatState { session?.model.state ?? ChatState(of: handle) }
    /// What the screen says at the foot.
    var hint: String? { session?.model.state.view.hint }
    /// What the client knows beside what it shows; nil before the login.
    var model: ClientModel? { session?.model }
    /// The screen.
    var grid: Grid { session?.grid ?? Grid(Self.size) }

    /// All that they were printed, where they have the client line by line.
    var printedText: String? {
        linear.map { _ in printed.flatMap(PlainRenderer.lines).joined(separator: "\n") }
    }

    // MARK: The line

    /// Logs in, and loads what a terminal does.
    ///
    /// - Parameters:
    ///   - isLinear: whether they have the client line by line.
    ///   - keepsAll: whether all that comes on their streams is kept, and all that they would be printed.
    ///   - reader: reads it, for others as well.
    func logIn(
        on stage: any Stage, world: WorldName, clock: SessionClock, salt: String, isLinear: Bool = false,
        keepsAll: Bool = false, reader: MessageReader? = nil
    ) {
        guard session == nil else { return }
        isAway = false
        (self.clock, activities.now) = (clock, clock.steady)
        var hello = Hello(
            .person(handle, name: displayName), device: isSecondDevice ? Self.secondDevice : nil, world: world
        )
        .with(stage.credentials)
        hello.system = system
        logins += 1
        let prefix = (isSecondDevice ? "\(handle)-second" : "\(handle)") + (logins > 1 ? ".\(logins)" : "") + salt
        let connection = TransportConnection<ClientRequest>(hello: hello, clientIDPrefix: prefix) {
            [handle] () throws(TransportError) in
            try stage.connect(for: handle.rawValue)
        }
        connection.reader = reader
        if keepsAll { connection.tap = { [weak self] in self?.received.append($0) } }
        let session = PersonSession(
            on: connection, me: handle, size: Self.size, face: .utc, clock: clock,
            files: DocumentFiles(
                read: { path, _ in
                    let name = path.split(separator: "/").last.map(String.init) ?? path
                    return SentAttachment(name: name, content: SampleDocument.content(of: name))
                },
                write: { [weak self] file in
                    self?.saved.append(file)
                    return file.name
                }, list: { FolderListing(path: $0, entries: SampleDocument.names.map { .init($0) }) },
                hasFile: { path in SampleDocument.names.contains { path.hasSuffix("/" + $0) } }),
            drafts: draftStore, activities: activities.host)
        session.listen { [weak self] in self?.hear($0) ?? false }
        session.updateState { $0.view.isFocused = false }
        (self.connection, self.session, self.keepsAll) = (connection, session, keepsAll)
        isAmongSeveral = stage.hasSeveralServers
        if isLinear { linear = LinearClient(session) }
        session.start()
        catchUp()
    }

    /// Reads all that stands on the stream, and does what the client does about it. A stream that ended is opened anew.
    func catchUp() {
        guard let session, !isAway else { return }
        // What others did comes on its own way where another server forwards it: it stands before the answer.
        if isAmongSeveral { session.ask(.live(.sessionPing)) }
        for _ in 0..<3 {
            session.catchUp()
            if session.phase == .live { break }
        }
        alerts += session.drain(\.alerts)
        let facts = linear?.takeFacts() ?? session.takeNamedFacts()
        for case .start(let row, _) in facts { starts.append(row) }
        if keepsAll || linear != nil { printed += facts }
    }

    /// Reads what was put on the stream before, over a socket too, where it may be under way. No fence: that would bring what
    /// a fault holds back.
    func hear() {
        guard let session, !isAway else { return }
        session.ask(.live(.sessionPing))
        catchUp()
    }

    /// Reads everything that was accepted before: the fence's answer stands last on the stream.
    ///
    /// - Throws: ``StepFailure`` if the server is gone, or if anything came twice or out of order.
    func settle() throws(StepFailure) {
        guard let session, !isAway else { return }
        session.ask(.live(.sessionFence))
        catchUp()
        guard session.phase == .live else { throw StepFailure("\(name) cannot log in", actual: session.problem) }
        if let disorder { throw disorder }
    }

    /// Leaves, keeping what is on the screen: what comes from now on is told when they are back.
    func goAway() {
        connection?.goOffline()
        session?.pump()
        isAway = true
    }

    /// Is back, and is told what they missed.
    func comeBack() {
        isAway = false
        connection?.comeBack()
        catchUp()
    }

    /// Loses the stream; the client comes back by itself when it is looked at.
    func loseConnection() { connection?.drop() }

    /// Has another device from now on, whose client begins anew.
    func change(to system: DeviceSystem) {
        close()
        self.system = system
    }

    private var draftStore: DraftStore {
        DraftStore(
            load: { [weak self] in self.map { (Array($0.drafts.values), $0.changes) } ?? ([], []) },
            keep: { [weak self] draft in
                self?.drafts[draft.place.conversation] = draft
                return nil
            }, remove: { [weak self] in self?.drafts[$0] = nil },
            keepChanges: { [weak self] changes in
                self?.changes = changes
                return nil
            })
    }

    /// Ends the client.
    func close() {
        session?.close()
        (session, linear, connection) = (nil, nil, nil)
        cursor = 0
    }

    private func hear(_ report: LiveClient<ClientRequest>.Report) -> Bool {
        switch report {
        case .notification(let heard): checkOrder(heard.cursor, of: heard.method)
        case .result(let request, _, let result): outcomes.append((request, .success(result)))
        case .refusal(let request, _, let error): outcomes.append((request, .failure(error)))
        case .phase, .terms, .support, .welcome, .unanswered: break
        }
        return false
    }

    /// What is told in a place of its own comes once and in order, unless the story wants it otherwise.
    private func checkOrder(_ position: Int64?, of method: String) {
        guard let position else { return }
        if !bearsFaults, position <= cursor {
            disorder = StepFailure(
                "\(name) received a notification twice or out of order", expected: "a cursor above \(cursor)",
                actual: "\(method) with the cursor \(position)")
        }
        cursor = max(cursor, position)
    }

    // MARK: What they do

    /// Looks at the terminal while something is done there.
    private func looking<Result>(_ isFocused: Bool = true, _ body: (PersonSession) -> Result) -> Result? {
        guard let session else { return nil }
        session.updateState { $0.view.isFocused = isFocused }
        defer { session.updateState { $0.view.isFocused = false } }
        return body(session)
    }

    /// Opens a conversation, as choosing it in the list does: what stands there is read.
    ///
    /// - Parameter reads: whether they look at it; else nobody learns of it.
    func open(_ conversation: ConversationID, reads: Bool = true) {
        guard let session, state.threads[conversation.rawValue] != nil else { return }
        looking(reads) { session in
            let actions = session.updateState { state in
                state.view.isShelfShown = false
                state.view.pane = .thread
                return ChatUpdate.run(on: &state) { update in
                    update.select(conversation.rawValue)
                    if reads { update.open() }
                }
            }
            _ = session.perform(actions)
            session.catchUp()
        }
        session.pump()
    }

    /// Does something without having read what came meanwhile, and waits for what comes of it.
    ///
    /// - Returns: what became of the request of that method; nil if there was none.
    func outcome<Failure: Error>(
        of method: Method?, _ body: (PersonSession) throws(Failure) -> Void
    ) throws(Failure) -> Result<JSONValue, RPCError>? {
        guard let session else { return nil }
        outcomes = []
        try body(session)
        catchUp()
        return outcome(of: method)
    }

    /// What became of a request since the last act began, or of the last that changed something; nil if there was none.
    /// That something was read is no change: it goes without saying.
    func outcome(of method: Method?) -> Result<JSONValue, RPCError>? {
        outcomes.last { asked in
            method.map { asked.request.method == $0 }
                ?? (asked.request.changesTheLog && asked.request.method != .conversationMarkRead)
        }?.outcome
    }

    /// Does what a key, a command or a menu leads to; line by line, what a line does.
    ///
    /// - Parameter reads: whether they read the conversation in which they do it.
    /// - Returns: why nothing was done.
    @discardableResult
    func perform(_ action: ChatAction, isWritten: Bool = true, reads: Bool = true) throws(StepFailure) -> SlashCommand
        .Mistake?
    {
        guard let session else { return nil }
        guard let linear, isWritten else {
            _ = session.perform([action])
            return nil
        }
        guard let lines = action.lines(in: state, reads: reads, mustChoose: linear.isAstray) else {
            throw StepFailure("\(name) has no line for this", actual: "\(action)")
        }
        return looking(reads) { session -> SlashCommand.Mistake? in
            for line in lines {
                if let mistake = linear.enter(line).mistake { return mistake }
                session.catchUp()
            }
            guard session.model.state.view.question != nil else { return nil }
            return linear.enter("/yes").mistake
        } ?? nil
    }

    /// Does that without reading what came meanwhile, and waits for what comes of it.
    ///
    /// - Returns: what became of the request of that method; nil if there was none.
    func outcome(
        of method: Method? = nil, of action: ChatAction
    ) throws(StepFailure) -> Result<JSONValue, RPCError>? {
        try outcome(of: method) { _ throws(StepFailure) in try perform(action, reads: false) }
    }

    /// Presses keys, one after the other.
    ///
    /// - Returns: what became of the last thing that they asked to change; nil if there was none.
    func press(_ keys: [Key], looks: Bool = true) -> Result<JSONValue, RPCError>? {
        outcomes = []
        looking(looks) { session in
            for key in keys {
                for case .copy(let text) in session.apply(key) { copied = text }
                session.catchUp()
            }
        }
        catchUp()
        return outcome(of: nil)
    }

    /// Has a thread on the screen as far as somebody looks at it. Whoever looked at all of it once keeps all that comes
    /// to stand there, so that it is loaded once.
    func load(_ conversation: ConversationID, _ part: ThreadPart = .whole) {
        guard let session, !isAway else { return }
        session.load(conversation)
        catchUp()
        guard part == .whole else { return }
        session.keepWholeThreads()
        while let thread = state.threads[conversation.rawValue], thread.isLoaded, thread.hasOlder {
            let before = thread.entries.count
            session.updateState { $0.threads[conversation.rawValue]?.isLoadingOlder = true }
            _ = session.perform([.loadOlder(conversation: conversation.rawValue)])
            catchUp()
            if state.threads[conversation.rawValue]?.entries.count == before { return }
        }
    }

    /// The document that was saved last under that name.
    func savedFile(_ name: String) -> SavedFile? { saved.last { $0.name == name } }
}

/// What stands in a document of which a story says nothing but its name.
enum SampleDocument {
    /// What lies in every folder.
    static let names = ["plan.pdf", "tickets.pdf"]

    static func content(of name: String) -> [UInt8] { Array("The document \(name).\n".utf8) }
}
