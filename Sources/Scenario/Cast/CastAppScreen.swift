import AppModel
import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

/// An app on one person's device: the program of `chat-client app`, on a stream of the stage. The system's sharing
/// screens use the session of the person's terminal while it is online. If it is not, a separate Messages session is
/// started for them.
final class CastAppScreen {
    private let line: AppLine
    let runtime: AppRuntime
    private let person: CastPerson
    private let isAmongSeveral: Bool
    /// The messages that the app's own session received.
    private(set) var received: [[UInt8]] = []
    /// The notifications that the app received, in order.
    private(set) var told: [(method: String, params: JSONValue)] = []
    /// The events of the system's sharing screens, as an app's observer receives them.
    private(set) var observed: [String] = []
    /// The last copied text.
    private(set) var clipboard: String?
    /// The last refusal of a report of the app; nil if none occurred since a step cleared it.
    var refusal: RPCError?
    /// The requested actions that the app has answered.
    var answered: Set<ActionID> = []
    /// The number of its changes that were counted already.
    var countedChanges = 0
    private var observer: SystemSharingUIObserver?
    private let connection: TransportConnection<NumberedRequest>

    /// Starts the app for that person.
    ///
    /// - Throws: ``StepFailure`` if the server rejects its login.
    init(
        _ app: AppID, named name: String, as person: CastPerson, stage: any Stage, world: WorldName, salt: String
    ) throws(StepFailure) {
        self.person = person
        isAmongSeveral = stage.hasSeveralServers
        let device = person.isSecondDevice ? CastPerson.secondDevice : nil
        var hello = Hello(.app(app, person: person.handle), device: device, world: world).with(stage.credentials)
        hello.system = person.system
        let connection = TransportConnection<NumberedRequest>(
            hello: hello, clientIDPrefix: "\(app)-\(person.handle)" + (device.map { "-\($0)" } ?? "") + salt
        ) {
            () throws(TransportError) in try stage.connect(for: person.handle.rawValue)
        }
        self.connection = connection
        let open = Self.messages(of: person, stage: stage, world: world, salt: salt)
        let system = SystemMessages(open)
        var watch: (Container) -> Void = { _ in }
        line = AppLine(on: connection, app: app, person: person.handle, system: system) {
            let session = person.isOnline ? person.session ?? system.begun() : system.begun()
            let container = Container(of: person.handle, in: session)
            watch(container)
            return container
        }
        var early: [(method: String, params: JSONValue)] = []
        line.onEvent = { if case .notification(let method, let params) = $0 { early.append((method, params)) } }
        let problem = line.start(size: CastPerson.size)
        guard let runtime = line.runtime else {
            throw StepFailure("\(name) cannot run as \(person.name)", actual: problem)
        }
        self.runtime = runtime
        runtime.jobs = person.activities.jobs
        // The login contains the app and person that the app itself claims to be. Only later messages count as
        // received.
        connection.tap = { [weak self] in self?.received.append($0) }
        told = early
        line.onEvent = { [weak self] event in
            if case .notification(let method, let params) = event { self?.told.append((method, params)) }
        }
        runtime.session.onRefusal = { [weak self] in self?.refusal = $0 }
        watch = { [weak self] in self?.watch($0) }
        catchUp()
    }

    /// Returns a maker of a separate Messages session of the person, for the panels over the app.
    private static func messages(
        of person: CastPerson, stage: any Stage, world: WorldName, salt: String
    ) -> () -> PersonSession {
        {
            let device = person.isSecondDevice ? "\(CastPerson.secondDevice)-app" : "app"
            var hello = Hello(.person(person.handle, name: nil), device: device, world: world)
                .with(stage.credentials)
            hello.system = person.system
            let connection = TransportConnection<ClientRequest>(
                hello: hello, clientIDPrefix: "\(device)-\(person.handle)\(salt)"
            ) {
                () throws(TransportError) in try stage.connect(for: person.handle.rawValue)
            }
            let session = PersonSession(
                on: connection, me: person.handle, size: Size(columns: 0, rows: 0), face: .utc, clock: person.clock,
                activities: person.activities.host)
            session.start()
            session.catchUp()
            return session
        }
    }

    private func watch(_ container: Container) {
        let observer = SystemSharingUIObserver(container: container)
        observer.systemSharingUIDidSaveShareBlock = { [weak self] _, result in self?.observe("saved", result) }
        observer.systemSharingUIDidStopSharingBlock = { [weak self] _, result in self?.observe("stopped", result) }
        self.observer = observer
    }

    private func observe<Value, Problem>(_ deed: String, _ result: Result<Value, Problem>) {
        if case .success = result { observed.append(deed) } else { observed.append("not \(deed)") }
    }

    /// The reports of the app about its displayed attributions.
    var reports: [(url: String, context: AttributionView.DisplayContext)] { runtime.reports }

    /// The text on the screen.
    var text: String { grid.text }

    /// The drawn screen.
    var grid: Grid { AppScreen.render(runtime.state, messages: line.shownMessages, size: runtime.size) }

