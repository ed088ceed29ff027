package import AppModel
package import ChatConnection
package import ChatProtocol
package import ChatScreens
package import ChatSystem
package import ChatTerminal

/// An app that runs for a person: the app's own connection, and the person's connection, with which the system draws
/// data that no app may know. Both reconnect by themselves.
package final class AppLine {
    /// The largest delay until an app shows a job that has begun.
    private static let jobMilliseconds = 250
    private let connection: ClientConnection<NumberedRequest>
    private let stream: LiveAppStream
    private let system: SystemMessages
    private let identity: (app: AppID, person: Handle)
    private let makeContainer: () -> Container?
    private let drafts: DraftStore?
    /// Receives each event of the app's session.
    package var onEvent: ((AppStreamEvent) -> Void)?
    /// The app and its screens; nil before the login.
    package private(set) var runtime: AppRuntime?

    /// Creates an app that has not connected yet.
    ///
    /// - Parameters:
    ///   - drafts: the store of the unsaved texts; nil if nothing outlives the client.
    ///   - container: returns the person's own container, in any of their sessions, when the first document is opened.
    package init(
        on connection: ClientConnection<NumberedRequest>, app: AppID, person: Handle, system: SystemMessages,
        drafts: DraftStore? = nil, container: @escaping () -> Container?
    ) {
        self.drafts = drafts
        identity = (app, person)
        self.connection = connection
        self.system = system
        stream = LiveAppStream(connection)
        makeContainer = container
    }

    /// Creates an app for a server that listens.
    package convenience init(
        to servers: ServerEndpoints, app: AppID, person: Handle, world: WorldName, credentials: Credentials,
        drafts: DraftStore? = nil, activities: ActivityHost = ActivityHost(), timeoutMilliseconds: Int64 = 10_000
    ) {
        let system = SystemMessages {
            let session = PersonSession(
                to: servers, me: person, name: nil, device: "app", world: world, size: Size(columns: 0, rows: 0),
                credentials: credentials, drafts: drafts, activities: activities,
                timeoutMilliseconds: timeoutMilliseconds)
            session.start()
            return session
        }
        let hello = Hello(.app(app, person: person), world: world).with(credentials)
        self.init(
            on: LiveConnection(to: servers, hello: hello, timeoutMilliseconds: timeoutMilliseconds), app: app,
            person: person, system: system, drafts: drafts
        ) {
            Container(of: person, in: system.begun())
        }
    }

    /// Connects both, and waits for the first login.
    ///
    /// - Parameter whileWaiting: called each second at least.
    /// - Returns: the reason why the login failed; nil after a success.
    package func connect(size: Size, whileWaiting: () -> Void = {}) -> String? {
        connection.start()
        let messages = system.begun()
        while true {
            if messages.isAway { return messages.problem }
            if connection.isAway || (connection.phase == .live && messages.phase == .live) { return begin(size: size) }
            wait(besides: [], milliseconds: 1_000)
            whileWaiting()
        }
    }

    /// Begins on a connection that is read only on demand.
    ///
    /// - Returns: the reason why the login failed; nil after a success.
    package func start(size: Size) -> String? {
        connection.start()
        return begin(size: size)
    }

    private func begin(size: Size) -> String? {
        switch connection.phase {
        case .refused(let error): return error.sentence
        case .live: break
        case .connecting, .greeting, .waiting: return connection.lastProblem
        }
        let session = AppSession(app: identity.app, person: identity.person, stream: stream)
        session.listen { [weak self] in self?.onEvent?($0) }
        runtime = AppRuntime(session, renderer: system, size: size, drafts: drafts, container: makeContainer)
        pump()
        return nil
    }

    /// The state of Messages, whose conversation covers the app.
    package var shownMessages: ChatState { system.session?.messages ?? ChatState(of: identity.person) }

    /// True if no request waits for an answer.
    package var isSettled: Bool { connection.isIdle && system.session?.isSettled != false }

    /// The work that is lost if the app ends now, one sentence each.
    package var unsent: [String] {
        (connection.unanswered.isEmpty ? [] : ["A change has not reached the server."])
            + (system.session?.messages.unsaved ?? [])
    }

    /// Waits until no request waits for an answer, or until the time is over.
    package func settle(milliseconds: Int64) {
        let end = Clocks.steady() + milliseconds
        while !isSettled, refusal == nil {
            let left = end - Clocks.steady()
            guard left > 0 else { return }
            wait(besides: [], milliseconds: Int(left))
        }
    }

    /// The reason why the server refused this session; nil if it did not.
    package var refusal: String? {
        if case .refused(let error) = connection.phase { error.sentence } else { nil }
    }

    /// Waits for a connection or one of the descriptors, and lets the connections work.
    ///
    /// - Returns: the readiness of each descriptor, in order.
    @discardableResult
    package func wait(besides descriptors: [Int32], milliseconds: Int? = nil) -> [Readiness] {
        var interests = descriptors.map { Interest(descriptor: $0) }
        let own = connection.interest
        if let own { interests.append(own) }
        let messages = system.begun()
        let other = messages.interest
        if let other { interests.append(other) }
        let deadlines = [connection.deadline, messages.deadline].compactMap { $0 }
        let left = deadlines.min().map { Int(clamping: max(0, $0 - Clocks.steady())) }
        // Other processes begin jobs too, and cannot wake this one.
        var ready = Readiness.wait(
            for: interests, milliseconds: [left, milliseconds, Self.jobMilliseconds].compactMap { $0 }.min())
        messages.turn(other == nil ? .init() : ready.removeLast())
        connection.turn(own == nil ? .init() : ready.removeLast())
        pump()
        return ready
    }

    /// Reads the streams, applies everything that follows, and waits for every answer, for connections that no event
    /// loop polls.
    package func catchUp() {
        repeat {
            connection.turn(.init())
            system.session?.catchUp()
            pump()
        } while connection.phase == .live && !(connection.isIdle && system.session?.isIdle != false)
    }

    /// Sends pings. Their answers follow everything that the server sent before.
    package func ping() {
        connection.ask(.sessionPing)
        system.session?.ask(.live(.sessionPing))
    }

    /// Waits until the app and the person's session have received everything that was accepted before.
    package func fence() {
        connection.ask(.sessionFence)
        system.session?.ask(.live(.sessionFence))
        catchUp()
    }

    /// Applies what arrived in both sessions, and sends the requests that follow.
    package func pump() {
        guard let runtime else { return }
        runtime.set(shownConnection)
        if let server = connection.takeNewServer() { runtime.tell("Connected to \(server)") }
        runtime.pump()
        guard let messages = system.session else { return }
        messages.pump()
        runtime.pump()
        // Only the person's own terminal shows facts and alerts.
        _ = messages.drain(\.facts)
        _ = messages.drain(\.alerts)
    }

    /// Replies to a shared message when no conversation is on the screen.
    package func send(_ text: String, in place: AttributionContent.Place) {
        let messages = system.begun()
        _ = messages.perform([
            .send(
                text: ChatUpdate.said(text), conversation: place.conversation,
                replyTo: place.message.isEmpty ? nil : place.message)
        ])
        messages.pump()
    }

    private var shownConnection: ChatState.Connection {
        switch connection.phase {
        case .connecting, .greeting: .starting
        case .live: .connected
        case .waiting(let until):
            .reconnecting(seconds: Int((max(0, until - Clocks.steady()) + 999) / 1_000))
        case .refused(let error): .offline(error.sentence)
        }
    }

    /// Closes both connections.
    package func close() {
        connection.close()
        system.session?.close()
    }
}

