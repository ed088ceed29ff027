import AppModel
import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal

/// An app on one person's device: what `chat-client app` runs, on a stream of the stage. The system's sharing screens work
/// in the session of the person's terminal; Messages beside the app is begun when the app needs it.
final class CastAppScreen {
    private let line: AppLine
    let runtime: AppRuntime
    private let person: CastPerson
    private let isAmongSeveral: Bool
    /// Every message that the app's own session was sent.
    private(set) var received: [[UInt8]] = []
    /// What the app was told, in order.
    private(set) var told: [(method: String, params: JSONValue)] = []
    /// What the system's sharing screens were seen to do, as an app's observer is told.
    private(set) var observed: [String] = []
    /// The text that was copied last.
    private(set) var clipboard: String?
    /// What the server refused of what the app told of, since somebody looked.
    var refusal: RPCError?
    /// What the app has answered of what it was asked to do.
    var answered: Set<ActionID> = []
    /// How many of its changes were counted already.
    var countedChanges = 0
    private var observer: SystemSharingUIObserver?
    private let connection: TransportConnection<NumberedRequest>

    /// Starts the app as that person.
    ///
    /// - Throws: ``StepFailure`` if the server does not want it.
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
        // The greeting names whom the app said that it runs as; what counts is what it learns from then on.
        connection.tap = { [weak self] in self?.received.append($0) }
        told = early
        line.onEvent = { [weak self] event in
            if case .notification(let method, let params) = event { self?.told.append((method, params)) }
        }
        runtime.session.onRefusal = { [weak self] in self?.refusal = $0 }
        watch = { [weak self] in self?.watch($0) }
        catchUp()
    }

    /// A session of the person's own for what the app lays over itself.
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

    /// What the app told of how it shows what.
    var reports: [(url: String, context: AttributionView.DisplayContext)] { runtime.reports }

    /// What is on the screen.
    var text: String { grid.text }

    /// The screen as it is drawn.
    var grid: Grid { AppScreen.render(runtime.state, messages: line.shownMessages, size: runtime.size) }

    /// Brings the app and its person's terminal in step, until neither has anything to ask.
    func catchUp() {
        if isAmongSeveral { line.ping() }
        repeat {
            person.catchUp()
            line.catchUp()
        } while person.isOnline && person.session?.isIdle == false
    }

    /// The same, with everything that was accepted before.
    func settle() {
        line.fence()
        catchUp()
    }

    /// Presses keys.
    func press(_ keys: [Key]) {
        for key in keys {
            for case .copy(let text) in runtime.apply(key) { clipboard = text }
            catchUp()
        }
    }

    /// Does what keys lead to.
    func perform(_ action: AppAction) {
        _ = runtime.perform([action])
        catchUp()
    }

    /// Writes a text in the conversation that lies over the app, and sends it.
    func write(_ text: String) { press(text.map { Key.character($0) } + [.enter]) }

    /// The item of a link, by its id; nil if it is not listed.
    func item(_ url: String) -> AppItem? { runtime.state.items.first { $0.url == url } }

    /// The attribution of a link as the system draws it; nil where there is none.
    func attribution(_ url: String) -> String? {
        guard let item = item(url), let content = runtime.state.attributions[item.id] else { return nil }
        return AttributionPainter.render(content, look: runtime.state.look, columns: runtime.size.columns).text
    }

    /// Loses the stream; the app comes back by itself when it is looked at.
    func loseConnection() { connection.drop() }

    /// Leaves.
    func close() { line.close() }
}
