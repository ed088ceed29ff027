import ChatProtocol

/// An app that runs as a person, on the terminal: the app's own connection, and beside it the person's, by which the
/// system draws what no app may know. Both come back by themselves.
final class AppLine {
    private let connection: LiveConnection
    private let stream: LiveAppStream
    private let messages: ChatSession
    private let identity: (app: AppID, person: Handle)
    /// The app and its screens, once both connections stand.
    private(set) var runtime: AppRuntime?

    /// An app that has not connected yet.
    init(
        to endpoint: ServerEndpoint, app: AppID, person: Handle, world: WorldName, credentials: Credentials
    ) {
        identity = (app, person)
        connection = LiveConnection(
            to: endpoint, hello: Hello(.app(app, person: person), world: world).with(credentials))
        stream = LiveAppStream(connection)
        messages = ChatSession(
            to: endpoint, me: person, name: nil, device: "app", world: world, size: Size(columns: 0, rows: 0),
            credentials: credentials)
    }

    /// Connects both, and waits for the first welcome.
    ///
    /// - Returns: why there was none.
    func connect(size: Size) -> String? {
        connection.start()
        messages.start()
        while true {
            switch (connection.client.phase, messages.phase) {
            case (.refused(let error), _): return error.message
            case (.waiting, _): return connection.lastProblem
            case (_, .refused), (_, .waiting): return messages.problem
            case (.live, .live):
                let session = AppSession(app: identity.app, person: identity.person, stream: stream)
                let (person, messages) = (identity.person, messages)
                runtime = AppRuntime(session, renderer: messages, size: size) {
                    let container = Container(person: person, stream: PersonStream(messages))
                    container.names = { [weak messages] in messages?.name(of: $0) ?? $0.defaultName }
                    container.groups = { [weak messages] in messages?.messages.group($0) }
                    return container
                }
                pump()
                return nil
            default: wait(besides: [])
            }
        }
    }

    /// The conversation that lies over the app.
    var shownMessages: ChatState { messages.messages }

    /// Whether everything that was asked is answered.
    var isSettled: Bool { connection.client.isIdle && messages.isSettled }

    /// Whether the server does not want this session any more.
    var refusal: String? {
        if case .refused(let error) = connection.client.phase { error.message } else { nil }
    }

    /// Waits for a connection or one of the descriptors, and lets the connections work.
    ///
    /// - Returns: which of the descriptors are ready.
    @discardableResult
    func wait(besides descriptors: [Int32], milliseconds: Int? = nil) -> [ClientSyscalls.Readiness] {
        var interests = descriptors.map { ClientSyscalls.Interest(descriptor: $0) }
        let own = connection.interest
        if let own { interests.append(own) }
        let other = messages.interest
        if let other { interests.append(other) }
        let deadlines = [connection.deadline, messages.deadline].compactMap { $0 }
        let left = deadlines.min().map { Int(clamping: max(0, $0 - ClientSyscalls.steadyClock())) }
        var ready = ClientSyscalls.wait(interests, milliseconds: [left, milliseconds].compactMap { $0 }.min())
        messages.turn(other == nil ? .init() : ready.removeLast())
        connection.turn(own == nil ? .init() : ready.removeLast())
        pump()
        return ready
    }

    /// Brings everything in step.
    func pump() {
        guard let runtime else { return }
        runtime.set(shownConnection)
        runtime.pump()
        messages.pump()
        runtime.pump()
        // Facts and alerts are a person's own terminal's to show.
        _ = messages.takeFacts()
        _ = messages.takeAlerts()
    }

    /// Replies to a shared message, where no conversation is on a screen.
    func send(_ text: String, in place: AttributionContent.Place) {
        _ = messages.perform([.send(text: text, conversation: place.conversation, replyTo: place.message)])
        messages.pump()
    }

    private var shownConnection: ChatState.Connection {
        switch connection.client.phase {
        case .connecting, .greeting: .connecting
        case .live: .connected
        case .waiting(let until):
            .reconnecting(seconds: Int((max(0, until - ClientSyscalls.steadyClock()) + 999) / 1_000))
        case .refused(let error): .offline(error.message)
        }
    }

    /// Leaves.
    func close() {
        connection.close()
        messages.close()
    }
}