    /// Lets the app and its person's terminal exchange messages with the server until neither has a pending request.
    func catchUp() {
        if isAmongSeveral { line.ping() }
        repeat {
            person.catchUp()
            line.catchUp()
        } while person.isOnline && person.session?.isIdle == false
    }

    /// Does the same after a fence, so that the effects of all earlier requests have arrived.
    func settle() {
        line.fence()
        catchUp()
    }

    func press(_ keys: [Key]) {
        for key in keys {
            for case .copy(let text) in runtime.apply(key) { clipboard = text }
            catchUp()
        }
    }

    /// Performs an action of the app, as keys would.
    func perform(_ action: AppAction) {
        _ = runtime.perform([action])
        catchUp()
    }

    /// Types a text in the conversation that is shown over the app, and sends it.
    func write(_ text: String) { press(text.map { Key.character($0) } + [.enter]) }

    /// Returns the item of a link; nil if it is not listed.
    func item(_ url: String) -> AppItem? { runtime.state.items.first { $0.url == url } }

    /// Returns the attribution of a link as the system draws it; nil if it has none.
    func attribution(_ url: String) -> String? {
        guard let item = item(url), let content = runtime.state.attributions[item.id] else { return nil }
        return AttributionPainter.render(content, look: runtime.state.look, columns: runtime.size.columns).text
    }

    /// Drops the stream. The app connects again by itself at its next use.
    func loseConnection() { connection.drop() }

    /// Ends the app.
    func close() { line.close() }
}

/// Access of steps to the sharing screens and the panel over an app's screen.
extension CastAppScreen {
    /// Opens the item at a link, unless it is open.
    func show(_ url: String) {
        let view = runtime.state.view
        if view.page.detail == nil || view.openedItem?.url != url {
            runtime.open(link: url)
            catchUp()
        }
    }

    /// True if a sharing screen or the panel is open.
    var hasSheet: Bool { runtime.state.view.sheet == .sharing || runtime.state.view.sheet == .panel }

    /// The rows of the open sheet, drawn on a screen that is high enough for all of them.
    var sheetRows: [String] {
        guard let kind = runtime.state.view.sheet else { return [] }
        var grid = Grid(Size(columns: runtime.size.columns, rows: 60))
        SheetPainter.draw(AppSheets.sheet(kind, in: runtime.state), over: &grid)
        return grid.text.split(separator: "\n").compactMap { row in
            let parts = row.split(separator: "│", omittingEmptySubsequences: false)
            guard parts.count > 2 else { return nil }
            let words = parts[1].split(separator: " ", omittingEmptySubsequences: false)
            // Words with more than one space between them are joined by two spaces.
            var text = ""
            var blanks = 0
            for word in words {
                if word.isEmpty || word == "▸" || word == "◂" {
                    blanks += 1
                } else {
                    text += text.isEmpty ? "" : blanks > 0 ? "  " : " "
                    text += word
                    blanks = 0
                }
            }
            return text.isEmpty ? nil : text
        }
    }

    /// The labels of the choices on the open sheet.
    var sheetLabels: [String] {
        runtime.state.view.sheet.map { AppSheets.sheet($0, in: runtime.state).choices.map(\.label) } ?? []
    }

    /// Moves to a row by its label with the arrow keys, and presses a key there.
    /// - Throws: ``StepFailure`` if no row has this label.
    func choose(_ label: String, by key: Key = .enter) throws(StepFailure) {
        let labels = sheetLabels
        guard let index = labels.firstIndex(of: label) else {
            throw StepFailure("there is no such row", expected: label, actual: labels.listed)
        }
        press(Array(repeating: .up, count: labels.count) + Array(repeating: .down, count: index) + [key])
    }
}

extension CastAppScreen {
    /// Returns the actions that the app still has to answer: those of which it was notified, without the ended and
    /// answered ones.
    /// - Throws: ``StepFailure`` if an action cannot be read.
    func openActions() throws(StepFailure) -> [RequestedAction] {
        let ended = told.filter { $0.method == NotificationName.actionEnded }.compactMap { $0.params.text("action") }
        return try requestedActions().filter { !ended.contains($0.id.rawValue) && !answered.contains($0.id) }
    }

    /// Returns all actions of which the app was notified, answered or not.
    /// - Throws: ``StepFailure`` if an action cannot be read.
    func requestedActions() throws(StepFailure) -> [RequestedAction] {
        var actions: [RequestedAction] = []
        for told in told where told.method == NotificationName.actionRequested {
            let action = try RequestedAction(told: told.params["action"], as: "an action")
            if !actions.contains(where: { $0.id == action.id }) { actions.append(action) }
        }
        return actions
    }
}

extension CastApp {
    /// Applies the app's settings for sharing screens and notices to a running instance.
    func configure(_ screen: CastAppScreen) {
        screen.runtime.documents.availablePermissions = sharingChoices
        screen.runtime.documents.namesItems = namesItems
        screen.runtime.documents.tellsOthers = postsNotices
    }
}
