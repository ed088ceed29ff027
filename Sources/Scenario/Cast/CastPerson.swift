import ChatConnection
package import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Gherkin

/// One person of a scenario on one of their devices: the real terminal client, on a stream of the stage.
///
/// The terminal has the focus only while its person does something there, so that new messages are not marked as read.
package final class CastPerson {
    /// The name in the steps, which is the display name.
    let name: String
    /// The name in lower case.
    package let handle: Handle
    /// True if this is the second device, which the person uses only in steps that name it.
    let isSecondDevice: Bool
    /// A device of a person. Each runs its own instances of apps.
    struct Device: Hashable {
        let owner: Handle
        let isSecond: Bool
    }

    var device: Device { Device(owner: handle, isSecond: isSecondDevice) }
    /// The name of every person's second device.
    static let secondDevice = "second"
    /// The standard size of a terminal.
    static let size = Size(columns: 80, rows: 24)

    /// The client; nil before its login.
    private(set) var session: PersonSession?
    /// The line-by-line client on the same session, if the run uses it.
    private(set) var linear: LinearClient?
    private var connection: TransportConnection<ClientRequest>?
    /// True if the person is connected to one of several servers.
    private var isAmongSeveral = false
    /// The result of the last request; nil before the first.
    var lastRequest: Result<JSONValue, RPCError>?
    /// The hint on the screen after that request.
    var lastSaid = ""
    /// The version of the device's system, which the client sends in its login.
    private(set) var system = DeviceSystem.current
    /// True if a step sent the person offline.
    private(set) var isAway = false
    /// True if a step injected a fault for this person. Repeated and late notifications are then allowed.
    var bearsFaults = false
    /// The alerts, the oldest first.
    private(set) var alerts: [Alert] = []
    /// The messages on the person's streams, if `keepsAll`.
    private(set) var received: [[UInt8]] = []
    /// The facts that `--plain` would have printed so far, if `keepsAll` or with the line-by-line client.
    private(set) var printed: [PlainFact] = []
    private var keepsAll = false
    /// The reported progress of the collaborations that the person started.
    private(set) var starts: [StartRow] = []
    /// The collaborations by their links, as this person last looked at them on a screen that does not update.
    var lookedAt: [String: CollaborationRow] = [:]

    /// The extensions on the device.
    let activities = CastActivities()
    /// The clock of the device, which follows the story time after the login.
    private(set) var clock = SessionClock(steady: { 0 }, wall: { 0 })
    /// The display name in the login.
    var displayName: String
    private var saved: [SavedFile] = []
    /// The last copied text.
    private(set) var copied: String?
    /// The drafts that the device stores from one run of the client to the next.
    private var drafts: [ConversationID: DraftStore.Draft] = [:]
    private var changes: [DraftStore.Change] = []
    private var logins = 0
    /// The results of the requests since the last act began.
    private var outcomes: [(request: ClientRequest, outcome: Result<JSONValue, RPCError>)] = []
    private var cursor: Int64 = 0
    private var disorder: StepFailure?

    package init(called name: String, isSecondDevice: Bool = false) throws(StepFailure) {
        guard let handle = Self.handle(of: name) else { throw StepFailure("\(name) cannot be a handle") }
        (self.name, self.handle, self.isSecondDevice) = (name, handle, isSecondDevice)
        displayName = name
    }

    /// Returns the handle for a name in the steps; nil if none is possible.
    package static func handle(of name: String) -> Handle? {
        Handle(name.lowercased().replacingBytes(of: "’", with: "'"))
    }

    /// True if the person has logged in at least once.
    var hasBeenHere: Bool { session != nil }
    /// True if the person is online.
    var isOnline: Bool { session?.phase == .live && !isAway }
    /// The state of the client; an empty one before the login.
    var state: ChatState { session?.model.state ?? ChatState(of: handle) }
    /// The hint at the bottom of the screen.
    var hint: String? { session?.model.state.view.hint }
    /// The complete model of the client; nil before the login.
    var model: ClientModel? { session?.model }
    /// The drawn screen.
    var grid: Grid { session?.grid ?? Grid(Self.size) }

    /// The complete printed text, with the line-by-line client; nil without it.
    var printedText: String? {
        linear.map { _ in printed.flatMap(PlainRenderer.lines).joined(separator: "\n") }
    }

    // MARK: The connection

    /// Logs in and loads the data that a terminal loads.
    ///
    /// - Parameters:
    ///   - isLinear: True for the line-by-line client.
    ///   - keepsAll: True if all messages on the streams and all printed facts are stored.
    ///   - reader: The decoder of messages, shared with other people.
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

    /// Reads all the messages that have arrived, and lets the client react. A stream that has ended is opened again.
    func catchUp() {
        guard let session, !isAway else { return }
        // Another server may forward the changes of other people separately. They precede the response to the ping.
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

    /// Reads all the messages that were sent earlier, even if they are still on a socket. It pings and does not fence,
    /// because a fence would also release the messages that a fault delays.
    func hear() {
        guard let session, !isAway else { return }
        session.ask(.live(.sessionPing))
        catchUp()
    }

    /// Reads the effects of all requests that were accepted earlier. The response to the fence is the last message.
    ///
    /// - Throws: ``StepFailure`` if the server is gone, or if a notification arrived twice or out of order.
    func settle() throws(StepFailure) {
        guard let session, !isAway else { return }
        session.ask(.live(.sessionFence))
        catchUp()
        guard session.phase == .live else { throw StepFailure("\(name) cannot log in", actual: session.problem) }
        if let disorder { throw disorder }
    }

    /// Goes offline. The screen stays as it is, and later notifications arrive after the return.
    func goAway() {
        connection?.goOffline()
        session?.pump()
        isAway = true
    }

    /// Goes online again and receives the missed notifications.
    func comeBack() {
        isAway = false
        connection?.comeBack()
        catchUp()
    }

    /// Drops the stream. The client connects again by itself at its next use.
    func loseConnection() { connection?.drop() }

    /// Replaces the device by one with another system. Its client starts from the beginning.
    func change(to system: DeviceSystem) {
        close()
        self.system = system
    }

    private var draftStore: DraftStore {
        DraftStore(
            load: { [weak self] in self.map { (Array($0.drafts.values), $0.changes) } ?? ([], []) },
            keep: { [weak self] draft in
                self?.drafts[draft.place.id] = draft
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

    /// Checks that notifications with a cursor arrive once and in order, unless the scenario injects faults.
    private func checkOrder(_ position: Int64?, of method: String) {
        guard let position else { return }
        if !bearsFaults, position <= cursor {
            disorder = StepFailure(
                "\(name) received a notification twice or out of order", expected: "a cursor above \(cursor)",
                actual: "\(method) with the cursor \(position)")
        }
        cursor = max(cursor, position)
    }

    // MARK: Actions

    /// Gives the terminal the focus while the closure runs.
    private func looking<Result>(_ isFocused: Bool = true, _ body: (PersonSession) -> Result) -> Result? {
        guard let session else { return nil }
        session.updateState { $0.view.isFocused = isFocused }
        defer { session.updateState { $0.view.isFocused = false } }
        return body(session)
    }

    /// Opens a conversation, as choosing it in the list does, which marks it as read.
    ///
    /// - Parameter reads: False to select it without the focus, so that it is not marked as read.
    func open(_ conversation: ConversationID, reads: Bool = true) {
        guard let session, state.threads[conversation] != nil else { return }
        looking(reads) { session in
            let actions = session.updateState { state in
                state.view.isShelfShown = false
                state.view.pane = .thread
                return ChatUpdate.run(on: &state) { update in
                    update.select(conversation)
                    if reads { update.open() }
                }
            }
            _ = session.perform(actions)
            session.catchUp()
        }
        session.pump()
    }

    /// Runs the closure without reading the messages that arrived before, and waits for the result.
    ///
    /// - Returns: The result of the request of that method; nil if it made none.
    func outcome<Failure: Error>(
        of method: Method?, _ body: (PersonSession) throws(Failure) -> Void
    ) throws(Failure) -> Result<JSONValue, RPCError>? {
        guard let session else { return nil }
        outcomes = []
        try body(session)
        catchUp()
        return outcome(of: method)
    }

    /// Returns the result of the last request of that method since the last act began; nil without such a request.
    /// Without a method, the last request that changes the log counts, except for one that marks a conversation as
    /// read.
    func outcome(of method: Method?) -> Result<JSONValue, RPCError>? {
        outcomes.last { asked in
            method.map { asked.request.method == $0 }
                ?? (asked.request.changesTheLog && asked.request.method != .conversationMarkRead)
        }?.outcome
    }

    /// Performs the action of a key, a command or a menu. The line-by-line client enters the equivalent lines.
    ///
    /// - Parameter reads: True if the person opens and so reads the conversation of the action.
    /// - Returns: The command error if nothing was done.
    /// - Throws: ``StepFailure`` if no line corresponds to the action.
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

    /// Performs an action without reading the messages that arrived before, and waits for the result.
    ///
    /// - Returns: The result of the request of that method; nil if it made none.
    func outcome(
        of method: Method? = nil, of action: ChatAction
    ) throws(StepFailure) -> Result<JSONValue, RPCError>? {
        try outcome(of: method) { _ throws(StepFailure) in try perform(action, reads: false) }
    }

    /// Presses keys, one after the other.
    ///
    /// - Returns: The result of the last request for a change; nil if no key made one.
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

    /// Loads a part of a thread. After the whole thread was loaded once, it stays in memory, so that it is loaded only
    /// once.
    func load(_ conversation: ConversationID, _ part: ThreadPart = .whole) {
        guard let session, !isAway else { return }
        session.load(conversation)
        catchUp()
        guard part == .whole else { return }
        session.keepWholeThreads()
        while let thread = state.threads[conversation], thread.isLoaded, thread.hasOlder {
            let before = thread.entries.count
            session.updateState { $0.threads[conversation]?.isLoadingOlder = true }
            _ = session.perform([.loadOlder(conversation: conversation)])
            catchUp()
            if state.threads[conversation]?.entries.count == before { return }
        }
    }

    /// Returns the document that was saved last under that name.
    func savedFile(_ name: String) -> SavedFile? { saved.last { $0.name == name } }
}

/// The content of documents of which a scenario gives only the name.
enum SampleDocument {
    /// The names of the files in every folder.
    static let names = ["plan.pdf", "tickets.pdf"]

    static func content(of name: String) -> [UInt8] { Array("The document \(name).\n".utf8) }
}
