/// A request that was decided, as an observer who asked for requests is told of it.
public struct DoneRequest: Sendable, Equatable, JSONRecord {
    /// What became of it.
    public enum Outcome: Sendable, Equatable {
        /// It was done, with this result.
        case result(JSONValue)
        /// It was done, with a result that is left out for its length.
        case longResult
        /// It was refused.
        case refused(RPCError)
    }

    /// How long the params or the result may be, in bytes of JSON, to be told of.
    public static let partBytesMax = 65_536
    /// Whose request it was.
    public var owner: SessionOwner
    /// The method.
    public var method: Method
    /// The params, without what nobody else may have; nil where they are left out for their length.
    public var params: JSONValue?
    /// When it was decided, by the world's clock.
    public var at: Instant
    /// What became of it.
    public var outcome: Outcome

    /// A request that was decided.
    ///
    /// - Parameters:
    ///   - params: as they were sent: secrets and the content of documents that are attached are left out here.
    ///   - outcome: as it was answered; what is too long or attached is left out.
    public init(owner: SessionOwner, method: Method, params: JSONValue, at: Instant, outcome: Outcome) {
        self.owner = owner
        self.method = method
        self.at = at
        self.params = Self.short(params.without(Self.secrets(of: method)))
        self.outcome = outcome
        if case .result(let result) = outcome {
            self.outcome = Self.short(result.without([])).map(Outcome.result) ?? .longResult
        }
    }

    /// Reads what ``writeMembers(to:)`` writes.
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

    /// Params without what the sender alone may know.
    package static func withoutSecrets(_ params: JSONValue, of method: Method) -> JSONValue {
        let secrets = secrets(of: method).filter { params[$0] != nil }
        return secrets.isEmpty ? params : params.without(secrets)
    }

    /// What the sender alone may know of their params. A token is a secret wherever somebody writes it, also in a request
    /// that takes none and is refused.
    private static func secrets(of method: Method) -> Set<String> {
        // What an app calls its document is told to nobody but the app.
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
}

extension JSONValue {
    /// The value without some of its members, and without the content of a document that is attached.
    fileprivate func without(_ secrets: Set<String>) -> JSONValue {
        guard case .object(let object) = self else { return self }
        return .object(
            JSONObject(
                object.members.filter { !secrets.contains($0.key) }.map { member in
                    guard member.key == "attachment", case .object(let attachment) = member.value else { return member }
                    let rest = attachment.members.filter { $0.key != "content" }
                    return JSONObject.Member(key: member.key, value: .object(JSONObject(rest)))
                }))
    }
}
