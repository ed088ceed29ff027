public import ChatConnection
public import ChatProtocol

/// The session of an app that runs as a person. The highlight center and the attributions of the app use it to reach
/// the server.
///
/// A session belongs to one thread and does nothing by itself. ``turn()`` processes what has arrived, and **only
/// ``turn()`` calls the completion handlers and delegates that wait for the server**. The calls happen on the thread
/// that calls ``turn()``, and never inside the call that made the request (`center-completion-queue`). An app calls
/// ``turn()`` in its loop, which replaces the main queue of a device.
public final class AppSession {
    package typealias Answer = PendingRequests.Answer

    /// The app.
    public let app: AppID
    /// The person as whom the app runs.
    public let person: Handle
    /// Called when the person opened a link for this app to show.
    public var onUserActivity: ((UserActivity) -> Void)?
    /// Called when the person chose an action of the app on the share sheet.
    public var onActivity: ((ChosenActivity) -> Void)?
    /// Called when the app offers other actions on the share sheet, from this session or another. Receives the new
    /// actions in order.
    public var onActivitiesChange: (([AppActivity]) -> Void)?
    /// Called with the error when the server refuses a request for which the framework has no completion handler, such
    /// as a notice.
    public var onRefusal: ((RPCError) -> Void)?
    /// True if the person's system supports collaboration in Messages (`center-support-flag`).
    public var isSystemCollaborationSupportAvailable: Bool { pending.hasSupport }

    private let pending: PendingRequests
    private var listeners: [(AppStreamEvent) -> Void] = []

    /// Creates a session on a stream that its caller manages.
    package init(app: AppID, person: Handle, stream: any AppStream) {
        self.app = app
        self.person = person
        pending = PendingRequests(stream)
    }

    /// Logs an app in on a new stream: a socket or an embedded server.
    ///
    /// - Throws: ``ClientFailure`` if the server refuses the login or the stream fails.
    public convenience init(
        app: AppID, person: Handle, on transport: any ClientTransport, world: WorldName = .main,
        credentials: Credentials = Credentials()
    ) throws(ClientFailure) {
        let hello = Hello(.app(app, person: person), world: world).with(credentials)
        self.init(app: app, person: person, stream: try LiveAppStream(transport, hello: hello))
    }

    /// Processes the events that have arrived, and calls the handlers that wait for them.
    ///
    /// - Returns: true if an event had arrived.
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

    /// Offers other actions of the app on the share sheet of its person from now on (`av-custom-when`).
    ///
    /// - Parameters:
    ///   - activities: the actions, in order; nil restores the actions that the app was registered with.
    ///   - completion: receives the error of a refused offer, or nil after the server has accepted it.
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

    /// Adds a listener. ``turn()`` calls it with every event.
    package func listen(_ listener: @escaping (AppStreamEvent) -> Void) { listeners.append(listener) }

    /// Sends a request. A later ``turn()`` calls the handler with the answer.
    func ask(_ request: AppRequest, then: @escaping (Answer) -> Void) { pending.ask(request, then: then) }

    /// Sends a request for which the framework has no completion handler. ``onRefusal`` receives the error of a
    /// refusal.
    func tell(_ request: AppRequest) {
        ask(request) { [weak self] answer in
            if case .failure(let refusal) = answer { self?.onRefusal?(refusal) }
        }
    }

    /// Sends a request and waits for its answer. The next ``turn()`` processes all other events that arrive before it.
    package func answer(to request: AppRequest) -> Answer { pending.answer(to: request) }
}

/// A request that the model sends for an app: a method call of the contract.
package enum AppRequest: Equatable, Sendable {
    /// A request without a client id.
    case request(Request)
    /// A change with its own client id. By this id the server recognises the same change from another device.
    case change(Request, clientID: String)
    /// A live request. The server stores nothing for it.
    case live(LiveRequest)

    /// The client id of a change; nil for other requests.
    package var ownClientID: String? {
        if case .change(_, let clientID) = self { clientID } else { nil }
    }

    /// The method with its params.
    package var call: any MethodCall {
        switch self {
        case .request(let request), .change(let request, _): request
        case .live(let request): request
        }
    }
}

/// A request with the number under which its answer arrives.
package struct NumberedRequest: SessionRequest {
    let request: AppRequest
    let number: Int

    package var ownClientID: String? { request.ownClientID }

    package func call(me: Handle?) -> any MethodCall { request.call }
}

/// The requests on a stream and the handlers that wait for their answers. An app's session and a container use it to
/// reach the server.
///
/// It belongs to one thread, and only ``turn(_:)`` calls handlers.
package final class PendingRequests {
    package typealias Answer = Result<JSONValue, RPCError>

    /// True if the person's system supports collaboration in Messages (`center-support-flag`).
    private(set) var hasSupport = false

    private let stream: any AppStream
    private var isWelcome = false
    private var lastNumber = 0
    private var waiting: [Int: (Answer) -> Void] = [:]
    private var held: [AppStreamEvent] = []

    init(_ stream: any AppStream) {
        self.stream = stream
        hold()
    }

    /// Processes the events that have arrived. Answers go to their handlers, and `take` receives every event.
    ///
    /// - Returns: true if an event had arrived.
    func turn(_ take: (AppStreamEvent) -> Void) -> Bool {
        hold()
        guard !held.isEmpty else { return false }
        while !held.isEmpty {
            let event = held.removeFirst()
            if case .answer(let number, let answer) = event { waiting.removeValue(forKey: number)?(answer) }
            take(event)
            hold()
        }
        return true
    }

    /// Sends a request. A later ``turn(_:)`` calls the handler with the answer.
    func ask(_ request: AppRequest, then: @escaping (Answer) -> Void) { waiting[put(request)] = then }

    /// Sends a request and waits for its answer. The next ``turn(_:)`` processes all other events that arrive before
    /// it.
    ///
    /// - Returns: the answer, or the error `unavailable` if the stream ends first.
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
            if case .welcome(let isSupported, _) = event {
                if isSupported {
                    hasSupport = true
                    HighlightCenter.noteSupport()
                }
                // No request can precede the first welcome, so no handler receives it.
                if !isWelcome {
                    isWelcome = true
                    continue
                }
            }
            held.append(event)
        }
    }
}
