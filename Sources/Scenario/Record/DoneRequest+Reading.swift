import ChatConnection
import ChatProtocol

/// Reading of a `request.done` notification for a recording.
extension DoneRequest {
    /// Reads a notification of an observer; nil if it is not about a request.
    init?(_ heard: ScriptedClient.Notified) {
        guard heard.method == NotificationName.requestDone,
            let done = try? DoneRequest(told: heard.params, as: "a request")
        else { return nil }
        self = done
    }

    /// The person who made the request, or for whom the app runs.
    var person: Handle? { owner.person }

    /// The request; nil if the contract has no such request.
    var request: Request? { read { method, fields throws(InvalidField) in try Request(method, from: &fields) } }

    /// The live request; nil if the contract has no such request.
    var liveRequest: LiveRequest? {
        read { method, fields throws(InvalidField) in try LiveRequest(method, from: &fields) }
    }

    private func read<Call>(_ read: (Method, inout JSONFields) throws(InvalidField) -> Call?) -> Call? {
        guard var fields = try? JSONFields(params) else { return nil }
        return (try? read(method, &fields)) ?? nil
    }

    /// The result; nil if the request was refused or the result is too long for a notification.
    var result: JSONValue? { if case .result(let result) = outcome { result } else { nil } }

    /// Returns a member of the result; nil if it has none.
    func answered<Value: JSONRecord>(_ key: String) -> Value? { try? Value(told: result?[key], as: key) }

    /// The reason of the refusal; nil if the request succeeded.
    var refusal: RPCError.Reason? { if case .refused(let error) = outcome { error.reason } else { nil } }

    /// The message that the request names.
    var message: MessageID? { params?.text("message").map { MessageID($0) } }

    /// A request about each message that the request lists; the request itself if it lists none.
    var parts: [DoneRequest] {
        guard let messages = params?["messages"]?.arrayValue else { return [self] }
        return messages.map { message in
            var part = self
            part.params = ["message": message]
            return part
        }
    }

    var isDone: Bool { refusal == nil }

    /// True if the request is more than a query.
    var changesSomething: Bool {
        method.changesTheLog || method == .conversationTyping || method == .collaborationOffer
    }

    /// True if the request comes from a system panel over an app.
    var isOverApp: Bool { owner.device?.name == "app" }
}
