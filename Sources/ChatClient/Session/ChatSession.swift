import ChatProtocol

/// One person at a server: the connection and what is known through it, kept in step.
///
/// The screen and `--plain` are two ways to look at one of these.
final class ChatSession {
    /// What an action asks of whoever owns the terminal.
    enum Request: Equatable {
        case redraw
        case suspend
        case quit
        case copy(String)
    }

    private let connection: LiveConnection
    private var lookedAt = ClientSyscalls.steadyClock()
    private(set) var model: ClientModel
    /// Is shown all that comes, before the model takes it; answers whether it was its own, and not the model's.
    var onReport: ((LiveClient.Report) -> Bool)?
    /// How large the screen is: what can be seen of a thread counts as read.
    var size: Size

    /// Somebody who has not connected yet.
    init(
        to endpoint: ServerEndpoint, me: Handle, name: String?, device: String?, world: WorldName, size: Size,
        credentials: Credentials = Credentials(), face: ClockFace = .local
    ) {
        let hello = Hello(.person(me, name: name), device: device, world: world).with(credentials)
        connection = LiveConnection(to: endpoint, hello: hello)
        model = ClientModel(me: me, face: face, now: Instant(milliseconds: ClientSyscalls.wallClock()))
        self.size = size
    }

    /// What to wait for; nil while there is no socket.
    var interest: ClientSyscalls.Interest? { connection.interest }

    /// How far the connection is.
    var phase: LiveClient.Phase { connection.client.phase }

    /// Why there is none.
    var problem: String {
        if case .refused(let error) = phase { error.message } else { connection.lastProblem }
    }

    /// Whether all is loaded, and everything that was asked is answered.
    var isSettled: Bool { connection.client.isIdle && model.isListed }

    /// When ``turn(_:)`` is to be called at the latest; every second while there is a countdown to show.
    var deadline: Int64? {
        let now = ClientSyscalls.steadyClock()
        guard case .waiting(let until) = phase else {
            return model.state.followsTheClock
                ? min(connection.deadline ?? .max, now + 1_000) : connection.deadline
        }
        let left = max(0, until - now)
        return now + (left % 1_000 == 0 ? min(left, 1_000) : left % 1_000)
    }

    func start() {
        connection.start()
        pump()
    }

    /// Lets the connection work, and takes what came of it.
    func turn(_ ready: ClientSyscalls.Readiness) {
        connection.turn(ready)
        pump()
    }

    /// Applies a key.
    ///
    /// - Returns: what the owner of the terminal must do.
    func apply(_ key: Key) -> [Request] {
        let size = size
        let actions = ChatUpdate.apply(key, to: &model.state, size: size)
        defer {
            model.tellTyping()
            pump()
        }
        return perform(actions)
    }

    /// Does what a command or a key asked for.
    func perform(_ actions: [ChatAction]) -> [Request] {
        var requests: [Request] = []
        for action in actions {
            switch action {
            case .send(let text, let conversation, let replyTo):
                send(text, to: ConversationID(conversation), replyTo: replyTo.map { MessageID($0) })
            case .attach(let path, let text, let conversation, let replyTo):
                attach(path, text, to: ConversationID(conversation), replyTo: replyTo.map { MessageID($0) })
            case .copy(let text): requests.append(.copy(text))
            case .redraw: requests.append(.redraw)
            case .suspend: requests.append(.suspend)
            case .quit: requests.append(.quit)
            default: model.perform(action)
            }
        }
        return requests
    }

    private func send(
        _ text: String, to conversation: ConversationID, replyTo: MessageID?, file: OutgoingFile? = nil
    ) {
        let request = ClientRequest.send(text: text, conversation, replyTo: replyTo, file: file)
        guard let clientID = connection.request(request) else { return }
        model.echo(text, in: conversation, clientID: clientID, replyTo: replyTo, file: file)
    }

    private func attach(_ path: String, _ text: String, to conversation: ConversationID, replyTo: MessageID?) {
        do throws(DocumentFiles.Problem) {
            let file = try DocumentFiles.read(path, max: model.state.limits.attachmentBytes)
            send(text, to: conversation, replyTo: replyTo, file: file)
        } catch {
            model.tellHint(error.text)
        }
    }

    /// Writes the documents that came, and says where they are now; what is there already stays.
    private func writeFiles() {
        for file in model.takeFiles() {
            do throws(DocumentFiles.Problem) {
                model.tellHint("Saved as \(try DocumentFiles.write(file))")
            } catch {
                model.tellHint(error.text)
            }
        }
    }

    /// What somebody is called.
    func name(of handle: Handle) -> String { model.name(handle) }

    /// Asks for something that no key asks for.
    func ask(_ request: ClientRequest) { connection.request(request) }

    /// What stands behind the tokens that were asked about since the last look.
    func takeContents() -> [(token: String, content: AttributionContent)] { model.takeAttributions() }

    /// How many alerts came since the last look.
    func takeAlerts() -> Int { model.takeAlerts() }

    /// Changes the view where no key does.
    func updateState<Result>(_ body: (inout ChatState) -> Result) -> Result { body(&model.state) }

    /// Says something in the facts.
    func tell(_ fact: PlainFact) { model.tell(fact) }

    /// The facts since the last look, for `--plain`.
    func takeFacts() -> [PlainFact] { model.takeFacts() }

    /// The same, once every app in them can be called by its name.
    func takeNamedFacts() -> [PlainFact] { model.takeNamedFacts() }

    /// Brings model and connection in step until neither has anything to say.
    func pump() {
        let now = ClientSyscalls.steadyClock()
        model.pass(milliseconds: now - lookedAt)
        lookedAt = now
        while true {
            let reports = connection.takeReports()
            for report in reports where onReport?(report) != true { model.apply(report) }
            writeFiles()
            if case .waiting(let until) = phase {
                let left = max(0, until - ClientSyscalls.steadyClock())
                model.set(.reconnecting(seconds: Int((left + 999) / 1_000)))
            }
            let size = size
            let actions = ChatUpdate.settle(&model.state, size: size)
            _ = perform(actions)
            model.loadSelected()
            let requests = model.takeRequests()
            if reports.isEmpty, requests.isEmpty, actions.isEmpty { return }
            for request in requests { connection.request(request) }
        }
    }

    /// Leaves.
    func close() { connection.close() }
}

extension ClockFace {
    /// The clock of this machine's time zone.
    static let local = ClockFace { instant in
        ClientSyscalls.offsetFromUTC(atSecond: instant.milliseconds / 1_000)
    }
}