extension Container {
    /// Creates the container of a person in one of their sessions.
    package convenience init(of person: Handle, in session: PersonSession) {
        self.init(person: person, stream: PersonStream(session))
        names = { [weak session] in
            LookAlike.marked(session?.label(of: $0) ?? $0.defaultName, $0.rawValue)
        }
        groups = { [weak session] in session?.messages.group($0) }
        places = { [weak session] in session?.messages.places }
    }
}

/// A person's own session as the stream of their container, so that the sharing screens need no connection of their
/// own. The session reconnects by itself.
final class PersonStream: AppStream {
    private let session: PersonSession
    private var inbox = AppStreamInbox([.welcome(hasCollaborationSupport: true)])

    init(_ session: PersonSession) {
        self.session = session
        session.listen { [weak self] in self?.handle($0) ?? false }
    }

    func ask(_ request: AppRequest, number: Int) {
        if !request.call.method.changesTheLog {
            guard session.phase == .live else { return inbox.fail(number) }
            inbox.begin(number)
        }
        session.ask(.app(request, number: number))
    }

    func takeEvents() -> [AppStreamEvent] { inbox.drain() }

    func wait() -> Bool { false }

    private func handle(_ report: LiveClient<ClientRequest>.Report) -> Bool {
        inbox.hear(report) { if case .app(_, let number) = $0 { number } else { nil } }
        if case .refusal(.app, _, _) = report { return true }
        if case .result(let request, _, let result) = report, let told = Self.notification(of: request, result) {
            inbox.append(told)
        }
        return false
    }

    /// Returns the notification that the person's other sessions get of a request. The session that made the request
    /// gets only the answer, but the container must apply the change too.
    ///
    /// - Returns: nil if the request changes nothing, or is the container's own.
    private static func notification(of request: ClientRequest, _ result: JSONValue) -> AppStreamEvent? {
        if case .app = request { return nil }
        guard request.changesTheLog else { return nil }
        if let message = result["message"], result["conversation"] == nil {
            return .notification(method: NotificationName.messagePosted.rawValue, params: ["message": message])
        }
        guard let share = result["share"] else {
            return .notification(method: NotificationName.conversationChanged.rawValue, params: result)
        }
        let cause: LostShare.Cause? =
            switch request.method {
            case .shareStop: .stopped
            case .shareLeave: .left
            default: nil
            }
        let params: JSONValue = cause.map { ["share": share, "gone": .string($0.rawValue)] } ?? ["share": share]
        return .notification(method: NotificationName.shareChanged.rawValue, params: params)
    }
}
