/// A refusal as the wire says it: one closed table of codes, each with its reason.
public struct RPCError: Error, Sendable, Equatable {
    /// What became of a request that was answered with `unavailable`: `data.outcome`.
    public enum Outcome: String, Sendable, JSONWord {
        /// Nothing was done.
        case none
        /// The store failed in the middle of it: a retry with the same `clientID` settles it.
        case unknown
    }

    /// What `data` adds to some of the reasons.
    public enum Detail: Sendable, Equatable {
        /// The limit that was passed, by its name in ``Limits``, its value, and the rule that sets it where one does.
        case limit(name: String, value: Int, rule: String? = nil)
        /// When to try again.
        case retryAfter(milliseconds: Int64)
        /// What became of it, where that is not ``Outcome/none``.
        case outcome(Outcome)
        /// The request's member that is wrong.
        case field(String)
        /// The rule that stands against it, by its id in `docs/reference/rules.md`, and the request's member that runs into it.
        case rule(String, field: String? = nil)
        /// The request's member that is wrong, and what the highlight center calls that.
        case highlightCenter(HighlightCenterErrorCode, field: String)
        /// The document as it is now, in the form of whoever asks: what they worked on was another.
        case document(JSONValue)
    }

    /// Why.
    public var reason: Reason
    /// What a person can act on.
    public var message: String
    /// More of it, for programs.
    public var detail: Detail?

    /// A refusal.
    public init(_ reason: Reason, _ message: String, _ detail: Detail? = nil) {
        self.reason = reason
        self.message = message
        self.detail = detail
    }

    /// The rule that stands against it, where one does.
    public var rule: String? {
        switch detail {
        case .rule(let rule, _): rule
        case .limit(_, _, let rule): rule
        case .retryAfter, .outcome, .field, .highlightCenter, .document, nil: nil
        }
    }

    /// The bytes are not JSON: what is wrong, and where.
    public static func parse(_ problem: String) -> RPCError { RPCError(.parse, "This is not JSON: \(problem).") }

    /// JSON, but not a request.
    public static func invalidRequest(_ problem: String) -> RPCError {
        RPCError(.invalidRequest, "This is not a request: \(problem).")
    }

    /// A member of the params is wrong.
    public static func invalid(_ field: InvalidField) -> RPCError {
        RPCError(.invalidParams, "\(field).", .field(field.field))
    }

    /// A limit was passed.
    public static func tooLarge(
        _ what: String, limit name: String, _ value: Int, rule: String? = nil
    ) -> RPCError {
        RPCError(.tooLarge, "\(what): the limit is \(value) (\(name)).", .limit(name: name, value: value, rule: rule))
    }

    /// Reads `{message, data}` of an error object; an unknown reason is kept as ``Reason/internal``.
    init(code: Int, _ error: JSONValue) {
        let word = error["data"]?["reason"]?.stringValue
        reason = word.flatMap(Reason.init(rawValue:)) ?? Reason.allCases.first { $0.code == code } ?? .internal
        message = error["message"]?.stringValue ?? ""
        if let name = error["data"]?["limit"]?["name"]?.stringValue,
            let value = error["data"]?["limit"]?["value"]?.integerValue
        {
            detail = .limit(name: name, value: Int(clamping: value), rule: error["data"]?["rule"]?.stringValue)
        } else if let milliseconds = error["data"]?["retryAfterMilliseconds"]?.integerValue {
            detail = .retryAfter(milliseconds: milliseconds)
        } else if let code = error["data"]?["code"]?.integerValue,
            let code = HighlightCenterErrorCode(rawValue: Int(clamping: code))
        {
            detail = .highlightCenter(code, field: error["data"]?["field"]?.stringValue ?? "")
        } else if let rule = error["data"]?["rule"]?.stringValue {
            detail = .rule(rule, field: error["data"]?["field"]?.stringValue)
        } else if let word = error["data"]?["outcome"]?.stringValue, let outcome = Outcome(rawValue: word) {
            detail = outcome == .none ? nil : .outcome(outcome)
        } else if let document = error["data"]?["document"] {
            detail = .document(document)
        } else {
            detail = error["data"]?["field"]?.stringValue.map(Detail.field)
        }
    }
}

extension RPCError: JSONWritable {
    /// Appends `{code, message, data: {reason, …}}`.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("code", reason.code)
            $0.member("message", message)
            $0.key("data")
            $0.object {
                $0.member("reason", reason.rawValue)
                switch detail {
                case .limit(let name, let value, let rule):
                    $0.member("rule", rule)
                    $0.key("limit")
                    $0.object {
                        $0.member("name", name)
                        $0.member("value", value)
                    }
                case .retryAfter(let milliseconds): $0.member("retryAfterMilliseconds", milliseconds)
                case .outcome(let outcome): $0.member("outcome", outcome)
                case .field(let field): $0.member("field", field)
                case .rule(let rule, let field):
                    $0.member("field", field)
                    $0.member("rule", rule)
                case .highlightCenter(let code, let field):
                    $0.member("field", field)
                    $0.member("code", code.rawValue)
                case .document(let document): $0.member("document", document)
                case nil: if reason == .unavailable { $0.member("outcome", Outcome.none) }
                }
            }
        }
    }
}

// MARK: - For people

extension RPCError {
    /// The message as a sentence for people: without the name of the request's member before it, and of the limit
    /// behind it.
    public var sentence: String {
        var text = message
        switch detail {
        case .field(let field)?, .highlightCenter(_, let field)?, .rule(_, let field?)?:
            let last = field.split(separator: ".").last.map(String.init) ?? field
            for lead in [field + ": ", last + ": "] where text.hasPrefix(lead) { text.removeFirst(lead.count) }
            if text.hasPrefix(field + " ") { text = Self.noun(of: last) + text.dropFirst(field.count) }
        case .limit(let name, _, _)?:
            if text.hasSuffix(" (\(name)).") { text = String(text.dropLast(name.count + 4)) + "." }
        case .retryAfter?, .outcome?, .rule(_, nil)?, .document?, nil: break
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The word of people for a member of a request.
    private static func noun(of field: String) -> String {
        let name = field.prefix { $0 != "[" }
        switch name {
        case "participants", "handle", "person": return "The handle"
        case "text": return "The text"
        case "name": return "The name"
        case "url": return "The address"
        case "reaction": return "The tapback"
        default: return "That"
        }
    }
}
