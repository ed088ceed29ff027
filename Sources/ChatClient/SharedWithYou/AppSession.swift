public import ChatProtocol

/// An app that runs as a person, at a server: what its highlight center and its attributions speak through.
///
/// It belongs to one thread, and does nothing by itself: ``turn()`` takes what came, and **every completion handler and
/// every delegate call is made by it**, on the thread that calls it, never from within the call that asked
/// (`center-completion-queue`). An app calls it from its loop, as the main queue runs an app on a device.
public final class AppSession {
    static let supportMember = "isSystemCollaborationSupportAvailable"

    typealias Answer = Result<JSONValue, RPCError>

    /// The app.
    public let app: AppID
    /// Whom it runs as.
    public let person: Handle
    /// Told of a link that the person opened for this app to show.
    public var onUserActivity: ((UserActivity) -> Void)?
    /// Told of what the server refused where the framework has no way to say so, such as a notice.
    public var onRefusal: ((RPCError) -> Void)?
    /// Whether the person's system supports collaboration in Messages (`center-support-flag`).
    public private(set) var isSystemCollaborationSupportAvailable = false

    private let stream: any AppStream
    private var isWelcome = false
    private var lastNumber = 0
    private var waiting: [Int: (Answer) -> Void] = [:]
    private var held: [AppStreamEvent] = []
    private var listeners: [(AppStreamEvent) -> Void] = []

    /// A session on a stream that somebody else keeps.
    init(app: AppID, person: Handle, stream: any AppStream) {
        self.app = app
        self.person = person
        self.stream = stream
        hold()
    }

    /// Logs an app in on a new stream: a socket's, or an embedded server's.
    ///
    /// - Throws: ``ClientFailure`` if the server does not want it.
    public convenience init(
        app: AppID, person: Handle, on transport: any ClientTransport, world: WorldName = .main,
        credentials: Credentials = Credentials()
    ) throws(ClientFailure) {
        let client = ScriptedClient(transport)
        let welcome = try client.hello(Hello(.app(app, person: person), world: world).with(credentials))
        self.init(app: app, person: person, stream: ScriptedAppStream(client, welcome: welcome))
    }

    /// Takes what came, and calls whoever waits for it.
    ///
    /// - Returns: whether anything came.
    @discardableResult
    public func turn() -> Bool {
        hold()
        guard !held.isEmpty else { return false }
        while !held.isEmpty {
            let event = held.removeFirst()
            switch event {
            case .answer(let number, let answer): waiting.removeValue(forKey: number)?(answer)
            case .notification("userActivity", let params):
                guard params["activityType"]?.stringValue == UserActivity.activityType,
                    let url = params["webpageURL"]?.stringValue
                else { break }
                onUserActivity?(UserActivity(webpageURL: url))
            case .notification, .welcome: break
            }
            for listener in listeners { listener(event) }
            hold()
        }
        return true
    }

    /// Tells of everything that comes, when ``turn()`` takes it.
    func listen(_ listener: @escaping (AppStreamEvent) -> Void) { listeners.append(listener) }

    /// Asks; the answer comes out of a later ``turn()``.
    func ask(_ request: AppRequest, then: @escaping (Answer) -> Void) {
        waiting[put(request)] = then
    }

    /// Asks, and waits for the answer; what else comes meanwhile is for the next ``turn()``.
    func answer(to request: AppRequest) -> Answer {
        let number = put(request)
        while true {
            hold()
            let index = held.firstIndex {
                if case .answer(number, _) = $0 { true } else { false }
            }
            if let index, case .answer(_, let answer) = held.remove(at: index) { return answer }
            guard stream.wait() else { return .failure(RPCError(.unavailable, "The server does not answer.")) }
        }
    }

    private func put(_ request: AppRequest) -> Int {
        lastNumber += 1
        stream.ask(request, number: lastNumber)
        return lastNumber
    }

    private func hold() {
        for event in stream.takeEvents() {
            if case .welcome(let hasSupport) = event {
                if hasSupport {
                    isSystemCollaborationSupportAvailable = true
                    HighlightCenter.noteSupport()
                }
                // Nobody could have asked anything before the first.
                if !isWelcome {
                    isWelcome = true
                    continue
                }
            }
            held.append(event)
        }
    }
}
