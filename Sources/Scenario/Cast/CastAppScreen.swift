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
