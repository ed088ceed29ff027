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
    /// The trace of the request; nil if it has none.
    public var trace: TraceParent?
    /// The time of the decision, by the world's clock.
    public var at: Instant
    /// The outcome of the request.
    public var outcome: Outcome

    /// Creates the report of a request.
    ///
    /// - Parameters:
    ///   - params: the params as sent. This initializer removes secrets and the content of attachments.
    ///   - outcome: the outcome as sent. This initializer removes long results and the content of attachments.
    public init(
        owner: SessionOwner, method: Method, params: JSONValue, trace: TraceParent? = nil, at: Instant,
        outcome: Outcome
    ) {
        self.owner = owner
        self.method = method
        self.trace = trace
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
        trace = try fields.readOptional("traceparent")
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

    /// Appends the members `session, role, person?, app?, device?, method, params?, traceparent?, at, result? | error,
    /// truncated?`.
    public func writeMembers(to json: inout JSONWriter) {
        owner.writeMembers(to: &json)
        json.member("method", method.rawValue)
        json.member("params", params)
        json.member("traceparent", trace)
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

extension JournalFilter {
    func check(_ fields: JSONFields) throws(InvalidField) {
        if let trace, !TraceParent.isTraceID(trace) {
            throw fields.invalid("trace", "must be 32 hexadecimal digits in lower case, and not zeros only")
        }
        guard let event else { return }
        if let name = NotificationName(rawValue: event) {
            guard !name.isNeverStored else {
                throw fields.invalid("event", "cannot be \(event): it is sent only to open sessions, and is not stored")
            }
        } else if Method(rawValue: event) == nil {
            let names = NotificationName.allCases.filter { !$0.isNeverStored }.map(\.rawValue)
            let nearest = Spelling.nearest(to: event, among: names + Method.allCases.map(\.rawValue))
            let hint = nearest.map { "; did you mean “\($0)”" } ?? ""
            throw fields.invalid("event", "must be the name of a notification or of a method\(hint)")
        }
    }
}

extension JournalCount {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard exactly != nil || atLeast != nil || atMost != nil else {
            throw fields.invalid("count", "must have exactly, atLeast or atMost")
        }
        if exactly != nil, atLeast != nil || atMost != nil {
            throw fields.invalid("count", "cannot have atLeast or atMost together with exactly")
        }
        if let atLeast, let atMost, atLeast > atMost {
            throw fields.invalid("count", "cannot be at least \(atLeast) and at most \(atMost)")
        }
    }

    /// Returns true if a number of matches meets the expectation.
    ///
    /// - Parameter mayBeMore: true if there may be unknown matches in addition.
    /// - Returns: nil if unknown matches could change the result.
    public func holds(for count: Int, mayBeMore: Bool) -> Bool? {
        if let most = exactly ?? atMost {
            if count > most { return false }
            if mayBeMore { return nil }
        }
        if let least = exactly ?? atLeast, count < least { return mayBeMore ? nil : false }
        return true
    }
}

extension Fault {
    /// Returns the effect of the fault on a notification to a person, as a clause: `dropped a notice to Bea`.
    ///
    /// - Parameters:
    ///   - what: the words for the notification.
    ///   - time: returns the words for a number of milliseconds.
    /// - Returns: nil if the fault withheld no such notification from that person.
    package func action(
        on notification: NotificationName, to person: Handle, named what: String, _ time: (Int64) -> String
    ) -> String? {
        guard fired > 0, target.notification ?? notification == notification, target.to ?? person == person else {
            return nil
        }
        let action: String
        switch effect {
        case .drop: action = "dropped \(what)"
        case .delay(let milliseconds): action = "delays \(what) by \(time(milliseconds))"
        case .reorder: action = "holds \(what) back until the next one arrives"
        case .disconnect: action = "ended the stream instead of \(what)"
        case .duplicate: return nil
        }
        return action + (fired > 1 ? ", \(fired) times" : "")
    }
}

extension FaultTarget {
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if nth != nil, percent != nil {
            throw fields.invalid("percent", "cannot be combined with nth: give one of them")
        }
        if percent == nil { nth = nth ?? 1 }
        if let notification, notification.isForObservers {
            throw fields.invalid(
                "notification", "cannot be \(notification.rawValue): an observer's stream has no faults")
        }
    }
}

extension Fault {
    /// True if the fault has no further effect.
    public var isSpent: Bool { target.nth != nil && fired > 0 }
}
