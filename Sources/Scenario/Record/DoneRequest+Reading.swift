import ChatConnection
import ChatProtocol

/// Somebody's request as a recording reads it.
extension DoneRequest {
    /// What an observer heard; nil if it was something else.
    init?(_ heard: ScriptedClient.Notified) {
        guard heard.method == NotificationName.requestDone,
            let done = try? DoneRequest(told: heard.params, as: "a request")
        else { return nil }
        self = done
    }

    /// The person, or whom the app runs as.
    var person: Handle? { owner.person }

    /// What was asked; nil where the contract has no such thing.
    var request: Request? { read { method, fields throws(InvalidField) in try Request(method, from: &fields) } }

    /// The same of what is answered without a decision.
    var liveRequest: LiveRequest? {
        read { method, fields throws(InvalidField) in try LiveRequest(method, from: &fields) }
    }

    private func read<Call>(_ read: (Method, inout JSONFields) throws(InvalidField) -> Call?) -> Call? {
        guard var fields = try? JSONFields(params) else { return nil }
        return (try? read(method, &fields)) ?? nil
    }

    /// The answer; nil where it was refused, or is too long to be told.
    var result: JSONValue? { if case .result(let result) = outcome { result } else { nil } }

    /// A member of the answer; nil where it has none.
    func answered<Value: JSONRecord>(_ key: String) -> Value? { try? Value(told: result?[key], as: key) }

    /// Why it was refused.
    var refusal: RPCError.Reason? { if case .refused(let error) = outcome { error.reason } else { nil } }

    var isDone: Bool { refusal == nil }

    /// Whether it is more than a look.
    var changesSomething: Bool {
        method.changesTheLog || method == .conversationTyping || method == .collaborationOffer
    }

    /// Whether it was asked by what the system lays over an app.
    var isOverApp: Bool { owner.device?.name == "app" }
}
