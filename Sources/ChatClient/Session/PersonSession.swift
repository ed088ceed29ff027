import AppModel
package import ChatConnection
package import ChatProtocol
package import ChatScreens
package import ChatSystem
package import ChatTerminal

/// One person's session with a server: the connection and the model of its data, kept in step.
///
/// The screen and `--plain` are two displays of a session.
package final class PersonSession {
    /// A request of an action to the owner of the terminal.
    package enum Request: Equatable {
        case redraw
        case suspend
        case quit
        case copy(String)
        case edit(String)
    }

    private let connection: ClientConnection<ClientRequest>
    private let clock: SessionClock
    let files: DocumentFiles
    private var drafts: KeptDrafts
    private var activities: ClientActivities
    private var lookedAt: Int64
    package private(set) var model: ClientModel { didSet { (isInStep, drawn) = (false, nil) } }
    /// True if nothing changed since the model and the connection were brought in step.
    private var isInStep = false
    private var startedAt: Int64 = 0
    /// True once a server has accepted the login.
    package private(set) var wasWelcome = false
    private var listeners: [(LiveClient<ClientRequest>.Report) -> Bool] = []
    /// True if unread messages are loaded at the start, so that the list marks mentions and opens threads at once.
    package var loadsUnread = false
    /// The size of the screen. Messages of a thread that fit on it count as read.
    package var size: Size { didSet { (isInStep, drawn) = (false, nil) } }

    /// The drawn screen.
    package var grid: Grid {
        let grid = drawn ?? ChatScreen.render(model.state, size: size, kept: laidOut)
        drawn = grid
        return grid
    }

    private let laidOut = EntryRows()
    /// The drawn screen; nil if something changed since.
    private var drawn: Grid?

    package convenience init(
        to servers: ServerEndpoints, me: Handle, name: String?, device: String?, world: WorldName, size: Size,
        credentials: Credentials = Credentials(), drafts: DraftStore? = nil, activities: ActivityHost = ActivityHost(),
        timeoutMilliseconds: Int64 = 10_000
    ) {
        let hello = Hello(.person(me, name: name), device: device, world: world).with(credentials)
        self.init(
            on: LiveConnection(to: servers, hello: hello, timeoutMilliseconds: timeoutMilliseconds), me: me,
            size: size, drafts: drafts, activities: activities)
    }

    /// Creates a session on any connection, with any clock.
    package init(
        on connection: ClientConnection<ClientRequest>, me: Handle, size: Size, face: ClockFace = .local,
        clock: SessionClock = .system, files: DocumentFiles = .onDisk, drafts: DraftStore? = nil,
        activities: ActivityHost = ActivityHost()
    ) {
        self.connection = connection
        self.activities = ClientActivities(activities)
        self.drafts = KeptDrafts(drafts)
        self.files = files
        self.clock = clock
        lookedAt = clock.steady()
        model = ClientModel(me: me, face: face, now: Instant(milliseconds: clock.wall()))
        self.size = size
        model.state.activityPreferences = activities.preferences
        model.state.extensions = self.activities.installed()
        self.drafts.restoreNewMessage(into: &model.state)
    }

    /// Adds a listener that gets each report before the model.
    ///
    /// - Parameter listener: returns true if the report is the listener's own, and not for the model.
    package func listen(_ listener: @escaping (LiveClient<ClientRequest>.Report) -> Bool) { listeners.append(listener) }

    /// The events for which a loop polls; nil while there is no socket.
    package var interest: Interest? { connection.interest }

    package var phase: LivePhase { connection.phase }

    /// True if no server is available.
    package var isAway: Bool { connection.isAway }

    package var isIdle: Bool { connection.isIdle }

    /// The reason why no server is available.
    package var problem: String {
        if case .refused(let error) = phase { error.sentence } else { connection.lastProblem }
    }

    /// True if the list of conversations has arrived, and no request waits for an answer.
    package var isSettled: Bool { isIdle && model.line.isListed }

    /// The latest time at which ``turn(_:)`` must be called, in milliseconds of the steady clock. A countdown on the
    /// screen needs a call each second.
    package var deadline: Int64? {
        let now = Clocks.steady()
        let jobs = activities.due(at: now, for: model.state.problems)
        var deadlines = [connection.deadline, drafts.due, jobs].compactMap { $0 }
        if model.state.followsTheClock { deadlines.append(now + 1_000) }
        if case .waiting(let until) = phase {
            let left = max(0, until - now)
            deadlines.append(now + (left % 1_000 == 0 ? min(left, 1_000) : left % 1_000))
        }
        if isConnecting { deadlines.append(now + 1_000 - (now - startedAt) % 1_000) }
        return deadlines.min()
    }

    /// True while the first server has not accepted the login and has not failed.
    private var isConnecting: Bool { !wasWelcome && (phase == .connecting || phase == .greeting) }

    package func start() {
        startedAt = Clocks.steady()
        connection.start()
        pump()
    }

    /// Lets the connection process its socket, and applies the reports.
    package func turn(_ ready: Readiness) {
        connection.turn(ready)
        pump()
    }

    /// Applies a key.
    ///
    /// - Returns: the requests to the owner of the terminal.
    package func apply(_ key: Key) -> [Request] {
        let size = size
        passTime()
        countUnanswered()
        var (actions, isDropped): ([ChatAction], Bool) = ([], false)
        if case .paste(let text) = key {
            let paths = DroppedFile.paths(in: text, isFile: files.hasFile)
            actions = ChatUpdate.run(on: &model.state, size: size) { isDropped = $0.drop(text, files: paths) }
        }
        if !isDropped { actions += ChatUpdate.apply(key, to: &model.state, size: size) }
        defer {
            model.tellTyping()
            pump()
        }
        return perform(actions)
    }

    /// Performs the actions of a command or a key.
    ///
    /// - Returns: the requests to the owner of the terminal.
    package func perform(_ actions: [ChatAction]) -> [Request] {
        var requests: [Request] = []
        for action in actions {
            switch action {
            case .send(let text, let conversation, let replyTo):
                send(text, to: conversation, replyTo: replyTo.map { MessageID($0) })
            case .attach(let path, let text, let conversation, let replyTo, let line):
                attach(path, text, to: conversation, replyTo: replyTo, by: line)
            case .start(let draft): start(draft)
            // Only a text can become a document.
            case .loadOffer(.file(let path, let id)) where !isText(path, attachedIn: id): break
            case .checkFile(let path, let id): _ = isText(path, attachedIn: id)
            case .writeFile(let item): write(item)
            case .keepActivityPreferences(let preferences): activities.keep(preferences)
            case .runActivity(let type, let item, let text):
                let problem = activities.run(type, with: item, saying: text, at: clock.steady())
                guard let problem else { break }
                model.hint(problem.text)
                if problem.job != nil { model.state.problems.append(problem) }
            case .readFailure(let job): activities.markRead(job)
            case .listFolder(let path):
                model.state.folder = files.list(path)
                let size = size
                _ = ChatUpdate.run(on: &model.state, size: size) { $0.completePath() }
            case .copy(let text): requests.append(.copy(text))
            case .editDraft(let text): requests.append(.edit(text))
            case .redraw: requests.append(.redraw)
            case .suspend: requests.append(.suspend)
            case .quit: requests.append(.quit)
            default: model.perform(action)
            }
        }
        return requests
    }

    /// Sends a message.
    ///
    /// - Parameter item: the path of the file, or the draft of the copy.
    func send(
        _ text: String, to conversation: ConversationID, replyTo: MessageID?, file: SentAttachment? = nil,
        from item: DraftParts? = nil
    ) {
        let request = ClientRequest.request(
            .messageSend(SendMessage(conversation: conversation, text: text, replyTo: replyTo, attachment: file)))
        if let clientID = connection.request(request) { model.echo(request, clientID: clientID, parts: item) }
    }

    /// Sends a draft. A draft of a file is sent with the file's present content.
    private func start(_ draft: CollaborationDraft) {
        do throws(DocumentFiles.Problem) {
            switch try files.prepared(draft, model.state.limits) {
            case .start(let draft): model.perform(.start(draft))
            case .attachment(let file):
                let item = DraftParts(conversation: draft.conversation, staged: draft)
                send(draft.text, to: draft.conversation, replyTo: nil, file: file, from: item)
            }
        } catch {
            model.restore(draft)
            model.hint("Not sent: \(error)")
        }
    }

    /// Writes an item of a share sheet to a new file that is named after its subject.
    private func write(_ handed: HandedItem) {
        let title = handed.subject.isEmpty ? handed.item.title : handed.subject
        save(SavedFile(title: title, text: handed.item.plainText))
    }

    /// Writes a file, and reports its path.
    private func save(_ file: SavedFile) {
        do throws(DocumentFiles.Problem) {
            model.hint("Saved as \(try files.write(file))")
        } catch {
            model.hint(error.text)
        }
    }

    /// Marks all problems of jobs as read. Printed lines call this, because they stay on the screen.
    package func readProblems() {
        _ = perform(updateState { state in ChatUpdate.run(on: &state) { $0.readProblems() } })
    }

    /// Writes or sends on the documents that arrived, and reports their paths. A file that exists already stays as it
    /// is.
    private func writeFiles() {
        for file in drain(\.files) {
            guard let place = file.forward else { save(file); continue }
            send("", to: place, replyTo: nil, file: SentAttachment(name: file.name, content: file.content))
        }
    }

    /// Sends a request that no key makes.
    package func ask(_ request: ClientRequest) { connection.request(request) }

    /// Returns the attributions that arrived since the last call, by token.
    func takeContents() -> [(token: String, content: AttributionContent)] { drain(\.attributions) }

    /// Returns the output of a kind since the last call.
    package func drain<Item>(_ kind: WritableKeyPath<Outbox, [Item]>) -> [Item] {
        // An empty outbox must not trigger `didSet`.
        model.outbox[keyPath: kind].isEmpty ? [] : model.outbox.drain(kind)
    }

    /// Loads the newest page of a thread, as opening it does, without selecting it.
    package func load(_ conversation: ConversationID) {
        model.open(conversation)
        pump()
    }

    /// Keeps every entry of every thread from now on.
    package func keepWholeThreads() { model.entriesKept = .max }

    /// Notifies the others whether this person types, by the text in the composer.
    package func tellTyping() {
        model.tellTyping()
        pump()
    }

    /// Changes the state without a key.
    package func updateState<Result>(_ body: (inout ChatState) -> Result) -> Result { body(&model.state) }

    /// Adds a fact.
    package func tell(_ fact: PlainFact) { model.tell(fact) }

    /// Returns the facts since the last call, for `--plain`. Returns none until all names in them are known.
    package func takeNamedFacts() -> [PlainFact] { model.line.isNamed ? drain(\.facts) : [] }

    /// Advances the clock of the screen to the present time.
    private func passTime() {
        let now = clock.steady()
        if now != lookedAt { model.pass(milliseconds: now - lookedAt) }
        lookedAt = now
    }

    /// Applies reports and sends requests until there are no more of either.
    package func pump() {
        passTime()
        if let news = activities.news(for: model.state, at: lookedAt) { model.apply(news) }
        while true {
            let reports = connection.takeReports()
            for report in reports where !isTaken(report) {
                if case .welcome(let isFresh, _, _, _) = report {
                    if isFresh, wasWelcome { drafts.beganAnew(leaving: model.state.view.selected ?? "") }
                    wasWelcome = true
                }
                model.apply(report)
                if case .phase(.waiting) = report, connection.tellsEarlyEnds { model.hint(connection.lastProblem) }
            }
            if let server = connection.takeNewServer() { model.hint("Connected to \(server)") }
            writeFiles()
            _ = perform(drain(\.actions))
            if isConnecting, let server = connection.server {
                let seconds = Int((Clocks.steady() - startedAt) / 1_000)
                model.set(.connecting(to: server.description, seconds: seconds))
            }
            if case .waiting(let until) = phase {
                let left = max(0, until - Clocks.steady())
                model.set(.reconnecting(seconds: Int((left + 999) / 1_000)))
            }
            if reports.isEmpty, isInStep {
                if let due = drafts.due, due <= lookedAt { keepDrafts() }
                return
            }
            countUnanswered()
            let size = size
            let actions = ChatUpdate.settle(&model.state, size: size)
            _ = perform(actions)
            model.loadSelected()
            let requests = drain(\.requests)
            if reports.isEmpty, requests.isEmpty, actions.isEmpty {
                keepDrafts()
                isInStep = true
                return
            }
            for request in requests {
                connection.request(request)
                guard phase != .live else { continue }
                model.leaveUnanswered(request)
            }
        }
    }

    private func countUnanswered() {
        model.state.view.unansweredChanges = connection.unanswered.count { $0.request.isMissed }
    }

    private func isTaken(_ report: LiveClient<ClientRequest>.Report) -> Bool {
        var isTaken = false
        for listener in listeners where listener(report) { isTaken = true }
        return isTaken
    }

    /// Reads the stream and waits for every answer, for a connection that no event loop polls.
    package func catchUp() {
        repeat { turn(.init()) } while phase == .live && !isIdle
    }

    /// Stores the drafts for the next run. First restores the stored drafts of conversations, once the list has
    /// arrived.
    private func keepDrafts() {
        let end = connection.cursor
        if !model.hasDrafts, model.line.isListed {
            model.hasDrafts = true
            drafts.restore(into: &model.state, at: end)
            askAgain()
            let unread = loadsUnread ? model.state.conversations.filter { $0.unread > 0 }.prefix(20) : []
            for row in unread { model.open(row.id) }
        }
        if drafts.hasReturned(in: model.state, at: end) {
            drafts.restoreReturned(into: &model.state, at: end)
            model.askOffersOfStaged()
        }
        let before = drafts.problem
        drafts.keep(
            model.state, unanswered: connection.unanswered, parts: model.known.parts, answered: model.unpostedWords,
            cursor: end, at: clock.steady())
        model.state.view.keepsDrafts = drafts.outliveTheClient
        model.state.view.failsToKeepDrafts = drafts.problem != nil
        if let problem = drafts.problem, problem != before { model.hint("Drafts cannot be saved: \(problem)") }
    }

    /// Repeats the unanswered requests of an earlier run under their client ids, so that nothing happens twice.
    private func askAgain() {
        let (again, unsent, lost, gone) = drafts.takeChanges(model.state, at: connection.cursor)
        for (request, clientID, parts) in again {
            connection.request(request, clientID: clientID)
            let place = model.echo(request, clientID: clientID, parts: parts)
            if let place, model.isUnread(place) { connection.request(.stayUnread(place)) }
        }
        model.giveBack(unsent, lost: lost, gone: gone)
    }

    package func close() {
        activities.stop()
        drafts.keep(
            model.state, unanswered: connection.unanswered, parts: model.known.parts, answered: model.unpostedWords,
            cursor: connection.cursor, at: clock.steady(), isLast: true)
        // Another session of the person may stay, and the server would keep them typing for a minute.
        model.state.view.isTyping = false
        model.tellTyping()
        for request in drain(\.requests) where phase == .live { connection.request(request) }
        connection.close()
    }
}
