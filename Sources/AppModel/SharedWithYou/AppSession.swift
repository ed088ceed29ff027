public import ChatConnection
public import ChatProtocol

/// An app that runs as a person, at a server: what its highlight center and its attributions speak through.
///
/// It belongs to one thread, and does nothing by itself: ``turn()`` takes what came, and **every completion handler and
/// every delegate call is made by it**, on the thread that calls it, never from within the call that asked
/// (`center-completion-queue`). An app calls it from its loop, as the main queue runs an app on a device.
public final class AppSession {
    package typealias Answer = PendingRequests.Answer

    /// The app.
    public let app: AppID
    /// Whom it runs as.
    public let person: Handle
    /// Told of a link that the person opened for this app to show.
    public var onUserActivity: ((UserActivity) -> Void)?
    /// Called when the person chose an action of the app on the share sheet.
    public var onActivity: ((ChosenActivity) -> Void)?
    /// Called when the app offers other actions on the share sheet, from this session or another.
    public var onActivitiesChange: (([AppActivity]) -> Void)?
    /// Told of what the server refused where the framework has no way to say so, such as a notice.
    public var onRefusal: ((RPCError) -> Void)?
    /// Whether the person's system supports collaboration in Messages (`center-support-flag`).
    public var isSystemCollaborationSupportAvailable: Bool { pending.hasSupport }

    private let pending: PendingRequests
    private var listeners: [(AppStreamEvent) -> Void] = []

    /// A session on a stream that somebody else keeps.
    package init(app: AppID, person: Handle, stream: any AppStream) {
        self.app = app
        self.person = person
        pending = PendingRequests(stream)
    }

    /// Logs an app in on a new stream: a socket's, or an embedded server's.
    ///
    /// - Throws: ``ClientFailure`` if the server does not want it.
    public convenience init(
        app: AppID, person: Handle, on transport: any ClientTransport, world: WorldName = .main,
        credentials: Credentials = Credentials()
    ) throws(ClientFailure) {
        let hello = Hello(.app(app, person: person), world: world).with(credentials)
        self.init(app: app, person: person, stream: try LiveAppStream(transport, hello: hello))
    }

    /// Takes what came, and calls whoever waits for it.
    ///
    /// - Returns: whether anything came.
    @discardableResult
    public func turn() -> Bool {
        pending.turn { event in
            switch event.toldLive {
            case .userActivity(let activity, _, _)?: onUserActivity?(activity)
            case .activityChosen(let activity, _, _)?: onActivity?(activity)
            default: break
            }
            if case .activitiesChanged(let activities)? = event.told { onActivitiesChange?(activities) }
            for listener in listeners { listener(event) }
        }
    }

    /// Chooses the actions that the app has on the share sheet of its person from now on (`av-custom-when`).
    ///
    /// - Parameters:
    ///   - activities: the actions, in order; nil for those that the app was registered with.
    ///   - completion: receives the refusal, or nil once the server has taken them.
    public func offer(_ activities: [AppActivity]?, completion: @escaping (RPCError?) -> Void = { _ in }) {
        ask(.request(.activityOffer(OfferActivities(activities: activities)))) { [weak self] answer in
            switch answer {
            case .failure(let refusal): completion(refusal)
            case .success(let result):
                if var fields = try? JSONFields(result), let app: App = try? fields.read("app") {
                    self?.onActivitiesChange?(app.activities)
                }
                completion(nil)
            }
        }
    }

    /// Tells of everything that comes, when ``turn()`` takes it.
    package func listen(_ listener: @escaping (AppStreamEvent) -> Void) { listeners.append(listener) }

    /// Asks; the answer comes out of a later ``turn()``.
    func ask(_ request: AppRequest, then: @escaping (Answer) -> Void) { pending.ask(request, then: then) }

    /// Asks for what the framework has no answer to: what is refused is told to ``onRefusal``.
    func tell(_ request: AppRequest) {
        ask(request) { [weak self] answer in
            if case .failure(let refusal) = answer { self?.onRefusal?(refusal) }
        }
    }

    /// Asks, and waits for the answer; what else comes meanwhile is for the next ``turn()``.
    package func answer(to request: AppRequest) -> Answer { pending.answer(to: request) }
}
