import ChatProtocol

/// An app on one person's device, as a terminal shows it: its own session, and the system's beside it.
final class CastAppScreen {
    static let size = Size(columns: 80, rows: 24)

    let runtime: AppRuntime
    private let messages: CastMessages
    private let client: ScriptedClient
    private let wire: OverheardTransport
    private let system: SystemSide

    /// What the system's sharing screens were seen to do, as an app's observer is told.
    var observed: [SharingOutcome] { system.observed }
    /// The text that was copied last.
    private(set) var clipboard: String?

    /// Starts the app as that person.
    ///
    /// - Parameter system: what the person's device knows.
    init(
        _ app: AppID, as person: Handle, system: DeviceSystem, stage: any Stage, world: WorldName
    ) throws(ClientFailure) {
        wire = OverheardTransport(try Troupe.open(stage))
        client = ScriptedClient(wire)
        var hello = Hello(.app(app, person: person), world: world).with(stage.credentials)
        hello.system = system
        let welcome = try client.hello(hello)
        // The greeting names whom the app said that it runs as; what counts is what it learns from then on.
        wire.forget()
        messages = try CastMessages(person, stage: stage, world: world)
        let session = AppSession(
            app: app, person: person, stream: ScriptedAppStream(client, welcome: welcome))
        let side = SystemSide(person, system: system, stage: stage, world: world, messages: messages)
        self.system = side
        runtime = AppRuntime(session, renderer: messages, size: Self.size) { side.container() }
        runtime.set(.connected)
        pump()
    }

    /// Every byte that the app's own session was sent, as text.
    var received: String { String(decoding: wire.received, as: UTF8.self) }

    /// What the app told of how it shows what.
    var reports: [(url: String, context: AttributionView.DisplayContext)] { runtime.reports }

    /// What is on the screen.
    var text: String { grid.text }

    /// The screen as it is drawn.
    var grid: Grid { AppScreen.render(runtime.state, messages: messages.messages, size: Self.size) }

    /// Brings everything in step.
    func pump() {
        runtime.pump()
        messages.pump()
        runtime.pump()
    }

    /// Presses keys.
    func press(_ keys: [Key]) {
        for key in keys {
            for case .copy(let text) in runtime.apply(key) { clipboard = text }
        }
        pump()
    }

    /// Writes a text in the conversation that lies over the app, and sends it.
    func write(_ text: String) { press(text.map { Key.character($0) } + [.enter]) }

    /// The item of a link, by its id; nil if it is not listed.
    func item(_ url: String) -> AppItem? { runtime.state.items.first { $0.url == url } }

    /// The attribution of a link as the system draws it; nil where there is none.
    func attribution(_ url: String) -> String? {
        guard let item = item(url), let content = runtime.state.attributions[item.id] else { return nil }
        return AttributionPainter.render(content, look: runtime.state.look, columns: Self.size.columns).text
    }

    /// Leaves.
    func close() {
        client.close()
        messages.close()
        system.close()
    }
}

/// What an app's observer of the system's sharing screens is told.
enum SharingOutcome: String, Hashable {
    /// A share was saved.
    case saved
    /// It was not.
    case notSaved = "not saved"
    /// Sharing was stopped, or left.
    case stopped
    /// It was not.
    case notStopped = "not stopped"
}

/// The session of the person's own beside an app's, in which the system's sharing screens work.
private final class SystemSide {
    private let open: () throws(ClientFailure) -> (ScriptedClient, Container)
    private var client: ScriptedClient?
    private var observer: SystemSharingUIObserver?
    private(set) var observed: [SharingOutcome] = []

    init(_ person: Handle, system: DeviceSystem, stage: any Stage, world: WorldName, messages: CastMessages) {
        open = { () throws(ClientFailure) in
            let client = ScriptedClient(try Troupe.open(stage))
            var hello = Hello(.person(person, name: nil), device: "sharing", world: world).with(stage.credentials)
            hello.system = system
            let welcome = try client.hello(hello)
            let container = Container(person: person, stream: ScriptedAppStream(client, welcome: welcome))
            container.names = { [weak messages] in messages?.name(of: $0) ?? $0.defaultName }
            container.groups = { [weak messages] in messages?.messages.group($0) }
            return (client, container)
        }
    }

    /// The person's container; nil where the server does not want another session.
    func container() -> Container? {
        guard let (client, container) = try? open() else { return nil }
        let observer = SystemSharingUIObserver(container: container)
        observer.systemSharingUIDidSaveShareBlock = { [weak self] _, result in
            if case .success = result { self?.observed.append(.saved) } else { self?.observed.append(.notSaved) }
        }
        observer.systemSharingUIDidStopSharingBlock = { [weak self] _, result in
            if case .success = result { self?.observed.append(.stopped) } else { self?.observed.append(.notStopped) }
        }
        (self.client, self.observer) = (client, observer)
        return container
    }

    func close() { client?.close() }
}

/// A stream that keeps all that comes on it.
final class OverheardTransport: ClientTransport {
    private let inner: any ClientTransport
    /// Every byte that came.
    private(set) var received: [UInt8] = []

    init(_ inner: any ClientTransport) { self.inner = inner }

    /// Keeps nothing of what came so far.
    func forget() { received = [] }

    func send(_ message: [UInt8]) throws(TransportError) { try inner.send(message) }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let message = try inner.receive(waitingMilliseconds: milliseconds)
        received += message ?? []
        return message
    }

    func close() { inner.close() }

    func leave() { inner.leave() }
}
