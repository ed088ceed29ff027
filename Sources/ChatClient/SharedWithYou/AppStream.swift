import ChatProtocol

/// What an app's session asks over: a scripted client, or a connection that comes back by itself.
protocol AppStream: AnyObject {
    /// Asks; the answer is one of the events that come later, under the same number.
    func ask(_ request: AppRequest, number: Int)

    /// What came since the last look, in order.
    func takeEvents() -> [AppStreamEvent]

    /// Waits until something may have come.
    ///
    /// - Returns: false where nothing will.
    func wait() -> Bool
}

/// What comes to an app's session.
enum AppStreamEvent: Equatable {
    /// The answer to what was asked under that number.
    case answer(Int, Result<JSONValue, RPCError>)
    /// The server told something.
    case notification(method: String, params: JSONValue)
    /// The session stands; what is told from now on follows what is asked from now on.
    case welcome(hasCollaborationSupport: Bool)
}

/// A scripted client as an app's stream: an answer is there as soon as it was asked for.
final class ScriptedAppStream: AppStream {
    private let client: ScriptedClient
    private var events: [AppStreamEvent]

    /// A stream whose hello was answered so.
    init(_ client: ScriptedClient, welcome: JSONValue) {
        self.client = client
        events = [.welcome(hasCollaborationSupport: welcome[AppSession.supportMember]?.boolValue ?? false)]
        // What an app has to answer since before it came up (`coord-singleton`).
        for action in welcome["actions"]?.arrayValue ?? [] {
            events.append(.notification(method: "action.requested", params: ["action": action]))
        }
    }

    func ask(_ request: AppRequest, number: Int) {
        let result: Result<JSONValue, RPCError>
        do throws(ClientFailure) {
            result = .success(
                try client.request(request.methodName) {
                    request.writeParams(to: &$0)
                    $0.member("clientID", request.ownClientID)
                })
        } catch {
            if case .refused(let refusal) = error {
                result = .failure(refusal)
            } else {
                result = .failure(RPCError(.unavailable, error.description))
            }
        }
        note()
        events.append(.answer(number, result))
    }

    func takeEvents() -> [AppStreamEvent] {
        // A stream that ended brings nothing more; whoever asks next is told so.
        try? client.catchUp()
        note()
        defer { events = [] }
        return events
    }

    func wait() -> Bool { !events.isEmpty }

    private func note() {
        events += client.takeInbox().map { .notification(method: $0.method, params: $0.params) }
    }
}
