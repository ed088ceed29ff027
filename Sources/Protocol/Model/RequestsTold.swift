/// A decided request, as the server sends it to an observer with `requests: true`.
public struct DoneRequest: Sendable, Equatable, JSONRecord {
    /// The outcome of the request.
    public enum Outcome: Sendable, Equatable {
        /// The request was fulfilled, with this result.
        case result(JSONValue)
        /// The request was fulfilled. Its result is omitted because of its length.
        case longResult
        /// The request was refused.
        case refused(RPCError)
    }

    /// The most bytes of JSON of the params or of the result. Longer ones are omitted.
    public static let partBytesMax = 65_536
    /// The session of the request.
    public var owner: SessionOwner
    /// The method.
    public var method: Method
    /// The params without secrets; nil if they are omitted because of their length.
    public var params: JSONValue?
    /// The time of the decision, by the world's clock.
    public var at: Instant
    /// The outcome of the request.
    public var outcome: Outcome

    /// Creates the report of a request.
    ///
    /// - Parameters:
    ///   - params: the params as sent. This initializer removes secrets and the content of attachments.
    ///   - outcome: the outcome as sent. This initializer removes long results and the content of attachments.
    public init(owner: SessionOwner, method: Method, params: JSONValue, at: Instant, outcome: Outcome) {
        self.owner = owner
        self.method = method
        self.at = at
        self.params = Self.short(Self.removing(Self.secrets(of: method), from: params))
        self.outcome = outcome
        if case .result(let result) = outcome {
            self.outcome = Self.short(Self.removing([], from: result)).map(Outcome.result) ?? .longResult
        }
    }

    /// Reads the members that ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        owner = try SessionOwner(from: &fields)
        method = try fields.read("method")
        params = fields.value("params")
        at = try fields.read("at")
        if var error = try fields.optionalFields("error") {
            let rule: String? = try error.readOptional("rule")
            outcome = .refused(
                RPCError(try error.read("reason"), try error.read("message"), rule.map { .rule($0) }))
        } else {
            outcome = fields.value("result").map(Outcome.result) ?? .longResult
        }
    }

    /// Returns the params without the members that only the sender may know.
    package static func withoutSecrets(_ params: JSONValue, of method: Method) -> JSONValue {
        let secrets = secrets(of: method).filter { params[$0] != nil }
        return secrets.isEmpty ? params : removing(secrets, from: params)
    }

    /// Returns the names of the secret members. A token is secret in every request, even in one that takes none and is
    /// refused.
    private static func secrets(of method: Method) -> Set<String> {
        // Only the app itself may know the identifier that it uses for its document.
        method == .collaborationStart ? ["token", "localIdentifier"] : ["token"]
    }

    private static func short(_ value: JSONValue) -> JSONValue? {
        JSONWriter.bytes(of: value).count <= partBytesMax ? value : nil
    }

    /// Appends the members `session, role, person?, app?, device?, method, params?, at, result? | error, truncated?`.
    public func writeMembers(to json: inout JSONWriter) {
        owner.writeMembers(to: &json)
        json.member("method", method.rawValue)
        json.member("params", params)
        json.member("at", at)
        switch outcome {
        case .result(let result): json.member("result", result)
        case .longResult: break
        case .refused(let error):
            json.key("error")
            json.object {
                $0.member("code", error.reason.code)
                $0.member("reason", error.reason.rawValue)
                $0.member("message", error.message)
                $0.member("rule", error.rule)
            }
        }
        if params == nil || outcome == .longResult { json.member("truncated", true) }
    }

    /// Returns the value without some of its members and without the content of an attachment.
    private static func removing(_ secrets: Set<String>, from value: JSONValue) -> JSONValue {
        guard case .object(let object) = value else { return value }
        return .object(
            JSONObject(
                object.members.filter { !secrets.contains($0.key) }.map { member in
                    guard member.key == "attachment", case .object(let attachment) = member.value else { return member }
                    let rest = attachment.members.filter { $0.key != "content" }
                    return JSONObject.Member(key: member.key, value: .object(JSONObject(rest)))
                }))
    }
}
